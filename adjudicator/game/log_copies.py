"""Logs written again: several as one, or one without what was taken back."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from adjudicator.errors import ReadError, Source
from adjudicator.exporters.vassal.cleaned import cleaned, merged
from adjudicator.exporters.vassal.conversion import CONVERTED
from adjudicator.exporters.vassal.savegame import write_log
from adjudicator.game.files import GameFile
from adjudicator.game.modules import Made
from adjudicator.game.outputs import require_ending
from adjudicator.said import say
from adjudicator.writing import collected, forced, refuse_overwrite


def write_again(files: Sequence[GameFile], out: Path, *, clean: bool, force: bool = False) -> Made:
    """Write the logs of a game, in order of play, as one; with `clean` without what was taken back.

    The copy holds all that the files hold, as a copy of one of them would. UsageError if they do not follow one another.
    """
    require_ending(out, ".vlog")
    with forced(force):
        refuse_overwrite(out, *(file.path for file in files))
    logs = [(file.path.name, file.read.log) for file in files if file.read.log is not None]
    known = [(name, log) for name, log in logs if log is not None]
    if not known:
        raise ReadError(say("a save has no moves: name a log (.vlog)"), Source(str(files[-1].path)))
    module = files[0].module if files[0].module is not None and "vassal" in files[0].module.carried else None
    log = merged(known, module)
    done = [say("one log of {logs}: {steps} steps", len(known), len(log.steps))]
    if clean:
        made = cleaned(log, module)
        log = made.log
        done.append(say("left out as taken back: {steps} steps", made.left_out))
        if made.kept:
            done.append(say("undos that stay, since nothing here tells what they took back: {number}", made.kept))
    with forced(force), collected() as written:
        notes = write_log(log, out, module=module, mark=CONVERTED)
    return Made(out, (*done, *(str(note) for note in notes)), tuple(written))
