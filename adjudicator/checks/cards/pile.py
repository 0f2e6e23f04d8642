"""Cards put on the wrong pile after use, or taken back from a pile when they may not be."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.cards import DECK, CardMove, card_name, is_play, moves_of, text_of, untold
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.known import Known, any_of
from adjudicator.model.theatre import Table
from adjudicator.record.acts import Act
from adjudicator.said import say
from adjudicator.terms.when import When
from adjudicator.words import word


class Piled(Table):
    """A used card lies on `pile` if its text says so, and goes back to the deck only when `back` holds."""

    pile: str
    """The pile. Example: `pile = "discard"`"""
    back: tuple[When, ...] = ()
    """When its cards go back to the deck, one of them; left out: never."""
    gone: bool = False
    """Whether a card lies there too whose counter is taken off the table altogether. Example: `gone = true`"""


def _meant(act: Act, terms: Piled) -> bool:
    return any(terms.pile in (move.to, move.origin, _wanted(move)) for move in moves_of(act))


def _wanted(move: CardMove) -> str:
    text = text_of(move.act.before, move.card.type) if is_play(move) else None
    return text.pile if text is not None else ""


@check("cards.pile", Piled, unseen="cannot excuse", acts=("shift", "lift", "lay"), met=_meant)
def lies_on_its_pile(act: Act, terms: Piled) -> Iterator[Breach]:
    """A card lies where its text puts it, until its pile is taken up again.

    Under: thunder_in_the_east
    Legal:    turn 1, Axis Repair & Recovery Step; weather clear; season summer; [soviet hand]: +card.s17;
              shift +card.s17 [soviet hand]-[removed]
    Illegal:  turn 1, Axis Repair & Recovery Step; weather clear; season summer; [soviet hand]: +card.s17;
              shift +card.s17 [soviet hand]-[soviet discards]
    """
    for move in moves_of(act):
        if is_play(move):
            yield from _put_away(move, terms)
        elif move.origin == terms.pile:
            yield from _taken_back(move, terms)


def _put_away(move: CardMove, terms: Piled) -> Iterator[Breach]:
    wanted, name = _wanted(move), card_name(move.card.type)
    if terms.gone and wanted == terms.pile and move.card.id not in move.act.after.markers:
        return
    if wanted and wanted != move.to and wanted == terms.pile:
        because = say("{card} goes to {pile} after use, and its pile is {wanted}", name, _named(move.to), word(wanted))
        yield Breach((), because)
    elif not wanted and move.to == terms.pile:
        because = say("{card} goes to {pile} after use, and nobody can tell whether it should", name, _named(move.to))
        yield Breach((), because, broken=Known.open(untold(move.card.type)))


def _taken_back(move: CardMove, terms: Piled) -> Iterator[Breach]:
    position, side = move.act.before, move.card.type.side
    now = any_of(when.holds(position, side) for when in terms.back)
    name, pile = card_name(move.card.type), _named(terms.pile)
    if move.to != DECK:
        yield Breach((), say("{card} goes from {pile} to {other}", name, pile, _named(move.to)))
    else:
        because = say("{card} goes from {pile} back to the deck in {moment}", name, pile, position.moment)
        yield Breach((), because, broken=~now)


def _named(pile: str) -> str:
    return word(pile) if pile else say("no pile")
