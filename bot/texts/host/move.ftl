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
move-back-done = The bot starts with this database again, and all stands as it did at the move. Leave the other one alone from now on: one of them only can be right.
