"""Airfields that are taken off the map though they are of use."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.air.basing import capacity
from adjudicator.analysis.control import controls
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.interval import ONE
from adjudicator.model.known import Known
from adjudicator.model.theatre import Table
from adjudicator.model.vocabulary import MarkerKind
from adjudicator.record.acts import Act, Lifted
from adjudicator.said import say


class GivenUp(Table):
    """An airfield is taken away only by the side whose turn it is, in a hex of its own, and with nothing left of its capacity."""

    kinds: frozenset[MarkerKind]
    """The kinds of marker. Example: `kinds = ["airfield"]`"""


def _met(act: Act, terms: GivenUp) -> bool:
    return isinstance(act, Lifted) and act.marker is not None and act.marker.type.kind in terms.kinds


@check("air.given_up", GivenUp, unseen="cannot excuse", acts=("lift",), met=_met)
def only_what_is_of_no_use(act: Act, terms: GivenUp) -> Iterator[Breach]:
    """An airfield that can be used is not given up.

    Under: fire_in_the_east
    Legal:    turn 5, German Movement Phase; weather clear; 1B/2717: +airfield; now weather clear
    Illegal:  turn 5, Soviet Movement Phase; weather clear; 1B/2717: +airfield; control 1B/2717 axis; lift +airfield 1B/2717
    """
    if not _met(act, terms):
        return
    number, side = act.path[0], act.moment.phasing
    if not side or number not in act.before.network.index:
        return
    own = controls(act.before, number, side)
    if not own.is_yes:
        because = say("an airfield in {hex} is taken away, and that is no hex of the side whose turn it is", number)
        yield Breach(act.path, because, (), ~own)
        return
    left = capacity(act.before, number)
    useful = left.at_least(ONE)
    if useful.possible:
        because = say("an airfield in {hex} is taken away, and its capacity is {capacity}", number, left)
        yield Breach(act.path, because, (), useful if useful.is_yes else Known.open(*left.missing))
