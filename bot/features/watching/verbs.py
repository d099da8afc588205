"""What the buttons of watching ask for."""

FOLLOW = "follow"
UNFOLLOW = "unfollow"
