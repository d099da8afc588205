"""One deal a day, the same for everybody, against the house."""
