"""Taking players' ids out of a file."""

from __future__ import annotations

from pathlib import Path

from adjudicator.errors import ReadError, Source, UsageError
from adjudicator.exporters.vassal.fresh import is_vassal
from adjudicator.exporters.vassal.scrub import write_scrubbed
from adjudicator.game.files import GameFile
from adjudicator.importers.vassal.wire import endings
from adjudicator.marks import occasion
from adjudicator.notes import Note


def scrub(file: GameFile, out: Path) -> tuple[Note, ...]:
    """Write the file to `out` with pseudonyms for ids; a save stays a save and a log a log."""
    body = file.read.log or file.held_at(0)
    if not is_vassal(file.held_at(0)):
        raise ReadError("only VASSAL's saves and logs hold players' ids", Source(str(file.path)))
    fitting = endings.SAVES if file.log is None else endings.LOGS
    if out.suffix.lower() not in fitting:
        raise UsageError(f"wants {fitting[0]}, as what is read", "output", out)
    return write_scrubbed(body, out, occasion(file.path))
