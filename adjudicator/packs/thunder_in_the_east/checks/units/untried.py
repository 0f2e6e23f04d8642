"""Units of unknown strength that are shown too early, too late, or hidden again."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.theatre import Table
from adjudicator.model.units import Unit
from adjudicator.record.acts import Act, Attack, Declaration, Overrun, Travel
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say
from adjudicator.terms.who import Selector

PAST = 2
"""From how far off a unit that retreats may come through the hex next to another."""
TAG = "untried"
"""The quality of the hidden side."""


class Untried(Table):
    """Units that come into play with their strength hidden, show it when they fight, and keep it shown in play."""

    who: Selector
    """The units. Example: `who = { kinds = ["rifle corps"] }`"""
    boxes: frozenset[str] = frozenset()
    """Boxes in which they lie hidden. Example: `boxes = ["untried"]`"""
    phases: frozenset[str] = frozenset()
    """Phases in which nobody shows his strength where no enemy is beside him. Example: `phases = ["movement"]`"""


def _comes_up(record: PhaseRecord, terms: Untried) -> bool:
    return any(terms.who.matches(unit) for unit in record.end.units.values())


@check("units.untried", Untried, unseen="cannot excuse", met=_comes_up)
def hidden_until_it_fights(record: PhaseRecord, terms: Untried) -> Iterator[Breach]:
    """A unit of unknown strength is revealed when it fights, and not hidden again while in play.

    Legal:    turn 9, Axis Ground Battles Step; weather clear; season summer; 1717: ax.24pz; 1817: sov.63rc;
              flip sov.63rc/2; attack 1817: ax.24pz result=NE; Axis Air Return Step; say done
    Illegal:  turn 9, Axis Ground Battles Step; weather clear; season summer; 1717: ax.24pz; 1817: sov.63rc;
              attack 1817: ax.24pz result=NE; Axis Air Return Step; say done
    """
    fights = [act for act in record.of(Attack, Overrun) if not isinstance(act, Declaration)]
    fought = {name for act in fights for name in _in_it(act)}
    for name, unit in record.end.units.items():
        if not terms.who.matches(unit):
            continue
        old, at = record.start.units.get(name), (unit.hex,) if unit.hex else ()
        hidden, was = TAG in unit.shown.tags, old is not None and TAG in old.shown.tags
        if unit.hex and name in fought and hidden:
            because = say("{unit} was in a fight, and its strength is still hidden", unit)
            yield Breach(at, because, (name,), owed=not record.ended)
        elif unit.hex and old is not None and old.hex and hidden and not was:
            yield Breach(at, say("{unit} is hidden again while in play, which never happens", unit), (name,))
        elif (
            unit.hex
            and old is not None
            and old.hex == unit.hex
            and was
            and not hidden
            and _is_quiet(record, terms, unit)
        ):
            because = say("{unit} shows its strength, and no enemy was near enough to fight it", unit)
            yield Breach(at, because, (name,))
        elif unit.hex and not (old and old.hex) and not hidden and name not in fought:
            yield Breach(at, say("{unit} comes into play with its strength shown, and must be hidden", unit), (name,))
        elif unit.location in terms.boxes and not unit.hex and not hidden and not _lay_there(old, unit):
            because = say(
                "{unit} is put back into {box} with its strength shown, and must be hidden there", unit, unit.location
            )
            yield Breach((), because, (name,), owed=not record.ended)


def _is_quiet(record: PhaseRecord, terms: Untried, unit: Unit) -> bool:
    """Whether a unit was turned up where nobody fights: no enemy beside it, and none that may have retreated past it."""
    if not record.moment.phase or not record.moment.phase.names & terms.phases or any(True for _ in record.of(Overrun)):
        return False
    network = record.start.network
    here = network.index[unit.hex]
    near = [network.number(int(j)) for j in network.neighbours[here] if j >= 0]
    beside = [other.side for position in (record.start, record.end) for number in near for other in position.at(number)]
    beside += [other.side for number in near for other in record.start.unknown_at(number)]
    went = (act for act in record.of(Travel) if act.path and act.path[0] in network.index)
    past = (
        act.before.units[name].side
        for act in went
        if network.distance(here, network.index[act.path[0]]) <= PAST
        for name in act.units
    )
    return all(side == unit.side for side in (*beside, *past))


def _in_it(act: Act) -> Iterator[str]:
    """The ids of those who fight: the units that act, and the enemies in the hexes, if the fight is told to its end."""
    if not act.told.get("die") and not act.told.get("result"):
        return
    sides = {act.before.units[name].side for name in act.units if name in act.before.units}
    yield from act.units
    for number in act.path[-1:] if isinstance(act, Overrun) else act.path:
        yield from (unit.id for unit in act.before.at(number) if unit.side not in sides)


def _lay_there(old: Unit | None, unit: Unit) -> bool:
    return old is not None and not old.hex and old.location == unit.location
