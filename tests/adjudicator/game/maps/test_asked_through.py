"""A map asked about to the end through `ask` alone: few answers, none twice, and then all that is printed is drawn."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.tracing.proposals import TracedLayer
from tests.benchmarks.trace import RAGNAROK, SHARED, ragnarok_page
from tests.drawn_boards.at_the_page import Page, png
from tests.drawn_boards.kept_back import battle
from tests.helpers import needs_shared

WANTED = {TracedLayer.TERRAIN: 0.97, TracedLayer.HEXSIDE: 0.95, TracedLayer.LINE: 0.90}


def answered(page: Page, seed: int) -> int:
    """Twenty answers, after which most is right, then all others; how many it took."""
    page.examples(seed)
    count = page.answer("all", 20)
    right = {layer: page.right(layer) for layer in TracedLayer}
    assert {layer: each for layer, each in right.items() if each < WANTED[layer]} == {}
    count += page.answer("all")
    assert max(page.asked.values()) == 1
    for layer in TracedLayer:
        assert page.proposer.ask(layer)["left"] == 0 or page.scope is not None
        assert page.right(layer, drawn_alone=True) >= page.right(layer)
    return count


@needs_shared
@pytest.mark.parametrize("seed", [1, 4])
def test_a_scan_takes_few_answers(tmp_path: Path, seed: int) -> None:
    page = ragnarok_page(SHARED / RAGNAROK, tmp_path / "map")
    assert answered(page, seed) <= 30
    assert [page.right(layer, drawn_alone=True) for layer in TracedLayer] == [1.0, 1.0, 1.0]


def test_a_drawn_board_takes_few_answers(tmp_path: Path) -> None:
    kept = battle(2)
    page = Page.of(tmp_path / "map", (png(kept.drawn.pixels), kept.drawn.cells), kept.words, kept.truth)
    assert answered(page, 1) <= 90
    assert min(page.right(layer, drawn_alone=True) for layer in TracedLayer) > 0.98
