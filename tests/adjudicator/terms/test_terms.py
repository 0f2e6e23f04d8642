"""Terms asked of small positions: what they answer, and what they name where nobody can tell."""

from __future__ import annotations

from dataclasses import replace

import pytest

from adjudicator.model.known import NO, YES, Known
from adjudicator.model.network import Network
from adjudicator.model.sequence import Moment
from adjudicator.record.position import Position
from adjudicator.terms.edges import Edges
from adjudicator.terms.ground import Ground, Land
from adjudicator.terms.when import ALWAYS, When
from adjudicator.terms.where import ANYWHERE, Where
from adjudicator.terms.who import Selector
from tests.adjudicator.analysis.maps import blank, pack, position, theatre

MAP = Network.of(theatre(blank(3, 3), {"0101-0201": "river", "0100-0101": "rail"}, tags={"0101": "north city"}))
HERE = MAP.index["0101"]
RED = pack()


def moment(**told: object) -> Position:
    """An empty map at a moment of which only this is told."""
    at = position(MAP, RED, phase="movement")
    return at.during(replace(at.moment, **told))  # type: ignore[arg-type]


UNTOLD = position(MAP, RED).during(Moment())


@pytest.mark.parametrize(
    ("term", "answer"),
    [
        (ALWAYS, YES),
        (When(phases=frozenset({"movement"})), YES),
        (When(without_phases=frozenset({"movement"})), NO),
        (When(phasing="own"), YES),
        (When(phasing="enemy"), NO),
        (When(first_turn=2), NO),
        (When(conditions={"weather": frozenset({"mud", "clear"})}), YES),
        (When(options=frozenset({"rail"})), NO),
        (When(readings={"7.2": "radius"}), NO),
    ],
)
def test_a_moment_that_tells_all_decides(term: When, answer: Known) -> None:
    assert term.holds(position(MAP, RED, phase="movement"), "red") == answer


@pytest.mark.parametrize(
    ("term", "missing"),
    [
        (When(phases=frozenset({"movement"})), "the phase"),
        (When(phasing="own"), "whose phase it is"),
        (When(last_turn=3), "the turn"),
        (When(conditions={"last_weather": frozenset({"mud"})}), "last weather"),
    ],
)
def test_what_the_moment_does_not_tell_is_named(term: When, missing: str) -> None:
    assert term.holds(UNTOLD, "red") == Known.open(missing)


def test_what_surely_fails_leaves_nothing_open() -> None:
    term = When(last_turn=3, conditions={"weather": frozenset({"mud"})})
    assert term.holds(moment(turn=0), "red") == NO


def test_one_hex_and_all_hexes_agree() -> None:
    ground = Ground.printed(position(MAP, RED, markers=("red fort 0101",), weather="mud"))
    for where in (
        ANYWHERE,
        Where(tags=frozenset({"north"})),
        Where(without=frozenset({"city"})),
        Where(hexes=frozenset({"0000", "0101"}), weather=frozenset({"mud"})),
        Where(markers=frozenset({"fort"})),
        Where(without_markers=frozenset({"fort"})),
    ):
        mask = where.mask(ground)
        assert [where.fits(ground, i) for i in range(len(MAP))] == [mask.at(i) for i in range(len(MAP))]


def test_unknown_weather_leaves_a_hex_open_unless_the_map_decides() -> None:
    ground = Ground.printed(UNTOLD)
    muddy = Where(tags=frozenset({"north"}), weather=frozenset({"mud"}))
    assert muddy.fits(ground, HERE) == Known.open("weather")
    assert muddy.fits(ground, MAP.index["0000"]) == NO
    assert (muddy.mask(ground).sure.sum(), muddy.mask(ground).perhaps.sum()) == (0, 1)


def test_terms_ask_the_ground_that_they_are_given() -> None:
    at = position(MAP, RED)
    dried = MAP.redrawn({(HERE, MAP.index["0201"]): frozenset()}, {HERE: frozenset({"city"})})
    river, north = Edges(features=frozenset({"river"})), Where(tags=frozenset({"north"}))
    direction = MAP.neighbours[HERE].tolist().index(MAP.index["0201"])
    printed, changed = Ground.printed(at), Ground(at, Land(dried, dried))
    perhaps = Ground(at, Land(MAP, dried, {HERE: ("who holds 0101",)}, frozenset({"river", "north"})))
    for ground, answer in ((printed, YES), (changed, NO), (perhaps, Known.open("who holds 0101"))):
        assert north.fits(ground, HERE) == north.mask(ground).at(HERE) == answer
        assert river.fits(ground, "red", HERE, direction) == river.mask(ground, "red").at(HERE, direction) == answer


def test_hexsides_may_stand_otherwise_for_one_side() -> None:
    at = position(MAP, RED)
    dried = MAP.redrawn({(HERE, MAP.index["0201"]): frozenset()}, {})
    ground = Ground(at, Land(MAP, MAP), {"blue": Land(dried, dried)})
    river = Edges(features=frozenset({"river"}))
    assert river.mask(ground, "red").sure.any()
    assert not river.mask(ground, "blue").perhaps.any()


def test_hexsides_inside_a_region_have_both_hexes_there() -> None:
    ground = Ground.printed(position(MAP, RED))
    rails = Edges(features=frozenset({"rail"}), inside=Where(tags=frozenset({"north"})))
    assert not rails.mask(ground, "red").perhaps.any()
    assert Edges(features=frozenset({"rail"})).mask(ground, "red").sure.sum() == 2


@pytest.mark.parametrize(
    ("narrow", "wide", "inside"),
    [
        ({"kinds": ["hq"]}, {"kinds": ["hq", "wagon"]}, True),
        ({"kinds": ["hq", "guards"]}, {"kinds": ["hq", "wagon"]}, False),
        ({}, {"kinds": ["hq"]}, False),
        ({"kinds": ["hq"]}, {}, True),
        ({"tags": ["ski", "elite"]}, {"any_tags": ["ski"]}, True),
        ({"any_tags": ["ski", "elite"]}, {"any_tags": ["ski"]}, False),
        ({"any_tags": ["ski"]}, {"tags": ["ski"]}, False),
        ({"kinds": ["hq"]}, {"kinds": ["hq"], "without_tags": ["static"]}, False),
        ({"kinds": ["hq"], "without_tags": ["static"]}, {"without_tags": ["static"]}, True),
        ({"without_kinds": ["hq", "wagon"]}, {"without_kinds": ["hq"]}, True),
    ],
)
def test_whether_one_selector_lies_within_another(
    narrow: dict[str, list[str]], wide: dict[str, list[str]], inside: bool
) -> None:
    assert Selector.model_validate(narrow).within(Selector.model_validate(wide)) == inside
