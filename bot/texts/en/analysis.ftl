### Analysis: what was right in a deal that is over.

button-analysis = Analysis

# $title: which deal of the match it is, such as "Deal 2 of 6".
analysis-title = Analysis · { $title }
# Small print above what follows from all cards.
analysis-known-about = With all cards known. Much that looks wrong in this light was right for what could be known.
# In all of these: $who is "you" where it is about whoever reads it, whose name is $name.
# The contract in which a player would have scored most, all cards known. $bid: such as 4♠.
analysis-best = { $who ->
    [you] Your
   *[other] { $name }'s
} best contract: **{ $bid }**, { $tricks } tricks, { $points } points.
analysis-best-none = { $who ->
    [you] You
   *[other] { $name }
} could make no contract.
# What a player's cards gave away. $cards: how many cost points; $free: how many more cost tricks, but no points.
analysis-sum = { $who ->
    [you] You
   *[other] { $name }
} gave away { $cards ->
    [0] no points
    [one] **{ $points } points** by one card
   *[other] **{ $points } points** by { $cards } cards
}{ $free ->
    [0] .
    [one] ; one card gave away a trick, but no points.
   *[other] ; { $free } cards gave away tricks, but no points.
}
# One card. $how: it cost tricks (lost), or brought too many (many), which can cost the bonus for exactly the bid.
analysis-fault = **Trick { $trick }**, { $who ->
    [you] you
   *[other] { $name }
}: { $card } { $how ->
    [many] { $tricks ->
        [one] took a trick too many, which cost { $points } points
       *[other] took { $tricks } tricks too many, which cost { $points } points
    }
   *[lost] { $tricks ->
        [one] cost a trick and { $points } points
       *[other] cost { $tricks } tricks and { $points } points
    }
}; { $best } was best.

## By what could be known

# Small print. $hands: over how many hands of the opponent each decision was looked at.
analysis-could-about = By what you could know: each of your calls and cards over { $hands } hands that were possible then. Only what chance does not explain counts.
analysis-could-found = { $count ->
    [0] By what you could know you gave nothing away: see the last page.
    [one] By what you could know you gave something away once: see the last page.
   *[other] By what you could know: your { $count } dearest decisions are on the last page.
}
analysis-could-not = What you could know is not looked at here: this computer takes too long for that.
# While it is being looked at. $done: how many decisions were, $of: of how many.
analysis-looks = By what you could know: { $done } of { $of } decisions looked at …
analysis-waits = By what you could know: it begins in a moment …
analysis-failed = By what you could know: that did not work just now. Press **Analysis** again.
analysis-regret-none = Nothing: no call or card of yours cost more than chance explains.
# $chosen, $better: calls.
analysis-regret-call = **Auction**: { $chosen } cost you about { $points } points; { $better } was better.
# $chosen, $better: cards. $make, $then: in how many of ten hands the contract is made after each; $same: whether both are equal.
analysis-regret-card = **Trick { $trick }**: { $chosen } cost you about { $points } points; { $better } was better. { $declares ->
    [yes] You make the contract
   *[no] The contract is made
} in { $same ->
    [yes] { $make ->
        [0] hardly any hand
        [10] nearly all hands
       *[other] about { $make } of 10 hands
    } either way.
   *[no] { $make ->
        [0] hardly any hand
       *[other] about { $make } of 10 hands
    }, with { $better } in { $then } of 10.
}

## Pages

analysis-page = Page { $page } of { $pages }
analysis-previous = Previous
analysis-next = Next

## What is refused

refused-analysis = This deal cannot be analysed.
refused-thinking = So much is being thought about just now that this has to wait: try again in a minute.
