### What the rules refuse. $rule is the number of the rule, such as R14, in brackets at the end of each sentence.
### $card is the card, and $bid the bid, that somebody wanted to play or make; $lead is the card that was led.

objection-match-over = The match is over ({ $rule }).
objection-no-deal = No deal has begun yet ({ $rule }).
objection-deal-over = This deal is over ({ $rule }).
objection-exchange-open = The exchange is still going on: both choose their discards first ({ $rule }).
objection-exchange-over = The exchange of this deal is over ({ $rule }).
objection-auction-open = The auction is still going on: make a call ({ $rule }).
objection-auction-over = The auction of this deal is over ({ $rule }).
objection-not-your-turn = It is not your turn ({ $rule }).
objection-discarded-already = You have chosen your discards already ({ $rule }).
# $count: 2, 4, 8 or 12.
objection-discard-count = Exactly { $count } cards must be discarded ({ $rule }).
objection-discard-not-held = You do not hold { $card }, or you named it twice ({ $rule }).
# $standing: the bid that stands.
objection-bid-too-low = { $bid } does not rank above { $standing } ({ $rule }).
# $suit: see suit-name in kit.ftl.
objection-suit-too-short = { $bid } needs at least 2 cards of { suit-name } ({ $rule }).
objection-suit-missing = { $bid } needs a card of each suit, and you hold no { suit-name } ({ $rule }).
objection-jump-too-short = { $bid } is a jump, which needs at least 4 cards of { suit-name } ({ $rule }).
objection-nothing-to-double = You can double only your opponent's standing bid, and only once ({ $rule }).
objection-nothing-to-redouble = You can redouble only your own bid once it has been doubled ({ $rule }).
objection-card-not-held = You do not hold { $card } ({ $rule }).
objection-must-follow = You must follow suit: { $card } cannot be played to { $lead } ({ $rule }).
# $card: a colon.
objection-colon-does-not-match = You cannot play { $card } to { $lead }, since it does not match that card ({ $rule }).
objection-colon-must-match = You must play the colon that matches { $lead } ({ $rule }).
objection-suit-barred = { suit-name } are barred from this lead; lead something else ({ $rule }).
