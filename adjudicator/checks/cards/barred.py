"""Cards that a side may not play for a time, and what else it may not do."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.calendar import month_after, since
from adjudicator.analysis.cards import card_name, is_play, moves_of, size_of, untold
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.known import NO, Known
from adjudicator.model.theatre import Table
from adjudicator.model.vocabulary import SideName
from adjudicator.record.acts import Act
from adjudicator.record.position import Position
from adjudicator.said import say
from adjudicator.terms.act import ActKinds
from adjudicator.terms.when import When
from adjudicator.words import deed, listed


class Barred(Table):
    """A side plays no card, or none of these sizes, while `when` holds, nor for some months from the one that a value tells."""

    side: SideName
    """The side. Example: `side = "fr"`"""
    sizes: frozenset[str] = frozenset()
    """The sizes; none given: all. Example: `sizes = ["large"]`"""
    when: When
    """When it may not."""
    acts: ActKinds = ActKinds()
    """What its units may not do while `when` holds, by the words of acts. Example: `acts = ["fly"]`"""
    value: str = ""
    """The value that tells the month from which on it may not, as in "june 1941"; left out: none does."""
    months: int = 0
    """For how many months, that one among them. Example: `months = 2`"""


def _meant(act: Act, terms: Barred) -> bool:
    return _does_what_is_barred(act, terms) or any(
        is_play(move) and move.card.type.side == terms.side for move in moves_of(act)
    )


def _does_what_is_barred(act: Act, terms: Barred) -> bool:
    units = (act.before.units.get(name) for name in act.units)
    return act.kind in terms.acts and any(unit is not None and unit.side == terms.side for unit in units)


@check("cards.barred", Barred, unseen="cannot excuse", acts=("shift", "lift", "lay", "fly", "redeploy"), met=_meant)
def plays_none_of_these(act: Act, terms: Barred) -> Iterator[Breach]:
    """A side that was taken by surprise plays no great cards for a time.

    Under: thunder_in_the_east, sneak_attack
    Legal:    turn 1, Axis Repair & Recovery Step; weather clear; season summer; [soviet hand]: +card.s17;
              shift +card.s17 [soviet hand]-[removed]
    Illegal:  turn 1, Soviet Repair & Recovery Step; weather clear; season summer; [soviet hand]: +card.s36;
              shift +card.s36 [soviet hand]-[soviet discards]
    """
    if _does_what_is_barred(act, terms):
        who = listed(str(act.before.units[name]) for name in act.units if name in act.before.units)
        because = say(
            "{who} {does} in {moment}, when its side may not", who, deed(act.kind, len(act.units)), act.moment
        )
        yield Breach(act.path[-1:], because, act.units, terms.when.holds(act.before, terms.side))
    for move in moves_of(act):
        card = move.card.type
        if not is_play(move) or card.side != terms.side:
            continue
        barred = terms.when.holds(act.before, terms.side) | _still(act.before, terms)
        size = size_of(act.before, card)
        fits = Known.of(not terms.sizes or size in terms.sizes) if size or not terms.sizes else Known.open(untold(card))
        because = (
            say("{card} is played in {moment}, when its side plays none of its size", card_name(card), act.moment)
            if terms.sizes
            else say("{card} is played in {moment}, when its side plays none", card_name(card), act.moment)
        )
        yield Breach((), because, broken=barred & fits)


def _still(position: Position, terms: Barred) -> Known:
    """Whether the months are not over yet; no, if nobody tells when they began."""
    month, _, year = position.values.get(terms.value, "").partition(" ") if terms.value else ("", "", "")
    if not month or not year.isdigit():
        return NO
    last = month_after(position.pack, int(year), month, terms.months)
    pack, moment = position.pack, position.moment
    return since(moment, pack, int(year), month) & ~since(moment, pack, *last)
