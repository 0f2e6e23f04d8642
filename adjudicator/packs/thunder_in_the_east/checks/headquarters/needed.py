"""Missions that are flown while no headquarters of their side attacks."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.air.terms import air_table
from adjudicator.analysis.headquarters import attacking, headquarters_table
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.known import NO, YES, Known, any_of
from adjudicator.model.theatre import Table
from adjudicator.model.units import Marker
from adjudicator.record.acts import Act
from adjudicator.record.flights import Flight
from adjudicator.record.position import Position
from adjudicator.said import say
from adjudicator.terms.when import options_in_play

COUNTDOWN = "countdown"
BOUNDARIES = "theater_boundaries"


class Needed(Table):
    """Missions that take a functioning headquarters in attack mode, in the theater into which they are flown."""

    missions: frozenset[str]
    """Kinds of mission of air.toml. Example: `missions = ["paradrop"]`"""


@check("headquarters.needed", Needed, unseen="may excuse", acts=("fly",))
def flown_while_one_attacks(act: Act, terms: Needed) -> Iterator[Breach]:
    """A drop takes a headquarters in attack mode.

    Under: thunder_in_the_east, airborne
    Legal:    turn 9, Axis Special Movement Step; weather clear; season summer; 1517: +hq.agc.attack;
              [available]: ax.ju52; fly paradrop 1816: ax.ju52 base=1517
    Illegal:  turn 9, Axis Special Movement Step; weather clear; season summer; 1517: +hq.agc.balanced;
              [available]: ax.ju52; fly paradrop 1816: ax.ju52 base=1517
    """
    if not isinstance(act, Flight) or act.mission not in terms.missions:
        return
    side = next((unit.side for name in act.units if (unit := act.after.units.get(name))), "")
    attacks = _attacks(act.before, side, act.over)
    if side and not attacks.is_yes:
        kind = air_table(act.before).called(act.mission)
        because = say("{kind} is flown over {hex}, and no headquarters of its side attacks there", kind, act.over)
        yield Breach(act.path, because, act.units, ~attacks)


def _attacks(position: Position, side: str, target: str) -> Known:
    """Whether one does; open where the record shows none at all, since players may leave them off the board."""
    kinds = headquarters_table(position).kinds
    own = [
        marker
        for marker in position.markers.values()
        if marker.type.kind in kinds and marker.type.side == side and marker.hex in position.network.index
    ]
    if not own:
        return Known.open(say("where the headquarters lie"))
    return any_of(_works(position, marker, target) for marker in own)


def _works(position: Position, marker: Marker, target: str) -> Known:
    if not attacking(position, marker) or not _same_theater(position, marker.hex, target):
        return NO
    delayed = any(each.hex == marker.hex and each.type.kind == COUNTDOWN for each in position.markers.values())
    return Known.open(say("what the countdown marker in {hex} delays", marker.hex)) if delayed else YES


def _same_theater(position: Position, one: str, other: str) -> bool:
    if BOUNDARIES not in options_in_play(position) or other not in position.network.index:
        return True
    regions = air_table(position).regions
    first, second = (position.network.hexes[position.network.index[each]].tags & regions for each in (one, other))
    return first == second
