"""What the expert would do, for somebody who plays alone."""
