"""What the buttons and menus of the settings ask for: one verb, and in its detail the setting.

``at`` is what is chosen: the seconds of a clock, 0 for no, 1 for yes; of pictures 0 for none, 1 for those of results,
2 for all.
"""

SETTING = "setting"

CLOCK = "clock"
OWN_THREADS = "threads"
LEADERBOARD = "leaderboard"
PICTURES = "pictures"
CHANNELS = "channels"
"""The menu of channels."""
HERE = "here"
"""The channel in which the panel is, in or out."""
EVERYWHERE = "everywhere"
ROLE = "role"
"""The menu of roles."""
EVERYBODY = "everybody"
