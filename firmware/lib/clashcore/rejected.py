"""Why an event cannot be applied: a closed list of codes.

Each code has its sentence in both languages in firmware/data/words.tsv under `rej.<code>`; device and host
read the same table.
"""

CODES = (
    "event",  # not an event of this game
    "field",  # a field is missing or has the wrong form
    "player",  # no such player
    "empty",  # there is no base at that slot
    "taken",  # there is a base at that slot already
    "numbers",  # the base's breakpoint and VP are neither given nor known
    "terrain",  # no such terrain, or none that can be played on
    "node",  # no such base of the terrain
    "troop",  # no such troop
    "used",  # the id is in use
    "unknown",  # the id was never seen, or its card has left
    "undo",  # nothing to take back
    "redo",  # nothing to bring back
    "many",  # too many events come after the one to be mended
)


class Rejected(Exception):
    """The event cannot be applied at all; `code` is one of CODES. Nothing was changed."""

    def __init__(self, code: str, detail: str = "") -> None:
        super().__init__(code, detail)
        self.code = code
        self.detail = detail
