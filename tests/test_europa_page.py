"""What docs/europa.md tells players to write is understood by both games, and what they leave out is named."""

from __future__ import annotations

import re

import pytest

from adjudicator.analysis.combat.spoken import spoken_attack
from adjudicator.findings import Report, Severity
from adjudicator.packs.load import load_pack
from tests.cases import CASES, Case, Filed, judged, position_of
from tests.helpers import ROOT

PAGE = (ROOT / "docs" / "europa.md").read_text(encoding="utf-8")
AIR, SEA, LACKING = PAGE.split("\n## ")[1:]
GAMES = ("fire_in_the_east", "sudden_storm")
MOVEMENT = "turn 5, Soviet Movement Phase"
LOST = ("turn 5, German Movement Phase", "control 2A/0410 axis", "control Riga axis", "2A/0410: so.ca1/2, ge.1inf")
REPAIR = ("turn 5, Soviet Initial Phase", "2A/0709: so.ca1/2+ship_hits.1")
BEFORE: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "sail": ((MOVEMENT, "2A/0410: so.ca1"), ()),
    "naval": ((MOVEMENT, "2A/0709: so.1nvl+aboard, so.ca1"), ("sail so.ca1 2A/0709-2A/0808-2A/0807-2A/0806-2A/0706",)),
    "landing": ((MOVEMENT, "2A/0709: so.1nvl+landed, so.ca1"), ("sail so.ca1 2A/0709-2A/0808-2A/0807-2A/0707",)),
    "steam": ((MOVEMENT, "2A/0608: so.flot1"), ()),
    "ferry": ((MOVEMENT, "2A/0608: so.flot1, so.1nvl+ferried"), ("steam so.flot1 2A/0608-2A/0508-2A/0507",)),
    "flip": (LOST, ()),
    "unmark": ((*REPAIR, "value repair_points.soviet 1"), ()),
}
"""The position before each act of the page, and what goes with it."""
AFTER = {"unmark": ("value repair_points.soviet 0",)}


def said(game: str, given: tuple[str, ...], moves: tuple[str, ...]) -> Report:
    """What a game says on the invented coast."""
    case = Case(
        id="page",
        title="",
        given=(given[0], "weather clear", *given[1:]),
        moves=moves,
        theatre="../../theatres/open_sea",
        charts=f"../../charts/{game}_invented.toml",
    )
    return judged(Filed(game, CASES / game / "page.toml", case))


@pytest.mark.parametrize("game", GAMES)
def test_every_line_of_chat_on_the_page_is_understood(game: str) -> None:
    given = ("turn 5, German Air Phase", "1B/2719: ge.he111h, ge.ju87b, ge.me110n", "1B/2712: so.mig3")
    position = position_of(Filed(game, CASES / game / "page.toml", Case(id="page", title="", given=given)))
    lines = re.findall(r"\| `([^`]+)` \|$", AIR, re.MULTILINE)
    told = {line: spoken_attack(line, load_pack(game).bindings["vassal"].chat, position) for line in lines}
    assert len(told) == 9
    assert [line for line, spoken in told.items() if spoken is None] == []
    kinds = [(spoken.work, spoken.other) for spoken in told.values() if spoken]
    assert kinds[2:6] == [("fly", "ground_support"), ("strike", "bomb_units"), ("strike", "repair"), ("dogfight", "")]
    assert kinds[6:] == [("strike", "screen"), ("strike", "bypass"), ("strike", "jettison")]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("act", re.findall(r"\| `([^`]+)` \|$", SEA, re.MULTILINE))
def test_every_act_at_sea_on_the_page_is_legal_with_its_marker(game: str, act: str) -> None:
    given, before = BEFORE[act.split(maxsplit=1)[0]]
    report = said(game, given, (*before, act, *AFTER.get(act.split(maxsplit=1)[0], ())))
    assert [(each.rule, each.because) for each in report.findings] == []


@pytest.mark.parametrize("game", GAMES)
def test_every_marker_of_the_page_is_in_the_packs(game: str) -> None:
    named = re.findall(r"\| `(\w[\w.]*)` \| `", SEA) + re.findall(r"`(\w+)` \(", SEA)
    assert len(named) == 7
    assert set(named) <= set(load_pack(game).markers)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    ("given", "act", "missing"),
    [
        ((MOVEMENT, "2A/0410: so.ca1"), "sail so.ca1 2A/0410-2A/0310-2A/0410", "the die"),
        (LOST, "flip so.ca1/1", "the die"),
        (REPAIR, "unmark so.ca1+ship_hits.1", "the value repair_points.soviet"),
    ],
)
def test_what_nobody_tells_is_named(game: str, given: tuple[str, ...], act: str, missing: str) -> None:
    (found,) = said(game, given, (act,)).findings
    assert (found.severity, found.missing) == (Severity.DOUBT, missing)
    assert f"| {missing} |" in LACKING


@pytest.mark.parametrize(("left", "broken"), [("3", 0), ("5", 1)])
@pytest.mark.parametrize("game", GAMES)
def test_what_is_left_of_replacement_points_says_what_was_paid(game: str, left: str, broken: int) -> None:
    (line,) = re.findall(r"`(value infantry[^`]+)`", LACKING)
    case = Case(
        id="page",
        title="",
        given=("turn 4, German Initial Phase", "weather clear", line, "[eliminated]: ge.1inf"),
        moves=("ge.1inf [eliminated]>2A/2914", f"value infantry.german {left}"),
        theatre="../../theatres/military_districts",
        charts=f"../../charts/{game}_invented.toml",
    )
    assert len(judged(Filed(game, CASES / game / "page.toml", case)).findings) == broken
