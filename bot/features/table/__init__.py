"""The table of a match, and its players' panels."""
