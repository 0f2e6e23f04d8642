"""Things done in a phase that is over."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.checks.registry import NoTerms, check
from adjudicator.findings import Finding
from adjudicator.model.known import Known
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say


def follows_another(record: PhaseRecord, _: object) -> bool:
    """Whether the record shows what came before."""
    return record.previous is not None


@check("sequence.order", unseen="cannot excuse", met=follows_another, counts_turns=True)
def in_order(record: PhaseRecord, _: NoTerms) -> Iterator[Finding]:
    """Phases follow one another as printed, and turns too.

    Legal:    turn 2, French movement; 0805: fr.1inf; 1304: au.1inf; fr.1inf 0805-0806; turn 2, Austrian movement;
              au.1inf 1304-1404
    Illegal:  turn 2, Austrian movement; 0805: fr.1inf; 1304: au.1inf; au.1inf 1304-1404; turn 2, French movement;
              fr.1inf 0805-0806
    """
    yield from out_of_order(record)


def out_of_order(record: PhaseRecord, once: frozenset[str] = frozenset()) -> Iterator[Finding]:
    """A phase that follows one that comes after it; of those that come `once`, before the first turn, no turn need be known."""
    now, before = record.moment, record.previous
    if before is None or before.phase is None or now.phase is None:
        return
    phases = [phase.id for phase in record.start.pack.header.sequence.phases]
    back = phases.index(now.phase.id) < phases.index(before.phase.id)
    if back and now.phase.names & once:
        yield Finding((), say("{now} follows {before}, and comes before it in the sequence of play", now, before))
    elif not (now.turn and before.turn):
        if back:
            # the same words each time: a log without turns has this doubt once
            because = say(
                "a phase follows one that comes after it in a turn, and nobody knows whether a turn lies between"
            )
            yield Finding((), because, broken=Known.open(say("the turn")))
    elif now.turn < before.turn or (now.turn == before.turn and back):
        yield Finding((), say("{now} follows {before}, and comes before it in the sequence of play", now, before))
    elif now.turn > before.turn + 1:
        yield Finding((), say("{now} follows {before}, and a turn between them is missing", now, before))
