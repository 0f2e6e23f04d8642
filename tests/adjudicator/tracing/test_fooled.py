"""What fools a naive tracer on printed maps, one thing a test."""

from __future__ import annotations

import numpy as np
import pytest

from adjudicator.model.hexes import Hexside
from adjudicator.model.theatre import load_theatre
from adjudicator.tracing.board import survey
from adjudicator.tracing.proposals import KindVocabulary, Mark, Proposal, Subject, TracedLayer, hexside
from adjudicator.tracing.tracer import Tracer
from tests.drawn_boards.drawing import PITCH, Drawing, draw_theatre
from tests.drawn_boards.person import Truth, kind_right
from tests.drawn_boards.small import COLUMNS, ROWS, at, between, number, small_board, south_of_row, told, tracer_of
from tests.drawn_boards.style import CLASSIC, Pen
from tests.drawn_boards.theatres import PACKS, PRINTED

RIVER = Pen("blue", 0.09)
ROAD = Pen("road", 0.045)
WOODS = [(column, row) for column in (1, 2, 3) for row in (2, 3, 4)]
WATER = KindVocabulary(features=("river", "border"))


def woods(drawing: Drawing) -> None:
    for column, row in WOODS:
        drawing.ground(at(column, row), "green")


def terrain(tracer: Tracer) -> dict[str, str]:
    """What every hex is told to be."""
    proposed = {each.subject[0]: each.kind for each in tracer.proposals(TracedLayer.TERRAIN)}
    return proposed | {mark.subject[0]: mark.kind for mark in tracer.marks}


def in_woods(tracer: Tracer) -> set[str]:
    return {place for place, kind in terrain(tracer).items() if kind == "woods"}


GROUND = KindVocabulary(("clear", "woods"))
SOME_GROUND = [(("0102",), "woods"), (("0304",), "woods"), (("0707",), "clear"), (("0501",), "clear")]


def test_lettering_counters_and_dashes_in_a_hex_are_not_its_terrain() -> None:
    def draw(drawing: Drawing) -> None:
        woods(drawing)
        for column, row in ((2, 3), (6, 3), (8, 5)):
            x, y = drawing.centre(at(column, row))
            drawing.draw.rectangle((x - 17, y - 17, x + 17, y + 17), fill=(90, 120, 90), outline=(0, 0, 0), width=2)
        drawing.text(drawing.centre(at(6, 6)), "LANGWIESE", 0.3)
        drawing.text(drawing.centre(at(3, 3)), "FORST", 0.3)

    tracer = tracer_of(small_board(draw), GROUND, SOME_GROUND)
    assert in_woods(tracer) == {number(*place) for place in WOODS}


def test_a_partly_wooded_hex_is_doubtful_and_tells_its_share() -> None:
    def draw(drawing: Drawing) -> None:
        woods(drawing)
        x, y = drawing.centre(at(6, 5))
        half = 0.46 * PITCH
        drawing.draw.rectangle((x - half, y - half, x, y + half), fill=drawing.style.grounds["green"])

    tracer = tracer_of(small_board(draw), GROUND, SOME_GROUND)
    first = tracer.proposals(TracedLayer.TERRAIN)[0]
    assert first.subject == (number(6, 5),)
    assert first.doubtful
    assert first.shares["woods"] == pytest.approx(0.5, abs=0.15)


def test_a_terrain_of_two_hexes_is_found_from_one() -> None:
    def draw(drawing: Drawing) -> None:
        woods(drawing)
        for place in ((7, 2), (5, 7)):
            drawing.ground(at(*place), "marsh")

    words = KindVocabulary(("clear", "woods", "marsh"))
    tracer = tracer_of(small_board(draw), words, [*SOME_GROUND, (("0702",), "marsh")])
    assert {place for place, kind in terrain(tracer).items() if kind == "marsh"} == {"0702", "0507"}
    assert in_woods(tracer) == {number(*place) for place in WOODS}


def river(drawing: Drawing) -> None:
    for side in south_of_row(4):
        drawing.side(side, RIVER)


def rivers_told(draw_more: object, marks: int = 3) -> tuple[set[tuple[str, ...]], set[tuple[str, ...]]]:
    """A board with a river and something else: what is told to be river, and what is."""

    def draw(drawing: Drawing) -> None:
        river(drawing)
        assert callable(draw_more)
        draw_more(drawing)

    board = small_board(draw)
    true = [between(board, side) for side in south_of_row(4)]
    tracer = tracer_of(board, WATER, [(each, "river") for each in true[1 : 6 * marks : 6]])
    return told(tracer, TracedLayer.HEXSIDE, "river"), set(true)


def test_thin_runs_in_the_rivers_blue_are_no_river() -> None:
    def runs(drawing: Drawing) -> None:
        for column in range(1, 9, 2):
            start = drawing.centre(at(column, 2)) + np.array([-0.3, 0.2]) * PITCH
            drawing.stroke(drawing.wobbling(start, start + np.array([0.7, 0.2]) * PITCH, 0.06), Pen("blue", 0.018))

    found, true = rivers_told(runs)
    assert found == true


def test_a_boundary_along_hexsides_is_no_river() -> None:
    def boundary(drawing: Drawing) -> None:
        for side in south_of_row(6):
            drawing.side(side, Pen("black", 0.03, dash=0.1))

    found, true = rivers_told(boundary)
    assert found == true


def test_a_lake_beside_hexsides_is_no_river() -> None:
    def lake(drawing: Drawing) -> None:
        for place in ((2, 1), (3, 1), (7, 7)):
            drawing.ground(at(*place), "water")

    found, true = rivers_told(lake)
    assert found == true


def test_a_bridges_box_hides_neither_river_nor_road() -> None:
    road = [Hexside.between(at(5, row), at(5, row + 1)) for row in range(ROWS - 1)]

    def draw(drawing: Drawing) -> None:
        river(drawing)
        drawing.lines(road, ROAD)
        drawing.box(Hexside.between(at(5, 4), at(5, 5)))

    board = small_board(draw)
    words = KindVocabulary(features=("river",), lines=("road",))
    water = [between(board, side) for side in south_of_row(4)]
    ways = [between(board, side) for side in road]
    marks = [(each, "river") for each in water[1::6]] + [(each, "road") for each in (ways[0], ways[2], ways[6])]
    tracer = tracer_of(board, words, marks)
    assert told(tracer, TracedLayer.LINE, "road") >= set(ways) - {hexside("0504", "0505")}
    assert told(tracer, TracedLayer.HEXSIDE, "river") >= set(water) - {hexside("0504", "0505")}
    # what the box covers altogether is told as uncertain or proposed, never refused firmly
    hidden = next(each for each in tracer.proposals(TracedLayer.HEXSIDE) if each.subject == ("0504", "0505"))
    assert hidden.score > 0.05


def test_three_bridges_tell_all_bridges_and_the_roads_below_them() -> None:
    roads = [
        [Hexside.between(at(column, row), at(column, row + 1)) for row in range(ROWS - 1)] for column in (1, 3, 5, 7)
    ]
    bridges = [Hexside.between(at(column, 4), at(column, 5)) for column in (1, 3, 5, 7)]

    def draw(drawing: Drawing) -> None:
        river(drawing)
        for road in roads:
            drawing.lines(road, ROAD)
        for bridge in bridges:
            drawing.box(bridge)

    board = small_board(draw)
    spans = [between(board, side) for side in bridges]
    water = [each for each in (between(board, side) for side in south_of_row(4)) if each not in spans]
    ways = [between(board, side) for road in roads for side in road]
    marks = [(each, kind) for each in spans[:3] for kind in ("river", "bridge")]
    marks += [(each, "river") for each in (water[1], water[6], water[10])]
    marks += [(each, "road") for each in ways if each not in spans][::9]
    tracer = tracer_of(board, KindVocabulary(features=("river", "bridge"), lines=("road",)), marks)
    assert told(tracer, TracedLayer.HEXSIDE, "bridge") == set(spans)
    assert told(tracer, TracedLayer.LINE, "road") == set(ways)


def test_examples_that_all_lie_in_woods_do_not_make_the_woods_a_river() -> None:
    groves = [at(column, row) for column in (1, 2, 3, 4, 5) for row in (3, 4, 5)] + [at(8, 1), at(7, 7), at(8, 7)]

    def draw(drawing: Drawing) -> None:
        for grove in groves:
            drawing.ground(grove, "green")
        river(drawing)

    board = small_board(draw)
    true = {between(board, side) for side in south_of_row(4)}
    wooded = [between(board, side) for side in south_of_row(4) if {side.low, side.high} <= set(groves)]
    tracer = tracer_of(board, WATER, [(each, "river") for each in wooded[1:8:3]])
    assert told(tracer, TracedLayer.HEXSIDE, "river") == true


def test_a_wall_drawn_off_its_hexsides_is_found_on_them() -> None:
    sides = south_of_row(4)

    def draw(drawing: Drawing) -> None:
        for side in sides:
            drawing.side(side, Pen("brown", 0.12), off=np.array([-0.16, -0.24]) * PITCH)

    board = small_board(draw)
    true = [between(board, side) for side in sides]
    tracer = tracer_of(
        board, KindVocabulary(features=("wall",)), [(each, "wall") for each in (true[2], true[5], true[9])]
    )
    found = told(tracer, TracedLayer.HEXSIDE, "wall")
    assert len(found & set(true)) >= len(true) - 2
    assert len(found - set(true)) <= 2


def _slopes(hatch: bool) -> tuple[list[Proposal], dict[Subject, str]]:
    """What is proposed of a run of slopes above a valley, and which way each that is no example faces: north, hatched there."""
    sides = south_of_row(4)
    north = {at(column, 4) for column in range(COLUMNS)}

    def draw(drawing: Drawing) -> None:
        for side in sides:
            way = side.low.direction(side.high)
            ends = [drawing.corner(side.low, way - each) for each in (1, 0)]
            drawing.stroke(ends if side.low in north else ends[::-1], Pen("brown", 0.04, hatch=hatch))

    board = small_board(draw)
    named = {cell.at: cell.number for cell in board.layout.cells}
    facing = {between(board, side): named[side.low if side.low in north else side.high] for side in sides}
    tracer = Tracer(board, KindVocabulary(features=("slope",), one_way=frozenset({"slope"})))
    examples = list(facing)[1:12:5]
    tracer.mark_all(Mark(each, "slope", towards=facing[each]) for each in examples)
    proposed = [each for each in tracer.proposals(TracedLayer.HEXSIDE) if each.present]
    return proposed, {each: toward for each, toward in facing.items() if each not in examples}


def test_hatching_on_one_side_tells_which_way_a_hexside_faces() -> None:
    proposed, facing = _slopes(hatch=True)
    assert {each.subject: each.towards for each in proposed} == facing
    assert min(each.aimed for each in proposed) > 0.7


def test_where_the_print_shows_no_side_a_direction_is_told_as_a_guess() -> None:
    proposed, facing = _slopes(hatch=False)
    assert {each.subject for each in proposed} == facing.keys()
    assert {(each.aimed, each.certainty) for each in proposed} == {(0.5, 0.0)}


def test_a_road_that_misses_every_centre_is_told_by_what_it_crosses() -> None:
    sides = [Hexside.between(at(column, 5 - column % 2), at(column + 1, 5 - (column + 1) % 2)) for column in range(9)]

    def draw(drawing: Drawing) -> None:
        off = (np.array([0, -0.1 * PITCH]), np.array([0, 0.22 * PITCH]))
        points = [drawing.centre(at(column, 5 - column % 2)) + off[column % 2] for column in range(COLUMNS)]
        drawing.stroke(points, ROAD)

    board = small_board(draw)
    true = [between(board, side) for side in sides]
    marks = [(true[each], "road") for each in (1, 4, 6)]
    tracer = tracer_of(board, KindVocabulary(lines=("road",)), marks)
    assert told(tracer, TracedLayer.LINE, "road") == set(true)


def test_a_river_goes_on_through_a_swamp_printed_in_its_blue() -> None:
    swamp = [at(column, row) for column in (6, 7, 8) for row in (4, 5)]

    def draw(drawing: Drawing) -> None:
        for each in swamp:
            drawing.ground(each, "marsh")
        for side in south_of_row(4):
            drawing.side(side, Pen("blue", 0.06))

    board = small_board(draw, CLASSIC)
    true = [between(board, side) for side in south_of_row(4)]
    dry = [between(board, side) for side in south_of_row(4) if not {side.low, side.high} & set(swamp)]
    tracer = tracer_of(board, WATER, [(each, "river") for each in dry[1:8:3]])
    assert told(tracer, TracedLayer.HEXSIDE, "river") == set(true)


def test_outlines_in_a_sea_are_no_river_though_borders_run_on_its_examples() -> None:
    printed = next(each for each in PRINTED if "sea" in each.grounds and "border" in each.along)
    theatre = load_theatre(PACKS / printed.folder)
    board, truth = draw_theatre(theatre, printed, CLASSIC, seed=5), Truth.of(theatre)
    tracer = Tracer(survey(board.pixels, board.cells), KindVocabulary(features=tuple(printed.along)))
    both = [("1B/2715", "1B/2716"), ("1B/2615", "1B/2616")]
    marked = {
        "river": [*both, ("2A/2814", "2A/2815")],
        "major_river": [("1B/3207", "1B/3308"), ("1B/2707", "1B/2708"), ("1B/3308", "1B/3407")],
        "border": [*both, ("1B/3116", "1B/3215"), ("1B/1913", "1B/2013"), ("1B/3215", "1B/3316")],
    }
    tracer.mark_all(Mark(subject, kind) for kind, subjects in marked.items() for subject in subjects)
    found = kind_right(tracer, truth, TracedLayer.HEXSIDE, "river")
    assert found.precision > 0.9
    assert found.recall > 0.9


def test_strokes_of_a_slope_in_the_trails_brown_are_no_trail() -> None:
    trails = [
        [Hexside.between(at(column, row), at(column, row + 1)) for row in range(ROWS - 1)] for column in (1, 5, 8)
    ]
    crossed = {side for trail in trails for side in trail}
    slopes = [side for row in (2, 4, 6) for side in south_of_row(row) if side not in crossed]

    def draw(drawing: Drawing) -> None:
        for side in slopes:
            drawing.side(side, Pen("brown", 0.025, hatch=True))
        for trail in trails:
            drawing.lines(trail, Pen("brown", 0.025, dash=0.16))

    board = small_board(draw)
    ways = [between(board, side) for trail in trails for side in trail]
    marks = [(each, "trail") for each in ways[1::9]]
    tracer = tracer_of(board, KindVocabulary(lines=("trail",)), marks)
    assert told(tracer, TracedLayer.LINE, "trail") == set(ways)


def test_a_railway_goes_on_into_woods_that_no_example_lies_in() -> None:
    grounds = {"dark": (0, 1), "green": (4, 5, 6, 7)}
    lines = [
        [Hexside.between(at(column, row - column % 2), at(column + 1, row - (column + 1) % 2)) for column in range(9)]
        for row in (2, 5, 8)
    ]

    def draw(drawing: Drawing) -> None:
        for ground, columns in grounds.items():
            for place in (at(column, row) for column in columns for row in range(ROWS)):
                drawing.ground(place, ground)
        for line in lines:
            drawing.lines(line, Pen("black", 0.03, ticks=0.14))

    board = small_board(draw)
    ways = [between(board, side) for line in lines for side in line]
    marks = [(between(board, line[each]), "rail") for each, line in zip((0, 1, 2), lines, strict=True)]
    tracer = tracer_of(board, KindVocabulary(lines=("rail",)), marks)
    assert told(tracer, TracedLayer.LINE, "rail") == set(ways)
