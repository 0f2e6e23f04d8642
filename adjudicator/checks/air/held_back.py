"""What is held back in the rear and flies farther than it may."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from adjudicator.analysis.air.reach import distance, enemy_bases_within, is_base
from adjudicator.analysis.air.terms import air_table
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.known import Known
from adjudicator.model.theatre import Table
from adjudicator.model.units import Unit
from adjudicator.model.vocabulary import NationName, TagName
from adjudicator.record.acts import Act
from adjudicator.record.flights import Flight
from adjudicator.said import say

AWAY = 6
"""No base of the enemy lies within so many hexes."""


class HeldBack(Table):
    """Units of the boxes `held_back` of air.toml whose range has none shorter only intercept over their own bases at home."""

    homes: Mapping[NationName, TagName]
    """The tag of each nation's home territory. Example: `homes = { german = "germany" }`"""


@check("air.held_back", HeldBack, unseen="may excuse", acts=("fly",))
def stays_in_the_rear(act: Act, terms: HeldBack) -> Iterator[Breach]:
    """What is held back and flies short ranges guards its own bases.

    Under: thunder_in_the_east, campaign
    Legal:    turn 9, Axis Opponent's Reaction Step; weather clear; season summer; [air_reserve_available]: ax.bf109;
              2215: sov.sb2; say we go on
    Illegal:  turn 9, Axis Special Movement Step; weather clear; season summer; [air_reserve_available]: ax.bf109;
              fly sweep 2215: ax.bf109
    """
    if not isinstance(act, Flight):
        return
    table = air_table(act.before)
    for name in act.units:
        unit, sortie = act.before.units.get(name), act.after.memory.flown.get(name)
        if unit is None or sortie is None or sortie.box not in table.held_back:
            continue
        if unit.value("range") is None or str(unit.value("range")) in table.shorter:
            continue
        if table.role_of(act.mission) != "intercept":
            kind = table.called(act.mission)
            yield Breach(
                act.path, say("{unit} is held back and flies {kind}, and may only intercept", unit, kind), (name,)
            )
            continue
        yield from _not_at_home(act, unit, terms)


def _not_at_home(act: Flight, unit: Unit, terms: HeldBack) -> Iterator[Breach]:
    network, home = act.before.network, terms.homes.get(unit.type.nation, "")
    if act.over not in network.index:
        return
    at_home = home in network.hexes[network.index[act.over]].tags
    base = is_base(act.before, unit.side, act.over) & Known.of(at_home)
    if not base.is_yes:
        because = say("{unit} is held back and intercepts over {hex}, which is no base at home", unit, act.over)
        yield Breach(act.path, because, (unit.id,), ~base)
        return
    for number, near in enemy_bases_within(act.before, unit.side, act.over, AWAY):
        away = distance(act.before, number, act.over)
        because = say(
            "{unit} is held back and intercepts over {hex}, {away} hexes from {base}", unit, act.over, away, number
        )
        yield Breach(act.path, because, (unit.id,), near)
        return
