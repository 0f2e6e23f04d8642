"""Works and who does them: small phases of our own, and a second opinion that tries every way to man them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.analysis.movement.moves import moved_paths
from adjudicator.analysis.situation import Situation
from adjudicator.model.interval import Interval
from adjudicator.model.known import NO, YES, Known
from adjudicator.model.network import Network
from adjudicator.model.sequence import Moment
from adjudicator.packs.europa.analysis.crews import Help, can_help
from adjudicator.packs.europa.analysis.works import Job, ManningWay, WorkTask, attempts, made_way, manned, tasks
from adjudicator.record.acts import Act, Laid, Lifted, Movement
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from adjudicator.terms.where import Where
from adjudicator.terms.who import Selector
from tests.adjudicator.analysis.maps import blank, marker, pack, position, theatre

MAP = Network.of(theatre(blank(4, 3), {"0000-0100": "river", "0100-0200": "rail"}))
RULES = pack(terrain="[terrain.clear]\nany = 1\n")
FORT = Job(act="lay", kinds=frozenset({"fort"}), phases=frozenset({"build"}), points=Fraction(3))
DEAR = replace(FORT, poor=Fraction(2))
POOR = frozenset({"mud"})


def start(*units: str, weather: str = "clear", rules: str = "") -> Position:
    at = position(
        MAP, pack(terrain="[terrain.clear]\nany = 1\n", movement=rules), *units, phase="build", weather=weather
    )
    return at if weather else replace(at, moment=Moment(1, at.moment.phase, ()))


def laid(at: Position, text: str, number: int = 0, beyond: str = "", **told: str) -> Laid:
    lies = marker(f"{text} hexside" if beyond else text, number)
    lies = replace(lies, beyond="" if beyond == "?" else beyond)
    return Laid(before=at, after=at.with_marker(lies), where=lies.hex, marker_ids=(lies.id,), told=told)


def gone(at: Position, unit: str, *way: str) -> Movement:
    return Movement(before=at, after=at.moved(unit, way[-1]), units=(unit,), way=way, exact=True)


def recorded(*acts: Act) -> PhaseRecord:
    return PhaseRecord(acts[0].before, acts[-1].after, acts)


def done(*acts: Act, jobs: tuple[Job, ...] = (FORT,)) -> tuple[WorkTask, ...]:
    return tasks(recorded(*acts), jobs, POOR)


def answer(*acts: Act, jobs: tuple[Job, ...] = (FORT,)) -> Known:
    record = recorded(*acts)
    return manned(record, tasks(record, jobs, POOR))


def forts(at: Position, *hexes: str) -> list[Act]:
    acts: list[Act] = []
    for count, number in enumerate(hexes):
        acts.append(laid(acts[-1].after if acts else at, f"red fort {number}", count))
    return acts


@pytest.mark.parametrize(("hexes", "found"), [(("0101",), YES), (("0101", "0101"), NO), (("0102",), NO)], ids=str)
def test_a_unit_of_four_points_does_one_work_of_three_where_it_stands(hexes: tuple[str, ...], found: Known) -> None:
    assert answer(*forts(start("red leg 0101"), *hexes)) == found


def test_two_units_do_two_works_and_not_three() -> None:
    at = start("red leg 0101", "red leg 0101")
    assert [answer(*forts(at, *["0101"] * count)) for count in (2, 3)] == [YES, NO]


def test_the_units_of_the_side_that_plays_work() -> None:
    assert answer(*forts(start("blue leg 0101"), "0101")) == NO


def test_only_units_that_may_do_it_work() -> None:
    engineers = replace(FORT, who=Selector(tags=frozenset({"engineer"})))
    assert answer(*forts(start("red leg 0101"), "0101"), jobs=(engineers,)) == NO
    assert answer(*forts(start("red leg 0101 engineer"), "0101"), jobs=(engineers,)) == YES


@pytest.mark.parametrize(("way", "found"), [(("0001", "0101"), YES), (("0001", "0101", "0201"), NO)], ids=str)
def test_points_spent_on_the_way_are_gone(way: tuple[str, ...], found: Known) -> None:
    at = start("red leg 0001")
    march = gone(at, "red0", *way)
    assert moved_paths(march)[0].spent == Interval.of(len(way) - 1)
    assert answer(march, *forts(march.after, "0101")) == found  # of one who went on: 2 points are left


def test_who_came_through_before_may_have_worked() -> None:
    at = start("red leg 0001")
    march = gone(at, "red0", "0001", "0101", "0201")
    cheap = replace(FORT, points=Fraction(2))
    assert answer(march, *forts(march.after, "0101"), jobs=(cheap,)) == YES
    assert answer(march, *forts(march.after, "0102"), jobs=(cheap,)) == NO


@pytest.mark.parametrize(("points", "found"), [(8, YES), (9, NO)])
def test_a_team_pays_half_each(points: int, found: Known) -> None:
    team = replace(FORT, points=Fraction(points), team=True)
    acts = forts(start("red leg 0101", "red leg 0101"), "0101")
    assert answer(*acts, jobs=(team,)) == found
    assert answer(*acts, jobs=(replace(team, team=False),)) == NO
    assert answer(*forts(start("red leg 0101"), "0101"), jobs=(team,)) == NO


@pytest.mark.parametrize(
    ("weather", "points", "found"),
    [
        ("clear", 2, YES),
        ("mud", 2, YES),
        ("clear", 4, YES),
        ("mud", 3, NO),
        ("", 2, YES),
        ("", 3, Known.open("the weather of 0101")),
        ("", 5, NO),
    ],
)
def test_works_are_dearer_in_poor_weather(weather: str, points: int, found: Known) -> None:
    job = replace(DEAR, points=Fraction(points))
    assert answer(*forts(start("red leg 0101", weather=weather), "0101"), jobs=(job,)) == found


def test_weather_that_makes_no_work_dearer_need_not_be_told() -> None:
    assert answer(*forts(start("red leg 0101", weather=""), "0101")) == YES
    assert answer(*forts(start("red leg 0101", weather="mud"), "0101")) == YES


@pytest.mark.parametrize(("die", "found"), [("6", YES), ("2,6", YES), ("1,2,6", NO)])
def test_every_attempt_costs_as_much(die: str, found: Known) -> None:
    job = replace(FORT, points=Fraction(2))
    act = laid(start("red leg 0101"), "red fort 0101", die=die)
    assert answer(act, jobs=(job,)) == found


@pytest.mark.parametrize(("die", "found"), [("", ()), ("5", (5,)), ("5,2", (5, 2)), ("5,x", ())])
def test_the_dice_of_attempts(die: str, found: tuple[int, ...]) -> None:
    assert attempts(laid(start(), "red fort 0101", die=die)) == found


TOWN = Situation(where=Where(hexes=frozenset({"0101"})))


def test_workers_of_the_place_stand_for_a_second_unit() -> None:
    job = replace(FORT, points=Fraction(8), workers=(TOWN,))
    alone = start("red leg 0101", "red leg 0201")
    assert answer(*forts(alone, "0101"), jobs=(job,)) == YES
    assert answer(*forts(alone, "0201"), jobs=(job,)) == NO
    assert [way.helped for way in done(*forts(alone, "0101"), jobs=(job,))[0].ways] == ["", "red0"]


@pytest.mark.parametrize(
    ("share", "marches", "found"), [("1/2", 2, YES), ("1/2", 3, NO), ("3/8", 2, YES), ("5/8", 2, NO)]
)
def test_a_share_of_the_allowance_is_paid_by_two_and_rounded_up(share: str, marches: int, found: Known) -> None:
    job = replace(FORT, share=Fraction(share), team=True, points=Fraction(0))
    at = start("red leg 0201", "red leg 0101")
    spent: list[Act] = []
    for way in (("0201", "0101"), ("0101", "0001"), ("0001", "0101"))[:marches]:
        spent.append(gone(spent[-1].after if spent else at, "red0", *way))
    assert answer(*spent, *forts(spent[-1].after, "0101"), jobs=(job,)) == found
    assert answer(*forts(start("red leg 0101"), "0101"), jobs=(job,)) == NO


def test_a_work_in_another_phase_or_with_another_marker_is_no_task() -> None:
    at = start("red leg 0101")
    assert len(done(*forts(at, "0101"))) == 1
    assert done(*forts(at, "0101"), jobs=(replace(FORT, phases=frozenset({"combat"})),)) == ()
    assert done(laid(at, "red mine 0101")) == ()
    assert done(laid(at, "red fort 9999")) == ()
    lifted = laid(at, "red fort 0101")
    assert done(Lifted(before=lifted.after, after=at, where="0101", marker_ids=("fort0",))) == ()


def test_what_counts_once_is_one_work_in_one_place() -> None:
    once = replace(FORT, once=True)
    at = start("red leg 0101")
    assert [len(done(*forts(at, *hexes), jobs=(once,))) for hexes in (["0101"] * 2, ["0101", "0201"])] == [1, 2]
    assert len(done(*forts(at, "0101", "0101"))) == 2


def test_a_work_on_a_hexside_is_done_from_either_hex() -> None:
    bridge = replace(FORT, over=frozenset({"river"}))
    for where, found in (("0000", YES), ("0100", YES), ("0001", NO)):
        assert answer(laid(start(f"red leg {where}"), "red fort 0000", beyond="0100"), jobs=(bridge,)) == found
    assert done(laid(start(), "red fort 0100", beyond="0200"), jobs=(bridge,)) == ()
    assert done(laid(start(), "red fort 0000"), jobs=(bridge,)) == ()
    assert done(laid(start(), "red fort 0000", beyond="?")) == ()


def test_a_marker_that_made_way_for_another_is_no_work() -> None:
    lies = replace(marker("red ruin 0000"), beyond="0100")
    at = start().with_marker(lies)
    away = Lifted(before=at, after=start(), where="0000", marker_ids=(lies.id,))
    here, elsewhere = (laid(start(), f"red fort {number}", beyond="0000") for number in ("0100", "0001"))
    assert made_way(recorded(away, here), away)
    assert not made_way(recorded(away, elsewhere), away)
    assert not made_way(recorded(away), away)
    assert not made_way(recorded(here), here)


ONCE_ON_THE_WAY = "[mode.train]\nfree = true\npoints_left = 'lost'\n"


def test_who_went_by_a_mode_that_spends_all_has_nothing_left() -> None:
    at = start("red leg 0001", rules=ONCE_ON_THE_WAY)
    train = replace(gone(at, "red0", "0001", "0101"), mode="train")
    assert answer(train, *forts(train.after, "0101")) == NO
    assert answer(gone(at, "red0", "0001", "0101"), *forts(train.after, "0101")) == YES


def test_who_may_not_move_does_not_work() -> None:
    at = start("red leg 0101", rules="[[forbid]]\nwho = { kinds = ['leg'] }\nwhy = 'resting'\n")
    assert answer(*forts(at, "0101")) == NO


def by_trying(wanted: Mapping[str, Mapping[str, Help]], sure: bool) -> bool:
    """Every way to give each of these one of the places that reach it."""
    choices = [[name for name, each in helps.items() if each.reaches.is_yes or not sure] for helps in wanted.values()]
    most = {name: each.most for helps in wanted.values() for name, each in helps.items()}
    return any(all(way.count(name) <= most[name] for name in way) for way in product(*choices))


PLACES = {"Minsk": 1, "Orsha": 2, "Vitebsk": 1}
REACHES = st.sampled_from((YES, NO, Known.open("control")))
WANTED = st.dictionaries(
    st.sampled_from("abcde"), st.dictionaries(st.sampled_from(sorted(PLACES)), REACHES, max_size=3), max_size=5
)


@given(WANTED)
def test_help_is_shared_out_as_by_trying_every_way(found: dict[str, dict[str, Known]]) -> None:
    wanted = {
        who: {name: Help(PLACES[name], reaches) for name, reaches in helps.items() if reaches.possible}
        for who, helps in found.items()
    }
    expected = YES if by_trying(wanted, sure=True) else Known.open("control") if by_trying(wanted, sure=False) else NO
    assert can_help(wanted) == expected


WAYS = st.lists(
    st.tuples(st.lists(st.sampled_from(("red0", "red1")), unique=True, min_size=1), st.integers(1, 4)),
    min_size=1,
    max_size=3,
)


@given(st.lists(WAYS, min_size=1, max_size=4))
def test_works_are_manned_as_by_trying_every_way(found: list[list[tuple[list[str], int]]]) -> None:
    """Two units of four points each."""
    act = laid(start("red leg 0101", "red leg 0101"), "red fort 0101")
    every = [[ManningWay(tuple((name, Fraction(points)) for name in who)) for who, points in ways] for ways in found]
    done_ = tuple(WorkTask(("0101",), act, FORT, "", tuple(ways)) for ways in every)
    possible = any(
        all(sum(points for way in each for name, points in way.paid if name == unit) <= 4 for unit in ("red0", "red1"))
        for each in product(*every)
    )
    assert manned(recorded(act), done_) == Known.of(possible)


def test_a_way_that_was_perhaps_open_leaves_it_open() -> None:
    act = laid(start("red leg 0101"), "red fort 0101")
    perhaps = ManningWay((("red0", Fraction(2)),), open_to=Known.open("supply"))
    for ways, found in (((perhaps,), Known.open("supply")), ((perhaps, ManningWay((("red0", Fraction(4)),))), YES)):
        assert manned(recorded(act), (WorkTask(("0101",), act, FORT, "", ways),)) == found
    dear = replace_points(perhaps, 5)
    assert manned(recorded(act), (WorkTask(("0101",), act, FORT, "", (dear,)),)) == NO


def replace_points(way: ManningWay, points: int) -> ManningWay:
    return way._replace(paid=tuple((name, Fraction(points)) for name, _ in way.paid))


def test_a_marker_is_told_by_its_name_where_it_has_one() -> None:
    act = laid(start("red leg 0101"), "red fort 0101")
    assert done(act)[0].words.startswith("fort0 ")
    plain = marker("red fort 0101")
    named = replace(plain, type=plain.type.model_copy(update={"name": "Fort"}))
    other = Laid(before=act.before, after=act.before.with_marker(named), where="0101", marker_ids=(named.id,))
    assert done(other)[0].words.startswith("Fort ")
