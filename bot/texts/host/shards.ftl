### What a host reads where several processes share the bot. English only: nobody translates this file.

settings-hand-over = HAND_OVER must be a number of seconds from 0 to { $longest }.
cli-run-shards = share the bot with other processes, by COUNT shards, or as many as Discord recommends: auto (PostgreSQL only)
cli-run-ranges = how many ranges of the shards this process may take (otherwise 1)
cli-shards = tell which process serves which shards, and who stands by (PostgreSQL only)
cli-shards-set = set the plan: COUNT shards in RANGES ranges; all shard processes must be stopped
cli-shards-count = into how many shards the bot's servers fall
cli-shards-ranges = into how many ranges the shards fall: as many as processes are to share them
shards-need-postgres = Processes can share the bot with PostgreSQL alone: move to it by python -m bot move, or run it without --shards.
shards-count-bad = shards are a number from 1 to { $most }, or auto where the bot is started
shards-ranges-bad = ranges are a number from 1 to { $most }
shards-ranges-alone = --ranges goes with --shards: write --shards auto too, or leave it out.
shards-more-ranges = There cannot be more ranges than shards.
shards-set = From now on there are { $shards ->
        [one] 1 shard
       *[other] { $shards } shards
    } in { $ranges ->
        [one] 1 range
       *[other] { $ranges } ranges
    }.
shards-none = There is no plan yet: the first process that is started with --shards makes one, or python -m bot shards set does.
shards-alone = One process serves everything (process { $pid } on { $host }): stop it before processes share the bot.
shards-plan = { $shards ->
        [one] 1 shard
       *[other] { $shards } shards
    } in { $ranges ->
        [one] 1 range
       *[other] { $ranges } ranges
    }
# $first, $last: the shards of the range.
shards-free = range { $range } (shards { $first } to { $last }): NOBODY serves it; start one more process with --shards auto
shards-held = range { $range } (shards { $first } to { $last }): process { $pid } on { $host }, token { $token }, since { $since }{ $state ->
        [overdue] {" "}(it does not answer: one that stands by takes over soon; without one, start one more with --shards auto)
        [closing] {" "}(it is about to stop)
       *[well] {""}
    }
shards-standing-by = { $count ->
        [0] no process stands by
        [one] 1 process stands by
       *[other] { $count } processes stand by
    }
shards-starts = { $count ->
        [one] 1 session start is
       *[other] { $count } session starts are
    } left today
shards-starts-unknown = how many session starts are left today is not known yet
