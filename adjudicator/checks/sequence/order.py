"""Things done in a phase that is over."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.known import Known
from adjudicator.model.sequence import Moment, Phase
from adjudicator.model.theatre import Table
from adjudicator.record.phase import PhaseRecord


class OrderTerms(Table):
    """Phases (by id, kind or tag) that come `once`, before the first turn: their order needs no number of a turn."""

    once: frozenset[str] = frozenset()
    """Phases by id, kind or tag that come once, before the first turn: their order needs no number of a turn."""


@check("sequence.order", OrderTerms, unseen="cannot excuse")
def in_order(record: PhaseRecord, terms: OrderTerms) -> Iterator[Breach]:
    """Phases follow one another as printed, and turns too.

    Legal:    turn 2, French movement; 0805: fr.1inf; 1304: au.1inf; fr.1inf 0805-0806; turn 2, Austrian movement;
              au.1inf 1304-1404
    Illegal:  turn 2, Austrian movement; 0805: fr.1inf; 1304: au.1inf; au.1inf 1304-1404; turn 2, French movement;
              fr.1inf 0805-0806
    """
    now, before = record.moment, record.previous
    if before is None or before.phase is None or now.phase is None:
        return
    phases = [phase.id for phase in record.start.pack.header.sequence.phases]
    back = phases.index(now.phase.id) < phases.index(before.phase.id)
    if back and _is_one_of(now.phase, terms.once):
        yield Breach((), f"{_words(now)} follows {_words(before)}, and comes before it in the sequence of play")
        return
    if not (now.turn and before.turn):
        yield Breach((), "phases follow one another in turns that nobody knows", broken=Known.open("the turn"))
        return
    if now.turn < before.turn or (now.turn == before.turn and back):
        yield Breach((), f"{_words(now)} follows {_words(before)}, and comes before it in the sequence of play")
    elif now.turn > before.turn + 1:
        yield Breach((), f"{_words(now)} follows {_words(before)}, and a turn between them is missing")


def _words(moment: Moment) -> str:
    return str(moment)


def _is_one_of(phase: Phase, names: frozenset[str]) -> bool:
    return bool(phase.names & names)
