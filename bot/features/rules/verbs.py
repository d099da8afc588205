"""What the buttons of the rules ask for."""

RULES = "rules"
"""Opens the guide: at the page that the id names, counted from 0."""

TURN = "guide"
"""On the guide itself: another page."""
