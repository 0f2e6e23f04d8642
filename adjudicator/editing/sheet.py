"""The files of one theatre as one sheet that is drawn on: values in, values back, undo and redo without end.

sheet = Sheet(Texts(theatre, hexes, hexsides, record))
sheet.draw("stroke 1", {Key(Kind.TERRAIN, "0101"): "forest"})
sheet.undo()
sheet.texts()          # as they were, byte for byte
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field

from adjudicator.editing import header
from adjudicator.editing.lines import LineFile, TextLine, hex_key, side_key
from adjudicator.editing.record import read_record, write_record
from adjudicator.editing.values import OF_RECORD, Value, ValueKey, ValueKind, Values, is_empty
from adjudicator.lean import dataclass
from adjudicator.model.one_way import arrow, turned, without_arrow
from adjudicator.model.theatre import UNKNOWN_TERRAIN


@dataclass(frozen=True, slots=True)
class Texts:
    """What the files of a theatre say; `record` is that of the tracing, "" if there is none."""

    theatre: str
    hexes: str
    hexsides: str
    record: str = ""


@dataclass(slots=True)
class Stroke:
    """One thing that was done: a name, and by key what was said before and after it."""

    name: str
    before: dict[ValueKey, Value]
    after: dict[ValueKey, Value]


@dataclass
class TheatreSheet:
    """A theatre being written. `version` counts every change, also those taken back."""

    base: Texts
    version: int = 1
    values: dict[ValueKey, Value] = field(init=False)
    _first: Mapping[ValueKey, Value] = field(init=False)
    _done: list[Stroke] = field(default_factory=list)
    _undone: list[Stroke] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._hexes = LineFile(self.base.hexes, hex_key)
        self._sides = LineFile(self.base.hexsides, side_key)
        self._first = dict(self._read())
        self.values = dict(self._first)

    @property
    def steps(self) -> tuple[int, int]:
        """How many strokes can be taken back, and how many of those done again."""
        return len(self._done), len(self._undone)

    @property
    def done(self) -> tuple[Stroke, ...]:
        """The strokes that can be taken back, the first one first."""
        return tuple(self._done)

    def get(self, key: ValueKey) -> Value:
        """What is said, None if nothing is."""
        return self.values.get(key)

    def draw(self, name: str, changes: Values) -> None:
        """Set values; strokes of one name that follow one another are taken back together."""
        told = {key: value for key, value in changes.items() if not _same(self.values.get(key), value)}
        if not told:
            return
        if not (self._done and self._done[-1].name == name):
            self._done.append(Stroke(name, {}, {}))
        last = self._done[-1]
        for key, value in told.items():
            last.before.setdefault(key, self.values.get(key))
            last.after[key] = value
        self._undone.clear()
        self._set(told)

    def undo(self) -> Values:
        """Take the last stroke back; what is said now of its keys."""
        if not self._done:
            return {}
        stroke = self._done.pop()
        self._undone.append(stroke)
        return self._set(stroke.before)

    def redo(self) -> Values:
        """Do again what was taken back last."""
        if not self._undone:
            return {}
        stroke = self._undone.pop()
        self._done.append(stroke)
        return self._set(stroke.after)

    def texts(self) -> Texts:
        """The files as they are to be written: what nobody changed stands in them as it was read."""
        changed = {key: self.values.get(key) for key in self._changed()}
        record = self.base.record
        if any(key.kind in OF_RECORD for key in changed):
            record = write_record(self.values)
        return Texts(
            self._header(changed),
            self._hexes.with_lines(dict(self._hex_lines(changed))),
            self._sides.with_lines(dict(self._side_lines(changed))),
            record,
        )

    def _read(self) -> Iterator[tuple[ValueKey, Value]]:
        for number, line in self._hexes:
            _, *words = line.told()
            yield ValueKey(ValueKind.TERRAIN, number), words[0] if words else UNKNOWN_TERRAIN
            yield ValueKey(ValueKind.TAGS, number), tuple(word for word in words[1:] if not _is_pair(word))
        for side, line in self._sides:
            yield ValueKey(ValueKind.SIDE, side), _across(side, line, line.told()[1:])
        for at, place in enumerate(header.places_in(self.base.theatre)):
            yield ValueKey(ValueKind.PLACE, str(at)), place
        yield from read_record(self.base.record).items()

    def _set(self, values: Values) -> Values:
        for key, value in values.items():
            self.values[key] = value
        self.version += 1
        return dict(values)

    def _changed(self) -> list[ValueKey]:
        return [key for key, value in self.values.items() if not _same(self._first.get(key), value)]

    def _hex_lines(self, changed: Values) -> Iterator[tuple[str, TextLine | None]]:
        numbers = {key.of for key in changed if key.kind in (ValueKind.TERRAIN, ValueKind.TAGS)}
        for number in sorted(numbers):
            terrain = self.values.get(ValueKey(ValueKind.TERRAIN, number))
            tags = self.values.get(ValueKey(ValueKind.TAGS, number)) or ()
            line = self._hexes.line(number)
            if is_empty(terrain):  # the map lacks this hex
                yield number, None
                continue
            line = line or TextLine.read(f"{number} {UNKNOWN_TERRAIN}\n")
            if len(line.words) < 2:
                line = TextLine((*line.words, f" {UNKNOWN_TERRAIN}"), line.rest)
            line = line.with_word(1, str(terrain))
            yield number, line.with_set(2, _words(tags), _is_pair)

    def _side_lines(self, changed: Values) -> Iterator[tuple[str, TextLine | None]]:
        for key, value in changed.items():
            if key.kind is ValueKind.SIDE:
                line = self._sides.line(key.of) or TextLine.read(f"{key.of}\n")
                words = _across(key.of, line, _words(value))
                yield key.of, line.with_set(1, words, lambda _: False) if words else None

    def _header(self, changed: Values) -> str:
        known = len(header.places_in(self.base.theatre))
        places: dict[int, header.Place | None] = {}
        new: list[header.Place] = []
        for key, value in changed.items():
            if key.kind is not ValueKind.PLACE:
                continue
            place = value if isinstance(value, Mapping) else None
            if key.of.isdecimal() and int(key.of) < known:
                places[int(key.of)] = place
            elif place is not None:
                new.append(place)
        return header.with_header(self.base.theatre, self._words(changed), places, new)

    def _words(self, changed: Values) -> Mapping[str, set[str]]:
        """The words that the changes use, by the closed list in which they have to stand."""
        used: dict[str, set[str]] = {
            "terrains": set(),
            "features": set(),
            "tags": set(),
            "kinds": set(),
            "one_way": set(),
        }
        for key, value in changed.items():
            if key.kind is ValueKind.TERRAIN:
                used["terrains"].update(() if is_empty(value) else (str(value),))
            elif key.kind is ValueKind.PLACE and isinstance(value, Mapping):
                kinds = value.get("kinds")
                used["kinds"].update(map(str, kinds if isinstance(kinds, list | tuple) else ()))
            elif key.kind in (ValueKind.TAGS, ValueKind.SIDE):
                words = _words(value)
                used["tags" if key.kind is ValueKind.TAGS else "features"].update(map(without_arrow, words))
                used["one_way"].update(without_arrow(word) for word in words if arrow(word))
        return used


def _same(one: Value, other: Value) -> bool:
    if is_empty(one) and is_empty(other):
        return True
    return sorted(one) == sorted(other) if isinstance(one, tuple) and isinstance(other, tuple) else one == other


def _words(value: Value) -> tuple[str, ...]:
    return value if isinstance(value, tuple) else ()


def _across(side: str, line: TextLine, words: tuple[str, ...]) -> tuple[str, ...]:
    """A hexside's words from its lower hex, for those of its line or the other way: a line may name the higher hex first."""
    return words if line.told()[0] == side else tuple(map(turned, words))


def _is_pair(word: str) -> bool:
    return "=" in word
