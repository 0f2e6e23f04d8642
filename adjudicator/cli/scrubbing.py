"""Taking players' ids out of a file."""

from __future__ import annotations

from pathlib import Path

import typer

from adjudicator.cli import opening
from adjudicator.errors import ReadError, Source
from adjudicator.notes import Note
from exporters.vassal.fresh import is_vassal
from exporters.vassal.scrub import write_scrubbed

ENDINGS = {True: (".vlog", ".log"), False: (".vsav", ".sav")}


def scrub(path: Path, out: Path) -> tuple[Note, ...]:
    """Write the file at `path` to `out` with pseudonyms for ids; a save stays a save and a log a log."""
    opened = opening.open_game(path, box=False)
    body = opened.log or opened.state_at(0)
    if not is_vassal(opened.state_at(0)):
        raise ReadError("only VASSAL's saves and logs hold players' ids", Source(str(path)))
    fitting = ENDINGS[opened.log is not None]
    if out.suffix.lower() not in fitting:
        raise typer.BadParameter(f"--output {out}: wants {fitting[0]}, as what is read")
    return write_scrubbed(body, out)
