"""Bridges blown up or repaired by those who are not there, or where there is nothing to do."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.crossings import crossings, is_bridge, is_down, which_hexside
from adjudicator.checks.registry import check
from adjudicator.findings import Excuse, Finding
from adjudicator.model.known import YES, Known
from adjudicator.model.theatre import Table
from adjudicator.record.acts import Act, Demolition, Repair
from adjudicator.record.position import Position
from adjudicator.said import say
from adjudicator.terms.who import EVERYONE, Selector


class BridgeWork(Table):
    """Who may work on a bridge: units that stand in one of its two hexes, with no enemy in the other."""

    who: Selector = EVERYONE
    """The units that may do it. Example: `who = { kinds = ["engineer"] }`"""


@check("bridges.work", BridgeWork, unseen="cannot excuse", acts=("demolish", "repair"), units_in="")
def by_those_who_are_there(act: Act, terms: BridgeWork) -> Iterator[Finding]:
    """A bridge is blown up while it stands, and repaired while it is down, by those who may, from one of its hexes.

    Under:    high_ground
    Legal:    turn 2, Blue movement; 0304: blue.eng; demolish 0304-0305: blue.eng
    Illegal:  turn 2, Blue movement; 0304: blue.inf; demolish 0304-0305: blue.inf
    Illegal:  turn 2, Blue movement; 0304: blue.eng; repair 0304-0305: blue.eng
    """
    if not isinstance(act, Demolition | Repair):
        return
    yield from _nothing_to_do(act)
    for name in act.units:
        unit = act.before.units.get(name)
        if unit is None:
            continue
        if not terms.who.matches(unit):
            yield Finding(act.bridge, say("{unit} works on a bridge, and units like it never do", unit), (name,))
        elif unit.hex not in act.bridge:
            because = say(
                "{unit} works on the bridge {bridge} and stands in {hex}", unit, "-".join(act.bridge), unit.hex
            )
            yield Finding(act.bridge, because, (name,))
        else:
            beyond = next(number for number in act.bridge if number != unit.hex)
            enemy = next((each for each in act.before.at(beyond) if each.side != unit.side), None)
            if enemy is not None:
                because = say("{unit} works on a bridge, and {enemy} stands beyond it in {hex}", unit, enemy, beyond)
                yield Finding(act.bridge, because, (name,))
            elif act.before.unknown_at(beyond):
                because = say("{unit} works on a bridge, and nobody knows who stands beyond it", unit)
                yield Finding(act.bridge, because, (name,), Known.open(say("what is in {target}", beyond)))


def _nothing_to_do(act: Demolition | Repair) -> Iterator[Finding]:
    """No bridge lies there, or it is already as it is to be."""
    position, (one, other) = act.before, (*act.bridge, "")[:2]
    if not is_bridge(position, one, other):
        yield Finding(act.bridge, say("no bridge lies between {one} and {other}", one, other), act.units)
        return
    down = _down(position, one, other)
    if isinstance(act, Demolition):
        because = say("the bridge between {one} and {other} is blown up, and is down already", one, other)
        broken = down
    else:
        because = say("the bridge between {one} and {other} is repaired, and is not down", one, other)
        broken = ~down
    if broken.possible:
        yield Finding(act.bridge, because, act.units, broken, excuse=Excuse(frozenset(act.bridge)))


def _down(position: Position, one: str, other: str) -> Known:
    if is_down(position, one, other):
        return YES
    i, j = position.network.index[one], position.network.index[other]
    return Known.open(which_hexside(position, i, j)) if (i, j) in crossings(position).open else Known.of(False)
