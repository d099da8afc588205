"""What the buttons of a match alone ask for."""

DEAL = "deal"
AGAIN = "again"
SOLO = "solo"
