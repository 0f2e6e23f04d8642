"""Forgetting only removes certainty: a sample of the trials of `python -m tests.law`, and what the comparison sees."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import pytest

from adjudicator.findings import Report, Severity
from tests.law.comparing import compare
from tests.law.forgetting import POINTWISE, Forgetful
from tests.law.games import case_games, log_games
from tests.law.trials import BEGINNING, OF_FILES, Trial, trials

TRIES = 20
"""For each kind in cases; thousands, and the sample games in full, are for `python -m tests.law`."""
OF_A_LOG, OF_FILES_TRIES = 4, 2
"""In stretches of the shortest log, and of forgettings about whole files."""

FOUND = (
    ("fire_in_the_east:32_finland:32B9.5", "a hex's terrain"),
    ("fire_in_the_east:6_budget:8A2.2", "a hex's terrain"),
    ("sudden_storm:6_budget:8A2.3", "a hex's terrain"),
    ("sudden_storm:6_movement:6.19", "a hex's terrain"),
    ("two_rivers:03_stacking:3.8.4", "a hex's terrain"),
    ("europa:7_rail:7A.2b", "control"),
    ("sudden_storm:30_ground:30A4.b.3", "control"),
    ("sudden_storm:30_ground:30A4.b.3", "the beginning"),
    ("fire_in_the_east:6_movement:6B.5a", "the beginning"),
    ("two_rivers:10_die_and_date:9.4.2", "the weather"),
    ("fire_in_the_east:29_weather:29.2", "the weather"),
    ("thunder_in_the_east:23_weather:24.3.2", "the weather"),
    ("blitz_in_the_east:01_spending:1.5.a.2", "the weather"),
    ("fire_in_the_east:14_works:14A1c2.11", "the weather"),
    ("sudden_storm:6_closed:finland.1", "the turn"),
    ("sudden_storm:30_ground:31Bc.6", "a counter's identity"),
    ("sudden_storm:differences:differs.10H.a", "a counter's identity"),
    ("fire_in_the_east:6_movement:6.4", "the turn"),
    ("fire_in_the_east:differences:differs.8B.c", "the phase"),
)
"""Cases in which a forgetting of this kind once turned a verdict round."""


def _flips(found: Iterable[Trial]) -> list[str]:
    return [f"{each.game}: without {each.what}: {flip}" for each in found for flip in each.flips]


@pytest.mark.parametrize("kind", [*POINTWISE, BEGINNING])
def test_nothing_turns_round_in_cases(kind: str) -> None:
    flips = _flips(trials(TRIES, 1, kind, among=case_games))
    assert not flips, "\n".join(("", *flips))


@pytest.mark.parametrize("kind", [*POINTWISE, BEGINNING])
def test_nothing_turns_round_in_a_log(kind: str) -> None:
    flips = _flips(trials(OF_A_LOG, 1, kind, "two_rivers", among=log_games))
    assert not flips, "\n".join(("", *flips))


@pytest.mark.parametrize("kind", OF_FILES)
def test_nothing_turns_round_for_want_of_the_module_or_the_order_of_files(kind: str) -> None:
    flips = _flips(trials(OF_FILES_TRIES, 1, kind, "two_rivers"))
    assert not flips, "\n".join(("", *flips))


@pytest.mark.parametrize(("name", "kind"), FOUND)
def test_what_once_turned_round_stays(name: str, kind: str) -> None:
    flips = _flips(trials(5, 1, kind, name, among=case_games))
    assert not flips, "\n".join(("", *flips))


def _broken() -> tuple[Forgetful, Report]:
    """A case in which a rule about acts is broken, and what is said of it."""
    game = next(game for game in case_games() if game.name.endswith("two_rivers:07_combat:7.1.2"))
    return Forgetful("nothing", game.play()), game.whole()


def test_the_comparison_sees_an_accusation_that_the_whole_game_does_not_show() -> None:
    forgetful, whole = _broken()
    clean = replace(whole, findings=())
    flips = compare(clean, forgetful, whole).flips
    assert {flip.how for flip in flips} == {"accused"}
    assert not compare(whole, forgetful, whole).flips


def test_the_comparison_sees_what_passes() -> None:
    forgetful, whole = _broken()
    rows = tuple(replace(row, why="1 act looked at: none broken") for row in whole.coverage)
    flips = compare(whole, forgetful, replace(whole, findings=(), coverage=rows)).flips
    assert {flip.how for flip in flips} == {"passed"}


def test_a_doubt_is_no_flip() -> None:
    forgetful, whole = _broken()
    doubts = tuple(replace(each, severity=Severity.DOUBT) for each in whole.findings)
    found = compare(whole, forgetful, replace(whole, findings=doubts, coverage=()))
    assert not found.flips and found.opened
