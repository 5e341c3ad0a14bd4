"""A small firmware of the tests' own, so that they hold whatever the product does."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from clashbox.virtual import VirtualDevice

FIRMWARE = Path(__file__).parent / "firmware"


@pytest.fixture
def device() -> Iterator[VirtualDevice]:
    with VirtualDevice(firmware=FIRMWARE) as device:
        yield device


@pytest.fixture(scope="module")
def shared() -> Iterator[VirtualDevice]:
    """One device for tests that leave no trace that the others mind."""
    with VirtualDevice(firmware=FIRMWARE) as device:
        yield device
