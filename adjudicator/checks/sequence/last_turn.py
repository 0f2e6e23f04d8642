"""Things done when the game is over."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.checks.registry import check
from adjudicator.findings import Finding
from adjudicator.model.known import Known
from adjudicator.model.theatre import Table
from adjudicator.record.acts import SPOKEN, ConditionsTold, ValuesChanged
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say


class LastTurn(Table):
    """After the last turn nothing is done any more."""

    last: int = 0
    """The last game turn; 0: the `last_turn` of pack.toml's sequence. Example: `last = 12`"""


def _is_known(record: PhaseRecord, terms: LastTurn) -> bool:
    return bool(terms.last or record.start.pack.header.sequence.last_turn)


@check("sequence.last_turn", LastTurn, unseen="cannot excuse", met=_is_known, counts_turns=True)
def not_after_the_end(record: PhaseRecord, terms: LastTurn) -> Iterator[Finding]:
    """Nothing is done after the game's last turn.

    Under:    high_ground
    Legal:    turn 8, Grey movement; 0304: grey.inf; grey.inf 0304-0404
    Illegal:  turn 9, Blue movement; 0304: blue.inf; blue.inf 0304-0404
    """
    last, turn = terms.last or record.start.pack.header.sequence.last_turn, record.moment.turn
    done = [act for act in record.acts if not isinstance(act, (*SPOKEN, ConditionsTold, ValuesChanged))]
    if not last or not done or 0 < turn <= last:
        return
    units = tuple(dict.fromkeys(name for act in done for name in act.units))
    if not turn:
        # the same words each time: a log without turns has this doubt once
        because = say("nothing is done after turn {last}, and nobody tells which turn it is", last)
        yield Finding((), because, broken=Known.open(say("the turn")))
        return
    because = say("something is done in {moment}, and the game was over with turn {last}", record.moment, last)
    yield Finding((), because, units)
