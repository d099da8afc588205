### The table, the panel, the results. Names of people come in ready for a message's text.

## Commands

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
match-void = ## This match is void
    The match between { $first } and { $second } could not go on, so it counts for nobody.

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

## Lists of links

hand-list = You are playing in several channels. Choose one:
hand-list-link = Against { $name }
hand-none = You have no open match on this server. Start one with `/bridgette challenge`.
table-none = There is no open match in this channel. Start one with `/bridgette challenge`.
table-here = The table moves to the bottom of the channel.

## Choices while typing

typed-discards = { $cards } ({ $count } of { $needed })

## What is refused

refused-no-such-match = There is no such match any more.
refused-not-a-player = Only { $first } and { $second } can do that: it is their match. You are welcome to watch.
refused-match-over = This match is over.
refused-old-panel = That button was from an earlier moment. This is how things stand now.
refused-chosen-already = You have chosen your discards already.
refused-not-your-turn = It is not your turn.
refused-out-of-date = Something else happened first. This is how things stand now.
refused-unreadable-card = “{ $text }” is not a card; write SA for the ace of spades, HT or H10 for the ten of hearts, GC, RC or LC for a colon.
refused-unreadable-call = “{ $text }” is not a call; write a bid such as 1H or 0NT, Pass, X or XX.
refused-several-matches = You are playing in several channels; use this command in the channel of the match.
