### The leaderboard and a player's figures.

## Commands

command-leaderboard = leaderboard
command-leaderboard-about = The best players of this server
command-stats = stats
command-stats-about = A player's figures: matches, points, contracts, opponents
command-stats-member = member
command-stats-member-about = Whose figures; leave it out for your own

## Leaderboard and figures

board-title = ## Bridgette on this server
board-empty = ## Bridgette on this server
    Nobody has finished a match here yet. Start one with `/bridgette challenge`.
board-line = **{ $rank }.** { $name } · { $wins ->
        [one] 1 win
       *[other] { $wins } wins
    }, { $losses ->
        [one] 1 loss
       *[other] { $losses } losses
    } in { $matches ->
        [one] 1 match
       *[other] { $matches } matches
    } ({ $share } %) · points { $for } for, { $against } against · { $average } a deal
board-page = Page { $page } of { $pages } · ranked by wins, then share won, then average a deal
board-previous = ◀ Previous
board-next = Next ▶
stats-title = ## { $name }
stats-none = { $name } has not finished a match on this server yet.
stats-matches = Rank { $rank } on this server · matches { $matches } · wins { $wins } · losses { $losses } · share won { $share } %
stats-points = Points { $for } for, { $against } against · { $average } a deal over { $deals ->
        [one] 1 deal
       *[other] { $deals } deals
    }
stats-contracts = Contracts bid { $bid } · made { $made }
stats-best = Best deal: { $points } points with { $contract } against { $name }
stats-best-defence = Best deal: { $points } points for beating { $contract } by { $name }
stats-opponents = **Against**
stats-opponent = { $name }: { $wins } won, { $losses } lost
