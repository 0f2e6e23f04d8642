"""The map as it stands: changed for whom it may, compiled once for each set of changes, open where nobody can tell."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from adjudicator.analysis.control import zones
from adjudicator.analysis.ground import ground_at
from adjudicator.analysis.supply.status import supply
from adjudicator.errors import PackError
from adjudicator.model.network import Network
from adjudicator.model.pack import Pack
from adjudicator.packs.load import load_pack, load_theatre_for
from adjudicator.persistent import PersistentMap
from adjudicator.play.setting_up import position_from
from adjudicator.play.written import play_moves
from adjudicator.record.position import Position
from tests.helpers import FIXTURES

FORT, CITY = "2A/0405", "2A/0505"
LINE = ("2A/0707", "2A/0706")


@cache
def pack() -> Pack:
    return load_pack("fire_in_the_east")


@cache
def gulf() -> Network:
    return Network.of(load_theatre_for(pack(), str(FIXTURES / "theatres" / "gulf_coast")))


def nobodys(position: Position, number: str) -> Position:
    """The position on a map that does not say with whom a hex starts."""
    theatre = gulf().theatre
    entry = theatre.by_number[number]
    hexes = {**theatre.hexes, entry.at: replace(entry, tags=entry.tags - {"ussr"})}
    places = tuple(place for place in theatre.places if place.hex != number)
    return replace(position, network=Network.of(replace(theatre, hexes=hexes, places=places)))


def at(*lines: str, turn: int = 5) -> Position:
    given = (f"turn {turn}, Soviet Movement Phase", "weather clear", *lines)
    return position_from(given, pack(), gulf())


def features(position: Position, side: str, one: str, other: str, sure: bool = True) -> frozenset[str]:
    land = ground_at(position).of(side)
    network = land.sure if sure else land.perhaps
    return network.hexside(network.index[one], network.index[other])


def tags(position: Position, number: str) -> frozenset[str]:
    return ground_at(position).of("").sure.hexes[position.network.index[number]].tags


def test_a_hexside_changes_for_its_side_alone() -> None:
    assert features(at(), "soviet", FORT, CITY) == {"kronshtadt_link", "major_river"}
    assert features(at(), "axis", FORT, CITY) == {"kronshtadt_link", "all_sea"}


@pytest.mark.parametrize("lost", (FORT, CITY))
def test_it_changes_back_when_either_end_is_lost(lost: str) -> None:
    assert "all_sea" in features(at(f"control {lost} axis"), "soviet", FORT, CITY)


def test_the_printed_map_stays_as_it_is() -> None:
    position = at()
    assert ground_at(position).of("soviet").sure is not position.network
    assert "all_sea" in position.network.hexside(position.network.index[FORT], position.network.index[CITY])


def test_the_same_changes_are_compiled_once() -> None:
    one, other = at("2A/0604: so.10rif"), at("2A/0603: so.23rif")
    assert ground_at(one).of("soviet").sure is ground_at(other).of("soviet").sure


def test_a_theatre_without_such_ground_is_not_compiled_again() -> None:
    network = Network.of(load_theatre_for(pack()))
    position = position_from(("turn 5, Soviet Movement Phase",), pack(), network)
    assert ground_at(position).of("soviet").sure is network


def test_an_end_of_unknown_control_leaves_it_open() -> None:
    position = nobodys(at(), FORT)
    missing = ground_at(position).of("soviet").missing((position.network.index[FORT],))
    assert missing == (f"control of {FORT}",)
    assert "all_sea" in features(position, "soviet", FORT, CITY)
    assert "major_river" in features(position, "soviet", FORT, CITY, sure=False)


def test_zones_follow_when_an_end_changes_hands_in_the_same_moment() -> None:
    before = at(f"{CITY}: so.10rif")
    lost = replace(before, control=before.control.set(FORT, "axis"))
    assert FORT in zones(before, "soviet").numbers()
    assert FORT not in zones(lost, "soviet").numbers()


def test_supply_that_hangs_on_an_unknown_end_is_undetermined() -> None:
    position = nobodys(at(f"{FORT}: so.10rif"), CITY)
    found = supply(position, "soviet").state("so.10rif")
    assert found.state == "undetermined"
    assert f"control of {CITY}" in found.missing


def test_land_once_taken_changes_for_good() -> None:
    assert "finland" in tags(at("control 2A/0305 axis", turn=6), "2A/0305")
    assert "finland" in tags(at("remember ever axis 2A/0305", turn=6), "2A/0305")
    assert "ussr" in tags(at("history whole", turn=6), "2A/0305")
    assert "ussr" in tags(at("control 2A/0305 axis", turn=1), "2A/0305")


def test_a_log_remembers_that_it_was_taken() -> None:
    position = at("history whole", "2A/0208: ge.infantry.division.1", turn=6)
    passed = play_moves(["ge.infantry.division.1 2A/0208-2A/0207-2A/0206"], position).end
    taken = replace(passed.without("ge.infantry.division.1"), control=PersistentMap())
    assert "finland" in tags(taken, "2A/0207")
    assert "finland" not in tags(taken, "2A/0203")


@pytest.mark.parametrize(
    ("turn", "held", "built"),
    [
        (9, "1 soviet", False),
        (10, "1 soviet", True),
        (14, "1 soviet, 11 axis", True),
        (14, "7 axis", False),
        (11, "7 axis, 10 soviet", False),
        (12, "7 axis, 10 soviet", True),
        (12, "7 axis, 10 soviet, 11 axis, 11 soviet", False),
        (13, "7 axis, 10 soviet, 11 axis, 11 soviet", True),
        (14, "7 axis, 10 soviet, 12 axis, 13 soviet", True),
        (12, "4 axis, 8 soviet", True),
        (14, "12 soviet", True),
        (13, "12 soviet", None),
        (14, "7 axis, 12 ?", None),
    ],
)
def test_a_line_is_built_on_what_was_kept(turn: int, held: str, built: bool | None) -> None:
    lines = [f"remember held {number} 1 soviet" for number in ("2A/0708", "2A/0707", "2A/0705", "2A/0704")]
    position = at(
        *lines,
        f"remember held {LINE[1]} {held}",
        f"control {LINE[1]} {held.rpartition(' ')[2].strip('?') or 'axis'}",
        turn=turn,
    )
    sure, perhaps = ("rail_broad" in features(position, "soviet", *LINE, sure=each) for each in (True, False))
    assert (sure, perhaps) == {True: (True, True), False: (False, False), None: (False, True)}[built]


def test_a_side_that_the_game_does_not_have_is_named(tmp_path: Path) -> None:
    folder = tmp_path / "other"
    folder.mkdir()
    (folder / "pack.toml").write_text(
        'id = "other"\ntitle = "Other"\nshort = "ot"\nextends = "europa"\n', encoding="utf-8"
    )
    (folder / "ground.toml").write_text('[[change]]\nhexsides = ["road"]\nheld = "french"\n', encoding="utf-8")
    with pytest.raises(PackError, match=r"'french' is no faction"):
        load_pack(folder)
