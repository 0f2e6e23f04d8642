"""Dice thrown twice for one unit, and units that are better off than their die left them."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.theatre import Table
from adjudicator.record.flights import Strike
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say
from adjudicator.words import word

KIND = "repair"
"""The trial of air.toml."""
RESULT = "repaired"
"""What a die brings that does not fail."""
STATE = "inoperative"
"""The quality of who failed."""


class TriedOnce(Table):
    """A unit is tried once in a phase; if that fails, it stays inoperative."""


def _any(record: PhaseRecord, terms: TriedOnce) -> bool:
    return any(act.mission == KIND for act in record.of(Strike))


@check("air.tried_once", TriedOnce, unseen="cannot excuse", met=_any)
def has_one_die(record: PhaseRecord, terms: TriedOnce) -> Iterator[Breach]:
    """One die is thrown for a unit, and what fails is not done.

    Under: fire_in_the_east
    Legal:    turn 5, German Initial Phase; weather clear; [1B/2719]: ge.he111h/2;
              strike repair 1B/2719: ge.he111h die=3 result=repaired; flip ge.he111h/1
    Illegal:  turn 5, German Initial Phase; weather clear; [1B/2719]: ge.he111h/2;
              strike repair 1B/2719: ge.he111h die=4 result=failed;
              strike repair 1B/2719: ge.he111h die=3 result=repaired; flip ge.he111h/1
    """
    last: dict[str, Strike] = {}
    for act in record.of(Strike):
        if act.mission != KIND:
            continue
        for unit in (act.before.units[name] for name in act.units if name in act.before.units):
            if unit.id in last:
                yield Breach(
                    act.path, say("a second die is thrown for {unit}, and it has one in a phase", unit), (unit.id,)
                )
            last[unit.id] = act
    for name, act in last.items():
        old, new, told = act.before.units[name], record.end.units.get(name), act.told.get("result", "").casefold()
        if new is not None and told not in ("", RESULT) and old.has(STATE) and not new.has(STATE):
            because = say("the die for {unit} failed, and it is not {state}", new, word(STATE))
            yield Breach(act.path, because, (name,))
