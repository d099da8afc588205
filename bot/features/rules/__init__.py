"""The rules of the game, for whoever asks."""
