"""Lines on which something happens at a certain frame, and laptops that are killed."""

import contextlib
import os
import signal
import subprocess
import sys
import time

from clashbox.link import line
from clashcore import frames


class Faulty(line.Line):
    """In the middle of frame number `at` (sent and received ones counted, from 1) `act` is called, once.

    What of that frame has gone over the line by then is its first half.
    """

    def __init__(self, name, at, act):
        super().__init__(name)
        self._left = at
        self._act = act
        self.counted = 0
        self._readers = (frames.Decoder(4096), frames.Decoder(4096))
        self._held = b""

    def _split(self, data, reader):
        """What goes before the fault, and whether it is due now."""
        start = 0
        for at in range(len(data)):
            if reader.take(data[at]) is None:
                continue
            self.counted += 1
            if self.counted == self._left:
                return data[: (start + at) // 2 + 1], True
            start = at + 1
        return data, False

    def send(self, data):
        before, due = self._split(data, self._readers[0])
        super().send(before)
        if due:
            self._act()

    def receive(self, timeout):
        before, due = self._split(super().receive(timeout), self._readers[1])
        if due:
            self._act()
        return before


HOST = """
import os, signal, sys
from clashbox.__main__ import run
import clashbox.cli.sync, clashbox.sync, clashbox.db.engine, clashbox.link.ports
clashbox.link.client.COUNT = 60  # more of what may be cut
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
print(0, flush=True)
for request in sys.stdin:
    child = os.fork()
    if not child:
        os._exit(run(["sync", *request.split()]))
    print(child, flush=True)
"""


class Hosts:
    """Starts `clashbox sync` again and again, quicker than Python starts."""

    def __enter__(self):
        self._mother = subprocess.Popen(
            [sys.executable, "-c", HOST], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self._stdout = self._mother.stdout
        self._number()
        return self

    def __exit__(self, *_):
        self._mother.communicate()

    def _number(self):
        # What a sync prints goes to the same pipe, unless it says that it is a process.
        while not (word := self._stdout.readline().strip()).isdecimal():
            assert self._mother.poll() is None
        return int(word)

    def killed(self, port, database, wait):
        """A sync that gets kill -9 once `wait` returns."""
        self._mother.stdin.write(f"--port {port} --database {database} --json\n")
        self._mother.stdin.flush()
        child = self._number()
        wait()
        with contextlib.suppress(ProcessLookupError):
            os.kill(child, signal.SIGKILL)
        while True:
            try:
                os.kill(child, 0)
            except ProcessLookupError:
                return
            time.sleep(0.002)
