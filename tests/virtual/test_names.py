"""The names that the board takes up at its start."""

import pytest
from clashbox import firmware, mpy

from tests.micropython import run


def test_all_names_of_all_modules_are_taken_up_at_the_start():
    files = firmware.files()
    told = files[firmware.NAMES].decode().split("\n")[:-1]
    assert told == sorted(set(told))
    modules = {path: data for path, data in files.items() if path.endswith(".mpy")}
    assert len(modules) > 100
    # What the laptop alone uses is left out; a screen is loaded under another name than its own.
    laptop = {f"/lib/clashcore/{name}.mpy" for name in ("__init__", "events", "gamefile", "wire")}
    for path, data in modules.items():
        if path in laptop:
            assert path not in told
            continue
        # A line holds no name that breaks lines: the few that there are come with their module.
        assert {name for name in mpy.names(data) if "\n" not in name} - {""} <= set(told), path
        assert (path in told) != (path.startswith("/lib/clashdevice/screens/") and "/_" not in path)


def test_texts_of_modules_that_go_are_no_names(tmp_path):
    source = tmp_path / "some.py"
    source.write_text(
        "def told(kind, rivals):\n"
        "    if kind == 'up down' or kind == 'kind':\n"
        "        return '%d – %s' % (rivals, 'a b')\n"
        "    return told(kind='name', rivals='name')\n"
    )
    data = firmware.compile_source(source, "some")
    texts = {"up down", "%d – %s", "a b", "name"}
    assert mpy.names(data) == texts | {"some", "told", "kind", "rivals"}
    slim = mpy.slim({"some": data, "other": data}, {"some"})["some"]
    assert slim == data  # the other one needs them as names
    slim = mpy.slim({"some": data}, {"some"}, {"name"})["some"]
    assert mpy.names(slim) == {"name", "some", "told", "kind", "rivals"}
    (tmp_path / "some.mpy").write_bytes(slim)
    source.unlink()
    script = f"""
import sys, micropython
sys.path.insert(0, {str(tmp_path)!r})
import some
print(some.told("up" + " down", 3), some.told("kind", 2))
micropython.qstr_info(1)
"""
    told = run(script)
    assert "3 – a b 2 – a b" in told
    assert "Q(rivals)" in told
    assert "Q(up down)" not in told


def test_names_are_those_in_the_file(tmp_path):
    source = tmp_path / "some.py"
    source.write_text('def outcome(rivals):\n    return rivals.breakpoint + "tên"\n')
    assert mpy.names(firmware.compile_source(source, "some.py")) >= {"outcome", "rivals", "breakpoint", "tên"}


@pytest.mark.parametrize("data", [b"", b"M", b"M\x05\x00\x1f", b"PK\x03\x04"])
def test_another_file_is_told(data):
    with pytest.raises(ValueError, match="version 6"):
        mpy.names(data)
