### Every text that people see, in English. Names of people come in ready for a message's text.

## Cards and calls

colon-grand = Grand
colon-royal = Royal
colon-little = Little
hand-colons = Colons: **{ $colons }**
strain-no-trump = NT
call-pass = Pass
call-double = Double
call-redouble = Redouble
contract-plain = { $bid }
contract-doubled = { $bid } doubled
contract-redoubled = { $bid } redoubled
suit-spades = spades
suit-hearts = hearts
suit-diamonds = diamonds
suit-clubs = clubs

## Commands

command-root = Bridgette, the bridge game for two
command-challenge = challenge
command-challenge-about = Challenge somebody to a match, or anybody who wants to join
command-challenge-opponent = opponent
command-challenge-opponent-about = Whom to challenge; leave it out to let anybody join
command-hand = hand
command-hand-about = Show your hand and what you can do now, to you alone
command-table = table
command-table-about = Show this channel's match again, at the bottom of the channel
command-discard = discard
command-discard-about = Choose your discards by typing them, such as C2 D4
command-discard-cards = cards
command-discard-cards-about = All cards that you discard, such as C2 D4; GC, RC and LC are the colons
command-call = call
command-call-about = Make a call by typing it, such as 1H, 0NT, Pass, X or XX
command-call-call = call
command-call-call-about = A bid such as 1H or 0NT, Pass, X to double, XX to redouble
command-play = play
command-play-about = Play a card by typing it, such as SA for the ace of spades
command-play-card = card
command-play-card-about = A card of your hand, such as SA or HT; GC, RC and LC are the colons
command-resign = resign
command-resign-about = Give up your match in this channel; you are asked once before it counts
command-leaderboard = leaderboard
command-leaderboard-about = The best players of this server
command-stats = stats
command-stats-about = A player's figures: matches, points, contracts, opponents
command-stats-member = member
command-stats-member-about = Whose figures; leave it out for your own
command-rules = rules
command-rules-about = The game on a page, and how to play it here
command-menu-challenge = Challenge to Bridgette

## Challenges

challenge-to = ### Bridgette: a challenge
    { $challenger } challenges { $opponent } to a match of six deals.
challenge-anybody = ### Bridgette: a challenge
    { $challenger } is looking for somebody to play a match of six deals.
challenge-rematch = ### Bridgette: a rematch
    { $challenger } asks { $opponent } for another match of six deals. The first dealer is drawn anew.
challenge-expires = Expires { $when }.
challenge-accept = Accept
challenge-join = Join
challenge-decline = Decline
challenge-withdraw = Withdraw
challenge-accepted = { $name } accepted. Good luck to both!
challenge-declined = { $name } would rather not play now.
challenge-withdrawn = { $name } withdrew the challenge.
challenge-expired = Nobody took it up in time, so the challenge has expired.
challenge-in-thread = Your challenge is waiting in { $thread }.
thread-name = Bridgette: { $name }
thread-open = Play in a new thread

## The table

versus = ① { $first } against ② { $second }
deal-of = Deal { $number } of 6
deal-tie-break = Deal { $number }: the tie-break
deal-again = { $deal }, dealt again after { $times ->
        [one] a passed-out one
       *[other] { $times } passed-out ones
    }
dealer-is = Dealer: { $mark } { $name }. Up-card: **{ $card }**, so the dealer draws { $count } cards
exchange-drew = Drawn from the stock: ① { $first } cards · ② { $second } cards
exchange-chosen = Discards: { $first } { $state } · { $second } { $other }
exchange-state-chosen = has chosen
exchange-state-choosing = still has to choose
auction-line = Auction: { $calls }
auction-none = Auction: no call yet
call-by = { $mark } { $call }
contract-line = Contract: **{ $contract }** by { $mark } { $name }, who needs { $needed } of the 13 tricks
tricks-won = Tricks won: { $first } **{ $won }** · { $second } **{ $other }**
trick-now = Trick { $number }: { $name } led **{ $lead }**
trick-new = Trick { $number }: nothing led yet
trick-last = Last trick: { $trick }
trick-cards = { $leader } { $lead } · { $follower } { $follow } → { $winner } wins
barred-line = Barred: { $name } may not lead { $suit } to this trick, since a colon was played to them
totals-line = Totals: { $first } **{ $points }** · { $second } **{ $other }**
todo-both = **{ $first } and { $second }: choose your discards.**
todo-discard = **{ $name }: choose your discards.**
todo-call = **{ $name }: your call.**
todo-lead = **{ $name }: lead to the trick.**
todo-follow = **{ $name }: play to the trick.**
button-hand = My hand
button-rules = Rules

## The panel

panel-refresh = Refresh
panel-waiting = Waiting for { $name }. The panel that you used last follows by itself for about a quarter of an hour; Refresh brings this one up to date at any time.
panel-waiting-discard = You have discarded; { $name } still has to choose.
panel-my-discards = Your discards: { $cards }
panel-drawn = Drawn from the stock: { $cards } (underlined below{ $buttons ->
        [yes] , blue among the buttons
       *[no] {""}
    })
panel-pick = **Pick { $count } cards to discard.** Picked: { $picked }.
panel-too-many = { $over ->
        [one] **One too many**
       *[other] **{ $over } too many**
    }: press a picked card again to keep it.
panel-would-go = Would go: { $cards }
panel-would-stay = Would stay: { $cards }
panel-select = Or choose all { $count } at once
panel-picked-mark = ✗ { $card }
panel-confirm = Discard these { $count }
panel-clear = Start again
panel-to-call = **Your call.** Choose a level, then what to bid; or one of the calls below.
panel-to-call-plain = **Your call.** No bid is open to you now.
panel-standing = The bid to beat: { $bid } by { $name }{ $doubling ->
        [0] {""}
        [1] , doubled
       *[2] , redoubled
    }
panel-calls-off = A bid must rank above the standing one; a suit needs 2 cards of it (4 for a jump), no trump a card of each suit.
panel-double = Or say that the standing bid will fail:
panel-redouble = Or say that your doubled bid will be made:
panel-level-chosen = Bids at level { $level }:
panel-to-lead = **Lead to trick { $number }.**
panel-to-follow = **Play to trick { $number }.** { $name } led **{ $lead }**.
panel-off-follow = You must follow { $suit }.
panel-off-follow-or-colon = You must follow { $suit }, or play the colon that matches.
panel-off-colon = A colon may be played only to a lead of its own group.
panel-off-colon-must = Of your colons only the one that matches the lead may be played.
panel-off-barred = { $suit } are barred from this lead, since a colon was played to them.
panel-last-deal = Deal { $number }: { $outcome }
panel-over = The match is over. { $outcome }
panel-off-list = Not allowed now: { $cards }

## Results

result-title = ### { $deal }: the result
result-passed-out = **Passed out; nobody scores, and { $name } deals again.**
result-broken-off = Broken off: this deal does not count.
outcome-exact = { $contract } by { $name }: made exactly, { $tricks } tricks
outcome-over = { $contract } by { $name }: made with { $over } over, { $tricks } tricks
outcome-short = { $contract } by { $name }: { $short } short, { $tricks } tricks
outcome-scores = **{ $outcome }. { $scorer } scores { $points }.**
score-sum = Score: { $parts }
score-contract = { $points } for the contract
score-exact = { $points } for exactly the tricks bid
score-three-over = { $points } for exactly three over
score-doubled = { $points } for making it doubled
score-redoubled = { $points } for making it redoubled
score-times = , all × { $factor } = { $points }
score-plain-sum = {" "}= { $points }
score-short = { $points } to the opponent for { $short } short{ $doubling ->
        [0] {""}
        [1] , doubled
       *[2] , redoubled
    }
result-hand = { $mark } **{ $name }**
    { $hand }
    Discards: { $discards }
result-no-discards = none chosen
result-tricks = Tricks, the winning card in bold:
    { $tricks }
result-trick = { $number }: { $cards }
match-title = ## The match is over
match-winner = **{ $name } wins, { $won } to { $lost }.**
match-resigned = **{ $loser } resigned; { $winner } wins.** Totals of the finished deals: ① { $first } · ② { $second }
match-ended-plain = The match has ended without a winner. Totals: ① { $first } · ② { $second }
match-deal = Deal { $number }: { $outcome } · totals ① { $first } · ② { $second }
match-deal-passed-out = Deal { $number }: passed out { $times ->
        [one] once
       *[other] { $times } times
    }, dealt again
match-deal-broken-off = Deal { $number }: broken off
match-record = The record of the match is attached.
button-rematch = Rematch

## Turn notices

notice-exchange = { $mention }, your match in this channel waits for your discards.
notice-call = { $mention }, it is your call in this channel's match.
notice-play = { $mention }, it is your turn to play a card in this channel's match.
notice-start = { $mention }, your challenge was accepted: choose your discards.

## Resigning

resign-ask = **Resign this match?** It counts as lost for you and won by { $name }, whatever the totals (now ① { $first } · ② { $second }). The deal in play does not count. This cannot be taken back.
resign-yes = Resign the match
resign-no = Keep playing
resign-kept = Good: the match goes on.
resign-done = You have resigned. { $name } wins the match.

## Leaderboard and figures

board-title = ## Bridgette on this server
board-empty = ## Bridgette on this server
    Nobody has finished a match here yet. Start one with `/bridgette challenge`.
board-line = **{ $rank }.** { $name } · { $wins ->
        [one] 1 win
       *[other] { $wins } wins
    }, { $losses ->
        [one] 1 loss
       *[other] { $losses } losses
    } in { $matches ->
        [one] 1 match
       *[other] { $matches } matches
    } ({ $share } %) · points { $for } for, { $against } against · { $average } a deal
board-page = Page { $page } of { $pages } · ranked by wins, then share won, then average a deal
board-previous = ◀ Previous
board-next = Next ▶
stats-title = ## { $name }
stats-none = { $name } has not finished a match on this server yet.
stats-matches = Rank { $rank } on this server · matches { $matches } · wins { $wins } · losses { $losses } · share won { $share } %
stats-points = Points { $for } for, { $against } against · { $average } a deal over { $deals ->
        [one] 1 deal
       *[other] { $deals } deals
    }
stats-contracts = Contracts bid { $bid } · made { $made }
stats-best = Best deal: { $points } points with { $contract } against { $name }
stats-best-defence = Best deal: { $points } points for beating { $contract } by { $name }
stats-opponents = **Against**
stats-opponent = { $name }: { $wins } won, { $losses } lost

## Lists of links

hand-list = You are playing in several channels. Choose one:
hand-list-link = Against { $name }
hand-none = You have no open match on this server. Start one with `/bridgette challenge`.
table-none = There is no open match in this channel. Start one with `/bridgette challenge`.
table-here = The table moves to the bottom of the channel.

## Choices while typing

typed-discards = { $cards } ({ $count } of { $needed })

## What the rules refuse

objection-match-over = The match is over.
objection-no-deal = No deal has begun yet.
objection-deal-over = This deal is over.
objection-exchange-open = The exchange is still going on: both choose their discards first.
objection-exchange-over = The exchange of this deal is over.
objection-auction-open = The auction is still going on: make a call.
objection-auction-over = The auction of this deal is over.
objection-not-your-turn = It is not your turn.
objection-discarded-already = You have chosen your discards already.
objection-discard-count = Exactly { $about } cards must go.
objection-discard-not-held = You do not hold { $about }, or named it twice.
objection-bid-too-low = { $action } does not rank above { $about }.
objection-suit-too-short = { $action } needs at least 2 cards of { $about }.
objection-suit-missing = { $action } needs a card of each suit, and you hold none of { $about }.
objection-jump-too-short = { $action } is a jump, which needs at least 4 cards of { $about }.
objection-nothing-to-double = You can double only your opponent's standing bid, and only once.
objection-nothing-to-redouble = You can redouble only your own bid after it was doubled.
objection-card-not-held = You do not hold { $action }.
objection-must-follow = You must follow suit: { $action } cannot be played to { $about }.
objection-colon-does-not-match = { $action } does not match { $about }, so it cannot be played to it.
objection-colon-must-match = You must play the colon that matches { $about }.
objection-suit-barred = { $about } are barred from this lead; lead something else.
objection-with-rule = { $sentence } ({ $rule })

## What the bot refuses

refused-oneself = You cannot challenge yourself; name somebody else, or nobody to let anybody join.
refused-bot = { $name } is a bot and cannot play; challenge a person.
refused-cannot-see = { $name } cannot see this channel; challenge them where both of you can.
refused-busy = { $first } and { $second } are playing in this channel. A new match needs another channel or a thread.
refused-busy-no-thread = { $first } and { $second } are playing in this channel, and threads cannot be opened here: { $reason }. Use another channel.
reason-in-thread = this is a thread already
reason-no-threads = this kind of channel has no threads
reason-discord = Discord does not take it now
reason-bot-permission = I lack the permission “{ $permission }”
reason-user-permission = you lack the permission “{ $permission }”
permission-create-public-threads = Create Public Threads
permission-send-messages = Send Messages
permission-send-messages-in-threads = Send Messages in Threads
permission-view-channel = View Channel
permission-attach-files = Attach Files
refused-bot-permission = I lack the permission “{ $permission }” in this channel; ask a moderator to grant it, or play elsewhere.
refused-place = Matches are played in a server's text channels and threads.
refused-challenged-already = You have an open challenge like this in this channel already.
refused-too-many-challenges = You have { $most } open challenges in this channel; withdraw one first.
refused-challenge-unknown = There is no such challenge any more.
refused-challenge-accepted = This challenge has been accepted already.
refused-challenge-declined = This challenge was declined.
refused-challenge-withdrawn = This challenge was withdrawn.
refused-challenge-expired = This challenge has expired.
refused-challenge-closed = Somebody was quicker: this challenge is not open any more.
refused-own-challenge = This is your own challenge; somebody else must take it up.
refused-not-challenged = This challenge is for { $name }.
refused-not-your-challenge = Only { $name } can withdraw this challenge.
refused-no-such-match = There is no such match any more.
refused-not-a-player = Only { $first } and { $second } can do that: it is their match. You are welcome to watch.
refused-match-over = This match is over.
refused-match-open = This match is still being played.
refused-old-panel = That button was from an earlier moment. This is how things stand now.
refused-chosen-already = You have chosen your discards already.
refused-not-your-turn = It is not your turn.
refused-out-of-date = Something else happened first. This is how things stand now.
refused-unreadable-card = “{ $text }” is not a card; write SA for the ace of spades, HT or H10 for the ten of hearts, GC, RC or LC for a colon.
refused-unreadable-call = “{ $text }” is not a call; write a bid such as 1H or 0NT, Pass, X or XX.
refused-unknown-button = This button does not belong to anything that I know.
refused-store = Your move could not be saved, so nothing has changed. Please try again in a moment.
refused-challenged-by = { $name } has challenged you already: accept that challenge in this channel.
refused-several-matches = You are playing in several channels; use this command in the channel of the match.
refused-no-thread = A thread cannot be opened here: { $reason }.
refused-thread-opened = The thread for your match has been opened already.
refused-restarting = I am being restarted just now: nothing is lost; please try again in a moment.
refused-discord = Discord did not take my answer. Nothing is lost: `/bridgette hand` shows how things stand.
late-answer = That took a moment; here it is.
apology = Something went wrong on my side; nothing was lost. If it happens again, tell the host this code: { $code }.

## The host's terminal

settings-file = The file { $name } cannot be read.
settings-log-level = LOG_LEVEL must be one of { $levels }.
settings-application-id = DISCORD_APPLICATION_ID must be a number of 15 to 20 digits.
settings-token-missing = DISCORD_TOKEN is not set: make a bot at https://discord.com/developers/applications, copy its token into .env, or play without Discord by `make demo`.
settings-token-refused = Discord refuses this DISCORD_TOKEN: copy it again from https://discord.com/developers/applications, page “Bot”.
settings-invite-missing = Set DISCORD_APPLICATION_ID (the page “General Information” of the bot at https://discord.com/developers/applications) or DISCORD_TOKEN to print the invitation.
cli-about = Bridgette for Discord.
cli-run = start the bot (also without a command)
cli-invite = print the address that adds the bot to a server
cli-check = tell what is wrong with the set-up
cli-check-server = a server's id: check the bot's permissions there as well
cli-backup = write a consistent copy of the database, also while the bot runs
cli-restore = put a copy in the database's place; the bot must not be running
cli-export = write all matches as records, one JSON object a line; it holds the hidden cards of open matches
cli-file = a file
cli-export-file = a file; - for standard output

backup-done = The copy is in { $file }.
restore-done = The database was put back from { $file }.
restore-aside = The one that was there before is { $file }.
restore-running = The bot is running with this database: stop it first.
export-done = { $count ->
        [one] 1 match was
       *[other] { $count } matches were
    } written to { $file }.
export-damaged = Left out, since their rows break the rules, were these matches: { $ids }.
export-fails = { $file } cannot be written: { $reason }.
check-well = ok: { $text }
check-wrong = WRONG: { $text }
check-database = the database can be used and is up to date; { $open ->
        [one] 1 match is
       *[other] { $open } matches are
    } open
check-disk = { $free } MB are free where the database is
check-disk-full = Only { $free } MB are free where the database is.
check-passing-disk = This host's disk does not survive a deploy: all matches will be lost. Name a database elsewhere in DATABASE_URL.
check-token = Discord takes the token, which is that of { $name }
check-no-server = The bot is not on that server, or there is none with that id.
check-permissions = the bot has all the permissions that it needs on that server
check-permissions-missing = The bot lacks permissions on that server: { $names }. Invite it again, or grant them.
cli-database = The database cannot be used: { $reason }
cli-unreachable = Discord cannot be reached: { $reason }

## The rules, on a page

rules-page = ## Bridgette, the bridge game for two
    Joli Quentin Kansil's game of 1970: bridge for two players, with an exchange of cards and three **colons**. A match is six deals; the higher total wins, and a tie is broken by a seventh deal.
    ### The cards
    The usual 52, ace high, and three colons without suit or rank. Each stands for a group: the **Grand** for the aces, the **Royal** for the faces (K Q J), the **Little** for the spots (10 to 2).
    ### The exchange
    The first dealer is drawn by lot, then the deal alternates. Each is dealt 13 cards, and the next card is turned up. The non-dealer draws two cards, the up-card among them. The dealer draws 4 if the up-card is a spot or the Little Colon, 8 for a face or the Royal, 12 for an ace or the Grand. Each discards as many as were drawn, any cards, in secret, and keeps 13.
    ### The auction
    The dealer calls first. Bids rise from 0NT (six tricks, no trump) over 1♣︎ 1♦︎ 1♥︎ 1♠︎ 1NT to 7NT. A suit needs 2 cards of it, no trump a card of each suit; colons count for neither. A jump, to a level above the lowest that would do (2♥︎ as an opening is one), needs 4 cards of the suit. Double the opponent's bid, redouble your own. Once there is a bid, a pass ends the auction; two passes without a bid, and the same dealer deals again.
    ### The play
    Declarer's opponent leads; 13 tricks; the winner of a trick leads to the next. Follow suit if you can, else play any other suit, a trump too. At any time you may play the colon that **matches the group of the card led**: it loses the trick, but the leader may not lead that suit, be it trumps, to the next one unless nothing else is left. No other colon may be played to a suit, unless you have nothing but colons. A colon may be led: then any card may be played, it wins with a trump or a card of the colon's group, and nothing is barred.
    ### The score
    Making the contract: 150 for 0NT and one of a suit · 250 for 1NT, 2NT, two and three of a suit, 4♣︎ 4♦︎ · 750 for 3NT, 4NT, 4♥︎ 4♠︎, five of a suit · 1,500 for 5NT, six of a suit · 2,200 for 6NT, seven of a suit · 2,500 for 7NT. Exactly the tricks bid: 250 more up to 5NT, 100 at level 6. Exactly three over: 350. Made doubled 400, redoubled 1,000, and then all × 2 or × 4. Short by 1, 2, 3 …: the opponent scores 100, 200, 300, 400, 700, and 1,000 for six or more; doubled 200, 500, 800, 1,100, 2,000, 3,000; redoubled 300, 700, 1,100, 1,500, 2,700, 4,000.
rules-here = ### Playing here
    `/bridgette challenge` starts a match in this channel. **My hand** below the table, or `/bridgette hand`, shows your cards to you alone, with buttons for all that you can do. Or type: `/bridgette discard`, `call`, `play`. `/bridgette table` brings the table down to the end of the channel; `/bridgette resign` gives up; `/bridgette leaderboard` and `stats` tell who is ahead.

## The demo

demo-about = Plays Bridgette in a browser on this machine: the real bot in a simulated Discord, no account and no network needed.
demo-help-port = the port to serve the page on (else { $port }, or the next free one)
demo-help-database = the file that matches are kept in (else { $path })
demo-missing = The demo needs SimCord, the simulated Discord: install it with { $command } and run it again.
demo-port-busy = Port { $port } is in use: name another one with --port, or leave it out.
demo-port-other = Port { $busy } is in use, so another one is taken.
demo-server = Bridge Club
demo-topic = Type /bridgette challenge to begin; the other player presses Join, then both press My hand
demo-open =
    Bridgette is being served on this machine. Open this address in two tabs, one for each
    player (it is a new one at every start):

        { $address }

    The first tab is Alice's, the second Bob's; "Viewing as" at the top of the page changes that.
    As Alice type /bridgette challenge, press Enter and then the arrow at the right; as Bob press Join; then both
    press My hand. (Later, /bridgette hand and /bridgette table find the game again.)
    The match is kept in { $database } and goes on when you start the demo again. Ctrl-C ends it.
demo-ended = The demo has ended.
