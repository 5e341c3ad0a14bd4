"""The Wilson score interval of a proportion, written out: five lines of arithmetic with published values to
hold it against (tests/stats/test_wilson.py) are not worth SciPy's 100 MB on a laptop that keeps score.
"""

from dataclasses import dataclass
from math import sqrt

Z95 = 1.959963984540054
"""The 97.5 % point of the normal distribution: two-sided 95 %."""
FEW = 10
"""Below this many, a proportion is said to rest on few games."""


def interval(count: int, n: int, z: float = Z95) -> tuple[float, float]:
    """(low, high) for `count` of `n`, both in [0, 1]; (0, 1) where there is nothing to go by.

    E. B. Wilson, Probable inference, the law of succession, and statistical inference (1927). Raises
    ValueError where `count` is not in 0..n.
    """
    if not 0 <= count <= n:
        raise ValueError(f"{count} of {n}")
    if n == 0:
        return 0.0, 1.0
    p, zz = count / n, z * z
    middle = (p + zz / (2 * n)) / (1 + zz / n)
    half = z / (1 + zz / n) * sqrt(p * (1 - p) / n + zz / (4 * n * n))
    # At the ends rounding would leave 1e-17 of what is exactly nothing.
    low = 0.0 if count == 0 else max(0.0, middle - half)
    high = 1.0 if count == n else min(1.0, middle + half)
    return low, high


@dataclass(frozen=True, slots=True)
class Proportion:
    """`count` of `n`."""

    count: int
    n: int

    @property
    def rate(self) -> float | None:
        """count / n in [0, 1], None of nothing."""
        return self.count / self.n if self.n else None

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % Wilson interval."""
        return interval(self.count, self.n)

    @property
    def few(self) -> bool:
        """Whether it rests on few games (fewer than FEW)."""
        return self.n < FEW

    def as_data(self) -> dict[str, object]:
        """As `--json` shows it: rate (null of nothing), low, high, few."""
        low, high = self.interval
        rate = self.rate
        return {
            "rate": None if rate is None else round(rate, 6),
            "low": round(low, 6),
            "high": round(high, 6),
            "few": self.few,
        }
