"""Packets of too many units, or too many packets over a hex."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.air.sorties import others_above, packets_over, silent_over, untold_above
from adjudicator.analysis.air.terms import Role, air_table
from adjudicator.checks.registry import check
from adjudicator.findings import Breach, Excuse
from adjudicator.model.known import YES, Known
from adjudicator.model.theatre import Table
from adjudicator.record.acts import Act
from adjudicator.record.flights import Flight
from adjudicator.record.memory import Sortie
from adjudicator.said import say
from adjudicator.words import counted


class Packet(Table):
    """How many units fly as one packet, and how many packets of a side fly to one hex."""

    roles: frozenset[Role]
    """The kinds of packet. Example: `roles = ["escort"]`"""
    most: int = 0
    """The units of a packet at most; 0: no limit."""
    packets: int = 0
    """The packets of these roles that a side flies to one hex at most; 0: no limit."""
    each: Role | None = None
    """With `packets`: that many for each packet of this role of the enemy. Example: `each = "mission"`"""
    unlike: bool = False
    """Whether two packets over a hex do different things: another mission, or another target."""


def _flies(act: Act, terms: Packet) -> bool:
    return isinstance(act, Flight) and air_table(act.before).role_of(act.mission) in terms.roles


def _untold(act: Act, terms: Packet) -> str:
    """What nobody told of other packets, where these count."""
    return untold_above(act) if terms.packets or terms.unlike else ""


@check("air.packet", Packet, unseen="cannot excuse", acts=("fly",), met=_flies, untold=_untold)
def packets_as_large_as_they_may(act: Act, terms: Packet) -> Iterator[Breach]:
    """Few units fly together, and few packets fly to a hex.

    Under: thunder_in_the_east
    Legal:    turn 9, Axis Special Movement Step; weather clear; season summer; [available]: ax.ju87, ax.ju87#2;
              fly cas 2215: ax.ju87, ax.ju87#2
    Illegal:  turn 9, Axis Special Movement Step; weather clear; season summer; [available]: ax.ju87, ax.ju87#2, ax.ju88;
              fly cas 2215: ax.ju87, ax.ju87#2, ax.ju88
    """
    table = air_table(act.before)
    if not isinstance(act, Flight) or table.role_of(act.mission) not in terms.roles:
        return
    if terms.most and len(act.units) > terms.most:
        units, most = counted(len(act.units), "unit"), terms.most
        yield Breach(act.path, say("{units} fly as one packet, and {most} may", units, most), act.units)
    side = next((unit.side for name in act.units if (unit := act.after.units.get(name))), "")
    own = packets_over(act.after, act.over, side)
    mine = {name: each for name, each in own.items() if table.role_of(each.mission) in terms.roles}
    most = terms.packets
    if terms.each is not None:
        others = packets_over(act.after, act.over, side, enemy=True)
        most *= sum(table.role_of(each.mission) == terms.each for each in others.values())
    if terms.packets and len(mine) > most:
        packets = counted(len(mine), "packet")
        because = (
            say("{packets} of that kind fly to {hex}, and {most} may", packets, act.over, most)
            if most
            else say(
                "{kind} is flown to {hex}, and nobody told of a mission there", table.called(act.mission), act.over
            )
        )
        excuse = Excuse(frozenset({act.over})) if terms.each is not None else None
        yield Breach(act.path, because, act.units, _all_told(act, side, terms), excuse=excuse)
    if terms.unlike and _twice(mine):
        yield Breach(
            act.path, say("two packets fly to {hex} for the same task, and each must have its own", act.over), act.units
        )
    rest = others_above(act, side)
    if rest.is_open and (terms.unlike or (terms.packets and len(mine) == most)):
        because = say("what else is flown to {hex} may be a packet too many, or for the same task", act.over)
        yield Breach(act.path, because, act.units, rest)


def _all_told(act: Flight, side: str, terms: Packet) -> Known:
    """Whether all packets of counters that can be read are told that could allow one more."""
    if terms.each is None:
        return YES
    silent = any(each.side != side for each in silent_over(act.after, act.over))
    return Known.open(say("the missions that the enemy flies to {hex}", act.over)) if silent else YES


def _twice(packets: dict[str, Sortie]) -> bool:
    tasks = [(each.mission, each.target) for each in packets.values()]
    return len(set(tasks)) < len(tasks)
