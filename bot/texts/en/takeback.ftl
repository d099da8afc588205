### Slips of the finger: taking one's own last move back.

## Commands

command-takeback = takeback
command-takeback-about = Ask your opponent to let you take your last card, call or discards back

## At the table and beside the hand. $kind: card, call or discards; $move: the card or the call

# $name: who asks; $other: who may agree. $reader: who reads it: asker, other, or somebody who watches (watcher).
back-request = { $reader ->
    [asker] ↩️ You have asked to take back { back-what }. { $other } may allow it, or simply play on.
    [other] ↩️ { $name } asks to take back { back-what }. You may allow it, or simply play on.
   *[watcher] ↩️ { $name } asks to take back { back-what }. { $other } may allow it, or simply play on.
}
back-what = { $kind ->
    [card] { $move }
    [call] the call { $move }
   *[discards] the choice of discards
}
# It was declined, or dropped by whoever had asked.
back-kept = ↩️ { $kind ->
    [card] { $move } stays on the table.
    [call] The call { $move } stands.
   *[discards] Your choice of discards stands.
}
back-taken = { $reader ->
    [asker] ↩️ { $other } let you take { back-kind } back.
    [other] ↩️ You let { $name } take { back-kind } back.
   *[watcher] ↩️ { $other } let { $name } take { back-kind } back.
}
back-kind = { $kind ->
    [card] a card
    [call] a call
   *[discards] the choice of discards
}

## Buttons

back-ask = Take back
back-drop = Let it stand
back-allow = Yes, take back
back-decline = It stands

## What is refused

refused-back-nothing = There is nothing of yours to take back: since then something else was played, or cards were shown.
refused-back-once = You have asked about that move already, and it stands.
# $most: how many times, more than one.
refused-back-often = You have asked { $most } times in this deal; from now on what is played stands.
refused-back-gone = That request does not stand any more.
refused-back-own = It is your own request; your opponent has to allow it.
refused-back-alone = There is nobody who could allow that.
