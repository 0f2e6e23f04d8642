"""Lines regauged: in whose hexes, and joined to what."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.control import controls
from adjudicator.analysis.ground import standing
from adjudicator.analysis.situation import Situation, fits_any
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.known import YES, unless_missing
from adjudicator.model.network import Network
from adjudicator.model.theatre import Table
from adjudicator.packs.europa.analysis.regauged import BROAD, MARKERS, beside, regauged
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from adjudicator.said import say


class Regauging(Table):
    """Where the broad gauge is regauged: next to the standard one or to a line already marked.

    The hexes were the side's when the phase began.
    """

    situations: tuple[Situation, ...] = ()
    """What the hexes must be like, one of them; [{ connected = [{ lines = ["regular"], to = ["source"] }] }]."""


STANDARD = frozenset({"rail_standard"})


@check("works.regauging", Regauging, unseen="may excuse nearby", acts=("lay",))
def regauged_as_it_may(record: PhaseRecord, terms: Regauging) -> Iterator[Breach]:
    """A line is regauged from where its gauge begins.

    Under:    sudden_storm
    Legal:    turn 5, German Movement Phase; weather clear; control 1B/2707 axis; control 1B/2708 axis;
              control 1B/2709 axis; control 1B/2710 axis; control 1B/2711 axis; control 1B/2712 axis;
              control 1B/2713 axis; control 1B/2714 axis; control 1B/2715 axis; control 1B/2716 axis;
              control 1B/2717 axis; control 1B/2606 axis; control 1B/2506 axis; lay +regauged 1B/2606;
              lay +regauged 1B/2506
    Illegal:  turn 5, German Movement Phase; weather clear; control 1B/2707 axis; control 1B/2708 axis;
              control 1B/2709 axis; control 1B/2710 axis; control 1B/2711 axis; control 1B/2712 axis;
              control 1B/2713 axis; control 1B/2714 axis; control 1B/2715 axis; control 1B/2716 axis;
              control 1B/2717 axis; control 1B/2606 axis; control 1B/2506 axis; lay +regauged 1B/2506;
              lay +regauged 1B/2606
    Illegal:  turn 5, Soviet Movement Phase; weather clear; control 1B/2707 axis; control 1B/2708 axis;
              control 1B/2709 axis; control 1B/2710 axis; control 1B/2711 axis; control 1B/2712 axis;
              control 1B/2713 axis; control 1B/2714 axis; control 1B/2715 axis; control 1B/2716 axis;
              control 1B/2717 axis; control 1B/2606 axis; control 1B/2506 axis; lay +regauged 1B/2606
    """
    for before, number in regauged(record):
        yield from _eligible(record, terms, before, number)


def _eligible(record: PhaseRecord, terms: Regauging, position: Position, number: str) -> Iterator[Breach]:
    side = record.moment.phasing
    land = standing(position).of(side)
    network, i = land.sure, position.network.index[number]
    around = (i, *beside(position, i))
    if not any(network.hexside(i, j) & BROAD for j in around[1:]):
        network = land.perhaps
        built = any(network.hexside(i, j) & BROAD for j in around[1:])
        yield Breach(
            (number,),
            say("{hex} is regauged, and has no line to regauge", number),
            broken=unless_missing(*land.missing(around)) if built else YES,
        )
        if not built:
            return
    held = controls(record.start, number, side, side)
    yield Breach(
        (number,),
        say("{hex} is regauged, and was not its side's when the phase began, as it must be", number),
        broken=~held,
    )
    if not _joined(position, network, i):
        yield Breach((number,), say("{hex} is regauged, and no line of the new gauge leads to it, as one must", number))
    if terms.situations:
        fits = fits_any(record.start, side, number, terms.situations)
        yield Breach((number,), say("{hex} is regauged, and is not in supply, as it must be", number), broken=~fits)


def _joined(position: Position, network: Network, i: int) -> bool:
    """Whether the line goes on from a hex to one that has the new gauge already."""
    for j in beside(position, i):
        features = network.hexside(i, j)
        marked = any(marker.type.kind in MARKERS for marker in position.markers_at(network.number(j)))
        begins = any(network.hexside(j, k) & STANDARD for k in beside(position, j))
        if features & STANDARD or (features & BROAD and (marked or begins)):
            return True
    return False
