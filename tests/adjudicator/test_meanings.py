"""What an act may have been: which of its meanings is judged, and what that leaves open of the others."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from adjudicator.findings import Finding, Severity
from adjudicator.judging.meanings import KIND, ActVerdict, fewest_breaches
from adjudicator.judging.tally import RuleTally
from adjudicator.model.network import Network
from adjudicator.packs.load import load_pack, load_theatre_for
from adjudicator.play.setting_up import position_from
from adjudicator.record.acts import Act, Claim, Movement, Retreat

PACK = load_pack("two_rivers")
NETWORK = Network.of(load_theatre_for(PACK))
HERE = position_from(["turn 2, French movement", "weather clear", "0405: fr.1inf"], PACK, NETWORK)
MARCH, RAIL, RETREAT = Claim(Movement, "move"), Claim(Movement, "rail"), Claim(Retreat)
DRAG = Movement(
    step=1,
    units=("fr.1inf",),
    before=HERE,
    after=HERE.moved("fr.1inf", "0505"),
    way=("0405", "0505"),
    claims=(MARCH, RAIL, RETREAT),
)
BROKEN, DOUBT = Severity.VIOLATION, Severity.DOUBT


def judged(said: Mapping[str, list[tuple[str, Severity]]]) -> ActVerdict:
    """The drag as judged where each of its meanings breaks such rules."""

    def judge(act: Act) -> ActVerdict:
        found = tuple(_finding(rule, severity) for rule, severity in said[act.kind])
        return ActVerdict(act, found, {name: RuleTally(1) for name in "abc"})

    return fewest_breaches(DRAG, judge)


def _finding(rule: str, severity: Severity) -> Finding:
    return Finding((), "", ("fr.1inf",), rule=f"t:{rule}", severity=severity)


def left_open(taken: ActVerdict) -> dict[str, str]:
    return {name: tally.open for name, tally in taken.tallies.items() if tally.open}


def test_what_is_legal_as_anything_is_taken_for_that() -> None:
    taken = judged({"move": [("a", BROKEN)], "rail": [], "retreat": [("b", DOUBT)]})
    assert (taken.act.kind, taken.findings, left_open(taken)) == ("rail", (), {})


def test_what_may_be_legal_as_one_thing_leaves_the_rules_of_the_others_open() -> None:
    taken = judged({"move": [("a", BROKEN)], "rail": [("b", DOUBT)], "retreat": [("b", BROKEN), ("c", BROKEN)]})
    assert (taken.act.kind, left_open(taken)) == ("rail", {"a": KIND, "c": KIND})


def test_what_is_illegal_as_everything_is_taken_for_what_breaks_the_fewest_rules() -> None:
    taken = judged({"move": [("a", BROKEN), ("b", BROKEN)], "rail": [("c", BROKEN)], "retreat": [("c", BROKEN)]})
    assert (taken.act.kind, left_open(taken)) == ("rail", {"a": KIND, "b": KIND})


@pytest.mark.parametrize("doubts", [[], [("b", DOUBT), ("c", DOUBT)]])
def test_doubts_do_not_make_another_crime_of_one(doubts: list[tuple[str, Severity]]) -> None:
    taken = judged({"move": [("a", BROKEN), *doubts], "rail": [("c", BROKEN)], "retreat": [("c", BROKEN)]})
    assert taken.act.kind == "move"


def test_of_two_doubtful_meanings_the_one_with_fewer_doubts_is_taken() -> None:
    taken = judged({"move": [("a", DOUBT), ("b", DOUBT)], "rail": [("c", DOUBT)], "retreat": [("c", BROKEN)]})
    assert taken.act.kind == "rail"
