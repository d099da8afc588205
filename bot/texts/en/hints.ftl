### Hints: what the expert would do, in a match alone. They stand above the buttons, a line each.

button-hint = Hint
# $hand: the 13 cards to keep, suit by suit; $strain: the suit, or NT.
hint-keep = 💡 I would keep these for { $strain }: { $hand }
hint-discard = That lets { $cards } go.
hint-call = 💡 I would say { $call }.
# $who: you, or the opponent, whose name is $name, plays the contract in the end. $size: roughly what it is worth.
hint-call-expects = 💡 I would say { $call }. Mostly that comes to { $size ->
    [slam] a slam
    [game] a game
   *[part] a small contract
} in { $strain }, played by { $who ->
    [you] you
   *[other] { $name }
}.
# $cards: one card, or several that are as good. $make: in how many of ten hands. $declares: whether the reader plays the contract.
hint-card = 💡 I would play { $cards }: { $declares ->
    [yes] you make the contract
   *[no] the contract is made
} in { $make ->
    [0] hardly any of the hands
    [10] nearly all hands
   *[other] about { $make } of 10 hands
} that { $name } may hold.
# $cost: about how many points less than the first, 0 where one cannot tell.
hint-card-other = { $cards }: { $cost ->
    [0] about as good
   *[other] about { $cost } points less
}; { $make } of 10.
hint-card-plain = 💡 I would play { $cards }.
hint-card-other-plain = Then { $cards }.
# $cards: all but the last, such as "♠7, ♠8".
hint-or = { $cards } or { $last }
# At the end of a match. $deals: the deals in which the reader was given a hint.
hints-used = { $deals ->
    [one] With hints in 1 deal, which counts apart.
   *[other] With hints in { $deals } deals, which count apart.
}
refused-hint = Hints are for a match alone: `/bridgette solo`.
