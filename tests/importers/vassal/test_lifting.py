"""A map that marks what moved last draws it last in its layer (`HighlightLastMoved`); the engine's own save has that order."""

from __future__ import annotations

import pytest

from adjudicator import importers
from adjudicator.importers.vassal.module import read_module
from tests.helpers import vassal_save
from tests.importers.vassal.boxes import a_board, a_map, box
from tests.importers.vassal.games import log, move, piece, save, stack

LAST_MOVED = "VASSAL.build.module.map.HighlightLastMoved"


def drawn(state):
    return [stack.id for stack in sorted(state.stacks.values(), key=lambda stack: stack.order)]


@pytest.mark.parametrize(
    ("part", "order"),
    [
        (f'<{LAST_MOVED} enabled="true"/>', ["s2", "s1"]),
        (f"<{LAST_MOVED}/>", ["s2", "s1"]),
        (f'<{LAST_MOVED} enabled="false"/>', ["s1", "s2"]),
        ("", ["s1", "s2"]),
    ],
)
def test_the_stack_that_something_moved_onto_is_drawn_last(tmp_path, part, order):
    module = read_module(box(a_map(a_board(""), part, name="Main")))[0]
    text = save(
        piece("1"),
        stack("s1", "1"),
        piece("2", where="Main;50;60"),
        piece("3", where="Main;50;60"),
        stack("s2", "2", "3", where="Main;50;60"),
    )
    path = vassal_save(tmp_path / "in.vlog", log(text, move("3", 10, 20, under="1")))
    found = importers.read(path, module).log
    assert drawn(found.start) == ["s1", "s2"]
    assert found.state_at(1).stacks["s1"].members == ("1", "3")
    assert drawn(found.state_at(1)) == order
