"""What flies and leaves the game though no withdrawal is due, or stays though one is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from adjudicator.analysis.air.based import flying_on_map
from adjudicator.analysis.air.chart import MAP, OUT, hops, lying
from adjudicator.checks.registry import check
from adjudicator.findings import Breach, Excuse
from adjudicator.model.theatre import Table
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say
from adjudicator.terms.who import Selector
from adjudicator.words import counted, listed


class Retired(Table):
    """In the own initial phase units of some types leave the game from the map or a box, as many as are due on a turn."""

    flying: Selector
    """The units. Example: `flying = { nations = ["german"] }`"""
    boxes: frozenset[str]
    """The boxes from which they may be taken as well. Example: `boxes = ["air available"]`"""
    turns: Mapping[str, Mapping[str, int]]
    """By turn, by the tag of a type, how many. Example: `turns = { "12" = { type_f = 1 } }`"""


def _due(record: PhaseRecord, terms: Retired) -> Mapping[str, int] | None:
    """What is due in a phase, by type; None in a phase in which nothing can be."""
    phase = record.moment.phase
    if phase is None or phase.kind != "initial" or not record.moment.turn:
        return None
    return terms.turns.get(str(record.moment.turn), {})


def _any(record: PhaseRecord, terms: Retired) -> bool:
    due = _due(record, terms)
    return due is not None and (bool(flying_on_map(record.start, terms.flying)) or bool(due))


@check("air.retired", Retired, unseen="cannot excuse", met=_any, counts_turns=True)
def leaves_when_it_is_due(record: PhaseRecord, terms: Retired) -> Iterator[Breach]:
    """Air units are withdrawn on their turns, others of the type in the place of the model.

    Under: fire_in_the_east
    Legal:    turn 11, German Initial Phase; weather clear; [1B/2719]: ge.me109e; now weather clear
    Illegal:  turn 11, German Initial Phase; weather clear; [1B/2719]: ge.me109e; remove ge.me109e
    """
    due = _due(record, terms)
    units = flying_on_map(record.start, terms.flying)
    units += [unit for box in sorted(terms.boxes) for unit in lying(record.start, box) if terms.flying.matches(unit)]
    if due is None or not any(unit.side == record.moment.phasing for unit in units):
        return
    left = {hop.unit.id for hop in hops(record) if hop.to == OUT and hop.origin in (MAP, *terms.boxes)}
    gone = [unit for unit in units if unit.id in left]
    # Whoever cannot be read may be one of those that left.
    for tag, most in due.items():
        number = min(most, sum(unit.has(tag) for unit in units))
        ours = [unit for unit in gone if unit.has(tag)]
        if len(ours) < number:
            because = say(
                "{number} of a type to be withdrawn on this turn, and {gone} left",
                counted(number, "air unit"),
                len(ours),
            )
            yield Breach((), because, tuple(unit.id for unit in ours), owed=not record.ended, excuse=Excuse())
    spare = [unit for unit in gone if not any(unit.has(tag) for tag in due)]
    for tag, number in due.items():
        ours = [unit for unit in gone if unit.has(tag)]
        spare += ours if len(ours) > number else []
    if spare:
        because = say("{units} leave the game, and fewer are withdrawn on this turn", listed(spare))
        yield Breach((), because, tuple(unit.id for unit in spare), excuse=Excuse(terms.boxes))
