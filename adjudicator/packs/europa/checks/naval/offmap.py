"""What goes from one sea to another by the ports off the map in one turn."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.movement.loads import cargo
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.known import NO, Known, any_of
from adjudicator.model.theatre import Table
from adjudicator.model.vocabulary import TagName
from adjudicator.packs.europa.analysis.ships import goes_by
from adjudicator.record.acts import Act
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say

BOX = "germany"
"""The box."""


class OffMap(Table):
    """By the box of ports off the map units go from and to seas of `zones`, and never in and out in one player turn."""

    zones: frozenset[TagName]
    """The tags of the seas that border on it. Example: `zones = ["baltic_sea"]`"""


def _by_the_box(act: Act, terms: OffMap) -> bool:
    return goes_by(act, BOX)


@check("naval.offmap", OffMap, unseen="cannot excuse", acts=("transfer", "shift"), whole_turn=True)
def changes_seas_in_two_turns(record: PhaseRecord, terms: OffMap) -> Iterator[Breach]:
    """Who sails off the map comes back in a later turn.

    Under:    fire_in_the_east, open_sea
    Legal:    turn 5, German Movement Phase; weather clear; 2A/0412: ge.1inf+aboard; ge.1inf 2A/0412>[Germany]
    Illegal:  turn 5, German Movement Phase; weather clear; 2A/0412: ge.1inf+aboard; ge.1inf 2A/0412>[Germany];
              ge.1inf [Germany]>2A/0412
    """
    network = record.start.network
    gone: set[str] = set()
    for act in record.with_earlier().acts:
        if not _by_the_box(act, terms):
            continue
        leaves = act.path[0] in network.index
        for party in cargo(act):
            if not leaves and party.id in gone and act in record.acts:
                because = say("{unit} comes back from {box} in the turn in which it went there", party, BOX)
                yield Breach(act.path[-1:], because, (party.id,) if party.id in act.units else ())
        gone |= {*act.units, *act.markers} if leaves else set()
        hexes = [network.index[number] for number in act.path if number in network.index]
        near = any_of(Known.of(bool(network.hexes[i].tags & terms.zones)) for i in hexes) if hexes else NO
        if near.is_no and hexes and act in record.acts:
            yield Breach(
                act.path[-1:], say("no sea of {hex} borders on {box}", network.number(hexes[0]), BOX), act.units
            )
