"""What flies and fares better than the shots that hit it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from adjudicator.analysis.air.hits import ABORTED, brought_by, is_killed
from adjudicator.analysis.air.reach import is_base
from adjudicator.analysis.air.terms import air_table
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.known import Known
from adjudicator.model.theatre import Table
from adjudicator.model.units import Unit
from adjudicator.record.acts import Act
from adjudicator.record.flights import AirAct, Dogfight, Strike
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say
from adjudicator.words import word


class Fares(Table):
    """Who is turned back, aborted or eliminated does not carry out his mission; aborted he comes home in a `state`."""

    part: Literal["mission", "home"]
    """What of it is judged. Eliminated units do not come home."""
    state: str = ""
    """The quality of who was aborted. Example: `state = "inoperative"`"""
    fire: frozenset[str] = frozenset()
    """Kinds of fire besides that of air combat. Example: `fire = ["antiaircraft"]`"""


def _letters(record: PhaseRecord, terms: Fares) -> dict[str, str]:
    """By unit the letters that the acts of a phase brought it."""
    found: dict[str, str] = {}
    for act in record.of(Dogfight, Strike):
        for name in _aims(act, terms):
            found[name] = found.get(name, "") + brought_by(act, name, terms.fire)
    return {name: letters for name, letters in sorted(found.items()) if letters}


def _aims(act: AirAct, terms: Fares) -> tuple[str, ...]:
    if isinstance(act, Dogfight):
        return act.aims
    return (act.told.get("target", ""),) if isinstance(act, Strike) and act.mission in terms.fire else ()


def _any(record: PhaseRecord, terms: Fares) -> bool:
    return bool(_letters(record, terms))


@check("air.fares", Fares, unseen="cannot excuse", met=_any)
def fares_as_it_was_hit(record: PhaseRecord, terms: Fares) -> Iterator[Breach]:
    """Who is driven off does not bomb, and who is shot down does not come home.

    Under: sudden_storm
    Legal:    turn 5, German Air Phase; weather clear; [1B/2719]: ge.he111h; [1B/2712]: so.mig3; 1B/2714: so.10rif;
              fly ground_support 1B/2714: ge.he111h; fly intercept 1B/2714: so.mig3;
              dogfight 1B/2714: so.mig3 against=ge.he111h result=A; ge.he111h [1B/2714]>[1B/2719]; flip ge.he111h/2
    Illegal:  turn 5, German Air Phase; weather clear; [1B/2719]: ge.he111h; [1B/2712]: so.mig3; 1B/2714: so.10rif;
              fly ground_support 1B/2714: ge.he111h; fly intercept 1B/2714: so.mig3;
              dogfight 1B/2714: so.mig3 against=ge.he111h result=K; ge.he111h [1B/2714]>[1B/2719]
    """
    for name, letters in _letters(record, terms).items():
        if terms.part == "mission":
            yield from _bombs(record, name, terms)
        elif name in record.end.units:
            yield from _home(record, record.end.units[name], letters, terms)


def _bombs(record: PhaseRecord, name: str, terms: Fares) -> Iterator[Breach]:
    letters = ""
    for act in record.acts:
        if letters and _carries_out(act, name):
            because = say("{unit} was hit ({result}), and carries out its mission", act.before.units[name], letters)
            yield Breach(act.path, because, (name,))
            return
        letters += brought_by(act, name, terms.fire)


def _carries_out(act: Act, name: str) -> bool:
    bombs = isinstance(act, Strike) and air_table(act.before).role_of(act.mission) == "mission"
    return bombs and name in act.units and name in act.before.units


def _home(record: PhaseRecord, unit: Unit, letters: str, terms: Fares) -> Iterator[Breach]:
    """What is wrong with a unit on the map; one over its target is on its way until the phase ends."""
    sortie = record.end.memory.flown.get(unit.id)
    over = sortie is not None and sortie.hex == unit.location
    if unit.location not in record.end.network.index or (over and not record.ended):
        return
    at = (unit.location,)
    if is_killed(letters):
        because = say("{unit} was eliminated in the air, and is in {hex}", unit, unit.location)
        yield Breach(at, because, (unit.id,), owed=not record.ended)
    elif unit.has(terms.state) == (ABORTED in letters):
        return
    elif ABORTED in letters:
        if not over or is_base(record.end, unit.side, unit.location).is_yes:
            because = say("{unit} was aborted, and is home and not {state}", unit, word(terms.state))
            yield Breach(at, because, (unit.id,), owed=not record.ended)
    elif not record.start.units.get(unit.id, unit).has(terms.state):
        because = say("{unit} was turned back alone, and is {state}", unit, word(terms.state))
        yield Breach(at, because, (unit.id,), Known.open(say("what else hit {unit}", unit)))
