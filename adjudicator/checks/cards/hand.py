"""Hands that hold more cards than they may."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.cards import HAND, card_name, cards_in, hidden_in, size_of, unread_cards, unread_in, untold
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.interval import Interval, sum_of
from adjudicator.model.known import Known
from adjudicator.model.theatre import Table
from adjudicator.model.units import Marker
from adjudicator.record.position import Position
from adjudicator.said import say
from adjudicator.words import either, listed


class Limit(Table):
    """At most so many cards of some sizes."""

    most: int
    """How many. Example: `most = 3`"""
    sizes: frozenset[str] = frozenset()
    """The sizes that count; left out: every card. Example: `sizes = ["large"]`"""


class Hand(Table):
    """What a hand may hold."""

    limits: tuple[Limit, ...]
    """The limits, all of which hold. Example: `limits = [{ most = 3 }, { most = 1, sizes = ["large"] }]`"""


@check("cards.hand", Hand)
def holds_so_many_cards(position: Position, terms: Hand) -> Iterator[Breach]:
    """A hand holds only so many cards.

    Under: thunder_in_the_east
    Legal:    turn 1, Axis HQ Mode Step; weather clear; season summer; [axis hand]: +card.a1, +card.a28
    Illegal:  turn 1, Axis HQ Mode Step; weather clear; season summer; [axis hand]: +card.a1, +card.a22
    """
    for side in position.pack.sides:
        held = cards_in(position, side, HAND)
        unseen = hidden_in(position, side, HAND)
        for limit in terms.limits if held or unseen.high else ():
            count = sum_of((*(_counts(position, card, limit) for card in held), unseen))
            within = count.at_most(Interval.of(limit.most))
            if not within.is_yes:
                cards = [card_name(card.type) for card in held]
                cards += unread_cards(len(unread_in(position, side, HAND)))
                yield Breach((), _because(side, cards, count, limit), broken=~within)


def _counts(position: Position, card: Marker, limit: Limit) -> Interval:
    """Whether a card counts for a limit; one of untold size may."""
    if not limit.sizes:
        return Interval.of(1)
    size = size_of(position, card.type)
    return Interval.one_if(Known.of(size in limit.sizes) if size else Known.open(untold(card.type)))


def _because(side: str, cards: list[str], count: Interval, limit: Limit) -> str:
    what = either(limit.sizes) if limit.sizes else say("any size")
    return say("{side} holds {cards}: {count} of {what}, limit {most}", side, listed(cards), count, what, limit.most)
