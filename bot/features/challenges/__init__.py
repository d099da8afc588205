"""Challenges, from which matches come."""
