### What a host reads of processes that think. English only: nobody translates this file.

## python -m bot think

cli-think = think for the bot, in a process of its own beside it; with PostgreSQL alone, and without a token of Discord's
cli-think-threads = how many decisions are worked out at once (usual: one for each processor)
cli-think-count = it is a number from 1 to 1000
think-sqlite = Processes that think need PostgreSQL: with SQLite the bot thinks by itself. Set DATABASE_URL to a PostgreSQL database (python -m bot move takes the matches there), or leave this process out.
think-extra = Processes that think need the extra "postgres": pip install ".[postgres]".
think-older = It is of another version than this process: start the bot of this version first, which brings it up to date.
