"""A person's own settings, and whom they have blocked."""
