"""What the buttons of a challenge ask for."""

ACCEPT = "accept"
DECLINE = "decline"
WITHDRAW = "withdraw"
THREAD = "thread"
REMATCH = "rematch"
