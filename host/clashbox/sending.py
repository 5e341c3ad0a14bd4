"""What a sync leaves on the box: the clock, the language, names to choose from, the reminders."""

import json
import zlib
from datetime import datetime

from clashbox import pack
from clashbox.db import store
from clashbox.db.engine import Database
from clashbox.link.client import Client, Refused
from clashbox.text import shown
from clashbox.trouble import Trouble

NAMES = 24
NAMES_BYTES = 2048
"""Players' names that go to the device, for choosing from, and the bytes that it takes for them."""


def back(client: Client, database: Database, language: str | None) -> bool:
    """Sends all of it; False where the line is too bad for the reminders. Raises Trouble where the box does
    not take something.
    """
    local = datetime.now().astimezone()
    offset = local.utcoffset()
    settings: dict[str, object] = {
        "clock": int(local.timestamp()),
        "zone": int(offset.total_seconds() // 60) if offset else 0,
    }
    if language:
        settings["language"] = language
    _put(client, "settings", settings)
    with database.read() as session:
        names = store.names(session)[:NAMES]
    while len(_compact(names)) > NAMES_BYTES:
        names.pop()
    if names:
        _put(client, "names", names)
    return _reminders(client)


def _reminders(client: Client) -> bool:
    """Sends the pack where the box has another; False where the line is too bad for so much: a later sync
    does it. A box that is full does without: nothing is lost.
    """
    data = pack.build()
    if client.hello_data.pack != zlib.crc32(data):
        if client.poor:
            return False
        try:
            client.put("pack", data)
        except Refused as refused:
            if refused.code != "full":
                raise Trouble("sync.put", "pack", shown(refused.code)) from None
    return True


def _put(client: Client, name: str, value: object) -> None:
    try:
        client.put(name, _compact(value))
    except Refused as refused:
        raise Trouble("sync.put", name, shown(refused.code)) from None


def _compact(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
