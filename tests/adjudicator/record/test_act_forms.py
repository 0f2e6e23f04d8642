"""Every act goes to JSON and back, and to the notation and back."""

from __future__ import annotations

from itertools import islice

import pytest

from adjudicator.errors import NotationError
from adjudicator.model.move_notation import format_move, parse_moves
from adjudicator.play.joining import same_phase
from adjudicator.play.session import Play
from adjudicator.play.writing import write_play
from adjudicator.play.written import play_moves
from adjudicator.record.act_json import act_from_json, act_to_json, act_types
from adjudicator.record.acts import Act, Claim, Movement, OverrunTold, Retreat, Speech
from tests.cases import Filed, all_cases, position_of

COMMON = ["travel", "marker act", "air act"]
"""Types that are no act of their own, but what several have in common."""


def cases() -> list[Filed]:
    """A case in eleven, so that all packs and kinds of act occur."""
    return list(islice((each for each in all_cases() if each.case.moves), 0, None, 11))


def told(act: Act) -> dict[str, object]:
    return {key: value for key, value in act_to_json(act).items() if key not in ("step", "source")}


def again(play: Play) -> Play:
    lines = [format_move(move) for move in write_play(play)]
    return play_moves(parse_moves("\n".join(lines), play.start.pack, play.start.network.theatre), play.start)


@pytest.mark.parametrize("filed", cases(), ids=lambda filed: filed.name)
def test_written_acts_are_written_again_as_they_were(filed: Filed) -> None:
    play = play_moves(filed.case.moves, position_of(filed))
    second = again(play)
    assert [told(act) for act in second.acts] == [told(act) for act in play.acts]
    assert second.end.units == play.end.units
    assert second.end.memory == play.end.memory
    assert same_phase(second.end.moment, play.end.moment)
    for act in play.acts:
        assert act_from_json(act_to_json(act), act.before, act.after) == act


def test_speech_and_dice_are_written_too() -> None:
    filed = cases()[0]
    lines = ("say Fire at will", 'say "#1; go"', "roll 3 4: Attack roll", "roll 6")
    play = play_moves(lines, position_of(filed))
    assert [getattr(act, "text", "") for act in play.acts] == ["Fire at will", "#1; go", "Attack roll", ""]
    assert [told(act) for act in again(play).acts] == [told(act) for act in play.acts]


def test_claims_and_what_was_told_of_an_overrun_survive() -> None:
    position = position_of(cases()[0])
    claims = (Claim(Movement, "rail"), Claim(Retreat))
    march = Movement(before=position, after=position, units=("a",), way=("0101", "0102"), claims=claims)
    said = Speech(before=position, after=position, text="x", overrun=OverrunTold(("a",), "0102", {"die": "3"}))
    for act in (march, said):
        assert act_from_json(act_to_json(act), position, position) == act


def test_every_type_of_act_has_a_name_of_its_own() -> None:
    types = act_types()
    assert types["step loss"].__name__ == "StepLoss"
    assert len(set(types.values())) == len(types)
    assert [name for name, kind in types.items() if not kind.word and kind is not Movement] == COMMON


@pytest.mark.parametrize(
    ("data", "said"), [({"act": "atack"}, "did you mean 'attack'"), ({"act": "attack"}, "targets")]
)
def test_json_that_is_no_act_is_told(data: dict[str, object], said: str) -> None:
    position = position_of(cases()[0])
    with pytest.raises(NotationError, match=said):
        act_from_json(data, position, position)
