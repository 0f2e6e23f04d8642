"""Whether the water along a hexside is frozen: the first [[frozen]] of weather.toml that is in play says where."""

from __future__ import annotations

import numpy as np

from adjudicator.model.known import NO, Known, KnownMask, any_of
from adjudicator.model.memo import remembered
from adjudicator.model.pack import Pack
from adjudicator.model.theatre import Table
from adjudicator.record.position import Position
from adjudicator.terms.climate import WEATHER, governed, governing, governor_known
from adjudicator.terms.ground import Ground
from adjudicator.terms.when import ALWAYS, When
from adjudicator.terms.where import Where
from adjudicator.toml import validated


class Frozen(Table):
    """A [[frozen]]: where rivers are frozen along hexsides. The first that is in play counts; without one none ever is."""

    where: Where
    """The hex of the two whose weather the hexside has; either, where [between] does not choose. Example: `where = { weather =
    ["snow"], tags = ["zone_a"] }`"""
    when: When = ALWAYS
    """The optional rules and readings under which it counts. Example: `when = { options = ["river_freezing"] }`"""


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
    return next((row for row in _rows(position.pack) if row.when.in_play(position)), None)


@remembered(16)
def _rows(pack: Pack) -> tuple[Frozen, ...]:
    rows = pack.tables.get("weather", {}).get("frozen", [])
    return tuple(validated(row, Frozen, pack.folder / "weather.toml") for row in rows) if isinstance(rows, list) else ()
