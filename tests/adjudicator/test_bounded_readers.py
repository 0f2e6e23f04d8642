"""What would be read for as long as it likes: packs, theatres, notation, cases, answers, journals, stores, images."""

from __future__ import annotations

import io
import json
import os
import shutil
import struct
import tracemalloc
import zipfile
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace

import pyarrow as pa
import pytest
from PIL import Image

from adjudicator import budget, marks
from adjudicator.batch.store import DAMAGED, SCHEMA, Store, sealed
from adjudicator.editing.foreign import read_json
from adjudicator.errors import AdjudicatorError, CorruptFile, NotationError, UnsafeFile
from adjudicator.exporters import board_rows
from adjudicator.exporters.pictures import decoded
from adjudicator.game import shared_packs
from adjudicator.game.cases import try_cases
from adjudicator.game.digests import file_digest
from adjudicator.game.interview.record import read_record
from adjudicator.game.keep import read_own
from adjudicator.game.maps.tracing import _read, _replayed, _sheet_of
from adjudicator.languages import catalogue
from adjudicator.marks import contents
from adjudicator.model.hexes import Hex
from adjudicator.model.move_notation import parse_moves
from adjudicator.model.notation import parse_position
from adjudicator.model.theatre import Numbering
from adjudicator.packs.drafting.numbers import _fitted
from adjudicator.packs.load import PackTraits, load_pack, load_theatre_for
from adjudicator.packs.sharing import MANIFEST
from tests.adjudicator.test_budget import _no_collector

__all__ = ["_no_collector"]

LINES = 40_000


def _pack(folder: Path) -> Path:
    return shutil.copytree(load_pack("two_rivers").folder, folder / "two_rivers")


def _units(folder: Path) -> None:
    units = (f'[[unit]]\nid = "fr.x{number}"\nside = "fr"\nkind = "inf"\nfaces = [{{}}]\n' for number in range(LINES))
    (_pack(folder) / "units.toml").write_text("".join(units), encoding="utf-8")
    load_pack(folder / "two_rivers")


def _roster(folder: Path) -> None:
    _bind(folder)
    PackTraits.read(folder / "two_rivers")


def _bind(folder: Path) -> None:
    lines = (f'[[counters]]\nunit = "fr.1inf"\nslot = "{number}"\n' for number in range(LINES))
    text = f'module = "x"\n{"".join(lines)}'
    (_pack(folder) / "bindings" / "vassal.toml").write_text(text, encoding="utf-8")


def _hexes(folder: Path) -> None:
    pack = load_pack(_pack(folder))
    theatre = folder / "two_rivers" / "theatres" / "valley"
    (theatre / "hexes.txt").write_text("# nothing\n" * 2_000_000, encoding="utf-8")
    load_theatre_for(pack, theatre)


def _hexsides(folder: Path) -> None:
    pack = load_pack(_pack(folder))
    theatre = folder / "two_rivers" / "theatres" / "valley"
    (theatre / "hexsides.txt").write_text("# nothing\n" * 2_000_000, encoding="utf-8")
    load_theatre_for(pack, theatre)


def _position(_: Path) -> None:
    pack = load_pack("two_rivers")
    text = "\n".join(f"0805: fr.1inf#{number}" for number in range(LINES))
    parse_position(text, pack, load_theatre_for(pack, "valley"))


def _moves(_: Path) -> None:
    pack = load_pack("two_rivers")
    parse_moves(["fr.1inf 0805-0806"] * LINES, pack, load_theatre_for(pack, "valley"))


def _cases(folder: Path) -> None:
    path = folder / "cases.toml"
    line = "0805: " + ", ".join(f"fr.1inf#{number}" for number in range(LINES))
    path.write_text(f'[[case]]\nid = "1"\ntitle = "a"\ngiven = ["{line}"]\n', encoding="utf-8")
    (tried,) = try_cases("two_rivers", path)
    raise UnsafeFile(tried.wrong[0])


def _answers(folder: Path) -> None:
    (folder / "rules_answers.toml").write_text("".join(f"[q{number}]\nno = true\n" for number in range(4 * LINES)))
    read_record(folder)


def _journal(folder: Path) -> None:
    pack = _pack(folder)
    texts = _read(pack / "theatres" / "valley")
    first = {"theatre": texts.theatre, "hexes": texts.hexes, "hexsides": texts.hexsides, "record": ""}
    lines = [json.dumps(first), *(['{"stroke":"a","changes":{"terrain:0101":"woods"}}'] * LINES)]
    path = folder / "tracing-undo.jsonl"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    _replayed(path, texts)


def _sheet(folder: Path) -> None:
    _pack(folder)
    hexes = folder / "two_rivers" / "theatres" / "valley" / "hexes.txt"
    hexes.write_text("".join(f"{number:07} clear\n" for number in range(10 * LINES)), encoding="utf-8")
    _sheet_of(_read(hexes.parent))


def _manifest(folder: Path) -> None:
    path = folder / "a.zip"
    files = ",".join(['{"path":"a","bytes":1,"sha256":""}'] * 10 * LINES)
    told = f'{{"id":"a","title":"a","licence":"MIT","files":[{files}]}}'
    with zipfile.ZipFile(path, "w", zipfile.ZIP_STORED) as archive:
        archive.writestr(MANIFEST, told)
    shared_packs.add(path)


def _sparse(read: Callable[[Path], object]) -> Callable[[Path], None]:
    def reading(folder: Path) -> None:
        path = folder / "a.vsav"
        with path.open("wb") as file:
            file.truncate(1 << 40)
        read(path)

    return reading


LONG: dict[str, Callable[[Path], object]] = {
    "units": _units,
    "roster": _roster,
    "hexes": _hexes,
    "hexsides": _hexsides,
    "position": _position,
    "moves": _moves,
    "cases": _cases,
    "answers": _answers,
    "journal": _journal,
    "sheet": _sheet,
    "manifest": _manifest,
    "digest": _sparse(file_digest),
    "mark": _sparse(contents),
}


# A reader that is broken off in the middle of listing a folder leaves the listing to the collector.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.usefixtures("_no_collector")
@pytest.mark.parametrize("name", LONG)
def test_no_reader_takes_all_the_time_it_likes(name: str, tmp_path: Path) -> None:
    load_theatre_for(load_pack("two_rivers"), "valley")  # which is no part of any file's time
    with budget.allowed(seconds=0.1), pytest.raises(UnsafeFile, match=r"seconds; --file-seconds|MB of memory"):
        LONG[name](tmp_path)


# Notation


@pytest.mark.parametrize(
    "line", ['say "abc', "say {", 'say "a" b', "roll ²: x", f"roll {'9' * 5000}: x", "roll 3 -: x", 'roll 3: "x']
)
def test_a_line_that_is_none_is_one_error(line: str) -> None:
    pack = load_pack("two_rivers")
    theatre = load_theatre_for(pack, "valley")
    if line == "say {":
        assert parse_moves(line, pack, theatre)[0].text == "{"
        return
    with pytest.raises(NotationError):
        parse_moves([line], pack, theatre)


@pytest.mark.parametrize(
    "line",
    [
        f"fr.1inf {'[ ' * 300_000}",
        f"fr.1inf 0805-0806{' a=b' * 300_000}",
        f"demolish {'0-' * 300_000}: fr.1inf",
        f"{' # ' * 300_000}\n0805: x",
        f"0805: fr.1inf{' # ' * 300_000}x",
    ],
    ids=["box", "values", "hexside", "comment", "remark"],
)
def test_a_long_line_is_read_at_once(line: str) -> None:
    pack = load_pack("two_rivers")
    theatre = load_theatre_for(pack, "valley")
    with budget.allowed(seconds=5):
        try:
            parse_moves([line], pack, theatre)
        except UnsafeFile:
            raise
        except AdjudicatorError:
            return


def test_comments_end_where_they_did() -> None:
    pack = load_pack("two_rivers")
    theatre = load_theatre_for(pack, "valley")
    lines = "# all\nfr.1inf 0805-0806 # why\nfr.1inf#2 0805-0806\nfr.1inf 0805-0806 #\n"
    assert [each.units[0].id for each in parse_moves(lines, pack, theatre)] == ["fr.1inf", "fr.1inf#2", "fr.1inf"]


def test_numbers_of_hexes_have_few_digits() -> None:
    found = SimpleNamespace(at=Hex(1, 1))
    group = SimpleNamespace(prefix="", numbers={f"{'0' * 11}1.{'0' * 11}1": found})
    assert _fitted([group], sideways=False) is None  # type: ignore[list-item]
    with pytest.raises(ValueError, match="less than or equal to 9"):
        Numbering(digits=(2, 1_000_000_000))


def test_a_hex_number_of_thousands_of_digits_is_none() -> None:
    with pytest.raises(NotationError, match="no hex number of this map"):
        Numbering().parse("9" * 5000)


# Images


def _tiled() -> bytes:
    """Ten by ten pixels in a tile of 300 million."""
    packed = zlib.compress(bytes(1000), 9)
    wide = ((256, 10), (257, 10), (258, 8), (259, 8), (262, 1), (277, 1), (322, 30_000), (323, 10_000), (324, 8))
    tags = b"".join(struct.pack("<HHII", tag, 4, 1, value) for tag, value in (*wide, (325, len(packed))))
    return b"II*\0" + struct.pack("<I", 8 + len(packed)) + packed + struct.pack("<H", 10) + tags + bytes(4)


def _scanned() -> bytes:
    """A picture that grows clear in a thousand steps."""
    out = io.BytesIO()
    Image.new("L", (64, 64), 128).save(out, "JPEG", progressive=True)
    data = out.getvalue()
    last = data[data.rindex(b"\xff\xda") : -2]
    return data[:-2] + last * 1000 + data[-2:]


def _webp() -> bytes:
    out = io.BytesIO()
    Image.new("RGB", (6500, 6500)).save(out, "WEBP", lossless=True, method=0)
    return out.getvalue()


@pytest.mark.parametrize("made", [_tiled, _scanned, _webp])
def test_an_image_is_not_decoded_beyond_what_it_may_take(made: Callable[[], bytes]) -> None:
    data = made()
    assert len(data) < 100_000
    with pytest.raises(UnsafeFile):
        decoded(data, 0.5)


@pytest.mark.parametrize(("width", "height"), [(9, 16_777_223), (40_000, 40_000), (1_000_000, 1)])
def test_a_board_has_no_more_pixels_than_its_file_can_hold(width: int, height: int, tmp_path: Path) -> None:
    out = io.BytesIO()
    Image.new("RGB", (9, 7)).save(out, "PNG")
    head = b"IHDR" + struct.pack(">II", width, height) + out.getvalue()[24:29]
    data = out.getvalue()[:12] + head + struct.pack(">I", zlib.crc32(head)) + out.getvalue()[33:]
    with pytest.raises(UnsafeFile, match="pixels"):
        board_rows.opened([data], tmp_path / "board")


def test_honest_images_are_decoded_as_before() -> None:
    for kind in ("PNG", "GIF", "JPEG", "BMP", "TIFF", "WEBP"):
        out = io.BytesIO()
        Image.new("RGB", (40, 30), (250, 0, 0)).save(out, kind, **({"progressive": True} if kind == "JPEG" else {}))
        assert decoded(out.getvalue(), 0.5).size == (20, 15)


# Texts


def test_one_wide_sign_widens_a_whole_text(tmp_path: Path) -> None:
    path = tmp_path / "state.json"
    for sign, fits in (("a", True), ("ä", True), ("я", True), ("🂡", False), ("\\ud83c\\udca1", False)):
        path.write_text(f'{{"a": "{"a" * 5_000_000}{sign}"}}', encoding="utf-8")
        with budget.allowed(megabytes=20):
            assert fits == (_read_json(path) is None)


def _read_json(path: Path) -> str | None:
    """Why a document is not read for its size."""
    try:
        read_json(path)
    except UnsafeFile as error:
        return str(error)
    return None


def test_what_a_mark_seals_is_not_copied(tmp_path: Path) -> None:
    path = tmp_path / "state.json"
    path.write_bytes(
        marks.sealed(b" " * 10_000_000 + marks.unsealed(marks.OutputMark(marks.OutputKind.SCRUBBED)).encode())
    )
    for read in (marks.read_mark, marks.contents):
        tracemalloc.start()
        assert read(path)
        assert tracemalloc.get_traced_memory()[1] < 12_000_000
        tracemalloc.stop()


# Translations, stores, settings of one's own


def test_translations_that_lie_on_one_another_are_counted() -> None:
    text, count = b"a" * 1_000_000, 1000
    head = struct.pack("<IIIIIII", 0x950412DE, 0, count, 28, 28 + 8 * count, 0, 28 + 16 * count)
    tables = [struct.pack("<II", len(text) - number, 28 + 16 * count + number) for number in range(count)]
    with pytest.raises(UnsafeFile, match="600 MB"):
        catalogue(head + b"".join(tables) * 2 + text)
    with pytest.raises(CorruptFile):
        catalogue(head[:20])


@pytest.fixture
def rows(tmp_path: Path) -> Iterator[list[object]]:
    """A store with one game whose row a small file makes of any size."""
    folder = tmp_path / "units" / "3f"
    folder.mkdir(parents=True)
    found: list[object] = []
    blank = dict.fromkeys(SCHEMA.names)
    row = {**blank, "unit": "a", "what": [""] * 5_000_000}
    (folder / f"3f{'0' * 30}.parquet").write_bytes(sealed(pa.Table.from_pylist([row], SCHEMA)))
    yield found


@pytest.mark.usefixtures("rows")
def test_a_row_does_not_unpack_to_more_than_it_may_take(tmp_path: Path) -> None:
    assert next(tmp_path.glob("units/*/*")).stat().st_size < 100_000
    store = Store(str(tmp_path))
    assert store.row(f"3f{'0' * 30}") is None
    (row,) = store.rows()
    assert (row["status"], row["unit"]) == (DAMAGED, str(next(tmp_path.glob("units/*/*"))))
    with budget.allowed(megabytes=4000):
        (row,) = store.rows(["unit"])
        assert row["unit"] == "a"


@pytest.mark.skipif(os.name == "nt", reason="no such files there")
def test_what_lies_in_a_store_and_is_no_file_keeps_nobody_waiting(tmp_path: Path) -> None:
    for name in ("units/3f", "content/ke"):
        (tmp_path / name).mkdir(parents=True)
    os.mkfifo(tmp_path / "units" / "3f" / f"3f{'0' * 30}.parquet")
    os.mkfifo(tmp_path / "content" / "ke" / "key")
    store = Store(str(tmp_path))
    assert store.row(f"3f{'0' * 30}") is None
    assert store.place_of("key") == ""


@pytest.mark.parametrize("text", ["[" * 100_000, "{", '{"games": ' + "[" * 100_000, "\x00"])
def test_own_settings_that_are_spoilt_are_none(text: str, tmp_path: Path) -> None:
    (tmp_path / "desk.json").write_text(text, encoding="utf-8")
    assert read_own(tmp_path / "desk.json") is None
