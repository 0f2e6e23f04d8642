"""Battles with more strength from the air than flies there."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil

from adjudicator.analysis.air.sorties import silent_over, sorties_over
from adjudicator.analysis.air.strengths import Change, flown_strength
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.amounts import exact
from adjudicator.model.interval import INFINITE, sum_of
from adjudicator.model.known import YES, Known
from adjudicator.model.theatre import Table
from adjudicator.record.acts import Attack
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from adjudicator.said import say

TOLD = "ground_support"
"""The value of the attack that tells it."""
VALUE = "tactical"
"""The strength that counts."""


class Lent(Table):
    """What aircraft add to an attack, as it is told, is no more than those have that fly such a mission to its target."""

    missions: frozenset[str]
    """The kinds of mission. Example: `missions = ["ground_support"]`"""
    changes: tuple[Change, ...] = ()
    """What changes the strength. Example: `changes = [{ extended = true, times = "1/3" }]`"""


def _attacks(record: PhaseRecord, terms: Lent) -> Iterator[Attack]:
    return (act for act in record.of(Attack) if TOLD in act.told and act.path)


def _any(record: PhaseRecord, terms: Lent) -> bool:
    return any(True for _ in _attacks(record, terms))


def _untold(record: PhaseRecord, terms: Lent) -> str:
    """What nobody told of what flies to a battle."""
    for act in _attacks(record, terms):
        if not sorties_over(act.before, act.path[0], terms.missions) and not _seen(record):
            return say("what flies to {hex}", act.path[0])
    return ""


@check("air.lent", Lent, unseen="cannot excuse", met=_any, untold=_untold, whole_turn=True)
def adds_what_flies_there(record: PhaseRecord, terms: Lent) -> Iterator[Breach]:
    """A bomber of four points adds four points.

    Under: fire_in_the_east
    Legal:    turn 5, German Air Phase; weather clear; history whole; 1B/2815: ge.1inf; 1B/2814: so.10rif; [1B/2719]: ge.he111h;
              fly ground_support 1B/2814: ge.he111h; turn 5, German Combat Phase; attack 1B/2814: ge.1inf ground_support=4
    Illegal:  turn 5, German Air Phase; weather clear; history whole; 1B/2815: ge.1inf; 1B/2814: so.10rif; [1B/2719]: ge.he111h;
              fly ground_support 1B/2814: ge.he111h; turn 5, German Combat Phase; attack 1B/2814: ge.1inf ground_support=6
    """
    for act in _attacks(record, terms):
        told, number = exact(act.told[TOLD]), act.path[0]
        sides = {act.before.units[name].side for name in act.units if name in act.before.units}
        if told is None or len(sides) != 1:
            continue
        position, side = act.before, sides.pop()
        flown = [name for name in sorties_over(position, number, terms.missions) if position.units[name].side == side]
        have = sum_of(flown_strength(position, position.units[name], VALUE, terms.changes) for name in flown)
        if have.high >= INFINITE or told <= ceil(have.high) or not (flown or _seen(record)):
            continue
        broken = _all_told(record, position, side, number)
        because = say(
            "{told} points are added from the air in {hex}, and what flies there has {have}", told, number, have
        )
        yield Breach((number,), because, tuple(flown), broken)


def _seen(record: PhaseRecord) -> bool:
    """Whether the air phase of the player turn is on record from its beginning."""
    phases = (each for each in record.earlier if each.moment.phase is not None and each.moment.phase.kind == "air")
    return any(not each.gap for each in phases)


def _all_told(record: PhaseRecord, position: Position, side: str, number: str) -> Known:
    """Whether every mission of a side to a hex is told: its air phase is on record, and nothing else flies there."""
    if not _seen(record):
        return Known.open(say("what flies to {hex}", number))
    silent = next((unit for unit in silent_over(position, number) if unit.side == side), None)
    if silent is not None:
        return Known.open(say("the mission of {unit}", silent))
    return next((Known.open(each.datum) for each in position.unidentified if not (each.hex or each.held)), YES)
