"""What the button below a match's result asks for."""

CHECK = "check"
