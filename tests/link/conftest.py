"""Fixtures of the link's tests: those of the host's."""

from tests.host.conftest import database, english  # noqa: F401
