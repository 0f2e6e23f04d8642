"""More carried over water than the ships or flotillas there carry."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from adjudicator.analysis.movement.loads import cargo
from adjudicator.analysis.movement.reach import load
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.amounts import Amount
from adjudicator.model.known import Known
from adjudicator.model.theatre import Table
from adjudicator.model.units import Unit
from adjudicator.packs.europa.analysis.ships import shows_every_hex
from adjudicator.record.acts import Act, Movement
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say
from adjudicator.terms.act import ActKinds
from adjudicator.terms.who import Selector
from adjudicator.words import amount


class Lift(Table):
    """What units bring by acts of `kinds` to a hex, carriers carry that end there: `each` so many REs.

    With `on_the_way` a carrier takes up and lands in any hexes that it enters.
    """

    kinds: ActKinds
    """The kinds of act. Example: `kinds = ["naval"]`"""
    who: Selector
    """The units that are carried. Example: `who = { sides = ["soviet"] }`"""
    carriers: Selector
    """What carries them. Example: `carriers = { any_tags = ["ship"] }`"""
    each: Amount
    """What each of these carries. Example: `each = 2`"""
    on_the_way: bool = False
    """Whether they take up and land anywhere on their way. Example: `on_the_way = true`"""


@check("naval.lift", Lift, acts_in=("kinds",))
def is_carried_by_ships(record: PhaseRecord, terms: Lift) -> Iterator[Breach]:
    """A ship carries so much, and ends its turn where it lands it.

    Under:    fire_in_the_east, open_sea
    Legal:    turn 5, Soviet Movement Phase; weather clear; 2A/0410: so.1rbr+aboard, so.ca1; 2A/0409: so.10rif;
              sail so.ca1 2A/0410-2A/0310-2A/0309-2A/0308-2A/0307-2A/0306; naval so.1rbr 2A/0410-2A/0306
    Illegal:  turn 5, Soviet Movement Phase; weather clear; 2A/0410: so.1rbr+aboard, so.ca1; 2A/0409: so.10rif;
              naval so.1rbr 2A/0410-2A/0306
    """
    loaded: dict[tuple[str, ...], list[tuple[Act, Unit]]] = {}
    for act in record.called(terms.kinds):
        for unit in cargo(act):
            if terms.who.matches(unit):
                # What goes by one way needs carriers that went it; all that comes to a hex, carriers enough.
                for ends in {(act.path[0], act.path[-1]), (act.path[-1],)}:
                    loaded.setdefault(ends, []).append((act, unit))
    told = set[str]()
    for ends, freight in sorted(loaded.items(), key=lambda each: (each[0][-1], len(each[0]), each[0])):
        total = sum((load(act.before, unit, act.kind) for act, unit in freight), Fraction(0))
        sure, perhaps = _carriers(record, terms, ends, freight)
        number = ends[-1]
        if number in told or total <= len(sure) * Fraction(terms.each):
            continue
        told.add(number)
        room = len(perhaps) * Fraction(terms.each)
        lacks = total > room
        because = say(
            "a load of {total} RE is landed in {hex}, and what carries it there takes {room}",
            amount(total), number, amount(len(sure) * Fraction(terms.each)),
        )  # fmt: skip
        names = tuple(unit.id for act, unit in freight if unit.id in act.units)
        broken = Known.of(True) if lacks else Known.open(say("the way that the carriers went"))
        # Ships may still come for it, if there are enough of them.
        awaited = not terms.on_the_way and total <= len(_able(record, terms, freight)) * Fraction(terms.each)
        yield Breach((number,), because, names, broken, owed=awaited and not record.ended)


def _carriers(
    record: PhaseRecord, terms: Lift, ends: tuple[str, ...], freight: list[tuple[Act, Unit]]
) -> tuple[list[Unit], list[Unit]]:
    """Those that surely were at both ends of the way, or at the one end that is asked for, and those that may have been."""
    able = _able(record, terms, freight)
    if not terms.on_the_way:
        able = [each for each in able if each.hex == ends[-1]]
    sure = [each for each in able if set(ends) <= _passed(record, each)]
    return sure, [each for each in able if each in sure or not _shown(record, each)]


def _able(record: PhaseRecord, terms: Lift, freight: list[tuple[Act, Unit]]) -> list[Unit]:
    """What could carry it, wherever it lies."""
    sides = {unit.side for _, unit in freight}
    return [each for each in record.end.units.values() if each.side in sides and terms.carriers.matches(each)]


def _ways(record: PhaseRecord, unit: Unit) -> list[Movement]:
    return [act for act in record.of(Movement) if unit.id in act.units]


def _passed(record: PhaseRecord, unit: Unit) -> frozenset[str]:
    """The hexes that a carrier is seen to have been in."""
    return frozenset((unit.hex, *(number for act in _ways(record, unit) for number in act.path)))


def _shown(record: PhaseRecord, unit: Unit) -> bool:
    """Whether every hex of its way is on record."""
    return all(shows_every_hex(act) for act in _ways(record, unit))
