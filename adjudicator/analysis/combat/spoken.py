"""Attacks that players announce in the chat: a binding's [[chat]] lines say how, the position says which units are meant."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from adjudicator.lean import replace
from adjudicator.model.binding import Binding
from adjudicator.model.chat import said_in
from adjudicator.model.units import Unit
from adjudicator.record.acts import Demolition, Overrun, Repair
from adjudicator.record.flights import Dogfight, Flight, Strike
from adjudicator.record.position import Position

LONGEST = 500
OF_A_DEED = "roll"
IN_THE_AIR = (Flight.word, Strike.word, Dogfight.word)
FLAGS = ("night", "extended", "enemy", "glider")
"""What is told of a mission or a trial in whatever words: it is so."""
OF_UNITS = ("cargo", "target")
"""What is told of a mission by naming units."""


class Spoken(NamedTuple):
    """An attack, or with `overruns` an overrun, as told: the units' ids, the hex, and what else is said (die, result).

    With `work` ("demolish", "repair") it is work on the bridge from the hex to the `other`; "fly" and "strike" are missions
    of the kind `other`, "dogfight" is one `against` other units; "roll" tells of what the units did last, and names no hex.
    """

    units: tuple[str, ...]
    hex: str
    values: Mapping[str, str]
    overruns: bool = False
    work: str = ""
    other: str = ""
    against: tuple[str, ...] = ()


def spoken_attack(text: str, rules: Iterable[Binding.ChatRule], position: Position) -> Spoken | None:
    """The attack a line of chat tells; None if it tells none, or names a hex or unit that the position does not have."""
    if len(text) > LONGEST:
        return None
    words = said_in(text)
    for rule in rules:
        match = re.fullmatch(rule.pattern, words, re.IGNORECASE) if rule.kind != "phase" else None
        told = {name: said for name, said in match.groupdict().items() if said} if match else {}
        number, names = told.pop("hex", ""), told.pop("units", "")
        if rule.kind in IN_THE_AIR:
            flown = _in_the_air(rule.kind, number, names, {**rule.values, **told}, position)
            if flown is not None:
                return flown
            continue
        units = [_named(name, position) for name in re.split(r",|\band\b", names) if name.strip()]
        if rule.kind == OF_A_DEED:
            if units and all(units):
                return Spoken(tuple(unit.id for unit in units if unit), "", {**rule.values, **told}, work=rule.kind)
            continue
        if number in position.network.index and units and all(units):
            named = tuple(dict.fromkeys(unit.id for unit in units if unit))
            if rule.kind in (Demolition.word, Repair.word):
                other = told.pop("other", "")
                if other not in position.network.index:
                    continue
                return Spoken(named, number, {**rule.values, **told}, work=rule.kind, other=other)
            return Spoken(named, number, {**rule.values, **told}, rule.kind == Overrun.word)
    return None


def announced(position: Position, units: tuple[str, ...], targets: Iterable[str], *, declared: bool) -> Position:
    """The position after an attack was told: one that is only announced is remembered until it is fought."""
    phase, memory = position.moment.phase, position.memory.announced
    announcing = declared or (phase is not None and phase.kind == "declaration")
    for target in targets:
        if announcing:
            memory = memory.set(target, tuple(sorted(units)))
        elif target in memory:
            memory = memory.set(target, ())
    return replace(position, memory=replace(position.memory, announced=memory))


def _in_the_air(kind: str, number: str, names: str, told: dict[str, str], position: Position) -> Spoken | None:
    """A mission or dogfight as told; None if it names a hex, unit or mission that there is not."""
    taken: list[str] = []
    units = _flying(names, number, position, taken, ground=kind == Strike.word)
    against = _flying(told.pop("against", ""), number, position, taken)
    if number not in position.network.index or not units or None in (*units, *against):
        return None
    for word in FLAGS:
        if word in told:
            told[word] = "yes"
    for word in OF_UNITS:
        if word in told:
            told[word] = _ids(told[word], number, position)
    found, others = tuple(name for name in units if name), tuple(name for name in against if name)
    if kind == Dogfight.word:
        return (
            Spoken(found, number, told | {"against": ",".join(others)}, work=kind, against=others) if others else None
        )
    mission = _mission(told.pop("mission", ""), position)
    return Spoken(found, number, told, work=kind, other=mission) if mission else None


def _mission(text: str, position: Position) -> str:
    """The kind of mission that people call so, "" if there is none."""
    kinds = position.pack.tables.get("air", {}).get("mission", {})
    named = (
        {str(kind.get("name", "")).casefold(): name for name, kind in kinds.items()}
        if isinstance(kinds, Mapping)
        else {}
    )
    wanted = text.strip().casefold()
    return wanted.replace(" ", "_") if wanted.replace(" ", "_") in position.pack.missions else named.get(wanted, "")


def _ids(names: str, number: str, position: Position) -> str:
    """The ids of the units that go by these ids or names, and as it was told what names no unit."""
    parts = [part.strip() for part in names.split(",") if part.strip()]
    found = (_flying(part, number, position, [], ground=True) for part in parts)
    return ",".join(units[0] or part for units, part in zip(found, parts, strict=True))


def _flying(names: str, number: str, position: Position, taken: list[str], *, ground: bool = False) -> list[str | None]:
    """The units that fly and go by these ids or names, each once: those over the hex first, then those that rest.

    With `ground` also a unit on the ground, where none that flies is called so.
    """
    found: list[str | None] = []
    for name in (part.strip().casefold() for part in re.split(r",|\band\b", names) if part.strip()):
        able = [each for each in position.aircraft.values() if each.id not in taken]
        same = [each for each in able if name in (each.id.casefold(), each.type.name.casefold())]
        best = sorted(
            same, key=lambda each: (each.location != number, each.location in position.network.index, each.id)
        )
        below = _named(name, position) if ground and not best else None
        found.append(best[0].id if best else below.id if below else None)
        taken += [best[0].id] if best else []
    return found


def _named(name: str, position: Position) -> Unit | None:
    """The one unit on the map that goes by an id or a name."""
    wanted = name.strip().casefold()
    exact = [unit for unit in position.units.values() if unit.id.casefold() == wanted]
    found = exact or [unit for unit in position.units.values() if unit.hex and unit.type.name.casefold() == wanted]
    return found[0] if len(found) == 1 else None
