"""The moving picture of the README is what the device shows."""

from itertools import pairwise

import pytest
from PIL import Image, ImageChops, ImageSequence

from tests.device.animation import FILES, frames


@pytest.mark.parametrize("language", FILES)
def test_the_picture_is_made_of_the_screens_of_today(language: str) -> None:
    made = [image.convert("RGB") for image, _ in frames(language)]
    with Image.open(FILES[language]) as file:
        kept = [image.convert("RGB") for image in ImageSequence.Iterator(file)]
    assert len(kept) == len(made), "run: python -m tests.device.animation"
    for one, other in zip(kept, made, strict=True):
        assert ImageChops.difference(one, other).getbbox() is None, "run: python -m tests.device.animation"
    assert all(ImageChops.difference(one, other).getbbox() for one, other in pairwise(made))
