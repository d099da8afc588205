"""What the buttons of the leaderboard ask for."""

PAGE = "board"
