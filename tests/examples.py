"""How many examples a property test takes: few in `make test`, CLASHBOX_EXAMPLES times as many in soak."""

import os

import pytest
from hypothesis import settings

TIMES = float(os.environ.get("CLASHBOX_EXAMPLES", "0.5"))


def examples(count, **more):
    """Marks a property test that takes `count` examples; `more` are settings of hypothesis."""
    return lambda test: pytest.mark.property(
        settings(max_examples=max(1, int(count * TIMES)), deadline=None, **more)(test)
    )
