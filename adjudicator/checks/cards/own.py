"""Cards that come into the pile of another side than theirs."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.cards import card_table
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.theatre import Table
from adjudicator.record.acts import Act
from adjudicator.record.position import Position
from adjudicator.said import say


class OwnCards(Table):
    """Each side has cards of its own, and no others in its piles."""


def _owners(position: Position) -> dict[str, set[str]]:
    """The sides whose pile a box is."""
    found: dict[str, set[str]] = {}
    for boxes in card_table(position).piles.values():
        for side, box in boxes.items():
            found.setdefault(box, set()).add(side)
    return found


@check("cards.own", OwnCards, unseen="cannot excuse", acts=("lay", "shift"))
def goes_to_its_own_side(act: Act, _terms: OwnCards) -> Iterator[Breach]:
    """Nobody takes cards out of the other's deck.

    Under: thunder_in_the_east
    Legal:    turn 1, Axis Order of Battle Step; weather clear; season summer; [axis deck]: +card.a1;
              shift +card.a1 [axis deck]-[axis hand]
    Illegal:  turn 1, Axis Order of Battle Step; weather clear; season summer; [soviet deck]: +card.s1;
              shift +card.s1 [soviet deck]-[axis hand]
    """
    table, owners = card_table(act.before), _owners(act.before)
    for name in act.markers:
        old, new = act.before.markers.get(name), act.after.markers.get(name)
        if new is None or new.type.kind != table.kind or (old is not None and old.location == new.location):
            continue
        sides = owners.get(new.location, set())
        if sides and new.type.side and new.type.side not in sides:
            yield Breach(
                (), say("{card} comes into the pile {box}, which is the other side's", new.type.name, new.location)
            )
