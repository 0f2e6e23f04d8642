"""More put aboard and landed in a port than it has room for."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import ceil

from adjudicator.analysis.movement.loads import cargo
from adjudicator.analysis.movement.reach import load
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.theatre import Table
from adjudicator.model.vocabulary import MarkerKind, PlaceKind
from adjudicator.record.acts import Laid
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say
from adjudicator.terms.act import ActKinds
from adjudicator.words import amount

MOST = 8
"""How many REs."""


class PortRoom(Table):
    """So many REs go aboard or ashore in a port in a phase, what supply was landed in the player turn included."""

    kinds: ActKinds
    """The kinds of act. Example: `kinds = ["naval"]`"""
    places: frozenset[PlaceKind]
    """The kinds of place. Example: `places = ["port"]`"""
    hits: frozenset[MarkerKind] = frozenset()
    """Kinds of marker each of which takes an RE off, by its value. Example: `hits = ["port_hit"]`"""
    supply: frozenset[MarkerKind] = frozenset()
    """Kinds of marker for supply landed, five of whose value are an RE. Example: `supply = ["port_supply"]`"""


@check("naval.port_room", PortRoom, unseen="cannot excuse", acts_in=("kinds",), whole_turn=True)
def within_a_ports_room(record: PhaseRecord, terms: PortRoom) -> Iterator[Breach]:
    """A port has room for so much.

    Under:    fire_in_the_east, open_sea
    Legal:    turn 5, Soviet Movement Phase; weather clear; 2A/0410: so.10rif+aboard, so.ca1, so.bb1;
              sail so.ca1, so.bb1 2A/0410-2A/0306; naval so.10rif 2A/0410-2A/0306
    Illegal:  turn 5, Soviet Movement Phase; weather clear; 2A/0410: so.10rif+aboard, so.ca1, so.bb1, +hit.port, +hit.port,
              +hit.port, +hit.port, +hit.port, +hit.port; sail so.ca1, so.bb1 2A/0410-2A/0306;
              naval so.10rif 2A/0410-2A/0306
    """
    used: dict[str, Fraction] = {}
    names: dict[str, list[str]] = {}
    for act in record.called(terms.kinds):
        for party in cargo(act):
            weight = load(act.before, party, act.kind)
            for number in {act.path[0], act.path[-1]}:
                used[number] = used.get(number, Fraction(0)) + weight
                names.setdefault(number, []).extend({party.id} & {*act.units})
    for number in sorted(used):
        if not _is_port(record, number, terms):
            continue
        hits = sum(each.type.value for each in record.start.markers_at(number) if each.type.kind in terms.hits)
        supply = _landed(record, number, terms)
        most = max(Fraction(MOST) - hits, Fraction(0))
        if used[number] + supply > most:
            because = say(
                "{used} REs go aboard or ashore in {hex}, {supply} are taken by supply, and it has room for {most}",
                amount(used[number]), number, supply, amount(most),
            )  # fmt: skip
            yield Breach((number,), because, tuple(dict.fromkeys(names[number])))


def _is_port(record: PhaseRecord, number: str, terms: PortRoom) -> bool:
    network = record.start.network
    i = network.index.get(number)
    return i is not None and any(place.kinds & terms.places for place in network.places_at.get(i, ()))


def _landed(record: PhaseRecord, number: str, terms: PortRoom) -> int:
    """The REs of a port's room that supply took, landed in this player turn."""
    acts = (act for act in record.with_earlier().of(Laid) if act.where == number)
    markers = (act.marker for act in acts)
    values = (each.type.value for each in markers if each is not None and each.type.kind in terms.supply)
    return sum(ceil(Fraction(value, 5)) for value in values)
