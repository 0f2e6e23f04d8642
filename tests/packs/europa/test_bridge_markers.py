"""Markers of bridges, on a map of our own: where they stand, and when they mean nothing (Fire in the East 39A)."""

from __future__ import annotations

from dataclasses import replace

from adjudicator.findings import Breach
from adjudicator.model.units import Marker
from adjudicator.packs.europa.checks.markers.on_bridge import BridgeMarkers, stands_on_its_hexside
from adjudicator.packs.europa.checks.markers.out_of_play import OutOfPlay, means_nothing_here
from tests.adjudicator.analysis.maps import blank, theatre
from tests.packs.europa.small import counter, missing, network, sure
from tests.packs.europa.test_bridges import ROAD, RULES, at, down, hit

KINDS = frozenset({"bridge_down", "bridge_hit"})
MARKERS = BridgeMarkers(kinds=KINDS, most=2)


def lying(*markers: Marker, most: int = 2) -> list[Breach]:
    made = at()
    for marker in markers:
        made = made.with_marker(marker)
    return list(stands_on_its_hexside(made, MARKERS.model_copy(update={"most": most})))


def test_its_marker_stands_on_a_bridge() -> None:
    """39A.1: where a road or a railway crosses a river."""
    assert lying(down(), down(ROAD, "e")) == []
    assert sure(lying(down("0000-0001"))) == 1
    assert sure(lying(down("0301-0302"))) == 1
    assert lying(counter("f", "fort", "0000-0001")) == []
    assert lying(down("9999-0101")) == []


def test_only_so_many_stand_on_one() -> None:
    assert lying(down(name="a"), down(name="b")) == []
    (breach,) = lying(down(name="a"), down("0102-0101", name="b"), most=1)
    assert "more than one a lies on" in breach.because or "more than one b lies on" in breach.because
    assert len(lying(down(name="a"), down(name="b"), down(name="c"), down(name="e"))) == 1
    assert lying(down(name="a"), down(ROAD, name="b"), most=1) == []


def test_on_which_hexside_it_stands_may_be_open() -> None:
    """Only beside a hex that has a bridge at all; a hex beyond the map's edge is no neighbour."""
    assert missing(lying(down("0101"))) == ("the hexside on which it stands",)
    assert sure(lying(down("0303"))) == 1
    assert sure(lying(down("0000"))) == 1
    first = network(theatre(blank(1, 2), sides={"0000-0001": "rail river"}))
    alone = replace(at(), network=first).with_marker(down("0001"))
    assert missing(stands_on_its_hexside(alone, MARKERS)) == ("the hexside on which it stands",)
    assert missing(lying(down("0101-9999"))) == ("the hexside on which it stands",)


def test_without_the_optional_rule_it_means_nothing() -> None:
    """39A.1: the report says so of each marker of the rule that lies somewhere, as a reminder."""
    terms = OutOfPlay(kinds=KINDS)
    start = at().with_marker(down()).with_marker(counter("f", "fort", "0101")).with_marker(hit(1, where=""))
    (breach,) = means_nothing_here(start, terms)
    assert breach.owed
    assert breach.at == ("0101", "0102")
    assert breach.because == "d lies on 0101-0102, and does nothing without the optional rule 'bridges'"
    played = replace(start, pack=replace(RULES, options=frozenset({"bridges"})))
    assert list(means_nothing_here(played, terms)) == []
