"""What a file holds, as plain values: a game box, an extension, or a moment of a game."""

from __future__ import annotations

import re
from collections import Counter as Tally
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from adjudicator.game.files import GameFile
from adjudicator.importers.vassal.extension import ELEMENT
from adjudicator.importers.vassal.module import ExtensionRecord, ModuleRecord
from adjudicator.importers.vassal.unread import Unread, unread_in
from adjudicator.model.counters import Counter
from adjudicator.model.module import NOWHERE, GameMap, Module, location_name
from adjudicator.model.state import GameState, Seat
from adjudicator.model.viewer import A_HIDDEN_COUNTER
from adjudicator.notes import Note, NoteKind, first_of_each_kind


def contents(file: GameFile, step: int) -> dict[str, Any]:
    """What a file of any kind holds; of a log at a step, of a game what the viewer may know."""
    if file.is_game:
        return of_game(file, step)
    return of_extension(file) if file.read.kind == "extension" else of_module(file)


_WEIGHTS = {
    NoteKind.MISSING: 3,
    NoteKind.CARRIED: 3,
    NoteKind.REPAIRED: 2,
    NoteKind.GUESSED: 2,
    NoteKind.UNHEARD: 2,
    NoteKind.APPROXIMATED: 1,
}
"""How much hangs on what a note confesses of reading a file."""


def unread(file: GameFile) -> dict[str, Any]:
    """What a file, and the module that it was read by, hold and was not understood, worst first; each with its first place."""
    notes = first_of_each_kind(file.read.notes) if file.eyes.sees_all else file.notes
    found = [_confessed(note) for note in notes if note.kind in _WEIGHTS]
    record = file.module.carried.get("vassal") if file.module is not None else None
    if isinstance(record, ModuleRecord):
        found += unread_in(record, (file.module_path or file.path).name)
    found.sort(key=lambda each: (-each.weight, -each.count, each.kind, each.text))
    return {"file": str(file.path), "unread": [_told(each) for each in found]}


def _confessed(note: Note) -> Unread:
    count = len(note.tally.counters) if note.tally else 0
    return Unread(note.kind.value, note.text, max(1, count), note.source, _WEIGHTS[note.kind], note.subject)


def _told(each: Unread) -> dict[str, Any]:
    place = {"file": each.source.file, "entry": each.source.entry, "offset": each.source.offset}
    return {"kind": each.kind, "text": str(each.text), "count": each.count, "subject": each.subject, **place}


def of_game(file: GameFile, step: int) -> dict[str, Any]:
    """A state, or a log at a step: who plays, when, which boards, every counter."""
    state = file.state_at(step)
    return {
        "file": str(file.path),
        "kind": "log" if file.log else "save",
        "format": file.format,
        "module": state.module,
        "module_version": state.module_version,
        "module_file": str(file.module_path or ""),
        "step": step,
        "steps": len(file.log.steps) if file.log else 0,
        "turn": [{"tracker": tracker.name, "values": dict(tracker.values)} for tracker in state.trackers],
        "seats": [{"player": seat.player, "name": seat.name, "side": seat.side} for seat in state.seats],
        "boards": {
            name: [
                {"board": placed.board.name, "x": placed.x, "y": placed.y, "reversed": placed.reversed}
                for placed in laid
            ]
            for name, laid in state.boards.items()
        },
        "decks": [
            {
                "name": stack.deck.name,
                "map": stack.spot.map,
                "cards": len(stack.members),
                "face_down": stack.deck.face_down,
            }
            for stack in state.stacks.values()
            if stack.deck
        ],
        "pieces": [_piece(state, counter, file) for counter in in_order(state)],
        "properties": {f"{container}|{name}": value for (container, name), value in sorted(state.properties.items())},
        "notes": [note.as_json() for note in file.notes],
    }


def of_extension(file: GameFile) -> dict[str, Any]:
    """An extension: which box it belongs to, and how much of what it adds."""
    record = file.read.carried["vassal"]
    assert isinstance(record, ExtensionRecord)  # noqa: S101 - only VASSAL has extensions
    build = record.build
    words = Tally(
        part.word for added in build.parts() for part in (added.parts() if added.kind == ELEMENT else (added,))
    )
    return {
        "file": str(file.path),
        "kind": "extension",
        "format": file.format,
        "module": build.get("module"),
        "module_version": build.get("moduleVersion"),
        "version": build.get("version") or record.metadata.version,
        "description": build.get("description") or record.metadata.description,
        "adds": dict(sorted(words.items())),
        "notes": [note.as_json() for note in file.notes],
    }


def of_module(file: GameFile) -> dict[str, Any]:
    """A game box: its maps, sides, counters and set-ups."""
    module = file.module
    assert module is not None  # noqa: S101 - what is no game is a module
    return {
        "file": str(file.path),
        "kind": "module",
        "format": file.format,
        "module": module.name,
        "module_version": module.version,
        "sides": list(module.sides),
        "maps": [_map(each) for each in module.maps],
        "slots": [_slot(module, at) for at in range(len(module.slots))],
        "setups": [{"name": setup.name, "file": setup.file} for setup in module.setups],
        "trackers": [tracker.name for tracker in module.trackers],
        "notes": [note.as_json() for note in file.notes],
    }


def in_order(state: GameState) -> list[Counter]:
    """All counters: map by map, in drawing order, each stack bottom to top."""
    index = {member: at for stack in state.stacks.values() for at, member in enumerate(stack.members)}

    def key(counter: Counter) -> tuple[str, int, int, str]:
        stack = state.stacks.get(counter.stack)
        return counter.spot.map, stack.order if stack else counter.order, index.get(counter.id, 0), counter.id

    return sorted(state.counters.values(), key=key)


def _piece(state: GameState, counter: Counter, file: GameFile) -> dict[str, Any]:
    spot = counter.spot
    known = file.eyes.reads_at(counter, state, file.module)
    told: dict[str, Any] = {
        "id": counter.id,
        "name": counter.name if known else A_HIDDEN_COUNTER,
        "map": spot.map,
        "board": spot.board,
        "zone": spot.zone,
        "x": spot.x,
        "y": spot.y,
        "location": location_name(state.boards.get(spot.map, ()), spot),
        "number": spot.number,
        "index": state.index(counter) if counter.stack else None,
        "stack": counter.stack,
    }
    if counter.concealed:
        told |= {"masked_by": counter.masked_by, "hidden_by": counter.hidden_by}
    if known:
        told |= {
            "slot": counter.slot,
            "layers": _layers(counter),
            "angles": list(counter.angles),
            "moved": counter.moved,
        }
        told |= {"properties": dict(counter.properties)}
    return told


def _layers(counter: Counter) -> list[dict[str, Any]]:
    layers = counter.design.layers
    return [{"name": layer.name, "level": level} for layer, level in zip(layers, counter.levels, strict=False)]


def _map(game_map: GameMap) -> dict[str, Any]:
    boards = [{"name": board.name, "size": list(board.size), "grid": _grid(board.grid)} for board in game_map.boards]
    return {"name": game_map.name, "kind": game_map.kind.value, "boards": boards}


def _grid(grid: object) -> str:
    return "" if grid is None else type(grid).__name__.removesuffix("Grid").lower()


def _slot(module: Module, at: int) -> dict[str, Any]:
    slot = module.slots[at]
    return {"slot": slot.gpid, "name": slot.name, "path": list(slot.path)}


def piece_rows(pieces: Sequence[Mapping[str, Any]]) -> Iterator[tuple[object, ...]]:
    """A line for each place with counters, map by map: the place, its counters from the top down, its map and zone.

    `pieces` come in drawing order. The map with most counters comes first. Counters that are called the same are counted.
    """
    crowd = Tally(piece["map"] for piece in pieces)
    listed = sorted(pieces, key=lambda each: (not each["map"], -crowd[each["map"]], each["map"], *_in_words(each)))
    for (place, game_map), run in groupby(listed, lambda each: (_where(each), each["map"])):
        here = list(run)
        names = Tally(piece["name"] for piece in reversed(here))
        told = ", ".join(name if count == 1 else f"{count} × {name}" for name, count in names.items())
        yield place if game_map else "", told, game_map, here[0]["zone"]


def _in_words(piece: Mapping[str, Any]) -> tuple[tuple[int, str], ...]:
    """A place's name in an order that people expect: 0206 before 1001, A2 before A10."""
    parts = re.findall(r"\d{1,9}|[^\d]+", _where(piece))
    return tuple((int(part), "") if part.isdecimal() else (0, part) for part in parts)


def _where(piece: Mapping[str, Any]) -> str:
    return f"{piece['x']},{piece['y']}" if piece["location"] in ("", NOWHERE) else str(piece["location"])


def seat_called(told: Mapping[str, str]) -> str:
    """What the player of a seat goes by, of a seat as it is told."""
    return Seat(told["player"], told["name"], told["side"]).called
