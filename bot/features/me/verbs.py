"""What the buttons and the select of one's own settings ask for."""

SWITCH = "meswitch"
BLOCK = "meblock"
UNBLOCK = "meunblock"
PAGE = "mepage"
