"""What the button of the rules asks for."""

RULES = "rules"
