"""Enemy markers taken away as abandoned that are not."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from adjudicator.analysis.control import in_zone
from adjudicator.analysis.situation import chain_of
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.interval import Bound
from adjudicator.model.known import NO, YES, Known
from adjudicator.model.theatre import Table
from adjudicator.model.units import Marker
from adjudicator.model.vocabulary import MarkerKind
from adjudicator.record.acts import Act, Lifted
from adjudicator.record.position import Position
from adjudicator.said import say
from adjudicator.terms.edges import Edges
from adjudicator.words import counted, listed

DISTANCE = 6
"""The hex must lie in a zone of the remover, or further than this many hexes from every unit of the side `far_from`."""


class Abandoned(Table):
    """Markers of these `kinds` that their enemy may take away: no unit of the owner in the hex or in its chain of markers.

    And the hex lies in a zone of the remover, or more than 6 hexes from every unit of the side `far_from`. `closed`
    are hexsides across which markers are no neighbours.
    """

    kinds: frozenset[MarkerKind]
    """The kinds of marker that their enemy may take away."""
    far_from: Literal["remover", "owner"] = "remover"
    """Whose units these are."""
    closed: tuple[Edges, ...] = ()
    """Hexsides across which markers are no neighbours of a chain."""


@check("markers.abandoned", Abandoned, unseen="may excuse nearby", acts=("lift",), markers_in=("kinds",))
def really_abandoned(act: Act, terms: Abandoned) -> Iterator[Breach]:
    """A player takes away enemy works that nobody mans.

    Legal:    turn 1, Axis Supply Step; weather clear; season summer; 1714: ax.10mot; 2515: +improved.soviet;
              lift +improved.soviet 2515
    Illegal:  turn 1, Axis Supply Step; weather clear; season summer; 1714: ax.10mot; 1915: +improved.soviet;
              lift +improved.soviet 1915
    Illegal:  turn 1, Axis Supply Step; weather clear; season summer; 1715: ax.47pz; 1815: +improved.soviet;
              1915: +fortified.soviet, sov.30rc/2; lift +improved.soviet 1815
    """
    if not isinstance(act, Lifted) or not act.markers:
        return
    marker = act.before.markers[act.markers[0]]
    remover = act.moment.phasing
    if marker.type.kind not in terms.kinds or marker.type.side in ("", remover) or not marker.hex:
        return
    if not remover or marker.hex not in act.before.network.index:
        return
    because, broken = _why_not(act, marker, terms, remover)
    because = say("{name} is taken away, and is not abandoned: {because}", marker.type.name or marker.id, because)
    yield Breach((marker.hex,), because, broken=broken)


def _why_not(act: Act, marker: Marker, terms: Abandoned, remover: str) -> tuple[str, Known]:
    """What keeps a marker from being abandoned, and whether anything does."""
    position, owner, number = act.before, marker.type.side, marker.hex
    if manned := _manned(position, marker, terms, Bound.WORST):
        return say("its chain is manned in {manned}", listed(manned)), YES
    if manned := _manned(position, marker, terms, Bound.BEST):
        return say("its chain may be manned in {manned}", listed(manned)), Known.open(
            say("the ground along the chain of {hex}", number)
        )
    reached = in_zone(position, number, (remover,))
    if reached.is_yes:
        return "", NO
    side = remover if terms.far_from == "remover" else owner
    i = position.network.index[number]
    hexes = (position.network.index[unit.hex] for unit in position.of_side(side) if unit.hex in position.network.index)
    nearest = min((position.network.distance(i, j) for j in hexes), default=None)
    if nearest is None or nearest > DISTANCE:
        return "", NO
    words = say(
        "no zone reaches it, and a unit is {hexes} away, not more than {distance}",
        counted(nearest, "hex"),
        DISTANCE,
    )
    return words, ~reached


def _manned(position: Position, marker: Marker, terms: Abandoned, bound: Bound) -> list[str]:
    """The hexes of a marker's chain in which its side stands."""
    number, owner = marker.hex, marker.type.side
    chain = {number, *chain_of(position, owner, number, terms.kinds, terms.closed, bound=bound)}
    return [each for each in sorted(chain) if any(unit.side == owner for unit in position.at(each))]
