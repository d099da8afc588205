"""Each person's data is theirs: to have, and to have removed."""
