"""Cards played when their text does not let them be."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.calendar import since
from adjudicator.analysis.cards import Card, CardMove, card_name, is_play, moves_of, text_of, untold
from adjudicator.analysis.economy import holder_of
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.known import YES, Known, all_of
from adjudicator.model.theatre import Table
from adjudicator.record.acts import Act
from adjudicator.said import say


class Played(Table):
    """A card is played when its text lets it be: `demands` says what of it is asked."""

    demands: frozenset[str] = frozenset({"time", "precondition"})
    """"time": its step and player turn; "precondition": months, and places that somebody must hold; "text": that it is known.
    Example: `demands = ["time"]`"""


def _any_play(act: Act, _terms: Played) -> bool:
    return any(is_play(move) for move in moves_of(act))


@check("cards.played", Played, unseen="cannot excuse", acts=("shift", "lift", "lay"), met=_any_play)
def played_as_its_text_says(act: Act, terms: Played) -> Iterator[Breach]:
    """A card is played at its time.

    Under: thunder_in_the_east
    Legal:    turn 1, Axis Repair & Recovery Step; weather clear; season summer; [soviet hand]: +card.s17;
              shift +card.s17 [soviet hand]-[removed]
    Illegal:  turn 1, Soviet Repair & Recovery Step; weather clear; season summer; [soviet hand]: +card.s17;
              shift +card.s17 [soviet hand]-[removed]
    """
    for move in moves_of(act):
        if is_play(move):
            yield from _judged(move, terms)


def _judged(move: CardMove, terms: Played) -> Iterator[Breach]:
    position, kind = move.act.before, move.card.type
    text = text_of(position, kind)
    name = card_name(kind)
    if text is None or text.when is None:
        if "text" in terms.demands:
            because = say("{card} is played, and nobody can tell whether its text lets it be", name)
            yield Breach((), because, broken=Known.open(untold(kind)))
        return
    if "time" in terms.demands:
        now = text.when.holds(position, kind.side)
        because = say("{card} is played in {moment}, which is not its time", name, position.moment)
        yield Breach((), because, broken=~now)
    if "precondition" in terms.demands:
        because = say("{card} is played in {moment}, and what it presupposes is not so", name, position.moment)
        yield Breach((), because, broken=~_presupposed(move, text))
    if "text" in terms.demands and text.lacking:
        because = say("{card} is played, and nobody can tell whether what it asks was done", name)
        yield Breach((), because, broken=Known.open(text.lacking))


def _presupposed(move: CardMove, text: Card) -> Known:
    position = move.act.before
    moment, pack = position.moment, position.pack
    begun = since(moment, pack, text.since.year, text.since.month) if text.since else YES
    over = since(moment, pack, text.before.year, text.before.month) if text.before else ~YES
    held = all_of(holder_of(position, place).is_(side) for place, side in text.held.items())
    return begun & ~over & held
