"""ZunTzu boxes and scenarios read: the numbering of pieces, mirrored backs, resolutions, hands, both forms of game."""

from __future__ import annotations

import base64
import hashlib
import io
import zipfile
from pathlib import Path

import pytest
from PIL import Image

from adjudicator import importers
from adjudicator.errors import CorruptFile, ReadError, UnsafeFile
from adjudicator.model.module import MapKind, Module
from adjudicator.notes import NoteKind
from tests.helpers import SHARED, needs_shared
from tests.importers.zuntzu.boxes import BOX, GAME, OLD_GAME, box


def module_of(path: Path) -> Module:
    module = importers.read(path).module
    assert module is not None
    return module


def colour(module: Module, name: str) -> object:
    data = module.image(name)
    assert data is not None
    image = Image.open(io.BytesIO(data)).convert("RGB")
    return image.size, "#{:02x}{:02x}{:02x}".format(*image.getpixel((image.width // 2, image.height // 2)))  # type: ignore[misc]


def test_pieces_are_numbered_counters_first_then_cards(tmp_path: Path) -> None:
    state = module_of(box(tmp_path / "a.ztb")).at_start
    slots = {name: counter.slot for name, counter in state.counters.items()}
    assert slots["piece:0"] == slots["piece:1"] == "0:0:0:0"
    assert slots["piece:2"] == slots["piece:3"] == "0:0:0:1"
    assert slots["piece:8"] == "0:1:0:0" and slots["piece:9"] == "0:2:0:0" and slots["piece:10"] == "0:2:0:1"


def test_places_are_600_dpi_whatever_the_scan(tmp_path: Path) -> None:
    state = module_of(box(tmp_path / "a.ztb")).at_start
    spots = {name: (counter.spot.map, counter.spot.x, counter.spot.y) for name, counter in state.counters.items()}
    assert spots["piece:0"] == ("Steppe", 101, 50) and spots["piece:2"] == ("Close up", 100, 50)
    assert spots["piece:8"] == ("Scratch", 10, 10)


def test_sides_facings_and_stacks(tmp_path: Path) -> None:
    state = module_of(box(tmp_path / "a.ztb")).at_start
    assert state.counters["piece:3"].levels == (1,) and state.counters["piece:3"].angles == (270.0,)
    assert state.stacks["stack:1"].members == ("piece:1", "piece:9") and state.counters["piece:9"].angles == (30.0,)


def test_terrain_may_lie_in_many_places(tmp_path: Path) -> None:
    state = module_of(box(tmp_path / "a.ztb")).at_start
    assert [state.counters[name].spot.x for name in ("piece:11", "piece:11#2")] == [10, 20]


def test_backs_are_mirrored_and_pictures_fit_the_map(tmp_path: Path) -> None:
    module = module_of(box(tmp_path / "a.ztb"))
    assert colour(module, "piece-0-0-0-0-front.png") == ((20, 20), "#ff0000")
    assert colour(module, "piece-0-0-0-0-back.png") == ((20, 20), "#00ffff")
    assert colour(module, "piece-0-0-0-1-back.png") == ((20, 20), "#ffff00")
    assert colour(module, "piece-0-1-0-0-back.png") == ((20, 20), "#ff00ff")
    assert colour(module, "piece-0-2-0-0-front.png") == ((20, 30), "#0000ff")
    assert colour(module, "piece-0-2-0-1-back.png") == ((20, 30), "#111111")
    assert module.image("piece-0-9-0-0-front.png") is None and module.image("piece-0-0-7-0-front.png") is None


def test_hands_and_owned_boards_go_by_pseudonyms(tmp_path: Path) -> None:
    read = importers.read(box(tmp_path / "a.ztb"))
    module = read.module
    assert module is not None
    hand, owned = module.map("Hand of Player 2"), module.map("Marsh")
    assert hand is not None and hand.kind is MapKind.HAND and owned is not None and owned.owners == ("Player 1",)
    assert module.at_start.counters["piece:10"].spot.map == "Hand of Player 2"
    assert "1234567890ab" not in repr(read) and "beef" not in repr(read)


def test_the_old_form_of_a_game_reads_the_same(tmp_path: Path) -> None:
    module = module_of(box(tmp_path / "a.ztb"))
    (tmp_path / "old.zts").write_text(OLD_GAME, encoding="utf-8")
    state = importers.read(tmp_path / "old.zts", module).state
    assert state is not None and state.public_notes == "Old clash"
    assert (state.counters["piece:4"].spot.x, state.counters["piece:4"].slot) == (2, "0:0:1:0")


def test_a_game_finds_its_box_by_its_hash(tmp_path: Path) -> None:
    path = box(tmp_path / "a.ztb")
    digest = base64.b64encode(hashlib.sha1(path.read_bytes()).digest()).decode()  # noqa: S324
    (tmp_path / "game.zts").write_text(GAME.replace('hash=""', f'hash="{digest}"'), encoding="utf-8")
    read = importers.read(tmp_path / "game.zts")
    assert read.module is not None and read.module.name == "Steppe"
    path.unlink()
    alone = importers.read(tmp_path / "game.zts")
    assert alone.module is None and alone.notes[0].kind is NoteKind.MISSING
    assert alone.state is not None and alone.state.counters["piece:0"].spot.x == 101


def test_what_has_no_place_is_confessed(tmp_path: Path) -> None:
    notes = importers.read(box(tmp_path / "a.ztb")).notes
    assert {note.subject for note in notes} == {"counters", "dice", "players"}


def test_a_broken_scenario_leaves_the_box_readable(tmp_path: Path) -> None:
    read = importers.read(box(tmp_path / "a.ztb", other_zts="<game"))
    assert read.module is not None and [setup.file for setup in read.module.setups] == ["start.zts"]
    assert any("other.zts" in note.text for note in read.notes)


@needs_shared
def test_the_program_s_own_box_reads() -> None:
    module = module_of(SHARED / "data" / "zuntzu" / "default.ztb")
    assert module.maps[0].boards[0].size == (1, 1) and len(module.setups) == 1 and not module.at_start.counters


@pytest.mark.parametrize(
    ("xml", "message"),
    [
        (BOX.replace('rows="2"', 'rows="99999"'), "99999 × 2 pieces"),
        (BOX.replace('rows="2"', 'rows="x"'), "'rows' wants a whole number"),
        (BOX.replace('face-left="0"', 'face-left="1e99"'), "'face-left' wants a number"),
        (BOX.replace('type="BackSideOnly"', 'type="Round"'), "no section has the type 'Round'"),
        (BOX.replace("<game-box", "<!DOCTYPE a [<!ENTITY b 'c'>]><game-box"), "DOCTYPE"),
        ("<game/>", "begins with game-box"),
        (BOX[:300], "line"),
    ],
    ids=["many", "words", "number", "type", "doctype", "root", "cut"],
)
def test_a_bad_box_is_one_clear_error(tmp_path: Path, xml: str, message: str) -> None:
    with pytest.raises(ReadError, match=message) as caught:
        importers.read(box(tmp_path / "bad.ztb", xml))
    assert (caught.value.source.file, caught.value.source.entry) == ("bad.ztb", "game-box.xml")


@pytest.mark.parametrize(
    ("game", "message"),
    [
        (GAME.replace('id="3"', 'id="300"'), "piece 300 is not among"),
        (GAME.replace('id="3"', 'id="0"'), "piece 0 lies in two places"),
        (GAME.replace('x="402.50"', 'x="nan"'), "'x' wants a number"),
    ],
    ids=["unknown", "twice", "nan"],
)
def test_a_bad_game_is_one_clear_error(tmp_path: Path, game: str, message: str) -> None:
    module = module_of(box(tmp_path / "a.ztb"))
    (tmp_path / "bad.zts").write_text(game, encoding="utf-8")
    with pytest.raises(CorruptFile, match=message):
        importers.read(tmp_path / "bad.zts", module)


def test_an_entry_that_leads_out_of_the_box_is_refused(tmp_path: Path) -> None:
    path = box(tmp_path / "a.ztb")
    with zipfile.ZipFile(path, "a") as archive:
        archive.writestr("../outside.png", b"x")
    with pytest.raises(UnsafeFile, match="leads elsewhere"):
        importers.read(path)


def test_a_scan_that_claims_too_much_is_not_believed(tmp_path: Path) -> None:
    png = io.BytesIO()
    Image.new("1", (4, 4)).save(png, "PNG")
    huge = png.getvalue()[:16] + (60000).to_bytes(4, "big") * 2 + png.getvalue()[24:]
    read = importers.read(box(tmp_path / "a.ztb", map_png=huge))
    assert any(note.kind is NoteKind.MISSING and "map.png" in note.text for note in read.notes)
