"""What a file of ours says of itself: it survives renaming and packing again, and no longer holds once somebody worked on."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest
from PIL import Image

from adjudicator import marks
from adjudicator.marks import OutputKind, OutputMark

ORIGIN = "ab" * 32


def packed(path: Path, mark: OutputMark | None, entries: dict[str, bytes]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in entries.items():
            archive.writestr(name, content)
        if mark:
            marks.put_in_zip(archive, mark)
    return path


@pytest.mark.parametrize("kind", OutputKind)
def test_a_zip_says_what_it_is_under_any_name(tmp_path: Path, kind: OutputKind) -> None:
    path = packed(tmp_path / "a.vlog", OutputMark(kind, ORIGIN), {"savedGame": b"x" * 1000, "moduledata": b"y"})
    renamed = path.rename(tmp_path / "my turn.vsav")
    assert marks.mark_of(renamed) == kind.value
    assert marks.read_mark(renamed) == OutputMark(kind, ORIGIN)


def test_a_zip_packed_again_keeps_its_mark_and_one_that_was_changed_does_not(tmp_path: Path) -> None:
    path = packed(tmp_path / "a.vmod", OutputMark(OutputKind.MODULE), {"buildFile.xml": b"<a/>", "images/a.png": b"1"})
    with zipfile.ZipFile(path) as archive:
        entries = {name: archive.read(name) for name in reversed(archive.namelist())}
    assert marks.mark_of(packed(tmp_path / "again.zip", None, entries)) == "module"
    assert marks.mark_of(packed(tmp_path / "b.vmod", None, {**entries, "buildFile.xml": b"<b/>"})) is None
    assert marks.mark_of(packed(tmp_path / "c.vmod", None, {**entries, "images/b.png": b"2"})) is None


def test_what_stands_for_a_file_does_not_ask_for_its_mark(tmp_path: Path) -> None:
    entries = {"savedGame": b"x", "savedata": b"y"}
    plain = packed(tmp_path / "a.vsav", None, entries)
    assert marks.contents(plain) == marks.contents(
        packed(tmp_path / "b.vsav", OutputMark(OutputKind.CONVERTED), entries)
    )
    assert marks.contents(plain) != marks.contents(packed(tmp_path / "c.vsav", None, {"savedGame": b"z"}))


def test_a_picture_says_what_it_is_and_shows_the_same(tmp_path: Path) -> None:
    whole, out = tmp_path / "a.png", io.BytesIO()
    image = Image.new("RGB", (300, 200), (3, 90, 200))
    image.save(whole)
    marks.put_in_png(whole, OutputMark(OutputKind.PICTURE))
    image.save(out, "PNG")
    (tmp_path / "b.png").write_bytes(marks.png_marked(out.getvalue(), OutputMark(OutputKind.PICTURE)))
    for path in (whole, tmp_path / "b.png"):
        assert marks.mark_of(path) == "picture"
        with Image.open(path) as shown:
            assert shown.convert("RGB").tobytes() == image.tobytes()


def test_a_picture_cut_short_is_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "a.png"
    path.write_bytes(b"\x89PNG\r\n\x1a\n1234567890")
    marks.put_in_png(path, OutputMark(OutputKind.PICTURE))
    assert path.read_bytes() == b"\x89PNG\r\n\x1a\n1234567890"


@pytest.mark.parametrize("told", [marks.as_comment, marks.as_line])
def test_a_text_says_what_it_is_at_its_end(tmp_path: Path, told: object) -> None:
    path = tmp_path / "a.txt"
    path.write_text("long\n" * 9000 + told(OutputMark(OutputKind.REPORT, ORIGIN)))  # type: ignore[operator]
    assert marks.read_mark(path) == OutputMark(OutputKind.REPORT, ORIGIN)


def test_a_document_of_a_game_is_ours_until_somebody_changes_it(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    data = marks.sealed(f'{{"made_by":"{marks.unsealed(OutputMark(OutputKind.CONVERTED, ORIGIN))}","x":1}}'.encode())
    path.write_bytes(data)
    assert marks.read_mark(path) == OutputMark(OutputKind.CONVERTED, ORIGIN)
    path.write_bytes(data.replace(b'"x":1', b'"x":2'))
    assert marks.mark_of(path) is None


def test_a_document_that_only_speaks_of_our_files_is_not_ours(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_text(f'{{"chat":"{OutputMark(OutputKind.JUDGED)}"}}')
    assert marks.mark_of(path) is None
    path.write_text(f'{{"chat":"{marks.unsealed(OutputMark(OutputKind.JUDGED))}"}}')
    assert marks.mark_of(path) is None


@pytest.mark.parametrize("data", [b"", b"PK\x03\x04", b"PK\x03\x04" + b"\0" * 400, b"{", b"\xff" * 99999])
def test_what_cannot_be_read_has_no_mark(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "a"
    path.write_bytes(data)
    assert marks.mark_of(path) is None
    assert marks.mark_of(tmp_path) is None
    assert marks.mark_of(tmp_path / "none") is None


def test_every_broken_sample_has_no_mark() -> None:
    for path in sorted((Path(__file__).parents[2] / "fixtures" / "broken").rglob("*")):
        assert marks.mark_of(path) is None
