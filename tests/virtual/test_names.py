"""The names that the board takes up at its start."""

import pytest
from clashbox import firmware, mpy


def test_all_names_of_all_modules_are_taken_up_at_the_start():
    files = firmware.files()
    told = files[firmware.NAMES].decode().split("\n")[:-1]
    assert told == sorted(set(told))
    modules = {path: data for path, data in files.items() if path.startswith("/lib/clashdevice/")}
    assert len(modules) > 90
    for path, data in modules.items():
        # A line holds no name that breaks lines: the few that there are come with their module.
        assert {name for name in mpy.names(data) if "\n" not in name} - {""} <= set(told), path
    assert "gamefile" not in told, "what only the laptop has is left out"


def test_names_are_those_in_the_file(tmp_path):
    source = tmp_path / "some.py"
    source.write_text('def outcome(rivals):\n    return rivals.breakpoint + "tên"\n')
    assert mpy.names(firmware.compile_source(source, "some.py")) >= {"outcome", "rivals", "breakpoint", "tên"}


@pytest.mark.parametrize("data", [b"", b"M", b"M\x05\x00\x1f", b"PK\x03\x04"])
def test_another_file_is_told(data):
    with pytest.raises(ValueError, match="version 6"):
        mpy.names(data)
