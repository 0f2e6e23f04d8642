"""How units lie on the Casualty mat: an Army face up or down, a small nation's unit turned round."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal

from adjudicator.analysis.losses import arrivals, steps_lost
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.known import NO
from adjudicator.model.theatre import Table
from adjudicator.model.units import Unit
from adjudicator.model.vocabulary import NationName, TagName
from adjudicator.packs.thunder_in_the_east.analysis.home import at_home, by_own_hq
from adjudicator.record.acts import Removed, Transfer
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say

REDUCED = "reduced"


BOX = "casualty"
"""The box."""


class Mat(Table):
    """Large units that come into the box of casualties in this phase show their full side or their reduced one."""

    full: Literal["outright", "two_steps"]
    """Which show the full side: those that no smaller unit replaces ("outright"), or those that lost two steps or more in
    the phase ("two_steps")."""


class Abroad(Table):
    """Units of small nations that come into the box of casualties in this phase, marked as lost abroad or not."""

    homes: Mapping[NationName, TagName]
    """The nations, each with the tag of its home territory. Example: `homes = { romanian = "romania" }`"""


@check("campaign.mat", Mat)
def lies_as_it_was_lost(record: PhaseRecord, terms: Mat) -> Iterator[Breach]:
    """An Army lies on the mat as it was lost.

    Under: thunder_in_the_east, campaign
    Legal:    turn 9, Axis Ground Battles Step; weather clear; season summer; month july; 2215: sov.20a;
              sov.20a 2215>[casualty]
    Illegal:  turn 9, Axis Ground Battles Step; weather clear; season summer; month july; 2215: sov.20a/2;
              sov.20a 2215>[casualty]
    """
    for unit in _lost(record, BOX):
        lies = record.end.units[unit.id]
        if unit.type.size != "large" or not any(REDUCED in face.tags for face in unit.type.faces):
            continue
        full = _outright(record, unit) if terms.full == "outright" else steps_lost(record, (unit.id,)) > 1
        if full == lies.has(REDUCED):
            how = say("face up") if full else say("face down")
            because = say("{unit} lies the wrong way on the Casualty mat; by how it was lost it lies {how}", unit, how)
            yield Breach((unit.hex,), because, (unit.id,))


@check("campaign.abroad", Abroad)
def lost_abroad(record: PhaseRecord, terms: Abroad) -> Iterator[Breach]:
    """A small nation's unit that is lost far from home and from its own HQ is marked.

    Under: thunder_in_the_east, campaign
    Legal:    turn 9, Soviet Ground Battles Step; weather clear; season summer; month july; 2215: ax.ro5inf/2+abroad;
              ax.ro5inf 2215>[casualty]
    Illegal:  turn 9, Soviet Ground Battles Step; weather clear; season summer; month july; 2215: ax.ro5inf/2;
              ax.ro5inf 2215>[casualty]
    """
    for unit in _lost(record, BOX):
        if unit.type.nation not in terms.homes or unit.type.size == "small":
            continue
        native = at_home(record.start.network, terms.homes, unit.type.nation, unit.hex)
        abroad = NO if native else ~by_own_hq(record.start, unit)
        marked = record.end.units[unit.id].has("abroad")
        broken = ~abroad if marked else abroad
        said = say("is marked as lost abroad") if marked else say("is not marked as lost abroad")
        because = say("{unit} {said}, and was lost in {hex}", unit, said, unit.hex)
        yield Breach((unit.hex,), because, (unit.id,), broken=broken)


def _lost(record: PhaseRecord, box: str) -> Iterator[Unit]:
    """The units that came from the map into a box and are there still, as they stood before."""
    for act in record.of(Transfer, Removed):
        for name in act.units:
            old, now = act.before.units.get(name), record.end.units.get(name)
            if old is not None and old.hex and now is not None and not now.hex and now.location == box:
                yield old


def _outright(record: PhaseRecord, unit: Unit) -> bool:
    """Whether no smaller unit came where a unit was lost."""
    come = (each for each in arrivals(record, {unit.side}) if each.hex == unit.hex)
    return all(record.end.units[each.name].type.size == "large" for each in come)
