"""Games put into a history, as a sync or an import puts them there."""

import hashlib
import zlib
from datetime import datetime

from clashbox.core import Codec
from clashbox.db import derive, store

WHEN = datetime(2026, 3, 1, 19, 0)


def put(session, header, events, when=WHEN, name=None):
    """Stores a game and derives its rows; gives it."""
    codec = Codec()
    records = [store.Record(number, codec.encode(event)) for number, event in enumerate(events, 1)]
    crc = 0
    for record in records:
        crc = zlib.crc32(record.data, crc)
    game = hashlib.sha256(repr((name, when, header, events)).encode()).hexdigest()[:16]
    made = store.new_game(session, game, None, header, when)
    store.append(session, made, records, crc, codec.t, codec.m, when)
    derive.game(session, made)
    return made
