"""The link's numbers: the one table of what the host may ask of a device and what comes back.

A frame carries a kind, a request number and a payload (frames.py). Requests and their ENDs carry JSON
objects; DATA carries a piece number and raw bytes. Every request can be repeated safely.
"""

PROTOCOL = 1

# Host to device. The payload is a JSON object; the reply repeats the request number.
HELLO = 0x10  # {} -> END: versions, identity, what the device holds, its limits
GAMES = 0x11  # {"from"} -> DATA (JSON text), END {"pieces"}
HEADER = 0x12  # {"id"} -> DATA (JSON text), END {"pieces"}
EVENTS = 0x13  # {"id", "from", "crc", "size", "count"} -> DATA (see below), END or ERROR "fork"
SAFE = 0x14  # {"id", "events"} -> END {}: the host holds the game up to there
PUT = 0x15  # {"name", "total", "crc", "at"}, then bytes of the file -> END {"have"}
SCREEN = 0x16  # {} -> DATA (the frame buffer, 1,024 bytes, MONO_VLSB), END
STATUS = 0x17  # {} -> END {counters}
LIVE = 0x18  # {"id", "from", "crc", "size", "wait"} -> as EVENTS, of the live game, when there is news
ENTER = 0x19  # {"id", "number", "event"} -> END {"number"}: it has it; or {"refused", "next"}
PART = 0x1E  # number u8 (bit 7: the last), bytes of a request: [kind, payload, CRC-32 LE]; no answer
ASK = 0x1F  # first u16 LE, size u8, wanted u32 LE (a bit each) -> those CRUMBs of the answer, or WANT

# Device to host.
DATA = 0x40  # piece number u16 LE, then bytes
END = 0x41  # JSON object: the reply is complete
ERROR = 0x42  # JSON {"code": one of ERRORS}
CRUMB = 0x43  # number u16 LE (bit 15: the last), bytes of [length u16, kind, payload, CRC-32 LE]...
WANT = 0x44  # u32 LE: a bit for each part of the request that is missing

ERRORS = ("request", "fork", "id", "name", "crc", "full")

# A DATA payload of EVENTS: piece u16 LE, then the varints first event number, t, m (the codec's state before
# the first record), count u8, then that many records. Each piece can be read on its own.

REQUEST_FRAME = 200  # bytes of a whole encoded request: the UART's buffer holds 259 while a screen is drawn
DATA_PAYLOAD = 240  # bytes of a DATA payload at most
LIVE_WAIT = 10_000  # ms that an answer to LIVE is held back at most
LIVE_COUNT = 100  # events in an answer to LIVE at most
DATA_PAYLOAD_LEAST = 40  # the smallest that a host may ask for on a bad line
CRUMBS = 32  # parts of a request at most, and crumbs of an answer that one ASK brings
CRUMB_LEAST = 4  # bytes of an answer in a CRUMB,
PART_MOST = 64  # and at most; bytes of a request in a PART at most, too
REQUESTS = (1, 239)  # request numbers of the host on the port
PAGE_REQUESTS = (240, 254)  # request numbers kept for the page of a virtual device
