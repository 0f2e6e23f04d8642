"""What looks like a slip on a map in the making. Each is a question to a person: a road may well end in the woods."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import field
from enum import StrEnum
from itertools import combinations

from adjudicator.editing.values import ValueKey, ValueKind, Values
from adjudicator.lean import dataclass
from adjudicator.model.hexes import Hex
from adjudicator.model.one_way import AGAINST, ALONG, arrow, without_arrow
from adjudicator.model.theatre import UNKNOWN_TERRAIN

USUAL = 0.3
"""From this share of a terrain's hexes on, lying alone is its way and nothing odd."""


class Slip(StrEnum):
    """What may be wrong."""

    LINE_ENDS = "line ends"
    GAP = "gap"
    ODD_HEX = "odd hex"
    PLACE_IN_WATER = "place in water"
    LINE_IN_WATER = "line in water"
    STREAM_IN_WATER = "stream in water"
    NOTHING_TO_CROSS = "nothing to cross"
    NO_ARROW = "no arrow"
    TURNED_ROUND = "turned round"


@dataclass(frozen=True, slots=True)
class SlipPlace:
    """A place to look at: the slip, the hexes it is about, and the word or name that is meant."""

    slip: Slip
    hexes: tuple[str, ...]
    word: str


@dataclass(frozen=True, slots=True)
class Meanings:
    """What words of a map mean: lines from centre to centre, streams along hexsides, what leads over them, water; and which
    have a direction.
    """

    lines: frozenset[str] = frozenset()
    streams: frozenset[str] = frozenset()
    crossings: frozenset[str] = frozenset()
    water: frozenset[str] = frozenset()
    one_way: frozenset[str] = frozenset()


@dataclass(frozen=True)
class _Ground:
    """A map's values with who lies beside whom."""

    values: Values
    at: Mapping[str, Hex]
    meanings: Meanings
    numbers: Mapping[Hex, str] = field(init=False)
    sides: Mapping[frozenset[str], frozenset[str]] = field(init=False)
    arrows: Mapping[tuple[str, str], frozenset[str]] = field(init=False)
    places: Mapping[str, str] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "numbers", {at: number for number, at in self.at.items()})
        object.__setattr__(
            self, "sides", {frozenset(ends): frozenset(map(without_arrow, w)) for ends, w in self._sides()}
        )
        object.__setattr__(self, "arrows", dict(self._arrows()))
        places = (
            value for key, value in self.values.items() if key.kind is ValueKind.PLACE and isinstance(value, Mapping)
        )
        object.__setattr__(self, "places", {str(each.get("hex", "")): str(each.get("name", "")) for each in places})

    def terrain(self, number: str) -> str:
        return str(self.values.get(ValueKey(ValueKind.TERRAIN, number)) or UNKNOWN_TERRAIN)

    def is_water(self, number: str) -> bool:
        return self.terrain(number) in self.meanings.water

    def around(self, number: str) -> list[str]:
        found = (self.numbers.get(each) for each in self.at[number].neighbours())
        return [each for each in found if each is not None]

    def _sides(self) -> Iterator[tuple[tuple[str, str], tuple[str, ...]]]:
        for key, value in self.values.items():
            ends = key.of.split("-")
            if (
                key.kind is ValueKind.SIDE
                and isinstance(value, tuple)
                and len(ends) == 2
                and set(ends) <= self.at.keys()
            ):
                yield (ends[0], ends[1]), value

    def _arrows(self) -> Iterator[tuple[tuple[str, str], frozenset[str]]]:
        """From which hex to which features point."""
        for (low, high), words in self._sides():
            for mark, way in ((ALONG, (low, high)), (AGAINST, (high, low))):
                yield way, frozenset(without_arrow(word) for word in words if arrow(word) == mark)


def spots(values: Values, at: Mapping[str, Hex], meanings: Meanings) -> tuple[SlipPlace, ...]:
    """Everything that looks like a slip, by kind and then by number. `at` says where each hex of the map lies."""
    ground = _Ground(values, at, meanings)
    found = [*_line_ends(ground), *_gaps(ground), *_in_water(ground), *_crossings(ground), *_odd_hexes(ground)]
    found += [*_arrowless(ground), *_turned_round(ground)]
    order = list(Slip)
    return tuple(sorted(found, key=lambda each: (order.index(each.slip), each.hexes, each.word)))


def _line_ends(ground: _Ground) -> Iterator[SlipPlace]:
    """Lines that end in a hex without a place, away from the map's edge."""
    degree: Counter[tuple[str, str]] = Counter()
    for ends, words in ground.sides.items():
        degree.update((number, word) for number in ends for word in words & ground.meanings.lines)
    for (number, word), count in degree.items():
        joined = any(degree[number, other] for other in ground.meanings.lines - {word})
        if count == 1 and not joined and number not in ground.places and len(ground.around(number)) == 6:
            yield SlipPlace(Slip.LINE_ENDS, (number,), word)


def _gaps(ground: _Ground) -> Iterator[SlipPlace]:
    """Hexsides without a stream, both of whose corners are the loose end of one."""
    for word in ground.meanings.streams:
        loose = {corner for corner, count in _corner_counts(ground, word).items() if count == 1}
        shared: Counter[frozenset[str]] = Counter(
            frozenset(pair) for corner in loose for pair in combinations(sorted(corner), 2)
        )
        for side, count in shared.items():
            if count == 2 and not ground.sides.get(side, frozenset()) & ground.meanings.streams:
                yield SlipPlace(Slip.GAP, tuple(sorted(side)), word)


def _corner_counts(ground: _Ground, word: str) -> Counter[frozenset[str]]:
    """How many hexsides with a stream meet in each corner where one of that word does; a corner is three hexes."""
    counts: Counter[frozenset[str]] = Counter()
    for ends, words in ground.sides.items():
        if word in words:
            for corner in _corners(ground, *ends):
                if not any(ground.is_water(number) for number in corner):
                    counts[corner] += 1
    for corner in counts:
        sides = (frozenset(pair) for pair in combinations(corner, 2))
        counts[corner] = sum(bool(ground.sides.get(each, frozenset()) & ground.meanings.streams) for each in sides)
    return counts


def _corners(ground: _Ground, one: str, other: str) -> Iterator[frozenset[str]]:
    shared = set(ground.around(one)) & set(ground.around(other))
    return (frozenset((one, other, third)) for third in shared)


def _in_water(ground: _Ground) -> Iterator[SlipPlace]:
    for number, name in ground.places.items():
        if number in ground.at and ground.is_water(number):
            yield SlipPlace(Slip.PLACE_IN_WATER, (number,), name)
    for ends, words in ground.sides.items():
        if all(ground.is_water(number) for number in ends):
            pair = tuple(sorted(ends))
            yield from (SlipPlace(Slip.LINE_IN_WATER, pair, word) for word in words & ground.meanings.lines)
            yield from (SlipPlace(Slip.STREAM_IN_WATER, pair, word) for word in words & ground.meanings.streams)


def _crossings(ground: _Ground) -> Iterator[SlipPlace]:
    """Bridges and fords over nothing."""
    for ends, words in ground.sides.items():
        if words & ground.meanings.crossings and not words & ground.meanings.streams:
            for word in words & ground.meanings.crossings:
                yield SlipPlace(Slip.NOTHING_TO_CROSS, tuple(sorted(ends)), word)


def _arrowless(ground: _Ground) -> Iterator[SlipPlace]:
    """Features with a direction of which nobody says whither they point."""
    for ends, words in ground.sides.items():
        one, other = sorted(ends)
        for word in words & ground.meanings.one_way - ground.arrows[one, other] - ground.arrows[other, one]:
            yield SlipPlace(Slip.NO_ARROW, (one, other), word)


def _turned_round(ground: _Ground) -> Iterator[SlipPlace]:
    """Two hexsides of a run that meet in a corner and point to different banks: one into the hex between them, one out of it."""
    for (start, end), words in ground.arrows.items():
        for third in set(ground.around(start)) & set(ground.around(end)) if words else ():
            alone = ground.sides.get(frozenset((start, third)), frozenset())
            for word in words & ground.arrows.get((end, third), frozenset()) - alone:
                yield SlipPlace(Slip.TURNED_ROUND, (start, end, third), word)


def _odd_hexes(ground: _Ground) -> Iterator[SlipPlace]:
    """Single hexes amid six of one other terrain, where lying alone is not the terrain's way."""
    alone = [number for number in ground.at if _is_alone(ground, number)]
    of = Counter(ground.terrain(number) for number in ground.at)
    odd = Counter(ground.terrain(number) for number in alone)
    for number in alone:
        terrain = ground.terrain(number)
        if odd[terrain] == 1 or odd[terrain] < USUAL * of[terrain]:
            yield SlipPlace(Slip.ODD_HEX, (number,), terrain)


def _is_alone(ground: _Ground, number: str) -> bool:
    beside = ground.around(number)
    around = {ground.terrain(each) for each in beside}
    plain = len(beside) == 6 and len(around) == 1 and number not in ground.places
    return plain and UNKNOWN_TERRAIN not in (*around, ground.terrain(number)) and ground.terrain(number) not in around
