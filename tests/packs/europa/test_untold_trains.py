"""Works by who came on a drag: a log does not say whether it went by rail, which costs less (Fire in the East 7A1, 7C)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from adjudicator.judge import adjudicate, phase_findings
from adjudicator.play.claims import claimed, possible_claims
from adjudicator.play.setting_up import position_from
from adjudicator.play.written import play_moves
from adjudicator.record.acts import Act, Movement
from adjudicator.record.phase import PhaseRecord
from tests.adjudicator.audit.sample_games import SAMPLES, rules

TRAIN = "1B/2714-1B/2715-1B/2716-1B/2717-1B/2718-1B/2719-1B/2720-1B/2721-1B/2722-1B/2723-1B/2724"
HALF = "1B/2714-1B/2715-1B/2716-1B/2717-1B/2718"
GIVEN = """turn 4, axis.movement
weather clear
1B/2714: ge.3mot
{more}"""


def found(way: str, more: str = "", *, trains: bool = True) -> set[str]:
    """The rules that a break at the end of a drag breaks, where the drag may have been a train, or surely was none."""
    pack, network = rules(next(each for each in SAMPLES if each.pack == "fire_in_the_east"))
    start = position_from(GIVEN.format(more=more), pack, network)
    last = way.rpartition("-")[2]
    played = play_moves((f"ge.3mot {way}", f"lay +break {last}"), start)
    acts = tuple(_dragged(act, trains=trains) for act in played.acts)
    return {each.rule for each in phase_findings(PhaseRecord(start, played.end, acts))}


def _dragged(act: Act, *, trains: bool) -> Act:
    if not isinstance(act, Movement):
        return act
    claims = possible_claims(act.before.pack)
    return replace(act, claims=claims if trains else claims[:1])


def test_who_may_have_come_by_train_has_points_left() -> None:
    assert found(TRAIN) == set()


def test_who_marched_all_the_way_has_none() -> None:
    assert found(TRAIN, trains=False) == {"fite:7C.1"}


@pytest.mark.parametrize("trains", [True, False])
def test_half_the_way_leaves_enough_in_any_case(trains: bool) -> None:
    assert found(HALF, trains=trains) == set()


def test_no_train_goes_over_a_broken_line() -> None:
    assert found(TRAIN, "1B/2718: +break") == {"fite:7C.1"}


OVER = """turn 4, {phase}
weather clear
severe no
1B/2724: ge.1pz
1B/2714: so.1mg
{more}"""


def overrun_by(way: str, phase: str = "axis.movement", more: str = "") -> set[str]:
    """The rules that one drag into enemies far off breaks."""
    pack, network = rules(next(each for each in SAMPLES if each.pack == "fire_in_the_east"))
    start = position_from(OVER.format(phase=phase, more=more), pack, network)
    played = play_moves((f"ge.1pz {way}", "remove so.1mg"), start)
    acts = tuple(_as_dragged(act) for act in played.acts)
    return {each.rule for each in adjudicate(replace(played, acts=acts)).findings}


def _as_dragged(act: Act) -> Act:
    if not isinstance(act, Movement):
        return act
    ends = replace(act, exact=False, way=(act.way[0], act.way[-1]))
    return claimed(ends, possible_claims(act.before.pack), [])


def test_who_overruns_far_off_may_have_come_by_train() -> None:
    assert overrun_by("1B/2724-1B/2714") == set()


@pytest.mark.parametrize(
    ("phase", "more"),
    [
        ("axis.exploitation", ""),
        ("axis.movement", "\n".join(f"1B/27{each}: +break" for each in (17, 18, 19, 20, 21, 23))),
    ],
    ids=["in the exploitation phase", "lines broken"],
)
def test_where_no_train_runs_he_is_too_far_off(phase: str, more: str) -> None:
    assert overrun_by("1B/2724-1B/2714", phase, more) == {"fite:6.3"}
