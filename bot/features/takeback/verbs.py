"""What the buttons around taking a move back ask for."""

ASK = "askback"
ALLOW = "allowback"
KEEP = "keepmove"
