"""Markers that count the turns without supply (12D), on a strip of hexes with a depot at its end."""

from __future__ import annotations

from dataclasses import replace

import pytest

from adjudicator.findings import Finding
from adjudicator.model.theatre import Place
from adjudicator.packs.europa.rules import supply
from adjudicator.record.position import Position
from tests.adjudicator.analysis.maps import blank, pack, position, theatre, unit
from tests.packs.europa.small import breaches, counter, missing, network, phase_of, sure

SUPPLY = """
[[factor]]
radius = "near"
where = { weather = ["snow"] }
times = "1/2"
[line.all]
[[line.all.elements]]
name = "overland"
[[status]]
name = "source"
spots = { kinds = ["depot"] }
[[radius]]
name = "near"
statuses = ["source"]
lines = ["all"]
radius = 2
[[radius]]
name = "far"
statuses = ["source"]
lines = ["all"]
radius = 4
[[state]]
state = "regular"
radius = ["near"]
[[state]]
state = "isolated_not"
radius = ["far"]
[[state]]
state = "out_of_supply"
"""
DEPOT = Place(name="Depot", hex="0000", kinds=frozenset({"depot"}), owner="red")
MAP = network(theatre(blank(9, 1), places=(DEPOT,)))
RULES = pack(supply=SUPPLY, control="[[test]]\nby = 'occupation'\n[[test]]\nby = 'history'\n")
FED, HELD, OUT = "0100", "0400", "0800"


@pytest.fixture(autouse=True)
def words_of_the_strip(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(supply, "MARKS", frozenset({"out"}))
    monkeypatch.setattr(supply, "SPECIAL", "isolated_not")


def at(number: str, shown: int = 0, tags: str = "", *, side: str = "red", weather: str = "clear") -> Position:
    """A unit in a hex whose marker shows a number of turns, 0 for none."""
    made = position(MAP, RULES, f"red leg {number}", phase="initial", phasing=side, weather=weather)
    return shows(made, shown, tags)


def shows(bare: Position, value: int, tags: str = "", kind: str = "out") -> Position:
    if not value:
        return bare
    named = replace(counter(f"{kind}{value}", kind, bare.unit("red0").hex, value=value, tags=tags), on="red0")
    return bare.with_marker(named)


def judged(start: Position, end: Position) -> list[Finding]:
    return breaches(supply.turns_out_of_supply(phase_of(start, end=end)))


@pytest.mark.parametrize(
    ("number", "before", "due"),
    [
        (FED, 0, 0),
        (FED, 3, 0),
        (HELD, 0, 0),
        (HELD, 2, 3),
        (OUT, 0, 1),
        (OUT, 1, 2),
        (OUT, 3, 4),
        (OUT, 4, 4),
    ],
)
def test_the_marker_counts_the_turns(number: str, before: int, due: int) -> None:
    """12D: one turn more for each without supply, up to the highest marker; none with regular supply.

    12E: a special source neither negates nor defers the count; it begins none.
    """
    start = at(number, before)
    for shown in range(6):
        found = judged(start, at(number, shown))
        assert sure(found) == (shown != due)
    wrong = judged(start, at(number, 5))[0].because
    assert f"which wants {f'turn {due}' if due else 'no marker'}; it shows turn 5" in wrong


def test_it_goes_up_in_the_phase_of_the_side_in_which_it_began() -> None:
    """12D: a marker without a word counts in its own side's phases."""
    assert judged(at(OUT, 1, "since_blue"), at(OUT, 1, "since_blue")) == []
    assert sure(judged(at(OUT, 1, "since_blue"), at(OUT, 2, "since_blue"))) == 1
    assert judged(at(OUT, 1, "x since_blue", side="blue"), at(OUT, 2, "since_blue")) == []
    assert judged(at(OUT, 1, side="blue"), at(OUT, 1)) == []
    assert judged(at(OUT, 1, "x"), at(OUT, 2)) == []
    assert judged(at(OUT, side="blue"), at(OUT, 1)) == []


def test_only_its_own_marker_of_the_kind_counts() -> None:
    other = shows(at(OUT), 3, kind="fort")
    assert judged(other, shows(other, 1)) == []
    beside = at(OUT).with_marker(counter("x", "out", OUT, value=3))
    assert judged(beside, shows(beside, 1)) == []


def test_who_was_not_there_or_is_no_longer_is_not_counted() -> None:
    empty = at(OUT).without("red0")
    assert judged(empty, at(OUT)) == []
    assert judged(at(OUT), empty) == []
    boxed = empty.with_unit(replace(unit("red leg 0800", 0), hex="", location="[Box]"))
    assert judged(at(OUT), boxed) == []


def test_the_marker_goes_with_its_unit() -> None:
    """Its place before is asked where it stood before."""
    start = at(OUT, 1)
    moved = shows(replace(at(OUT)).moved("red0", "0700"), 2)
    assert judged(start, moved) == []
    assert sure(judged(start, shows(at(OUT).moved("red0", "0700"), 1))) == 1


def test_in_unknown_weather_what_is_due_is_open() -> None:
    """In 0200 it is in supply if it is clear, and its third turn without begins if it snows."""
    start = at("0200", 2, weather="")
    for shown in (0, 3):
        assert missing(judged(start, at("0200", shown))) == ("weather",)
    assert sure(judged(start, at("0200", 1))) == 1
    assert judged(at("0200", weather=""), at("0200")) == []
    assert judged(at(FED, 2, weather=""), at(FED)) == []


def test_units_in_the_same_doubt_are_named_together() -> None:
    start = at("0200", 2, weather="").with_unit(unit("red leg 0200", 7))
    end = at("0200").with_unit(unit("red leg 0200", 7))
    second = replace(counter("m7", "out", "0200", value=2), on="red7")
    (breach,) = judged(start.with_marker(second), end)
    assert breach.units == ("red0", "red7")
    assert "they show no marker" in breach.because
    assert breach.at == ("0200",)
