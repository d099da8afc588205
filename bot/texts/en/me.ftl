### A person's own settings. $state: on or off, as a key to choose by.

## Commands

command-me = me
command-me-about = Your own settings: reminders, direct messages, questions, who may challenge you
command-me-block = block
command-me-block-about = Somebody whose challenges you do not want any more

## The settings

me-title = ## Your settings
    They hold on every server, and nobody else sees them.
me-reminders = { $state ->
    [on] **Reminders: on.** Half-way through the clock of a decision a message pings you.
   *[off] **Reminders: off.** Half-way through the clock of a decision you are told without a ping.
}
me-direct = { $state ->
    [on] **Direct messages: on.** Where a message tells you that it is your turn, I write to you as well.
   *[off] **Direct messages: off.** That it is your turn is said in the match's channel alone.
}
me-asks = { $state ->
    [on] **Questions: on.** Each card and each call that you press asks once before it counts.
   *[off] **Questions: off.** Only doubles, redoubles and bids from level 5 on ask once before they count.
}
me-quiet = { $state ->
    [on] **Quiet: on.** What tells you something in a channel comes without a push.
   *[off] **Quiet: off.** What tells you something in a channel may push, as you have set it for the server.
}
me-words = { $state ->
    [on] **Words on buttons: on.** Buttons and typed choices say “10 of spades”.
   *[off] **Words on buttons: off.** Buttons show a card and its sign.
}
me-knows = { $state ->
    [on] **I know the game: yes.** Nothing is explained beside your hand.
   *[off] **I know the game: no.** In your first deals a line explains what comes up.
}
me-challengeable = { $state ->
    [on] **Challenges: on.** Others may challenge you.
   *[off] **Challenges: off.** Nobody can challenge you; you can challenge and join others.
}
# Labels of buttons, which say what pressing them does: 16 letters at most, for two stand side by side on a phone.
me-reminders-on = Remind me
me-reminders-off = No reminders
me-direct-on = Write to me
me-direct-off = No messages
me-asks-on = Ask me first
me-asks-off = No questions
me-quiet-on = Without a push
me-quiet-off = With a push
me-words-on = Words on buttons
me-words-off = Signs on buttons
me-knows-on = I know the game
me-knows-off = Explain the game
me-challengeable-on = Allow challenges
me-challengeable-off = No challenges

## The block list

me-blocked = { $count ->
    [0] **Blocked: nobody.**
    [one] **Blocked: one person.** What they ask of you is not sent.
   *[other] **Blocked: { $count } people.** What they ask of you is not sent.
}
me-blocked-page = Page { $page } of { $pages }
me-previous = ◀ Previous
me-next = Next ▶
me-block = Block somebody
me-block-done = { $name } is blocked, and is not told so. A match that you are playing together goes on.
me-unblock = Unblock { $name }
# Somebody whose name is not kept any more.
me-unblock-somebody = Unblock somebody

## What is refused

refused-block-oneself = You cannot block yourself.
refused-block-bot = { $name } is a bot, and bots challenge nobody.
refused-block-many = You have blocked { $most } people; unblock somebody first.
