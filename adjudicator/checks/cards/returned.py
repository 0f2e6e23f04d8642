"""Cards left on a pile that should have been taken up again."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.cards import card_name, cards_in
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.known import any_of
from adjudicator.model.theatre import Table
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say
from adjudicator.terms.when import When
from adjudicator.words import listed, word


class Returned(Table):
    """No card lies on `pile` any more when a phase is over in which `when` holds."""

    pile: str
    """The pile. Example: `pile = "aside"`"""
    when: tuple[When, ...]
    """When it is taken up, one of them."""


@check("cards.returned", Returned, unseen="cannot excuse")
def goes_back_to_the_deck(record: PhaseRecord, terms: Returned) -> Iterator[Breach]:
    """What was set aside for a time comes back when that is over.

    Under: thunder_in_the_east, campaign
    Legal:    turn 30, New Deal Step; weather clear; season spring; month april; [soviet set aside]: +card.s15;
              shift +card.s15 [soviet set aside]-[soviet deck]; turn 30, Axis Supply Step
    Illegal:  turn 30, New Deal Step; weather clear; season spring; month april;
              [soviet set aside]: +card.s15, +card.s2; shift +card.s15 [soviet set aside]-[soviet deck];
              turn 30, Axis Supply Step
    """
    for side in record.start.pack.sides:
        left = cards_in(record.end, side, terms.pile)
        if not left:
            continue
        now = any_of(when.holds(record.start, side) for when in terms.when)
        if now.possible:
            cards = listed(card_name(card.type) for card in left)
            because = say("{cards} still lie on the pile {pile}, and go back to the deck now", cards, word(terms.pile))
            yield Breach((), because, broken=now, owed=not record.ended)
