"""What the buttons of the leaderboard ask for."""

PAGE = "board"
SHOW = "showboard"
SHOW_FIGURES = "showstats"
