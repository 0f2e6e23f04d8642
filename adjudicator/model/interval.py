"""A number that is known only between two bounds, and the data that would settle it."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from fractions import Fraction

from adjudicator.lean import dataclass
from adjudicator.model.known import NO, YES, Bools, Known, KnownMask
from adjudicator.said import say
from adjudicator.words import amount

Exact = Fraction | int
"""A number, whole wherever it can be: whole numbers are added and compared many times faster."""
INFINITE: Exact = 10**9
"""More than anything in a game costs: at this cost there is no way."""
DEAR: Exact = 10**8
"""What a step may cost at most, as long as there is a way."""


def whole(number: Exact) -> Exact:
    """The same number, as a whole one if it is."""
    return number.numerator if number.denominator == 1 else number


@dataclass(frozen=True, slots=True)
class Interval:
    """A number from `low` to `high`, and the names of the missing data. Sums and comparisons carry them along."""

    low: Exact
    high: Exact
    missing: frozenset[str] = frozenset()

    @classmethod
    def unknown(cls, *missing: str) -> Interval:
        """A number of which nothing is known but that it is not below nothing."""
        return cls(0, INFINITE, frozenset(missing))

    @classmethod
    def of(cls, value: Exact) -> Interval:
        """A known number."""
        exact = whole(value)
        return cls(exact, exact)

    @classmethod
    def one_if(cls, answer: Known) -> Interval:
        """One if the answer is yes, nothing if it is no."""
        return cls.by(answer, ONE, ZERO)

    @classmethod
    def by(cls, answer: Known, yes: Interval, no: Interval) -> Interval:
        """One number if the answer is yes, the other if it is no; one of the two where nobody can tell."""
        if answer.is_open:
            return yes.either(no, *answer.missing)
        return yes if answer.is_yes else no

    @property
    def certain(self) -> bool:
        """Whether both bounds are the same."""
        return self.low is self.high or self.low == self.high

    def plus(self, other: Interval) -> Interval:
        """The sum, never more than INFINITE."""
        if other is ZERO:
            return self
        if self is ZERO:
            return other
        low = min(self.low + other.low, INFINITE)
        if self.low is self.high and other.low is other.high:  # both are known: one sum will do
            return Interval(low, low, self.missing | other.missing)
        return Interval(low, min(self.high + other.high, INFINITE), self.missing | other.missing)

    def minus(self, other: Interval) -> Interval:
        """What is left of it; what is INFINITE stays so."""
        low = self.low if self.low >= INFINITE else self.low - other.high
        high = self.high if self.high >= INFINITE else self.high - other.low
        return Interval(low, high, self.missing | other.missing)

    def times(self, factor: Exact) -> Interval:
        """So many times the number; what is INFINITE stays so."""
        low, high = (end if end >= INFINITE else whole(end * factor) for end in (self.low, self.high))
        return Interval(low, high, self.missing)

    __add__, __sub__, __mul__ = plus, minus, times

    def either(self, other: Interval, *missing: str) -> Interval:
        """One of the two, nobody knows which for want of `missing`."""
        known = self.missing | other.missing | set(missing)
        return Interval(min(self.low, other.low), max(self.high, other.high), known)

    def smaller(self, other: Interval) -> Interval:
        """The smaller of the two."""
        return Interval(min(self.low, other.low), min(self.high, other.high), self.missing | other.missing)

    def greater(self, other: Interval) -> Interval:
        """The greater of the two."""
        return Interval(max(self.low, other.low), max(self.high, other.high), self.missing | other.missing)

    @property
    def settled(self) -> Known:
        """Whether the number is known; open for want of its missing data."""
        return YES if self.certain else Known.open(*sorted(self.missing))

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
        low, high = amount(self.low), amount(self.high)
        if self.low <= -DEAR:
            return say("an unknown number") if self.high >= DEAR else say("{high} or less", high)
        return say("{low} or more", low) if self.high >= DEAR else say("{low} to {high}", low, high)


ZERO, ONE = Interval.of(0), Interval.of(1)


def sum_of(numbers: Iterable[Interval]) -> Interval:
    """All of them together."""
    total = ZERO
    for number in numbers:
        total = total.plus(number)
    return total


class Bound(Enum):
    """How a search takes what is open: as the side that acts would wish, or as it would fear.

    A way found at the worst is surely open, one found only at the best perhaps. So a search that met open data is run once
    for each bound, and the two answers together are known or open.
    """

    BEST = "best"
    WORST = "worst"

    def cost(self, number: Interval) -> Exact:
        """What something costs."""
        return number.low if self is Bound.BEST else number.high

    def purse(self, number: Interval) -> Exact:
        """How much there is to spend."""
        return number.high if self is Bound.BEST else number.low

    def allows(self, answer: Known) -> bool:
        """Whether something that is allowed if the answer is yes may be done."""
        return answer.possible if self is Bound.BEST else answer.is_yes

    def forbids(self, answer: Known) -> bool:
        """Whether something that is forbidden if the answer is yes may not be done."""
        return answer.is_yes if self is Bound.BEST else answer.possible

    def takes(self, answer: Known, helps: bool) -> bool:
        """How an answer is taken of which yes `helps` the side that acts, or hinders it."""
        return self.allows(answer) if helps else self.forbids(answer)

    def places(self, mask: KnownMask, helps: bool) -> Bools:
        """The same for many places at once."""
        return mask.perhaps if helps == (self is Bound.BEST) else mask.sure
