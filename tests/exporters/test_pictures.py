"""Images of every kind, told by content, and hostile ones refused."""

from __future__ import annotations

import io
import struct
import zlib

import pytest
from PIL import Image

from adjudicator.errors import CorruptFile, UnsafeFile
from adjudicator.exporters.foreign_svg import whole_svg
from adjudicator.exporters.pictures import decoded, kind_of, size_of


def encoded(kind: str) -> bytes:
    out = io.BytesIO()
    Image.new("RGB", (6, 4), "#336699").save(out, kind)
    return out.getvalue()


@pytest.mark.parametrize("kind", ["png", "jpeg", "gif", "bmp", "webp", "tiff"])
def test_bytes_decide_the_format(kind: str) -> None:
    data = encoded(kind)
    assert kind_of(data) == kind
    assert size_of(data) == (6, 4)
    assert decoded(data, 2.0).size == (12, 8)


def test_svg_is_drawn_at_the_size_asked_for() -> None:
    data = b'<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 20"><rect width="10" height="20"/>'
    data += b"</svg>"
    assert size_of(data) == (10, 20)
    assert decoded(data, 3.0).size == (30, 60)
    assert decoded(data).getpixel((5, 5)) == (0, 0, 0, 255)


def test_an_svg_reaches_no_file(tmp_path) -> None:  # type: ignore[no-untyped-def]
    secret = tmp_path / "secret.png"
    secret.write_bytes(encoded("png"))
    data = (
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:x="http://www.w3.org/1999/xlink" width="6" height="4">'
        f'<image width="6" height="4" x:href="{secret}"/><image width="6" height="4" href="{secret}"/></svg>'
    )
    assert decoded(data.encode()).getextrema()[3] == (0, 0)


def bomb() -> bytes:
    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", 60_000, 60_000, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(b"\0")) + chunk(b"IEND", b"")


@pytest.mark.parametrize(
    ("data", "error"),
    [
        (b"", CorruptFile),
        (b"hello", CorruptFile),
        (b"\x89PNG\r\n\x1a\n", CorruptFile),
        (encoded("png")[:40], CorruptFile),
        (encoded("gif")[:12], CorruptFile),
        (b"<svg", CorruptFile),
        (
            b'<!DOCTYPE a [<!ENTITY b "c">]><svg xmlns="http://www.w3.org/2000/svg" width="1e9" height="-1">&b;',
            CorruptFile,
        ),
        (b'<svg xmlns="http://www.w3.org/2000/svg" width="90000" height="90000"/>', UnsafeFile),
        (bomb(), UnsafeFile),
    ],
)
def test_what_cannot_be_drawn_is_refused(data: bytes, error: type[Exception]) -> None:
    with pytest.raises(error):
        decoded(data)


SYMBOLS = b"""<svg xmlns="http://www.w3.org/2000/svg"><defs>
<linearGradient id="red"><stop stop-color="#ff0000"/></linearGradient>
<symbol id="infantry" viewBox="0 0 10 10"><rect width="10" height="10" fill="url(#red)"/></symbol></defs></svg>"""


def using(link: str) -> bytes:
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="10" height="10">'
        f'<use xlink:href="{link}" width="10" height="10"/></svg>'
    ).encode()


def test_an_svg_draws_from_another_entry_of_the_box() -> None:
    box = {"symbols.svg": SYMBOLS, "further.svg": using("symbols.svg#infantry")}
    assert decoded(using("symbols.svg#infantry"), source=box.get).getpixel((5, 5)) == (255, 0, 0, 255)
    assert decoded(using("further.svg"), source=box.get).getpixel((5, 5)) == (255, 0, 0, 255)


def test_only_what_is_used_of_another_entry_is_taken_in() -> None:
    others = "".join(f'<symbol id="other-{number}"><rect/></symbol>' for number in range(100))
    box = {"symbols.svg": SYMBOLS.replace(b"</defs>", others.encode() + b"</defs>")}
    root = whole_svg(using("symbols.svg#infantry"), box.get)
    assert sorted(named for each in root.iter("*") if (named := each.get("id"))) == [
        "entry-1",
        "entry-1-infantry",
        "entry-1-red",
    ]


def test_a_used_part_looks_as_its_entry_says() -> None:
    style = b"<style>.side { fill: #00ff00 }</style>"
    part = b'<g id="all"><rect id="guard" class="side" width="10" height="10"/></g>'
    entry = b'<svg xmlns="http://www.w3.org/2000/svg" id="sheet" width="10" height="10">' + style + part + b"</svg>"
    for link in ("sheet.svg", "sheet.svg#sheet", "sheet.svg#all", "sheet.svg#guard"):
        assert decoded(using(link), source={"sheet.svg": entry}.get).getpixel((5, 5)) == (0, 255, 0, 255), link


def test_what_is_not_in_the_box_is_left_out() -> None:
    rest = using("absent.svg#x").replace(b"<use", b'<rect width="5" height="10" fill="#0000ff"/><use')
    assert decoded(rest, source={}.get).getpixel((2, 5)) == (0, 0, 255, 255)


def test_an_svg_of_which_nothing_is_left_is_told() -> None:
    with pytest.raises(CorruptFile, match="shows nothing"):
        decoded(using("absent.svg#x"), source={}.get)
    empty = b'<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>'
    assert decoded(empty).getbbox() is None


def test_entries_that_use_one_another_in_a_circle_end() -> None:
    box = {"one.svg": using("two.svg"), "two.svg": using("one.svg")}
    with pytest.raises(CorruptFile):
        decoded(using("one.svg"), source=box.get)


@pytest.mark.parametrize(
    "words",
    [
        '<text x="0" y="9" font-family="Arial" font-size="10">M</text>',
        '<text x="0" y="9" style="font-family:Times New Roman;font-size:10px">M</text>',
        '<text x="0" y="9" style="font:bold 10px Nimbus Sans L">M</text>',
        '<style>text { font-family: Helvetica; font-size: 10px }</style><text x="0" y="9">M</text>',
    ],
)
def test_text_in_fonts_that_are_not_there_is_drawn_in_ours(words: str) -> None:
    data = f'<svg xmlns="http://www.w3.org/2000/svg" width="12" height="12">{words}</svg>'
    assert decoded(data.encode()).getextrema()[3][1] > 200
