"""Ships in a port that the enemy has taken."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.ground import standing
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.known import NO, YES, Known
from adjudicator.model.theatre import Table
from adjudicator.model.units import Unit
from adjudicator.packs.europa.analysis.ships import lost
from adjudicator.record.acts import Act, Flipped
from adjudicator.record.position import Position
from adjudicator.said import say
from adjudicator.terms.where import Where


class PortLost(Table):
    """When the enemy gains a port, each ship there escapes to sea on a low die or is scuttled."""

    most: int
    """The die up to which it escapes. Example: `most = 4`"""
    port: str
    """The quality of a ship that lies in port. Example: `port = "in_port"`"""
    stuck: frozenset[str] = frozenset()
    """Qualities of ships that cannot escape. Example: `stuck = ["laid_up"]`"""
    ice: Where | None = None
    """Ports from which none escapes. Example: `ice = { tags = ["freezing_port"], weather = ["snow"] }`"""


def _is_flip(act: Act, _terms: PortLost) -> bool:
    return isinstance(act, Flipped) and any(act.before.units[n].type.afloat for n in act.units if n in act.before.units)


@check("naval.escape", PortLost, unseen="cannot excuse", acts=("flip",), met=_is_flip)
def escapes_on_its_die(act: Act, terms: PortLost) -> Iterator[Breach]:
    """A ship gets out of a port that falls on a die of 1 to 4.

    Under:    fire_in_the_east, open_sea
    Legal:    turn 5, German Movement Phase; weather clear; control Riga axis; control 2A/0410 axis; 2A/0410: so.ca1/2;
              flip so.ca1/1 die=4
    Illegal:  turn 5, German Movement Phase; weather clear; control Riga axis; control 2A/0410 axis; 2A/0410: so.ca1/2;
              flip so.ca1/1 die=5
    """
    for name in act.units:
        old, new = act.before.units.get(name), act.after.units.get(name)
        if old is None or new is None or not old.type.afloat or not old.has(terms.port) or new.has(terms.port):
            continue
        taken = lost(act.before, old)
        if taken.is_no:
            continue
        die = act.told.get("die", "")
        fast = _held_fast(act.before, old, terms)
        if fast.is_yes:
            yield Breach((old.hex,), say("{unit} cannot sail, and is scuttled with its port", old), (name,), taken)
        elif not die.isdigit():
            because = say(
                "{unit} escapes from a lost port, which takes a die of {most} or less",
                old,
                terms.most,
            )
            yield Breach((old.hex,), because, (name,), Known.open(say("the die")) & taken)
        elif int(die) > terms.most:
            because = say("{unit} escapes on a die of {die}; it takes {most} or less", old, die, terms.most)
            yield Breach((old.hex,), because, (name,), taken)
        elif fast.possible:
            yield Breach(
                (old.hex,), say("{unit} cannot sail, and is scuttled with its port", old), (name,), taken & fast
            )


@check("naval.port_lost", PortLost, unseen="may excuse nearby")
def leaves_a_lost_port(position: Position, terms: PortLost) -> Iterator[Breach]:
    """No ship lies in port where the enemy holds the port, and one that cannot sail is not there at all.

    Under:    fire_in_the_east, open_sea
    Legal:    turn 5, German Movement Phase; weather clear; control Riga axis; control 2A/0410 axis; 2A/0410: so.ca1
    Illegal:  turn 5, German Movement Phase; weather clear; control Riga axis; control 2A/0410 axis; 2A/0410: so.ca1/2
    """
    for name in sorted(name for name, unit in position.ships.items() if unit.hex):
        unit = position.units[name]
        stuck = any(unit.has(tag) for tag in terms.stuck)
        if not (stuck or unit.has(terms.port)) or unit.hex not in position.network.index:
            continue
        broken = lost(position, unit)
        if broken.possible:
            because = say("{unit} lies in a port that the enemy has taken; it goes to sea or is scuttled", unit)
            yield Breach((unit.hex,), because, (name,), broken)


def _held_fast(position: Position, ship: Unit, terms: PortLost) -> Known:
    """Whether a ship cannot leave its port at all."""
    if any(ship.has(tag) for tag in terms.stuck):
        return YES
    i = position.network.index.get(ship.hex)
    return NO if terms.ice is None or i is None else terms.ice.fits(standing(position), i)
