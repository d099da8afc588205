### What a host reads while the bot moves from SQLite to PostgreSQL. English only: nobody translates this file.

cli-move = move everything from the SQLite database to an empty PostgreSQL one; the bot must not be running
cli-move-url = the address of the PostgreSQL database: postgresql://user:password@host/name
cli-move-back = take the old SQLite database up again; what was played since the move is not in it
move-what = Name the URL to move to, or --back: one of the two.
move-older = The database is of an earlier version, and is brought up to date first.
# $table: the name of a table of the database.
move-progress = { $table }: { $done } of { $total }
move-done = Moved, with { $count ->
        [one] 1 match
       *[other] { $count } matches
    }.
move-was-done = The earlier move had come to its end: all is there, with { $count ->
        [one] 1 match
       *[other] { $count } matches
    }.
move-next = Next: set DATABASE_URL to the new address, in .env or where this host keeps its settings, and start the bot.
move-old-file = The bot does not start with the old file any more: { $file } is a copy of how all stood at the move. Delete it once the new database has a backup: what people ask the bot to forget is still in it. (To go back to it: python -m bot move --back.)
move-back-none = The database has not moved: there is nothing to go back to.
move-back-where = --back is for the old copy, and DATABASE_URL names PostgreSQL: set it to the SQLite file first.
move-back-done = The bot starts with this database again, and all stands as it did at the move. Leave the other one alone from now on: one of them only can be right.

## What is otherwise with PostgreSQL

# $command: what is typed at a terminal.
backup-postgres = A PostgreSQL database is copied by PostgreSQL's own tools, also while the bot runs. Run this; it asks for the password: { $command }
restore-postgres = A PostgreSQL database is put back by PostgreSQL's own tools, beside the one that is there. Stop the bot, run this, which asks for the password, and set DATABASE_URL to the new database: { $command }
check-server = the server has PostgreSQL { $version }; { $encrypted ->
        [yes] the connection to it is encrypted
       *[no] the connection to it is not encrypted: over a network that is not your own, add ?sslmode=require to DATABASE_URL
    }
check-server-old = The server has PostgreSQL { $version }, and the bot needs { $oldest } or newer.
check-encoding = The database has the encoding { $encoding }, which cannot hold every name: make a new one with UTF8.
# $name: a setting of PostgreSQL's.
check-limit = The server has { $name } = { $value }, in which the bot cannot work: turn it off for the bot by ALTER ROLE … SET { $name } = 0.
check-matches = { $count ->
        [one] 1 match was
       *[other] { $count } matches were
    } ever begun
check-held = the bot is running with it: process { $pid } on { $host }
check-free = no bot is running with it
check-shared = { $served ->
        [one] 1 process serves
       *[other] { $served } processes serve
    } it by shards{ $missing ->
        [0] {""}
        [one] , and 1 range of the { $ranges } is served by nobody: python -m bot shards tells which
       *[other] , and { $missing } ranges of the { $ranges } are served by nobody: python -m bot shards tells which
    }
