"""A state, a log or a module as our own JSON; players' ids stay behind unless they are asked for."""

from __future__ import annotations

from pathlib import Path

import orjson

from adjudicator.errors import Source, WriteError
from adjudicator.exporters.losses import WHOLE, Aspect, Content, Holds, LossKind, LossReport, survey
from adjudicator.exporters.vassal.module import as_plain
from adjudicator.harmless import json_bytes
from adjudicator.importers.native.wire.document import BODIES, document
from adjudicator.importers.vassal.pseudonyms import without_ids
from adjudicator.marks import OutputKind, OutputMark, sealed, unsealed
from adjudicator.model.events import GameLog
from adjudicator.model.module import Module
from adjudicator.model.state import GameState
from adjudicator.notes import Note, NoteKind
from adjudicator.writing import write_bytes

NAME = "adjudicator JSON"
NATIVE_BOX: Holds = {
    **WHOLE,
    Aspect.EXTRAS: (
        LossKind.DROPPED,
        "the box's pictures and other files stay in its own file, which the document names by its hash",
    ),
}


def encode(body: GameState | GameLog | Module, *, keep_ids: bool = False, mark: OutputMark | None = None) -> bytes:
    """The bytes of the document; `keep_ids` leaves players' ids, which are their passwords, in what VASSAL's record carries.

    `mark` is what the document says of itself.
    """
    if isinstance(body, Module):
        body = as_plain(body)
    elif not keep_ids:
        body = without_ids(body)
    kind = next(kind for kind, each in BODIES.items() if isinstance(body, each))
    try:
        return sealed(json_bytes(document(kind, body, unsealed(mark) if mark else "")))
    except (orjson.JSONEncodeError, TypeError) as error:
        raise WriteError(f"cannot be said in JSON: {error}") from error


def write(body: GameState | GameLog | Module, path: Path, *, keep_ids: bool = False) -> tuple[Note, ...]:
    """Put the document at `path`, all or nothing; it holds everything but a module's pictures and other files."""
    mark = OutputMark(OutputKind.MODULE if isinstance(body, Module) else OutputKind.CONVERTED)
    write_bytes(path, encode(body, keep_ids=keep_ids, mark=mark))
    if not isinstance(body, Module):
        return ()
    text = "the box's pictures and other files stay in its own file, which the document names by its hash"
    return (Note(NoteKind.LOST, body.name, text, Source(str(path))),)


def export(content: Content, path: Path, source: str) -> LossReport:
    """A document holds a game or a box; a game's box is a document of its own."""
    body = content.log or content.state or content.module
    if body is None:
        raise WriteError("there is nothing to write", Source(str(path)))
    write(body, path)
    if body is content.module:
        found = "vassal" in body.carried
        holds = (
            NATIVE_BOX if found else {**NATIVE_BOX, Aspect.EXTRAS: (LossKind.DROPPED, "what only its own file holds")}
        )
        return survey(Content(content.module), holds, source=source, target=NAME)
    return survey(Content(None, content.state, content.log), WHOLE, source=source, target=NAME)
