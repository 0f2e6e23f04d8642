"""More, or less, of some force in a region than a game allows."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Literal

from adjudicator.analysis.ground import When, Where
from adjudicator.analysis.position import Position
from adjudicator.analysis.stacking import amount, unit_size
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.theatre import Table
from adjudicator.model.units import Amount, Selector


class ForceLimit(Table):
    """Units that fit `who` total at most `most` and at least `least` in the region `where`; `double` count twice."""

    who: Selector
    where: Where
    most: Amount | None = None
    least: Amount = 0
    by: Literal["units", "points", "steps"] = "points"
    double: Selector | None = None
    when: When = When()


@check("placement.force_limit", ForceLimit)
def no_more_than_allowed(position: Position, terms: ForceLimit) -> Iterator[Breach]:
    """Only so much of an army goes into a region.

    Legal:    1203: sa.1inf
    Illegal:  1203: sa.1inf; 1304: sa.2inf, sa.1cav
    """
    index = position.network.index
    side = next(iter(terms.who.sides), "")
    if terms.when.holds(position, side) is False:
        return
    found = [
        unit
        for unit in sorted(position.units.values(), key=lambda unit: unit.id)
        if terms.who.matches(unit) and unit.hex in index and terms.where.fits(position, index[unit.hex])
    ]
    sizes = [unit_size(unit, terms.by) * (2 if terms.double and terms.double.matches(unit) else 1) for unit in found]
    total = sum(sizes, Fraction(0))
    names, at = tuple(unit.id for unit in found), tuple(dict.fromkeys(unit.hex for unit in found))
    if terms.most is not None and total > terms.most:
        yield Breach(at, f"{amount(total)} {terms.by} in the region, limit {amount(Fraction(terms.most))}", names)
    elif total < terms.least:
        yield Breach(
            at, f"{amount(total)} {terms.by} in the region, at least {amount(Fraction(terms.least))} wanted", names
        )
