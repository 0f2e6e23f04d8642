"""What one side may know of a game as a save that VASSAL opens, and what is said of anything written for one side."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from adjudicator.errors import Source, WriteError
from adjudicator.exporters.vassal import savegame
from adjudicator.exporters.vassal.versions import version_of
from adjudicator.game.answers import Saved
from adjudicator.game.files import GameFile
from adjudicator.game.kinds import is_save_file
from adjudicator.game.sight import is_blank
from adjudicator.lean import replace
from adjudicator.marks import OutputKind, OutputMark, occasion
from adjudicator.model.events import GameLog
from adjudicator.model.module import Module
from adjudicator.model.state import GameState
from adjudicator.notes import Note, NoteKind
from adjudicator.words import counted

KEY = 0x5A
"""Under which the text is disguised: one by chance would make two writings of the same differ."""
_NO_LOG = (
    "a log cannot be written for one side, since its commands would tell what moves unseen; "
    "write a step of it as a save (--at N, .vsav) or the whole as .json"
)
_NO_BOX = "a save for one side is made anew from the module's counters: name the module (--module)"
_ANEW = "every counter is made anew from its slot in the module; what we do not model is as in the box"
_WITHHELD = "what this viewer may not see is not in it: who has the file that it was made from has everything"


def write_seen_save(file: GameFile, target: Path, at: str | int | None, vassal: str | None) -> Saved:
    """Write a moment of a game as its viewer sees it, as a save for the game's module."""
    if not is_save_file(target):
        raise WriteError(_NO_LOG, Source(str(target)))
    module = file.module
    if module is None or "vassal" not in module.carried:
        raise WriteError(_NO_BOX, Source(str(target)))
    state = _as_described(file.state_at(file.moment("end" if at is None else at)), file)
    version = version_of(vassal) if vassal is not None else None
    mark = OutputMark(OutputKind.FOR_ONE, occasion(file.path))
    notes = savegame.write_save(state, target, module=module, vassal=version, key=KEY, mark=mark)
    told = (*withheld_from(state, named=True), Note(NoteKind.APPROXIMATED, "counters", _ANEW))
    return Saved(target, (*notes, *told), None, file.notes)


def withheld_from(body: GameState | GameLog | Module, *, named: bool) -> Iterator[Note]:
    """What to say of a game written for a viewer: what lies there blank and, if he was named, that more may be missing."""
    if isinstance(body, Module):
        return
    state = body.start if isinstance(body, GameLog) else body
    blank = sum(1 for name in state.counters if is_blank(name))
    if blank:
        text = f"blank, since this viewer may not read them: {counted(blank, 'counter')}; --as umpire keeps all"
        yield Note(NoteKind.LOST, "hidden counters", text)
    if named:
        yield Note(NoteKind.LOST, "hidden counters", _WITHHELD)


def _as_described(state: GameState, file: GameFile) -> GameState:
    """The state with its decks as the file describes them, since how a deck is dealt from is no secret, and without the
    properties of which the file does not speak: they have the module's values, and the engine does not take all of them.
    """
    held = file.held_at(file.last_step).stacks
    types = {name: stack.carried.get("type", "") for name, stack in held.items() if stack.deck is not None}
    stacks = {
        name: replace(stack, carried={"type": types[name], "state": ""})
        for name, stack in state.stacks.items()
        if types.get(name)
    }
    record = file.held_at(0).carried.get(savegame.FORMAT)
    unsaid = record.get("defaults", ()) if isinstance(record, Mapping) else ()
    printed = {(container, name): value for container, name, value in unsaid}
    told = {key: value for key, value in state.properties.items() if printed.get(key) != value}
    return replace(state, stacks=state.stacks.update(stacks), properties=type(state.properties)(told))
