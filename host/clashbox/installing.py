"""How what is missing is installed: the line to type, for the Python that runs clashbox.

clashbox itself comes from its folder and is in no package registry, so extras are named by what they hold.
"""

import shlex
import sys
from importlib.metadata import requires


def line(extra: str) -> str:
    """The command that installs what pyproject.toml lists for that extra ("club", "flash", "plots")."""
    wanted = [
        requirement.partition(";")[0].strip()
        for requirement in requires("clashbox") or ()
        if requirement.replace('"', "'").endswith(f"extra == '{extra}'")
    ]
    return f"{shlex.quote(sys.executable)} -m pip install " + " ".join(f'"{one}"' for one in wanted)
