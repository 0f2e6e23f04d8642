"""How a search for a way pays: whole multiples of a point instead of fractions, and what a fault weighs.

A search for a legal way refuses faulty steps. One for the least faulty way pays for each fault as much as the unit may spend in
all, and a little more: so of ways within the allowance the one with the fewest faults is found, and a way round that takes
three allowances is worse than a way with one fault. Its answer only says which way a verdict speaks of, so a cost that nobody
gave counts there as a point at least.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from adjudicator.analysis.movement.values import MoveBudget, MoveStep
from adjudicator.lean import dataclass
from adjudicator.model.interval import INFINITE, ONE, Bound, Exact, Interval

PARTS = 27_720
"""Into how many parts a point is divided: every fraction down to twelfths is a whole number of them."""
MANY = Fraction(20)
"""What a fault weighs where nobody knows how much the unit may spend."""

Parts = int | Fraction
"""So many parts of a point; a fraction only where a table divides a point otherwise."""


def parts(points: Exact) -> Parts:
    """Points as parts of a point."""
    each, left = divmod(PARTS, points.denominator)
    return points * PARTS if left else points.numerator * each


@dataclass(frozen=True, slots=True)
class Pricing:
    """One way to pay: `fault` is what a fault weighs, 0 where a faulty step is refused."""

    bound: Bound
    fault: Parts

    @classmethod
    def refusing(cls, bound: Bound) -> Pricing:
        """For legal ways."""
        return cls(bound, 0)

    @classmethod
    def weighing(cls, bound: Bound, budget: MoveBudget) -> Pricing:
        """For the least faulty way."""
        most = budget.points.smaller(budget.hexes).high
        return cls(bound, parts((most if most < INFINITE else MANY) + 1))

    def cost(self, number: Interval) -> Parts:
        """What a cost counts."""
        found = self.bound.cost(number)
        return parts(max(found, ONE.low) if self.fault and number.missing else found)

    def least(self, numbers: Iterable[Interval]) -> Parts:
        """What the cheapest of some costs counts."""
        return min((self.cost(number) for number in numbers), default=0)

    def of(self, step: MoveStep) -> Parts | None:
        """What a step takes with its faults; None if it is refused."""
        faults = self.of_faults(step)
        return None if faults is None else self.cost(step.cost) + faults

    def of_faults(self, step: MoveStep) -> Parts | None:
        """What the faults of a step take; None if it is refused."""
        if not step.faults:
            return 0
        faults = sum(self.bound.forbids(fault.broken) for fault in step.faults)
        return None if faults and not self.fault else faults * self.fault

    def halts(self, step: MoveStep) -> str:
        """Why a unit must stop after a step, "" if it need not."""
        return step.halts if step.halts and self.bound.forbids(step.halting) else ""
