"""Units that recover before those whose turn it is."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.air.recoveries import Recoveries, changes_of, is_hindered, resting
from adjudicator.analysis.air.terms import air_table
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.known import Known, all_of
from adjudicator.model.units import Unit
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say
from adjudicator.terms.who import Selector
from adjudicator.words import some_units


class InTurn(Recoveries):
    """Where half of the hindered units recover, classes of them take turns, and within a class its models."""

    turns: tuple[Selector, ...]
    """The classes. Example: `turns = [{ sizes = ["small"] }, { sizes = ["medium", "large"] }]`"""


def _any_better(record: PhaseRecord, terms: InTurn) -> bool:
    return bool(changes_of(record, terms))


@check("air.in_turn", InTurn, unseen="cannot excuse", met=_any_better)
def chosen_in_turn(record: PhaseRecord, terms: InTurn) -> Iterator[Breach]:
    """Who recovers is chosen from each class in turn, and within a class from each model.

    Under: thunder_in_the_east
    Legal:    turn 9, Soviet Repair & Recovery Step; weather clear; season summer; [flown]: sov.i153, sov.i16, sov.sb2, sov.pe2;
              sov.i16 [flown]>[available]; sov.i153 [flown]>[available]
    Illegal:  turn 9, Soviet Repair & Recovery Step; weather clear; season summer; [soviet deck]: +card.s36;
              [flown]: sov.i153, sov.lagg3, sov.sb2, sov.pe2; sov.lagg3 [flown]>[available]; sov.pe2 [flown]>[available]
    """
    changes = changes_of(record, terms)
    table, sides = air_table(record.start), {unit.side for unit, _, _ in changes}
    slow = {unit.id: unit for unit in resting(record.start, terms, table, sides)}
    slow = {name: unit for name, unit in slow.items() if not is_hindered(record, terms, unit).is_no}
    chosen = [unit for unit, _, _ in changes if unit.id in slow]
    waiting = [unit for name, unit in slow.items() if all(unit.id != name for unit in chosen)]
    for who in terms.turns:
        own = [unit for unit in chosen if who.matches(unit)]
        groups = [(own, [unit for unit in chosen if unit not in own], [u for u in waiting if not who.matches(u)])]
        for model in dict.fromkeys(unit.type.id for unit in own):
            alike = [unit for unit in own if unit.type.id == model]
            others = [unit for unit in waiting if who.matches(unit) and unit.type.id != model]
            groups.append((alike, [unit for unit in own if unit not in alike], others))
        for many, few, left in groups:
            if left and len(many) > len(few) + 1:
                because = say(
                    "{many} are chosen to recover, and {left} was due between them", some_units(many), left[0]
                )
                yield Breach((), because, tuple(unit.id for unit in many), _all_hindered(record, terms, [*many, *left]))
                return


def _all_hindered(record: PhaseRecord, terms: InTurn, units: list[Unit]) -> Known:
    """Whether half of these recover, so that they are chosen one by one."""
    return all_of(is_hindered(record, terms, unit) for unit in units)
