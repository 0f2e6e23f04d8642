"""Units that fight from afar ([[ranged]] of combat.toml): whether they do in a battle, and what speaks against it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from adjudicator.analysis.combat.changes import ArithmeticStep
from adjudicator.analysis.combat.facing import facing
from adjudicator.analysis.combat.sight import blocked, seen_across
from adjudicator.analysis.combat.terms import Ranged, combat_table
from adjudicator.analysis.roster import roster
from adjudicator.model.known import YES, Known, all_of, any_of
from adjudicator.model.units import Unit
from adjudicator.record.acts import Act
from adjudicator.record.position import Position
from adjudicator.said import say
from adjudicator.terms.edges import Edges
from adjudicator.terms.words import where_words
from adjudicator.words import counted

ATTACKS = frozenset({"join", "alone"})
"""What a row may say its units do from afar that is an attack."""
NOBODY = "none"
"""What is told of the support of a defense (`support=none`) that nobody gives."""


def ranged_row(position: Position, unit: Unit) -> Ranged | None:
    """The row that says how a unit fights from afar, None if it does not: of several the first whose time it may be."""
    rows = [row for row in combat_table(position).ranged if row.who.matches(unit)]
    return next((row for row in rows if row.when.holds(position, unit.side).possible), rows[0] if rows else None)


def distance(position: Position, start: str, end: str) -> int:
    """Hexes from one to another; 0 where either is not on the map."""
    index = position.network.index
    return position.network.distance(index[start], index[end]) if start in index and end in index else 0


def from_afar(position: Position, unit: Unit, targets: tuple[str, ...]) -> bool:
    """Whether a unit may fight these hexes from afar, standing next to none of them: it reaches one, as far as is known."""
    row = ranged_row(position, unit)
    if row is None or any(distance(position, unit.hex, each) <= 1 for each in targets):
        return False
    return any(not out_of_reach(position, unit, row, each).is_yes for each in targets)


def fights_beside(position: Position, unit: Unit, targets: tuple[str, ...]) -> Known:
    """Whether a unit stands next to a hex attacked and fights there as neighbours do: it may not fire at it as from afar."""
    row = ranged_row(position, unit)
    near = [each for each in targets if distance(position, unit.hex, each) == 1]
    if row is None or row.does.isdisjoint(ATTACKS):
        return Known.of(bool(near))
    return any_of(out_of_reach(position, unit, row, each) for each in near)


def all_see_across(position: Position, edges: Edges | None, units: tuple[Unit, ...], targets: tuple[str, ...]) -> Known:
    """Whether all of these fight hexes from afar, and their lines of sight to each cross such hexsides."""
    if edges is None:
        return YES
    return all_of(
        (
            *(~fights_beside(position, unit, targets) for unit in units),
            *(seen_across(position, unit, target, edges) for unit in units for target in targets),
        )
    )


def supporters(act: Act) -> tuple[Unit, ...]:
    """The units that lend strength to the defense, as the players told it (support=...)."""
    return tuple(act.before.units[name] for name in named_supporters(act) if name in act.before.units)


def unknown_support(act: Act) -> tuple[ArithmeticStep, ...]:
    """What those add to the defense of whom nobody can tell which units they are."""
    lost = (name for name in named_supporters(act) if name not in act.before.units)
    return tuple(ArithmeticStep(name, lacking=say("which unit {name} is", name)) for name in lost)


def named_supporters(act: Act) -> tuple[str, ...]:
    """The names that the players told as supporters of the defense."""
    named = act.told.get("support", "")
    return () if named == NOBODY else tuple(filter(None, named.split(",")))


def may_support(act: Act) -> tuple[tuple[Unit, Known], ...]:
    """Who may support the defense where nobody told who does (`support=`), each with whether it did, which is open."""
    if "support" in act.told:
        return ()
    position, rows = act.before, (row for row in combat_table(act.before).ranged if "support" in row.does)
    there = {unit.id: unit for row in rows for unit in roster(position).fitting(row.who) if unit.hex}
    return tuple(
        (unit, Known.open(say("whether {unit} supports the defense", unit)))
        for unit, row in _lending(act, there.values())
        if not all(out_of_reach(position, unit, row, target).is_yes for target in act.path)
    )


def lenders(act: Act) -> tuple[Unit, ...]:
    """The supporters who may be: enemies of the attackers, of whom a row says so."""
    return tuple(unit for unit, _ in _lending(act, supporters(act)))


def _lending(act: Act, units: Iterable[Unit]) -> Iterator[tuple[Unit, Ranged]]:
    """Those of some units that are enemies of the attackers, and of whom a row says that they support; each with its row."""
    sides = {act.before.unit(name).side for name in act.units}
    for unit in units:
        row = ranged_row(act.before, unit) if unit.side not in sides else None
        if row is not None and "support" in row.does:
            yield unit, row


def out_of_reach(position: Position, unit: Unit, row: Ranged, target: str) -> Known:
    """Whether anything speaks against a unit's firing at a hex from afar."""
    return any_of(broken for _, broken in reach_faults(position, unit, row, target))


def reach_faults(position: Position, unit: Unit, row: Ranged, target: str) -> Iterator[tuple[str, Known]]:
    """What speaks against a unit's firing at a hex from afar, each with whether it does."""
    far = distance(position, unit.hex, target)
    if not row.least <= far <= row.most:
        words = say("it is {hexes} away, and its range is {least} to {most}", counted(far, "hex"), row.least, row.most)
        yield words, YES
    now = row.when.holds(position, unit.side)
    if not now.is_yes:
        yield say("it does not fire from afar now"), ~now
    if row.blocked is not None and (shut := blocked(position, unit.hex, target, row.blocked)).possible:
        yield say("nobody sees through {where}", where_words(row.blocked)), shut
    if row.pinned and (pinned := _pinned(position, unit, row)).possible:
        near = say("in an enemy zone of control") if row.pinned == "zone" else say("next to an enemy")
        yield say("it is {near}, so it does not fire from afar", near), pinned


def _pinned(position: Position, unit: Unit, row: Ranged) -> Known:
    return any_of(answer for _, answer in facing(position, unit, "zone" if row.pinned == "zone" else "adjacent"))
