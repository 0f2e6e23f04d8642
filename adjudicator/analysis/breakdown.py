"""Formations that break down into components and are assembled again: what the acts of a phase tell, what charts allow.

A chart cell lists by printed rating what a formation breaks down into: "7-6: 3 infantry 2-6 | 1 headquarters, 3 infantry
1-6; 5-6: 3 infantry 1-6" ("A-M" or "A-D-M", alternatives after a bar, ratings after a semicolon).
"""

from __future__ import annotations

import re
from collections import Counter

from adjudicator.lean import dataclass
from adjudicator.model.known import Known
from adjudicator.model.units import Unit
from adjudicator.record.acts import Placed, Removed, Transfer
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say
from adjudicator.terms.who import Selector

PART = re.compile(r"(\d{1,2}) (\w+)(?: (\d+(?:-\d+){1,2}))?")


@dataclass(frozen=True, slots=True)
class FormationExchange:
    """A formation and its components in a hex: who went, who came, at which place among the acts."""

    hex: str
    whole: Unit
    parts: tuple[Unit, ...]
    assembled: bool
    at: int


def exchanges(record: PhaseRecord, wholes: Selector) -> tuple[FormationExchange, ...]:
    """The breakdowns and assemblies of either side in a phase: one formation against others of its side in the same hex."""
    came: dict[str, list[tuple[int, Unit]]] = {}
    went: dict[str, list[tuple[int, Unit]]] = {}
    for count, act in enumerate(record.acts):
        if not isinstance(act, Placed | Removed | Transfer):
            continue
        for name in act.units:
            old, new = act.before.units.get(name), act.after.units.get(name)
            here, there = (unit is not None and bool(unit.hex) for unit in (old, new))
            if new is not None and there and not here:
                came.setdefault(new.hex, []).append((count, new))
            elif old is not None and here and not there:
                went.setdefault(old.hex, []).append((count, old))
    found = []
    for number in sorted(came.keys() & went.keys()):
        for wholly, partly, assembled in ((went, came, False), (came, went, True)):
            whole = [(count, unit) for count, unit in wholly[number] if wholes.matches(unit)]
            if len(whole) != 1:
                continue
            count, unit = whole[0]
            parts = [each for _, each in partly[number] if not wholes.matches(each) and each.side == unit.side]
            if parts:
                found.append(FormationExchange(number, unit, tuple(parts), assembled, count))
    return tuple(found)


def allowed(exchange: FormationExchange, cell: str, given: object) -> Known:
    """Whether a chart cell lists these components for the formation; open if nothing is given there for its rating."""
    unit = exchange.whole
    for entry in given.split(";") if isinstance(given, str) else ():
        rating, _, ways = entry.partition(":")
        if rating.strip() in _ratings(unit):
            return Known.of(any(_matches(exchange.parts, way) for way in ways.split("|")))
    return Known.open(say("{cell} for {unit}", cell, unit))


def _matches(parts: tuple[Unit, ...], way: str) -> bool:
    wanted: Counter[tuple[str, str]] = Counter()
    for count, kind, rating in PART.findall(way):
        wanted[kind, rating] += int(count)
    left = list(parts)
    for (kind, rating), count in wanted.items():
        fitting = [unit for unit in left if unit.type.kind == kind and (not rating or rating in _ratings(unit))]
        if len(fitting) < count:
            return False
        for unit in fitting[:count]:
            left.remove(unit)
    return not left and bool(wanted)


def _ratings(unit: Unit) -> frozenset[str]:
    face = unit.type.faces[0]
    attack, defense, movement = face.attack, face.defense, face.movement
    written = {f"{attack}-{defense}-{movement}"}
    return frozenset(written | ({f"{attack}-{movement}"} if attack == defense else set()))
