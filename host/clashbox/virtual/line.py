"""What a serial line does to bytes: it takes its time, drops, doubles and flips some, and can be cut off."""

import random
import time
from dataclasses import dataclass


@dataclass
class Noise:
    """Probabilities for each byte, 0 to 1; `seed` makes a run repeatable. `burst`: that 4 to 20 bytes from it
    on (12 on the average) become rubbish, as where a motor starts.
    """

    drop: float = 0.0
    double: float = 0.0
    flip: float = 0.0
    burst: float = 0.0
    seed: int = 0


class Direction:
    """One direction of the line. `baud` bits a second (10 bits a byte), None: as fast as it goes."""

    def __init__(self, baud: int | None):
        self.baud = baud
        self.carried = 0  # bytes that went in
        self._noise: Noise | None = None
        self._random = random.Random(0)
        self._burst = 0  # bytes that are still to be spoilt
        self._queue = bytearray()
        self._free = 0.0  # the line is busy until then

    def disturb(self, noise: Noise | None, salt: int) -> None:
        """Make the line noisy, or clean again."""
        self._noise = noise
        if noise:
            self._random = random.Random(noise.seed * 2 + salt)

    def __len__(self) -> int:
        return len(self._queue)

    def put(self, data: bytes) -> None:
        """Send bytes into the line."""
        self.carried += len(data)
        if not self._queue:
            self._free = max(self._free, time.monotonic())
        self._queue += self._damage(data) if self._noise else data

    def _damage(self, data: bytes) -> bytes:
        noise, chance = self._noise, self._random.random
        assert noise is not None
        result = bytearray()
        for byte in data:
            if noise.burst and not self._burst and chance() < noise.burst:
                self._burst = self._random.randint(4, 20)
            if self._burst:
                self._burst -= 1
                result.append(self._random.randrange(256))
                continue
            if chance() < noise.drop:
                continue
            if chance() < noise.flip:
                byte ^= 1 << self._random.randrange(8)
            result.append(byte)
            if chance() < noise.double:
                result.append(byte)
        return bytes(result)

    def take(self) -> bytes:
        """Return the bytes that have come out at the other end by now."""
        count = len(self._queue)
        if not count:
            return b""
        if self.baud:
            count = min(count, int((time.monotonic() - self._free) * self.baud / 10))
            if count <= 0:
                return b""
            self._free += count * 10 / self.baud
        data = bytes(self._queue[:count])
        del self._queue[:count]
        return data

    def clear(self) -> None:
        """Forget what is under way."""
        self._queue.clear()

    def timeout(self) -> float | None:
        """Return the seconds until the next bytes come out, or None; about 2 ms at a time."""
        if not self._queue:
            return None
        if not self.baud:
            return 0.0
        due = self._free + min(len(self._queue), max(1, self.baud // 5000)) * 10 / self.baud
        return max(0.0, due - time.monotonic())
