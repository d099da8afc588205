"""What the buttons below the question about forgetting ask for."""

FORGET = "forgetme"
KEEP = "keepme"
