"""Opening the files of a game: each as read, the module that they are read by, and a moment of a log.

The module is the one named, else one that lies beside a file and fits it (`boxes`), else what the pack's binding knows of
the module's maps. A folder stands for the saves and logs in it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import field
from pathlib import Path
from typing import TYPE_CHECKING

from adjudicator import importers
from adjudicator.collector import paused
from adjudicator.errors import AdjudicatorError, ReadError, Source, UsageError, reading
from adjudicator.game.boxes import OpenModule, box_for, require_file, require_kin, strange
from adjudicator.game.kinds import is_folder, is_game_file, is_module_file, why_none
from adjudicator.game.listener import Listener
from adjudicator.game.settings import NAME as SETTINGS
from adjudicator.game.sight import SeenLog, held_log, notes_seen, seen_box, seen_state, seen_with_end, unplaced
from adjudicator.harmless import harmless
from adjudicator.importers import packed
from adjudicator.importers.archive import Archive
from adjudicator.importers.format import Imported
from adjudicator.importers.vassal.container import is_save, read_save
from adjudicator.importers.vassal.memory import KnownPieces
from adjudicator.importers.vassal.wire import endings
from adjudicator.lean import dataclass, replace
from adjudicator.model.events import GameLog
from adjudicator.model.module import Module
from adjudicator.model.state import GameState
from adjudicator.model.taught_dice import DicePattern, taught
from adjudicator.model.viewer import EVERYTHING, PUBLIC, Viewer
from adjudicator.notes import Note, NoteKind
from adjudicator.said import say

if TYPE_CHECKING:
    from adjudicator.game.rules import Rules

OF_VASSAL = ("VASSAL save", "VASSAL log")
OF_ITS_BOX = "vassal"
"""What a document of ours carries along of a game of VASSAL's, of which only its module tells which windows are private."""


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
    _logs: dict[int, SeenLog] = field(default_factory=dict, repr=False, compare=False)
    _held: list[GameLog] = field(default_factory=list, repr=False, compare=False)
    _boxes: list[Module] = field(default_factory=list, repr=False, compare=False)
    _ends: dict[int, GameState] = field(default_factory=dict, repr=False, compare=False)
    """The first table and the last, as they are seen."""
    _notes: list[tuple[Note, ...]] = field(default_factory=list, repr=False, compare=False)

    @property
    def names(self) -> tuple[str, ...]:
        """All names by which it was given, or a beginning of it."""
        return tuple(dict.fromkeys((self.path.name, *self.given, *self.beginnings)))

    @property
    def format(self) -> str:
        return self.read.format

    @property
    def module(self) -> Module | None:
        """The box, as its viewer may know it."""
        box, state = self.read.module, self.read.state
        if box is None or state is None or self.eyes.sees_all:
            return box
        if not self._boxes:
            self._boxes.append(seen_box(box, state, self.eyes))
        return self._boxes[0]

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
        if not self._notes:
            self._notes.append(notes_seen(notes, body, self.eyes, self.read.module))
        return self._notes[0]

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
        if self.read.format in OF_VASSAL:
            return self.module_path is not None and not self.strange
        if not self.is_game or self.module is not None:
            return True
        state = self.held_at(0)
        return bool(state.windows) or OF_ITS_BOX not in state.carried

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
        return (
            self
            if viewer == self.eyes
            else replace(self, eyes=viewer, _logs={}, _held=[], _boxes=[], _ends={}, _notes=[])
        )

    def taught(self, dice: Sequence[DicePattern]) -> GameFile:
        """The file with the rolls that are reported as these patterns say."""
        log = self.read.log
        return (
            replace(self, read=replace(self.read, log=taught(log, dice)), _logs={}, _held=[], _ends={})
            if log is not None
            else self
        )

    def log_until(self, step: int) -> GameLog | None:
        """The log up to a step, as its viewer may know it who saw no more."""
        seen = self._seen_until(step)
        return seen.log if seen is not None else None

    def _seen_until(self, step: int) -> SeenLog | None:
        log = self._drawn
        if log is None:
            return None
        if step not in self._logs:
            until = log if step == self.last_step else replace(log, steps=log.steps[:step])
            self._logs[step] = seen_with_end(until, self.eyes, self.read.module)
            _ = self.read_notes  # asked for next, and made of the same survey
        return self._logs[step]

    @property
    def ends(self) -> tuple[GameState, GameState]:
        """The first table and the last, to compare with other files': as its viewer sees each who sees no other.

        Of a log that hides nothing they are those of the log as it is told, numbered in its drawing order.
        """
        seen = self._seen_until(self.last_step)
        if seen is not None and seen.end is not None:
            return seen.log.start, seen.end
        return self.state_at(0), self.state_at(self.last_step)

    def state_at(self, step: int) -> GameState:
        """The table after so many steps, as its viewer sees it who looks only now; a save has only its one moment."""
        if step in self._ends:
            return self._ends[step]
        log = self._drawn
        state = self.held_at(step) if log is None or log is self.read.log else log.state_at(step)
        seen = seen_state(state, self.eyes, self.read.module)
        if step in (0, self.last_step):
            self._ends[step] = seen
        return seen

    @property
    def _drawn(self) -> GameLog | None:
        """The log with all that it holds, in the drawing order that its viewer sees."""
        if self.read.log is not None and not self._held:
            self._held.append(held_log(self.read.log, self.eyes, self.read.module))
        return self._held[0] if self._held else None

    def held_at(self, step: int) -> GameState:
        """The same with all that the file holds."""
        if self.read.log is not None:
            end = self.read.end if step == self.last_step else None
            return self.read.log.state_at(step) if end is None else end
        if self.read.state is None:
            raise ReadError(say("a module is no game: name a save (.vsav) or a log (.vlog)"), Source(str(self.path)))
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


def listed(files: str | Path | Sequence[str | Path], leave_out: Collection[str] = ()) -> list[Path]:
    """The files that are meant: a folder stands for its saves and logs by name, anything else for itself.

    `leave_out` names files of a folder that its settings leave out.
    """
    if not isinstance(files, str | Path):
        return [Path(each) for each in files]
    path = Path(files)
    if not path.is_dir():
        return [path]
    found = [each for each in sorted(path.iterdir()) if is_game_file(each) and not why_none(each)]
    if not found:
        for stray in strays(path):
            require_file(stray)
        for zipped, what in mailed(path):
            raise ReadError(what, Source(str(zipped)))
        raise ReadError(
            say("no save or log lies in this folder ({endings})", ", ".join(endings.GAMES)), Source(str(path))
        )
    kept = [each for each in found if each.name not in leave_out]
    if not kept:
        raise ReadError(say("every save and log of this folder is left out by its settings"), Source(str(path)))
    return kept


def strays(folder: Path) -> list[Path]:
    """What is named as a file of a game in a folder and can be none: a link that leads nowhere, a pipe, no text as a name."""
    named = (
        each for each in sorted(folder.iterdir()) if each.name == SETTINGS or is_game_file(each) or is_module_file(each)
    )
    return [each for each in named if why_none(each) and not is_folder(each)]


def mailed(folder: Path) -> Iterator[tuple[Path, str]]:
    """Zips in a folder that hold saves or logs, as VASSAL's guide advises for the mail, each with what to do."""
    for each in sorted(folder.iterdir()):
        if each.suffix.lower() == ".zip" and not why_none(each):
            with suppress(AdjudicatorError):
                names = Archive(each).names
                if any(is_game_file(Path(name)) for name in names):
                    yield each, packed.hint(names)


@dataclass(frozen=True, slots=True)
class Aside:
    """Files of a folder that are left aside because they cannot be read, or are of another game: the names, each with why."""

    found: dict[str, AdjudicatorError] = field(default_factory=dict)

    def put(self, path: Path, error: AdjudicatorError, listener: Listener) -> None:
        """Leave a file aside and say so."""
        name = harmless(path.name)
        self.found[name] = error
        listener.remark(say("{file} is left aside: {why}", name, error.message))

    @property
    def notes(self) -> tuple[Note, ...]:
        """The same for the report."""
        return tuple(
            Note(NoteKind.UNREAD, name, error.message, replace(unplaced(error.source), file=name))
            for name, error in self.found.items()
        )


def read_files(
    paths: Sequence[Path],
    module: Path | OpenModule | None,
    rules: Rules | None,
    listener: Listener,
    aside: Aside | None = None,
) -> list[GameFile]:
    """The files in the order given, read by one module and with one pseudonym for each player.

    What cannot be read is put `aside` if anything else can, and is an error without that.
    """
    if not paths:
        raise UsageError("no file is named", "files")
    for path in paths:
        require_file(path)
    reader = _FileReader(*box_for(paths, module, listener), rules, listener)
    unread: list[tuple[Path, AdjudicatorError]] = []
    with listener.counting(say("reading")) as told:
        for number, path in enumerate(paths, 1):
            try:
                reader.read(path)
            except (ReadError, UsageError) as error:
                if aside is None:
                    raise
                unread.append((path, error))
            told(path.name, number, len(paths))
    if reader.memory.people.late:
        reader.read_anew()
    if aside is not None:
        _put(unread, reader.files, aside, listener)
    return reader.files


def _put(
    unread: Sequence[tuple[Path, AdjudicatorError]], files: Sequence[GameFile], aside: Aside, listener: Listener
) -> None:
    """Leave aside what could not be read; if nothing could, that is an error after all."""
    if not files:
        raise unread[0][1]
    for path, error in unread:
        aside.put(path, error, listener)


@dataclass(slots=True)
class _FileReader:
    """Reads one file of a game after another; the first tells by what module, or binding, the others are read."""

    box: Module | None
    found: Path | None
    rules: Rules | None
    listener: Listener
    files: list[GameFile] = field(default_factory=list)
    memory: KnownPieces = field(default_factory=KnownPieces)

    def read(self, path: Path) -> None:
        title = self.box.name if self.box else ""
        box = self.files[0].module if self.files else self.box
        file = GameFile(path, _read(path, box, self.memory), self.found, strange(path, title))
        self.files.append(file if self.files else self._first(file))

    def read_anew(self) -> None:
        """Read the files once more, now that all their rosters are known: somebody's pseudonym was not the one he has."""
        self.memory = KnownPieces(people=self.memory.people.anew())
        files, self.files = self.files, []
        for file in files:
            self.read(file.path)

    def _first(self, file: GameFile) -> GameFile:
        if file.strange and file.module is not None and file.is_game:
            # on counters in sight alone: whether it is refused would tell of the others
            require_kin(file.path, file.module, file.seen_by(PUBLIC).state_at(0))
        if file.is_game and self.rules is not None:
            return _read_by_binding(file, self.rules, self.memory, self.listener)
        return file


def _read(path: Path, module: Module | None, memory: KnownPieces) -> Imported:
    """A file of the game; in VASSAL's, a player keeps his pseudonym from file to file."""
    if importers.recognise(path).sniff is not is_save:
        return importers.read(path, module)
    with reading(file=path.name), paused():
        return read_save(path, module, memory)


def _read_by_binding(file: GameFile, rules: Rules, memory: KnownPieces, listener: Listener) -> GameFile:
    """The file itself; if no module is at hand, read again by what the pack's binding knows of the module's maps."""
    if file.module is not None:
        return file
    box = rules.stand_in_for(file.state_at(0))
    if box is None:
        return file
    listener.remark(f"no module at hand: {file.path.name} is read by the maps that the pack's binding describes")
    return GameFile(file.path, _read(file.path, box, memory))
