"""SVG images are drawn once: kept by all that their pixels follow from, and drawn again where nothing can be kept."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from adjudicator.exporters import drawn_apart, drawn_before
from adjudicator.exporters.box_images import BoxImages
from adjudicator.exporters.drawn_before import DrawnBefore
from adjudicator.exporters.foreign_svg import digest_of, no_image
from adjudicator.own_folders import cache_folder

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="8" height="8">'
USES = f'{HEAD}<use xlink:href="symbols.svg#a"/></svg>'.encode()
RED, BLUE = (
    f'{HEAD}<defs><rect id="a" width="8" height="8" fill="{colour}"/></defs></svg>'.encode()
    for colour in ("#ff0000", "#0000ff")
)


@pytest.fixture(autouse=True)
def _own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ADJUDICATOR_HOME", str(tmp_path / "home"))


@pytest.fixture
def drawings(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What was drawn and not found."""
    found: list[str] = []
    draw = drawn_apart.draw

    def counted(markup: str, asked: dict[str, object]) -> bytes:
        found.append(markup)
        return draw(markup, asked)

    monkeypatch.setattr(drawn_apart, "draw", counted)
    return found


def colour(entries: dict[str, bytes], name: str = "a.svg", scale: float = 1.0) -> object:
    image = BoxImages(entries.get, scale).get(name)
    assert image is not None
    return image.getpixel((4, 4))


def test_an_image_is_drawn_once_at_each_size(drawings: list[str]) -> None:
    entries = {"a.svg": USES, "symbols.svg": RED}
    assert colour(entries) == colour(entries) == colour(entries, scale=2.0) == (255, 0, 0, 255)
    assert len(drawings) == 2


def test_another_sheet_of_symbols_is_another_image(drawings: list[str]) -> None:
    assert colour({"a.svg": USES, "symbols.svg": RED}) == (255, 0, 0, 255)
    assert colour({"a.svg": USES, "symbols.svg": BLUE}) == (0, 0, 255, 255)
    assert len(drawings) == 2


@pytest.mark.parametrize(
    "hidden",
    [
        USES.replace(b"symbols.svg", b"symbols&#46;svg"),
        b'<?xml version="1.0" encoding="utf-7"?>' + USES,
        b'<!DOCTYPE svg [<!ENTITY s "symbols.svg">]>' + USES,
        USES.decode().encode("utf-16"),
        USES.replace(b"symbols", "sýmbols".encode()),
    ],
)
def test_what_may_hide_what_it_draws_from_is_not_kept(hidden: bytes) -> None:
    assert digest_of(USES, no_image) is not None
    assert digest_of(hidden, no_image) is None


@pytest.mark.parametrize(
    "linked", [b"href='symbols.svg#a'", b'href = "symbols.svg"', b'xlink:href="symbols.svg#it\'s"']
)
def test_links_of_any_form_count(linked: bytes) -> None:
    data = USES.replace(b'xlink:href="symbols.svg#a"', linked)
    assert digest_of(data, {"symbols.svg": RED}.get) != digest_of(data, {"symbols.svg": BLUE}.get)


def _damaged(file: Path) -> None:
    file.parent.mkdir(parents=True)
    file.write_bytes(b"SQLite format 3\0 and nothing that it has" * 200)


def _folder(file: Path) -> None:
    file.mkdir(parents=True)


def _no_folder(file: Path) -> None:
    file.parent.parent.mkdir(parents=True, exist_ok=True)
    shutil.rmtree(file.parent, ignore_errors=True)
    file.parent.write_bytes(b"")


@pytest.mark.parametrize("spoil", [_damaged, _folder, _no_folder])
def test_where_nothing_can_be_kept_it_is_drawn(spoil: Callable[[Path], None]) -> None:
    spoil(cache_folder() / drawn_before.NAME)
    assert colour({"a.svg": USES, "symbols.svg": RED}) == (255, 0, 0, 255)


def test_what_was_kept_first_makes_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drawn_before, "MOST_BYTES", 400_000)
    kept = DrawnBefore()
    for number in range(40):
        kept.put(b"%d" % number, bytes([number]) * 30_000)
    assert kept.get(b"39") == bytes([39]) * 30_000
    assert kept.get(b"0") is None
    assert sum(kept.get(b"%d" % number) is not None for number in range(40)) > 2
