"""How much, and how fast, browsers may ask."""

import time

BODY = 16_384
"""Bytes of a request's body at most."""
FILE = 4_194_304
"""Bytes of a file of games that is imported at most: some 50,000 events."""
MESSAGE = 2_048
"""Bytes of a message on the socket at most."""
SOCKETS = 24
"""Browsers that look on at once at most."""
_KNOWN = 256


class Bucket:
    """Lets `burst` through at once, and `rate` a second in the long run."""

    def __init__(self, rate: float, burst: float):
        self._rate, self._burst = rate, burst
        self._left = burst
        self._at = time.monotonic()

    def take(self) -> bool:
        """Whether one more may pass now."""
        now = time.monotonic()
        self._left = min(self._burst, self._left + (now - self._at) * self._rate)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True

    @property
    def full(self) -> bool:
        """Whether nothing was asked for a while."""
        return self._left + (time.monotonic() - self._at) * self._rate >= self._burst


class Rates:
    """A bucket for each address that asks; the addresses that are remembered are bounded too."""

    def __init__(self, rate: float = 120, burst: float = 600):
        self._rate, self._burst = rate, burst
        self._buckets: dict[str, Bucket] = {}

    def allow(self, address: str) -> bool:
        """Whether a request from there may pass now."""
        bucket = self._buckets.get(address)
        if bucket is None:
            if len(self._buckets) >= _KNOWN:
                self._buckets = {key: one for key, one in self._buckets.items() if not one.full}
            if len(self._buckets) >= _KNOWN:
                return False
            bucket = self._buckets[address] = Bucket(self._rate, self._burst)
        return bucket.take()
