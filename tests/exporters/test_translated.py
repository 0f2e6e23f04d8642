"""Games from elsewhere as VASSAL modules and saves: read back they lose no more than the report says."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

from adjudicator import importers
from adjudicator.exporters.losses import Aspect, Content, unaccounted
from adjudicator.exporters.vassal import translated
from adjudicator.model.boards import Board, PlacedBoard
from adjudicator.model.module import GameMap, MapKind, Module
from adjudicator.model.state import GameState
from tests.exporters.states import contents

SLOW = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


def back(path: Path) -> Content:
    module = importers.read(path.with_suffix(".vmod")).module
    return Content(module, importers.read(path, module).state)


@SLOW
@given(contents())
def test_any_game_loses_no_more_than_the_report_says(
    tmp_path_factory: pytest.TempPathFactory, content: Content
) -> None:
    path = tmp_path_factory.mktemp("vassal") / "out.vsav"
    report = translated.export(content, path, "ours")
    after = back(path)
    assert unaccounted(report, content, after) == []
    assert after.state is not None and len(after.state.counters) == report.after[Aspect.COUNTERS]


def test_boards_that_lie_anywhere_keep_their_places_under_the_counters(tmp_path: Path) -> None:
    """On a free table a board may lie in the middle, or upon another; VASSAL knows only rows and columns."""
    table, sheet, aside = Board("table", "", (1000, 800)), Board("sheet", "", (300, 200)), Board("aside", "", (50, 50))
    layout = tuple(
        PlacedBoard(board, 0, at, x, y)
        for at, (board, x, y) in enumerate([(sheet, 400, 300), (aside, 900, 10), (table, 0, 0)])
    )
    found = GameMap("Table", "Table", MapKind.PUBLIC, (table, sheet, aside), layout)
    report = translated.export(
        Content(Module("Free", "1", maps=(found,)), GameState("Free", "1")), tmp_path / "out.vsav", ""
    )
    (read,) = (each for each in back(tmp_path / "out.vsav").module.maps if each.name == "Table")
    places = {placed.board.name: (placed.x, placed.y) for placed in read.layout}
    assert {name: places[name] for name in ("table", "sheet", "aside")} == {
        "table": (0, 0),
        "sheet": (400, 300),
        "aside": (900, 10),
    }
    assert "blank strips hold the boards where they lie" in {loss.text for loss in report.losses}
