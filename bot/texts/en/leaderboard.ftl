### The leaderboard and a player's figures.
### $share is the part of the matches that was won, from 0 to 1; $average is points a deal, in whole points.

## Commands

command-leaderboard = leaderboard
command-leaderboard-about = The best players of this server
command-stats = stats
command-stats-about = A player's figures: matches, points, contracts, opponents
command-stats-member = member
command-stats-member-about = Whose figures; leave it out for your own

## The leaderboard

leaderboard-title = ## Bridgette on this server
leaderboard-empty = ## Bridgette on this server
    Nobody has finished a match here yet. Start one with `/bridgette challenge`.
# The heads of columns: at most 5 letters each, "rank" 3, "matches" 9, "share" 4.
leaderboard-column-rank = #
leaderboard-column-player = player
leaderboard-column-matches = played
leaderboard-column-wins = won
leaderboard-column-losses = lost
leaderboard-column-share = %
# Below the columns, at most 22 letters wide: points for, points against, average a deal.
leaderboard-line-points = { $points-for } : { $points-against } · { $average }
leaderboard-page = Page { $page } of { $pages } · points for : against · average a deal
leaderboard-order = Ranked by wins, then share won, then average a deal
leaderboard-previous = ◀ Previous
leaderboard-next = Next ▶
leaderboard-show = Show to all
refused-leaderboard = This server does not show a leaderboard.
# The member lacks the permission to write in this channel.
refused-cannot-post = You may not write in this channel, so I do not post this here for you.

## A player's figures

stats-title = ## { $name }
stats-none = { $name } has not finished a match on this server yet.
stats-matches = Rank { $rank } on this server · matches { $matches } · wins { $wins } · losses { $losses } · share won { NUMBER($share, style: "percent") }
stats-points = { $deals ->
    [one] Points { $points-for } for, { $points-against } against · { $average } a deal over 1 deal
   *[other] Points { $points-for } for, { $points-against } against · { $average } a deal over { $deals } deals
}
stats-contracts = Contracts bid { $bid } · made { $made }
# $contract: such as 4♠ X. $name: the opponent.
stats-best = Best deal: { $points } points with { $contract } against { $name }
# The opponent bid the contract and did not make it.
stats-best-defence = Best deal: { $points } points when { $name } fell short in { $contract }
# The heading of a list of opponents, and a line for each.
stats-opponents = **Against**
stats-opponent = { $name }: { $wins } won, { $losses } lost
# The heading of what was played against the computer, which counts apart.
stats-house = **Against the house**
# $strength: see strength-name. $matches: 0 where nobody won one, or where each of them was one with hints.
# $average-for and $average-against: points a deal.
stats-house-line = { $matches ->
    [0] As { strength-name }: { $average-for } : { $average-against } a deal
    [one] As { strength-name }: 1 match, { $wins } won · { $average-for } : { $average-against } a deal
   *[other] As { strength-name }: { $matches } matches, { $wins } won · { $average-for } : { $average-against } a deal
}
# The same for what was played with hints, which counts apart: the matches with a hint, and their deals with one.
stats-house-line-hints = { $matches ->
    [0] As { strength-name }, with hints: { $average-for } : { $average-against } a deal
    [one] As { strength-name }, with hints: 1 match, { $wins } won · { $average-for } : { $average-against } a deal
   *[other] As { strength-name }, with hints: { $matches } matches, { $wins } won · { $average-for } : { $average-against } a deal
}
