"""What a server chooses for all who play on it."""
