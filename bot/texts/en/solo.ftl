### A match alone, against the house.

command-solo = solo
command-solo-about = Play the house now, alone: nobody else sees it, and it waits for you
command-solo-strength = strength
command-solo-strength-about = How well the house plays: novice, club or expert; club if you leave it out
command-solo-deals = deals
command-solo-deals-about = How many deals the match has: 1, 2, 4 or 6

# $deals: how many deals the match has.
solo-offer = { $deals ->
    [one] ### One deal against the house ({ strength-name })
   *[other] ### { $deals } deals against the house ({ strength-name })
}
solo-how = Nobody else sees it, and there is no clock: `/bridgette solo` brings the match back, wherever you are, for 30 days.
# Small print. $commitment: 64 letters and digits.
solo-commitment = -# The cards, and the house's own chance, follow from a secret and your press. The secret's SHA-256, to check that afterwards: `{ $commitment }`
solo-deal = Deal
solo-again = Play again
solo-meanwhile = Play the house meanwhile
# At the end of the lesson.
solo-after-lesson = Play the house
solo-open = You are still playing this match against the house ({ strength-name }); `/bridgette resign` gives it up.
# After that. $commitment: 64 letters and digits.
solo-open-commitment = The SHA-256 of its secret: `{ $commitment }`
solo-lapsed = Your last match alone is void and counts for nobody: nothing was played in it for 30 days.
solo-begun = Your match has begun, but I could not show it. `/bridgette solo` brings it.
refused-solo-offer = These cards were dealt before, or a later `/bridgette solo` took their place: give the command again.
