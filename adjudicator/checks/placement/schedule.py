"""Reinforcements that the order of battle does not bring, or not now."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from adjudicator.analysis.order_of_battle import order_of_battle
from adjudicator.analysis.position import PhaseRecord
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.theatre import Table
from adjudicator.model.units import EVERYONE, Selector


class Schedule(Table):
    """Units that fit `who` and come onto the map; `late`: one due earlier may still come, else its turn is its only one."""

    who: Selector = EVERYONE
    late: bool = True


@check("placement.schedule", Schedule)
def comes_when_due(record: PhaseRecord, terms: Schedule) -> Iterator[Breach]:
    """Who arrives is due, and no more of them than are.

    Legal:    turn 4, Austrian supply; 1304: au.wagon; place au.gren 1304
    Illegal:  turn 3, Austrian supply; 1304: au.wagon; place au.gren 1304
    """
    turn = record.moment.turn
    arrived = [
        unit
        for unit in sorted(record.end.units.values(), key=lambda unit: unit.id)
        if unit.hex and terms.who.matches(unit) and not _was_there(record, unit.id)
    ]
    forces = [force for force in order_of_battle(record.start.pack).force if force.event in ("arrival", "conversion")]
    counts: Counter[str] = Counter()
    for unit in arrived:
        kind = unit.type.id
        turns = sorted(force.turn for force in forces if kind in force.units)
        if not turns:
            continue
        counts[kind] += 1
        due = sum(
            force.units.get(kind, 0) for force in forces if force.turn == turn or (terms.late and force.turn < turn)
        )
        at, when = (unit.hex,), ", ".join(map(str, turns))
        if not turn:
            yield Breach(at, f"{unit} arrives; it is due on turn {when}", (unit.id,), "the turn")
        elif not due:
            yield Breach(at, f"{unit} arrives on turn {turn}; it is due on turn {when}", (unit.id,))
        elif counts[kind] > due:
            yield Breach(at, f"{counts[kind]} × {unit} arrive, {due} are due by turn {turn}", (unit.id,))


def _was_there(record: PhaseRecord, name: str) -> bool:
    before = record.start.units.get(name)
    return before is not None and bool(before.hex)
