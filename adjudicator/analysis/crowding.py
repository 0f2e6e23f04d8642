"""Which stacks of a map are too big, or may be.

Whether a stack is too big hangs on what the limits say of its hex, of the moment and of each unit, and on nothing else. So it is
worked out once for all stacks that agree in these, and kept from position to position: after a move only new stacks are counted.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator

import numpy as np

from adjudicator.analysis.ground import standing
from adjudicator.analysis.stacking import (
    StackCount,
    StackingTable,
    stack_counts,
    stacking_table,
    unit_size,
    with_unknown,
)
from adjudicator.model.memo import Same, remembered
from adjudicator.model.pack import Pack
from adjudicator.model.tables import load_table
from adjudicator.model.units import Unit, UnitType
from adjudicator.record.position import Position, StackOf
from adjudicator.terms.when import options_in_play
from adjudicator.terms.who import EVERYONE


@remembered(4)
def crowded(position: Position) -> tuple[StackCount, ...]:
    """The limits that are broken somewhere or may be, in the order of the map; each of several rules asks for its own."""
    every = (count for stack, side in _suspects(position) for count in stack_counts(position, stack.location, side))
    return tuple(count for count in every if (count.exceeded | with_unknown(position, count)).possible)


def _suspects(position: Position) -> Iterator[tuple[StackOf, str]]:
    """The stacks of which one like them was found too big, or that unidentified counters may make so; each with its side."""
    answers, index = _answers(position), position.network.index
    known = _kept(position.pack, position.moment, options_in_play(position))
    said = _sayings(position.pack)
    unidentified = {counter.hex for counter in position.unidentified}
    for stack in position.stacks():
        i = index.get(stack.location)
        if i is None:
            continue
        for side in sorted({unit.side for unit in stack.units}):
            units = tuple(said.of(unit) for unit in stack.units if unit.side == side)
            key = (side, answers[i].tobytes(), units)
            found = known.get(key)
            if found is None:
                counts = stack_counts(position, stack.location, side)
                found = known[key] = any(count.exceeded.possible for count in counts)
            if found or stack.location in unidentified:
                yield stack, side


def _answers(position: Position) -> np.ndarray[tuple[int, int], np.dtype[np.uint8]]:
    """(n, rows): whether each hex is one of those of which a limit speaks: 2 for sure, 1 perhaps."""
    ground, table = standing(position), stacking_table(position)
    found = np.full((len(position.network), len(table.limit)), 2, dtype=np.uint8)
    for k, limit in enumerate(table.limit):
        if not limit.where.anywhere:
            mask = limit.where.mask(ground)
            found[:, k] = mask.sure.astype(np.uint8) + mask.perhaps
    return found


@remembered(8)
def _kept(_pack: Pack, *_of: Hashable) -> dict[Hashable, bool]:
    """Whether stacks may be too big, by what the limits say of them."""
    return {}


class _Sayings:
    """What the limits say of units, once for all that agree in type, face and marks."""

    def __init__(self, pack: Pack) -> None:
        table = load_table(pack, "stacking", StackingTable)
        every = (
            who for row in table.limit for who in (row.who, row.present, row.absent, *(slot.who for slot in row.extra))
        )
        self._selectors = tuple(
            dict.fromkeys(who for who in (*table.not_counted, *every) if who not in (None, EVERYONE))
        )
        self._found: dict[tuple[Same[UnitType], int, frozenset[str]], int] = {}
        self._numbers: dict[tuple[Hashable, ...], int] = {}

    def of(self, unit: Unit) -> int:
        """A number for what they say of one, the same for all of which they say the same."""
        key = (Same(unit.type), unit.face, unit.marks)
        found = self._found.get(key)
        if found is None:
            sizes = (unit_size(unit, "points"), unit_size(unit, "steps"))
            said: tuple[Hashable, ...] = (*sizes, *(who.matches(unit) for who in self._selectors))
            found = self._found[key] = self._numbers.setdefault(said, len(self._numbers))
        return found


@remembered(8)
def _sayings(pack: Pack) -> _Sayings:
    return _Sayings(pack)
