"""Opening the files of a game: each as read, the module that they are read by, and a moment of a log.

The module is the one named, else one that lies beside the first file and fits it, else what the pack's binding knows of the
module's maps. A folder stands for the saves and logs in it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import importers
from adjudicator.collector import paused
from adjudicator.errors import ReadError, Source, UsageError, reading
from adjudicator.game.listener import Listener
from adjudicator.game.rules import Rules
from adjudicator.game.sight import secrets_of, seen_log, seen_notes, seen_state
from adjudicator.model.events import GameLog
from adjudicator.model.module import Module
from adjudicator.model.state import GameState
from adjudicator.model.viewer import EVERYTHING, Viewer
from adjudicator.notes import Note, NoteKind
from importers.format import Imported
from importers.vassal.container import is_module, is_save, made_with, read_save
from importers.vassal.memory import Memory
from importers.vassal.wire import endings

OF_VASSAL = ("VASSAL save", "VASSAL log")


@dataclass(frozen=True, slots=True)
class GameFile:
    """A file as read, and as its viewer may know it. `read` is all that it holds, for exact copies of it alone.

    `module_path` is where its module is kept, None for a module itself or where none was found. `strange` says that it was
    made with another module than the one it was read by, "" if it was not. `given` are the names under which it was given,
    `beginnings` the names of shorter logs whose steps are all its own.
    """

    path: Path
    read: Imported
    module_path: Path | None = None
    strange: str = ""
    given: tuple[str, ...] = ()
    beginnings: tuple[str, ...] = ()
    eyes: Viewer = EVERYTHING
    _logs: dict[int, GameLog] = field(default_factory=dict, repr=False, compare=False)

    @property
    def names(self) -> tuple[str, ...]:
        """All names by which it was given, or a beginning of it."""
        return tuple(dict.fromkeys((self.path.name, *self.given, *self.beginnings)))

    @property
    def format(self) -> str:
        return self.read.format

    @property
    def module(self) -> Module | None:
        return self.read.module

    @property
    def log(self) -> GameLog | None:
        """The log as its viewer may know it who saw every step."""
        return self.log_until(self.last_step)

    @property
    def notes(self) -> tuple[Note, ...]:
        """What reading it lost or guessed, and whether it was given more than once."""
        odd = (Note(NoteKind.GUESSED, "module", self.strange),) if self.strange else ()
        return (*self.read_notes, *odd, *(Note(NoteKind.REPEATED, self.path.name, said) for said in self.repeats))

    @property
    def read_notes(self) -> tuple[Note, ...]:
        """What reading it alone lost or guessed, as its viewer may know it."""
        body, notes = self.read.log or self.read.state, self.read.notes
        if body is None or not notes:
            return notes
        return seen_notes(notes, secrets_of(body, self.eyes, self.module))

    @property
    def repeats(self) -> tuple[str, ...]:
        """What of it was given more than once, in sentences."""
        name = self.path.name
        others = ", ".join(dict.fromkeys(each for each in self.given if each != name))
        times = "twice" if len(self.given) == 2 else f"{len(self.given)} times"
        again = [f"{name} was given {times}{f', also as {others}' if others else ''}"] if len(self.given) > 1 else []
        shorter = (f"{each} is the beginning of {name}: its steps count once" for each in self.beginnings)
        return (*again, *shorter)

    @property
    def by_its_own_module(self) -> bool:
        """Whether all that only a module tells of it is known: what is private, and what its counters' states mean."""
        return self.read.format not in OF_VASSAL or (self.module_path is not None and not self.strange)

    @property
    def is_game(self) -> bool:
        """Whether it is a save or a log."""
        return self.read.state is not None or self.read.log is not None

    @property
    def last_step(self) -> int:
        """The number of steps; 0 for a save."""
        return len(self.read.log.steps) if self.read.log else 0

    def seen_by(self, viewer: Viewer) -> GameFile:
        """The file as somebody may know it."""
        return replace(self, eyes=viewer, _logs={})

    def log_until(self, step: int) -> GameLog | None:
        """The log up to a step, as its viewer may know it who saw no more."""
        log = self.read.log
        if log is None:
            return None
        if step not in self._logs:
            self._logs[step] = seen_log(replace(log, steps=log.steps[:step]), self.eyes, self.module)
        return self._logs[step]

    def state_at(self, step: int) -> GameState:
        """The table after so many steps, as its viewer sees it who looks only now; a save has only its one moment."""
        return seen_state(self.held_at(step), self.eyes, self.module)

    def held_at(self, step: int) -> GameState:
        """The same with all that the file holds."""
        if self.read.log is not None:
            return self.read.log.state_at(step)
        if self.read.state is None:
            raise ReadError("a module is no game: name a save (.vsav) or a log (.vlog)", Source(str(self.path)))
        return self.read.state

    def moment(self, at: str | int) -> int:
        """The step that "start", "end" or a number means."""
        words = {"start": 0, "end": self.last_step}
        text = str(at)
        if text in words:
            return words[text]
        if not text.isdecimal() or len(text) > 9 or int(text) > self.last_step:
            raise UsageError(f"wants start, end or a step from 0 to {self.last_step}", "at", text)
        return int(text)


def listed(files: str | Path | Sequence[str | Path]) -> list[Path]:
    """The files that are meant: a folder stands for its saves and logs by name, anything else for itself."""
    if not isinstance(files, str | Path):
        return [Path(each) for each in files]
    path = Path(files)
    if not path.is_dir():
        return [path]
    found = [each for each in sorted(path.iterdir()) if each.is_file() and each.suffix.lower() in endings.GAMES]
    if not found:
        raise ReadError(f"no save or log lies in this folder ({', '.join(endings.GAMES)})", Source(str(path)))
    return found


def read_files(paths: Sequence[Path], module: Path | None, rules: Rules | None, listener: Listener) -> list[GameFile]:
    """The files in the order given, read by one module and with one pseudonym for each player."""
    if not paths:
        raise UsageError("no file is named", "files")
    for path in paths:
        require(path)
    box, found = _module_for(paths, module, listener)
    memory, title = Memory(), box.name if box else ""
    with listener.counting("reading") as told:
        first = GameFile(paths[0], _read(paths[0], box, memory), found, _strange(paths[0], title))
        _require_kin(first)
        if first.is_game and rules is not None:
            first = _read_by_binding(first, rules, memory, listener)
        told(paths[0].name, 1, len(paths))
        files = [first]
        for path in paths[1:]:
            files.append(GameFile(path, _read(path, first.module, memory), found, _strange(path, title)))
            told(path.name, len(files), len(paths))
    return files


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


def _read(path: Path, module: Module | None, memory: Memory) -> Imported:
    """A file of the game; in VASSAL's, a player keeps his pseudonym from file to file."""
    if importers.recognise(path).sniff is not is_save:
        return importers.read(path, module)
    with reading(file=path.name), paused():
        return read_save(path, module, memory)


def _read_by_binding(file: GameFile, rules: Rules, memory: Memory, listener: Listener) -> GameFile:
    """The file itself; if no module is at hand, read again by what the pack's binding knows of the module's maps."""
    if file.module is not None:
        return file
    box = rules.stand_in_for(file.state_at(0))
    if box is None:
        return file
    listener.remark(f"no module at hand: {file.path.name} is read by the maps that the pack's binding describes")
    return GameFile(file.path, _read(file.path, box, memory))


def _module_for(paths: Sequence[Path], module: Path | None, listener: Listener) -> tuple[Module | None, Path | None]:
    """The module of a game and its file: the one named, else one beside the first of the files that has one."""
    path, fitting = (paths[0], [module]) if module else _beside_any(paths)
    if not fitting:
        return None, None
    found, *others = fitting
    with listener.working(f"reading {found.name}"):
        box = open_module(found)
    if others:
        rivals = ", ".join(other.name for other in others)
        listener.remark(f"module: {found} (beside {path.name}; {rivals} would fit as well: --module names another)")
    elif module is None:
        why = f"it lies beside {path.name}" if _about(path)[0] else f"the only one beside {path.name}, which names none"
        listener.remark(f"module: {found} ({why}; --module names another)")
    elif strange := _strange(path, box.name):
        listener.remark(f"caution: {strange}")
    return box, found


def _beside_any(paths: Sequence[Path]) -> tuple[Path, list[Path]]:
    """The first file that has modules beside it which fit, with these; the first of all and none if no file has any."""
    found = ((path, _beside(path)) for path in paths)
    return next((pair for pair in found if pair[1]), (paths[0], []))


def _beside(path: Path) -> list[Path]:
    """The modules in the same folder that fit equally well: of the name, version and file name that the game has, if any are.

    A save or log that gives no name gets the only module there is.
    """
    try:
        game = made_with(path)
    except ReadError:
        return []
    if path.suffix.lower() in endings.MODULES:
        return []
    there = [other for other in sorted(path.parent.iterdir()) if other.suffix.lower() in endings.MODULES]
    if not game[0]:
        return there if len(there) == 1 and importers.recognise(path).sniff is is_save else []
    about = {other: _about(other) for other in there}
    fitting = [other for other, found in about.items() if found[0] == game[0]]
    exact = [other for other in fitting if about[other] == game] or fitting
    return [other for other in exact if other.stem == path.stem] or exact


def _strange(path: Path, box: str) -> str:
    """What to say if a game names another module than that by which it is read: its places may be wrong then; else ""."""
    game = _about(path)[0]
    if not game or not box or game == box:
        return ""
    return f"{path.name} was made with the module '{game}', not with '{box}': its places may be wrong"


def _require_kin(file: GameFile) -> None:
    """Refuse a module that has none of the game's counters: nothing read by it would be so."""
    module = file.module
    if not file.strange or module is None or not file.is_game:
        return
    counters = file.state_at(0).counters.values()
    boxed = {name for slot in module.slots for name in (slot.name, slot.counter.name, slot.counter.design.name)}
    named = {name for counter in counters for name in (counter.name, counter.design.name)} - {""}
    if not named or named & boxed:
        return
    game, box = _about(file.path)[0], module.name
    raise UsageError(
        f"{file.path.name} was made with the module '{game}', and '{box}' is that of another game", "module"
    )


def _about(path: Path) -> tuple[str, str]:
    """A module's name and version as it says itself; blank where that cannot be read."""
    try:
        return made_with(path)
    except ReadError:
        return "", ""
