### What the rules refuse.

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
