"""A theatre compiled once into arrays: the graph on which every search runs.

Hexes are numbered 0..n-1 in the order of the theatre's numbers. `neighbours[i, d]` is the hex next to i in direction d (-1
off the map). Features of hexsides and tags of hexes are bit masks, so that "every edge without a lake" is one expression.
Off-map links are edges of their own after the 6n hexsides.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from adjudicator.errors import PackError
from adjudicator.lean import cached_property, dataclass, replace
from adjudicator.model.hexes import Hex, Hexside
from adjudicator.model.known import KnownMask
from adjudicator.model.memo import remembered
from adjudicator.model.one_way import across
from adjudicator.model.theatre import UNKNOWN_TERRAIN, Link, MapHex, Place, Theatre
from adjudicator.said import say

Bools = NDArray[np.bool_]
Ints = NDArray[np.int32]
Masks = NDArray[np.uint64]
_FAR = 24
"""From so many hexes on it is quicker to look at the whole map than at each hex by itself."""
OPPOSITE = np.array([3, 4, 5, 0, 1, 2])
"""The direction back, for each of the six."""
BLANK = say("the terrain of blank hexes")
UNFINISHED = say("the places and tags of a map that is unfinished")


@dataclass(frozen=True, eq=False)
class Network:
    """The theatre as arrays; see the module's docstring for the layout.

    `sides` are the hexsides that are not as the theatre prints them.
    """

    theatre: Theatre
    hexes: tuple[MapHex, ...]
    index: Mapping[str, int]
    neighbours: Ints
    terrain_names: tuple[str, ...]
    terrain: Ints
    tag_bits: Mapping[str, int]
    tag_masks: Masks
    feature_bits: Mapping[str, int]
    side_masks: Masks
    sides: Mapping[Hexside, frozenset[str]] = field(default_factory=dict)

    @classmethod
    def of(cls, theatre: Theatre) -> Network:
        """Compile a theatre; the last few are kept."""
        return _compiled(theatre)

    def __len__(self) -> int:
        return len(self.hexes)

    def number(self, i: int) -> str:
        """The printed number of hex i."""
        return self.hexes[i].number

    def exits(self, i: int) -> tuple[tuple[int, int], ...]:
        """The hexes next to hex i that are on the map, each with its direction."""
        found = self._exits.get(i)
        if found is None:
            around = self.neighbours[i].tolist()
            found = self._exits[i] = tuple((j, direction) for direction, j in enumerate(around) if j >= 0)
        return found

    def named_exits(self, i: int) -> tuple[tuple[str, int, int], ...]:
        """The same hexes, each with its printed number before."""
        found = self._named_exits.get(i)
        if found is None:
            ways = ((self.hexes[j].number, j, direction) for j, direction in self.exits(i))
            found = self._named_exits[i] = tuple(ways)
        return found

    def beside(self, number: str) -> tuple[str, ...]:
        """The printed numbers of the hexes next to one."""
        return self.numbers(j for j, _ in self.exits(self.index[number]))

    @cached_property
    def _named_exits(self) -> dict[int, tuple[tuple[str, int, int], ...]]:
        return {}

    @cached_property
    def _exits(self) -> dict[int, tuple[tuple[int, int], ...]]:
        return {}

    def numbers(self, which: Iterable[int]) -> tuple[str, ...]:
        """Printed numbers of several hexes, in their order."""
        return tuple(self.hexes[i].number for i in which)

    def sides_with(self, features: Iterable[str]) -> Bools:
        """(n, 6): the hexsides that have any of these features, as each is seen from its hex."""
        return self._sides_with(frozenset(features))

    @remembered(512)
    def _sides_with(self, features: frozenset[str]) -> Bools:
        mask = _mask((name for name in features if name in self.feature_bits), self.feature_bits)
        found: Bools = (self.side_masks & mask) != 0
        return found

    @cached_property
    def blank(self) -> Bools:
        """(n,): the hexes whose terrain nobody has told."""
        names = [i for i, name in enumerate(self.terrain_names) if name == UNKNOWN_TERRAIN]
        return np.isin(self.terrain, names)

    @property
    def unfinished(self) -> bool:
        """Whether the map may have places and tags that it does not list yet."""
        return self.theatre.header is not None and self.theatre.header.unfinished

    def hexes_with(self, tags: Iterable[str]) -> Bools:
        """(n,): the hexes that have any of these tags or terrains, as far as the map tells."""
        names = frozenset(tags)
        mask = _mask((name for name in names if name in self.tag_bits), self.tag_bits)
        terrains = [i for i, name in enumerate(self.terrain_names) if name in names]
        found: Bools = ((self.tag_masks & mask) != 0) | np.isin(self.terrain, terrains)
        return found

    def tagged(self, tags: Iterable[str]) -> KnownMask:
        """(n,): the same; open where a hex is blank and one of these words is that of a terrain."""
        names = frozenset(tags)
        found = self.hexes_with(names)
        if self.unfinished and not names <= set(self.terrain_names):
            return KnownMask(found, np.ones_like(found), (UNFINISHED,))
        return self.or_blank(found) if any(map(self._may_be_terrain, names)) else KnownMask.of(found)

    def or_blank(self, fits: Bools) -> KnownMask:
        """(n,): what is told of hexes by their terrain; open for those whose terrain nobody has told."""
        return KnownMask(fits, fits | self.blank, (BLANK,)) if self.blank.any() else KnownMask.of(fits)

    def _may_be_terrain(self, name: str) -> bool:
        """Whether a word may be that of a terrain: the map lists it as one, or it is no tag of the map."""
        header = self.theatre.header
        if header is not None and name in header.terrains:
            return True
        return name not in self.tag_bits and (header is None or name not in header.tags)

    def hexside(self, one: int, other: int) -> frozenset[str]:
        """The features between two adjacent hexes, as they are seen from the first."""
        found = self._hexsides.get((one, other))
        if found is None:
            found = self._hexsides[one, other] = self._find_hexside(one, other)
        return found

    @cached_property
    def _hexsides(self) -> dict[tuple[int, int], frozenset[str]]:
        return {}

    def _find_hexside(self, one: int, other: int) -> frozenset[str]:
        here = self.hexes[one].at
        side = Hexside.between(here, self.hexes[other].at)
        found = self.sides.get(side) if self.sides else None
        words = self.theatre.hexsides.get(side, frozenset()) if found is None else found
        return words if side.low == here else across(words)

    def redrawn(
        self, hexsides: Mapping[tuple[int, int], frozenset[str]], tags: Mapping[int, frozenset[str]]
    ) -> Network:
        """The map with other features on some hexsides (as seen from the first of their hexes) and other tags on some hexes."""
        used = (name for names in hexsides.values() for name in names | across(names))
        feature_bits = _grown(self.feature_bits, used)
        tag_bits = _grown(self.tag_bits, (name for names in tags.values() for name in names))
        side_masks, tag_masks, hexes = self.side_masks.copy(), self.tag_masks.copy(), list(self.hexes)
        sides = dict(self.sides)
        for (i, j), names in hexsides.items():
            side = Hexside.between(hexes[i].at, hexes[j].at)
            sides[side] = names if side.low == hexes[i].at else across(names)
            direction = hexes[i].at.direction(hexes[j].at)
            side_masks[i, direction] = _mask(names, feature_bits)
            side_masks[j, (direction + 3) % 6] = _mask(across(names), feature_bits)
        for i, names in tags.items():
            hexes[i] = replace(hexes[i], tags=names)
            tag_masks[i] = _mask(names, tag_bits)
        return replace(
            self,
            hexes=tuple(hexes),
            tag_bits=tag_bits,
            tag_masks=tag_masks,
            feature_bits=feature_bits,
            side_masks=side_masks,
            sides=sides,
        )

    def distance(self, one: int, other: int) -> int:
        """Plain distance in hexes."""
        here, there = self.hexes[one].at, self.hexes[other].at
        q, r = here.q - there.q, here.r - there.r
        return max(abs(q), abs(r), abs(q + r))

    @cached_property
    def _positions(self) -> Mapping[tuple[int, int], int]:
        return {entry.at: i for i, entry in enumerate(self.hexes)}

    def index_at(self, at: Hex) -> int:
        """The index of a hex by its coordinates; KeyError if it is not on the map."""
        return self._positions[at]

    @cached_property
    def beyond(self) -> NDArray[np.intp]:
        """(n, 6): `neighbours` with n for "off the map", ready to index an array that has one entry more."""
        return np.where(self.neighbours < 0, len(self), self.neighbours).astype(np.intp)

    @cached_property
    def axial(self) -> Ints:
        """(n, 2): axial coordinates of the hexes."""
        numbers = (number for entry in self.hexes for number in (entry.at.q, entry.at.r))
        return np.fromiter(numbers, np.int32, 2 * len(self)).reshape(-1, 2)

    @cached_property
    def _columns(self) -> Ints:
        """(2, n): the same, each coordinate in a row of its own."""
        return np.ascontiguousarray(self.axial.T)

    def distances(self, origin: int) -> Ints:
        """(n,): plain distance of every hex from one."""
        q, r = self._columns
        q, r = q - q[origin], r - r[origin]
        found: Ints = np.maximum(np.maximum(np.abs(q), np.abs(r)), np.abs(q + r))
        return found

    def between(self, one: int, other: int, most: int) -> list[int]:
        """The hexes that are at most so many hexes from two together."""
        here, there = self.hexes[one].at, self.hexes[other].at
        if most > _FAR:
            found: list[int] = np.flatnonzero(self.distances(one) + self.distances(other) <= most).tolist()
            return found
        positions = self._positions
        around = [(here.q + q, here.r + r) for q, r in _within_both(there.q - here.q, there.r - here.r, most)]
        return [positions[at] for at in around if at in positions]

    @cached_property
    def places_at(self) -> Mapping[int, tuple[Place, ...]]:
        """The places of each hex that has any."""
        found: dict[int, tuple[Place, ...]] = {}
        for place in self.theatre.places:
            i = self.index[place.hex]
            found[i] = (*found.get(i, ()), place)
        return found

    @cached_property
    def links(self) -> tuple[tuple[int, int, Link], ...]:
        """The off-map links between hex indices."""
        return tuple((self.index[link.a], self.index[link.b], link) for link in self.theatre.links)


@lru_cache(1024)
def _within_both(q: int, r: int, most: int) -> tuple[Hex, ...]:
    """The axial coordinates that are at most so many hexes from (0, 0) and from another point together."""
    here, there = Hex(0, 0), Hex(q, r)
    return tuple(at for at in here.within(most) if at.distance(here) + at.distance(there) <= most)


@remembered(8)
def _compiled(theatre: Theatre) -> Network:
    hexes = tuple(theatre.hexes.values())
    positions = {entry.at: i for i, entry in enumerate(hexes)}
    neighbours = np.full((len(hexes), 6), -1, dtype=np.int32)
    for i, entry in enumerate(hexes):
        for direction, other in enumerate(entry.at.neighbours()):
            neighbours[i, direction] = positions.get(other, -1)
    terrains = tuple(sorted({entry.terrain for entry in hexes}))
    tag_bits = _bits(tag for entry in hexes for tag in entry.tags)
    features = list(theatre.hexsides.values())
    features += [link.features for link in theatre.links]
    feature_bits = _bits(feature for some in features for feature in some | across(some))
    sides = np.zeros((len(hexes), 6), dtype=np.uint64)
    for side, names in theatre.hexsides.items():
        low, high = positions[side.low], positions[side.high]
        sides[low, side.low.direction(side.high)] = _mask(names, feature_bits)
        sides[high, side.high.direction(side.low)] = _mask(across(names), feature_bits)
    return Network(
        theatre=theatre,
        hexes=hexes,
        index={entry.number: i for i, entry in enumerate(hexes)},
        neighbours=neighbours,
        terrain_names=terrains,
        terrain=np.array([terrains.index(entry.terrain) for entry in hexes], dtype=np.int32),
        tag_bits=tag_bits,
        tag_masks=np.array([_mask(entry.tags, tag_bits) for entry in hexes], dtype=np.uint64),
        feature_bits=feature_bits,
        side_masks=sides,
    )


def from_beyond(network: Network, sides: Bools) -> Bools:
    """(n, 6): a mask of hexsides as the hexes beyond them see it; False off the map."""
    found: Bools = sides[network.neighbours, OPPOSITE] & (network.neighbours >= 0)
    return found


def spread(network: Network, hexes: Bools) -> Bools:
    """(n, 6): whether the hex beyond each hexside is in a set of hexes; False off the map."""
    padded = np.append(hexes, False)
    found: Bools = padded.take(network.beyond, mode="clip")
    return found


def _bits(names: Iterable[str]) -> dict[str, int]:
    return _grown({}, names)


def _grown(bits: Mapping[str, int], names: Iterable[str]) -> dict[str, int]:
    """The bits with those of further names after them."""
    found = {**bits, **{name: len(bits) + k for k, name in enumerate(sorted(set(names) - bits.keys()))}}
    if len(found) > 64:
        raise PackError(
            f"a theatre may name at most 64 different tags and 64 hexside features, this one names {len(found)}"
        )
    return found


def _mask(names: Iterable[str], bits: Mapping[str, int]) -> np.uint64:
    value = 0
    for name in names:
        value |= 1 << bits[name]
    return np.uint64(value)
