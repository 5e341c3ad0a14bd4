"""The journal and the store of games on littlefs: cuts at every flash operation, full flash, spoilt files, wear."""

import json

from tests.micropython import run


def script(name: str, heap: str = "64M") -> dict:
    return json.loads(run(f"from device import {name}\n{name}.main()", heap=heap).splitlines()[-1])


def test_a_cut_at_any_flash_operation_loses_nothing_that_was_committed():
    found = script("cut_script")
    assert found["steps"] > 60
    assert found["folds"] >= 1
    assert found["cuts"] == 2 * found["operations"] > 400
