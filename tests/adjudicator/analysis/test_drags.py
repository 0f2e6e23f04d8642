"""A drag means "from here to there by any legal way", also to the next hex; a path traced or written down is what it is."""

from __future__ import annotations

import pytest

from adjudicator.analysis.movement.moves import moved_paths
from adjudicator.judge import legality
from adjudicator.model.network import Network
from adjudicator.packs.load import load_pack, load_theatre_for
from adjudicator.play.setting_up import position_from
from adjudicator.play.written import play_moves
from adjudicator.record.acts import Movement, Overrun, Travel
from adjudicator.record.position import Position

PACK = load_pack("two_rivers")
VALLEY = Network.of(load_theatre_for(PACK, "valley"))
MARCH, RAIL = "move", "rail"


def table(*lines: str) -> Position:
    return position_from(["turn 2, French movement", "weather clear", *lines], PACK, VALLEY)


def dragged(at: Position, unit: str, *way: str, mode: str = MARCH) -> Travel:
    """Drags as a log shows them: the hexes where the unit was dropped."""
    return Movement(before=at, after=at.moved(unit, way[-1]), units=(unit,), way=way, mode=mode)


def broken(act: Travel) -> list[str]:
    return [finding.rule for finding in legality(act).findings]


def test_a_hex_across_a_closed_hexside_is_reached_round_about() -> None:
    """Guns cross the river between the two hexes nowhere, but there is a bridge beside it."""
    at = table("0409: fr.1art")
    assert broken(dragged(at, "fr.1art", "0409", "0510")) == []
    (written,) = play_moves(["fr.1art 0409-0510"], at).acts
    assert broken(written) == ["two:5.2"]


def test_where_no_way_leads_round_the_hexside_itself_is_named() -> None:
    at = table("0210: fr.1art")
    (finding,) = legality(dragged(at, "fr.1art", "0210", "0311")).findings
    assert finding.rule == "two:5.2"
    assert "0210-0311" in finding.because


def test_drags_from_hex_to_hex_trace_a_path_which_counts_as_it_is() -> None:
    at = table("0309: fr.1art")
    assert broken(dragged(at, "fr.1art", "0309", "0409", "0510")) == ["two:5.2"]
    assert broken(dragged(at, "fr.1art", "0309", "0510")) == []


def test_a_train_goes_round_by_the_rails() -> None:
    """No line leads from 1006 straight into 1106, but one by way of 1005."""
    at = table("1006: fr.1inf")
    assert broken(dragged(at, "fr.1inf", "1006", "1106", mode=RAIL)) == []
    (written,) = play_moves(["rail fr.1inf 1006-1106"], at).acts
    assert broken(written) == ["two:5.9"]
    assert broken(dragged(at, "fr.1inf", "1006", "0905", mode=RAIL)) == ["two:5.9"]


@pytest.mark.parametrize("start", ["0405", "0305"])
def test_an_overrun_may_come_up_from_afar(start: str) -> None:
    """Cavalry dragged into guns from some hexes away marched up to them first."""
    at = table(f"{start}: fr.1cav", "0605: au.1art")
    act = Overrun(before=at, after=at.moved("fr.1cav", "0605"), units=("fr.1cav",), way=(start, "0605"))
    assert broken(act) == []


def test_an_overrun_from_too_far_is_none() -> None:
    at = table("0101: fr.1cav", "0605: au.1art")
    act = Overrun(before=at, after=at.moved("fr.1cav", "0605"), units=("fr.1cav",), way=("0101", "0605"))
    assert broken(act) != []


def test_a_legal_step_to_the_next_hex_is_the_way_itself() -> None:
    """What the drag is judged by is the hexside it crossed, as long as that is open."""
    act = dragged(table("0309: fr.1inf"), "fr.1inf", "0309", "0409")
    (path,) = moved_paths(act)
    assert path.legal.is_yes and path.hexes == ("0309", "0409")
