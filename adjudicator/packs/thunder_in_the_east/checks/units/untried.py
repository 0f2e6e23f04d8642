"""Units of unknown strength that are shown too early, too late, or hidden again."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.theatre import Table
from adjudicator.model.units import Unit
from adjudicator.record.acts import Act, Attack, Declaration, Overrun
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say
from adjudicator.terms.who import Selector


class Untried(Table):
    """Units that come into play with their strength hidden, show it when they fight, and keep it shown in play."""

    who: Selector
    """The units. Example: `who = { kinds = ["rifle corps"] }`"""
    tag: str
    """The quality of the hidden side. Example: `tag = "untried"`"""
    boxes: frozenset[str] = frozenset()
    """Boxes in which they lie hidden. Example: `boxes = ["untried"]`"""


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
        hidden, was = terms.tag in unit.shown.tags, old is not None and terms.tag in old.shown.tags
        if unit.hex and name in fought and hidden:
            because = say("{unit} was in a fight, and its strength is still hidden", unit)
            yield Breach(at, because, (name,), owed=not record.ended)
        elif unit.hex and old is not None and old.hex and hidden and not was:
            yield Breach(at, say("{unit} is hidden again while in play, which never happens", unit), (name,))
        elif unit.hex and not (old and old.hex) and not hidden and name not in fought:
            yield Breach(at, say("{unit} comes into play with its strength shown, and must be hidden", unit), (name,))
        elif unit.location in terms.boxes and not unit.hex and not hidden and not _lay_there(old, unit):
            because = say(
                "{unit} is put back into {box} with its strength shown, and must be hidden there", unit, unit.location
            )
            yield Breach((), because, (name,), owed=not record.ended)


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
