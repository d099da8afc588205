"""Finished results: voided by a moderator, and restored."""
