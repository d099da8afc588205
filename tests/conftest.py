"""Hypothesis draws the same examples on every run, so that a red build can be repeated, and has no deadline."""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "repeatable", derandomize=True, deadline=None, database=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("repeatable")
