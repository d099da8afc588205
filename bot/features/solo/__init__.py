"""A match alone against the house, wherever its player is."""
