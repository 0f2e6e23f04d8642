"""What a module calls turns, phases, sides, boxes and conditions: tried out on a save, and written into the binding."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import tomlkit

from adjudicator import importers
from adjudicator.errors import AdjudicatorError, UsageError
from adjudicator.game.binder import Binder
from adjudicator.game.binder_files import head, own_binding, own_folder, text_of, write
from adjudicator.game.toml_blocks import TomlBlock, block, ending_blank, joined, split
from adjudicator.identify import Identifier
from adjudicator.lean import dataclass
from adjudicator.model.state import GameState
from adjudicator.packs import load
from adjudicator.packs.drafting.texts import literal, quoted, toml_key

TABLES = ("sides", "boxes", "turn", "turn.phases", "conditions", "values")
MOST_PLACES = 40


@dataclass(frozen=True, slots=True)
class TestedSave:
    """A save read by a binding: what it says, and what the pack makes of it.

    `levels` are name and value of each level of the trackers, `places` the places off the map where counters of the pack lie
    without the pack knowing the place. `values` are the numbers that the game keeps, as they are read.
    """

    file: str
    turn: int = 0
    phase: str = ""
    conditions: tuple[tuple[str, str], ...] = ()
    levels: tuple[tuple[str, str, str], ...] = ()
    units: int = 0
    unidentified: int = 0
    places: tuple[tuple[str, int], ...] = ()
    properties: tuple[str, ...] = ()
    values: tuple[tuple[str, str], ...] = ()
    problem: str = ""

    @property
    def phase_text(self) -> str:
        """What the module calls the phase: the last level that is no number."""
        return next((value for _, _, value in reversed(self.levels) if not value.strip().isdigit()), "")


def try_out(binder: Binder, save: Path) -> TestedSave:
    """Read a save by the binding as it is; what cannot be read is told in `problem`."""
    try:
        state = importers.read(save, binder.module).state
        if state is None:
            raise UsageError("holds no position", "save", save.name)
        return _tried(binder, state, save.name)
    except AdjudicatorError as error:
        return TestedSave(save.name, problem=str(error))


def _tried(binder: Binder, state: GameState, name: str) -> TestedSave:
    theatre = load.load_theatre_for(binder.pack)
    known = Identifier(state, binder.module, binder.pack, theatre, binding=binder.binding)
    position, moment = known.position, known.position.moment
    off = Tally(each.location for each in position.units.values() if not each.hex and each.location)
    boxes = set(binder.binding.boxes.values()) if binder.binding else set()
    levels = tuple(
        (f"#{count}", label, value)
        for tracker in state.trackers
        for count, (label, value) in enumerate(tracker.values, 1)
    )
    return TestedSave(
        name,
        moment.turn,
        str(moment.phase.name) if moment.phase else "",
        tuple(moment.conditions),
        levels,
        len(position.units),
        len(position.unidentified),
        tuple((place, count) for place, count in off.most_common(MOST_PLACES) if place not in boxes),
        tuple(sorted({key for _, key in state.properties})),
        tuple(sorted(position.values.items())),
    )


def bind_table(binder: Binder, told: Mapping[str, Mapping[str, str]]) -> Binder:
    """Write what the module's names mean, by table of the binding (`sides`, `turn`, `turn.phases` ...); "" takes a key out."""
    path = own_binding(binder, own_folder(binder))
    blocks = split(text_of(path) or head(binder))
    for name in TABLES:
        if told.get(name):
            blocks = _changed(blocks, name, told[name])
    return write(binder, {path: joined(blocks).rstrip("\n") + "\n"}, binder.proposed())


def place_pattern(place: str) -> str:
    """A pattern that fits a place of that name alone."""
    return literal(place)


def _changed(blocks: list[TomlBlock], name: str, keys: Mapping[str, str]) -> list[TomlBlock]:
    """The blocks with keys of a table set; what the table says besides stays."""
    inner, outer = name.rpartition(".")[2], name.rpartition(".")[0]
    inline = next((at for at, each in enumerate(blocks) if each.header == f"[{outer}]" and inner in each.said), -1)
    at = next((at for at, each in enumerate(blocks) if each.header == f"[{name}]"), inline)
    if at < 0:
        lines = [f"{toml_key(key)} = {quoted(value)}" for key, value in keys.items() if value]
        return _placed(blocks, block(f"[{name}]", "\n".join(lines)), name) if lines else blocks
    document = tomlkit.parse(blocks[at].text)
    table: Any = document
    for part in name.split("."):
        table = table[part]
    for key, value in keys.items():
        if value and table.get(key) != value:
            table[key] = value
        elif not value and key in table:
            del table[key]
    return [*blocks[:at], TomlBlock(blocks[at].header, tomlkit.dumps(document)), *blocks[at + 1 :]]


def _placed(blocks: list[TomlBlock], new: TomlBlock, name: str) -> list[TomlBlock]:
    """A new table before the lines of counters, one inside another behind that."""
    blocks = ending_blank(blocks)
    parent = f"[{name.rpartition('.')[0]}]"
    inside = next((at + 1 for at, each in enumerate(blocks) if each.header == parent), -1)
    lists = next((at for at, each in enumerate(blocks) if each.header.startswith("[[")), len(blocks))
    at = inside if inside > 0 else lists
    return [*blocks[:at], new, *blocks[at:]]


def sides_told(binder: Binder) -> Sequence[tuple[str, str]]:
    """What the module calls its seats, each with the pack's side, "" for none."""
    known = binder.binding.sides if binder.binding else {}
    return [(seat, known.get(seat, "")) for seat in binder.module.sides]
