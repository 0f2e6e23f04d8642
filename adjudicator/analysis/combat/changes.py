"""What changes a strength on its way into the odds: products, sums and roundings, each by its name and in its order."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import ceil, floor

from adjudicator.lean import dataclass
from adjudicator.model.interval import INFINITE, ZERO, Interval
from adjudicator.model.known import YES, Known
from adjudicator.said import Said, quoted, say
from adjudicator.words import amount

ROUNDINGS = {"down": floor, "up": ceil}


@dataclass(frozen=True, slots=True)
class ArithmeticStep:
    """A step of the arithmetic: a product, then a sum, then a rounding; `applies` is open where nobody knows if it counts.

    `by` is added besides, and may be known between bounds only. With `lacking` something is added of which nobody knows how
    much, for want of that.
    """

    name: str
    times: Fraction = Fraction(1)
    plus: Fraction = Fraction(0)
    round: str = ""
    applies: Known = YES
    lacking: str = ""
    by: Interval = ZERO

    def on(self, number: Interval) -> Interval:
        """What a strength becomes, never below nothing."""
        changed = _rounded(self._reckoned(number), self.round)
        return changed if self.applies.is_yes else changed.either(number, *self.applies.missing)

    def words(self, before: str, number: Interval, *, summed: bool) -> Said:
        """The arithmetic up to here: "(4 − 1 (tired)) × 1/2 (across a river)"; `summed`: `before` is a sum, of `number`."""
        doubt = "" if self.applies.is_yes else "?"
        text = before if isinstance(before, Said) else quoted(before)
        if self.times != 1:
            text = say("({sum})", text) if summed else text
            text += say(" × {times} ({name})", amount(self.times) + doubt, self.name)
        if self.plus:
            sign, by = "+" if self.plus > 0 else "−", amount(abs(self.plus))
            text += say(" {sign} {by} ({name})", sign, by + doubt, self.name)
        if self.lacking:
            text += say(" + ? ({name})", self.name)
        if self.by.low or self.by.high:
            sign = "−" if self.by.low < 0 else "+"
            by = amount(abs(Fraction(self.by.low))) + doubt if self.by.certain else "?"
            text += say(" {sign} {by} ({name})", sign, by, self.name)
        reckoned = self._reckoned(number)
        if reckoned == _rounded(reckoned, self.round):
            return text
        return text + (say(", rounded down") if self.round == "down" else say(", rounded up"))

    def _reckoned(self, number: Interval) -> Interval:
        times = number.times(self.times)
        if self.lacking:
            times = times.plus(Interval.unknown(self.lacking))
        taken = times.minus(Interval.of(-self.plus)) if self.plus < 0 else times.plus(Interval.of(self.plus))
        return taken.plus(self.by).greater(ZERO)


def changed(number: Interval, changes: Iterable[ArithmeticStep]) -> Interval:
    """A strength after all changes, in their order."""
    for change in changes:
        number = change.on(number)
    return number


def in_words(start: str, number: Interval, changes: Iterable[ArithmeticStep], *, summed: bool = False) -> str:
    """The arithmetic of all changes of a number in a row; `summed`: the start is a sum already."""
    text: str = start
    for change in changes:
        text = change.words(text, number, summed=summed)
        number = change.on(number)
        summed = summed or bool(change.plus or change.by.high or change.by.low)
    return text


def _rounded(number: Interval, way: str) -> Interval:
    if way not in ROUNDINGS:
        return number
    low, high = (end if end >= INFINITE else Fraction(ROUNDINGS[way](end)) for end in (number.low, number.high))
    return Interval(low, high, number.missing)
