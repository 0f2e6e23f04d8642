"""Opening what the user named: the file, its module (named or found beside it), and a moment of a log."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import typer

import importers
from adjudicator.cli.printing import progress, remark
from adjudicator.errors import ReadError, Source
from adjudicator.model.events import GameLog
from adjudicator.model.module import Module
from adjudicator.model.state import GameState
from adjudicator.notes import Note, NoteKind
from importers.format import Imported
from importers.vassal.container import is_module, is_save, made_with

MODULES = (".vmod", ".mod")


@dataclass(frozen=True, slots=True)
class Opened:
    """A file as read, and the module it was read by (None for a module itself, or where there is none)."""

    path: Path
    read: Imported
    module_path: Path | None = None

    @property
    def format(self) -> str:
        return self.read.format

    @property
    def module(self) -> Module | None:
        return self.read.module

    @property
    def log(self) -> GameLog | None:
        return self.read.log

    @property
    def notes(self) -> tuple[Note, ...]:
        return self.read.notes

    @property
    def is_game(self) -> bool:
        """Whether it is a save or a log."""
        return self.read.state is not None or self.read.log is not None

    def state_at(self, step: int) -> GameState:
        """The state after so many steps; a save has only its one moment."""
        if self.read.log is not None:
            return self.read.log.state_at(step)
        assert self.read.state is not None  # noqa: S101 - asked only of games
        return self.read.state


def open_file(path: Path, module: Path | None = None) -> Opened:
    """Read a file; a game's module is the one named, else one beside it whose name fits."""
    box, found = open_box(path, module)
    with progress(f"reading {path.name}"):
        read = importers.read(path, box)
    strange = _strange(path, found)
    if strange:
        read = replace(read, notes=(*read.notes, Note(NoteKind.GUESSED, "module", strange)))
    return Opened(path, read, found)


def open_box(path: Path, module: Path | None = None) -> tuple[Module | None, Path | None]:
    """The module of a game and its file: the one named, else one beside it whose name fits."""
    require(path)
    fitting = [module] if module else _beside(path)
    if not fitting:
        return None, None
    found, *others = fitting
    with progress(f"reading {found.name}"):
        box = open_module(found)
    if others:
        rivals = ", ".join(other.name for other in others)
        remark(f"module: {found} (beside {path.name}; {rivals} would fit as well: --module names another)")
    elif module is None:
        why = f"it lies beside {path.name}" if _about(path)[0] else f"the only one beside {path.name}, which names none"
        remark(f"module: {found} ({why}; --module names another)")
    elif strange := _strange(path, found):
        remark(f"caution: {strange}")
    return box, found


def open_game(path: Path, module: Path | None = None, box: bool = True) -> Opened:
    """Read a save or a log; with `box`, its module must be known too."""
    opened = open_file(path, module)
    if not opened.is_game:
        raise ReadError("a module is no game: name a save (.vsav) or a log (.vlog)", Source(str(path)))
    if box and opened.module is None:
        name = opened.state_at(0).module
        called = f"the module '{name}'" if name else "its module"
        raise typer.BadParameter(f"{path}: {called} is not beside it; name its file with --module")
    return opened


def moment(opened: Opened, at: str) -> int:
    """The step that `--at` means."""
    last = len(opened.log.steps) if opened.log else 0
    words = {"start": 0, "end": last}
    if at in words:
        return words[at]
    if not at.isdecimal() or len(at) > 9 or int(at) > last:
        raise typer.BadParameter(f"--at {at}: wants start, end or a step from 0 to {last}")
    return int(at)


def require(path: Path) -> None:
    """Refuse what is no file before anybody reads it."""
    if not path.exists():
        raise ReadError("there is no such file", Source(str(path)))
    if not path.is_file():
        raise ReadError("this is no file", Source(str(path)))


def open_module(path: Path) -> Module:
    """The module in a file; ReadError if it holds none."""
    require(path)
    read = importers.read(path).module
    if read is None:
        raise ReadError("this is no module", Source(str(path)))
    return read


def require_vassal_module(path: Path) -> None:
    """Refuse what is known to be something else; what is wrong with a broken module is for its reader to say."""
    require(path)
    try:
        found = importers.recognise(path)
    except ReadError:
        return
    if found.sniff is not is_module:
        raise ReadError(f"wants a module of VASSAL's (.vmod), this is of the format {found.name}", Source(str(path)))


def _beside(path: Path) -> list[Path]:
    """The modules in the same folder that fit equally well: of the name, version and file name that the game has, if any are.

    A save or log that gives no name gets the only module there is.
    """
    try:
        game = made_with(path)
    except ReadError:
        return []
    if path.suffix.lower() in MODULES:
        return []
    there = [other for other in sorted(path.parent.iterdir()) if other.suffix.lower() in MODULES]
    if not game[0]:
        return there if len(there) == 1 and importers.recognise(path).sniff is is_save else []
    about = {other: _about(other) for other in there}
    fitting = [other for other, found in about.items() if found[0] == game[0]]
    exact = [other for other in fitting if about[other] == game] or fitting
    return [other for other in exact if other.stem == path.stem] or exact


def _strange(path: Path, found: Path | None) -> str:
    """What to say if a game names another module than the one it is read by: its places may be wrong then; else ""."""
    game, box = _about(path)[0], _about(found)[0] if found else ""
    if not game or not box or game == box:
        return ""
    return f"{path.name} was made with the module '{game}', not with '{box}': its places may be wrong"


def _about(path: Path) -> tuple[str, str]:
    """A module's name and version as it says itself; blank where that cannot be read."""
    try:
        return made_with(path)
    except ReadError:
        return "", ""
