"""How long tests are: few examples in `make test`, CLASHBOX_EXAMPLES times as many in soak; soak itself has
half an hour on a slow machine, and takes CLASHBOX_LONG times as much where somebody has a night for it.
"""

import os

import pytest
from hypothesis import settings

LONG = float(os.environ.get("CLASHBOX_LONG", "1"))
TIMES = float(os.environ.get("CLASHBOX_EXAMPLES", "0.5"))


def several(found):
    """How many of them were found; enough is 15 times as long as soak."""
    hits = 0
    for one in found:
        hits += one
        if hits >= 15 * LONG:
            break
    return hits


def examples(count, **more):
    """Marks a property test that takes `count` examples; `more` are settings of hypothesis."""
    return lambda test: pytest.mark.property(
        settings(max_examples=max(1, int(count * TIMES)), deadline=None, **more)(test)
    )
