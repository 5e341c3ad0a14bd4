"""What deploy has the board itself do, as texts for its prompt. They run on MicroPython 1.25 or newer.

An update lies in /new under made-up names until all of it is there and has the right hashes. Then SWITCH,
named /switch.py, puts every file in its place by renaming, which littlefs does whole or not at all. A power
cut on the way leaves /switch.py: boot.py imports it before anything else, and it goes on where it stopped.
"""

NEW = "/new"
PLAN = NEW + "/plan"
MARK = "=clashbox "
"""Begins each line that is meant for us; the rest is the board's own talk."""

SWITCH = '''"""Finishes an update: puts what lies in /new in its place. Left by clashbox deploy, then gone."""
import os
import sys


def put(source, target):
    at = target.find("/", 1)
    while at > 0:
        try:
            os.mkdir(target[:at])
        except OSError:
            pass
        at = target.find("/", at + 1)
    try:
        os.rename(source, target)
    except OSError:
        try:
            os.stat(source)
        except OSError:
            return  # it is in its place already
        os.remove(target)  # a file system that does not rename over files
        os.rename(source, target)


def work():
    # After a cut in a rename littlefs does not find what lies beside the moved file until it is written to.
    try:
        os.mkdir("/new")
    except OSError:
        pass
    try:
        plan = open("/new/plan")
    except OSError as error:
        if error.errno != 2:
            raise
        return  # all is in its place
    for line in plan:
        name, target = line.rstrip("\\n").split(" ", 1)
        if name != "-":
            put("/new/" + name, target)
            continue
        try:
            os.remove(target)
        except OSError:
            pass
    plan.close()
    os.remove("/new/plan")


work()
try:
    for row in list(os.ilistdir("/new")):
        os.remove("/new/" + row[0])
    os.rmdir("/new")
except OSError:
    pass
os.remove("/switch.py")
sys.modules.pop("switch", None)
'''

_LIST = """
import binascii, hashlib, json, os, sys
b = bytearray(512)
v = memoryview(b)
def digest(p):
    h = hashlib.sha256()
    with open(p, "rb") as f:
        while True:
            n = f.readinto(b)
            if not n:
                break
            h.update(v[:n])
    return binascii.hexlify(h.digest()).decode()
def walk(p):
    try:
        rows = list(os.ilistdir(p))
    except OSError:
        return
    for r in rows:
        q = p + "/" + r[0]
        if r[1] == 0x4000:
            walk(q)
        else:
            try:
                print("=clashbox " + json.dumps([q, digest(q)]))
            except OSError:
                print("=clashbox " + json.dumps([q, ""]))
"""

_ALL = """
for p in ("/lib/clashcore", "/lib/clashdevice", "/data", "/new"):
    walk(p)
for r in list(os.ilistdir("/")):
    if r[0] in ("boot.py", "main.py", "switch.py") and r[1] != 0x4000:
        print("=clashbox " + json.dumps(["/" + r[0], digest("/" + r[0])]))
s = os.statvfs("/")
i = sys.implementation
print("=clashbox " + json.dumps({"platform": sys.platform, "version": list(i.version[:3]),
    "mpy": getattr(i, "_mpy", 0), "machine": getattr(i, "_machine", ""), "free": s[0] * s[3]}))
"""

_FINISH = """
try:
    import switch
except ImportError:
    pass
"""

SEE = _LIST + _ALL
"""Tells all files of ours, and what board it is."""
LOOK = _FINISH + SEE
"""Finishes an update that boot.py could not finish, then tells all files of ours, and what board it is."""

SWITCH_OVER = 'import os\nos.rename("/new/switch", "/switch.py")\nimport switch\n' + _LIST + _ALL
"""The update is whole: from the first line on it is finished even if the power goes."""


def prepare(keep: list[str]) -> str:
    """Makes /new, with nothing in it but these names."""
    return f"""
import os
try:
    os.mkdir("/new")
except OSError:
    pass
k = {keep!r}
for r in list(os.ilistdir("/new")):
    if r[0] not in k:
        os.remove("/new/" + r[0])
"""


STAGED = _LIST + '\nwalk("/new")\n'
"""Tells what lies in /new."""
