"""Modules changed as a whole: scaled consistently, renamed, for older engines, without what nothing names; built by command."""

from __future__ import annotations

import io
import json
import re
import zipfile

import pytest
from PIL import Image

from adjudicator import importers
from adjudicator.cli.main import status
from adjudicator.errors import WriteError
from adjudicator.exporters.vassal.edit import Editor, Edits
from adjudicator.exporters.vassal.scaling import Scaler
from adjudicator.exporters.vassal.stamps import stamped
from adjudicator.importers.archive import Archive
from adjudicator.importers.vassal.buildfile import parse
from adjudicator.importers.vassal.wire import sequences, traits
from adjudicator.model.grid import HexGrid
from adjudicator.model.module import locate
from tests.exporters.states import picture
from tests.helpers import FIXTURES, SHARED, needs_shared, vassal_save
from tests.importers.vassal.boxes import box as small_box
from tests.importers.vassal.games import piece, save, stack
from tests.rules_of_saves import broken

GAME = FIXTURES / "vassal" / "two_rivers"
OURS = GAME / "two_rivers.vmod"
MAP = "VASSAL.build.module.Map"
PICKER = "VASSAL.build.module.map.BoardPicker"
BOARD = "VASSAL.build.module.map.boardPicker.Board"
GRID = "VASSAL.build.module.map.boardPicker.board"
LAYER = "emb2;;128;;;128;;;128;;;;1;false;10;-6;up.png,down.gif;;true;L;;;false;;1;1;true"
CORPS = f"+/null/{LAYER}\tpiece;;;corps.png;Corps/1\tnull;0;0;1;0"
SLOT = CORPS.replace("\t", "&#9;")
FOLDER = "VASSAL.build.module.folder.ModuleSubFolder"
SETUP = "MainBoardPicker&#9;East&#9;0&#9;0&#9;Plain&#9;1&#9;0"
BUILD = f"""<VASSAL.build.GameModule name="Old" version="1.0" VassalVersion="3.7.5" nextPieceSlotId="2">
 <{MAP} mapName="Main" edgeWidth="20" edgeHeight="0">
  <{PICKER}>
   <{BOARD} name="East" image="east.png">
    <{GRID}.ZonedGrid>
     <{GRID}.mapgrid.Zone name="Box" path="0,0;31,0;31,30;0,30" locationFormat="$name$" useParentGrid="false">
      <{GRID}.SquareGrid dx="10" dy="10" x0="5" y0="5">
       <{GRID}.mapgrid.SquareGridNumbering hDescend="true"/></{GRID}.SquareGrid></{GRID}.mapgrid.Zone>
     <{GRID}.HexGrid dx="43.3" dy="50.0" x0="11" y0="37">
      <{GRID}.mapgrid.HexGridNumbering vDescend="true" hDrawOff="4"/></{GRID}.HexGrid>
    </{GRID}.ZonedGrid>
   </{BOARD}>
   <{BOARD} name="Plain" width="301" height="203"/>
   <setup>{SETUP}</setup>
  </{PICKER}>
  <VASSAL.build.module.map.StackMetrics exSepX="6" unexSepY="-3"/>
  <VASSAL.build.module.map.SetupStack name="start" owningBoard="East" x="97" y="87"
    ><VASSAL.build.widget.PieceSlot entryName="Corps" gpid="1" width="40" height="40">{SLOT}</VASSAL.build.widget.PieceSlot
  ></VASSAL.build.module.map.SetupStack>
 </{MAP}>
 <{FOLDER} name="f"><VASSAL.build.module.PieceWindow name="P"/></{FOLDER}>
 <VASSAL.build.module.PredefinedSetup name="S" file="start.vsav" useFile="true"/>
 <VASSAL.build.module.Inventory icon="icon.png"/>
</VASSAL.build.GameModule>"""
ABOUT = '<data version="1"><version>1.0</version><extra1/><VassalVersion>3.7.5</VassalVersion><name>Old</name></data>'
IMAGES = {
    "east.png": picture("#ddeecc", (401, 299)),
    "corps.png": picture("#cc0000", (40, 40)),
    "up.png": picture("#00cc00", (20, 20)),
    "icon.png": picture("#0000cc", (16, 16)),
    "unused.png": picture("#111111"),
}


def gif():
    out = io.BytesIO()
    Image.new("RGBA", (21, 20), (255, 0, 0, 0)).save(out, "GIF")
    return out.getvalue()


@pytest.fixture
def box(tmp_path):
    """A module with zones, two boards, an at-start stack and a set-up."""
    inner = tmp_path / "inner.vsav"
    pieces = [
        "+/" + CORPS.removeprefix("+/null/").replace("null;0;0", "Main;117;87").join(("7/", "")),
        stack("s", "7", where="Main;117;87"),
        piece("8", where="Main;35;25"),
    ]
    vassal_save(inner, save(*pieces), savedata=ABOUT.replace("<name>Old</name>", ""), moduledata=ABOUT)
    path = tmp_path / "box.vmod"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("moduledata", ABOUT)
        archive.writestr("buildFile.xml", BUILD)
        for name, data in {**IMAGES, "down.gif": gif()}.items():
            archive.writestr(f"images/{name}", data)
        archive.writestr("start.vsav", inner.read_bytes())
    return path


def edited(path, out, **edits):
    archive = Archive(path)
    module = importers.read(path).module
    record = module.carried["vassal"]
    lines = Editor(archive, module, record.build, record.build_file, Edits(**edits)).write(out)
    return importers.read(out), lines


def every_hex(board):
    """Each hex's printed number and centre, zones' hexes included."""
    grid = board.grid.background if hasattr(board.grid, "background") else board.grid
    assert isinstance(grid, HexGrid)
    hexes = ((column, row) for column in range(40) for row in range(40))
    return [(grid.name(*each), grid.centre(*each)) for each in hexes if inside(board, grid.centre(*each))]


def inside(board, at):
    return 0 <= at[0] < board.size[0] and 0 <= at[1] < board.size[1]


@pytest.mark.parametrize("factor", [0.5, 0.37, 1.5, 2.0])
def test_every_hex_keeps_its_number(box, tmp_path, factor):
    before = importers.read(box).module.maps[0]
    found, _ = edited(box, tmp_path / "out.vmod", scale=factor)
    after = found.module.maps[0]
    old, new = before.boards[0], after.boards[0]
    assert not found.notes
    assert new.size == (round(401 * factor), round(299 * factor))
    for number, (x, y) in every_hex(old):
        centre = new.grid.background.snap(round(x * factor), round(y * factor))
        assert new.grid.background.location(*centre) == number
        assert abs(centre[0] - x * factor) <= 2 and abs(centre[1] - y * factor) <= 2


@pytest.mark.parametrize("size", ["0", "-0", "1e-320", "NaN", "Infinity"])
def test_a_grid_without_cells_is_scaled_without_a_fault(tmp_path, size):
    """Its descending numbers count from nowhere, so they stay."""
    build = BUILD.replace('dx="43.3" dy="50.0"', f'dx="{size}" dy="{size}"').encode()
    path = tmp_path / "odd.vmod"
    with zipfile.ZipFile(OURS) as ours, zipfile.ZipFile(path, "w") as archive:
        archive.writestr("moduledata", ours.read("moduledata"))
        archive.writestr("buildFile.xml", build)
    edited(path, tmp_path / "out.vmod", scale=0.5)
    with zipfile.ZipFile(tmp_path / "out.vmod") as archive:
        assert b'vDescend="true"' in archive.read("buildFile.xml")


def test_zones_squares_edges_metrics_and_boards_keep_step(box, tmp_path):
    found, lines = edited(box, tmp_path / "out.vmod", scale=0.5)
    game_map = found.module.maps[0]
    assert game_map.edge == (10, 0)
    assert [(each.board.name, each.x, each.y) for each in game_map.layout] == [("East", 10, 0), ("Plain", 210, 0)]
    assert game_map.boards[1].size == (150, 102)
    zone = game_map.boards[0].grid.zones[0]
    assert zone.outline.points == ((0, 0), (16, 0), (16, 15), (0, 15))
    assert (zone.grid.dx, zone.grid.x0) == (5.0, 3)
    assert game_map.stacking.offset == (1, -2) and game_map.stacking.expanded == (3, 9)
    assert any("1 grids" in line or "2 grids" in line for line in lines)


def test_counters_their_layers_and_slots_keep_step(box, tmp_path):
    found, _ = edited(box, tmp_path / "out.vmod", scale=0.5)
    counter = next(iter(found.module.at_start.counters.values()))
    assert counter.design.layers[0].offset == (5, -3)
    sizes = {name: found.module.image(name) for name in ("corps.png", "up.png", "down.gif", "icon.png")}
    sizes = {name: Image.open(io.BytesIO(data)).size for name, data in sizes.items()}
    assert sizes == {"corps.png": (20, 20), "up.png": (10, 10), "down.gif": (10, 10), "icon.png": (16, 16)}
    clear = Image.open(io.BytesIO(found.module.image("down.gif"))).convert("RGBA")
    assert clear.getpixel((5, 5))[3] == 0


def test_at_start_stacks_and_set_ups_lie_where_they_lay(box, tmp_path):
    before = importers.read(box).module
    found, _ = edited(box, tmp_path / "out.vmod", scale=0.5)
    names = [[each.spot.location for each in module.at_start.stacks.values()] for module in (before, found.module)]
    assert names[0] == names[1] and names[0][0]
    for module, folder in ((before, "a"), (found.module, "b")):
        (tmp_path / f"{folder}.vsav").write_bytes(module.entry("start.vsav"))
    old = importers.read(tmp_path / "a.vsav", before).state
    new = importers.read(tmp_path / "b.vsav", found.module).state
    assert {name: each.spot.location for name, each in new.counters.items()} == {
        name: each.spot.location for name, each in old.counters.items()
    }
    assert new.stacks["s"].members == ("7",) and broken(tmp_path / "b.vsav", found.module) == []


def test_the_scaled_grids_are_those_that_positions_were_scaled_by(box, tmp_path):
    module = importers.read(box).module
    found, _ = edited(box, tmp_path / "out.vmod", scale=0.37)
    scaler = Scaler(module, 0.37)
    for x in range(0, 400, 13):
        for y in range(0, 290, 11):
            old, board = module.maps[0].layout[0], found.module.maps[0].layout[0]
            at = old.board.grid.snap(x, y)
            if not inside(old.board, at):
                continue
            moved = scaler.point("Main", *old.outer(*at))
            assert board.board.grid.snap(*board.local(*moved)) == board.local(*moved)


def test_scaled_up_again_the_numbers_still_fit(box, tmp_path):
    edited(box, tmp_path / "half.vmod", scale=0.5)
    found, _ = edited(tmp_path / "half.vmod", tmp_path / "whole.vmod", scale=2.0)
    before = importers.read(box).module.maps[0].boards[0]
    after = found.module.maps[0].boards[0].grid
    assert all(after.background.location(*after.background.snap(*at)) == number for number, at in every_hex(before))


def test_unused_images_go_and_named_ones_stay(box, tmp_path):
    _, lines = edited(box, tmp_path / "out.vmod", drop_unused_images=True)
    with zipfile.ZipFile(box) as old, zipfile.ZipFile(tmp_path / "out.vmod") as new:
        assert set(old.namelist()) - set(new.namelist()) == {"images/unused.png"}
    assert "images dropped, which nothing names: 1 of 6 (unused.png)" in lines


def test_pictures_whose_names_are_put_together_stay(tmp_path):
    """Real modules name the faces of dice so; without them the dice are broken."""
    report = "&lt;img src=&quot;d6_$result1$_g.png&quot;&gt;"
    inside = f'<VASSAL.build.module.DiceButton name="d" reportFormat="{report}"/>'
    path = tmp_path / "dice.vmod"
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in small_box(inside, d6_1_g__png=b"", d6_6_g__png=b"", d7__png=b"").entries.items():
            archive.writestr(name, content)
    edited(path, tmp_path / "out.vmod", drop_unused_images=True)
    with zipfile.ZipFile(path) as old, zipfile.ZipFile(tmp_path / "out.vmod") as new:
        assert set(old.namelist()) - set(new.namelist()) == {"images/d7.png"}


def test_nothing_goes_where_the_module_has_code(box, tmp_path):
    with zipfile.ZipFile(box, "a") as archive:
        archive.writestr("own/Code.class", b"\xca\xfe")
    _, lines = edited(box, tmp_path / "out.vmod", drop_unused_images=True)
    assert lines[0] == "no image is dropped: the module has code of its own, which may ask for any of them"


def test_a_new_name_and_version_reach_the_set_ups(box, tmp_path):
    found, lines = edited(box, tmp_path / "out.vmod", name="New & newer", version="2.0")
    assert (found.module.name, found.module.version) == ("New & newer", "2.0") and len(lines) == 2
    with zipfile.ZipFile(io.BytesIO(found.module.entry("start.vsav"))) as archive:
        assert b"<name>New &amp; newer</name>" in archive.read("moduledata")
        assert b"<version>2.0</version>" in archive.read("savedata")


def test_for_an_older_engine_the_build_file_has_its_old_name(box, tmp_path):
    found, _ = edited(box, tmp_path / "out.vmod", vassal=(3, 2, 0))
    with zipfile.ZipFile(tmp_path / "out.vmod") as archive:
        assert "buildFile" in archive.namelist() and "buildFile.xml" not in archive.namelist()
        root = parse(archive.read("buildFile"))
        assert b"extra1" not in archive.read("moduledata")
    assert root.get("VassalVersion") == "3.2.0"
    assert not any("folder" in part.kind for part in root.walk())
    assert any(part.word == "PieceWindow" for part in root.children)
    assert not found.notes


@pytest.mark.parametrize("wrong", ["3.1", "3.8", "4", "latest"])
def test_only_versions_we_write_for(box, tmp_path, wrong, capsys):
    assert status(["module", "edit", str(box), "--vassal", wrong, "-o", str(tmp_path / "out.vmod")]) == 2
    assert "3.2 to 3.7" in capsys.readouterr().err


@pytest.mark.parametrize("factor", [0.0, -1.0, 1000.0, float("nan")])
def test_no_size_beyond_reason(box, factor):
    with pytest.raises(WriteError, match="times its size"):
        Scaler(importers.read(box).module, factor)


def test_nested_markers_and_trails_are_scaled_too(box):
    scaler = Scaler(importers.read(box).module, 0.5)
    spec = "+/null/emb2;;128;;;128;;;128;;;;1;false;8;6;a.png\\\tpiece;;;m.png;M/1\\\tnull;0;0;2;0".replace(
        "\\\t", "\t"
    )
    kind = "placemark;" + sequences.join(["Place", "", spec, "", "10", "-8", "false"], ";")
    made = traits.parse(scaler._trait(kind))
    assert "false;4;3;a.png" in made.text("marker")
    assert (made.text("xOff"), made.text("yOff")) == ("5", "-4")
    assert scaler._own("footprint;x", "true;Main;2;40,60;400,10;true") == "true;Main;2;20,30;200,5;true"


def test_inputs_are_never_written_over(box, capsys):
    before = box.read_bytes()
    assert status(["module", "edit", str(box), "--rename", "x", "-o", str(box)]) == 2
    assert "never written over" in capsys.readouterr().err and box.read_bytes() == before


def test_our_game_at_half_size_is_the_same_game(tmp_path):
    small = tmp_path / "small.vmod"
    saves = ["--save", str(GAME / "midgame.vsav"), "--save", str(GAME / "turn_1.vlog")]
    assert status(["module", "edit", str(OURS), "--scale", "0.5", *saves, "-o", str(small)]) == 0
    old, new = importers.read(OURS).module, importers.read(small).module
    for name in ("midgame.vsav", "turn_1.vlog"):
        before, after = importers.read(GAME / name, old), importers.read(tmp_path / f"small_{name}", new)
        pairs = [(before.state, after.state)]
        if before.log:
            pairs += zip((s for _, s in before.log.states()), (s for _, s in after.log.states()), strict=True)
        for one, other in pairs:
            assert places(one) == places(other)
        assert broken(tmp_path / f"small_{name}", new) == []


def places(state):
    """Where everything lies by name, and in what order it is stacked."""
    stacks = {name: (each.spot.location, each.members) for name, each in state.stacks.items()}
    return stacks, {name: each.spot.location for name, each in state.counters.items()}


def test_extensions_are_taken_in(box, tmp_path):
    extension = tmp_path / "more.vmdx"
    slot = '<VASSAL.build.widget.PieceSlot entryName="Guard" gpid="x:1">+/null/piece;;;g.png;Guard/null;0;0;x:1;0'
    window, root = "VASSAL.build.module.PieceWindow", "VASSAL.build.module.ModuleExtension"
    inside = f'<{window} name="Q">{slot}</VASSAL.build.widget.PieceSlot></{window}>'
    build = f'<{root} extensionId="x">{inside}</{root}>'
    with zipfile.ZipFile(extension, "w") as archive:
        archive.writestr("extensiondata", '<data version="1"><VassalVersion>3.7.0</VassalVersion></data>')
        archive.writestr("buildFile.xml", build)
        archive.writestr("images/g.png", picture("#abcdef"))
    out = tmp_path / "out.vmod"
    wish = ["--merge", str(extension), "--rename", "Both", "-o", str(out)]
    assert status(["module", "edit", str(box), *wish]) == 0
    module = importers.read(out).module
    assert module.name == "Both" and "Guard" in [each.name for each in module.slots]
    assert module.image("g.png") == picture("#abcdef")


@pytest.mark.parametrize(("pack", "theatre"), [("two_rivers", "valley"), ("thunder_in_the_east", "smolensk_corridor")])
def test_a_pack_becomes_a_module_twice_the_same(pack, theatre, tmp_path, capsys):
    command = ["module", "build", pack, "--theatre", theatre, "--height", "32", "--json", "-o"]
    for name in ("one.vmod", "two.vmod"):
        assert status([*command, str(tmp_path / name)]) == 0
    assert (tmp_path / "one.vmod").read_bytes() == (tmp_path / "two.vmod").read_bytes()
    said = json.loads(capsys.readouterr().out.partition("}\n")[0] + "}")
    assert "hexes" in said["done"][0]
    found = importers.read(tmp_path / "one.vmod")
    assert not found.notes and len(found.module.slots) > 10


@needs_shared
@pytest.mark.parametrize("path", ["ragnarok/ragnarok-exploded.vmod", "hex-template/template-exploded.vmod"])
def test_real_modules_at_three_quarters(path, tmp_path):
    before = importers.read(SHARED / "data" / "vassal" / path).module
    found, _ = edited(SHARED / "data" / "vassal" / path, tmp_path / "out.vmod", scale=0.75)
    for old, new in zip(before.maps, found.module.maps, strict=True):
        assert [each.board.name for each in old.layout] == [each.board.name for each in new.layout]
        for placed, smaller in zip(old.layout, new.layout, strict=True):
            assert smaller.board.size == tuple(round(side * 0.75) for side in placed.board.size)
    names = [
        {each.id: locate_again(module, each.spot) for each in module.at_start.counters.values()}
        for module in (before, found.module)
    ]
    assert names[0] == names[1]


def locate_again(module, spot):
    where = module.map(spot.map)
    return locate(where, where.layout, spot.x, spot.y).location


@pytest.mark.parametrize("edits", [{"scale": 0.5}, {"scale": 2.0}, {"name": "New"}, {"drop_unused_images": True}])
def test_a_changed_module_has_another_version(box, tmp_path, edits):
    """Under one name and version VASSAL shows the tiles that it made of the old board."""
    found, lines = edited(box, tmp_path / "out.vmod", **edits)
    assert re.fullmatch(r"1\.0-r[0-9a-f]{6}", found.module.version)
    with zipfile.ZipFile(tmp_path / "out.vmod") as whole, zipfile.ZipFile(io.BytesIO(whole.read("start.vsav"))) as save:
        about = f"<version>{found.module.version}</version>".encode()
        assert about in whole.read("moduledata") and about in save.read("moduledata") and about in save.read("savedata")
    assert any(found.module.version in line for line in lines)


def test_the_same_change_gives_the_same_version_and_another_another(box, tmp_path):
    once, again, twice = (tmp_path / f"{name}.vmod" for name in ("once", "again", "twice"))
    versions = [
        edited(path, out, scale=0.5)[0].module.version for path, out in ((box, once), (box, again), (once, twice))
    ]
    assert versions[0] == versions[1] != versions[2] and versions[2].count("-r") == 1


def test_a_stamp_is_never_older_than_the_version():
    """To VASSAL 1.0-a1 is an alpha, for which an extension made for 1.0 is too new."""
    assert all(stamped("1.0", [bytes([each])])[:5] == "1.0-r" for each in range(256))
    assert stamped(stamped("1.0", [b"a"]), [b"b"]) == stamped("1.0", [b"b"])
