"""More carried over the sea by a side without ships of its own than it may."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import ceil

from adjudicator.analysis.movement.loads import cargo
from adjudicator.analysis.movement.reach import load
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.theatre import Table
from adjudicator.model.vocabulary import MarkerKind
from adjudicator.packs.europa.analysis.ships import goes_by
from adjudicator.record.acts import Act, Laid
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say
from adjudicator.terms.act import ActKinds
from adjudicator.words import amount

SIDE = "axis"
"""The side."""
MOST = 4
"""How many REs."""
BOX = "germany"
"""The box of ports off the map: who goes there from a port, or comes from there to one, is carried as well."""


class Shipping(Table):
    """A side carries so many REs in a player turn; five of the supply that it lands are an RE."""

    kinds: ActKinds
    """The kinds of act. Example: `kinds = ["naval"]`"""
    supply: frozenset[MarkerKind]
    """Kinds of marker for supply landed. Example: `supply = ["port_supply"]`"""


@check("naval.shipping", Shipping, unseen="cannot excuse", whole_turn=True)
def carries_so_much_in_a_turn(record: PhaseRecord, terms: Shipping) -> Iterator[Breach]:
    """A side has so much shipping.

    Under:    fire_in_the_east, open_sea
    Legal:    turn 5, German Movement Phase; weather clear; control 2A/0410 axis; control Riga axis; 2A/0412: ge.1inf+aboard;
              naval ge.1inf 2A/0412-2A/0410
    Illegal:  turn 5, German Movement Phase; weather clear; control 2A/0410 axis; control Riga axis; 2A/0412: ge.1inf+aboard,
              ge.11inf+aboard; naval ge.1inf, ge.11inf 2A/0412-2A/0410
    """
    if record.moment.phasing != SIDE:
        return
    whole = record.with_earlier()
    trips = (act for act in whole.acts if _carries(act, terms))
    moved = [(act, party) for act in trips for party in cargo(act) if party.side == SIDE]
    laid = [marker for act in whole.of(Laid) if (marker := act.marker) and marker.type.side == SIDE]
    values = [each.type.value for each in laid if each.type.kind in terms.supply]
    supply = sum(ceil(Fraction(value, 5)) for value in values)
    total = sum((load(act.before, unit, _mode(act, terms)) for act, unit in moved), Fraction(supply))
    here = [act for act in record.acts if _carries(act, terms)]
    here = here or [act for act in record.of(Laid) if act.marker in laid and values]
    if here and total > MOST:
        at = tuple(dict.fromkeys(number for act in here for number in act.path))
        because = say("{total} REs go by sea in this turn, and {most} may", amount(total), amount(Fraction(MOST)))
        yield Breach(at, because, tuple(dict.fromkeys(name for act in here for name in act.units)))


def _carries(act: Act, terms: Shipping) -> bool:
    """Whether it takes shipping: from port to port, or between a port and those off the map."""
    if terms.kinds.fit(act):
        return True
    network = act.before.network
    ends = [network.index[number] for number in act.path if number in network.index]
    at_port = any("port" in place.kinds for i in ends for place in network.places_at.get(i, ()))
    return bool(BOX) and at_port and goes_by(act, BOX)


def _mode(act: Act, terms: Shipping) -> str:
    """The mode whose loads count."""
    return act.kind if terms.kinds.fit(act) else min(terms.kinds, key=lambda kind: kind != "naval")
