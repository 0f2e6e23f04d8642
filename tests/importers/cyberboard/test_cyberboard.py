"""CyberBoard boxes, scenarios, games and move files: every record, both versions, damaged files."""

from __future__ import annotations

import io
import struct
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from adjudicator import importers
from adjudicator.errors import CorruptFile, ReadError, UnsafeFile, UnsupportedVersion
from adjudicator.importers.cyberboard.box import read_box
from adjudicator.importers.cyberboard.drawings import DrawObjectType
from adjudicator.importers.cyberboard.game import read_game
from adjudicator.importers.cyberboard.layout import cell_centre, cell_corner, read_grid
from adjudicator.importers.cyberboard.moves import RecordType, read_moves
from adjudicator.importers.cyberboard.pictures import CyberBoardPictures, picture_of
from adjudicator.model.events import Alter, Carried, Move, Place, Remove, Say
from adjudicator.notes import NoteKind
from tests.importers.cyberboard import builder
from tests.importers.cyberboard.builder import V3, V4

VERSIONS = pytest.mark.parametrize("version", [(3, 0), V3, (3, 90), V4], ids=lambda v: f"{v[0]}.{v[1]}")
BOTH = pytest.mark.parametrize("version", [V3, V4], ids=["3.10", "4.0"])


def put(folder: Path, name: str, data: bytes) -> Path:
    path = folder / name
    path.write_bytes(data)
    return path


def colour_at(png: bytes | None, x: int, y: int) -> tuple[int, ...]:
    assert png is not None
    pixel = Image.open(io.BytesIO(png)).convert("RGBA").getpixel((x, y))
    assert isinstance(pixel, tuple)
    return pixel


def test_letters_of_an_absurd_size_are_left_out_and_the_board_is_drawn() -> None:
    box = read_box(builder.box(V4))
    board = box.boards[0]
    written = next(shape for shape in board.over if shape.kind is DrawObjectType.TEXT)
    absurd = replace(written, text="M" * 40, font=(60_000, *written.font[1:]))
    bare, damaged = replace(board, over=()), replace(board, over=(absurd,))
    drawn = [CyberBoardPictures(replace(box, boards=(each,))).read(picture_of(each)) for each in (bare, damaged)]
    assert drawn[0] is not None
    assert drawn[0] == drawn[1]


@VERSIONS
def test_a_box_reads_to_its_last_byte(version: tuple[int, int]) -> None:
    box = read_box(builder.box(version))
    assert (box.title, box.identity, box.left_over) == ("Steppe", 0xB0C5, 0)
    assert [kind.sides for kind in box.pieces] == [(0, 1), (2,), ()]
    assert [mark.tile for mark in box.marks] == [2]
    assert box.texts["piece:0:1"] == "1st Corps (reduced)" and box.texts["mark:0"] == "Out of supply"
    assert [group.name for group in (*box.tile_sets, *box.piece_sets, *box.mark_sets)] == [
        "Counters",
        "Red army",
        "Status",
    ]


@BOTH
def test_a_board_keeps_each_kind_of_drawing_and_cell(version: tuple[int, int]) -> None:
    board = read_box(builder.box(version)).boards[0]
    assert [shape.kind for shape in board.under] == list(DrawObjectType)[:7] == [shape.kind for shape in board.over]
    assert board.under[4].text == "Moskva" and board.under[5].points == ((0, 0), (9, 0), (9, 9))
    assert board.cells is not None
    assert board.cells.tiles[:3] == (2, None, None) and board.cells.colours[1:3] == (0x00C000, 0xFF000000)


@BOTH
def test_pictures_are_cut_and_drawn(tmp_path: Path, version: tuple[int, int]) -> None:
    module = importers.read(put(tmp_path, "steppe.gbx", builder.box(version))).module
    assert module is not None
    assert colour_at(module.image("tile-0.png"), 3, 3) == (255, 0, 0, 255)
    assert colour_at(module.image("tile-2.png"), 3, 3) == (0, 0, 255, 255)
    board = module.maps[0].boards[0]
    assert Image.open(io.BytesIO(module.image(board.image) or b"")).size == board.size
    assert module.image("tile-3.png") is None and module.image("../etc/passwd") is None


@pytest.mark.parametrize("inverted", [(0, 0), (1, 0), (0, 1), (1, 1)])
@pytest.mark.parametrize("style", range(6))
@pytest.mark.parametrize("stagger", [0, 1])
@pytest.mark.parametrize("kind", range(5))
def test_cells_are_called_as_the_program_calls_them(
    kind: int, stagger: int, style: int, inverted: tuple[int, int]
) -> None:
    offsets = (2, 5)
    board = read_box(
        builder.box(V3, kind=kind, stagger=stagger, style=style, offsets=offsets, inverted=inverted)
    ).boards[0]
    grid, cells = read_grid(board), board.cells
    assert grid is not None and cells is not None
    across, down = cell_centre(cells)
    for row in range(cells.rows):
        for column in range(cells.columns):
            left, top = cell_corner(cells, row, column)
            r = (cells.rows - row - 1 if inverted[0] else row) + offsets[0] + 1
            c = (cells.columns - column - 1 if inverted[1] else column) + offsets[1] + 1
            letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
            expected = (
                f"{r}, {c}",
                f"{c}, {r}",
                f"{r:02}{c:02}",
                f"{c:02}{r:02}",
                f"{letters[r - 1]}{c}",
                f"{letters[c - 1]}{r}",
            )[style]
            assert grid.location(left + across, top + down) == expected


@VERSIONS
def test_a_scenario_puts_pieces_on_boards_and_in_trays(tmp_path: Path, version: tuple[int, int]) -> None:
    put(tmp_path, "steppe.gbx", builder.box(version))
    read = importers.read(put(tmp_path, "clash.gsn", bytes(builder.scenario(version).data)))
    state, module = read.state, read.module
    assert state is not None and module is not None and read.kind == "save"
    assert module.sides == ("Red", "Blue")
    corps, reserve, mark = (
        state.counters["piece:0"],
        state.counters["piece:1"],
        state.counters[f"object:{_mark_id(version)}"],
    )
    assert (corps.name, corps.spot.map, corps.spot.x, corps.spot.y) == ("1st Corps", "Steppe map", 100, 100)
    assert corps.spot.location == "0302" and corps.angles == (60.0,)
    assert corps.properties == {"owner": "Red", "side": "0", "locked": "true"}
    assert state.stacks[reserve.stack].deck is not None and state.stacks[reserve.stack].members == ("piece:1",)
    assert reserve.spot.location == "Reserves" and mark.angles == (90.0,)
    assert "piece:2" not in state.counters
    assert {note.kind for note in read.notes} == {NoteKind.LOST}


def _mark_id(version: tuple[int, int]) -> str:
    return f"{(2 << 60 | 0x77) if version >= V4 else (2 << 28 | 0x77):x}"


@BOTH
def test_every_move_record_becomes_an_event(tmp_path: Path, version: tuple[int, int]) -> None:
    put(tmp_path, "steppe.gbx", builder.box(version))
    read = importers.read(put(tmp_path, "clash.gam", builder.game(version)))
    log = read.log
    assert log is not None and read.kind == "log"
    kinds = {type(event) for step in log.steps for event in step.events}
    assert {Say, Move, Alter, Place, Remove, Carried} <= kinds
    assert all(step.source.offset for step in log.steps[:-1])
    moved = log.state_at(len(log.steps) - 1)
    corps = moved.counters["piece:0"]
    assert (corps.spot.x, corps.spot.y, corps.name, corps.levels, corps.angles) == (
        137,
        81,
        "1st Corps (reduced)",
        (1,),
        (120.0,),
    )
    assert corps.properties == {"owner": "Blue", "side": "1", "text": "Dug in"}
    assert moved.counters["piece:1"].stack == "tray:0"
    assert f"object:{_mark_id(version)}" not in moved.counters
    assert not [note for note in read.notes if "left out" in note.text and "record" in note.text]
    ended = log.state_at(len(log.steps))
    assert (ended.counters["piece:0"].spot.x, ended.counters["piece:0"].levels) == (100, (-1,))


def test_the_records_cover_the_whole_list_of_the_program() -> None:
    records = read_moves(builder.moves(V4)).moves.records
    assert {record.act for record in records} == set(RecordType)


@pytest.mark.parametrize(("version", "wide_times"), [(V3, False), ((3, 90), True), (V4, True)])
def test_a_move_file_reads_whichever_clock_wrote_it(version: tuple[int, int], wide_times: bool) -> None:
    read = read_moves(builder.moves(version, wide_times))
    assert (read.moves.title, len(read.moves.records), read.left_over) == ("Turn 1", 17, 0)


def test_a_move_file_needs_no_box(tmp_path: Path) -> None:
    read = importers.read(put(tmp_path, "turn.gmv", builder.moves(V4)))
    assert read.log is not None and read.log.state_at(len(read.log.steps)).counters["piece:0"].spot.x == 137
    assert any(note.kind is NoteKind.MISSING for note in read.notes)


@BOTH
def test_passwords_stay_behind(tmp_path: Path, version: tuple[int, int]) -> None:
    game = read_game(builder.game(version))
    assert str(0xDEADBEEF) not in repr(game) and "deadbeef" not in repr(game)
    assert "PPPP" not in repr(read_box(builder.box(version)))


def test_another_game_s_box_is_refused(tmp_path: Path) -> None:
    other = bytearray(builder.box(V3))
    other[18:22] = struct.pack("<I", 1)
    box = importers.read(put(tmp_path, "other.gbx", bytes(other))).module
    with pytest.raises(ReadError, match="belongs to game box 0000b0c5"):
        importers.read(put(tmp_path, "clash.gsn", bytes(builder.scenario(V3).data)), box)


def test_bytes_behind_the_last_record_are_confessed(tmp_path: Path) -> None:
    read = importers.read(put(tmp_path, "steppe.gbx", builder.box(V3) + b"more"))
    assert [note.text for note in read.notes] == ["4 bytes follow the last record that is known; they are not read"]


@pytest.mark.parametrize(
    ("data", "error", "message"),
    [
        (b"GBOX\x05\x00\x04\x00", UnsupportedVersion, "file version 5.00"),
        (b"GBOX\x02\x5b\x04\x00", UnsupportedVersion, "file version 2.91"),
        (b"GBOX\x03", CorruptFile, "1 bytes are wanted here, 0 are left"),
        (builder.box(V3).replace(b"Moskva", b"Moskv"), CorruptFile, "are wanted|are promised|no drawn object"),
        (builder.moves(V3)[:60] + b"\xff" * 40, CorruptFile, "are wanted|are promised"),
    ],
    ids=["newer", "older", "header", "string", "record"],
)
def test_a_damaged_file_is_one_clear_error(tmp_path: Path, data: bytes, error: type[ReadError], message: str) -> None:
    with pytest.raises(error, match=message) as caught:
        importers.read(put(tmp_path, "bad.gbx", data))
    assert caught.value.source.file == "bad.gbx" and caught.value.source.offset is not None


@BOTH
@pytest.mark.parametrize("make", [builder.box, builder.game, builder.moves], ids=["box", "game", "moves"])
def test_wherever_a_file_ends_early_it_says_so(tmp_path: Path, make: object, version: tuple[int, int]) -> None:
    data = make(version)  # type: ignore[operator]
    for length in range(4, len(data) - 12, 7):
        with pytest.raises(ReadError) as caught:
            importers.read(put(tmp_path, "cut.bin", data[:length]))
        assert caught.value.source.offset is not None


def test_a_promise_of_more_than_there_is_costs_nothing() -> None:
    data = bytearray(builder.box(V4))
    at = data.index(b"Counters") + len("Counters")
    data[at : at + 8] = struct.pack("<Q", 1 << 60)
    with pytest.raises(CorruptFile, match="are promised"):
        read_box(bytes(data))


def test_a_bitmap_bomb_is_refused() -> None:
    data = builder.box(V3)
    size = struct.pack("<I", 40 + 12 + 60 * 60 | 0x80000000)
    assert size in data
    with pytest.raises(UnsafeFile, match="more than 600 MB"):
        read_box(data.replace(size, struct.pack("<I", 0x7FFFFFFF | 0x80000000)))


@settings(max_examples=60, deadline=None)
@given(st.integers(4, 2000), st.integers(0, 255), st.sampled_from([V3, V4]))
def test_any_byte_may_be_wrong(
    tmp_path_factory: pytest.TempPathFactory, at: int, value: int, version: tuple[int, int]
) -> None:
    data = bytearray(builder.game(version))
    data[at % len(data)] = value
    try:
        read_game(bytes(data))
    except ReadError as error:
        assert error.message
