"""Cards: 0 and 1.1 of the rules."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.cards import is_put_into_play, lies_away
from adjudicator.checks.articles import Chapter, printed
from adjudicator.findings import Finding
from adjudicator.model.known import Known
from adjudicator.model.units import Marker
from adjudicator.record.acts import Act, Laid, Shifted
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from adjudicator.said import say
from adjudicator.words import either, word

CHAPTER = Chapter(area="card", unseen="cannot excuse")

CARDS = frozenset({"card_strategic", "card_tactical"})
DECKS = {"axis": 11, "soviet": 17}


def _handled(act: Act, kinds: frozenset[str]) -> bool:
    """Whether an act lays or moves a card of these kinds."""
    ends = (act.before, act.after)
    there = (position.markers[name] for name in act.markers for position in ends if name in position.markers)
    return act.kind in ("lay", "shift") and any(marker.type.kind in kinds for marker in there)


@CHAPTER.article(
    "Twenty-eight cards",
    "0.cards.a",
    met=lambda position: any(marker.type.kind in CARDS for marker in position.markers.values()),
)
def cards_of_a_side(position: Position) -> Iterator[Finding]:
    """There are eleven Axis cards and seventeen Soviet ones.

    Legal:    turn 2, Soviet strategic card; [soviet hand]: +card.konev, +card.zhukov
    Illegal:  turn 2, Axis strategic card; [axis hand]: +card.axis_tactical, +card.axis_tactical, +card.axis_tactical,
              +card.axis_tactical, +card.axis_tactical, +card.axis_tactical, +card.axis_strategic, +card.axis_strategic,
              +card.axis_strategic, +card.axis_strategic, +card.axis_strategic, +card.axis_strategic
    """
    for side, most in DECKS.items():
        own = [each for each in position.markers.values() if each.type.side == side and each.type.kind in CARDS]
        if len(own) > most:
            at = tuple(dict.fromkeys(each.hex for each in own if each.hex))
            yield Finding(at, say("{side} has {count} such cards, and there are {most}", word(side), len(own), most))


@CHAPTER.article(
    printed(
        "blitz_in_the_east",
        "0.cards.e",
        covers=("1.2",),
        figures="card_strategic",
        title="One strategic card a turn",
        says="One strategic card is put into play in a player's turn.",
    ),
    printed(
        "blitz_in_the_east",
        "0.cards.e2",
        figures="card_tactical",
        title="One tactical card a turn",
        says="One tactical card is used in a player's turn, be it in the attack or in the blitz phase.",
    ),
    acts=("lay", "shift"),
    met=lambda record, kind: any(_handled(act, frozenset({kind})) for act in record.acts),
    whole_turn=True,
)
def one_card_a_turn(record: PhaseRecord, kind: str) -> Iterator[Finding]:
    """Only one card of a kind is played in a player's turn.

    Legal:    turn 2, Soviet strategic card; lay +card.zhukov 1203
    Illegal:  turn 2, Soviet strategic card; lay +card.konev 1203; lay +card.zhukov 1203; lay +card.katyusha 1203;
              lay +card.katyusha 1204
    """
    if not any(True for _ in record.of(Laid, Shifted)):
        return
    laid = [
        (act.path[-1] if act.path else "", act.after.markers[name])
        for act in record.with_earlier().of(Laid, Shifted)
        for name in act.markers
        if is_put_into_play(act, name) and act.after.markers[name].type.kind == kind
    ]
    if len(laid) > 1:
        at = tuple(number for number, marker in laid if number and marker.hex)
        turn = word("turn")
        yield Finding(at, say("{count} markers of one kind were laid in one {span}, and 1 may be", len(laid), turn))


def _drawn(record: PhaseRecord) -> list[Marker]:
    """The cards that came into the hand of their side; what was employed returns to it and is none of them."""
    found: dict[str, Marker] = {}
    for act in record.of(Laid, Shifted):
        for name in act.markers:
            old, new = act.before.markers.get(name), act.after.markers.get(name)
            if new is None or new.type.kind not in CARDS or new.hex or not lies_away(act.before, old):
                continue
            hand = f"{new.type.side} hand"
            if new.location == hand and (old is None or old.location != hand):
                found[name] = new
    return list(found.values())


@CHAPTER.article(
    "Drawing", "1.1", acts=("lay", "shift"), met=lambda record: any(_handled(act, CARDS) for act in record.acts)
)
def card_draw(record: PhaseRecord) -> Iterator[Finding]:
    """The phasing player adds the card of the turn to his hand in the card draw.

    Legal:    turn 2, Soviet card draw; weather clear; [soviet deck]: +card.konev;
              shift +card.konev [soviet deck]-[soviet hand]
    Illegal:  turn 2, Soviet attack; weather clear; chit bought; [soviet deck]: +card.konev;
              shift +card.konev [soviet deck]-[soviet hand]
    """
    drawn, phase = _drawn(record), record.moment.phase
    for each in drawn:
        name = each.type.name or each.type.id
        if phase is None:
            yield Finding((), say("{name} is drawn", name), broken=Known.open(say("the phase")))
        elif phase.side != each.type.side or "draw" not in phase.names:
            when = either({"draw"})
            because = say("{name} is drawn in {phase}; cards are drawn only in: {phases}", name, phase.name, when)
            yield Finding((), because)
    if len(drawn) > 1:
        yield Finding((), say("{count} cards are drawn, and {most} may be", len(drawn), 1))
