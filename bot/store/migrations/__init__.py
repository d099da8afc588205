"""Alembic's scripts: `env.py` runs those in `versions` in order."""
