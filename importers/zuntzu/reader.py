"""Reading ZunTzu's files: game boxes, and scenarios or saved games under them."""

from __future__ import annotations

import base64
import hashlib
from pathlib import Path

from adjudicator.budget import open_file
from adjudicator.errors import ReadError, Source, reading
from adjudicator.importers.archive import Archive
from adjudicator.importers.format import Imported, file_bytes
from adjudicator.importers.zuntzu import xml
from adjudicator.importers.zuntzu.pictures import ZunTzuPictures
from adjudicator.importers.zuntzu.translate import FORMAT, Boxed, CarriedModule, Played
from adjudicator.importers.zuntzu.wire import BOX_ENTRY, NAME
from adjudicator.importers.zuntzu.wire.box import ZunTzuBox, read_box
from adjudicator.importers.zuntzu.wire.game import ZunTzuGame, read_game
from adjudicator.lean import replace
from adjudicator.model.module import Module
from adjudicator.notes import Note, NoteKind
from adjudicator.writing import this_run

MOST_BOXES_BESIDE = 50
MOST_SCENARIOS = 1000


def read(path: Path, module: Module | None = None) -> Imported:
    """A box, or a game under its box (the one given, or the one beside it that the game names by its hash)."""
    with reading(file=path.name):
        if _is_zip(path):
            return _read_box(path)
        game = read_game(xml.read(file_bytes(path)))
        notes: list[Note] = []
        if module is None:
            module = _beside(path, game)
        if module is None:
            text = f"its game box '{game.box}' is not beside it: pieces have no pictures, places are taken to be at 150 dpi"
            notes.append(Note(NoteKind.MISSING, "game box", text, Source(path.name)))
        played = Played(game, _record(module), Source(path.name), notes)
        module = played.module(module) if module is not None else None
        return Imported("save", NAME, module=module, state=played.state(module), notes=tuple(notes))


def _read_box(path: Path) -> Imported:
    archive = Archive(path)
    with reading(entry=BOX_ENTRY):
        box = read_box(xml.read(archive.read(BOX_ENTRY)))
    boxed = _boxed(archive, box, Source(path.name))
    scenarios = _scenarios(archive, boxed.notes)
    module = boxed.module(scenarios)
    started = scenarios.get(box.startup)
    if started is not None:
        with reading(entry=box.startup):
            played = Played(started, _record(module), Source(path.name, box.startup), boxed.notes)
            module = played.module(module)
            module = replace(module, at_start=played.state(module))
    elif box.startup:
        text = f"the box begins with '{box.startup}', which is not in it"
        boxed.notes.append(Note(NoteKind.MISSING, box.startup, text, Source(path.name)))
    return Imported("module", NAME, module=module, notes=tuple(boxed.notes))


def _boxed(archive: Archive, box: ZunTzuBox, source: Source) -> Boxed:
    def entry(name: str) -> bytes | None:
        return archive.read(name) if name in archive.names else None

    factor = box.maps[0].factor if box.maps else 4
    return Boxed(box, ZunTzuPictures(box, entry, factor), source, _hash(archive.path))


def _scenarios(archive: Archive, notes: list[Note]) -> dict[str, ZunTzuGame]:
    """The scenarios in the box; one that cannot be read is left out and noted."""
    found = {}
    for name in [each for each in archive.order if each.upper().endswith(".ZTS")][:MOST_SCENARIOS]:
        try:
            with reading(entry=name):
                found[name] = read_game(xml.read(archive.read(name)))
        except ReadError as error:
            text = f"the scenario '{name}' cannot be read ({error.message}); left out"
            notes.append(Note(NoteKind.MISSING, name, text, Source(archive.path.name, name)))
    return found


def _beside(path: Path, game: ZunTzuGame) -> Module | None:
    """The box in the same folder whose content has the hash that the game gives."""
    for other in sorted(path.parent.glob("*.ztb"))[:MOST_BOXES_BESIDE] if game.hash else ():
        if _hash(other) == game.hash:
            return _read_box(other).module
    return None


def _hash(path: Path) -> str:
    """A box's file as games name it (`GameBox`: SHA-1 in base 64)."""
    this_run().note(path)
    with open_file(path) as file:
        digest = hashlib.file_digest(file, hashlib.sha1).digest()
    return base64.b64encode(digest).decode("ascii")


def _record(module: Module | None) -> CarriedModule | None:
    found = module.carried.get(FORMAT) if module else None
    return found if isinstance(found, CarriedModule) else None


def _is_zip(path: Path) -> bool:
    with open_file(path) as file:
        return file.read(2) == b"PK"
