"""A game or box as a file of VASSAL's.

What was read from VASSAL goes back by VASSAL's own writer, everything else by `translated`.
"""

from __future__ import annotations

from pathlib import Path

from adjudicator.errors import Source, WriteError
from adjudicator.exporters.losses import Content, LossReport, from_notes
from adjudicator.exporters.vassal import savegame, translated
from adjudicator.exporters.vassal.fresh import is_vassal
from adjudicator.exporters.vassal.module import write_back
from adjudicator.importers.vassal.wire import endings
from adjudicator.marks import OutputKind, OutputMark
from adjudicator.notes import Note

NAME = translated.NAME
HOLDS = translated.HOLDS
CONVERTED = OutputMark(OutputKind.CONVERTED)


def export(content: Content, path: Path, source: str) -> LossReport:
    """What VASSAL wrote goes back as it was read; a game for a VASSAL module is cut from its slots; else all is made anew."""
    ending = path.suffix.lower()
    log, state, module = content.log, content.state, content.module
    own = state is not None and is_vassal(state)
    box = module is not None and "vassal" in module.carried
    if ending in endings.LOGS:
        if log is None:
            raise WriteError("a log wants a log: only a recorded session has steps", Source(str(path)))
        notes: tuple[Note, ...] = savegame.write_log(log, path, module=module if box else None, mark=CONVERTED)
        return from_notes(Content(None, state, log), notes, source, "VASSAL")
    if state is not None and ending in endings.SAVES and (own or box):
        made = savegame.write_save(state, path, module=module, mark=CONVERTED)
        return from_notes(Content(None, state, None), made, source, "VASSAL")
    if own:
        raise WriteError("a game is no module; give the module itself, or a .vsav to write to", Source(str(path)))
    if ending in endings.SAVES and state is None:
        raise WriteError("a save wants a game, this is only a box", Source(str(path)))
    if box and module is not None:
        write_back(module, path)
        return from_notes(Content(module), (), source, "VASSAL")
    return translated.export(content, path, source)
