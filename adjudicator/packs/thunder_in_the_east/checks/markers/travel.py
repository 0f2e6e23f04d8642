"""Markers that are put into another hex: whence, whither, and along which line."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.situation import Situation, fits_any
from adjudicator.analysis.supply.status import supply
from adjudicator.checks.questions import asked
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.known import YES
from adjudicator.model.theatre import Table
from adjudicator.model.units import Marker
from adjudicator.model.vocabulary import MarkerKind
from adjudicator.packs.thunder_in_the_east.questions.relocation import Relocation
from adjudicator.record.acts import Act, Shifted


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
    lines: tuple[str, ...] = ()
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
    moment = asked(Relocation, act.before.pack.packages).moment()
    if marker.type.kind not in terms.kinds or not moment.holds(act.before, side).possible:
        return
    name, number = marker.type.name or marker.id, act.path[-1]
    fits = fits_any(act.before, side, number, terms.to) if terms.to else YES
    if not fits.is_yes:
        yield Breach((number,), f"{name} may not go to {number}", broken=~fits)
    elif terms.origin:
        yield from _judged_origin(act, terms, marker)


def _judged_origin(act: Act, terms: MarkerTravel, marker: Marker) -> Iterator[Breach]:
    start, end = act.path[0], act.path[-1]
    answer = fits_any(act.before, marker.type.side, start, terms.origin)
    if not answer.is_yes:
        answer |= supply(act.before, marker.type.side).leads(start, terms.lines, (end,))
    name = marker.type.name or marker.id
    yield Breach(
        (start, end),
        f"no line leads from {start}, nor one to {end}: {name} cannot go there",
        broken=~answer,
    )
