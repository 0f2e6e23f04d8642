"""Units that pass from one headquarters to another: which may send, which receive, and who may go."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.ground import standing
from adjudicator.analysis.headquarters import attacking, gateway, is_headquarters, linked
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.theatre import Table
from adjudicator.model.units import Marker
from adjudicator.record.acts import Act
from adjudicator.record.position import Position
from adjudicator.said import say, strung
from adjudicator.terms.when import When
from adjudicator.terms.where import Where
from adjudicator.terms.who import EVERYONE, Selector
from adjudicator.terms.words import when_words


class Redeployment(Table):
    """Who may go (`who`) in the mode of movement `mode`, and when a headquarters of each mode receives.

    Between a hex that fits `across` and one that does not, they go `distance` hexes at most.
    """

    mode: str
    """The mode of movement by which they go."""
    who: Selector = EVERYONE
    """The units that may go."""
    across: Where | None = None
    """Between a hex that fits and one that does not they go `distance` hexes at most."""
    distance: int = 0
    """How far they go then, in hexes."""
    attack: When = When()
    """When a headquarters in attack mode receives units."""
    balanced: When = When()
    """When one in balanced mode receives them."""


@check("headquarters.redeployment", Redeployment, unseen="may excuse nearby", acts_in=("mode",))
def through_open_gates(act: Act, terms: Redeployment) -> Iterator[Breach]:
    """Units are sent from HQ to HQ, as the modes of the two allow.

    Under:    thunder_in_the_east, theater_reserves
    Legal:    turn 1, Axis Regular Movement Step; weather clear; season summer; 1412: +hq.agn.balanced, ax.24pz;
              1517: +hq.agc.balanced; redeploy ax.24pz 1412-1517
    Illegal:  turn 1, Axis Regular Movement Step; weather mud; season autumn; 1412: +hq.agn.balanced, ax.24pz;
              1517: +hq.agc.balanced; redeploy ax.24pz 1412-1517
    Illegal:  turn 1, Axis Regular Movement Step; weather clear; season summer; 1412: +hq.agn.balanced, ax.gar;
              1517: +hq.agc.balanced; redeploy ax.gar 1412-1517
    """
    if act.kind != terms.mode or any(number not in act.before.network.index for number in act.path):
        return
    units = tuple(act.before.units[name] for name in act.units if name in act.before.units)
    barred = tuple(unit for unit in units if not terms.who.matches(unit))
    if barred:
        names = strung((str(unit) for unit in barred), ", ")
        yield Breach(
            act.path[:1],
            (
                say("{names} is redeployed, and units like that never are", names)
                if len(barred) == 1
                else say("{names} are redeployed, and units like that never are", names)
            ),
            tuple(unit.id for unit in barred),
        )
    side = next((unit.side for unit in units), act.moment.phasing)
    origin, to = _at(act.before, act.path[0], side), _at(act.before, act.path[-1], side)
    if origin is None or to is None:
        where = act.path[0] if origin is None else act.path[-1]
        yield Breach(
            (where,),
            say("units redeploy from headquarters to headquarters, and none of their side is in {where}", where),
            act.units,
        )
        return
    yield from _judged(act, terms, origin, to)


def _judged(act: Act, terms: Redeployment, origin: Marker, to: Marker) -> Iterator[Breach]:
    position = act.before
    for marker in (origin, to):
        answer = gateway(position, marker)
        if not answer.is_yes:
            yield Breach(
                (marker.hex,),
                say("{name} is out of supply, out of order or stressed, so that it passes nobody on", marker.type.name),
                act.units,
                ~answer,
            )
            return
    receives = terms.attack if attacking(position, to) else terms.balanced
    receiving = receives.holds(position, to.type.side)
    yield Breach(
        (to.hex,),
        say("{name} receives units only {when}", to.type.name, when_words((receives,))),
        act.units,
        ~receiving,
    )
    index = position.network.index
    apart = position.network.distance(index[origin.hex], index[to.hex])
    if terms.across is not None and apart > terms.distance:
        here, there = (terms.across.fits(standing(position), index[number]) for number in (origin.hex, to.hex))
        yield Breach(
            (to.hex,),
            say(
                "from {start} to {end} it is {apart} hexes, and across the boundary at most {most} may be",
                origin.hex,
                to.hex,
                apart,
                terms.distance,
            ),
            act.units,
            (here & ~there) | (there & ~here),
        )
    joined = linked(position, origin, to)
    yield Breach(
        (origin.hex,),
        say("no line joins {one} to {other}, and one must", origin.type.name, to.type.name),
        act.units,
        ~joined,
    )


def _at(position: Position, number: str, side: str) -> Marker | None:
    found = (m for m in position.markers_at(number) if m.type.side == side and is_headquarters(position, m))
    return next(found, None)
