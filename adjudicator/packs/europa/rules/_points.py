"""Resource points, as several chapters ask for them."""

from __future__ import annotations

from fractions import Fraction
from math import ceil

from adjudicator.analysis.economy import kept_number, value_named
from adjudicator.analysis.resources import lying_points
from adjudicator.analysis.situation import Situation
from adjudicator.analysis.supply.terms import Connection
from adjudicator.checks.articles import has_figures
from adjudicator.lean import dataclass, replace
from adjudicator.model.interval import ZERO, Interval
from adjudicator.packs.europa.rules._lines import NOT_ISOLATED
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from adjudicator.terms.where import Where

RESOURCE = frozenset({"resource"})
"""The kind of marker that is a point, each worth its value."""
JOINED_TO_A_POINT = Situation(connected=(Connection(lines=("overland",), to=frozenset({"resource_point"})),))
"""A hex from which an overland line leads to a point."""


def points_of(position: Position, side: str) -> Fraction:
    """The points that a side has on the map."""
    return sum(lying_points(position, RESOURCE, side).values(), Fraction(0))


def with_spent(start: Position, now: Position) -> Position:
    """The position with the points back that lay there as the phase began."""
    gone = {
        name: marker
        for name, marker in start.markers.items()
        if marker.type.kind in RESOURCE and name not in now.markers
    }
    return replace(now, markers=now.markers.update(gone)) if gone else now


@dataclass(frozen=True, slots=True)
class Lots:
    """The number NAME.SIDE is raised to so much at most, one resource point for each lot, in a phase of the side's."""

    value: str
    most: int
    lot: int
    phase: str
    situations: tuple[Situation, ...] = ()

    @property
    def side(self) -> str:
        """Whose number it is."""
        return self.value.rpartition(".")[2]


@dataclass(frozen=True, slots=True)
class ForSale:
    """All rail capacity that a book sells for resource points."""

    lots: tuple[Lots, ...]


def _on_rails(*tags: str) -> tuple[Situation, ...]:
    return (Situation(where=Where(tags=frozenset(tags)), connected=(NOT_ISOLATED,)),)


_ANYWHERE, _ON_RAILS = (Situation(connected=(NOT_ISOLATED,)),), _on_rails("rail_hex")
FIRE_IN_THE_EAST = ForSale(
    (
        Lots("rail_bought.soviet", 60, 10, "initial", _ANYWHERE),
        Lots("rail_bought.axis", 30, 5, "initial", _ANYWHERE),
        Lots("finnish_rail_bought.axis", 5, 1, "initial", _ANYWHERE),
    )
)
"""7A4 of Fire in the East."""
SUDDEN_STORM = ForSale(
    (
        Lots("rail_bought.soviet", 48, 8, "movement", _ON_RAILS),
        Lots("rail_bought.axis", 24, 8, "movement", _ON_RAILS),
        Lots("finnish_rail_bought.axis", 8, 8, "movement", _on_rails("finland", "finnish_net")),
    )
)
"""7A4 of Sudden Storm."""
has_figures(__name__, "fire_in_the_east", FIRE_IN_THE_EAST)
has_figures(__name__, "sudden_storm", SUDDEN_STORM)


def due_for(record: PhaseRecord, lots: Lots) -> Interval:
    """The points that the lots bought in a phase cost."""
    old, new = (kept_number(position, lots.value) for position in (record.start, record.end))
    if new is None or new <= (old or 0):
        return ZERO
    due = Interval.of(ceil(new / lots.lot) - ceil((old or Fraction(0)) / lots.lot))
    return due if old is not None else due.either(ZERO, value_named(lots.value))


def due_besides(record: PhaseRecord, side: str, paid: Interval, before: str = "") -> Interval:
    """What the rail capacity that a side bought in a phase costs, of the lots sold before a named one, else of all.

    What alone is more than was paid does not count: it is unpaid by itself.
    """
    total, book = ZERO, record.start.pack.figures_of(ForSale)
    for lots in book.lots if book is not None else ():
        if lots.value == before:
            break
        due = due_for(record, lots) if lots.side == side else ZERO
        total = total.plus(due) if paid.high >= total.low + due.low else total
    return total
