"""What goes on from hexside to hexside, and what stands alone."""

from __future__ import annotations

import numpy as np

from adjudicator.model.hexes import Hexside
from adjudicator.tracing.continuity import Continuity
from tests.drawn_boards.small import at, small_drawing, south_of_row

LAYOUT = small_drawing().layout
CORNERS = Continuity(LAYOUT, crosses=False)


def on(sides: list[Hexside], score: float = 0.99) -> np.ndarray:
    """The score on some hexsides, and next to nothing elsewhere."""
    index, cells = LAYOUT.index, LAYOUT.cells
    names = [frozenset((cells[index[side.low]].number, cells[index[side.high]].number)) for side in sides]
    found = np.full(len(LAYOUT.sides), 0.01)
    found[[LAYOUT.side_index[name] for name in names]] = score
    return found


def test_a_border_that_runs_on_without_the_river_runs_apart() -> None:
    border = south_of_row(4)
    assert CORNERS.runs_apart(on(border), on(border[:6]))
    assert not CORNERS.runs_apart(on(border), on(border))


def test_what_is_claimed_here_and_there_does_not_run_apart() -> None:
    bridges = [Hexside.between(at(column, 4), at(column, 5)) for column in (1, 4, 7)]
    elsewhere = [Hexside.between(at(column, 1), at(column, 2)) for column in range(0, 10, 2)]
    assert not CORNERS.runs_apart(on(bridges + elsewhere), on(south_of_row(4)))


def test_what_is_claimed_all_over_a_sea_does_not_run_apart() -> None:
    sea = [at(column, row) for column in range(1, 7) for row in (6, 7)]
    inside = [Hexside.between(one, other) for one in sea for other in sea if one < other and one.distance(other) == 1]
    bridge = Hexside.between(at(4, 4), at(4, 5))
    assert not CORNERS.runs_apart(on([bridge, *inside]), on(south_of_row(4)))


def test_doubtful_claims_do_not_run_apart() -> None:
    assert not CORNERS.runs_apart(on(south_of_row(4), 0.8), on(south_of_row(7)))


def sides(*hexsides: Hexside) -> list[int]:
    """The places of some hexsides."""
    return np.flatnonzero(on(list(hexsides)) > 0.5).tolist()


def test_a_loose_end_is_asked_about_where_it_would_likeliest_go_on() -> None:
    river = south_of_row(4)
    scores = on(river[:8])
    scores[sides(river[8])] = 0.2
    there = scores > 0.5
    assert CORNERS.onward(there, scores, np.array([], dtype=np.int64))[0] == sides(river[8])[0]


def test_an_end_at_which_something_was_refused_is_settled() -> None:
    river = south_of_row(4)
    scores = on(river[:8])
    scores[sides(river[8])] = 0.2
    asked = CORNERS.onward(scores > 0.5, scores, np.array(sides(river[8])))
    assert not np.isin(asked, sides(river[8])).any()
    assert len(asked) < len(CORNERS.onward(scores > 0.5, scores, np.array([], dtype=np.int64)))


def test_what_stands_alone_has_no_loose_ends() -> None:
    bridges = [Hexside.between(at(column, 4), at(column, 5)) for column in (1, 4, 7)]
    scores = on(bridges)
    assert not len(CORNERS.onward(scores > 0.5, scores, np.array([], dtype=np.int64)))


def test_a_line_that_crosses_the_map_seldom_ends_and_one_seen_in_parts_often_does() -> None:
    through = Continuity(small_drawing().layout, crosses=True)
    whole = [Hexside.between(at(4, row), at(4, row + 1)) for row in range(8)]
    places = sides(*whole)
    seen, in_parts = (np.zeros(len(through.layout.sides), dtype=bool) for _ in range(2))
    seen[places] = True
    in_parts[[each for each in places if places.index(each) % 3]] = True
    assert through.continuation_log_odds(seen) > 2
    assert through.continuation_log_odds(in_parts) < 0
