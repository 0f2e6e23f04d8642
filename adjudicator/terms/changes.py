"""Ground that changes by who holds it, by time, or for one side alone: what ground.toml says of it.

`analysis.ground` finds out whether a change has come about.
"""

from __future__ import annotations

from typing import NamedTuple, Self

import numpy as np
from pydantic import model_validator

from adjudicator.lean import dataclass
from adjudicator.model.memo import remembered
from adjudicator.model.network import Network
from adjudicator.model.one_way import without_arrow
from adjudicator.model.pack import Pack
from adjudicator.model.prose import Prose
from adjudicator.model.tables import load_table
from adjudicator.model.theatre import Table
from adjudicator.model.vocabulary import FeatureName, LandName, SideName, TagName


@dataclass(frozen=True, slots=True)
class Built:
    """Something built by a turn on what one side keeps.

    It stands from the beginning of that turn on and for good, where no enemy of the side controls the hex then; else so
    many turns after the turn in which the side regained it, if it kept it.
    """

    turn: int
    by: str
    delay: int


class Change(Table):
    """A [[change]]. A hexside changes where both its hexes meet what is asked, a hex where it does; all that is given counts."""

    hexsides: frozenset[FeatureName] = frozenset()
    """Features: it speaks of the hexsides that have any of them: ["rail"]."""

    hexes: frozenset[TagName] = frozenset()
    """Tags or terrains: it speaks of the hexes that have any of them: ["fortress"]."""

    held: SideName = ""
    """The side that must control a hex now: "axis"."""

    once: SideName = ""
    """The side that must have controlled a hex at some time, by which it has changed for good: "axis"."""

    since: int = 0
    """With `once`: the turn before which nobody can have done so; 0 = none."""

    built: bool = False
    """Whether it is built on what a side keeps, as a series says in code."""

    sides: frozenset[SideName] = frozenset()
    """For whom alone a hexside changes; nobody named = for all: ["axis"]."""

    gains: frozenset[LandName] = frozenset()
    """Features of the hexside or tags of the hex that it has by the change: ["german_rail"]."""

    loses: frozenset[LandName] = frozenset()
    """Features or tags that it loses by the change: ["russian_rail"]."""

    why: Prose = ""
    """The article and what it says, for readers of the table."""

    @model_validator(mode="after")
    def _fits_together(self) -> Self:
        if not self.hexsides and not self.hexes:
            raise ValueError("a change names hexsides or hexes")
        if self.hexes and self.sides:
            raise ValueError("a hex changes for all sides, a hexside alone may for some")
        return self


class GroundTable(Table):
    """ground.toml."""

    change: tuple[Change, ...] = ()
    """The changes, in the order in which they are made."""


class Speaks(NamedTuple):
    """A change with the hexsides (low index, direction, high index) and hexes of a theatre that it speaks of."""

    change: Change
    hexsides: tuple[tuple[int, int, int], ...]
    hexes: tuple[int, ...]

    @property
    def asked(self) -> frozenset[int]:
        """The hexes of which it must be known whether they meet what is asked."""
        return frozenset((*self.hexes, *(k for i, _, j in self.hexsides for k in (i, j))))

    def where(self, met: set[int]) -> Speaks:
        """What it changes where these hexes meet what it asks."""
        hexsides = tuple(way for way in self.hexsides if way[0] in met and way[2] in met)
        return Speaks(self.change, hexsides, tuple(i for i in self.hexes if i in met))


@remembered(64)
def changes_of(pack: Pack, network: Network) -> tuple[Speaks, ...]:
    """The pack's changes that speak of anything on this map."""
    return tuple(_plan(load_table(pack, "ground", GroundTable), network))


@remembered(64)
def watched(pack: Pack, network: Network) -> frozenset[int]:
    """The hexes whose owners must be remembered, as a change asks for the past."""
    asked = (spoken.asked for spoken in changes_of(pack, network) if spoken.change.once or spoken.change.built)
    return frozenset().union(*asked)


def redrawn(network: Network, changes: tuple[Speaks, ...]) -> Network:
    """A map with these changes made, compiled once for each set of them; the map itself if there are none."""
    done = tuple(each for each in changes if each.hexsides or each.hexes)
    return _redrawn(network, done) if done else network


@remembered(64)
def _redrawn(network: Network, changes: tuple[Speaks, ...]) -> Network:
    hexsides: dict[tuple[int, int], frozenset[str]] = {}
    tags: dict[int, frozenset[str]] = {}
    for change, sides, hexes in changes:
        for i, _, j in sides:
            drawn = hexsides.get((i, j), network.hexside(i, j))
            kept = (name for name in drawn if without_arrow(name) not in change.loses)
            hexsides[i, j] = frozenset(kept) | change.gains
        for i in hexes:
            tags[i] = (tags.get(i, network.hexes[i].tags) - change.loses) | change.gains
    return network.redrawn(hexsides, tags)


def _plan(table: GroundTable, network: Network) -> list[Speaks]:
    found = []
    for change in table.change:
        features = frozenset(map(without_arrow, change.hexsides))
        sides = np.argwhere(network.sides_with(features)).tolist() if features else []
        lines = ((i, d, int(network.neighbours[i, d])) for i, d in sides)
        hexsides = tuple((i, d, j) for i, d, j in lines if 0 <= i < j)
        hexes = tuple(np.flatnonzero(network.hexes_with(change.hexes)).tolist()) if change.hexes else ()
        if hexsides or hexes:
            found.append(Speaks(change, hexsides, hexes))
    return found
