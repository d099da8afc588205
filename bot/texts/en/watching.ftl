### Watching: whoever follows a match is told when a deal of it starts.

watch-follow = Follow
watch-unfollow = Unfollow
watch-followed = 👀 You follow { $first-name } against { $second-name }: when a deal starts I ping you here, once, until the match ends. **Follow** at the table, pressed again, ends it too.
watch-left = You do not follow this match any more.
# $title: deal-of or deal-tie-break. $link: leads to the table.
watch-deal = 👀 **{ $title } starts:** { $first-name } against { $second-name }. [To the table]({ $link })

## What is refused

refused-watch-own = You are playing in this match; you are told when it is your turn.
# $most: how many people, more than one.
refused-watch-full = { $most } people follow this match already; more I cannot ping.
