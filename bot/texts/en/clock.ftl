## The clock of a decision, at the table, on panels and notices

# $when: a countdown such as “in 3 hours”, which Discord writes in each reader's language.
clock-runs = ⏳ Time runs out { $when }.
clock-stands-still = ⏸ The clock stands still.
# $name: whose time has run out; $other: the opponent.
clock-out = ⌛ { $name }'s time has run out. { $other } may claim the match or give one whole clock more; otherwise { $name } loses it { $when }.
clock-out-void = ⌛ { $name }'s time has run out. { $other } may end the match, which then counts for nobody, or give one whole clock more; otherwise it ends { $when }.
clock-out-both = ⌛ Time has run out for both. If neither chooses, the match ends { $when } and counts for nobody.
# $line: clock-runs; $warning: one of the three below.
clock-half = { $line } { $warning }
clock-warning = After that your opponent may claim the match.
clock-warning-void = After that the match may be ended, and counts for nobody.
clock-warning-house = After that the match is void and counts for nobody.
clock-claim = Claim the match
clock-claim-void = End the match
clock-more = Give more time

## What came of it

clock-claimed = You have claimed the match; it is yours.
clock-claimed-void = You have ended the match. It counts for nobody.
# $name: the opponent.
clock-gave-more = { $name } has one whole clock more.

## What is refused

refused-own-clock = It is you who has to act: your opponent may claim, not you.
refused-clock-runs = Your opponent still has time.
