"""How to check that a match's cards were fair."""
