"""What the button of the hints asks for."""

HINT = "hint"
