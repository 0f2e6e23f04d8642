"""Modules from packs: built twice the same, read back without notes, every type a slot that says what it is."""

from __future__ import annotations

import io
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest
from lxml import etree
from PIL import Image

from adjudicator.errors import WriteError
from adjudicator.exporters.vassal.box import PlannedModule, SetupText, build_module, charts, plan_box
from adjudicator.exporters.vassal.box.buildfile import build_file
from adjudicator.exporters.vassal.scribe import LogWriter
from adjudicator.identify import identify
from adjudicator.importers import read
from adjudicator.model.module import Module
from adjudicator.model.pack import Pack
from adjudicator.model.theatre import Theatre
from adjudicator.packs.load import load_pack, load_theatre_for
from adjudicator.writing import forced


@pytest.fixture(scope="module")
def pack() -> Pack:
    return load_pack("two_rivers")


@pytest.fixture(scope="module")
def theatre(pack: Pack) -> Theatre:
    return load_theatre_for(pack, "valley")


@pytest.fixture(scope="module")
def built(pack: Pack, theatre: Theatre, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, PlannedModule]:
    out = tmp_path_factory.mktemp("box") / "game.vmod"
    return out, build_module(pack, theatre, out, folder=pack.folder / "theatres" / "valley", height=64)


@pytest.fixture(scope="module")
def module(built: tuple[Path, PlannedModule]) -> Module:
    found = read(built[0])
    assert found.module is not None
    assert not found.notes
    return found.module


def test_built_twice_it_is_the_same(
    built: tuple[Path, PlannedModule], pack: Pack, theatre: Theatre, tmp_path: Path
) -> None:
    again = tmp_path / "again.vmod"
    build_module(pack, theatre, again, folder=pack.folder / "theatres" / "valley", height=64)
    assert again.read_bytes() == built[0].read_bytes()


def test_it_has_maps_sides_turns_and_set_ups(module: Module) -> None:
    assert [found.name for found in module.maps] == ["Main Map", "Boxes"]
    assert module.sides == ("French", "Austrian")
    assert module.trackers[0].values == (("Turn", "1"), ("Phase", "Weather"))
    assert [setup.name for setup in module.setups] == ["Start of the campaign"]


def test_no_menu_of_buttons_is_called_as_one_of_them(built: tuple[Path, PlannedModule]) -> None:
    zones = {f"Weather of zone {each}": () for each in "ABCDEF"}
    made = replace(built[1], properties={"Weather": ("clear", "rain"), **zones, "Mud": (), "Mud here": ()})
    root = etree.fromstring(build_file(made, {}))
    menus = {each.get("text"): each.get("menuItems") for each in root.iter("{*}VASSAL.build.module.ToolbarMenu")}
    assert menus == {"Weather …": ",".join(zones)}


def test_every_hex_centre_names_its_hex(module: Module, built: tuple[Path, PlannedModule]) -> None:
    grid = module.maps[0].boards[0].grid
    assert grid is not None
    layout = built[1].layout
    for at, entry in layout.theatre.hexes.items():
        assert grid.location(*layout.pixel(at)) == entry.number
        assert grid.point(entry.number) == layout.pixel(at)


def test_every_image_that_is_named_is_there_and_not_blank(built: tuple[Path, PlannedModule]) -> None:
    with zipfile.ZipFile(built[0]) as archive:
        for image in built[1].images:
            with Image.open(io.BytesIO(archive.read(f"images/{image}"))) as picture:
                assert picture.size == (41, 41)
                assert len(picture.convert("RGB").getcolors(1 << 12) or ()) > 20
        with Image.open(io.BytesIO(archive.read("images/board.png"))) as board:
            assert board.size == built[1].layout.size


def test_both_faces_of_a_unit_differ(built: tuple[Path, PlannedModule]) -> None:
    with zipfile.ZipFile(built[0]) as archive:
        for slot in built[1].slots:
            faces = [archive.read(f"images/{image}") for image in slot.images]
            assert len(set(faces)) == len(faces)


def test_every_type_has_a_slot_that_identifies_as_itself(
    module: Module, built: tuple[Path, PlannedModule], pack: Pack, theatre: Theatre, tmp_path: Path
) -> None:
    table = LogWriter.set_up(built[1], [f"0305: {unit}" for unit in pack.units] + ["0405: +fort"])
    (tmp_path / "all.vsav").write_bytes(table.save())
    found = read(tmp_path / "all.vsav", module)
    assert found.state is not None and not found.notes
    position = identify(found.state, module, pack, theatre)
    assert not position.unidentified
    assert sorted(unit.type.id for unit in position.units.values()) == sorted(pack.units)
    assert {
        slot.counter.properties.get("PackUnit") or slot.counter.properties.get("PackMarker") for slot in module.slots
    } == {
        *pack.units,
        *pack.markers,
    }


def test_gpids_are_unique_and_below_the_next_free_one(module: Module) -> None:
    gpids = [int(slot.gpid) for slot in module.slots]
    assert sorted(gpids) == list(range(1, len(gpids) + 1))


def test_a_box_off_the_map_is_found_by_its_name(built: tuple[Path, PlannedModule], module: Module) -> None:
    name, x, y = built[1].spot("[french Eliminated]")
    assert name == "Boxes"
    grid = module.maps[1].boards[0].grid
    assert grid is not None and grid.location(x, y) == "French eliminated"
    with pytest.raises(WriteError, match="has no box"):
        built[1].spot("[Limbo]")


def test_a_failed_build_leaves_the_old_file(pack: Pack, theatre: Theatre, tmp_path: Path) -> None:
    out = tmp_path / "game.vmod"
    out.write_bytes(b"old")
    with forced(True), pytest.raises(WriteError, match="Limbo"):
        build_module(pack, theatre, out, height=40, setups=[SetupText("Bad", ("[Limbo]: fr.1inf",))])
    assert out.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [out]


def test_planning_draws_nothing_and_knows_the_faces(pack: Pack, theatre: Theatre) -> None:
    box = plan_box(pack, theatre)
    assert box.slot("fr.1inf").images == ("fr.1inf-1.png", "fr.1inf-2.png")
    kinds = [kind.split(";")[0] for kind, _ in box.expanded(box.slot("fr.1inf"))]
    assert kinds[-1] == "piece" and "prototype" not in kinds and kinds.index("obs") < kinds.index("mark")


def test_charts_are_named_in_words_without_what_only_mapmakers_need(built: tuple[Path, PlannedModule]) -> None:
    titles = [title for title, _ in charts.pages(built[1]).values()]
    assert {"Sequence of play", "Rules", "Movement", "Zones of control"} <= set(titles)
    assert not [title for title in titles if title.endswith(" table") or title == "Vocabulary"]


def test_many_boxes_stand_in_a_block_for_each_side() -> None:
    pack = load_pack("thunder_in_the_east")
    box = plan_box(pack, load_theatre_for(pack, "smolensk_corridor"), height=40)
    width, height = box.box_size
    assert height < width < 3 * height
    places = {each.name: each.box for each in box.boxes}
    axis = max(right for name, (_, _, right, _) in places.items() if name.startswith("Axis "))
    soviet = min(left for name, (left, _, _, _) in places.items() if name.startswith("Soviet "))
    assert axis < places["Casualty mat"][0] < places["Casualty mat"][2] < soviet
    shapes = [box for name, box in places.items()]
    assert not any(one != other and _overlap(one, other) for one in shapes for other in shapes)


def _overlap(one: tuple[int, int, int, int], other: tuple[int, int, int, int]) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
