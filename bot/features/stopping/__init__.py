"""Matches that end before they are played out: both agree to stop, or a moderator stops them."""
