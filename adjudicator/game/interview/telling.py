"""What an answer says about the table: which hexes break the rule, who stands in a zone, who is cut off, how far units get."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

from adjudicator.analysis.combat.odds import battle
from adjudicator.analysis.control import in_zone
from adjudicator.analysis.movement.reach import reach
from adjudicator.analysis.supply.status import supply
from adjudicator.errors import AdjudicatorError
from adjudicator.findings import Finding, Severity
from adjudicator.game.interview.answering import Interview
from adjudicator.game.interview.items import RULES, TomlEntry
from adjudicator.game.interview.question import Question
from adjudicator.game.kinds import newest_save
from adjudicator.game.opening import open_game
from adjudicator.judge import adjudicate
from adjudicator.lean import dataclass, replace
from adjudicator.model.units import Unit
from adjudicator.record.position import Position
from adjudicator.said import say, say_number
from adjudicator.words import listed, word

MOST_NAMED, MOST_EXAMPLES = 12, 3
DRAFTED = "unit"


@dataclass(frozen=True, slots=True)
class SaveTable:
    """A save, and the module that it is read by, None where that is found beside it."""

    save: Path
    module: Path | None = None

    def position(self, pack: Path) -> Position:
        """The table under a pack as it is now."""
        return open_game(self.save, pack=str(pack), module=self.module).position()


def table_beside(pack: Path, save: Path | None = None, module: Path | None = None) -> SaveTable | None:
    """The save that is named, else the newest in the pack's folder or beside it; None if there is none."""
    if save is not None:
        return SaveTable(save, module)
    for folder in (pack, pack.resolve().parent):
        newest = newest_save(path for path in folder.iterdir() if path.is_file())
        if newest is not None:
            return SaveTable(newest, module)
    return None


def tell(interview: Interview, asked: Iterable[Question], table: SaveTable) -> dict[str, list[str]]:
    """What each answer says of the table, by question; why nothing can be said, under ""."""
    try:
        position = table.position(interview.facts.pack.folder)
    except AdjudicatorError as error:
        return {"": [str(error)]}
    return {each.id: list(_told(interview, each, position)) for each in asked}


def _told(interview: Interview, each: Question, position: Position) -> Iterator[str]:
    entry = interview.record.get(each.id)
    if entry is None or entry.answer is None or entry.answer.no:
        return
    mine = {name for name in position.pack.rules if TomlEntry(RULES, "rule", name, "", {}).at in entry.wrote}
    found = _findings(position, mine)
    yield from _breaches(found)
    if each.shows == "findings" and not found:
        yield say("Nothing on the table breaks it.")
    if each.shows in LOOKS:
        yield from LOOKS[each.shows](position)


def _findings(position: Position, rules: set[str]) -> list[Finding]:
    """What these rules find on the table, at whatever time they are judged in a game."""
    kept = {name: rule.model_copy(update={"when": ()}) for name, rule in position.pack.rules.items() if name in rules}
    if not kept:
        return []
    pack = replace(position.pack, rules=kept)
    return list(adjudicate(replace(position, pack=pack)).findings)


def _breaches(found: list[Finding]) -> Iterator[str]:
    broken = [each for each in found if each.severity == Severity.VIOLATION]
    doubtful = [each for each in found if each.severity == Severity.DOUBT]
    if broken:
        hexes = list(dict.fromkeys(number for each in broken for number in each.at))
        yield say_number(
            "{number} hex breaks it: {hexes}.", "{number} hexes break it: {hexes}.", len(hexes), _named(hexes)
        )
        yield from (f"{', '.join(each.at)}: {each.because}" for each in broken[:MOST_EXAMPLES])
    if doubtful:
        first = doubtful[0]
        yield say_number(
            "{number} case is open, such as {hexes}: {why}.",
            "{number} cases are open, such as {hexes}: {why}.",
            len(doubtful),
            listed(first.at),
            first.missing or first.because,
        )


def _zones(position: Position) -> Iterator[str]:
    caught = [
        unit for unit in _on_map(position) if not in_zone(position, unit.hex, position.pack.enemies(unit.side)).is_no
    ]
    yield (
        say_number(
            "{number} unit stands in an enemy zone of control: {units}.",
            "{number} units stand in enemy zones of control: {units}.",
            len(caught),
            _units(caught),
        )
        if caught
        else say("Nobody stands in an enemy zone of control.")
    )


def _supply(position: Position) -> Iterator[str]:
    states: dict[str, list[Unit]] = {}
    for side in position.pack.sides:
        told = supply(position, side).states()
        for unit in position.of_side(side):
            states.setdefault(told.get(unit.id, ""), []).append(unit)
    for state, units in states.items():
        if state == "supplied":
            yield say_number("{number} unit is supplied.", "{number} units are supplied.", len(units))
        elif state:
            yield say_number(
                "{number} unit is {state}: {units}.",
                "{number} units are {state}: {units}.",
                len(units),
                word(state),
                _units(units),
            )


def _reach(position: Position) -> Iterator[str]:
    for unit in _examples(position):
        found = reach(position, unit)
        if found.missing and not found.sure:
            yield say("How far {unit} gets is open: {why}.", str(unit), _named(sorted(found.missing), MOST_EXAMPLES))
            continue
        yield say_number(
            "{unit} in {hex} reaches {number} hex.",
            "{unit} in {hex} reaches {number} hexes.",
            len(found.sure),
            *(str(unit), unit.hex),
        )


def _battles(position: Position) -> Iterator[str]:
    faced = [stack for stack in position.stacks() if stack.units and _neighbours(position, stack.units[0])]
    yield (
        say_number(
            "{number} hex can be attacked from the next one: {hexes}.",
            "{number} hexes can be attacked from the next one: {hexes}.",
            len(faced),
            _named([stack.location for stack in faced]),
        )
        if faced
        else say("No enemies stand next to each other.")
    )
    for stack in faced[:MOST_EXAMPLES]:
        fought = battle(position, _neighbours(position, stack.units[0]), stack.location)
        yield f"{stack.location}: {fought.words}"


def _phases(position: Position) -> Iterator[str]:
    phases = position.pack.header.sequence.phases
    yield say("A turn goes: {phases}.", listed(phase.name for phase in phases))


def _sorts(position: Position) -> Iterator[str]:
    told = Tally(unit.type.kind for unit in _on_map(position))
    for kind, number in told.most_common():
        name = say("no sort yet") if kind == DRAFTED else word(kind)
        yield say_number("{sort}: {number} unit", "{sort}: {number} units", number, name)


LOOKS: Mapping[str, Callable[[Position], Iterator[str]]] = {
    "zones": _zones,
    "supply": _supply,
    "reach": _reach,
    "battles": _battles,
    "phases": _phases,
    "units": _sorts,
}
"""What is told of the table by the `shows` of a question; "findings" are told of every question."""


def _on_map(position: Position) -> list[Unit]:
    return [unit for stack in position.stacks() for unit in stack.units]


def _examples(position: Position) -> list[Unit]:
    """A unit of each sort and movement class, a few."""
    found: dict[tuple[str, str], Unit] = {}
    for unit in _on_map(position):
        found.setdefault((unit.type.kind, unit.type.movement_class), unit)
    return list(found.values())[:MOST_EXAMPLES]


def _neighbours(position: Position, unit: Unit) -> list[Unit]:
    """The enemies in the hexes next to a unit."""
    there = (other for number in position.network.beside(unit.hex) for other in position.at(number))
    return [other for other in there if other.side != unit.side]


def _units(units: list[Unit]) -> str:
    return _named([f"{unit} ({unit.hex})" for unit in units])


def _named(names: list[str], most: int = MOST_NAMED) -> str:
    more = len(names) - most
    shown = [*names[:most], say_number("{number} more", "{number} more", more)] if more > 0 else names
    return listed(shown)
