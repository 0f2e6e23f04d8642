"""What a file of another program says of a map, taken piece by piece: what the theatre cannot hold is told, word by word."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field
from itertools import count

from adjudicator.editing.values import Value, ValueKey, ValueKind, side_name
from adjudicator.lean import dataclass
from adjudicator.model.hexes import Hex
from adjudicator.model.one_way import turned

Takes = Mapping[str, frozenset[str]]
"""The words that the theatre may use: terrains, features, tags, kinds."""


@dataclass
class ImportedMap:
    """What a file says of a map, and what of it was left out and why."""

    at: Mapping[str, Hex]
    takes: Takes
    changes: dict[ValueKey, Value] = field(default_factory=dict)
    losses: Counter[str] = field(default_factory=Counter)
    _numbers: Iterator[int] = field(default_factory=lambda: count(1))

    def hex(self, number: str, terrain: str, tags: Iterable[str]) -> None:
        """Take what is said of a hex."""
        if self._lies(number):
            if terrain:
                self.terrain(number, terrain)
            self.tags(number, tags)

    def terrain(self, number: str, terrain: str) -> None:
        """Take a hex's terrain, and nothing else of it."""
        if self._lies(number) and self._known("terrains", terrain):
            self.changes[ValueKey(ValueKind.TERRAIN, number)] = terrain

    def tags(self, number: str, tags: Iterable[str]) -> None:
        """Take a hex's tags."""
        if self._lies(number):
            told = list(tags)
            taken = tuple(tag for tag in told if self._known("tags", tag))
            if taken or not told:
                self.changes[ValueKey(ValueKind.TAGS, number)] = taken

    def side(self, between: object, features: object) -> None:
        """Take what is said of a hexside."""
        ends = [str(each) for each in between] if isinstance(between, list) else []
        if len(ends) != 2 or not set(ends) <= self.at.keys() or self.at[ends[0]].distance(self.at[ends[1]]) != 1:
            self.losses[f"{'-'.join(ends) or between} is no hexside of the map"] += 1
            return
        words = words_in(features)
        told = tuple(word for word in words if self._known("features", word))
        if words and not told:
            return
        name = side_name(*ends)
        self.changes[ValueKey(ValueKind.SIDE, name)] = (
            told if name.startswith(f"{ends[0]}-") else tuple(map(turned, told))
        )

    def place(self, known: Mapping[str, object]) -> None:
        """Take a place."""
        name, number = str(known.get("name", "")), str(known.get("number", ""))
        if not name or number not in self.at:
            self.losses[f"the place '{name}' lies in no hex of the map"] += 1
            return
        kinds = [word for word in words_in(known.get("kinds")) if self._known("kinds", word)]
        rest = {key: known[key] for key in ("owner", "values") if known.get(key)}
        self.changes[ValueKey(ValueKind.PLACE, f"n{next(self._numbers)}")] = {
            "name": name,
            "hex": number,
            "kinds": kinds,
            **rest,
        }

    def _lies(self, number: str) -> bool:
        if number in self.at:
            return True
        self.losses[f"hex {number} is not on the map"] += 1
        return False

    def _known(self, group: str, word: str) -> bool:
        if word in self.takes[group]:
            return True
        self.losses[f"'{word}' is no word among the {group} of this map"] += 1
        return False


def words_in(told: object) -> tuple[str, ...]:
    """The words of a JSON array; none for anything else."""
    return tuple(map(str, told)) if isinstance(told, list) else ()
