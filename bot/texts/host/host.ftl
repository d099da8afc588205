### What a host reads at the terminal and in the log. English only: nobody translates this file.

## The host's terminal

settings-file = The file { $name } cannot be read: { $reason }.
settings-file-not-text = The file { $name } cannot be read: it is not in UTF-8.
settings-log-level = LOG_LEVEL must be one of { $levels }.
settings-pictures-bad = PICTURES must be one of { $choices }.
settings-application-id = DISCORD_APPLICATION_ID must be a number of 15 to 20 digits, and at most 9223372036854775807.
settings-token-missing = DISCORD_TOKEN is not set: make a bot at https://discord.com/developers/applications, copy its token into .env, or play without Discord by `make demo`.
settings-token-refused = Discord refuses this DISCORD_TOKEN: copy it again from https://discord.com/developers/applications, page “Bot”.
settings-invite-missing = Set DISCORD_APPLICATION_ID (the page “General Information” of the bot at https://discord.com/developers/applications) or DISCORD_TOKEN to print the invitation.
# $address: an address of Discord's.
invite-server = On a server: { $address }
invite-person = For one person, to play alone anywhere: { $address }
invite-switch = The second one works once “User Install” is switched on, on the page “Installation” of the bot at https://discord.com/developers/applications.
cli-about = Bridgette for Discord.
cli-run = start the bot (also without a command)
cli-invite = print the addresses that add the bot to a server, and for one person everywhere
cli-check = tell whether the set-up is right, and what is wrong with it
cli-id = an id is a number from 1 to 9223372036854775807, in plain digits
cli-check-server = a server's id: check the bot's permissions there as well
cli-backup = write a consistent copy of the database, also while the bot runs
cli-restore = put a copy in the place of the database; the bot must not be running
cli-export = write the records of all matches, one JSON object a line; they hold the hidden cards of open matches, but for the deal of the day
cli-void = end an open match as void, also one whose record is damaged; it counts for nobody
cli-void-match = the number of the match
cli-adopt = make the database that of the application of this DISCORD_TOKEN
cli-adopt-yes = do not ask
cli-file = a file
cli-export-file = a file, or - for standard output
backup-done = The copy is in { $file }.
restore-done = The database was put back from { $file }.
restore-aside = The database that was there before is now { $file }.
restore-running = The bot is running with this database: stop it first.
export-done = { $count ->
        [one] 1 match was
       *[other] { $count } matches were
    } written to { $file }.
export-closed = it is closed
ids-and-more = { $count ->
        [one] { $ids } and 1 more
       *[other] { $ids } and { $count } more
    }
export-damaged = These matches were left out, since what is stored of them breaks the rules: { $ids }.
export-sealed = These matches are of a deal of the day that others may still play, and were left out; export them once it is opened, after { $until }: { $ids }.
void-done = Match { $id } is void.
void-over = Match { $id } is over already.
void-unknown = There is no match { $id }.
older-running = It is of the version before, and the bot is running with it: stop the bot, and start this version first.
adopt-missing = Set DISCORD_TOKEN, or DISCORD_APPLICATION_ID (the page “General Information” of the bot at https://discord.com/developers/applications).
adopt-already = The database belongs to the application { $new } already.
adopt-none = The database belongs to no application yet.
adopt-stored = The database belongs to the application { $stored }.
adopt-question = Make it that of { $new }? What the other one posted can then not be changed any more. (yes/no){ " " }
adopt-no-terminal = There is no terminal to ask at: use --yes.
adopt-done = The database belongs to the application { $new } now.
adopt-left = Nothing was changed.
export-fails = { $file } cannot be written: { $reason }.
check-well = ok: { $text }
check-wrong = WRONG: { $text }
check-database = the database can be used and is up to date; { $open ->
        [one] 1 match is
       *[other] { $open } matches are
    } open
check-older = the database is of an earlier version (schema { $found }): it will be brought up to date (to { $wanted }) at the next start
check-damaged = The records of these open matches are damaged, so that they cannot go on: { $ids }. End them by python -m bot void, each with its number.
check-disk = { $free } MB are free where the database is
check-disk-full = Only { $free } MB are free where the database is.
check-token = Discord accepts the token, which belongs to { $name }
check-no-server = The bot is not on that server, or no server has that id.
check-permissions = the bot has all the permissions that it needs on that server
check-permissions-missing = The bot lacks permissions on that server: { $names }. Invite it again, or grant them.
cli-database = The database cannot be used: { $reason }
cli-unreachable = Discord cannot be reached: { $reason }

new-database = A NEW, EMPTY database was made at { $path }. If matches were kept before, DATABASE_URL names another place than it did.
