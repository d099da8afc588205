### The house, which is the computer player, at a table and on its opponent's own screen. $name is what it is called.

# Small print at the table. $strength: see strength-name.
house-plays = -# How well the house plays: { strength-name }
# It takes longer than usual.
house-thinks = 💭 The house thinks; its answer appears here by itself.
house-chose = { $name } has chosen what goes.
house-passed = { $name } passed.
