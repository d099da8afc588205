"""A computer player of Bridgette and the solver it thinks with. Pure, like the rest of the package.

``players`` decide (start at :func:`bridgette.computer.players.computer_player`); ``guessing`` tells what a hand is
worth and which hands the opponent may hold; ``solver`` finds the best play when both hands are known. Players use
the other two, which use neither the players nor each other.
"""
