"""A counter whose owner conceals it may be a unit: whatever that would change is undetermined, and the counter is named."""

from __future__ import annotations

from dataclasses import replace

import pytest

from adjudicator.findings import Severity
from adjudicator.judge import adjudicate
from adjudicator.model.network import Network
from adjudicator.packs.load import load_pack, load_theatre_for
from adjudicator.play.setting_up import position_from
from adjudicator.play.written import play_moves
from adjudicator.record.position import Position, Unidentified

PACK = load_pack("two_rivers")
VALLEY = Network.of(load_theatre_for(PACK, "valley"))

CASES = {
    "zone": (("turn 2, French movement", "weather clear", "0405: fr.1inf"), "0604", "fr.1inf 0405-0505-0506"),
    "in the way": (("turn 2, French movement", "weather clear", "0405: fr.1inf"), "0505", "fr.1inf 0405-0505-0506"),
    "rail": (("turn 2, French movement", "weather clear", "0306: fr.1inf"), "0507", "rail fr.1inf 0306-0406-0507"),
    "retreat": (
        ("turn 2, Austrian combat", "weather clear", "0805: fr.1inf", "0804: au.2inf"),
        "0807",
        "attack 0805: au.2inf; retreat fr.1inf 0805-0806-0807",
    ),
}


def position(lines: tuple[str, ...], hidden: str = "", side: str = "au") -> Position:
    made = position_from("\n".join(lines), PACK, VALLEY)
    return replace(made, unidentified=(Unidentified("c1", "", hidden, hidden, "concealed", side),)) if hidden else made


def found(start: Position, moves: str) -> list[tuple[Severity, str]]:
    lines = [each.strip() for each in moves.split(";")]
    report = adjudicate(play_moves(lines, start))
    return [(each.severity, each.missing) for each in report.findings]


@pytest.mark.parametrize("name", ["zone", "in the way", "rail", "retreat"])
def test_what_a_concealed_enemy_would_forbid_is_undetermined(name: str) -> None:
    lines, hidden, moves = CASES[name]
    with_enemy = (*lines, f"{hidden}: au.1inf")
    clear = found(position(lines), moves)
    assert Severity.VIOLATION in [severity for severity, _ in found(position(with_enemy), moves)]
    doubts = [each for each in found(position(lines, hidden), moves) if each not in clear]
    assert doubts
    assert all(severity is Severity.DOUBT and hidden in missing for severity, missing in doubts)
    assert found(position(lines, hidden, "fr"), moves) == clear


def test_a_line_of_supply_that_concealed_enemies_would_cut_is_undetermined() -> None:
    lines = ("turn 2, French supply", "weather clear", "0706: fr.1inf")
    around = [VALLEY.number(int(at)) for at in VALLEY.neighbours[VALLEY.index["0706"]] if at >= 0]
    hidden = tuple(Unidentified(f"c{at}", "", at, at, "concealed", "au") for at in around)
    names = ("1inf", "2inf", "3inf", "4inf", "1cav", "2cav")
    enemies = tuple(f"{at}: au.{name}" for at, name in zip(around, names, strict=True))
    clear = adjudicate(position(lines)).findings
    cut = adjudicate(position((*lines, *enemies))).findings
    doubted = adjudicate(replace(position(lines), unidentified=hidden)).findings
    assert [each for each in cut if each.units == ("fr.1inf",)]
    assert clear == ()
    assert doubted
    assert all(each.severity is Severity.DOUBT and "what the counter in" in each.missing for each in doubted)


def test_a_concealed_counter_far_off_changes_nothing() -> None:
    lines, _, moves = CASES["zone"]
    assert found(position(lines, "1802"), moves) == found(position(lines), moves) == []
