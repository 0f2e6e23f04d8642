"""Markers of bridges, on a map of our own: where they stand, and when they mean nothing (Fire in the East 39A)."""

from __future__ import annotations

from dataclasses import replace

from adjudicator.findings import Finding
from adjudicator.model.units import Marker
from adjudicator.packs.europa.rules.markers import bridge_hits, bridges_down, bridges_not_in_play
from tests.adjudicator.analysis.maps import blank, theatre
from tests.packs.europa.small import counter, missing, network, sure
from tests.packs.europa.test_bridges import ROAD, RULES, at, down, hit


def lying(*markers: Marker) -> list[Finding]:
    made = at()
    for marker in markers:
        made = made.with_marker(marker)
    return [*bridges_down(made), *bridge_hits(made)]


def test_its_marker_stands_on_a_bridge() -> None:
    """39A.1: where a road or a railway crosses a river."""
    assert lying(down(), down(ROAD, "e")) == []
    assert sure(lying(down("0000-0001"))) == 1
    assert sure(lying(down("0301-0302"))) == 1
    assert lying(counter("f", "fort", "0000-0001")) == []
    assert lying(down("9999-0101")) == []


def test_only_so_many_stand_on_one() -> None:
    (breach,) = lying(down(name="a"), down("0102-0101", name="b"))
    assert "more than one a lies on" in breach.because or "more than one b lies on" in breach.because
    assert lying(hit(1, "a"), hit(1, "b"), hit(1, "c")) == []
    assert len(lying(*(hit(1, name) for name in "abcde"))) == 1
    assert lying(down(name="a"), down(ROAD, name="b")) == []


def test_on_which_hexside_it_stands_may_be_open() -> None:
    """Only beside a hex that has a bridge at all; a hex beyond the map's edge is no neighbour."""
    assert missing(lying(down("0101"))) == ("the hexside on which it stands",)
    assert sure(lying(down("0303"))) == 1
    assert sure(lying(down("0000"))) == 1
    first = network(theatre(blank(1, 2), sides={"0000-0001": "rail river"}))
    alone = replace(at(), network=first).with_marker(down("0001"))
    assert missing(bridges_down(alone)) == ("the hexside on which it stands",)
    assert missing(lying(down("0101-9999"))) == ("the hexside on which it stands",)


def test_without_the_optional_rule_it_means_nothing() -> None:
    """39A.1: the report says so of each marker of the rule that lies somewhere, as a reminder."""
    start = at().with_marker(down()).with_marker(counter("f", "fort", "0101")).with_marker(hit(1, where=""))
    (breach,) = bridges_not_in_play(start)
    assert breach.owed
    assert breach.at == ("0101", "0102")
    assert breach.because == "d lies on 0101-0102, and does nothing without the optional rule 'bridges'"
    played = replace(start, pack=replace(RULES, options=frozenset({"bridges"})))
    assert list(bridges_not_in_play(played)) == []
