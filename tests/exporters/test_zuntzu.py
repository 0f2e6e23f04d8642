"""ZunTzu boxes and scenarios written: read back they lose no more than the report says."""

from __future__ import annotations

import io
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from PIL import Image

from adjudicator import importers
from adjudicator.exporters import zuntzu
from adjudicator.exporters.losses import Aspect, Content, unaccounted
from adjudicator.model.counters import Spot
from adjudicator.model.state import GameState
from tests.exporters.states import contents
from tests.importers.zuntzu.boxes import box

SLOW = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


def back(path: Path) -> Content:
    read = importers.read(path)
    assert read.module is not None
    return Content(read.module, read.state or read.module.at_start)


@SLOW
@given(contents())
def test_any_game_in_a_box_loses_no_more_than_the_report_says(
    tmp_path_factory: pytest.TempPathFactory, content: Content
) -> None:
    path = tmp_path_factory.mktemp("ztb") / "out.ztb"
    report = zuntzu.export(content, path, "ours")
    after = back(path)
    assert unaccounted(report, content, after) == []
    assert after.state is not None
    assert len(after.state.counters) == report.after[Aspect.COUNTERS]


@SLOW
@given(contents())
def test_any_game_in_a_scenario_loses_no_more_than_the_report_says(
    tmp_path_factory: pytest.TempPathFactory, content: Content
) -> None:
    path = tmp_path_factory.mktemp("zts") / "out.zts"
    report = zuntzu.export(content, path, "ours")
    assert path.with_suffix(".ztb").exists()
    assert unaccounted(report, content, back(path)) == []


@SLOW
@given(contents())
def test_the_same_game_makes_the_same_bytes(tmp_path_factory: pytest.TempPathFactory, content: Content) -> None:
    folder = tmp_path_factory.mktemp("ztb")
    for name in ("one.ztb", "two.ztb"):
        zuntzu.export(content, folder / name)
    assert (folder / "one.ztb").read_bytes() == (folder / "two.ztb").read_bytes()


def test_a_scenario_of_a_box_is_written_back_against_it(tmp_path: Path) -> None:
    first = back(box(tmp_path / "steppe.ztb"))
    assert first.state is not None
    report = zuntzu.export(first, tmp_path / "again.zts")
    again = importers.read(tmp_path / "again.zts", importers.read(tmp_path / "steppe.ztb").module)
    assert again.state is not None and dict(again.state.counters) == dict(first.state.counters)
    assert unaccounted(report, first, Content(again.module, again.state)) == []
    assert 'x="402.50"' in (tmp_path / "again.zts").read_text(encoding="utf-8")


def test_a_moved_piece_lies_on_its_new_pixel(tmp_path: Path) -> None:
    first = back(box(tmp_path / "steppe.ztb"))
    state: GameState = first.state or pytest.fail("no state")
    moved = replace(state.counters["piece:0"], spot=Spot("Steppe", 33, 44, "Steppe"))
    zuntzu.export(Content(first.module, state.with_counter(moved)), tmp_path / "again.zts")
    again = importers.read(tmp_path / "again.zts", importers.read(tmp_path / "steppe.ztb").module).state
    assert again is not None and (again.counters["piece:0"].spot.x, again.counters["piece:0"].spot.y) == (33, 44)


@given(contents())
@settings(max_examples=25, deadline=None)
def test_counters_keep_their_pictures(tmp_path_factory: pytest.TempPathFactory, content: Content) -> None:
    path = tmp_path_factory.mktemp("ztb") / "out.ztb"
    report = zuntzu.export(content, path)
    after = back(path)
    assert content.state is not None and after.state is not None and after.module is not None
    for counter in content.state.counters.values():
        found = after.state.counters.get(report.renamed.get(counter.id, ""))
        if found is not None and counter.design.name == "plain":
            image = Image.open(io.BytesIO(after.module.image(found.design.image) or b"")).convert("RGB")
            assert image.size == (24, 24) and image.getpixel((12, 12)) == (0xCC, 0, 0)
