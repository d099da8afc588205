command-stop = stop
command-stop-about = Ask to stop your match without a winner; moderators stop the match in this channel

## A proposal to stop, at the table and beside the hand

# $name: who proposes it; $other: who is to answer.
stop-offer = 🤝 { $name } proposes to stop the match: nobody wins, and the finished deals count. { $other } may agree, or simply play on.
stop-agree = Agree to stop
stop-decline = No, play on
stop-take-back = Take it back
stop-offered = You have proposed to { $name } to stop the match: nobody wins, and the finished deals count. The buttons are at the table.
stop-dropped = The proposal is gone; the match goes on.
stop-agreed = You have both agreed to stop. Nobody wins.

# Of a match against the house.
stop-ask-alone = **Stop this match?** The house agrees: nobody wins, and the finished deals count. This cannot be taken back.

## A moderator

stop-ask = **Stop the match of { $first-name } and { $second-name }?** Nobody wins it; its finished deals count. This cannot be taken back.
stop-yes = Stop the match
stop-no = Let them play
stop-done = The match is stopped. Nobody wins it.
stop-left = Good: they play on.

## What is refused

refused-offered-already = You have proposed that already; it is for your opponent to answer.
refused-offered-to-you = Your opponent has just proposed the same: agree at the table.
refused-no-offer = That proposal does not stand any more.
refused-own-offer = It is your own proposal; your opponent has to agree.
refused-own-match = It is your own match. Propose to stop it, or resign.
