"""A game turn written down in lines, played through the scribe: chat and dice, everything else in the notation of moves."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from adjudicator.budget import text_of
from adjudicator.exporters.vassal.scribe import LogWriter
from adjudicator.model.move_notation import MoveText, parse_moves


def lines(path: Path) -> Iterator[str]:
    """What a text file says, without comments and empty lines."""
    for line in text_of(path).splitlines():
        said = line.split("#", 1)[0].strip()
        if said:
            yield said


def perform(table: LogWriter, line: str, act: Callable[[LogWriter, MoveText], None]) -> None:
    """One line: `say WORDS`, `roll DIE...`, or moves, each of which `act` plays."""
    word, _, rest = line.partition(" ")
    if word == "say":
        table.say(rest)
    elif word == "roll":
        table.roll(*map(int, rest.split()))
    else:
        for move in parse_moves((line,), table.box.pack, table.box.theatre):
            act(table, move)


def play(table: LogWriter, move: MoveText) -> None:
    """One written act that the table can do by itself: pieces moved, turned, laid and taken off, numbers changed."""
    names = [unit.id for unit in move.units]
    match move.kind:
        case "flip":
            table.flip(names[0], move.units[0].face + 1)
        case "mark":
            table.place(move.units[0].marks[0].id, _hex_of(table, names[0]), on=names[0])
        case "unmark":
            table.remove(f"{names[0]}+{move.units[0].marks[0].id}")
        case "lay":
            table.place(move.markers[0].id, move.path[0], name=f"+{move.markers[0].id}@{move.path[0]}")
        case "lift":
            table.remove(table.marker_at(move.markers[0].id, move.path[0]))
        case "swap":
            old, new = move.markers
            table.swap(table.marker_at(old.id, move.path[0]), new.id, f"+{new.id}@{move.path[0]}")
        case "shift":
            table.carry(move.markers[0].id, *move.path)
        case "now" | "value":
            for name, value in move.values.items():
                table.set(name, value)
        case _:
            table.move(names, *move.path[1:])


def _hex_of(table: LogWriter, name: str) -> str:
    """The number of the hex where a unit lies."""
    piece = table.pieces[table.names[name]]
    return table.box.layout.grid.location(piece.x, piece.y) or ""
