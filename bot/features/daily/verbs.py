"""What the buttons of the deal of the day ask for; ``at`` is the day, counted in days from the year 1."""

START = "daystart"
SHOW = "day"
DEAL = "daydeal"
LIST = "daylist"
SHARE = "dayshare"
COMPARE = "daycompare"
"""The subject is the match that is a try."""
