"""Mending an old entry: all from it on is taken back, then recorded anew with the entry put right.

One motion holds it all: the undos, the entry as it should have been, what came after it. Loaded when wanted;
a device drops it after.
"""

from array import array

from clashcore.past import above, rebuild, reset, take_back
from clashcore.reading import event
from clashcore.rejected import Rejected

MOST = 60  # events that are recorded anew at most: they are one piece of the journal


def mend(line, number: int, ev: "dict | None", t: int) -> "tuple[bytes, int]":
    """Put `ev` (None: nothing) in the place of the standing event `number`; `t` is the time of the mending.

    Returns the records and how many they are. Raises Rejected, with nothing changed, where the event or one
    after it cannot be applied then ("many": there are too many of them), IndexError where it does not stand.
    """
    log = line.log
    log.trim()
    mark = log.mark()
    last = log.top
    m = line.m + 1
    records = []
    again = array("H")
    try:
        while log.top >= number:
            records.append(_note(log, {"ev": "undo", "t": t, "m": m}))
            take_back(log)
            if len(records) > MOST:
                raise Rejected("many")
        after = above(log, log.top)
        found = False
        while 0 < after <= last:
            again.append(after)
            found = found or after == number
            after = above(log, after)
        if not found:
            raise IndexError(number)
        if len(again) > MOST:
            raise Rejected("many")
        rebuild(line)
        for old in again:
            new = ev if old == number else event(log, old)
            if new is None:
                continue
            new["t"], new["m"] = t, m
            line.add(new)
            records.append(line.last_record)
    except (Rejected, IndexError):
        reset(log, mark)
        rebuild(line)
        raise
    line.last_record = b"".join(records)
    return line.last_record, len(records)


def _note(log, ev: dict) -> bytes:
    # an undo that changes no state yet: all of them together are followed by one rebuilding
    codec = log.codec
    t, m = codec.t, codec.m
    record = codec.encode(ev)
    log.append(record, t, m)
    return record
