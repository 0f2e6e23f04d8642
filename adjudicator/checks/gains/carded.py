"""Units that come into play by a card, and none was played."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.cards import card_moves, carded, is_play, may_be_carded, played_in
from adjudicator.analysis.gains import Gain, every_gain
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.known import YES, Known
from adjudicator.model.theatre import Table
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say
from adjudicator.terms.who import EVERYONE, Selector


class Carded(Table):
    """Units that fit `who` come out of these boxes only in a phase in which their side plays such a card."""

    boxes: frozenset[str]
    """The boxes out of which they come. Example: `boxes = ["arrivals"]`"""
    who: Selector = EVERYONE
    """The units. Example: `who = { nations = ["polish"] }`"""
    cards: frozenset[str] = frozenset()
    """The cards by their types of marker; left out: any card, since nobody knows which. Example: `cards = ["card.s5"]`"""


def _meant(record: PhaseRecord, terms: Carded) -> Iterator[Gain]:
    found = every_gain(record, terms.boxes)
    return (each for each in found if each.way == "built" and terms.who.matches(each.unit))


def _any_meant(record: PhaseRecord, terms: Carded) -> bool:
    return any(True for _ in _meant(record, terms))


@check("gains.carded", Carded, unseen="cannot excuse", met=_any_meant)
def comes_by_its_card(record: PhaseRecord, terms: Carded) -> Iterator[Breach]:
    """Some units come into play by a card only.

    Under: thunder_in_the_east
    Legal:    turn 60, Soviet Order of Battle Step; weather clear; [arrivals]: sov.cz1; [soviet hand]: +card.s5;
              shift +card.s5 [soviet hand]-[soviet discards]; sov.cz1 [arrivals]>3113
    Illegal:  turn 60, Soviet Order of Battle Step; weather clear; [arrivals]: sov.cz1; [soviet deck]: +card.s5;
              sov.cz1 [arrivals]>3113
    """
    for each in _meant(record, terms):
        played = _played(record, each.unit.side, terms) | carded(each.told)
        because = say("{unit} comes into play, and the card by which it comes was not played", each.unit)
        yield Breach((each.unit.hex,), because, (each.unit.id,), each.sure & ~played)


def _played(record: PhaseRecord, side: str, terms: Carded) -> Known:
    """Whether a side played such a card in a phase."""
    if terms.cards:
        return played_in(record, side, terms.cards)
    plays = any(is_play(move) and move.card.type.side == side for move in card_moves(record))
    return YES if plays else may_be_carded(record)
