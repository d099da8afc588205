"""What a seat can tell from its view: what its hand is worth, and which hands the opponent may hold."""
