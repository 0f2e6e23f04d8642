"""More markers of a kind in a position than a side has."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.theatre import Table
from adjudicator.model.vocabulary import MarkerKind
from adjudicator.record.position import Position
from adjudicator.said import say
from adjudicator.words import word


class Stock(Table):
    """A side has only so many markers of these kinds, on the map and off it."""

    kinds: frozenset[MarkerKind]
    """Kinds of marker. Example: `kinds = ["strategic_card"]`"""
    most: Mapping[str, int]
    """How many each side has. Example: `most = { axis = 11 }`"""


@check("markers.stock", Stock, unseen="cannot excuse", markers_in=("kinds",))
def no_more_than_there_are(position: Position, terms: Stock) -> Iterator[Breach]:
    """No side has more cards than its deck.

    Legal:    turn 2, Soviet strategic card; [soviet hand]: +card.konev, +card.zhukov
    Illegal:  turn 2, Axis strategic card; [axis hand]: +card.axis_tactical, +card.axis_tactical, +card.axis_tactical,
              +card.axis_tactical, +card.axis_tactical, +card.axis_tactical, +card.axis_strategic, +card.axis_strategic,
              +card.axis_strategic, +card.axis_strategic, +card.axis_strategic, +card.axis_strategic
    """
    for side, most in sorted(terms.most.items()):
        own = [each for each in position.markers.values() if each.type.side == side and each.type.kind in terms.kinds]
        if len(own) > most:
            at = tuple(dict.fromkeys(each.hex for each in own if each.hex))
            yield Breach(at, say("{side} has {count} such cards, and there are {most}", word(side), len(own), most))
