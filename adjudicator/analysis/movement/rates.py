"""What steps cost one kind of unit on a ground, kept from act to act.

Units of one movement class pay the same where the same rows speak of them; so a march by one division leaves what the next asks.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import field

from adjudicator.analysis.movement.relief import KnownGround
from adjudicator.lean import dataclass
from adjudicator.model.interval import Interval
from adjudicator.model.known import Known
from adjudicator.model.memo import Same, remembered
from adjudicator.model.network import Bools
from adjudicator.model.theatre import Table
from adjudicator.model.units import Unit


@dataclass(eq=False, slots=True)
class Rates:
    """What was found so far.

    `costs` are those of steps and whether they go at the road rate, by what tells them apart; `rows` what rows of the Terrain
    Effects chart cost, by kind of row and its name; `weathered` what the weather makes of a cost, by the terrain and by which of
    its rows speak of the step; `least` what a step costs at the least, wherever it leads, along roads or not;
    `closed` the hexes that no step leads into, with roads or without.
    """

    costs: dict[Hashable, tuple[Interval, bool]] = field(default_factory=dict)
    rows: dict[tuple[str, str], Interval] = field(default_factory=dict)
    weathered: dict[tuple[Interval, str, tuple[Known, ...]], Interval] = field(default_factory=dict)
    least: dict[bool, tuple[Interval, ...]] = field(default_factory=dict)
    closed: dict[bool, Bools] = field(default_factory=dict)


def rates(on: KnownGround, unit: Unit, mode: str, rows: Iterable[Table]) -> Rates:
    """The rates of those of whom these rows of the tables speak, and who pay like a unit."""
    rating = unit.shown.movement
    untold = unit.id if rating is None else ""
    return _rates(on, unit.type.movement_class, rating, untold, mode, tuple(map(Same[Table], rows)))


@remembered(96)
def _rates(_on: KnownGround, *_of: Hashable) -> Rates:
    return Rates()
