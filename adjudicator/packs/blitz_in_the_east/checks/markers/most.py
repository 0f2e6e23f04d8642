"""More markers of a kind laid in a phase than may be."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.cards import is_put_into_play
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.theatre import Table
from adjudicator.model.vocabulary import MarkerKind
from adjudicator.record.acts import Laid, Shifted
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say
from adjudicator.words import word


class MostLaid(Table):
    """One marker of these kinds is laid, or comes out of a hand, in all phases of a player's turn."""

    kinds: frozenset[MarkerKind]
    """Kinds of marker; ["strategic_card"]."""


@check("markers.most", MostLaid, unseen="cannot excuse", acts=("lay", "shift"), markers_in=("kinds",), whole_turn=True)
def no_more_than_so_many(record: PhaseRecord, terms: MostLaid) -> Iterator[Breach]:
    """Only one card of a kind is played at a time.

    Legal:    turn 2, Soviet strategic card; lay +card.zhukov 1203
    Illegal:  turn 2, Soviet strategic card; lay +card.konev 1203; lay +card.zhukov 1203
    """
    if not any(True for _ in record.of(Laid, Shifted)):
        return
    whole = record.with_earlier()
    laid = [
        (act.path[-1] if act.path else "", act.after.markers[name])
        for act in whole.of(Laid, Shifted)
        for name in act.markers
        if is_put_into_play(act, name) and act.after.markers[name].type.kind in terms.kinds
    ]
    if len(laid) > 1:
        at = tuple(number for number, marker in laid if number and marker.hex)
        yield Breach(
            at, say("{count} markers of one kind were laid in one {span}, and 1 may be", len(laid), word("turn"))
        )
