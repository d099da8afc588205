"""What the house has done, and that it thinks."""
