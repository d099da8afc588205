### What every feature says: cards, calls, permissions, and what the bot refuses. Names of people come in ready for a message's text.

## Cards and calls

colon-grand = Grand
colon-royal = Royal
colon-little = Little
hand-colons = Colons: **{ $colons }**
strain-no-trump = NT
call-pass = Pass
call-double = Double
call-redouble = Redouble
contract-plain = { $bid }
contract-doubled = { $bid } doubled
contract-redoubled = { $bid } redoubled
suit-spades = spades
suit-hearts = hearts
suit-diamonds = diamonds
suit-clubs = clubs

## The group of commands

command-root = Bridgette, the bridge game for two

## Permissions, as Discord calls them

permission-create-public-threads = Create Public Threads
permission-send-messages = Send Messages
permission-send-messages-in-threads = Send Messages in Threads
permission-view-channel = View Channel
permission-attach-files = Attach Files

## What the bot refuses

refused-bot-permission = I lack the permission “{ $permission }” in this channel; ask a moderator to grant it, or play elsewhere.
refused-place = Matches are played in a server's text channels and threads.
refused-unknown-button = This button does not belong to anything that I know.
refused-store = Your move could not be saved, so nothing has changed. Please try again in a moment.
refused-restarting = I am being restarted just now: nothing is lost; please try again in a moment.
refused-discord = Discord did not take my answer. Nothing is lost: `/bridgette hand` shows how things stand.
late-answer = That took a moment; here it is.
apology = Something went wrong on my side; nothing was lost. If it happens again, tell the host this code: { $code }.
