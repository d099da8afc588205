"""The Discord bot around the game of Bridgette."""
