"""Units and works that are set up in places of a kind only."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.situation import Situation, fits_any, situations_words
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.theatre import Table
from adjudicator.packs.thunder_in_the_east.analysis.front import front_untold, fronts, is_set_up
from adjudicator.record.position import Position
from adjudicator.said import say
from adjudicator.terms.who import Selector


class FrontPlaces(Table):
    """Who is set up where when a game begins along a front."""

    who: Selector
    """The units; { tags = ["garrison"] }."""
    kinds: frozenset[str] = frozenset()
    """Kinds of marker; ["improved_defense"]."""
    situations: tuple[Situation, ...]
    """What their hexes must be like, one of them; [{ where = { tags = ["city"] }, controlled = "own" }]."""


@check("placement.front_places", FrontPlaces, unseen="may excuse nearby", met=is_set_up, untold=front_untold)
def set_up_in_their_places(position: Position, terms: FrontPlaces) -> Iterator[Breach]:
    """Garrisons and works are set up where they may be placed in play.

    Legal:    turn 1, Soviet Supply Step; weather clear; season summer; value front.axis 1716 1717;
              value front.soviet 1816; 1716: ax.47pz; 1517: ax.gar
    Illegal:  turn 1, Soviet Supply Step; weather clear; season summer; value front.axis 1716 1717;
              value front.soviet 1816; 1716: ax.47pz; 2514: +improved.axis
    """
    for side in fronts(position):
        for name, number, ids in _pieces(position, side, terms):
            if number in position.network.index:
                fits = fits_any(position, side, number, terms.situations)
                yield Breach(
                    (number,),
                    say(
                        "{name} is set up in {hex}; its place is: {situations}",
                        name,
                        number,
                        situations_words(terms.situations),
                    ),
                    ids,
                    ~fits,
                )


def _pieces(position: Position, side: str, terms: FrontPlaces) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """The units and markers spoken of: what to call them, where they are, and the ids of units."""
    for unit in sorted(position.of_side(side), key=lambda unit: unit.id):
        if terms.who.matches(unit):
            yield str(unit), unit.hex, (unit.id,)
    for marker in sorted(position.markers.values(), key=lambda marker: marker.id):
        if marker.type.side == side and marker.type.kind in terms.kinds:
            yield marker.type.name or marker.id, marker.hex, ()
