"""SVG images made to hurt: drawn in time, or one error that a note tells; never a program that hangs."""

from __future__ import annotations

import io
import time

import pytest
from PIL import Image

from adjudicator import budget
from adjudicator.errors import CorruptFile, UnsafeFile
from adjudicator.exporters import pictures
from adjudicator.exporters.box_images import BoxImages

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="64" height="64">'
LAUGHS = '<g id="a0"><rect width="1" height="1"/></g>' + "".join(
    f'<g id="a{depth}">' + f'<use xlink:href="#a{depth - 1}"/>' * 10 + "</g>" for depth in range(1, 12)
)
PATTERNS = (
    '<pattern id="p0" width="1" height="1"><rect width="1" height="1"/></pattern>'
    + "".join(
        f'<pattern id="p{depth}" width="1" height="1" patternUnits="userSpaceOnUse">'
        + f'<rect width="1" height="1" fill="url(#p{depth - 1})"/>' * 10
        + "</pattern>"
        for depth in range(1, 10)
    )
    + '<rect width="64" height="64" fill="url(#p9)"/>'
)
TURBULENCE = (
    '<filter id="f" filterUnits="userSpaceOnUse" x="0" y="0" width="1000000000" height="1000000000">'
    '<feTurbulence baseFrequency="0.01" numOctaves="1000000"/></filter><rect width="9e8" height="9e8" filter="url(#f)"/>'
)
DASHES = '<path d="M0 0L1e9 0" stroke="red" stroke-width="1e9" stroke-dasharray="0.0000001 0.0000001"/>'


def svg(inside: str, head: str = HEAD) -> bytes:
    return f"{head}{inside}</svg>".encode()


@pytest.mark.parametrize("inside", ['<rect width="9" height="9"/>', TURBULENCE, DASHES, '<use xlink:href="#a0"/>'])
def test_what_can_be_drawn_is(inside: str) -> None:
    assert pictures.decoded(svg(inside)).size == (64, 64)


@pytest.mark.parametrize(
    ("inside", "why"),
    [
        (LAUGHS, "uses its parts more than 200000 times"),
        (PATTERNS, "more than 0.5 seconds to draw"),
        ('<g opacity="0.5">' * 200 + "<rect/>" + "</g>" * 200, "more than 1 MB of memory"),
    ],
)
def test_what_cannot_is_told_in_time(inside: str, why: str) -> None:
    began = time.monotonic()
    with budget.allowed(seconds=0.5, megabytes=1), pytest.raises(UnsafeFile, match=why):
        pictures.decoded(svg(inside))
    assert time.monotonic() - began < 10
    assert pictures.decoded(svg('<rect width="9" height="9"/>')).size == (
        64,
        64,
    )  # the next one has nothing to do with it


@pytest.mark.parametrize("size", ['width="1e999" height="2"', 'viewBox="0 0 1e308 1e308"', f'width="{"9" * 5000}"'])
def test_no_size_is_beyond_numbers(size: str) -> None:
    data = svg("<rect/>", HEAD.replace('width="64" height="64"', size))
    try:
        assert pictures.decoded(data).width <= 100
    except UnsafeFile as error:
        assert "pixels" in error.message
    assert max(pictures.size_of(data)) <= 1_000_000_000


def test_each_picture_has_its_own_time() -> None:
    with budget.allowed(seconds=60):
        assert pictures.decoded(svg("<rect/>")).size == (64, 64)
    with budget.allowed(seconds=0.5), pytest.raises(UnsafeFile, match=r"more than 0\.5 seconds"):
        pictures.decoded(svg(PATTERNS))
    assert pictures.decoded(svg("<rect/>")).size == (64, 64)


def test_slow_pictures_leave_no_time_for_others() -> None:
    images = BoxImages(lambda name: svg(PATTERNS if name == "slow.svg" else "<rect/>"), 1.0)
    with budget.allowed(seconds=1.1):
        assert images.get("slow.svg") is None
        assert images.get("quick.svg") is None
    assert [("slow.svg" in note.text, "others before it took" in note.text) for note in images.notes] == [
        (True, False),
        (False, True),
    ]


def test_a_picture_is_not_decoded_beyond_the_memory_that_it_may_take() -> None:
    out = io.BytesIO()
    Image.new("1", (2000, 1000)).save(out, "PNG")
    assert pictures.decoded(out.getvalue()).size == (2000, 1000)
    with budget.allowed(megabytes=8), pytest.raises(UnsafeFile, match="8 MB of memory"):
        pictures.decoded(out.getvalue())


def test_what_is_no_svg_is_told() -> None:
    with pytest.raises(CorruptFile, match="cannot be drawn"):
        pictures.decoded(b'<svg xmlns="http://other.example/" width="9" height="9"/>')
