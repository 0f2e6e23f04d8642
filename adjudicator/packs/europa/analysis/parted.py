"""Units that leave the game by their owner's will: converted into others, or sent off."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.model.known import YES, Known
from adjudicator.model.units import Unit
from adjudicator.packs.europa.analysis.reinforcement import LOST, arrived
from adjudicator.record.acts import Act
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say
from adjudicator.terms.who import Selector

POINTS = "points"
"""What players say of a unit that leaves or is converted: `points=3`, or `points=-1` for what it cost."""


def conversions(record: PhaseRecord, become: Selector) -> Iterator[tuple[Unit, Unit]]:
    """Each unit given up in a phase, with the one that came in its hex and that fits `become`."""
    gone = [
        old for _, old, new in record.changes() if old is not None and old.hex and not (new is not None and new.hex)
    ]
    for new, _ in arrived(record, instead=True):
        old = next((each for each in gone if each.hex == new.hex and each.type.nation == new.type.nation), None)
        if old is not None and become.matches(new):
            gone.remove(old)
            yield old, new


def sent_off(record: PhaseRecord, who: Selector, phases: frozenset[str]) -> list[tuple[Unit, Known]]:
    """The units that left, each with whether it surely was sent off and neither lost nor exchanged."""
    phase = record.moment.phase
    found: list[tuple[Unit, Known]] = []
    if phase is None or not phase.names & phases:
        return found
    came = {
        new.hex for _, old, new in record.changes() if new is not None and new.hex and not (old is not None and old.hex)
    }
    for _, unit, after in record.changes():
        if (
            unit is None
            or not unit.hex
            or (after is not None and after.hex)
            or not who.matches(unit)
            or unit.hex in came
        ):
            continue
        box = after.location if after is not None else ""
        if unit.side == phase.side and box not in LOST:
            found.append((unit, YES if box else Known.open(say("why {unit} left the map", unit))))
    return found


def struck_off(record: PhaseRecord, who: Selector, phases: frozenset[str], boxes: frozenset[str]) -> list[Unit]:
    """The lost units of the phasing side that leave the boxes of the lost for no hex of the map."""
    phase = record.moment.phase
    if phase is None or not phase.names & phases:
        return []
    found = []
    for _, unit, after in record.changes():
        away = after is None or (not after.hex and after.location not in boxes)
        if (
            unit is not None
            and not unit.hex
            and unit.location in boxes
            and unit.side == phase.side
            and who.matches(unit)
            and away
        ):
            found.append(unit)
    return found


def last_act(record: PhaseRecord, name: str) -> Act | None:
    """The last act of a phase that a unit did, or that was done with it."""
    return next((act for act in reversed(record.acts) if name in act.units), None)
