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


class TriedOnce(Table):
    """A unit is tried once in a phase; if that fails, it stays in its `state`."""

    kind: str
    """The trial of air.toml. Example: `kind = "repair"`"""
    result: str
    """What a die brings that does not fail. Example: `result = "repaired"`"""
    state: str
    """The quality of who failed. Example: `state = "inoperative"`"""


def _any(record: PhaseRecord, terms: TriedOnce) -> bool:
    return any(act.mission == terms.kind for act in record.of(Strike))


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
        if act.mission != terms.kind:
            continue
        for unit in (act.before.units[name] for name in act.units if name in act.before.units):
            if unit.id in last:
                yield Breach(
                    act.path, say("a second die is thrown for {unit}, and it has one in a phase", unit), (unit.id,)
                )
            last[unit.id] = act
    for name, act in last.items():
        old, new, told = act.before.units[name], record.end.units.get(name), act.told.get("result", "").casefold()
        if new is not None and told not in ("", terms.result) and old.has(terms.state) and not new.has(terms.state):
            because = say("the die for {unit} failed, and it is not {state}", new, word(terms.state))
            yield Breach(act.path, because, (name,))
