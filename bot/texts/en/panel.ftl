### A player's own screen: the hand, what is going on, what to do now.
### It speaks to its player. $who is "you" for the player and "other" for the opponent, whose name $name always is.
### Cards ($card, $lead, $follow, $cards) come as pictures of cards or as signs such as ♠A; a bid as 4♠; a contract as 4♠ X.
### -# makes small print, ### a heading: both only at the beginning of a line.

# What is left of a player's own screen whose place another one has taken.
panel-moved = Your hand is further down.
# $deal: deal-of or deal-tie-break.
panel-status = -# { $deal } · you { $own-points } · { $name } { $other-points }
# The last trick. The winner had led to it.
panel-won-leading = { $who ->
    [you] You won trick { $trick }: { $lead } over { $name }'s { $follow }
   *[other] { $name } won trick { $trick }: { $lead } over your { $follow }
}
# The same, won by the second card.
panel-won-following = { $who ->
    [you] You won trick { $trick }: { $follow } on { $name }'s { $lead }
   *[other] { $name } won trick { $trick }: { $follow } on your { $lead }
}
# $needed: tricks, 6 to 13. $own-tricks and $other-tricks: won so far.
panel-contract = { $who ->
    [you] **{ $contract }** by you, needs { $needed } tricks · won: you **{ $own-tricks }**, { $name } **{ $other-tricks }**
   *[other] **{ $contract }** by { $name }, needs { $needed } tricks · won: you **{ $own-tricks }**, { $name } **{ $other-tricks }**
}
panel-my-discards = -# Your discards: { $cards }
panel-back = Back
panel-next-deal = Next deal
# $outcome: match-winner, match-resigned, match-claimed, match-agreed or match-stopped.
panel-over = The match is over. { $outcome }

## Waiting

panel-waiting = ### Waiting for { $name }
# "Refresh" is the button's label.
panel-follows = -# This follows by itself for a quarter of an hour; after that, press Refresh.
panel-refresh = Refresh
panel-done-discard = You have discarded; { $name } still has to choose.
# What the player has just called. $bid: the bid that stands; empty where there is none.
panel-done-call = { $call ->
    [bid] You bid { $bid }.
    [double] You doubled { $bid }.
    [redouble] You redoubled { $bid }.
    [pass] You passed.
   *[none] { $name } opens the auction.
}
panel-done-lead = You led { $card } to trick { $trick }.
panel-done-trick = { $name } leads to trick { $trick }.

## The exchange

# $deal: deal-of or deal-tie-break. $who deals. $count: 4, 8 or 12.
panel-up-card = { $who ->
    [you] -# { $deal } · up-card { $card }: you deal and draw { $count }, { $name } draws 2.
   *[other] -# { $deal } · up-card { $card }: { $name } deals and draws { $count }, you draw 2.
}
# "Blue" is the colour of these cards' buttons.
panel-drawn = You drew: { $cards } (blue)
# $count: 2, 4, 8 or 12.
panel-pick-none = **Pick { $count } cards to discard:** none yet
# $picked: how many of them; $cards: which.
panel-pick = **Pick { $count } cards to discard:** { $cards } ({ $picked }, red)
panel-too-many = { $over ->
    [one] **One too many**, press a red card to keep it: { $cards }
   *[other] **{ $over } too many**, press red cards to keep them: { $cards }
}
# $cards: the whole hand without the picked cards, suit by suit.
panel-staying = -# Stays: { $cards }
panel-select = { $count ->
    [2] Or choose both at once
   *[other] Or choose all { $count } at once
}
panel-picked-mark = ✗ { $card }
# Shows the rest of the hand where not all cards have room.
panel-others = { $count ->
    [one] The other card
   *[other] The other { $count } cards
}
panel-confirm = Discard these { $count }
panel-clear = Clear

## The auction

# What $name has just called. $bid: the bid that stands; empty where there is none.
panel-called = { $call ->
    [bid] ### Your call: { $name } bid { $bid }
    [double] ### Your call: { $name } doubled your { $bid }
    [redouble] ### Your call: { $name } redoubled { $bid }
    [pass] ### Your call: { $name } passed
   *[none] ### Your call: you open
}
# What the bids of a level need and earn. $level: 1 to 7, or 0NT. $needed: tricks. $earns: points, and then those of the
# bids that earn more, as "250, ♥ ♠ NT 750". $bonus: points more for exactly the tricks bid.
stakes-level = -# **{ $level }** ({ $needed } tricks): { $earns }, exactly +{ $bonus }
stakes-level-plain = -# **{ $level }** ({ $needed } tricks): { $earns }
stakes-points = { $points }
# $strains: one or several of ♣ ♦ ♥ ♠ NT.
stakes-more = { $strains } { $points }
# $points: for one trick short, for two, and so on, six numbers; the last is for six or more. $more: for three overtricks.
stakes-short = -# Three over +{ $more }. 1, 2 … short: { $points } for { $name }.
# $sentences: one or several of the following: why some bids cannot be pressed, and what comes of a pass.
panel-calls = -# { $sentences }
panel-off-low = Must rank above { $bid }.
panel-off-few = A suit needs 2 cards.
panel-off-jump = A jump needs 4.
panel-off-missing = NT needs all four suits.
panel-no-bid = No bid is open to you now.
panel-all-bids = There are no other bids.
panel-pass-open = Pass: { $name } may still bid.
# $who deals.
panel-pass-out = { $who ->
    [you] Pass: nobody scores, and you deal again.
   *[other] Pass: nobody scores, and { $name } deals again.
}
# $who plays the contract.
panel-pass-contract = { $who ->
    [you] Pass: you play { $contract }.
   *[other] Pass: { $name } plays { $contract }.
}
panel-lower = Lower bids
panel-higher = Higher bids
# $short: points for one, two and three tricks short. $made: those for making the bid exactly.
panel-double = -# Double: 1, 2, 3 short: { $short } for you. Made exactly: { $made } for { $name }.
panel-redouble = -# Redouble: made exactly: { $made } for you. 1, 2, 3 short: { $short } for { $name }.
# $bid: such as 5♠, or 5 spades.
panel-really = Really { $bid }?
panel-really-pass = Really pass?
panel-really-double = Really double?
panel-really-redouble = Really redouble?

## The play

panel-to-lead = ### Lead to trick { $trick }
panel-to-follow = ### Play to trick { $trick }: { $name } led { $lead }
panel-really-card = Play { $card }?
# Why some cards cannot be pressed.
panel-off-follow = -# You must follow { suit-name }.
# $colon: such as "the Royal Colon".
panel-off-follow-or-colon = -# You must follow { suit-name }, or play { $colon }, which matches.
panel-off-colon = -# A colon may be played only to a lead of its own group.
panel-off-colon-must = -# You have nothing but colons, so you must play the one that matches the lead.
panel-off-barred = -# { suit-name } are barred from this lead, since a colon was played to that suit.

## Where there is no table

# Small print above a player's own screen, in a match that nobody else sees: what a table would tell.
# $name is the opponent. $chosen: whether that one has chosen the discards.
alone-exchange = { $chosen ->
    [yes] -# You { $own-points } · { $name } { $other-points } · { $name } has discarded
   *[no] -# You { $own-points } · { $name } { $other-points } · { $name } is choosing
}
# $who dealt. $count: 4, 8 or 12.
alone-up-card = { $who ->
    [you] -# Up-card { $card }: you dealt, drew { $count }; { $name } 2
   *[other] -# Up-card { $card }: { $name } dealt, drew { $count }; you 2
}
# $calls: all calls, each as in alone-call.
alone-auction = -# Auction: { $calls }
alone-auction-before = { $before ->
    [one] -# Auction: … one call before, then { $calls }
   *[other] -# Auction: … { $before } calls before, then { $calls }
}
# The end. $who won.
alone-won = { $who ->
    [you] 🏆 **You win, { $winner-points } to { $loser-points }!**
   *[other] **{ $name } wins, { $winner-points } to { $loser-points }.**
}
alone-resigned = You resigned, so { $name } wins. Totals of the finished deals: you { $own-points } · { $name } { $other-points }
alone-call = { $who ->
    [you] you { $call }
   *[other] { $name } { $call }
}
