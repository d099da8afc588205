"""The clock of each decision: shown, reminded of, run out, claimed."""
