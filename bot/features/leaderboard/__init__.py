"""The leaderboard of a server, and a player's figures."""
