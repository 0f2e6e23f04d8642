"""The Smolensk Corridor: a theatre one can play on, and a set-up in which nothing is wrong and everyone is supplied."""

from __future__ import annotations

from functools import cache

import pytest

from adjudicator.analysis.supply.status import supply
from adjudicator.judge import adjudicate
from adjudicator.model.network import Network
from adjudicator.model.theatre import Theatre
from adjudicator.packs.folders import BUNDLED
from adjudicator.packs.load import load_pack, load_theatre_for
from adjudicator.play.setting_up import position_from
from adjudicator.record.position import Position

PACK = "thunder_in_the_east"
FOLDER = BUNDLED / PACK / "theatres" / "smolensk_corridor"


@cache
def theatre() -> Theatre:
    return load_theatre_for(load_pack(PACK), "smolensk_corridor")


@cache
def opening() -> Position:
    pack = load_pack(PACK, charts=FOLDER / "charts.toml")
    return position_from((FOLDER / "setups" / "start.txt").read_text(encoding="utf-8"), pack, Network.of(theatre()))


def test_columns_stagger_as_in_the_book() -> None:
    at = {number: theatre().at(number).at for number in ("0805", "0705", "0706", "0905", "0906", "0704")}
    assert all(at["0805"].distance(at[other]) == 1 for other in ("0705", "0706", "0905", "0906"))
    assert at["0805"].distance(at["0704"]) == 2


@pytest.mark.parametrize("feature", sorted(theatre().header.features - {"prohibited"}))  # type: ignore[union-attr]
def test_every_feature_of_the_list_occurs(feature: str) -> None:
    assert any(feature in features for features in theatre().hexsides.values())


def test_railways_and_cities_lie_on_land() -> None:
    dry = {entry.at for entry in theatre().hexes.values() if entry.terrain not in ("all_sea", "lake")}
    laid = [side for side, features in theatre().hexsides.items() if features & {"rail", "road", "white_rail"}]
    assert all(side.low in dry and side.high in dry for side in laid)
    assert all(theatre().at(place.hex).at in dry for place in theatre().places)


def test_nothing_is_wrong_with_the_set_up() -> None:
    assert adjudicate(opening()).findings == ()


@pytest.mark.parametrize("side", ["axis", "soviet"])
def test_everyone_begins_supplied(side: str) -> None:
    assert set(supply(opening(), side).states().values()) == {"supplied"}


@pytest.mark.parametrize("side", ["axis", "soviet"])
def test_every_city_is_joined_to_its_own_edge(side: str) -> None:
    found = supply(opening(), side)
    assert [
        p.name
        for p in theatre().places
        if p.owner == side and "city" in p.kinds and not found.has(p.name, "city").is_yes
    ] == []
