"""Movement by rail, sea and the like by those who may, along what it needs, under the control it needs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from adjudicator.analysis.movement.moves import breaches, by_units, moves
from adjudicator.checks.registry import check
from adjudicator.findings import Finding
from adjudicator.record.acts import Act
from adjudicator.terms.act import ActFilter

Demand = Literal["user", "mode", "time", "control", "closed"]


class Travelling(ActFilter):
    """Which moves, and what of the mode's demands: left out, all of them."""

    demands: frozenset[Demand] = frozenset({"user", "mode", "time", "control", "closed"})
    """"user": who may use it; "mode": along which lines; "time": when; "control": through hexes of its side; "closed": past
    no marker that closes a hex. Example: ["mode"]."""


@check("movement.mode", Travelling, acts=moves, acts_in=("kinds",), met=by_units, of_ways=True)
def travels_as_it_may(act: Act, terms: Travelling) -> Iterator[Finding]:
    """A mode of movement has its users and its ways.

    Legal:    turn 2, French movement; weather clear; 0106: fr.1inf; rail fr.1inf 0106-0206-0306
    Illegal:  turn 2, French movement; weather clear; 0405: fr.1inf; rail fr.1inf 0405-0505
    Illegal:  turn 2, French movement; weather clear; 0106: fr.1cav; rail fr.1cav 0106-0206-0306
    """
    yield from breaches(act, terms.demands, terms)
