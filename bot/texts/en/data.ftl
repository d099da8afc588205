### What is stored about a person, and how it is removed.

## Commands

command-my-data = my-data
command-my-data-about = All that is stored about you, as a file that only you can see
command-forget-me = forget-me
command-forget-me-about = Remove your name and all that is stored about you; you are asked once

## The file

data-file = All that I have stored about you. Of a match that is still being played it holds only what you can see yourself.
data-damaged = { $matches ->
    [one] One match is damaged: the file has no record of it.
   *[other] { $matches } matches are damaged: the file has no record of them.
}
data-too-soon = You have asked for this file a moment ago; in a minute you can have it again.
data-too-large = There is more stored about you than Discord takes as a file. Please ask the host for it.

## Being forgotten

forget-ask = **Shall I forget you?** On all servers your name, your id, your settings, your block list and your figures are removed. This cannot be taken back.
# $matches: those that are open, 0 or more.
forget-matches = { $matches ->
    [0] · You have no open match.
    [one] · Your open match is resigned: lost once the first contract has been led to, void before.
   *[other] · Your { $matches } open matches are resigned: lost once the first contract has been led to, void before.
}
forget-challenges = · Your open challenges are withdrawn.
forget-opponents = · Your opponents keep their matches, against “somebody”.
forget-stays = What stays: messages in Discord; backups of the host, until they are deleted; in others' block lists, for an hour in the limit on challenges, and with a try of a deal of the day until that day is opened, a code that names nobody.
forget-yes = Forget me
forget-no = Leave it
forget-kept = Good: nothing has changed.
forget-changed = Your open matches have changed meanwhile, so this is asked once more.
forget-under-way = That is under way already.
forget-failed = The database failed before everything was removed. Please press again in a moment: what is left goes then.
forget-done = Done: nothing is stored about you any more. If you play again, you start anew.
