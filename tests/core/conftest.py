"""Hypothesis without a deadline: machines that run the tests are busy at times."""

from hypothesis import settings

settings.register_profile("unhurried", deadline=None)
settings.load_profile("unhurried")
