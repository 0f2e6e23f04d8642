"""Markers that are put into another hex: whence, whither, and along which line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from adjudicator.analysis.control import controller
from adjudicator.analysis.situation import Situation, fits_any
from adjudicator.analysis.supply.status import supply
from adjudicator.checks.questions import asked
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.lean import replace
from adjudicator.model.known import NO, YES, Known
from adjudicator.model.theatre import Table
from adjudicator.model.units import Marker, Unit
from adjudicator.model.vocabulary import LineName, MarkerKind
from adjudicator.packs.thunder_in_the_east.questions.relocation import Relocation
from adjudicator.record.acts import Act, Shifted
from adjudicator.record.position import Position
from adjudicator.said import say

ENTERED_IN = frozenset({"special movement phase", "combat", "regular movement phase"})
"""The tags of phases in which an enemy may enter a marker's hex."""


class MarkerTravel(Table):
    """Markers of these `kinds` go to hexes that fit `to`, from hexes that fit `origin`.

    Where the origin does not fit, one of `lines` must lead from it to the new hex (it is driven out, and forms again).
    """

    kinds: frozenset[MarkerKind]
    """The kinds of marker. Example: `kinds = ["operational_hq_attack"]`"""
    to: tuple[Situation, ...] = ()
    """The new hex fits one of these."""
    origin: tuple[Situation, ...] = ()
    """The old hex fits one of these, or one of `lines` leads from it."""
    lines: tuple[LineName, ...] = ()
    """Lines that lead to the new hex, for one that is driven out and forms again."""


@check(
    "markers.travel",
    MarkerTravel,
    unseen="may excuse nearby",
    acts=("shift",),
    markers_in=("kinds",),
    questions=Relocation,
)
def goes_where_it_may(act: Act, terms: MarkerTravel) -> Iterator[Breach]:
    """An HQ goes from City to City, if lines lead there.

    Legal:    turn 1, Axis Special Movement Step; weather clear; season summer; 1412: +hq.agn.balanced;
              shift +hq.agn.balanced 1412-1517; lay +countdown.3 1517
    Illegal:  turn 1, Axis Special Movement Step; weather clear; season summer; 2403: +hq.agn.balanced;
              shift +hq.agn.balanced 2403-1517; lay +countdown.4 1517
    Illegal:  turn 1, Axis Special Movement Step; weather clear; season summer; 1412: +hq.agn.balanced;
              shift +hq.agn.balanced 1412-1413; lay +countdown.3 1413
    """
    if (
        not isinstance(act, Shifted)
        or not act.markers
        or any(number not in act.before.network.index for number in act.path)
    ):
        return
    marker = act.before.markers[act.markers[0]]
    side = marker.type.side
    now = asked(Relocation, act.before.pack.packages).moment().holds(act.before, side)
    if marker.type.kind not in terms.kinds or now.is_no:
        return
    name, number = marker.type.name or marker.id, act.path[-1]
    fits = fits_any(act.before, side, number, terms.to) if terms.to else YES
    if not fits.is_yes:
        because = say("{name} goes to {hex}, which is no place for it: it wants a supplied friendly City", name, number)
        yield Breach((number,), because, broken=now & ~fits)
    elif terms.origin:
        yield from (replace(breach, broken=now & breach.broken) for breach in _judged_origin(act, terms, marker))


def _judged_origin(act: Act, terms: MarkerTravel, marker: Marker) -> Iterator[Breach]:
    start, end = act.path[0], act.path[-1]
    answer = fits_any(act.before, marker.type.side, start, terms.origin)
    if not answer.is_yes:
        answer |= _driven_out(act.before, marker, terms.lines, end)
    name = marker.type.name or marker.id
    because = say("{name} goes from {start} to {end}: {start} is not in communication", name, start, end)
    because += (
        say(", and no line leads from it to {end}", end) if terms.lines else say(", as one that relocates must be")
    )
    yield Breach((start, end), because, broken=~answer)


def _driven_out(position: Position, marker: Marker, lines: tuple[str, ...], end: str) -> Known:
    """Whether a line leads out of the marker's hex. Who has just entered it, gone through or is about to enter it, does not
    bar the way out: in the enemy's movement and battles only an enemy who enters drives it out, however late he is dragged."""
    side, phase = marker.type.side, position.moment.phase
    entered = any(unit.side != side for unit in position.at(marker.hex))
    entered |= phase is not None and phase.side not in ("", side) and bool(phase.tags & ENTERED_IN)
    if not entered and controller(position, marker.hex, side).is_one_of(("", side)).is_yes:
        return supply(position, side).leads(marker.hex, lines, (end,))
    near = (
        position.network.number(int(j))
        for j in position.network.neighbours[position.network.index[marker.hex]]
        if j >= 0
    )
    at_best = _without_enemies(position, side, (marker.hex, *near))
    if not supply(at_best, side).leads(marker.hex, lines, (end,)).possible:
        return NO
    answer = supply(_without_enemies(position, side, (marker.hex,)), side).leads(marker.hex, lines, (end,))
    return answer if answer.is_yes else Known.open(say("where the enemy stood when {hex} was entered", marker.hex))


def _without_enemies(position: Position, side: str, hexes: Iterable[str]) -> Position:
    """The position with the first of these hexes guarded, and no enemy in any of them."""
    first, *_ = found = tuple(hexes)
    for unit in [other for number in found for other in position.at(number) if other.side != side]:
        position = position.without(unit.id)
    guard = next(kind for kind in position.pack.units.values() if kind.side == side)
    return position.with_unit(Unit("guard", guard, first, first))
