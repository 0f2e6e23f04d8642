"""A module's own board is traced by its own grid."""

from __future__ import annotations

import sys

import pytest

from adjudicator.errors import UsageError
from adjudicator.game.tracing import open_tracer
from adjudicator.importers import read
from adjudicator.model.grid import hexes
from adjudicator.tracing.proposals import KindVocabulary, Mark, TracedLayer
from tests.helpers import FIXTURES

BOARDS = FIXTURES / "boards"
GENERATED = FIXTURES / "vassal" / "two_rivers" / "two_rivers.vmod"
WORDS = KindVocabulary(("clear", "forest"), ("river",), ("road",))


def test_a_generated_modules_terrain_is_proposed() -> None:
    tracer = open_tracer(GENERATED, KindVocabulary(("clear", "forest", "hills", "marsh", "sea")))
    from_theatre = {"0101": "clear"}
    tracer.mark_all(Mark((number,), kind) for number, kind in from_theatre.items())
    assert len(tracer.proposals(TracedLayer.TERRAIN)) == len(tracer.board.layout.cells) - 1


@pytest.mark.parametrize("name", ["sideways", "two_boards", "zones"])
def test_hexes_of_every_sort_of_board_are_known_by_their_numbers(name: str) -> None:
    module = BOARDS / f"{name}.vmod"
    box = read(module).module
    assert box is not None
    numbers = [{each.location for each in hexes(board.grid)} for map_ in box.maps for board in map_.boards]
    tracer = open_tracer(module, WORDS)
    assert set(tracer.board.layout.number_index) == max(numbers, key=len)


@pytest.mark.parametrize(
    ("name", "board", "said"), [("no_image", "", "hexes and an image"), ("sideways", "Moon", "board")]
)
def test_what_cannot_be_traced_says_why(name: str, board: str, said: str) -> None:
    with pytest.raises(UsageError, match=said):
        open_tracer(BOARDS / f"{name}.vmod", WORDS, board)


def test_without_the_extra_its_name_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sklearn", None)
    for name in [each for each in sys.modules if each.startswith(("adjudicator.tracing", "sklearn."))]:
        monkeypatch.delitem(sys.modules, name)
    with pytest.raises(UsageError, match=r"\[trace\]"):
        open_tracer(GENERATED, WORDS)
