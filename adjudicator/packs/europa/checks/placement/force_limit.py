"""More, or less, of some force in a region than a game allows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Literal

from adjudicator.analysis.events import due
from adjudicator.analysis.ground import standing
from adjudicator.analysis.stacking import unit_size
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.known import YES, Known, any_of
from adjudicator.model.theatre import Table
from adjudicator.model.units import Amount
from adjudicator.record.position import Position
from adjudicator.terms.when import When
from adjudicator.terms.where import Where
from adjudicator.terms.who import Selector
from adjudicator.words import amount


class Raised(Table):
    """A limit while an event of events.toml comes about: so much `more`, or none at all; `lasting`: it stays once so."""

    event: str
    more: Amount | None = None
    lasting: bool = False


class ForceLimit(Table):
    """Units that fit `who` total at most `most` and at least `least` in the region `where`; `double` count twice.

    `event`: only while that event of events.toml comes about; `raised`: what events make of `most`. An event of which the
    game keeps the value "event:NAME" (blanks as "_") has happened or not, whatever the position shows.
    `under`: reading -> choice -> what it makes of `most`. `surely`: judged only while `when` holds for sure.
    """

    who: Selector
    where: Where
    most: Amount | None = None
    least: Amount = 0
    by: Literal["units", "points", "steps"] = "points"
    double: Selector | None = None
    when: When = When()
    event: str = ""
    raised: tuple[Raised, ...] = ()
    under: Mapping[str, Mapping[str, Amount]] = {}
    surely: bool = False


@check("placement.force_limit", ForceLimit)
def no_more_than_allowed(position: Position, terms: ForceLimit) -> Iterator[Breach]:
    """Only so much of an army goes into a region.

    Under:    fire_in_the_east
    Legal:    turn 5, German Movement Phase; weather clear; 1B/1912: ge.2mtn
    Illegal:  turn 5, German Movement Phase; weather clear; 1B/1912: ge.1pz
    """
    index = position.network.index
    side = next(iter(terms.who.sides), "")
    happens = _happens(position, terms.event) if terms.event else YES
    now = terms.when.holds(position, side)
    if (terms.surely and now.is_open) or not (applies := happens & now).possible:
        return
    found = [
        unit
        for unit in sorted(position.units.values(), key=lambda unit: unit.id)
        if terms.who.matches(unit)
        and unit.hex in index
        and terms.where.fits(standing(position), index[unit.hex]).is_yes
    ]
    sizes = [unit_size(unit, terms.by) * (2 if terms.double and terms.double.matches(unit) else 1) for unit in found]
    total = sum(sizes, Fraction(0))
    names, at = tuple(unit.id for unit in found), tuple(dict.fromkeys(unit.hex for unit in found))
    most = _most(position, terms)
    if most is not None and total > most:
        words = f"{amount(total)} {terms.by} in the region, limit {amount(most)}"
        yield Breach(at, words, names, applies & ~_excused(position, terms, total - most))
    elif total < terms.least:
        words = f"{amount(total)} {terms.by} in the region, at least {amount(Fraction(terms.least))} wanted"
        yield Breach(at, words, names, applies)


def _most(position: Position, terms: ForceLimit) -> Fraction | None:
    """The limit under the readings chosen."""
    for reading, choices in terms.under.items():
        chosen = position.pack.chosen.get(reading, "")
        if chosen in choices:
            return Fraction(choices[chosen])
    return None if terms.most is None else Fraction(terms.most)


def _excused(position: Position, terms: ForceLimit, surplus: Fraction) -> Known:
    """Whether an event allows so much more."""
    rows = (each for each in terms.raised if each.more is None or surplus <= each.more)
    return any_of(_has_happened(position, each.event, lasting=each.lasting) for each in rows)


def _has_happened(position: Position, name: str, *, lasting: bool) -> Known:
    """Whether it has come to this: a lasting event may have happened before, unless the players tell."""
    happens = _happens(position, name)
    if happens.is_no and lasting and told_as(name) not in position.values:
        return Known.open(f"whether it has come to this: {name}")
    return happens


def told_as(name: str) -> str:
    """The value by which the players tell whether an event has happened."""
    return f"event:{name.replace(' ', '_')}"


def _happens(position: Position, name: str) -> Known:
    told = position.values.get(told_as(name))
    return due(position, name) if told is None else Known.of(told == "yes")
