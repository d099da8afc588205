"""Slips of the finger: a player asks to take the last move back, and the opponent may agree."""
