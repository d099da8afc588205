"""Watching: whoever follows a match is told when a deal of it starts."""
