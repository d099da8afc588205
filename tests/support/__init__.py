"""Helpers for the tests: a simulated Discord that speaks the game, and the limits of the real one."""
