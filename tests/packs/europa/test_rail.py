"""Rail and border rules of the Europa games that need more than a case: changes of gauge, lost capacity, causeways, garrisons."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from adjudicator.analysis.border import border_garrisons
from adjudicator.analysis.history import ever_held, turns_held
from adjudicator.analysis.movement.reach import cost_of
from adjudicator.judge import adjudicate
from adjudicator.model.interval import Interval
from adjudicator.model.network import Network
from adjudicator.model.pack import Pack
from adjudicator.packs.load import load_pack, load_theatre_for, theatre_folder
from adjudicator.play.setting_up import position_from
from adjudicator.play.written import play_moves
from adjudicator.record.position import Position

ROOT = Path(__file__).parents[3]
GAMES = ("fire_in_the_east", "sudden_storm")
OVER_THE_BREAK = ("1B/2708", "1B/2707", "1B/2606", "1B/2506")
SOVIET = ("turn 5, Soviet Movement Phase", "weather clear", "history whole")


def game(name: str) -> Pack:
    return load_pack(name, charts=ROOT / "fixtures" / "charts" / f"{name}_invented.toml")


def stand(pack: Pack, *lines: str, network: Network | None = None) -> Position:
    return position_from(lines, pack, network or Network.of(load_theatre_for(pack)))


def findings(pack: Pack, given: tuple[str, ...], *moves: str) -> list[str]:
    return [finding.rule for finding in adjudicate(play_moves(moves, stand(pack, *given))).findings]


@pytest.fixture
def redrawn(tmp_path: Path) -> Network:
    """The sample theatre with a road over its one prohibited hexside, and a strip of Turkey and Iran in the south."""
    pack = load_pack("sudden_storm")
    folder = tmp_path / "redrawn"
    shutil.copytree(theatre_folder(pack), folder)
    sides = folder / "hexsides.txt"
    text = sides.read_text(encoding="utf-8")
    sides.write_text(text.replace("2A/2904-2A/2903  prohibited", "2A/2904-2A/2903  prohibited  road"), encoding="utf-8")
    hexes = folder / "hexes.txt"
    lines = []
    for line in hexes.read_text(encoding="utf-8").splitlines():
        number = line.split(" ", 1)[0]
        tag = {"2A/3408": "turkey", "2A/3407": "turkey", "2A/3405": "iran", "2A/3404": "iran"}.get(number)
        lines.append(f"{number}  clear  zone_c  {tag}" if tag else line)
    hexes.write_text("\n".join(lines) + "\n", encoding="utf-8")
    theatre = folder / "theatre.toml"
    text = theatre.read_text(encoding="utf-8")
    theatre.write_text(text.replace('"zone_c"', '"zone_c", "turkey", "iran"', 1), encoding="utf-8")
    return Network.of(load_theatre_for(pack, folder))


def with_mode(pack: Pack, mode: str, **terms: object) -> Pack:
    """The pack with some terms of a mode of movement otherwise."""
    movement = pack.tables["movement"]
    modes = movement["mode"]
    assert isinstance(modes, dict)
    changed = {**movement, "mode": {**modes, mode: {**modes[mode], **terms}}}
    return replace(pack, tables={**pack.tables, "movement": changed})


@pytest.mark.parametrize("name", GAMES)
def test_going_from_gauge_to_gauge_costs_a_point(name: str) -> None:
    pack = game(name)
    position = stand(pack, *SOVIET, "1B/2708: so.10rif")
    unit = position.unit("so.10rif")
    each = cost_of(position, unit, OVER_THE_BREAK[:2], mode="rail").cost.low
    assert cost_of(position, unit, OVER_THE_BREAK, mode="rail").cost.low == 3 * each + 1


@pytest.mark.parametrize("name", GAMES)
def test_going_from_gauge_to_gauge_takes_twenty_of_the_hexes_of_strategic_rail(name: str) -> None:
    pack = with_mode(game(name), "strategic", hexes=22)
    position = stand(pack, *SOVIET, "1B/2708: so.10rif")
    unit = position.unit("so.10rif")
    assert cost_of(position, unit, OVER_THE_BREAK[:3], mode="strategic").legal.is_yes
    assert cost_of(position, unit, OVER_THE_BREAK, mode="strategic").legal.is_no


def test_what_the_axis_took_is_remembered_through_a_log() -> None:
    pack = game("fire_in_the_east")
    start = stand(pack, "turn 5, German Movement Phase", "weather clear", "history whole", "2A/2707: ge.1pz")
    assert ever_held(start, "2A/2713", "axis").is_no
    west = stand(pack, "turn 5, German Movement Phase", "weather clear", "2A/2712: ge.1pz")
    after = play_moves(("ge.1pz 2A/2712-2A/2713",), west).end
    assert ever_held(after, "2A/2713", "axis").is_yes
    assert turns_held(after, "2A/2713", "axis") == Interval.of(0)


@pytest.mark.parametrize(("name", "full", "lost"), [("fire_in_the_east", 90, 2), ("sudden_storm", 72, 1)])
def test_a_full_city_once_lost_costs_capacity_for_good(name: str, full: int, lost: int) -> None:
    limit = {"sides": ["soviet"], "most": 9 + lost - 1}
    pack = with_mode(game(name), "rail", capacity=[limit])
    rule = "7A4.1" if name == "fire_in_the_east" else "7A4.a"
    short = pack.header.short
    divisions = ("so.10rif", "so.23rif", "so.33rif")
    given = (
        *SOVIET,
        "value rail_bought.soviet 0",
        *(f"1B/{n}: {u}" for n, u in zip((2712, 2714, 2710), divisions, strict=True)),
    )
    moves = tuple(
        f"rail {unit} {way}"
        for unit, way in zip(divisions, ("1B/2712-1B/2711", "1B/2714-1B/2713", "1B/2710-1B/2709"), strict=True)
    )
    assert f"{short}:{rule}" not in findings(pack, given, *moves)
    assert f"{short}:{rule}" in findings(pack, (*given, "remember lost Vitebsk"), *moves)


@pytest.mark.parametrize("name", GAMES)
def test_a_road_over_a_prohibited_hexside_is_a_causeway(name: str, redrawn: Network) -> None:
    pack = game(name)
    given = ("turn 5, German Movement Phase", "weather clear", "2A/2904: ge.1inf")
    for network, legal in ((redrawn, True), (None, False)):
        position = stand(pack, *given, network=network)
        path = cost_of(position, position.unit("ge.1inf"), ("2A/2904", "2A/2903"))
        assert (path.legal.is_yes) == legal


def test_ground_of_half_the_rating_and_a_point_costs_six_of_ten() -> None:
    pack = game("fire_in_the_east")
    half = replace(pack, charts={**pack.charts, "terrain.woods.cost.cm": "half+1"})
    position = stand(half, "turn 5, German Movement Phase", "weather clear", "1B/1911: ge.1pz")
    path = cost_of(position, position.unit("ge.1pz"), ("1B/1911", "1B/1910"))
    assert path.cost == Interval.of(6)


def test_border_garrisons_are_counted_by_border(redrawn: Network) -> None:
    pack = game("sudden_storm")
    given = ("turn 2, Soviet Initial Phase", "weather clear", "2A/3306: so.10rif, so.23rif")
    found = {each.name: each for each in border_garrisons(stand(pack, *given, network=redrawn), "soviet")}
    assert set(found) == {"Iran", "Turkey"}
    assert found["Turkey"].size == 6
    assert found["Turkey"].lacking == 27  # one of the two counts here, the other for Iran
    assert found["Iran"].lacking == 6
    assert found["Iran"].penalty == Interval.of(6)
    assert found["Iran"].shared == ("so.10rif", "so.23rif")
    released = stand(pack, *given, "2A/3206: ge.1inf", network=redrawn)
    assert {each.released_by for each in border_garrisons(released, "soviet")} == {"ge.1inf"}


def test_iran_is_no_border_once_it_is_soviet(redrawn: Network) -> None:
    pack = game("sudden_storm")
    position = stand(pack, "turn 4, Soviet Initial Phase", "weather clear", network=redrawn)
    assert [each.name for each in border_garrisons(position, "soviet")] == ["Turkey"]
