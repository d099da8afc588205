"""What was right in a deal that is over, for whoever asks."""
