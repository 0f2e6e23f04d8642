"""The card that opens an offensive: which kind of offensive it is, and the points that it brings."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from adjudicator.analysis.cards import card_moves, card_name, is_play, moves_of
from adjudicator.analysis.resources import gained, points
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.amounts import Amount
from adjudicator.model.interval import Interval
from adjudicator.model.known import Known
from adjudicator.model.theatre import Table
from adjudicator.record.acts import Act
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say
from adjudicator.terms.when import When, options_in_play
from adjudicator.words import amount

CARD = "card.a1"
"""The card's type of marker."""
POOL = "OP.axis"
"""The pool."""
SIDE = "axis"
"""The side that plays it."""
SURPRISE = "sneak_attack"
"""The option that stands for an attack on a neutral country."""
OTHER = "major_offensive"
"""The option that stands for any other offensive."""
COUNTRY = "ussr"
"""The tag of the country's hexes."""


class Offensive(Table):
    """Whoever plays the card begins an offensive of one of two kinds: by surprise on a country in which he has no unit yet."""


class Brings(Table):
    """Whoever plays the card while `when` holds gains so many points of a pool in that phase, if anybody keeps that pool."""

    amount: Amount
    """How many points. Example: `amount = 2`"""
    when: When
    """When. Example: `when = { options = ["sneak_attack"] }`"""


@check("cards.offensive", Offensive, unseen="cannot excuse", acts=("shift", "lift", "lay"))
def begins_as_it_can(act: Act, terms: Offensive) -> Iterator[Breach]:
    """Only a country that is neutral still is attacked by surprise.

    Under: thunder_in_the_east, sneak_attack
    Legal:    turn 1, Axis Order of Battle Step; weather clear; season summer; 0521: ax.5inf; [axis hand]: +card.a1;
              shift +card.a1 [axis hand]-[axis discards]
    Illegal:  turn 1, Axis Order of Battle Step; weather clear; season summer; 2215: ax.5inf; [axis hand]: +card.a1;
              shift +card.a1 [axis hand]-[axis discards]
    """
    for move in moves_of(act):
        if not is_play(move) or move.card.type.id != CARD:
            continue
        name, position = card_name(move.card.type), act.before
        chosen = options_in_play(position) & {SURPRISE, OTHER}
        if len(chosen) != 1:
            because = say("{card} is played, and nobody said which kind of offensive it opens", name)
            yield Breach((), because, broken=Known.open(say("which kind of offensive it is")))
        elif SURPRISE in chosen:
            inside = [unit for unit in position.of_side(SIDE) if _is_in(act, unit.hex, COUNTRY)]
            if inside:
                because = say(
                    "{card} opens an attack by surprise, and {unit} is in the country already", name, inside[0]
                )
                yield Breach((inside[0].hex,), because, (inside[0].id,))


def _is_in(act: Act, number: str, country: str) -> bool:
    network = act.before.network
    return number in network.index and country in network.hexes[network.index[number]].tags


def _plays(record: PhaseRecord, terms: Brings) -> bool:
    ends = (points(record.start, POOL), points(record.end, POOL))
    return any(each.certain for each in ends) and any(
        is_play(move) and move.card.type.id == CARD for move in card_moves(record)
    )


@check("cards.brings", Brings, unseen="cannot excuse", met=_plays)
def brings_its_points(record: PhaseRecord, terms: Brings) -> Iterator[Breach]:
    """Who plays the card books the points that it brings.

    Under: thunder_in_the_east, sneak_attack
    Legal:    turn 1, Axis Order of Battle Step; weather clear; season summer; [axis hand]: +card.a1; value OP.axis 1;
              shift +card.a1 [axis hand]-[axis discards]; value OP.axis 3
    Illegal:  turn 1, Axis Order of Battle Step; weather clear; season summer; [axis hand]: +card.a1; value OP.axis 1;
              shift +card.a1 [axis hand]-[axis discards]; value OP.axis 2; turn 1, Axis HQ Mode Step
    """
    if not _plays(record, terms):
        return
    now = terms.when.holds(record.start, record.moment.phasing)
    due = Fraction(str(terms.amount))
    told = points(record.start, POOL).settled & points(record.end, POOL).settled
    got = gained(record).get(POOL, Fraction(0))
    short = ~Interval.of(got).at_least(Interval.of(due)) if told.is_yes else told
    because = say("the card brings {due} {pool}, and {got} came", amount(due), POOL, amount(got))
    yield Breach((), because, broken=now & short, owed=not record.ended)
