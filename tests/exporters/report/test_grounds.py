"""The ground of a map is made once: kept by all that it follows from, and made again where nothing can be kept."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image

from adjudicator.exporters.drawing import BoardSheet, Caption, Drawing, Layer
from adjudicator.exporters.png import to_image
from adjudicator.exporters.report import grounds
from adjudicator.exporters.report.grounds import strips_of
from adjudicator.exporters.report.sprites import STRIP_OVERLAP, STRIP_PIXELS, ground_strips
from adjudicator.own_folders import cache_folder

PLENTY = 1_000_000


@pytest.fixture(autouse=True)
def _own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ADJUDICATOR_HOME", str(tmp_path / "home"))


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[Drawing]:
    """What was made and not found."""
    found: list[Drawing] = []

    def counted(drawing: Drawing) -> Image.Image:
        found.append(drawing)
        return to_image(drawing)

    monkeypatch.setattr(grounds, "to_image", counted)
    return found


def ground(colour: str = "#203040", words: str = "0101", image: bytes = b"") -> Drawing:
    sheet = BoardSheet(0, 0, 90, 60, image=(lambda: [image]) if image else None, colour=colour)
    return Drawing((0, 0, 90, 60), sheets=(sheet,), layers=(Layer("numbers", (Caption(40, 30, words, 9.0),)),))


def test_a_ground_is_made_once(made: list[Drawing]) -> None:
    first, second = (strips_of(ground(), PLENTY) for _ in range(2))
    assert first == second == ground_strips(to_image(ground()), PLENTY)
    assert len(made) == 1


def test_another_board_number_size_or_image_is_another_ground(made: list[Drawing], tmp_path: Path) -> None:
    bodies = []
    for colour in ("red", "blue"):
        Image.new("RGB", (90, 60), colour).save(tmp_path / "board.png")
        bodies.append((tmp_path / "board.png").read_bytes())
    several = (
        ground(),
        ground("#203041"),
        ground(words="0102"),
        replace(ground(), scale=2.0),
        *(ground(image=body) for body in bodies),
    )
    assert len({strips_of(each, PLENTY)[0][1] for each in several}) == len(made) == len(several)


def test_words_in_fonts_of_this_machine_are_made_again(made: list[Drawing]) -> None:
    for _ in range(2):
        strips_of(ground(words="第一"), PLENTY)
    assert len(made) == 2


def test_what_nothing_can_be_kept_of_is_made_again(made: list[Drawing]) -> None:
    cache_folder().parent.mkdir(parents=True, exist_ok=True)
    cache_folder().write_text("no folder")
    assert strips_of(ground(), PLENTY) == strips_of(ground(), PLENTY)
    assert len(made) == 2


def test_strips_lie_over_each_other_and_cover_the_map() -> None:
    wide, high = 1000, 2 * STRIP_PIXELS // 1000 + 300
    strips = ground_strips(Image.linear_gradient("L").resize((wide, high)).convert("RGB"), PLENTY)
    rows = STRIP_PIXELS // wide
    assert [round(top * wide) for top, _ in strips] == [0, rows, 2 * rows]
    assert STRIP_OVERLAP > 0
    assert all(data.startswith("data:image/webp;base64,") for _, data in strips)
