"""The command line, run in this process."""

import json

import pytest
from clashbox.__main__ import main


def run(capsys, *arguments):
    """(exit status, standard output, standard error) of `clashbox ARGUMENTS`."""
    with pytest.raises(SystemExit) as ended:
        main([*arguments])
    out, err = capsys.readouterr()
    return ended.value.code or 0, out, err


def data(capsys, *arguments):
    """What `clashbox ARGUMENTS --json` prints."""
    status, out, err = run(capsys, *arguments, "--json")
    assert (status, err) == (0, "")
    return json.loads(out)
