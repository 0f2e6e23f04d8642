"""A number that is known only between two bounds, and the data that would settle it."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from adjudicator.model.known import NO, YES, Known
from adjudicator.words import amount

INFINITE = Fraction(10**9)
"""More than anything in a game costs: at this cost there is no way."""


@dataclass(frozen=True, slots=True)
class Interval:
    """A number from `low` to `high`, and the names of the missing data. Sums and comparisons carry them along."""

    low: Fraction
    high: Fraction
    missing: frozenset[str] = frozenset()

    @classmethod
    def of(cls, value: Fraction | int) -> Interval:
        """A known number."""
        return cls(Fraction(value), Fraction(value))

    @property
    def certain(self) -> bool:
        """Whether both bounds are the same."""
        return self.low == self.high

    def plus(self, other: Interval) -> Interval:
        """The sum, never more than INFINITE."""
        if other is ZERO:
            return self
        if self is ZERO:
            return other
        return Interval(
            min(self.low + other.low, INFINITE), min(self.high + other.high, INFINITE), self.missing | other.missing
        )

    def at_most(self, other: Interval) -> Known:
        """Whether it is no more than another number; open for want of what either lacks."""
        if self.high <= other.low:
            return YES
        if self.low > other.high:
            return NO
        return Known.open(*sorted(self.missing | other.missing))

    def at_least(self, other: Interval) -> Known:
        """Whether it is no less than another number; open for want of what either lacks."""
        return other.at_most(self)

    def __str__(self) -> str:
        if self.certain:
            return amount(self.low)
        return f"{amount(self.low)} or more" if self.high >= INFINITE else f"{amount(self.low)} to {amount(self.high)}"


ZERO = Interval.of(0)
