"""Attacks that players announce in the chat: a binding's [[chat]] lines say how, the position says which units are meant."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import NamedTuple

from adjudicator.model.binding import Binding
from adjudicator.model.chat import said_in
from adjudicator.model.units import Unit
from adjudicator.record.acts import Demolition, Overrun, Repair
from adjudicator.record.position import Position

LONGEST = 500


class Spoken(NamedTuple):
    """An attack, or with `overruns` an overrun, as told: the units' ids, the hex, and what else is said (die, result).

    With `work` ("demolish", "repair") it is work on the bridge from the hex to the `other`.
    """

    units: tuple[str, ...]
    hex: str
    values: Mapping[str, str]
    overruns: bool = False
    work: str = ""
    other: str = ""


def spoken_attack(text: str, rules: Iterable[Binding.ChatRule], position: Position) -> Spoken | None:
    """The attack a line of chat tells; None if it tells none, or names a hex or unit that the position does not have."""
    if len(text) > LONGEST:
        return None
    words = said_in(text)
    for rule in rules:
        match = re.fullmatch(rule.pattern, words, re.IGNORECASE) if rule.kind != "phase" else None
        told = {name: said for name, said in match.groupdict().items() if said} if match else {}
        number, names = told.pop("hex", ""), told.pop("units", "")
        units = [_named(name, position) for name in re.split(r",|\band\b", names) if name.strip()]
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


def _named(name: str, position: Position) -> Unit | None:
    """The one unit on the map that goes by an id or a name."""
    wanted = name.strip().casefold()
    exact = [unit for unit in position.units.values() if unit.id.casefold() == wanted]
    found = exact or [unit for unit in position.units.values() if unit.hex and unit.type.name.casefold() == wanted]
    return found[0] if len(found) == 1 else None
