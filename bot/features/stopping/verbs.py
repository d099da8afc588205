"""What the buttons around stopping a match ask for."""

AGREE = "agree"
DROP = "drop"
STOP = "stop"
LEAVE = "leave"
ALONE = "alone"
