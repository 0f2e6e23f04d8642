"""A pack begun from a module of a game whose rules another pack has: rules and units are the other's, map and counters its own.

A counter that is called as a unit of the other pack is bound to it; a counter that is not becomes a unit of the new pack if
its palettes tell whose it is. The rest stays unbound, so that it is unknown in every verdict until somebody says what it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from adjudicator.model.module import Module
from adjudicator.model.pack import NO_SIDE, Pack
from adjudicator.packs.drafting.counters import Counters, KnownType, Sides, counters_of, names_side, plain
from adjudicator.packs.drafting.texts import quoted


def sides_in(module: Module, parent: Pack) -> Sides:
    """What the module calls the sides of the pack: by their names, their ids or their nations."""
    found: dict[str, str] = {}
    for name in _called(module):
        fitting = {
            faction.id
            for faction in parent.header.factions
            if any(names_side(name, word) for word in (faction.name, faction.id, *faction.nations))
        }
        if len(fitting) == 1:
            found[name] = fitting.pop()
    missing = sorted(set(parent.sides) - set(found.values()))
    notes = (
        (f"nothing in the module is called as the sides {', '.join(missing)}: see [sides] of the binding",)
        if missing
        else ()
    )
    return Sides(found, tuple(name for name in module.sides if name in found), notes)


def counters_in(module: Module, sides: Sides, parent: Pack) -> Counters:
    """The module's counters: bound to the other pack's units where the names are alike, else new, else left unbound."""
    alike = {**_by_name("marker", parent.markers), **_by_name("unit", parent.units)}
    made = counters_of(module, sides, [*parent.units, *parent.markers], alike)
    made.types, made.lines = [*_off(made.types, made)], [*_off(made.lines, made)]
    return made


def _off(tables: Sequence[str], made: Counters) -> Iterator[str]:
    """The tables, with a # before every line of those whose counters are nobody's yet."""
    for table, whose in zip(tables, made.whose, strict=True):
        if table:
            yield re.sub("^", "# ", table, flags=re.MULTILINE) if whose == NO_SIDE else table


def _called(module: Module) -> Iterator[str]:
    """Every name in the module that may be a side's: of seats, then of palettes."""
    yield from module.sides
    yield from dict.fromkeys(text for slot in module.slots for text in slot.path)


def _by_name(key: str, types: Mapping[str, object]) -> dict[str, KnownType]:
    """The types by their plain names; names that several have are nobody's."""
    found: dict[str, list[str]] = {}
    for ident, each in types.items():
        found.setdefault(plain(str(getattr(each, "name", "") or ident)), []).append(ident)
    return {
        name: KnownType(
            f"{key} = {quoted(idents[0])}",
            len(getattr(types[idents[0]], "faces", (1,))),
            str(getattr(types[idents[0]], "side", "")),
        )
        for name, idents in found.items()
        if len(idents) == 1
    }
