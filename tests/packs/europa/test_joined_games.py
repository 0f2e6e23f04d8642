"""A record that begins in the middle of a game does not say who took what before: a printed owner is no proof there."""

from __future__ import annotations

from dataclasses import replace

import pytest

from adjudicator.analysis.control import control_field, controller
from adjudicator.analysis.ownership import UNKNOWN
from adjudicator.identify import begins_late
from adjudicator.judge import adjudicate
from adjudicator.model.sequence import Moment
from adjudicator.play.setting_up import position_from
from adjudicator.play.written import play_moves
from adjudicator.record.position import Position
from tests.packs.europa.test_examples import GAMES, game

START = ("turn 5, German Movement Phase", "weather clear", "severe no")
EMPTY = "1B/2909"


def at(name: str, *given: str, joined: bool = True) -> Position:
    return replace(position_from((*START, *given), *game(name, charted=True)), joined=joined)


@pytest.mark.parametrize("name", GAMES)
def test_an_empty_hex_of_the_enemy_may_have_been_taken_before(name: str) -> None:
    position = at(name)
    assert str(controller(position, EMPTY, "axis")) == UNKNOWN
    assert str(controller(position, EMPTY, "soviet")) == UNKNOWN
    assert str(controller(position, EMPTY)) == "soviet"
    assert str(controller(at(name, joined=False), EMPTY, "axis")) == "soviet"


@pytest.mark.parametrize("name", GAMES)
def test_what_is_seen_or_told_is_known(name: str) -> None:
    assert str(controller(at(name, f"{EMPTY}: so.10rif"), EMPTY, "axis")) == "soviet"
    assert str(controller(at(name, "1B/2908: so.10rif"), EMPTY, "axis")) == "soviet"
    assert str(controller(at(name, f"control {EMPTY} soviet"), EMPTY, "axis")) == "soviet"
    marched = play_moves(("so.10rif 1B/2909-1B/2908-1B/2907-1B/2906",), at(name, f"{EMPTY}: so.10rif")).end
    assert str(controller(marched, EMPTY, "axis")) == "soviet"


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("given", [(), ("1B/2908: so.10rif",), (f"control {EMPTY} axis",)])
def test_the_field_says_what_each_hex_says(name: str, given: tuple[str, ...]) -> None:
    position = at(name, *given)
    field, network = control_field(position), position.network
    for side in position.pack.sides:
        perhaps = field.of(side).perhaps
        for i in range(len(network)):
            assert perhaps[i] == (str(controller(position, network.number(i), side)) in (side, UNKNOWN)), (
                network.number(i)
            )


RAIL = "rail ge.1inf 2A/2712-2A/2711-2A/2710"
REGAUGED = ("2A/2712: ge.1inf, +regauged", "2A/2711: +regauged", "2A/2710: +regauged")
HELD = ("control 2A/2713 axis", "control 2A/2712 axis", "control 2A/2711 axis")


@pytest.mark.parametrize("name", GAMES)
def test_a_train_over_presumed_enemy_ground_is_undetermined_and_over_told_ground_is_judged(name: str) -> None:
    def found(*given: str, joined: bool = True) -> list[tuple[str, str]]:
        position = at(name, *REGAUGED, *HELD, *given, joined=joined)
        findings = adjudicate(play_moves((RAIL,), position), "").findings
        return [(each.severity.value, each.missing) for each in findings]

    assert {severity for severity, _ in found(joined=False)} == {"violation"}
    assert {severity for severity, _ in found()} == {"doubt"}
    assert all("2A/2710" in missing for _, missing in found())
    assert "violation" in {severity for severity, _ in found("control 2A/2710 soviet")}
    assert not found("control 2A/2710 axis")


def test_the_first_turn_a_set_up_and_a_whole_history_are_no_middle() -> None:
    pack, _ = game("fire_in_the_east", charted=True)
    assert begins_late(pack, Moment(4))
    assert begins_late(pack, Moment())
    assert not begins_late(pack, Moment(pack.header.sequence.first_turn))
    assert not begins_late(pack, Moment(1, pack.phase("surprise.movement")))
    assert begins_late(pack, Moment(1, pack.phase("surprise.combat")))
    assert not begins_late(pack, Moment(4, None, (("history", "whole"),)))
    assert not begins_late(pack, Moment(0, None, (("stage", "setup"),)))
