"""Cards: in which pile each lies, which went from one to another in a phase, and what the pack knows of its text (cards.toml).

A card is a marker of the kind "card". What the pack does not know of one, the user's chart "SIDE_cards" may say, in the row
"card_NUMBER"; where that is blank too, whatever hangs on it is open for want of the text of that card.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import field
from typing import Literal

from adjudicator.analysis.history import is_whole
from adjudicator.lean import dataclass
from adjudicator.model.interval import ZERO, Interval
from adjudicator.model.known import NO, YES, Known, any_of
from adjudicator.model.memo import remembered
from adjudicator.model.tables import load_table
from adjudicator.model.theatre import Table
from adjudicator.model.units import Marker, MarkerType
from adjudicator.model.vocabulary import SideName
from adjudicator.record.acts import Act, Laid, Lifted, Shifted
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from adjudicator.said import say
from adjudicator.terms.act import told_of
from adjudicator.terms.when import When
from adjudicator.words import counted

CARD = "card"
DECK, HAND = "deck", "hand"
OWN, ENEMY = "own", "enemy"


class Card(Table):
    """A [[card]]: what the book says of one card. Of the others the user's chart may say the size, the pile and the step."""

    marker: str
    """The card's type of marker. Example: `marker = "card.1"`"""
    size: str = ""
    """Its size, as the pack calls it; left out: not known. Example: `size = "small"`"""
    pile: str = ""
    """The pile on which it is put after use; left out: not known. Example: `pile = "discard"`"""
    when: When | None = None
    """When it may be played, seen from its side; left out: not known. Example: `when = { phases = ["supply"] }`"""


@dataclass(frozen=True, slots=True)
class LastingCards:
    """Cards, by type of marker, that may pay for what is bought in the month in which they are played; and by one that works all
    month the value that tells the month in which it was.
    """

    pays: frozenset[str] = frozenset()
    month: Mapping[str, str] = field(default_factory=dict)


class Holder(Table):
    """A [[holder]]: what keeps the cards of a pile in the modules that we build; a pile without one is an open box."""

    pile: str
    """The pile, one of `piles`. Example: `pile = "deck"`"""
    keeps: Literal["deck", "hand"]
    """A deck, where cards lie upon each other, or a hand, a window where others see backs. Example: `keeps = "hand"`"""
    face_down: bool = False
    """Whether nobody sees the cards of the deck. Example: `face_down = true`"""
    shuffled: Literal["never", "asked", "always"] = "never"
    """When the deck is shuffled: "asked" by its menu, "always" before a card is taken. Example: `shuffled = "asked"`"""
    chosen: bool = False
    """Whether its side chooses the cards that it takes from the deck. Example: `chosen = true`"""
    back: str = ""
    """The pile to which its menu sends all cards of the deck; left out: none. Example: `back = "deck"`"""
    full: bool = False
    """Whether all cards of the side lie here that a set-up lays nowhere. Example: `full = true`"""


class CardTable(Table):
    """The file cards.toml: where cards lie, and what is known of them."""

    piles: Mapping[str, Mapping[SideName, str]] = {}
    """The boxes of each pile by side; "deck" and "hand" are two. Example: `piles.hand = { fr = "French hand" }`"""
    holder: tuple[Holder, ...] = ()
    """What keeps the cards of each pile in the modules that we build."""
    card: tuple[Card, ...] = ()
    """What the book says of cards."""


@dataclass(frozen=True, slots=True)
class CardMove:
    """A card that went from one pile to another; "" for a place that is none."""

    card: Marker
    origin: str
    to: str
    act: Act


def card_table(position: Position) -> CardTable:
    """The pack's cards.toml."""
    return load_table(position.pack, "cards", CardTable)


def cards_in(position: Position, side: str, pile: str) -> tuple[Marker, ...]:
    """The cards that lie on a pile of a side."""
    box = card_table(position).piles.get(pile, {}).get(side)
    found = (each for each in position.markers.values() if each.type.kind == CARD and not each.hex)
    return tuple(sorted((each for each in found if each.location == box), key=lambda each: each.id)) if box else ()


def hidden_in(position: Position, side: str, pile: str) -> Interval:
    """How many counters lie on a pile that nobody can identify: nought or so many cards."""
    box = card_table(position).piles.get(pile, {}).get(side)
    count = len(unread_in(position, side, pile))
    missing = say("what lies in the {box}", box or pile)
    return ZERO.either(Interval.of(count), missing) if count else ZERO


def has_cards(position: Position, side: str) -> bool:
    """Whether any card of a side lies on the table."""
    return any(each.type.kind == CARD and each.type.side == side for each in position.markers.values())


@remembered(8)
def card_moves(record: PhaseRecord) -> tuple[CardMove, ...]:
    """Every card that went from one pile to another in a phase, in order."""
    return tuple(each for act in record.acts for each in moves_of(act))


def moves_of(act: Act) -> Iterator[CardMove]:
    """The cards that an act takes from one pile to another."""
    if not isinstance(act, Shifted | Laid | Lifted):
        return
    for name in act.markers:
        old, new = act.before.markers.get(name), act.after.markers.get(name)
        card = old or new
        if card is None or card.type.kind != CARD:
            continue
        origin = pile_of(act.before, old) if old else _unseen_pile(act.before, act.after, card)
        to = pile_of(act.before, new) if new else _unseen_pile(act.after, act.before, card)
        if origin != to:
            yield CardMove(card, origin, to, act)


def _unseen_pile(there: Position, gone: Position, card: Marker) -> str:
    """The pile on which a card lay, or lies, that nobody could read there: its own counter's, or a deck that is one card fewer
    in the other position; "" if nothing tells it.
    """
    for each in there.unidentified:
        if each.counter == card.counter and not each.hex:
            return pile_at(there, card.type.side, each.location)
    fewer = len(unread_in(gone, card.type.side, DECK)) < len(unread_in(there, card.type.side, DECK))
    return DECK if fewer else ""


def unread_in(position: Position, side: str, pile: str) -> frozenset[str]:
    """The counters on a pile of a side that nobody can identify."""
    box = card_table(position).piles.get(pile, {}).get(side)
    return frozenset(each.counter for each in position.unidentified if box and each.location == box and not each.hex)


def out_of_play(position: Position) -> frozenset[str]:
    """The boxes of decks and hands: what lies there, read or not, is a card that is not in play."""
    piles = card_table(position).piles
    return frozenset(box for pile in (DECK, HAND) for box in piles.get(pile, {}).values())


def pile_of(position: Position, card: Marker | None) -> str:
    """The pile on which a card lies, "" if on none."""
    return "" if card is None or card.hex else pile_at(position, card.type.side, card.location)


def pile_at(position: Position, side: str, box: str) -> str:
    """The pile of a side that a box is, "" if none."""
    return next((word for word, boxes in card_table(position).piles.items() if boxes.get(side) == box), "")


def is_play(move: CardMove) -> bool:
    """Whether a move plays a card: out of the hand, and not back to the deck."""
    return move.origin == HAND and move.to != DECK


def lies_away(position: Position, marker: Marker | None) -> bool:
    """Whether a marker is not there yet, or lies in a box that is out of play, such as a hand."""
    return marker is None or (not marker.hex and marker.location in position.pack.header.out_of_play)


def is_put_into_play(act: Act, name: str) -> bool:
    """Whether an act brings a marker to the table: it is laid there, or comes out of a hand."""
    old, new = act.before.markers.get(name), act.after.markers.get(name)
    return lies_away(act.before, old) and not lies_away(act.after, new)


def unread_cards(count: int) -> Iterator[str]:
    """So many cards that nobody can read, in words; nothing for none."""
    if count:
        yield say("{cards} that nobody can read", counted(count, "card"))


def unseen_draws(record: PhaseRecord, side: str) -> int:
    """How many cards nobody could read went from a side's deck into its hand in a phase, at the least."""
    start, end = record.start, record.end
    out = len(unread_in(start, side, DECK)) - len(unread_in(end, side, DECK))
    came = len(unread_in(end, side, HAND) - unread_in(start, side, HAND))
    return max(0, min(out, came))


def card_name(card: MarkerType) -> str:
    """What a card is called."""
    return card.name or card.id


def text_of(position: Position, card: MarkerType) -> Card | None:
    """What is known of a card: by the pack, else by the user's chart; None if nothing is."""
    table = card_table(position)
    told = next((each for each in table.card if each.marker == card.id), None)
    if told is not None and (told.pile or told.when):
        return told
    size, pile, step, phasing = (_cell(position, card, column) for column in ("size", "pile", "step", "player_turn"))
    if not (size or pile or step):
        return None
    return Card(marker=card.id, size=size, pile=pile, when=_timed(step, phasing) if step else None)


def untold(card: MarkerType) -> str:
    """What is missing where nobody knows a card."""
    return say("the text of {card}", card_name(card))


def size_of(position: Position, card: MarkerType) -> str:
    """The size of a card, "" if nobody knows."""
    text = text_of(position, card)
    return text.size if text is not None else ""


def may_have_paid(record: PhaseRecord, side: str) -> Known:
    """Whether a card of a side may have paid for something in a phase; no in a game that has none."""
    if not card_table(record.start).piles:
        return NO
    if not has_cards(record.end, side):
        return Known.open(say("whether a card paid for it"))
    played = any_of(_pays(record.start, move) for move in card_moves(record) if is_play(move) and is_of(move, side))
    told = (act.told.get("card", "no") for act in record.acts if act.moment.phasing == side)
    named = any_of(carded({"card": each}) for each in told)
    return played | named | any_of(works_on(record.start, card, side) for card in card_table(record.start).card)


def carded(told: Mapping[str, str]) -> Known:
    """Whether a card let somebody do something, as far as the players said: open where they named one."""
    card = told.get("card", "no")
    return NO if card == "no" else Known.open(say("what card {number} allows", card))


def let_do(act: Act, name: str) -> Known:
    """Whether the player said what lets him do an act; unsaid it may have been played all the same.

    A card may have been only if one lies where it may be played from, or was played this turn: on a table where each side's
    cards lie, what lies in a deck, or was played long ago, lets nobody do anything.
    """
    told = told_of(act, name)
    return told if told.is_yes or name != "card" else told & playable(act.before)


def may_be_carded(record: PhaseRecord) -> Known:
    """Whether a card may have let somebody do what was done in a phase; no in a game that has none."""
    if not card_table(record.start).piles:
        return NO
    return Known.open(say("the {by_} that was played", "card")) & (playable(record.start) | playable(record.end))


def played_in(record: PhaseRecord, side: str, cards: Collection[str]) -> Known:
    """Whether a side played one of these cards in a phase; open where nobody sees its cards, or it has such a one in hand."""
    if not cards:
        return NO
    moves = [move for move in card_moves(record) if is_play(move) and is_of(move, side)]
    if any(move.card.type.id in cards for move in moves):
        return YES
    missing = Known.open(say("the {by_} that was played", "card"))
    if not has_cards(record.end, side):
        return missing
    held = [*cards_in(record.start, side, HAND), *cards_in(record.end, side, HAND)]
    unread = any(unread_in(each, side, HAND) for each in (record.start, record.end))
    return missing if unread or any(each.type.id in cards for each in held) else NO


def playable(position: Position) -> Known:
    """Whether a card of any side may be played now, or may have been this turn."""
    table = card_table(position)
    sides = table.piles.get(HAND, {})
    if not sides or not all(has_cards(position, side) for side in sides):
        return YES
    unread = any(unread_in(position, side, pile) for side in sides for pile in table.piles if pile != DECK)
    cards = (each for each in position.markers.values() if each.type.kind == CARD)
    return Known.of(unread or any(_may_work(position, card) for card in cards))


def _may_work(position: Position, card: Marker) -> bool:
    """Whether a card may be played now, or was this turn or so that it still works, as far as its place and its text tell."""
    side, pile, text = card.type.side, pile_of(position, card), text_of(position, card.type)
    if pile == DECK:
        return False
    if text is not None and works_on(position, text, side).possible:
        return True
    if text is not None and text.when is not None and text.when.holds(position, side).is_no:
        return False
    played = position.memory.played.get(card.type.id)
    return pile == HAND or (not is_whole(position) if played is None else position.moment.turn in (0, played))


def works_on(position: Position, card: Card, side: str) -> Known:
    """Whether a card that works all month was played in this one, before now."""
    lies = any(
        each.type.id == card.marker and pile_of(position, each) not in (DECK, HAND)
        for each in position.markers.values()
        if each.type.side == side
    )
    month_told = _lasting(position).month.get(card.marker)
    if month_told is None or not lies:
        return NO
    told = position.values.get(month_told)
    month, year = position.moment.condition("month"), position.moment.condition("year")
    if told is None or month is None or year is None:
        return Known.open(say("the month in which {card} was played", card.marker))
    return Known.of(told == f"{month} {year}")


def _pays(position: Position, move: CardMove) -> Known:
    text = text_of(position, move.card.type)
    if text is None:
        return Known.open(untold(move.card.type))
    if move.card.type.id not in _lasting(position).pays:
        return NO
    return Known.open(say("what {card} paid for", card_name(move.card.type)))


def _lasting(position: Position) -> LastingCards:
    return position.pack.figures_or_usual(LastingCards)


def is_of(move: CardMove, side: str) -> bool:
    return move.card.type.side == side


def _cell(position: Position, card: MarkerType, column: str) -> str:
    told = position.pack.charts.get(f"{card.side}_cards.card_{card.value}.{column}", "")
    return str(told).strip()


def _timed(step: str, phasing: str) -> When:
    """The step that a user's chart names, and whose player turn."""
    return When.model_validate({"phases": {step}, "phasing": phasing if phasing in (OWN, ENEMY) else ""})
