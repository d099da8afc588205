### What a host reads who lets others run the bot: containers, supervisors, platforms. English only: nobody translates this file.

cli-migrate = bring the database up to date, or make it: the step before a new version is started
cli-alive = tell by the exit code whether the bot that runs here is well: 0 or 1

migrate-made = The database was made, with schema { $to }.
# $before, $to: the revisions of the schema, such as 0008.
migrate-done = The database was brought up to date, from schema { $before } to { $to }.
migrate-nothing = The database is up to date, with schema { $to }: there was nothing to do.
migrate-running = It is of the version before, and the bot is running with it: stop the bot first.

alive-none = The bot is not running, or has not been well since its start: there is no { $file }.
alive-old = The bot is not well, or hangs: it was well { $seconds } s ago.
alive-unreadable = Whether the bot is well cannot be told, since { $file } cannot be read: { $reason }.

settings-metrics-port = METRICS_PORT must be a number from 1 to 65535.
metrics-missing = METRICS_PORT needs the extra "metrics": pip install ".[metrics]".
metrics-port = The figures of METRICS_PORT cannot be served at { $address }: { $reason }. Each process on one machine needs a port of its own.

## What each figure is, beside its name

metric-acts = Acts saved by this process.
metric-click-seconds = From a press or a command at Discord until its work was done.
metric-commit-seconds = Writing transactions, from the wait for their turn to the commit.
metric-loop-lag-seconds = How late the event loop is, looked at every second.
metric-shard-latency-seconds = How long Discord took to answer the last heartbeat.
metric-shard-up = Whether the shard is connected.
metric-budget-waiting = Requests that wait for their turn below Discord's limit.
metric-budget-oldest-seconds = For how long the oldest of them has waited.
metric-tables-behind = Tables whose edit waits until there is room.
metric-tables-oldest-seconds = For how long the oldest of them has waited.
metric-too-many-requests = Requests that Discord refused as too many, by whose limit it was.
metric-failures = What failed, by Discord's code or the kind of error.
metric-clicks-dropped = Presses that were not answered, since one person had too many under way.
metric-matches-open = Open matches in the database, which all processes share.
metric-matches-held = Open matches in this process's memory.
metric-decisions-in-hand = Decisions of the house that wait or are worked out in this process.
metric-analyses-in-hand = Hints and analyses that wait or are worked out in this process.

## Disks

# $host: the name of a company, or of a program.
disk-passing = { $host } gives a program a new disk at every deploy, so all matches will be lost. Use PostgreSQL: name it in DATABASE_URL (docs/moving.md says how to take the matches along).
disk-passing-or-volume = { $host } gives a program a new disk at every deploy, and the database lies on that one, so all matches will be lost. Attach a volume and name a file on it in DATABASE_URL, or use PostgreSQL (docs/moving.md).
# $kind: the kind of a file system, such as nfs4.
disk-network = The database lies on a file system of the kind { $kind }, over a network, where SQLite can lose matches: it needs a disk of this machine. Name a file on one in DATABASE_URL, or use PostgreSQL (docs/moving.md).
