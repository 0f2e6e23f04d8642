"""A pack can be begun from every module with hexes, whatever its grid: each number lies where the module has it."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator import importers
from adjudicator.cli.main import status
from adjudicator.exporters import tables
from adjudicator.exporters.map_picture import MapView, hexes_of, map_drawing
from adjudicator.identify.places import Places
from adjudicator.model.boards import PlacedBoard
from adjudicator.model.counters import Counter, Design, Spot
from adjudicator.model.grid import hex_grids, hexes
from adjudicator.model.hex_numbers import HexNumbers
from adjudicator.model.module import Module, lay_out, locate, locate_hex
from adjudicator.model.network import Network
from adjudicator.model.pack import Pack
from adjudicator.model.state import GameState
from adjudicator.model.theatre import Theatre
from adjudicator.packs.draft import draft, name_for
from adjudicator.packs.load import load_pack, load_theatre_for
from tests.helpers import FIXTURES, SHARED, needs_shared

BOARDS = FIXTURES / "boards"
SHAPES = sorted(path.stem for path in BOARDS.glob("*.vmod") if path.stem != "no_hexes")
REAL = sorted(path for ending in ("vmod", "mod") for path in (SHARED / "data").rglob(f"*.{ending}"))


def begun(path: Path, folder: Path) -> tuple[Module, Pack, Theatre]:
    """A module, the pack begun from it, and its map."""
    assert status(["packs", "draft", str(path), "-o", str(folder)]) == 0
    module = importers.read(path).module
    assert module is not None
    pack = load_pack(folder)
    return module, pack, load_theatre_for(pack)


def read_back(module: Module, pack: Pack, theatre: Theatre) -> dict[str, tuple[str, int, int]]:
    """Each number of the theatre that a counter in the middle of some hex is in, and that hex: on which table, and its pixel."""
    named = HexNumbers(pack.bindings["vassal"])
    found: dict[str, tuple[str, int, int]] = {}
    for row in tables.locations(module):
        cells = dict(zip(tables.LOCATIONS, row, strict=True))
        if not cells["extent"] or cells["extent"] == tables.UNCOUNTED:
            continue
        game_map = module.map(cells["map"])
        placed = next((each for each in game_map.layout if each.board.name == cells["board"]), None)
        table = cells["map"] if placed else f"{cells['map']}: {cells['board']}"
        placed = placed or PlacedBoard(game_map.board(cells["board"]), 0, 0, 0, 0)
        spot = locate(game_map, (placed,), *placed.outer(cells["board_x"], cells["board_y"]))
        number = named.at(spot)
        if number in theatre.by_number:
            assert number not in found, (number, found[number], row)
            found[number] = (table, *placed.outer(cells["board_x"], cells["board_y"]))
    return found


def touching(module: Module, found: dict[str, tuple[str, int, int]], theatre: Theatre) -> int:
    """How many pairs of hexes are neighbours in the theatre; each must be so on its table, at one hex's distance."""
    grids = (grid for each in module.maps for board in each.boards for grid in hex_grids(board.grid))
    widest = 1.1 * max(max(grid.hex_size) for grid in grids)
    pairs = 0
    for number, (table, x, y) in found.items():
        for at in theatre.at(number).at.neighbours():
            other = theatre.hexes.get(at)
            if other is None:
                continue
            there = found[other.number]
            assert there[0] == table
            assert max(abs(there[1] - x), abs(there[2] - y)) <= widest
            pairs += 1
    return pairs


def drawn_wrong(module: Module, path: Path, folder: Path) -> list[tuple[str, str]]:
    """Numbers that the picture of a module has where the module calls the hex otherwise: drawn, and called."""
    wrong = []
    for found in module.maps:
        choices = [each for each in found.boards if next(hexes(each.grid), None)]
        for board in choices[:1] if found.layout else choices:
            target = folder / f"{board.name}.svg"
            one = () if found.layout else ("--board", board.name)
            named = ("--map", found.name, *one, "--scale", "1", "-o", str(target), "--force")
            assert status(["render", str(path), *named]) == 0
            layout = found.layout or lay_out([(board, 0, 0, False)], found.edge)
            state = GameState(boards={found.name: layout})
            drawing, _ = map_drawing(module, state, found.name, MapView(numbers="all", scale=1.0))
            words = [each for layer in drawing.layers if layer.name == "numbers" for each in layer.shapes]
            assert len(words) > 30
            text, height = target.read_text(encoding="utf-8"), hexes_of(found, state).height
            for each in words:
                lies = locate_hex(found, layout, round(each.x), round(each.y - 0.4 * height))
                assert f">{each.text}<" in text
                if lies.place != each.text:
                    wrong.append((each.text, lies.place))
    return wrong


@pytest.mark.parametrize("name", SHAPES)
def test_every_shape_of_grid_is_drafted(name: str, tmp_path: Path) -> None:
    module, pack, theatre = begun(BOARDS / f"{name}.vmod", tmp_path / "begun")
    found = read_back(module, pack, theatre)
    assert len(found) == len(theatre.hexes) > 30
    assert touching(module, found, theatre) > 4 * len(found)
    assert drawn_wrong(module, BOARDS / f"{name}.vmod", tmp_path) == []


@needs_shared
@pytest.mark.parametrize("path", REAL, ids=[path.stem for path in REAL])
def test_every_real_module_with_hexes_is_drafted(
    path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    module = importers.read(path).module
    assert module is not None
    if not any(cells[-1] for cells in tables.locations(module)):
        assert status(["packs", "draft", str(path), "-o", str(tmp_path / "begun")]) == 3
        told = capsys.readouterr().err.strip().splitlines()
        assert len(told) == 1 and "no board has a hex grid" in told[0]
        return
    _, pack, theatre = begun(path, tmp_path / "begun")
    found = read_back(module, pack, theatre)
    assert len(found) == len(theatre.hexes)
    assert touching(module, found, theatre) > 4 * len(found)
    assert drawn_wrong(module, path, tmp_path) == []
    drafted = f"{path.name}: {len(found)} hexes, {len(pack.units)} units, sides {', '.join(pack.sides)}"
    with capsys.disabled():
        print(f"\n{drafted}")


def test_names_as_numbers_and_boards_with_the_same_numbers_are_told_apart(tmp_path: Path) -> None:
    _, _, isles = begun(BOARDS / "named_numbers.vmod", tmp_path / "isles")
    assert {"malta.0101", "north_crete.0501"} <= isles.by_number.keys()
    module, pack, both = begun(BOARDS / "two_boards.vmod", tmp_path / "both")
    assert {"0101", "east.0101"} <= both.by_number.keys()
    places = Places(pack.bindings["vassal"], Network.of(both), module)
    east = Counter("c", "4-2", Spot("Main Map", 610, 190, "East", "", "0101"), Design("d"))
    assert places.hex(east, GameState(boards={"Main Map": module.maps[0].layout})) == "east.0101"


def test_palettes_name_the_sides(tmp_path: Path) -> None:
    _, pack, _ = begun(BOARDS / "two_boards.vmod", tmp_path / "begun")
    assert pack.sides == ("moslem", "christian", "unknown")
    assert {unit.id: unit.side for unit in pack.units.values()} == {
        "4-2": "moslem",
        "3-6": "moslem",
        "emir": "moslem",
        "5-4": "christian",
        "knights-6-4-5": "christian",
    }
    assert set(pack.markers) == {"disrupted"}


def test_strengths_are_proposed_and_not_set(tmp_path: Path) -> None:
    _, pack, _ = begun(BOARDS / "two_boards.vmod", tmp_path / "begun")
    told = (tmp_path / "begun" / "units.toml").read_text(encoding="utf-8")
    for face in (
        "attack = 4, defense = 4, movement = 2",
        "attack = 6, defense = 4, movement = 5",
        "attack = 2, movement = 8",
    ):
        assert f"# proposed: faces = [{{ {face} }}]" in told
    assert {face.attack for unit in pack.units.values() for face in unit.faces} == {None}


def test_a_turn_level_without_a_name_goes_by_its_place(tmp_path: Path) -> None:
    _, pack, _ = begun(BOARDS / "two_boards.vmod", tmp_path / "begun")
    assert pack.bindings["vassal"].turn.turn_level == "#1"


def test_hexes_that_an_edge_cuts_are_marked(tmp_path: Path) -> None:
    begun(BOARDS / "zones.vmod", tmp_path / "begun")
    lines = (tmp_path / "begun" / "theatres" / "map" / "hexes.txt").read_text(encoding="utf-8").splitlines()
    assert 0 < sum("cut by the edge" in line for line in lines) < len(lines) / 2


@pytest.mark.parametrize(
    ("folder", "name"),
    [("Dvina", "dvina"), ("2nd Battle (v2)", "pack_2nd_battle_v2"), ("a b", "a_b"), ("Оборона", "pack")],
)
def test_any_folder_has_a_name_for_its_pack(folder: str, name: str, tmp_path: Path) -> None:
    assert name_for(folder) == name
    _, pack, _ = begun(BOARDS / "unnumbered.vmod", tmp_path / folder)
    assert pack.id == name


def test_a_map_that_is_asked_for_is_the_only_one() -> None:
    module = importers.read(BOARDS / "two_maps.vmod").module
    assert module is not None
    both, sea = draft(module, "m"), draft(module, "m", "Sea Map")
    assert both.hexes == 2 * sea.hexes
