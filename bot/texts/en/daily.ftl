### The deal of the day: the same for everybody, one try each.
### $day: a date, such as 2027-01-31. $net: points with their sign, as daily-net gives them.

## Commands and buttons

command-daily = daily
command-daily-about = Today's deal, the same for everybody, against the house: one try
daily-start = Start
daily-compare = Compare
daily-deal = The deal
daily-list = This server
daily-share = Share
# To the latest day before this one.
daily-before = ◀ { $day }
daily-back = ◀ Back

## Before it is played

daily-title = ### The deal of { $day }
# $end: how long it is until then, such as "in 5 hours".
daily-how = Everybody gets these cards in your seat, against the house at its best (expert). You have one try, without hints, and nothing is taken back. The day ends { $end }, at midnight UTC; what you have begun by then may be finished within an hour.
daily-rating = -# Nobody can tell whether somebody has a second account. So this counts in no leaderboard.
# Small print. $commitment: 64 letters and digits.
daily-commitment = -# All cards follow from a secret that was made before anybody played; so does what chance there is in the house's play. It comes to light after the day. Keep its SHA-256 if you want to check that: `{ $commitment }`
# Above yesterday's deal, while it may still be finished. $close: a time of day.
daily-late = This is the deal of { $day }. You can finish it until { $close }.
daily-begun = Your try has begun, but I could not show it. `/bridgette daily` brings it.

## After it was played

# Points with their sign. $sign: plus, minus or none.
daily-net = { $sign ->
    [plus] +{ $points }
    [minus] −{ $points }
   *[none] { $points }
}
daily-mine = ### The deal of { $day }: { $net }
# $own, $other: the points of the player and of the house.
daily-points = You { $own } · the house { $other }
# $share: the part of the others who finished that made less of it, from 0 to 1.
daily-rank-among = Place { $rank } of { $total }: you did better than { NUMBER($share, style: "percent") } of the others who have finished.
# Nobody made less of it.
daily-rank-alone = Place { $rank } of { $total } among those who have finished.
daily-rank-first = You are the first to finish.
# $others: how many others have begun and not finished.
daily-unfinished = { $others ->
    [one] -# One other has begun and not finished.
   *[other] -# { $others } others have begun and not finished.
}
# What the house made of it in the player's seat. $who did better, by how many points ($lead): you, house, or same.
daily-house = { $who ->
    [you] The house in your seat: { $net }. You did better by { $lead }.
    [house] The house in your seat: { $net }. It did better by { $lead }.
   *[same] The house in your seat: { $net }, like you.
}
daily-house-alone = The house in your seat: { $net }.
daily-house-playing = The house is still playing your seat.
daily-house-unfinished = The house has not finished your seat.
# $days in a row, and the $longest row ever.
daily-streak = { $days ->
    [one] Streak: 1 day · longest { $longest }
   *[other] Streak: { $days } days · longest { $longest }
}
daily-not-finished = You did not finish this deal, so it has no place, and your streak has ended.
daily-not-played = You did not play this deal.
# $close: how long it is until then, such as "in 5 hours".
daily-sealed = -# Play, record and secret of this deal come to light { $close }.
daily-opened = -# The day is over: its secret is in the record, so that anybody can check what was dealt.

## The list of a server

daily-list-title = ### The deal of { $day } on this server
daily-list-empty = Nobody has begun it here.
daily-list-finished = { $rank } · { $name } · **{ $net }**
daily-list-playing = – · { $name } · still playing
daily-list-unfinished = – · { $name } · not finished
daily-list-page = -# Page { $page } of { $pages } · points: one's own less the house's

## Shared with everybody; nothing in it tells anything of the cards

daily-shared = **{ $name }** has played the deal of { $day }.
daily-shared-rank-among = Place { $rank } of { $total } · better than { NUMBER($share, style: "percent") } of the others
daily-shared-rank-alone = Place { $rank } of { $total }
daily-shared-rank-first = The first to finish
daily-shared-house = { $who ->
    [you] Better than the house in the same seat
    [house] The house did better in the same seat
   *[same] Like the house in the same seat
}
daily-shared-streak = Streak: { $days } days
daily-shared-how = -# Everybody can: `/bridgette daily`

## Refusals

refused-day-sealed = Everybody plays this deal until its day is over. Its play, its record and any analysis of it come to light at 01:00 UTC after the day.
refused-day-over = That day is over. `/bridgette daily` brings today's deal.
# To somebody who has asked to be forgotten since.
refused-day-forgotten = You have had your one try today. `/bridgette daily` brings tomorrow's deal after midnight UTC.
refused-day-first = Play this deal first: what others made of it would tell you something.
refused-day-unfinished = You have not finished this deal, so there is nothing to share.
