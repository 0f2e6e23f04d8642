"""Set-ups that are not those of the order of battle."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from adjudicator.analysis.order_of_battle import area, expected, zones_of
from adjudicator.analysis.roster import roster
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.lean import replace
from adjudicator.model.known import all_of, any_of
from adjudicator.model.theatre import Table
from adjudicator.model.units import Unit
from adjudicator.record.position import Position
from adjudicator.said import say, strung
from adjudicator.terms.when import When
from adjudicator.terms.who import EVERYONE, Selector

MOST_NAMED = 12


class SetUp(Table):
    """Units that fit `who` are audited while `when` holds: whether each belongs where it is, or with `complete`
    whether all have come.

    Types of `spared` may stay away.
    """

    who: Selector = EVERYONE
    """The units that are looked at."""
    when: When
    """It is judged only while this holds."""
    complete: bool = True
    """true: units that lack are reported, and nothing else; false: units that are there and belong elsewhere."""
    spared: frozenset[str] = frozenset()
    """Unit types that may stay away. Example: `spared = ["partisan"]`"""


@check("placement.setup", SetUp)
def as_the_order_of_battle_says(position: Position, terms: SetUp) -> Iterator[Breach]:
    """Everybody starts, where he starts, and nobody else.

    Under:    fire_in_the_east
    Legal:    stage setup; 1B/2318: ge.infantry.division.1
    Illegal:  stage setup; 1B/2318: ge.panzer.division.2
    Illegal:  stage setup complete; 1B/2318: ge.infantry.division.1
    Illegal:  stage setup; 1B/3018: ge.infantry.division.1
    """
    units = roster(position).fitting(terms.who)
    sides = {unit.side for unit in units} or set(position.pack.sides)
    now = all_of(terms.when.holds(position, side) for side in sides)
    if now.is_no:
        return
    due = expected(position.pack, "start")
    found = _lacking(position, terms, units, due) if terms.complete else _misplaced(position, units, due)
    yield from (replace(breach, broken=breach.broken & now) for breach in found)


def _misplaced(position: Position, units: list[Unit], due: Mapping[str, int]) -> Iterator[Breach]:
    """Units out of their zone, and more of a type than the book has."""
    there = Counter(unit.type.id for unit in units)
    for unit in units:
        if due.get(unit.type.id):
            yield from _placed(position, unit)
    for name in sorted(there):
        if there[name] > due.get(name, 0):
            extra = [unit for unit in units if unit.type.id == name]
            at, names = tuple(unit.hex for unit in extra), tuple(unit.id for unit in extra)
            what = extra[0].type.name or name
            words = say(
                "{there} × {what} are set up, and the order of battle has {listed}", there[name], what, due.get(name, 0)
            )
            yield Breach(at, words, names)


def _lacking(position: Position, terms: SetUp, units: list[Unit], due: Mapping[str, int]) -> Iterator[Breach]:
    """Units of the book that are not on the map."""
    there = Counter(unit.type.id for unit in units)
    lacking: list[str] = []
    for name in sorted(due):
        kind = position.pack.units.get(name)
        if kind is None or there[name] >= due[name] or name in terms.spared:
            continue
        if terms.who.matches(Unit(name, kind, "")):
            lacking.append(say("{due} × {name}", due[name] - there[name], kind.name or name))
    if lacking:
        more = say(" and {count} types more", len(lacking) - MOST_NAMED) if len(lacking) > MOST_NAMED else ""
        yield Breach(
            (),
            say(
                "the order of battle has more than was set up: {lacking}{others} are missing",
                strung(lacking[:MOST_NAMED], ", "),
                more,
            ),
            owed=True,
        )


def _placed(position: Position, unit: Unit) -> Iterator[Breach]:
    zones = zones_of(position.pack, unit.type.id)
    if zones:
        i = position.network.index[unit.hex]
        inside = any_of(area(position, zone).at(i) for zone in zones)
        names = strung((zone.name or zone.key for zone in zones), say(" or "))
        yield Breach(
            (unit.hex,),
            say("{unit} starts in {hex}, which is not in its zone ({names})", unit, unit.hex, names),
            (unit.id,),
            ~inside,
        )
