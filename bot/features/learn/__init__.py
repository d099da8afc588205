"""The lesson: a newcomer plays one prepared deal."""
