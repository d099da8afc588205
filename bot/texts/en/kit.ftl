### What every feature says: cards, calls, permissions, and what the bot refuses.

### For translators, in every file:
### · A name ($name, $first-name, $challenger …) is ready for display and cannot be declined: put a noun before it where
###   your language needs a case ("player { $name }").
### · $mark is ① or ②, which stand for the two seats; names and marks are never joined by "and".
### · $card, $lead, $bid, $call and $contract come as signs, such as ♠A or 4♠ X; a colon comes by its name below.
### · Every number comes as a number: any message may choose by it, also where the English one does not.
### · A message may put its arguments in any order, but uses the same ones as in English.
### · Command names such as `/bridgette hand` stay English: Discord knows them by these names alone.
### · ** makes text bold, > and # at the beginning of a line have a meaning too: keep them where they are.

## Cards and calls

# A suit inside a sentence, used in other messages as { suit-name }. $suit: spades, hearts, diamonds or clubs.
# A language that declines the word adds its forms as attributes, .partitive = … say, and uses { suit-name.partitive }.
suit-name = { $suit ->
    [spades] ♠︎ spades
    [hearts] ♥︎ hearts
    [diamonds] ♦︎ diamonds
   *[clubs] ♣︎ clubs
}
# The three colons within a sentence.
colon-grand = the Grand Colon
colon-royal = the Royal Colon
colon-little = the Little Colon
# The same on a button and in a list of cards: as short as can be.
colon-grand-short = Grand
colon-royal-short = Royal
colon-little-short = Little
# The cards that a colon stands for, used in other messages as { colon-group }. $group: aces, faces or spots.
colon-group = { $group ->
    [aces] A
    [faces] K Q J
   *[spots] 10 to 2
}
# $colons: their faces, or their short names.
hand-colons = Colons: { $colons }
# The same on the buttons and in the menus of somebody who has chosen words instead of signs.
colon-grand-words = Grand Colon
colon-royal-words = Royal Colon
colon-little-words = Little Colon
# A card in words, for the same. $rank: A, K, Q, J or 10 to 2, in letters and figures. $suit: spades, hearts, diamonds or clubs.
card-words = { $suit ->
    [spades] { rank-words } of spades
    [hearts] { rank-words } of hearts
    [diamonds] { rank-words } of diamonds
   *[clubs] { rank-words } of clubs
}
# The beginning of card-words.
rank-words = { $rank ->
    [A] Ace
    [K] King
    [Q] Queen
    [J] Jack
   *[other] { $rank }
}
# A bid in words. $level: 0 to 7. $strain: no-trump, or a suit as above.
bid-words = { $strain ->
    [no-trump] { $level } no trump
    [spades] { $level ->
        [one] 1 spade
       *[other] { $level } spades
    }
    [hearts] { $level ->
        [one] 1 heart
       *[other] { $level } hearts
    }
    [diamonds] { $level ->
        [one] 1 diamond
       *[other] { $level } diamonds
    }
   *[clubs] { $level ->
        [one] 1 club
       *[other] { $level } clubs
    }
}
strain-no-trump = NT
call-pass = Pass
call-double = Double
call-redouble = Redouble

## Clocks

# How long a decision may take, used in other messages as { clock-length }. $unit: minutes, hours or days; $count: how many.
clock-length = { $unit ->
    [minutes] { $count ->
        [one] 1 minute
       *[other] { $count } minutes
    }
    [hours] { $count ->
        [one] 1 hour
       *[other] { $count } hours
    }
   *[days] { $count ->
        [one] 1 day
       *[other] { $count } days
    }
}

## What stands between the items of a list

# Between the names of colons.
joiner-list = { ", " }
# Between calls, suits and tricks on one line.
joiner-parts = { " · " }
# Between the parts of a score.
joiner-sum = { " + " }

## People

# Stands in the place of the name of somebody who asked to be forgotten, inside a sentence or at its beginning.
somebody = somebody
# Stands in the place of a name for the computer player, as a name of its own.
house-name = House
# How well the house plays, used in other messages as { strength-name }. $strength: novice, club or expert.
strength-name = { $strength ->
    [novice] novice
    [expert] expert
   *[club] club
}

## The group of commands

command-root = Bridgette, the bridge game for two

## Permissions

# These must be the very words of Discord's client in your language; English where Discord does not have the language.
permission-create-public-threads = Create Public Threads
permission-read-message-history = Read Message History
permission-send-messages = Send Messages
permission-send-messages-in-threads = Send Messages in Threads
permission-view-channel = View Channel
permission-attach-files = Attach Files
permission-manage-messages = Manage Messages
permission-manage-guild = Manage Server

## What the bot refuses

# $permission: one of the names above.
refused-bot-permission = I lack the permission “{ $permission }” in this channel; ask a moderator to grant it, or play elsewhere.
# The same, of the person who asks.
refused-your-permission = For this you need the permission “{ $permission }” in this channel.
refused-place = Matches against others are played in a server's text channels and threads; anywhere else there is `/bridgette solo`.
# Somebody asked in a direct message, or on a server that the bot is not on.
refused-elsewhere = This works on servers that I am on: ask for it in a channel there.
refused-not-here = I am not on this server myself, so no match can be played here. Ask somebody who manages the server to invite me.
refused-strength = The house plays as novice, club or expert.
refused-unknown-button = This button does not belong to anything that I know.
refused-too-fast = One thing at a time, please: I am still busy with your last presses.
refused-store = The database did not take that just now, so nothing has changed. Please try again in a moment.
refused-unsure = The database failed just now, so I cannot tell whether that was saved. `/bridgette hand` shows how things stand, in a moment.
refused-saved = It was saved, but I could not show it. `/bridgette hand` shows how things stand.
refused-restarting = I am being restarted just now: nothing is lost; please try again in a moment.
refused-discord = Discord did not take my answer. Nothing is lost: `/bridgette hand` shows how things stand.
# $match: the match's number, as text.
refused-damaged-match = This match's record is damaged, so it cannot go on. Nothing is wrong with your other matches; please tell the host this number: { $match }.
# Direct messages, which that person had asked for.
direct-failed = Discord did not let me write to you, so your direct messages are off. `/bridgette me` turns them on again.
# "It" is the answer that was asked for.
late-answer = That took a moment; here it is.
# $code: letters and digits. The host is whoever runs the bot.
apology = Something went wrong on my side; nothing was lost. If it happens again, tell the host this code: { $code }.
refused-match-open = This match is still being played.
