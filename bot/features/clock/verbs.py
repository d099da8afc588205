"""What the buttons of a clock that has run out ask for."""

CLAIM = "claim"
MORE = "more"
