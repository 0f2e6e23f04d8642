"""Whether the water along a hexside is frozen: the first row of `FrozenWaters` that is in play says where."""

from __future__ import annotations

import numpy as np

from adjudicator.lean import dataclass
from adjudicator.model.known import NO, Known, KnownMask, any_of
from adjudicator.model.memo import remembered
from adjudicator.record.position import Position
from adjudicator.terms.climate import WEATHER, governed, governing, governor_known
from adjudicator.terms.ground import Ground
from adjudicator.terms.when import ALWAYS, When
from adjudicator.terms.where import Where


@dataclass(frozen=True, slots=True)
class Frozen:
    """Rivers are frozen along hexsides whose weather is that of such a hex (of either, where no rule chooses), under optional
    rules and readings.
    """

    where: Where
    when: When = ALWAYS


@dataclass(frozen=True, slots=True)
class FrozenWaters:
    """The rows of a book, of which the first that is in play counts; without one none ever is frozen."""

    frozen: tuple[Frozen, ...]


def frozen_at(ground: Ground, i: int, other: int) -> Known:
    """Whether the water between two neighbours is frozen."""
    row = _in_play(ground.position)
    if row is None:
        return NO
    answers = [row.where.fits(ground, k) for k in sorted(governing(ground.position, i, other))]
    if len({answer.truth for answer in answers}) > 1 and not governor_known(ground.position, i, other):
        return Known.open(WEATHER)
    return any_of(answers)


@remembered(8)
def frozen_along(ground: Ground) -> KnownMask:
    """(n, 6): the hexsides along which water is frozen."""
    row = _in_play(ground.position)
    if row is None:
        return KnownMask.of(np.zeros(ground.network.neighbours.shape, dtype=np.bool_))
    return governed(ground.position, row.where.mask(ground))


def _in_play(position: Position) -> Frozen | None:
    rows = position.pack.figures_of(FrozenWaters)
    return next((row for row in rows.frozen if row.when.in_play(position)), None) if rows is not None else None
