"""Units that perish for want of supply: who must roll, and from which die on it is lost (`StarvationRule`)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from adjudicator.analysis.ground import ground_at
from adjudicator.analysis.history import lost_places
from adjudicator.analysis.supply.status import supply
from adjudicator.analysis.supply.terms import StarvationModifier, StarvationRule
from adjudicator.lean import dataclass
from adjudicator.model.interval import ZERO, Interval
from adjudicator.model.known import NO, Known, all_of
from adjudicator.model.units import Unit
from adjudicator.record.position import Position
from adjudicator.said import say, strung


@dataclass(frozen=True, slots=True)
class Starvation:
    """Whether a unit must roll, what is added to the die, and the least die that eliminates it (more than a die has: none)."""

    rolls: Known
    modifier: Interval
    lost_from: Interval
    words: str


def starvation(position: Position, unit: Unit, dice: int = 6) -> Starvation:
    """What a unit's roll for lack of supply comes to in this initial phase."""
    rule = position.pack.figures_of(StarvationRule)
    if rule is None or not rule.marks & unit.marks:
        return Starvation(NO, ZERO, Interval.of(dice + 1), say("not long enough out of supply"))
    rows = [(row, _holds(position, unit, row)) for row in rule.modifier]
    totals = list(_totals(rows))
    missing = frozenset(name for _, holds in rows for name in holds.missing)
    modifier = Interval(Fraction(min(totals)), Fraction(max(totals)), missing)
    low, high = (
        min(max(rule.least - number, Fraction(1)), Fraction(dice + 1)) for number in (modifier.high, modifier.low)
    )
    words = strung((say("{add} {name}", f"{row.add:+d}", row.name) for row in _counting(rows)), ", ") or say(
        "no modifier"
    )
    return Starvation(_must_roll(position, unit), modifier, Interval(low, high, missing), words)


def _counting(rows: list[tuple[StarvationModifier, Known]]) -> Iterator[StarvationModifier]:
    """The modifiers that surely count, the first of a group alone."""
    groups: set[str] = set()
    for row, holds in rows:
        if holds.is_yes and row.group not in groups:
            groups |= {row.group} - {""}
            yield row


def _must_roll(position: Position, unit: Unit) -> Known:
    """Whether the unit is in every state that makes it roll."""
    rule = position.pack.figures_of(StarvationRule)
    found = supply(position, unit.side)
    states = rule.states if rule else {}
    return all_of(found.state(unit.id, aspect).is_in({state}) for aspect, state in states.items())


def _totals(rows: list[tuple[StarvationModifier, Known]], groups: frozenset[str] = frozenset()) -> Iterator[int]:
    """What the modifiers may add up to, the first that holds of a group alone, for each answer to what is open."""
    if not rows:
        yield 0
        return
    (row, holds), rest = rows[0], rows[1:]
    counts = holds if row.group not in groups else NO
    if counts.possible:
        yield from (row.add + total for total in _totals(rest, groups | {row.group} - {""}))
    if not counts.is_yes:
        yield from _totals(rest, groups)


def _holds(position: Position, unit: Unit, row: StarvationModifier) -> Known:
    """Whether a modifier holds where a unit stands."""
    here = row.where.fits(ground_at(position), position.network.index[unit.hex])
    return here if not row.never_lost or _kept(position, unit) else NO


def _kept(position: Position, unit: Unit) -> bool:
    """Whether the place in the unit's hex began as its side's and never was the enemy's, as far as the position tells."""
    places = position.network.places_at.get(position.network.index[unit.hex], ())
    return bool(places) and places[0].owner == unit.side and places[0].name not in lost_places(position)
