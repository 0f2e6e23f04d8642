"""Terms as people read them."""

from __future__ import annotations

from adjudicator.terms.edges import Edges
from adjudicator.terms.when import When
from adjudicator.terms.where import Where
from adjudicator.terms.words import edges_words, when_words, where_words
from adjudicator.words import deed, times


def test_hexes() -> None:
    assert (
        where_words(Where(places=frozenset({"city", "port"}), without=frozenset({"ice"})))
        == "city or port, outside ice"
    )
    assert where_words(Where(without=frozenset({"marsh", "sea"}))) == "any hex outside marsh or sea"
    assert where_words(Where()) == "any hex"


def test_hexsides() -> None:
    assert (
        edges_words((Edges(features=frozenset({"major_river"})), Edges(features=frozenset({"lake"}))))
        == "lake or major river"
    )


def test_times() -> None:
    first = When(phases=frozenset({"order of battle"}), conditions={"week": frozenset({"1"})})
    assert when_words((first, When(first_turn=2))) == "in order of battle, while week is 1; or from turn 2 on"
    assert when_words((When(),)) == "at any time"


def test_deeds_agree_with_those_who_do_them() -> None:
    assert [deed("attack"), deed("place", 2), deed("rail", 2)] == ["attacks", "are placed", "move by rail"]
    assert deed("administrative") == "moves by administrative movement"
    assert [times(count) for count in (1, 2, 3)] == ["once", "twice", "3 times"]
