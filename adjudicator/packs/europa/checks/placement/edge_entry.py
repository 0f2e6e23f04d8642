"""Units that come onto the map neither where they are raised nor near a railway at its edge."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.ground import standing
from adjudicator.analysis.situation import Situation, fits_any, situations_words
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.known import NO, Known, any_of
from adjudicator.model.theatre import Table
from adjudicator.record.acts import Act
from adjudicator.record.position import Position
from adjudicator.said import say
from adjudicator.terms.when import ALWAYS, When
from adjudicator.terms.where import Where
from adjudicator.terms.who import EVERYONE, Selector

WITHIN = 2
"""So near."""


class EdgeEntry(Table):
    """Units that fit `who` come onto the map where a hex fits one of `situations`, or on its edge near certain hexes."""

    who: Selector = EVERYONE
    """The units that come onto the map."""
    situations: tuple[Situation, ...]
    """Where they come."""
    near: Where
    """Or they come onto the map's edge, near a hex that fits this. Example: `near = { tags = ["east_edge_rail"] }`"""
    when: When = ALWAYS
    """When this holds."""


@check("placement.edge_entry", EdgeEntry, unseen="may excuse nearby", acts=("place", "transfer"))
def comes_near_the_railway(act: Act, terms: EdgeEntry) -> Iterator[Breach]:
    """Who comes from the east comes within two hexes of a railway.

    Under:    sudden_storm, military_districts
    Legal:    turn 5, Soviet Initial Phase; weather clear; [due]: so.10rif; so.10rif [due]>2A/2901
    Illegal:  turn 5, Soviet Initial Phase; weather clear; [due]: so.10rif; so.10rif [due]>2A/2902
    """
    for name in act.units:
        old, unit = act.before.units.get(name), act.after.units.get(name)
        if unit is None or not unit.hex or (old is not None and old.hex) or not terms.who.matches(unit):
            continue
        now = terms.when.holds(act.before, unit.side)
        if now.is_no or unit.hex not in act.before.network.index:
            continue
        fits = fits_any(act.before, unit.side, unit.hex, terms.situations, frozenset({name}))
        because = say(
            "{unit} is placed in {hex}; its place is: {situations}, or the map's edge near a railway",
            unit,
            unit.hex,
            situations_words(terms.situations),
        )
        yield Breach((unit.hex,), because, (name,), now & ~(fits | _at_the_edge(act.before, unit.hex, terms)))


def _at_the_edge(position: Position, number: str, terms: EdgeEntry) -> Known:
    network, ground = position.network, standing(position)
    i = network.index[number]
    if not (network.neighbours[i] < 0).any():
        return NO
    near = (j for j in range(len(network)) if network.distance(i, j) <= WITHIN)
    return any_of(terms.near.fits(ground, j) for j in near)
