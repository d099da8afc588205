### The table, a player's own screen, the results.
### Names: $name, $winner, $loser, $scorer, and what ends in -name. Numbers: $deal, $trick, and what ends in -points, -tricks or -cards.
### ① and ② stand for the two players.

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

versus = ① { $first-name } against ② { $second-name }
# $of: how many deals the match has.
deal-of = Deal { $deal } of { $of }
deal-tie-break = Deal { $deal }: the tie-break
deal-again = { $times ->
    [one] Passed out once and dealt again
   *[other] Passed out { $times } times and dealt again
}
# $count: 4, 8 or 12. $card: a card or "the Grand Colon".
dealer-is = Dealer: { $name }. Up-card: { $card }, so the dealer draws { $count } cards
# $cards: 2, 4, 8 or 12.
exchange-state = { $chosen ->
    [yes] { $name } drew { $cards } cards and has chosen what goes
   *[no] { $name } drew { $cards } cards and still has to choose
}
# Once both have chosen. $first-cards and $second-cards: 2, 4, 8 or 12.
exchange-over = Cards exchanged: { $first-name } { $first-cards } · { $second-name } { $second-cards }
auction-line = Auction: { $calls }
auction-none = Auction: no call yet
# The calls follow in two columns, below the names.
auction-title = Auction
auction-before = { $calls ->
    [one] Auction: … and one call before
   *[other] Auction: … and { $calls } calls before
}
call-by = { $mark } { $call }
# $bid: such as 4♠.
contract-said = { $doubling ->
    [redoubled] { $bid } redoubled
    [doubled] { $bid } doubled
   *[none] { $bid }
}
# $contract: contract-said. $name: the declarer. $needed: tricks, 6 to 13.
contract-line = Contract: { $contract } · { $name } needs { $needed } tricks
tricks-won = Tricks won: { $first-name } { $first-tricks } · { $second-name } { $second-tricks }
trick-now = Trick { $trick }: { $name } led { $lead }
trick-new = Trick { $trick }: nothing led yet
# $said: trick-cards.
trick-last = Last trick: { $said }
# $leader-name and $follower-name played the two cards; $winner-name is one of the two.
trick-cards = { $leader-name } { $lead }, { $follower-name } { $follow }; { $winner-name } won
# $suit: see suit-name in kit.ftl.
barred-line = Barred: { $name } may not lead { suit-name } to this trick, since a colon was played to that suit
totals-line = Totals: { $first-name } { $first-points } · { $second-name } { $second-points }
todo-both = { $first-name } · { $second-name }: choose your discards.
todo-discard = { $name }: choose your discards.
todo-call = { $name }: your call.
todo-lead = { $name }: lead to the trick.
todo-follow = { $name }: play to the trick.
button-hand = My hand

## The result of a deal

# $title: deal-of or deal-tie-break. The points are those after this deal.
result-after = { $title } · totals: { $first-name } { $first-points } · { $second-name } { $second-points }
# $name: the dealer.
result-passed-out = Passed out: nobody scores, and { $name } deals again
result-broken-off = Broken off: this deal does not count
# $contract: contract-said. $name: the declarer. No full stop: other messages go on after it.
outcome-exact = { $name } makes { $contract } exactly
# $over: tricks more than the contract.
outcome-over = { $over ->
    [one] { $name } makes { $contract } with one over
   *[other] { $name } makes { $contract } with { $over } over
}
# $short: tricks less than the contract.
outcome-short = { $short ->
    [one] { $name } is one short in { $contract }
   *[other] { $name } is { $short } short in { $contract }
}
# $outcome: outcome-exact or outcome-over; outcome-short in the second one, where the opponent scores.
outcome-made = { $outcome }: { $points }
outcome-lost = { $outcome }: { $points } for { $scorer }
# What the tricks bring: one of these, or the first and one of the others joined by joiner-sum in kit.ftl.
score-contract = { $points } contract
score-exact = { $points } exactly as bid
score-three-over = { $points } three over
# In a line below that. $factor: 2 or 4, by which the whole sum is then multiplied.
score-doubled = + { $points } doubled, all × { $factor }
score-redoubled = + { $points } redoubled, all × { $factor }
# The declarer was $short tricks short, and the opponent scores.
score-short = { $doubling ->
    [redoubled] { $points } for { $short } short, redoubled
    [doubled] { $points } for { $short } short, doubled
   *[none] { $points } for { $short } short
}
result-hand = { $name }: { $hand }
button-show-play = Show the play

## All of a deal that is over

play-discards = { $name } discarded { $cards }
play-no-discards = { $name } had not chosen discards
# $name: who led to the first trick.
play-tricks = Tricks: { $name } led first, then whoever won. The card led stands first.
# $lead, $follow: the two cards. $name: who won the trick.
play-trick = { $trick }: { $lead } { $follow } → { $name }
play-trick-open = { $trick }: { $lead }
# Buttons that turn to another deal of a match.
play-before = ◀ Deal before
play-after = Deal after ▶
refused-deal-open = This deal is not over yet; its play is shown when it is.

## The end of a match

match-title = The match is over
# $winner: a name, or a mention that pings.
match-winner = 🏆 **{ $winner } wins, { $winner-points } to { $loser-points }!** Well played, both.
match-resigned = 🏆 **{ $winner } wins!** { $loser } resigned. Totals of the finished deals: { $first-name } { $first-points } · { $second-name } { $second-points }
match-claimed = 🏆 **{ $winner } wins!** { $loser }'s time ran out. Totals of the finished deals: { $first-name } { $first-points } · { $second-name } { $second-points }
match-agreed = 🤝 **Both agreed to stop.** Nobody wins; the finished deals count. Totals: { $first-name } { $first-points } · { $second-name } { $second-points }
match-stopped = **A moderator stopped the match.** Nobody wins; the finished deals count. Totals: { $first-name } { $first-points } · { $second-name } { $second-points }
# $name: the declarer. $contract: such as 4♠ XX, which is redoubled. One short line for each deal.
match-deal-exact = { $deal }. { $name } { $contract } exactly: { $points }
match-deal-over = { $deal }. { $name } { $contract }, { $over } over: { $points }
# $scorer: the opponent.
match-deal-short = { $deal }. { $name } { $contract }, { $short } short: { $points } for { $scorer }
match-deal-passed-out = { $times ->
    [one] { $deal }. passed out once, dealt again
   *[other] { $deal }. passed out { $times } times, dealt again
}
match-deal-broken-off = { $deal }. broken off
match-record = The record of the match as a file: every deck, call and card.
button-record = Match record
match-ended-void = The match is void: it counts for nobody.
match-void = ## This match is void
    { $first-name } · { $second-name }: the match did not get under way, or could not go on. It counts for nobody.

## Turn notices

# $mention: a name that pings.
notice-start = { $mention }, your challenge was accepted: choose your discards.
notice-exchange = { $mention }, your match in this channel is waiting for your discards.
notice-call = { $mention }, it is your call in this channel's match.
notice-play = { $mention }, it is your turn to play a card in this channel's match.

# The same by direct message, for those who have asked for it. $name: the opponent. $link: leads to the match's channel.
direct-exchange = Your match against { $name } is waiting for your discards: { $link }
direct-call = It is your call in your match against { $name }: { $link }
direct-play = It is your turn to play a card in your match against { $name }: { $link }
# -# makes small print.
direct-why = -# You asked for these messages; `/bridgette me` in a server turns them off.

## Resigning

# $name: the opponent.
resign-ask = **Resign this match?** It counts as lost for you and won by { $name }, whatever the totals (now you { $own-points }, { $name } { $other-points }). The deal in play does not count. This cannot be taken back.
# The same of a shorter match than one of six deals.
resign-ask-short = **Resign this match?** { $name } wins it, whatever the totals (now you { $own-points }, { $name } { $other-points }). The deal in play does not count. This cannot be taken back.
# Before the opening lead of the first contract.
resign-ask-void = **Leave this match?** Nobody has led to a contract yet, so it is void and counts for nobody. This cannot be taken back.
resign-yes = Resign the match
resign-no = Keep playing
resign-kept = Good: the match goes on.
resign-done-void = You have left the match before it was under way. It is void and counts for nobody.
resign-done = You have resigned. { $name } wins the match.

## Where a match is

hand-list = You are playing several matches:
# $channel: a link to it. $turn: whose turn it is.
hand-list-match = { $turn ->
    [mine] { $channel } · against { $name } · **your turn**
    [nobodys] { $channel } · against { $name } · rests, since I am not on that server
   *[others] { $channel } · against { $name } · waiting for them
}
# A match that nobody else sees, in the list and on the button that leads to it. $kind: solo, daily or lesson.
private-match = { $kind ->
    [daily] The deal of the day
    [lesson] The lesson
   *[solo] Alone against the house
}
hand-list-private = { $turn ->
    [mine] { private-match } · **your turn**
   *[others] { private-match } · waiting for the house
}
hand-list-page = Page { $page } of { $pages }
hand-list-previous = ◀ Previous
hand-list-next = Next ▶
hand-none = You have no open match here. Start one with `/bridgette challenge`, or play alone with `/bridgette solo`.
table-none = There is no open match in this channel. Start one with `/bridgette challenge`.
table-here = The table moves to the bottom of the channel.
# Answers to `/bridgette table`. $permission: see kit.ftl.
table-not-posted = The table could not be posted in this channel; I probably lack the permission “{ $permission }”.
table-not-posted-plain = Discord did not take the table just now. Please try again in a moment.
# On a player's own screen.
table-missing = The table could not be posted in this channel; I probably lack the permission “{ $permission }”. Your match goes on, and the table comes as soon as I may post.
table-missing-plain = The table could not be posted in this channel, since Discord did not take it. Your match goes on, and the table comes as soon as it can be posted.

## Choices while typing

# What somebody has just done by typing it.
typed-did-discard = You discarded { $cards }.
typed-did-call = Your call: { $call }.
typed-did-play = You played { $card }.
# Before an act that was typed in another channel. $channel: a link to the match's channel.
elsewhere-discard = Your match against { $name } is in { $channel }. Discard { $cards } there?
elsewhere-call = Your match against { $name } is in { $channel }. Call { $call } there?
elsewhere-play = Your match against { $name } is in { $channel }. Play { $card } there?
elsewhere-resign = Your match against { $name } is in { $channel }.
elsewhere-yes = Yes, there
elsewhere-no = No
# $count of $needed: numbers of cards.
typed-discards = { $cards } ({ $count } of { $needed })

## What is refused

refused-no-such-match = There is no such match any more.
refused-not-a-player = { $first-name } · { $second-name }: it is their match, and only they can do that. You are welcome to watch.
refused-match-over = This match is over.
refused-old-panel = That button was from an earlier moment. This is how things stand now.
refused-old-question = That question was from an earlier moment; ask for it again if you mean it.
refused-quick = That was very quick; press again if you mean it.
refused-chosen-already = You have chosen your discards already.
refused-not-your-turn = It is not your turn.
refused-out-of-date = Something else happened first. This is how things stand now.
# $text: what somebody typed. The letters and names of cards stay as they are here in every language.
refused-unreadable-card = “{ $text }” is not a card; write SA for the ace of spades, HT or H10 for the ten of hearts, GC, RC or LC for a colon.
refused-unreadable-call = “{ $text }” is not a call; write a bid such as 1H or 0NT, Pass, X or XX.
refused-several-matches = You are playing several matches; use this command in the channel of the match, or `/bridgette hand` for your screens.
