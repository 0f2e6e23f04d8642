"""A number that is known only between two bounds, and the data that would settle it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
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

    def times(self, factor: Fraction) -> Interval:
        """So many times the number; what is INFINITE stays so."""
        low, high = (end if end >= INFINITE else end * factor for end in (self.low, self.high))
        return Interval(low, high, self.missing)

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


class Bound(Enum):
    """How a search takes what is open: as the side that acts would wish, or as it would fear.

    A way found at the worst is surely open, one found only at the best perhaps. So a search that met open data is run once
    for each bound, and the two answers together are known or open.
    """

    BEST = "best"
    WORST = "worst"

    def cost(self, number: Interval) -> Fraction:
        """What something costs."""
        return number.low if self is Bound.BEST else number.high

    def purse(self, number: Interval) -> Fraction:
        """How much there is to spend."""
        return number.high if self is Bound.BEST else number.low

    def allows(self, answer: Known) -> bool:
        """Whether something that is allowed if the answer is yes may be done."""
        return answer.possible if self is Bound.BEST else answer.is_yes

    def forbids(self, answer: Known) -> bool:
        """Whether something that is forbidden if the answer is yes may not be done."""
        return answer.is_yes if self is Bound.BEST else answer.possible
