"""Attacks from the air whose mark is missing on the unit that was hit, or lies on one that was not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from adjudicator.analysis.air.terms import air_table
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.known import YES, Known
from adjudicator.model.theatre import Table
from adjudicator.model.told import told_or
from adjudicator.model.vocabulary import MarkerKind
from adjudicator.record.flights import Strike
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say
from adjudicator.words import word


class Marked(Table):
    """A unit that is hit bears a mark."""

    marks: Mapping[str, MarkerKind]
    """By kind of mission the mark. Example: `marks = { interdiction = "interdicted" }`"""


def _targets(record: PhaseRecord, terms: Marked) -> Iterator[tuple[Strike, str, int]]:
    """Each attack whose target and hits are told."""
    for act in record.of(Strike):
        told = _hits(act)
        if act.mission not in terms.marks or not told.isdigit():
            continue
        sortie = act.before.memory.flown.get(act.units[0]) if act.units else None
        target = told_or(act.told, "target", sortie.target if sortie is not None else "")
        if target in act.before.units:
            yield act, target, int(told)


def _hits(act: Strike) -> str:
    """The hits that are told; none, too, where a die is told that always misses."""
    missed = act.told.get("die", "") == str(air_table(act.before).damage.misses)
    return act.told.get("hits", "0" if missed else "")


def _any_target(record: PhaseRecord, terms: Marked) -> bool:
    return any(True for _ in _targets(record, terms))


@check("air.marked", Marked, unseen="cannot excuse", met=_any_target)
def hit_and_marked(record: PhaseRecord, terms: Marked) -> Iterator[Breach]:
    """Whom an attack hits bears its mark.

    Under: thunder_in_the_east
    Legal:    turn 9, Axis Air Combat Step; weather clear; season summer; 2215: sov.30rc; [2215]: ax.ju87;
              strike interdiction 2215: ax.ju87 target=sov.30rc die=1 hits=1; mark sov.30rc+interdicted
    Illegal:  turn 9, Axis Air Combat Step; weather clear; season summer; 2215: sov.30rc; [2215]: ax.ju87;
              strike interdiction 2215: ax.ju87 target=sov.30rc die=6 hits=0; mark sov.30rc+interdicted
    """
    hits: dict[tuple[str, str], int] = {}
    for act, target, number in _targets(record, terms):
        key = target, terms.marks[act.mission]
        hits[key] = hits.get(key, 0) + number
    for (target, mark), number in sorted(hits.items()):
        old, unit = record.start.units.get(target), record.end.units.get(target)
        if old is None or unit is None or not unit.hex:
            continue
        if record.ended and number and mark not in unit.marks:
            because = say("{unit} was hit from the air, and bears no {mark} marker", unit, word(mark))
            yield Breach((unit.hex,), because, (target,))
        if not number and mark in unit.marks - old.marks:
            because = say("{unit} was missed from the air, and is marked {mark}", unit, word(mark))
            others = [each for each in record.of(Strike) if each.mission in terms.marks and not _hits(each)]
            yield Breach((unit.hex,), because, (target,), Known.open(say("the hits of each attack")) if others else YES)
