"""Escorts without a mission of their own."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from adjudicator.analysis.air.sorties import all_seen, packets_over, silent_over
from adjudicator.analysis.air.terms import air_table
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.known import Known, unless_missing
from adjudicator.model.theatre import Table
from adjudicator.record.flights import Flight
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from adjudicator.said import say
from adjudicator.words import counted

ROLE = "escort"
"""The kind of packet."""
OF = "mission"
"""The kind of packet with which it goes."""
UNTIL = "declaration"
"""The phase at the end of which all packets of the phasing side are told."""
ANSWERED = "reaction"
"""The phase at the end of which all those of the other side are."""


class Escorts(Table):
    """Each packet of a role goes with a packet of another of its side to the same hex, which may be told after it."""


def _escorts(record: PhaseRecord, terms: Escorts) -> dict[tuple[str, str], list[Flight]]:
    """The flights of the role in this phase and those before it, by hex and side."""
    found: dict[tuple[str, str], list[Flight]] = {}
    for act in record.with_earlier().of(Flight):
        unit = act.before.units.get(act.units[0])
        if unit is not None and air_table(act.before).role_of(act.mission) == ROLE:
            found.setdefault((act.over, unit.side), []).append(act)
    return found


def _any(record: PhaseRecord, terms: Escorts) -> bool:
    return bool(_escorts(record, terms))


@check("air.escorts", Escorts, unseen="cannot excuse", met=_any)
def escorts_of_missions(record: PhaseRecord, terms: Escorts) -> Iterator[Breach]:
    """As many escorts as missions fly to a hex at most.

    Under: thunder_in_the_east
    Legal:    turn 9, Axis Battle Declaration Step; weather clear; season summer; [available]: ax.ju87, ax.bf109;
              fly cas 2215: ax.ju87; fly escort 2215: ax.bf109; turn 9, Axis Opponent's Reaction Step
    Illegal:  turn 9, Axis Battle Declaration Step; weather clear; season summer; [available]: ax.ju87, ax.bf109, ax.bf109#2;
              fly cas 2215: ax.ju87; fly escort 2215: ax.bf109; fly escort 2215: ax.bf109#2;
              turn 9, Axis Opponent's Reaction Step
    """
    for (number, side), acts in sorted(_escorts(record, terms).items()):
        told = _closed(record, UNTIL if side == record.moment.phasing else ANSWERED)
        if told is None and (record.ended or not any(each is acts[-1] for each in record.acts)):
            continue  # the missions may be told in a phase to come, or were in one before
        position = told or record.end
        roles = [air_table(position).role_of(each.mission) for each in packets_over(position, number, side).values()]
        escorts, missions = roles.count(ROLE), roles.count(OF)
        if escorts > missions:
            because = say(
                "{escorts} and {missions} fly to {hex}, and each mission has one",
                counted(escorts, "escort"),
                counted(missions, "mission"),
                number,
            )
            broken = all_seen(record) & _told(told, number, side) if told else _open(number)
            yield Breach((number,), because, acts[-1].units, broken)


def _closed(record: PhaseRecord, last: str) -> Position | None:
    """The position when that phase of the player turn was over, if it ends with this one or was left out before it."""
    phases = record.start.pack.header.sequence.phases
    named = (n for n, each in enumerate(phases) if last in each.names and each.side == record.moment.phasing)
    closing = next(named, None)
    if closing is None or not record.ended:
        return None
    *before, now = (each.moment.phase for each in (*record.earlier, record))
    if now not in phases[closing:] or any(each in phases[closing:] for each in before):
        return None
    return (record.acts[-1].after if record.acts else record.end) if now == phases[closing] else record.start


def _open(number: str) -> Known:
    return Known.open(say("the missions that are still to be flown to {hex}", number))


def _told(position: Position, number: str, side: str) -> Known:
    """Whether all that the side flies to a hex is told."""
    silent = (each for each in silent_over(position, number) if each.side == side)
    return unless_missing(*(say("the mission of {unit}", each) for each in islice(silent, 1)))
