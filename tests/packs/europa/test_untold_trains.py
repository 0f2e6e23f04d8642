"""Works by who came on a drag: a log does not say whether it went by rail, which costs less (Fire in the East 7A1, 7C)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from adjudicator.judge import standing
from adjudicator.play.claims import possible_claims
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
    return {each.rule for each in standing(PhaseRecord(start, played.end, acts))}


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
