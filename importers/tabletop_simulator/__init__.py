"""Tabletop Simulator: saves and saved objects (JSON)."""

from __future__ import annotations

import re
from pathlib import Path

from adjudicator.errors import CorruptFile, Source, reading
from adjudicator.importers.format import Imported, Sample, file_bytes
from adjudicator.model.module import Module
from adjudicator.notes import Note, NoteKind
from adjudicator.words import counted

NAME = "Tabletop Simulator"
EXTENSIONS = (".json",)
_HEAD = re.compile(rb'\s*\{\s*"(?!format"\s*:\s*"adjudicator-)')
_SIGN = re.compile(rb'"(?:SaveName|ObjectStates)"\s*:')


def sniff(sample: Sample) -> bool:
    """JSON that names a save or its objects near its beginning."""
    head = sample.head.removeprefix(b"\xef\xbb\xbf")
    return _HEAD.match(head) is not None and _SIGN.search(head) is not None


def read(path: Path, module: Module | None = None) -> Imported:
    """A save with the box that it brings; a save that a mod manager took apart has its objects elsewhere."""
    from adjudicator.importers.tabletop_simulator import wire  # noqa: PLC0415 - loaded for its own files only
    from adjudicator.importers.tabletop_simulator.translate import SaveReading, local_pictures  # noqa: PLC0415

    with reading(file=path.name):
        found = wire.parse(file_bytes(path))
        source = Source(path.name)
        notes = []
        if "ObjectPaths" in found and isinstance(found.get("Save"), dict):
            paths = found["ObjectPaths"] if isinstance(found["ObjectPaths"], list) else []
            text = (
                f"left out, since they lie in files of their own: {counted(len(paths), 'object')}, such as {paths[0]}"
            )
            notes.append(Note(NoteKind.MISSING, "ObjectPaths", text, source))
            found = found["Save"]
        if "ObjectStates" not in found:
            raise CorruptFile("the save has no 'ObjectStates'", Source(offset=0))
        made = SaveReading(found, source, local_pictures(path), notes)
        box, state = made.result()
        return Imported("save", NAME, module=box, state=state, notes=tuple(made.notes))
