"""What event cards give or change, as 302 of the book prints their texts; a card without a text there may give anything."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from adjudicator.analysis.cards import (
    DECK,
    HAND,
    card_moves,
    card_table,
    has_cards,
    is_of,
    is_play,
    let_do,
    pile_of,
    text_of,
    untold,
    works_on,
)
from adjudicator.analysis.situation import Situation, fits_any
from adjudicator.findings import Finding
from adjudicator.lean import replace
from adjudicator.model.interval import ZERO, Interval
from adjudicator.model.known import NO, Known, any_of
from adjudicator.model.units import MarkerType
from adjudicator.record.acts import Act
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say
from adjudicator.terms.where import Where

AIR_OFFENSIVE = "card.s36"
Gifts = Mapping[str, int]
"""By type of card how much it gives."""
MENDED = {"card.s1": 1}
"""Destroyed air units that come back for nothing, in each phase in which the card works."""
BUILT = {"card.s10": 1}
"""Air units built for nothing."""
RAISED = {"PP.ussr": {"card.s1": 4, "card.s15": 4}, "EP.soviet": {"card.s15": 1}}
"""By pool, by how much more may be spent of it."""
MORE_MARKERS = {"card.s15": 3}
SABOTAGE, SABOTAGED, BY = "card.s17", "countdown", (-1, -2, -3)
"""The card that changes Countdown markers in Supply Cities of the USSR that the enemy holds."""
SABOTAGED_CITY = Situation(where=Where(places=frozenset({"supply_city"}), tags=frozenset({"ussr"})), controlled="enemy")


def raised(record: PhaseRecord, pool: str, side: str) -> Interval:
    """By how much cards played in a phase raise what may be spent of a pool."""
    return _given(record, side, RAISED.get(pool, {}))


def granted(record: PhaseRecord, side: str, gifts: Gifts) -> Interval:
    """How many units that fly the cards of a side build, or bring back, for nothing in a phase."""
    if not has_cards(record.end, side):
        return Interval.unknown(say("whether a card paid for it"))
    told = {act.told.get("card", "no") for act in record.acts if act.moment.phasing == side} - {"no"}
    total = Interval.unknown(*(say("what card {number} allows", card) for card in sorted(told))) if told else ZERO
    return total.plus(_given(record, side, gifts))


def more_markers(record: PhaseRecord, side: str) -> int:
    """How many markers more than else a side may lay by the cards that it played in a phase."""
    return sum(MORE_MARKERS.get(card.id, 0) for card in _played(record, side) if _printed(record, card))


def changed_by_card(record: PhaseRecord) -> Known:
    """Whether a card played in a phase may have changed markers, nobody knows by how much."""
    return any_of(Known.open(untold(card)) for card in _played(record) if text_of(record.start, card) is None)


def changes_by_card(record: PhaseRecord, number: str) -> tuple[tuple[int, ...], Known]:
    """By what cards played in a phase may have changed the value of a Countdown in a hex, and whether they are about it."""
    steps, there = frozenset({0}), NO
    for card in _played(record):
        if card.id == SABOTAGE and _printed(record, card):
            steps = frozenset(old + new for old in steps for new in BY)
            there |= fits_any(record.start, card.side, number, (SABOTAGED_CITY,))
    return tuple(sorted(steps)), there


def air_offensive(act: Act) -> Known:
    """Whether the Soviets have played Air Offensive this turn (302.7), or say by which card they act."""
    position, told = act.before, act.told.get("card", "")
    if told:
        return Known.of(told != "no")
    turn, played = act.moment.turn, position.memory.played.get(AIR_OFFENSIVE)
    missing = Known.open(say("the {by_} that was played", "card"))
    if played is not None:
        return Known.of(played == turn) if turn else missing
    there = [pile_of(position, each) for each in position.markers.values() if each.type.id == AIR_OFFENSIVE]
    return NO if any(pile in (DECK, HAND) for pile in there) else missing


def _played(record: PhaseRecord, side: str = "") -> list[MarkerType]:
    """The cards that a side plays in a phase, or any side."""
    return [move.card.type for move in card_moves(record) if is_play(move) and (not side or is_of(move, side))]


def _given(record: PhaseRecord, side: str, gifts: Gifts) -> Interval:
    """What the cards of a side bring in a phase, those that it played then and those that work all month."""
    total = ZERO
    for card in _played(record, side):
        unknown = text_of(record.start, card) is None
        total = total.plus(Interval.unknown(untold(card)) if unknown else _gift(record, card, gifts))
    for text in card_table(record.start).card:
        works = works_on(record.start, text, side)
        if works.possible:
            card = record.start.pack.markers[text.marker]
            gift = _gift(record, card, gifts) if _printed(record, card) else Interval.unknown(untold(card))
            total = total.plus(Interval.by(works, gift, ZERO))
    return total


def _gift(record: PhaseRecord, card: MarkerType, gifts: Gifts) -> Interval:
    return Interval.of(gifts.get(card.id, 0) if _printed(record, card) else 0)


def _printed(record: PhaseRecord, card: MarkerType) -> bool:
    """Whether the book prints the text of a card; else a user's chart may tell of it, but not what it gives."""
    return text_of(record.start, card) in card_table(record.start).card


def unless_by_card(act: Act, found: Iterable[Finding]) -> Iterator[Finding]:
    """What a rule finds in an act, but where a card lets it be done."""
    for each in found:
        broken = each.broken & ~let_do(act, "card")
        if not broken.is_no:
            yield replace(each, broken=broken)
