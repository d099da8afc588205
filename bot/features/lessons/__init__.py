"""What a newcomer's panel explains."""
