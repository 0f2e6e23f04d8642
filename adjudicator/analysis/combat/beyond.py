"""Columns that no map shows: told with an attack (shift=), or given by headquarters, support from the air and surprise."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.combat.support import side_of, support_columns
from adjudicator.analysis.combat.support_terms import Surprise
from adjudicator.analysis.combat.terms import CombatTable, combat_table
from adjudicator.analysis.headquarters import attacking, has_full_powers, is_headquarters, supports
from adjudicator.model.interval import ZERO, Interval
from adjudicator.record.acts import Act, Attack
from adjudicator.said import say

DROPPED = "airdrop"
"""The kind of marker that drops troops into a battle."""
Moved = tuple[str, Interval]
"""A name, and the columns that it gives the attacker."""
TOLD = {"hq": 1, "narrow": 2}
"""10.3.1: an HQ that helps a battle (hq=ID) gives a column, with its whole weight (narrow=yes) two."""
SURPRISE, COLUMNS = "surprise", "surprise_shift"
"""The values of an attack that tell the die for surprise, and the columns that it gave."""


def columns_beyond(act: Act) -> tuple[Moved, ...]:
    """What shifts a battle and lies on no map. What shift= tells is the whole of it."""
    shift = act.told.get("shift")
    if shift is not None:
        told = int(shift) if shift.lstrip("+-").isdigit() else 0
        return (("announced", Interval.of(told)),) if told else ()
    return tuple((name, by) for name, by in _given(act, combat_table(act.before)) if by.low or by.high)


def _given(act: Act, table: CombatTable) -> Iterator[Moved]:
    named = [by for name, by in TOLD.items() if act.told.get(name, "no") != "no"]
    if named:
        yield "announced", Interval.of(named[-1])
    elif isinstance(act, Attack) and not set(TOLD) & set(act.told):
        yield from _headquarters(act)
    if not isinstance(act, Attack) or not act.path or not act.units:
        return
    if table.support is not None:
        yield say("support"), support_columns(act, table.support)
    if table.surprise is not None:
        yield say("surprise"), surprise_columns(act, table.surprise)


def _headquarters(act: Attack) -> Iterator[Moved]:
    """What a headquarters gives that may help, where nobody told whether one did."""
    position = act.before
    attackers = tuple(position.units[name] for name in act.units if name in position.units)
    able = [
        marker
        for _, marker in sorted(position.markers.items())
        if marker.hex and is_headquarters(position, marker) and attacking(position, marker)
    ]
    most, names = 0, []
    for marker in able:
        if supports(position, marker, attackers).possible:
            full = has_full_powers(position, marker).possible
            most = max(most, max(TOLD.values()) if full else min(TOLD.values()))
            names.append(marker.type.name)
    if names:
        yield say("headquarters"), ZERO.either(Interval.of(most), say("whether {name} helped (hq=)", names[0]))


def surprise_columns(act: Attack, terms: Surprise) -> Interval:
    """The columns that troops dropped into a battle give by surprise."""
    position, side = act.before, side_of(act)
    dropped = any(
        marker.type.kind == DROPPED and marker.type.side in ("", side)
        for number in act.path
        for marker in position.markers_at(number)
    )
    if not dropped:
        return ZERO
    die, told = act.told.get(SURPRISE, ""), act.told.get(COLUMNS, "")
    most = terms.most(side, act.told.get("night", ""))
    if die.isdigit():
        return Interval.of(int(die) if int(die) <= most else 0)
    if told.isdigit() and int(told) <= most:
        return Interval.of(int(told))
    return Interval(0, most, frozenset({say("the die for surprise")})) if most else ZERO
