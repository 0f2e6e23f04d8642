"""Positions and moves as text: both ways, and mistakes named."""

from __future__ import annotations

import pytest

from adjudicator.errors import NotationError
from adjudicator.model.move_notation import format_move, parse_moves
from adjudicator.model.network import Network
from adjudicator.model.notation import format_position, parse_position
from adjudicator.packs.load import load_pack, load_theatre_for
from adjudicator.play.setting_up import position_from, write_position
from adjudicator.play.written import play_moves

PACK = load_pack("two_rivers")
THEATRE = load_theatre_for(PACK)
NETWORK = Network.of(THEATRE)

LINES = [
    "turn 2, French movement",
    "weather rain",
    "weather:west_bank clear",
    "control Treponti fr",
    "0805: fr.1inf, fr.2cav/2+disrupted, +fort, ?, ?odd one",
    "[Reserve]: fr.guard+out_of_supply",
]


def test_a_position_keeps_every_word() -> None:
    position = position_from(LINES, PACK, NETWORK)
    assert [unit.id for unit in position.at("0805")] == ["fr.1inf", "fr.2cav"]
    cavalry = position.unit("fr.2cav")
    assert (cavalry.face, cavalry.steps, cavalry.marks) == (1, 1, {"disrupted"})
    assert position.unit("fr.guard").hex == ""
    assert position.unit("fr.guard").location == "Reserve"
    assert position.moment.condition("weather") == "rain"
    assert position.moment.condition("weather:west_bank") == "clear"
    assert position.control["1108"] == "fr"
    assert [counter.name for counter in position.unknown_at("0805")] == ["", "odd one"]


def test_parse_undoes_format() -> None:
    written = parse_position(LINES, PACK, THEATRE)
    assert parse_position(format_position(written), PACK, THEATRE) == written
    again = write_position(position_from(written, PACK, NETWORK))
    assert sorted(format_position(again)) == sorted(format_position(written))


@pytest.mark.parametrize(
    "line",
    [
        "fr.1inf, fr.2cav 0805-0905-1005",
        "retreat au.1inf 0805-0804-0803",
        "place fr.1inf 0805",
        "place fr.1inf+disrupted [Reserve]",
        "remove fr.1inf",
        "flip fr.1inf/2",
        "mark fr.1inf+disrupted",
        "attack 0805: fr.1inf, fr.2cav odds=3",
        "fr.1inf [Reserve]>0805",
        "turn 2, French combat",
    ],
)
def test_a_move_reads_as_it_is_written(line: str) -> None:
    assert format_move(*parse_moves([line], PACK, THEATRE)) == line


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("0805: fr.9inf", "no unit of Two Rivers; perhaps fr.1art"),
        ("9999: fr.1inf", "'9999' is no hex, place or [box]"),
        ("0805: fr.1inf/3", "has 2 faces"),
        ("0805: fr.1inf+sleepy", "'sleepy' is no marker"),
        ("turn 2, Prussian movement", "no phase is named 'Prussian movement'"),
        ("control Treponti fra", "wants control PLACE SIDE"),
        ("nonsense", "expected 'HEX: units'"),
    ],
)
def test_a_mistake_is_named(line: str, said: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_position([line], PACK, THEATRE)
    assert said in caught.value.message


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("fr.1inf 0805", "a path has at least two hexes"),
        ("fr.1inf 0904-0905", "stands in 0805, the move starts in 0904"),
        ("fr.2inf 0805-0806", "is not in the position"),
        ("place fr.1inf 0905", "stands already in 0805"),
        ("attack 0805 fr.1inf", "wants attack HEX: units"),
    ],
)
def test_an_impossible_move_is_named(line: str, said: str) -> None:
    position = position_from("0805: fr.1inf", PACK, NETWORK)
    with pytest.raises(NotationError) as caught:
        play_moves([line], position)
    assert said in caught.value.message


def test_a_unit_stands_in_one_place() -> None:
    with pytest.raises(NotationError, match="stands twice"):
        parse_position("0805: fr.1inf; 0905: fr.1inf", PACK, THEATRE)


def test_comments_and_blank_lines_say_nothing() -> None:
    written = parse_position(["# a comment", "", "0805: fr.1inf  # another", "0905: fr.1cav#2"], PACK, THEATRE)
    assert [unit.id for _, unit in written.units] == ["fr.1inf", "fr.1cav#2"]
