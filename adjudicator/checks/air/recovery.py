"""What flies and becomes ready when nothing may."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.cards import may_be_carded
from adjudicator.checks.registry import NoTerms, check
from adjudicator.findings import Breach
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say


def _any_turned(record: PhaseRecord, _terms: NoTerms) -> bool:
    return any(
        old is not None and new is not None and old.type.flies and old.face != new.face
        for _, old, new in record.changes()
    )


@check("air.recovery", NoTerms, unseen="cannot excuse", met=_any_turned)
def recovers_in_its_time(record: PhaseRecord, _terms: NoTerms) -> Iterator[Breach]:
    """Nothing that flies is turned to a better face on the map.

    Under: fire_in_the_east
    Legal:    turn 5, German Movement Phase; weather clear; [1B/2719]: ge.me109e; flip ge.me109e/2
    Illegal:  turn 5, German Movement Phase; weather clear; [1B/2719]: ge.me109e/2; flip ge.me109e/1
    """
    index = record.start.network.index
    for _, old, new in record.changes():
        if old is None or new is None or not old.type.flies:
            continue
        if new.face < old.face and old.location in index:
            because = say("{unit} becomes readier in {moment}, and nothing recovers then", old, record.moment)
            yield Breach((), because, (old.id,), ~may_be_carded(record))
