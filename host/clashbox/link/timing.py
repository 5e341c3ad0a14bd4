"""How long an answer is waited for: as long as answers took lately, as TCP does it (RFC 6298)."""

FIRST = 0.3
"""Seconds, while nothing has been measured."""
LEAST = 0.04
SLOWEST = 1.0
MOST = 2.0
"""At least, at most, and at most after silence."""


class RoundTrips:
    """The mean of the latest round trips and how far they stray, in seconds."""

    def __init__(self) -> None:
        self._mean: float | None = None
        self._stray = 0.0
        self._silent = 0  # attempts in a row without an answer

    def measured(self, seconds: float) -> None:
        """An answer to a request that was sent once: those to a repeated one may belong to either."""
        if self._mean is None:
            self._mean, self._stray = seconds, seconds / 2
        else:
            self._stray += (abs(seconds - self._mean) - self._stray) / 4
            self._mean += (seconds - self._mean) / 8

    def heard(self) -> None:
        """Something of the answer came."""
        self._silent = 0

    def silent(self) -> None:
        """Nothing came."""
        self._silent += 1

    @property
    def sure(self) -> bool:
        """Whether the next answer must be that of the next request."""
        return self._silent == 0

    @property
    def timeout(self) -> float:
        """Seconds to wait for the answer.

        Silence means a lost request or a device that is busy: the next attempts are quick, but every third
        one waits for twice as long as the one three before.
        """
        mean = FIRST if self._mean is None else self._mean + 4 * self._stray + 0.02
        usual = max(LEAST, min(SLOWEST, mean))
        patient = 2 << self._silent // 3 if self._silent % 3 == 2 else 1
        return min(MOST, usual * patient)
