"""What a pack says of ground that changes: by who holds it, by time, or for one side alone.

ground.toml
    [[change]]   in order; speaks of `hexsides` (with any of these features) and `hexes` (with any of these tags). A hexside
                 changes where both its hexes meet what is asked, a hex where it does; all that is given must be met:
                 held     the side that must control it now
                 once     the side that must have controlled it at some time, by which it has changed for good; `since`: the
                          turn before which nobody can have done so
                 built    { turn, by, delay }: from the beginning of that turn on and for good, where no enemy of the side `by`
                          controls it then; else so many turns after the turn in which `by` regained it, if it kept it
                 sides    for whom alone a hexside changes (nobody named = for all)
                 gains, loses   features of the hexsides and tags of the hexes; why
"""

from __future__ import annotations

from typing import NamedTuple, Self

import numpy as np
from pydantic import model_validator

from adjudicator.analysis.ground import Recent, load_table
from adjudicator.model.network import Network
from adjudicator.model.pack import Pack
from adjudicator.model.theatre import Table


class Built(Table):
    """Something built by a turn on what one side keeps."""

    turn: int
    by: str
    delay: int = 0


class Change(Table):
    """A [[change]]."""

    hexsides: frozenset[str] = frozenset()
    hexes: frozenset[str] = frozenset()
    held: str = ""
    once: str = ""
    since: int = 0
    built: Built | None = None
    sides: frozenset[str] = frozenset()
    gains: frozenset[str] = frozenset()
    loses: frozenset[str] = frozenset()
    why: str = ""

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


class Speaks(NamedTuple):
    """A change with the hexsides (low index, direction, high index) and hexes of a theatre that it speaks of."""

    change: Change
    hexsides: tuple[tuple[int, int, int], ...]
    hexes: tuple[int, ...]

    @property
    def asked(self) -> frozenset[int]:
        """The hexes of which it must be known whether they meet what is asked."""
        return frozenset((*self.hexes, *(k for i, _, j in self.hexsides for k in (i, j))))


_PLANS = Recent(64)


def changes_of(pack: Pack, network: Network) -> tuple[Speaks, ...]:
    """The pack's changes that speak of anything on this map."""
    table = load_table(pack, "ground", GroundTable)
    if not table.change:
        return ()
    # The table is kept beside what was made from it, so that its identity stays its own.
    return _PLANS.get(network, id(table), lambda: (table, _plan(table, network)))[1]


def watched(pack: Pack, network: Network) -> frozenset[int]:
    """The hexes whose owners must be remembered, as a change asks for the past."""
    asked = (spoken.asked for spoken in changes_of(pack, network) if spoken.change.once or spoken.change.built)
    return frozenset().union(*asked)


def _plan(table: GroundTable, network: Network) -> tuple[Speaks, ...]:
    found = []
    for change in table.change:
        sides = np.argwhere(network.sides_with(change.hexsides)).tolist() if change.hexsides else []
        lines = ((i, d, int(network.neighbours[i, d])) for i, d in sides)
        hexsides = tuple((i, d, j) for i, d, j in lines if 0 <= i < j)
        hexes = tuple(np.flatnonzero(network.hexes_with(change.hexes)).tolist()) if change.hexes else ()
        if hexsides or hexes:
            found.append(Speaks(change, hexsides, hexes))
    return tuple(found)
