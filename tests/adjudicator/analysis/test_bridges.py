"""Bridges: who holds them, what a marker on the hexside changes and what not, and how files tell where it stands."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from adjudicator.analysis.bridges import bridge_holder
from adjudicator.analysis.control import zones
from adjudicator.analysis.crossings import crossed, is_bridge, is_down
from adjudicator.analysis.supply.status import supply
from adjudicator.errors import NotationError
from adjudicator.exporters.theatre_table import lay_table
from adjudicator.exporters.vassal.box import PlannedModule, build_module
from adjudicator.exporters.vassal.box.plan import middle
from adjudicator.findings import Report
from adjudicator.identify import Identifier, identify
from adjudicator.importers import read
from adjudicator.judge import adjudicate
from adjudicator.model.binding import Binding
from adjudicator.model.counters import Counter, Spot
from adjudicator.model.events import Move, Place, Roll
from adjudicator.model.network import Network
from adjudicator.model.sequence import Moment
from adjudicator.model.state import GameState
from adjudicator.packs.load import load_pack, load_theatre_for
from adjudicator.persistent import PersistentMap
from adjudicator.play.session import play_log
from adjudicator.play.setting_up import position_from
from adjudicator.play.written import play_moves
from adjudicator.record.position import Position
from tests.adjudicator.table import log, marker, state, unit
from tests.helpers import FIXTURES

PACK = load_pack("two_rivers")
THEATRE = load_theatre_for(PACK)
NETWORK = Network.of(THEATRE)
FIRE = load_pack("fire_in_the_east", None, FIXTURES / "charts" / "fire_in_the_east_invented.toml", {"bridges": True})
BARE = load_pack("fire_in_the_east", None, FIXTURES / "charts" / "fire_in_the_east_invented.toml")
LINE = Network.of(load_theatre_for(FIRE, "dvina_line"))
ROAD = Network.of(load_theatre_for(FIRE, str(FIXTURES / "theatres" / "river_road")))
WEST, EAST = "5A/0305", "5A/0304"


def on_the_road(*lines: str) -> Position:
    return position_from(("weather clear", *lines), FIRE, ROAD)


@pytest.mark.parametrize(
    ("lines", "holder"),
    [
        (("turn 5, German Movement Phase",), "soviet"),
        (("turn 5, German Movement Phase", f"{WEST}: ge.1inf", f"{EAST}: so.10rif"), "?"),
        (("turn 5, German Movement Phase", f"{WEST}: ge.1inf", f"{EAST}: so.10rif", "history whole"), "soviet"),
        (
            ("turn 5, German Movement Phase", f"{EAST}: so.10rif", f"{WEST}: ge.1inf", f"control {EAST}-{WEST} axis"),
            "axis",
        ),
        (("turn 1, Surprise Movement Phase", f"{WEST}: ge.1inf", f"{EAST}: so.10rif"), "soviet"),
        (("turn 1, Soviet Movement Phase", f"{WEST}: ge.1inf", f"{EAST}: so.10rif"), "?"),
        (("turn 5, German Movement Phase", f"{WEST}: ge.1inf"), "axis"),
    ],
)
def test_who_holds_a_bridge(lines: tuple[str, ...], holder: str) -> None:
    position = on_the_road(*lines)
    assert str(bridge_holder(position, WEST, EAST)) == str(bridge_holder(position, EAST, WEST)) == holder


def test_a_bridge_on_the_border_is_nobodys_at_first_and_whose_who_takes_both_ends() -> None:
    start = on_the_road("turn 1, Surprise Movement Phase", "5A/0307: ge.1pz", "5A/0206: so.10rif")
    assert str(bridge_holder(start, "5A/0307", "5A/0306")) == ""
    end = play_moves(("ge.1pz 5A/0307-5A/0306",), start).end
    assert str(bridge_holder(end, "5A/0307", "5A/0306")) == "axis"
    lost = replace(end, control=end.control.set("5A/0306", "soviet"), units=PersistentMap(), here=PersistentMap())
    assert str(bridge_holder(lost, "5A/0307", "5A/0306")) == "axis"


def test_a_bridge_is_a_line_over_a_river_and_down_by_its_marker_or_three_hits() -> None:
    assert is_bridge(on_the_road(), WEST, EAST)
    assert not is_bridge(on_the_road(), "5A/0405", "5A/0404")
    assert not is_bridge(on_the_road(), "5A/0306", "5A/0305")
    for markers, down in (
        ("+bridge.down", True),
        ("+bridge.hit2", False),
        ("+bridge.hit1, +bridge.hit2", True),
        ("+bridge.hit1, +bridge.hit1, +bridge.hit1", True),
    ):
        assert is_down(on_the_road(f"{EAST}-{WEST}: {markers}"), WEST, EAST) == down, markers


def test_supply_and_zones_do_not_know_that_a_bridge_is_down() -> None:
    """39A: supply lines may be traced across a demolished bridge without penalty."""
    setup = (load_pack("europa").folder / "theatres" / "dvina_line" / "setups" / "start.txt").read_text(
        encoding="utf-8"
    )
    whole = position_from(setup, FIRE, LINE)
    sides = LINE.sides_with(FIRE.tables["bridges"]["lines"]) & LINE.sides_with(FIRE.tables["bridges"]["over"])  # type: ignore[arg-type]
    pairs = [(int(i), int(LINE.neighbours[i, d])) for i, d in zip(*sides.nonzero(), strict=True)]
    lines = [f"{LINE.number(i)}-{LINE.number(j)}: +bridge.down" for i, j in pairs if i < j]
    assert len(lines) == 8
    broken = position_from([*setup.splitlines(), *lines], FIRE, LINE)
    assert crossed(broken) is not broken
    for side in FIRE.sides:
        assert (zones(broken, side).reach.perhaps == zones(whole, side).reach.perhaps).all()
        for each in whole.of_side(side):
            assert supply(broken, side).state(each.id).state == supply(whole, side).state(each.id).state


def test_without_the_option_nothing_changes() -> None:
    plain = position_from(("weather clear", f"{EAST}-{WEST}: +bridge.down"), BARE, ROAD)
    assert crossed(plain) is plain


@pytest.mark.parametrize(
    "line",
    [
        f"{WEST}-{EAST}: so.10rif",
        f"{WEST}-{EAST}: +fort",
        f"{WEST}-5A/0302: +bridge.down",
        f"{WEST}-{EAST}: ?",
    ],
)
def test_only_markers_of_hexsides_stand_on_hexsides(line: str) -> None:
    with pytest.raises(NotationError):
        on_the_road(line)


def lying(name: str, number: str, x: int, y: int, **more: str) -> Counter:
    made = marker(name, number)
    return replace(made, spot=Spot("Main Map", x, y, "Map", "", number), properties={**made.properties, **more})


@pytest.mark.parametrize(
    ("way", "told", "angle", "beyond"),
    [
        ("", {"Hexside": "1005"}, 0, "1005"),
        ("", {"Hexside": "1205"}, 0, ""),
        ("Side", {"Side": "SE"}, 0, "1005"),
        ("Side", {"Side": "N"}, 0, "0904"),
        ("angle", {}, 60, "1004"),
        ("angle", {}, 120, "1005"),
        ("angle", {}, 90, ""),
        ("", {}, 0, ""),
    ],
)
def test_a_file_tells_the_hexside_by_a_property_or_by_how_the_counter_is_turned(
    way: str, told: dict[str, str], angle: int, beyond: str
) -> None:
    module = read(FIXTURES / "vassal" / "two_rivers" / "two_rivers.vmod").module
    spot = module.map("Main Map").layout[0].board.grid.point("0905")  # type: ignore[union-attr]
    counter = replace(lying("blown", "0905", *spot, **told), angles=(float(angle),))  # type: ignore[misc]
    binding = Binding(
        maps=("Main Map",),
        location="(?P<hex>[0-9]{4})",
        counters=(Binding.CounterRule(properties={"PackMarker": "(?P<id>.+)"}, marker="{id}", hexside=way),),
    )
    position = identify(state(counter), module, PACK, NETWORK, binding=binding)
    assert [each.beyond for each in position.markers.values()] == [beyond]


def test_without_its_module_a_save_tells_no_hexside_but_what_a_property_says() -> None:
    plain = identify(state(marker("blown", "0905")), None, PACK, NETWORK)
    assert [each.hexes for each in plain.markers.values()] == [("0905",)]
    told = replace(marker("blown", "0905"), properties={"PackMarker": "blown", "Hexside": "1005"})
    assert [each.hexes for each in identify(state(told), None, PACK, NETWORK).markers.values()] == [("0905", "1005")]


@pytest.fixture(scope="module")
def box(tmp_path_factory: pytest.TempPathFactory) -> tuple[PlannedModule, Path]:
    path = tmp_path_factory.mktemp("bridges") / "game.vmod"
    return build_module(PACK, THEATRE, path, height=40), path


CARRIED = Binding(
    maps=("Main",),
    location="(?P<hex>.*)",
    counters=(
        Binding.CounterRule(properties={"PackUnit": "(?P<id>.+)"}, unit="{id}", face_property="Face"),
        Binding.CounterRule(properties={"PackMarker": "(?P<id>.+)"}, marker="{id}", hexside="Hexside"),
    ),
)


KNOWN = {"weather": "clear", "history": "whole"}


def judged_log(*dice: int) -> Report:
    """A log in which dice fall and then the bridge is blown up under the eyes of the enemy."""
    start = state(unit("so.10rif", EAST), unit("ge.1inf", WEST))
    moment = Moment(5, FIRE.phase("soviet.movement"))
    identifier = Identifier(start, None, FIRE, ROAD, moment=moment, conditions=KNOWN, binding=CARRIED)
    held = identifier.position.control.set(f"{EAST}-{WEST}", "soviet")
    identifier.position = replace(identifier.position, control=held)
    down = replace(marker("bridge.down", EAST), properties={"PackMarker": "bridge.down", "Hexside": WEST})
    rolls = [Roll("1d6", (die,), f"1d6: {die}", sides=6) for die in dice]
    return adjudicate(play_log(log(start, *rolls, Place(down)), identifier))


@pytest.mark.parametrize(
    ("dice", "severities"), [((3,), []), ((4,), ["violation"]), ((), ["doubt"]), ((5, 2), ["doubt"])]
)
def test_a_logs_die_decides_whether_the_bridge_goes(dice: tuple[int, ...], severities: list[str]) -> None:
    found = judged_log(*dice)
    assert [str(each.severity) for each in found.findings if each.rule == "fite:39A.3"] == severities


def test_a_marker_dropped_in_the_hex_and_then_dragged_to_the_hexside_was_laid_there(
    box: tuple[PlannedModule, Path],
) -> None:
    module = read(box[1]).module
    grid = module.map("Main Map").layout[0].board.grid  # type: ignore[union-attr]
    assert grid is not None
    one, other = grid.point("0905"), grid.point("1005")
    assert one is not None and other is not None
    first, then = module.spot(GameState(), "Main Map", *one), module.spot(GameState(), "Main Map", *middle(one, other))
    counter = replace(marker("blown", "0905"), spot=first)
    units = [replace(unit(name, at), spot=module.spot(GameState(), "Main Map", *grid.point(at) or (0, 0)))
             for name, at in (("fr.1inf", "0905"), ("fr.2inf", "1005"))]  # fmt: skip
    start = state(*units)
    moves = log(start, Place(counter), Move(counter.id, first, then))
    acts = play_log(moves, Identifier(start, module, PACK, NETWORK)).acts
    assert [(act.kind, act.marker and sorted(act.marker.hexes)) for act in acts] == [("lay", ["0905", "1005"])]


def test_a_position_drawn_without_its_module_has_the_marker_on_the_hexside() -> None:
    position = position_from(("0905: fr.1inf", "0905-1005: +blown"), PACK, NETWORK)
    module, table = lay_table(position, height=40)
    (drawn,) = (each for each in table.counters.values() if each.name == "Blown bridge")
    grid = module.maps[0].layout[0].board.grid
    assert grid is not None
    assert (drawn.spot.x, drawn.spot.y) == middle(grid.point("0905") or (0, 0), grid.point("1005") or (0, 0))
    assert not drawn.stack
