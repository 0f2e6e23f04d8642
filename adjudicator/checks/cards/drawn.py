"""Cards taken into a hand: how many, of which sizes, and when."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import product

from adjudicator.analysis.cards import (
    DECK,
    HAND,
    CardMove,
    card_moves,
    card_name,
    size_of,
    unread_cards,
    unseen_draws,
    untold,
)
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.known import NO, Known, any_of
from adjudicator.model.theatre import Table
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say
from adjudicator.terms.when import When
from adjudicator.words import listed


class Rate(Table):
    """While `when` holds for a side, it takes cards as one of `choices` says."""

    when: When
    """When it holds."""
    choices: tuple[Mapping[str, int], ...]
    """The most cards of each size, one row of which fits. Example: `choices = [{ large = 1 }, { small = 2 }]`"""


class Drawn(Table):
    """Cards come from the deck into the hand at these rates, and at no other time."""

    rates: tuple[Rate, ...]
    """The rates; any that holds will do."""
    sizes: tuple[str, ...]
    """The sizes that cards have. Example: `sizes = ["large", "small"]`"""


def _taken(record: PhaseRecord, side: str) -> list[CardMove]:
    """The cards that a side took out of its deck in the phase and did not put back."""
    found: dict[str, CardMove] = {}
    for move in card_moves(record):
        if move.card.type.side != side:
            continue
        if move.origin == DECK:
            found[move.card.id] = move
        elif move.to == DECK:
            found.pop(move.card.id, None)
    return [move for move in found.values() if move.to == HAND]


def _any_taken(record: PhaseRecord, _terms: Drawn) -> bool:
    if any(move.origin == DECK for move in card_moves(record)):
        return True
    return any(unseen_draws(record, side) for side in record.start.pack.sides)


@check("cards.drawn", Drawn, unseen="cannot excuse", met=_any_taken)
def takes_so_many_cards(record: PhaseRecord, terms: Drawn) -> Iterator[Breach]:
    """A side takes only so many cards, and only when it may.

    Under: thunder_in_the_east
    Legal:    turn 1, Soviet Order of Battle Step; weather clear; season summer; month july; week 1;
              [soviet deck]: +card.s15, +card.s16; shift +card.s15 [soviet deck]-[soviet hand];
              shift +card.s16 [soviet deck]-[soviet hand]
    Illegal:  turn 1, Soviet Order of Battle Step; weather clear; season summer; month july; week 1;
              [soviet deck]: +card.s36, +card.s16; shift +card.s36 [soviet deck]-[soviet hand];
              shift +card.s16 [soviet deck]-[soviet hand]
    """
    for side in record.start.pack.sides:
        found = _taken(record, side)
        unread = unseen_draws(record, side)
        if not found and not unread:
            continue
        before = found[0].act.before if found else record.start
        sizes = [size_of(before, move.card.type) for move in found]
        missing = [untold(move.card.type) for move, size in zip(found, sizes, strict=True) if not size]
        sizes += [""] * unread
        missing += [say("the sizes of the cards that nobody can read")] * bool(unread)
        allowed = any_of(rate.when.holds(before, side) & _fits(rate, terms, sizes, missing) for rate in terms.rates)
        if not allowed.is_yes:
            named = [card_name(move.card.type) for move in found]
            cards = listed([*named, *unread_cards(unread)])
            because = say("{side} takes {cards} in {moment}, which is not its rate then", side, cards, record.moment)
            yield Breach((), because, broken=~allowed)


def _fits(rate: Rate, terms: Drawn, sizes: list[str], missing: list[str]) -> Known:
    """Whether cards of these sizes are taken as a rate says, whatever size those have whose size nobody knows."""
    possible = product(*((size,) if size else terms.sizes for size in sizes))
    answers = {any(_within(Counter(each), row) for row in rate.choices) for each in possible}
    if len(answers) == 1:
        return Known.of(answers.pop())
    return Known.open(*missing) if answers else NO


def _within(counts: Counter[str], row: Mapping[str, int]) -> bool:
    return all(count <= row.get(size, 0) for size, count in counts.items())
