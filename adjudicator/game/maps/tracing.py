"""The map in hand: edits that are written at once, undo, and what happens if somebody else wrote meanwhile."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import field
from pathlib import Path

from adjudicator.budget import bounded, bytes_of, text_of
from adjudicator.editing import journal
from adjudicator.editing.record import NAME as RECORD
from adjudicator.editing.sheet import Texts, TheatreSheet
from adjudicator.editing.spots import SlipPlace, spots
from adjudicator.editing.values import Value, ValueKey, ValueKind, Values
from adjudicator.errors import AdjudicatorError, PackError, Source, UnsafeFile
from adjudicator.game.maps.asking import MapFacts, read_changes
from adjudicator.game.maps.ground import DrawingGround
from adjudicator.game.maps.words import PaintWords
from adjudicator.lean import dataclass
from adjudicator.model.hexes import Hex
from adjudicator.model.one_way import without_arrow
from adjudicator.model.theatre import UNKNOWN_TERRAIN
from adjudicator.writing import append_line, remove, rewrite_bytes

FILES = ("theatre.toml", "hexes.txt", "hexsides.txt", RECORD)


class Stale(AdjudicatorError):  # noqa: N818 - reads as what it says
    """A page drew on an older state of the map than there is now: nothing of it was taken."""


@dataclass
class MapInHand:
    """A theatre's folder that is being traced; one for all pages that look at it, so that they cannot part."""

    folder: Path
    title: str
    grounds: tuple[DrawingGround, ...]
    vocabulary: PaintWords
    at: Mapping[str, Hex]
    module: Path = field(default_factory=Path)
    _lock: threading.RLock = field(default_factory=threading.RLock)

    def __post_init__(self) -> None:
        self._on_disc = _read(self.folder)
        self.sheet = self._resumed() or _sheet_of(self._on_disc)

    @property
    def words(self) -> PaintWords:
        """The words that may be painted, with those that the map uses."""
        used: dict[str, set[str]] = {"terrains": set(), "features": set(), "tags": set(), "kinds": set()}
        for key, value in self.said().items():
            if key.kind is ValueKind.TERRAIN and value not in ("", None, UNKNOWN_TERRAIN):
                used["terrains"].add(str(value))
            elif key.kind is ValueKind.SIDE and isinstance(value, tuple):
                used["features"].update(map(without_arrow, value))
            elif key.kind is ValueKind.TAGS and isinstance(value, tuple):
                used["tags"].update(value)
        return self.vocabulary.with_used({group: sorted(each) for group, each in used.items()})

    @contextmanager
    def held(self) -> Iterator[None]:
        """Nobody else changes the map meanwhile: what is asked of it and drawn on it inside belongs together."""
        with self._lock:
            yield

    def said(self) -> Values:
        """Everything that is said now; others may draw on while it is looked through."""
        with self._lock:
            return dict(self.sheet.values)

    def stand(self) -> dict[str, object]:
        """The version, and how many strokes can be taken back and done again."""
        with self._lock:
            return self._stand()

    def state(self) -> dict[str, object]:
        """Everything that is said, and how it stands."""
        with self._lock:
            self._look()
            return {**self._stand(), "values": _plain(self.sheet.values)}

    def draw(self, version: int, stroke: str, told: object, own: Values | None = None) -> dict[str, object]:
        """Take the changes of a page that saw a version, and what the program itself writes down with them.

        Stale if there is a newer version, UsageError for what no map says.
        """
        with self._lock:
            self._require(version)
            changes = read_changes(told, MapFacts(self.words, self.at, self._boards))
            return self._drawn(stroke, {**changes, **(own or {})})

    def bring(self, changes: Values) -> None:
        """Take changes that come from a file, as one stroke."""
        with self._lock:
            self._drawn("import", changes)

    def undo(self, version: int) -> dict[str, object]:
        """Take the last stroke back."""
        with self._lock:
            self._require(version)
            changes = self.sheet.undo()
            return {**self._written(journal.stepped(journal.UNDO)), "changes": _plain(changes)}

    def redo(self, version: int) -> dict[str, object]:
        """Do again what was taken back last."""
        with self._lock:
            self._require(version)
            changes = self.sheet.redo()
            return {**self._written(journal.stepped(journal.REDO)), "changes": _plain(changes)}

    def spots(self) -> tuple[SlipPlace, ...]:
        """What looks like a slip."""
        with self._lock:
            values, words = self.said(), self.words
        there = {
            key.of: self.at[key.of]
            for key, value in values.items()
            if key.kind is ValueKind.TERRAIN and key.of in self.at and value
        }
        return spots(values, there, words.meanings(words.features, words.terrains))

    @property
    def _boards(self) -> frozenset[str]:
        return frozenset(board.name for ground in self.grounds for board in ground.boards)

    def _require(self, version: int) -> None:
        self._look()
        if version != self.sheet.version:
            raise Stale("the map was changed elsewhere meanwhile")

    def _look(self) -> None:
        """Read the files anew if somebody else wrote them."""
        now = _read(self.folder)
        if now != self._on_disc:
            version = self.sheet.version
            self._on_disc = now
            self.sheet = _sheet_of(now, version + 1)
            remove(self.folder / journal.NAME)

    def _drawn(self, stroke: str, changes: Values) -> dict[str, object]:
        self.sheet.draw(stroke, changes)
        return self._written(journal.drawn(stroke, changes))

    def _written(self, line: str) -> dict[str, object]:
        self._write()
        self._note(line)
        return self._stand()

    def _resumed(self) -> TheatreSheet | None:
        """The sheet as an earlier desk left it, with what can be taken back; None if its journal does not lead to these files."""
        path = self.folder / journal.NAME
        try:
            found = _replayed(path, self._on_disc)
        except (OSError, UnicodeDecodeError):
            return None
        except UnsafeFile:
            found = None
        if found is None:
            remove(path)
        return found

    def _note(self, line: str) -> None:
        """Write down what was done; a journal that cannot be written costs the undo of a later desk, and nothing else."""
        path = self.folder / journal.NAME
        try:
            if not path.exists() or path.stat().st_size + len(line) > journal.MOST_BYTES:
                rewrite_bytes(path, journal.begun(self.sheet).encode())
            else:
                append_line(path, line)
        except (OSError, AdjudicatorError):
            remove(path)

    def _write(self) -> None:
        texts = self.sheet.texts()
        for name, old, new in zip(FILES, _each(self._on_disc), _each(texts), strict=True):
            if old == new:
                continue
            if new or name != RECORD:
                rewrite_bytes(self.folder / name, new.encode())
            else:
                remove(self.folder / name)
        self._on_disc = texts

    def _stand(self) -> dict[str, object]:
        done, undone = self.sheet.steps
        return {"version": self.sheet.version, "undo": done, "redo": undone}


@bounded
def _read(folder: Path) -> Texts:
    return Texts(*(_text(folder / name, name == RECORD) for name in FILES))


@bounded
def _replayed(path: Path, now: Texts) -> TheatreSheet | None:
    text = text_of(path) if path.stat().st_size <= 2 * journal.MOST_BYTES else ""
    return journal.replayed(text, now)


@bounded
def _sheet_of(texts: Texts, version: int = 1) -> TheatreSheet:
    """What the files say, value by value."""
    return TheatreSheet(texts, version)


def _text(path: Path, may_lack: bool) -> str:
    """A file as it is, its line ends too."""
    try:
        return bytes_of(path).decode()
    except FileNotFoundError:
        if may_lack:
            return ""
        raise PackError("the file is missing", Source(str(path))) from None
    except (OSError, UnicodeDecodeError) as error:
        raise PackError(f"cannot be read: {error}", Source(str(path))) from error


def _each(texts: Texts) -> tuple[str, ...]:
    return texts.theatre, texts.hexes, texts.hexsides, texts.record


def _plain(values: Mapping[ValueKey, Value]) -> dict[str, object]:
    return {str(key): list(value) if isinstance(value, tuple) else value for key, value in values.items()}
