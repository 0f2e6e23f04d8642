"""Units set up alone that start in the company of their district."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping

import numpy as np

from adjudicator.analysis.order_of_battle import Force, area, order_of_battle, zone_named
from adjudicator.analysis.roster import roster
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.lean import replace
from adjudicator.model.known import Known, KnownMask, any_of
from adjudicator.model.theatre import Table
from adjudicator.model.units import Unit
from adjudicator.record.position import Position
from adjudicator.said import say, strung
from adjudicator.terms.when import When
from adjudicator.terms.who import EVERYONE, Selector


class SetUpCompany(Table):
    """Units that fit `who` are audited while `when` holds, if their type has a [[force]] with `company`.

    Each takes a place in one of its forces: of those with a zone there, of the others with another unit of their district.
    """

    who: Selector = EVERYONE
    """The units that are looked at."""
    when: When
    """It is judged only while this holds."""


@check("placement.setup_company", SetUpCompany)
def starts_in_company(position: Position, terms: SetUpCompany) -> Iterator[Breach]:
    """A unit of no army of its own starts with other units of its district.

    Under:    fire_in_the_east, gulf_coast
    Legal:    stage setup complete; 2A/0604: so.rifle.division.10, so.antitank.brigade.2-3-8
    Illegal:  stage setup complete; 2A/0605: so.antitank.brigade.2-3-8, ?
    """
    units: dict[str, list[Unit]] = defaultdict(list)
    now = {side: terms.when.holds(position, side) for side in position.pack.sides}
    for unit in roster(position).fitting(terms.who) if any(each.possible for each in now.values()) else ():
        if now[unit.side].possible:
            units[unit.type.id].append(unit)
    if not units:
        return
    start = [force for force in order_of_battle(position.pack).force if force.event == "start"]
    districts: dict[str, set[str]] = defaultdict(set)
    for force in start:
        districts[force.district].update(force.units)
    for kind, found in units.items():
        forces = [force for force in start if kind in force.units]
        if any(force.company for force in forces):
            held = now[found[0].side]
            breaches = _placed(position, found, forces, districts)
            yield from (replace(breach, broken=breach.broken & held) for breach in breaches)


def _placed(
    position: Position, units: list[Unit], forces: list[Force], districts: Mapping[str, set[str]]
) -> Iterator[Breach]:
    """Units of one type against the forces in which it starts: each has a place, and each place one unit."""
    kind = units[0].type
    fitting: dict[str, list[int]] = {}
    zones = [_hexes(position, force) for force in forces]
    places = [k for k, force in enumerate(forces) for _ in range(force.units[kind.id])]
    for unit in units:
        i = position.network.index[unit.hex]
        found = [
            _accompanied(position, unit, districts[force.district]) if force.company else zone.at(i)
            for force, zone in zip(forces, zones, strict=True)
        ]
        answers = [found[k] for k in places]
        seat = any_of(answers)
        if not seat.is_yes:
            names = strung(sorted({force.district for force in forces if force.company}), say(" or "))
            words = say(
                "{unit} starts in {hex}, and no unit of its district ({names}) is there with it, as one must be",
                unit,
                unit.hex,
                names,
            )
            yield Breach((unit.hex,), words, (unit.id,), ~seat)
        else:
            fitting[unit.id] = [k for k, answer in enumerate(answers) if answer.possible]
    seated = _seated(fitting)
    if len(units) <= len(places) and len(seated) < len(fitting):
        left = [unit for unit in units if unit.id in fitting]
        at = tuple(dict.fromkeys(unit.hex for unit in left))
        words = say(
            "{count} × {name} start there, and the districts there have {listed}",
            len(left),
            kind.name or kind.id,
            len(seated),
        )
        yield Breach(at, words, tuple(unit.id for unit in left))


def _accompanied(position: Position, unit: Unit, district: set[str]) -> Known:
    """Whether another unit of a type that starts in the district is in the hex."""
    met = any(other.id != unit.id and other.type.id in district for other in position.at(unit.hex))
    return (
        Known.open(say("what else is in {hex}", unit.hex))
        if not met and position.unknown_at(unit.hex)
        else Known.of(met)
    )


def _hexes(position: Position, force: Force) -> KnownMask:
    """(n,): where a force may stand."""
    zone = zone_named(position.pack, force.zone)
    return KnownMask.of(np.ones(len(position.network), dtype=np.bool_)) if zone is None else area(position, zone)


def _seated(fitting: dict[str, list[int]]) -> dict[int, str]:
    """As many units as possible, each in one of the places that fit it, no two in one."""
    seats: dict[int, str] = {}

    def seat(name: str, tried: set[int]) -> bool:
        for place in fitting[name]:
            if place in tried:
                continue
            tried.add(place)
            if place not in seats or seat(seats[place], tried):
                seats[place] = name
                return True
        return False

    for name in fitting:
        seat(name, set())
    return seats
