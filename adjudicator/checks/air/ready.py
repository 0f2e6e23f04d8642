"""What takes off though it is not ready."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.air.sorties import is_called_back
from adjudicator.analysis.air.terms import air_table
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.theatre import Table
from adjudicator.model.units import Unit
from adjudicator.record.acts import Act, Transfer
from adjudicator.record.flights import Flight
from adjudicator.said import say
from adjudicator.terms.when import When
from adjudicator.words import either, word


class Ready(Table):
    """Units take off from some states of readiness only, and land in some."""

    takes_off: frozenset[str] = frozenset()
    """States of readiness of air.toml in which a unit may fly. Example: `takes_off = ["available"]`"""
    lands: frozenset[str] = frozenset()
    """Boxes into which a unit may come from over the map. Example: `lands = ["flown"]`"""
    called_back: tuple[When, ...] = ()
    """When units take off, and one that did may be put back into the box that it left.
    Example: `called_back = [{ phases = ["movement"] }]`"""


@check("air.ready", Ready, unseen="cannot excuse", acts=("fly", "transfer"))
def flies_when_ready(act: Act, terms: Ready) -> Iterator[Breach]:
    """Only what is ready flies, and what has flown rests.

    Under: thunder_in_the_east
    Legal:    turn 9, Axis Special Movement Step; weather clear; season summer; [available]: ax.ju87; fly cas 2215: ax.ju87
    Illegal:  turn 9, Axis Special Movement Step; weather clear; season summer; [flown]: ax.ju87; fly cas 2215: ax.ju87
    """
    if not isinstance(act, Flight | Transfer):
        return
    for name in act.units:
        old, new = act.before.units.get(name), act.after.units.get(name)
        if old is None or new is None or not old.type.flies:
            continue
        index = act.before.network.index
        if terms.takes_off and old.location not in index and new.location in index:
            yield from _took_off(act, old, terms)
        landed = terms.lands and old.location in index and new.location not in index
        if landed and not is_called_back(act.before, new, terms.called_back).is_yes:
            yield from _landed(old, new, terms)


def _took_off(act: Act, unit: Unit, terms: Ready) -> Iterator[Breach]:
    table = air_table(act.before)
    level = table.level_of(unit)
    state = table.level[level].name if level is not None else ""
    if state not in terms.takes_off:
        said = word(state) if state else say("in the {box} box", word(unit.location))
        because = say("{unit} takes off and is {state}; who flies is {states}", unit, said, either(terms.takes_off))
        yield Breach(act.path[-1:], because, (unit.id,))


def _landed(old: Unit, new: Unit, terms: Ready) -> Iterator[Breach]:
    if new.location not in terms.lands:
        because = say(
            "{unit} comes back into the {box} box, and may come back only into: {boxes}",
            new,
            word(new.location),
            either(terms.lands),
        )
        yield Breach((old.location,), because, (new.id,))
