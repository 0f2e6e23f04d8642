"""Forgetting only removes certainty: a sample of the trials of `python -m tests.law`, and what the comparison sees."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

import pytest

from adjudicator.findings import Report, Severity
from adjudicator.play.session import Play
from tests.adjudicator.audit.sample_games import TWO_SEAS
from tests.law.comparing import compare
from tests.law.forgetting import POINTWISE, Forgetful, each_identity, each_pair
from tests.law.games import Game, all_games, case_games, log_games
from tests.law.logs import each_masked
from tests.law.trials import BEGINNING, OF_FILES, OF_LOGS, Trial, trials

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
    ("thunder_in_the_east:by_lot:18.7.306", "a counter's identity"),
    ("cornfield:08_after_combat:6.5.1", "a counter's identity"),
    ("fire_in_the_east:16_air:17.stays.1", "the beginning"),
    ("fire_in_the_east:12_resource_points:28C2.3.r3", "the phase"),
    ("sudden_storm:16_air:19D2a.b.2", "a marker's identity"),
    ("fire_in_the_east:16_air:17A.0.2", "a marker's identity"),
    ("high_ground:06_bridges:6.4.3", "a marker's identity"),
    ("fire_in_the_east:34_replacements:31E.5", "a marker's identity"),
    ("thunder_in_the_east_10:10_support:105.1c.1", "a marker's identity"),
    ("thunder_in_the_east:10_support:105.1c.3", "a marker's identity"),
    ("fire_in_the_east:26_air_chart:36.6.n.1", "a marker's identity"),
    ("sudden_storm:differences:differs.30F2.b", "a marker's identity"),
    ("sudden_storm:33_replacements:30E.a1", "a marker's identity"),
    ("thunder_in_the_east:25_cards:302.1.3", "a marker's identity"),
    ("thunder_in_the_east:by_lot:106.5.1c.302", "a marker's identity"),
    ("fire_in_the_east:from_random_play:14A1b.u3", "a marker's identity"),
    ("fire_in_the_east:34_replacements:31E.1", "a marker's identity"),
    ("fire_in_the_east:20_bombing:20F2b.h1", "a marker's identity"),
    ("fire_in_the_east:16_air:17A.4", "a marker's identity"),
    ("thunder_in_the_east:07_supply:10.3.2a.1", "a marker's identity"),
    ("thunder_in_the_east_10:106_naval:106.5.1a.2", "a marker's identity"),
    ("fire_in_the_east:17_bases:17D.2.1", "a marker's identity"),
    ("thunder_in_the_east:107_partisans:107.2.4a.9", "a marker's identity"),
    ("fire_in_the_east:16_air:19.4c.1", "a marker's identity"),
    ("thunder_in_the_east:106_naval:106.5.1a.5", "a marker's identity"),
    ("thunder_in_the_east:book_alone:9.6c.102", "a marker's identity"),
    ("thunder_in_the_east:23_rows:26.3d.2", "a marker's identity"),
    ("thunder_in_the_east:204_production:207.2.2", "a number"),
    ("thunder_in_the_east_10:09_reinforcement:3.4a.2", "a number"),
    ("thunder_in_the_east_10:08_air_display:9.7b.3", "a number"),
    ("thunder_in_the_east:book_alone:104.3a.102", "a number"),
    ("thunder_in_the_east:106_naval:106.4.2", "a number"),
    ("thunder_in_the_east:by_lot_2:18.4.4d.406", "a number"),
    ("thunder_in_the_east:15_rail_more:16.2a.2", "a number"),
    ("thunder_in_the_east:202_morale:202.4b.2", "a number"),
    ("thunder_in_the_east:202_morale:202.7d.1", "a number"),
    ("thunder_in_the_east:204_production:207.4b.4", "a number"),
    ("thunder_in_the_east:09_overpaid:9.3.more.406", "a number"),
    ("thunder_in_the_east:09_spending:9.2b.3", "a number"),
    ("thunder_in_the_east:204_production:203.2c.5", "a number"),
    ("thunder_in_the_east:03_setup:3.2a.2", "a number"),
    ("fire_in_the_east:7_rail:7.33", "a number"),
    ("two_rivers:10_die_and_date:5.13.2", "a number"),
    ("blitz_in_the_east:01_spending:1.5.b.2", "a number"),
    ("thunder_in_the_east:umpire_2:6.2b.first.441", "the turn"),
    ("thunder_in_the_east:umpire_6:51.w.119", "a hex's terrain"),
    ("thunder_in_the_east:umpire_6:51.w.119", "the weather"),
    ("thunder_in_the_east:umpire_6:51.w.121", "a marker's identity"),
    ("thunder_in_the_east:strangers_ta:7.1i.x2", "control"),
    ("thunder_in_the_east:sentences_tc:107.2.4a.s6", "a number"),
    ("fire_in_the_east:sentences_fc:24D.1.s3", "the beginning"),
    ("fire_in_the_east:sentences_fc:27C.s1", "a number"),
    ("fire_in_the_east:strangers_four:32B.v1", "the beginning"),
    ("fire_in_the_east:sentences_fb:15D.s3", "a counter's identity"),
    ("sudden_storm:umpire_4:27B5.w1", "a marker's identity"),
)
"""Cases in which a forgetting of this kind once turned a verdict round."""

LOST = (
    ("thunder_in_the_east:10_hq:10.0.2", "a marker's identity"),
    ("thunder_in_the_east:10_hq:10.3.1", "a marker's identity"),
    ("thunder_in_the_east:14_movement:18.4.2c.1", "a marker's identity"),
    ("thunder_in_the_east:20_air_battles:16.2b.2", "a marker's identity"),
    ("fire_in_the_east:34_replacements:31D2.1", "a marker's identity"),
    ("fire_in_the_east:34_replacements:31D2.1", "the phase"),
    ("sudden_storm:33_replacements:30D.1", "a marker's identity"),
    ("fire_in_the_east:28_naval:28F.1.n3", "a marker's identity"),
    ("europa:12_supply:12.6", "a marker's identity"),
    ("europa:12_supply:12.6", "a counter's identity"),
    ("fire_in_the_east:strangers_eu:21.x1", "a counter's identity"),
    ("fire_in_the_east:34_replacements:34E3.2", "a counter's identity"),
    ("fire_in_the_east:by_lot_2:28B3.1.lb1", "the phase"),
    ("fire_in_the_east:from_random_play:34C.t1", "the phase"),
    ("thunder_in_the_east:book_alone:106.4.102", "the phase"),
    ("thunder_in_the_east:09_reinforcement:9.0d.2", "the weather"),
    ("thunder_in_the_east:09_reinforcement:9.0d.2", "a number"),
    ("thunder_in_the_east:202_morale:202.2.4", "a number"),
    ("fire_in_the_east:34_replacements:31E.3", "a number"),
    ("thunder_in_the_east:umpire_6:51.w.119", "a value on a line"),
    ("thunder_in_the_east:06_order:6.2c.1", "the beginning"),
    ("thunder_in_the_east:41_positions:41.m.11", "the beginning"),
    ("thunder_in_the_east:by_lot_3:8.0i.604", "the beginning"),
    ("fire_in_the_east:by_lot:7C.1.l2", "the beginning"),
    ("fire_in_the_east:book_alone:34B.106", "the beginning"),
    ("fire_in_the_east:sentences_fc:25A.2.s3", "the beginning"),
    ("thunder_in_the_east:202_morale:202.6.1", "a number"),
    ("thunder_in_the_east:204_production:207.4b.3", "a number"),
    ("thunder_in_the_east:09_spending:9.2b.3", "a number"),
    ("thunder_in_the_east:09_reinforcement:9.0e.5", "a number"),
    ("thunder_in_the_east:sentences_tc:202.3b.s1", "a number"),
    ("sudden_storm:34_lend_lease:34.c.2", "a number"),
    ("fire_in_the_east:7_rail:7.33", "a number"),
    ("fire_in_the_east:forgotten_two:7A4.9.f2", "a number"),
    ("fire_in_the_east:sentences_fc:27F3.s2", "the turn"),
    ("blitz_in_the_east:turn.vlog:21", "the phase"),
    ("thunder_in_the_east:09_reinforcement:9.0l.3", "a marker's identity"),
    ("thunder_in_the_east:umpire_5:41.w.57", "a marker's identity"),
)
"""Games in which a forgetting of this kind once lost a violation without a word."""

EACH_COUNTER = (
    "blitz_in_the_east:02_ground:2.0.d.3",
    "thunder_in_the_east:08_air_display:9.7a.1",
    "thunder_in_the_east:08_air_display:9.7a.3",
    "thunder_in_the_east:09_reinforcement:9.0h.1",
    "thunder_in_the_east:09_reinforcement:9.0i.1",
    "thunder_in_the_east:09_reinforcement:9.3.4-a.2",
    "thunder_in_the_east:09_reinforcement:9.5-a.3",
    "thunder_in_the_east:09_reinforcement:9.5-b.1",
    "thunder_in_the_east:104_air_support:104.5a.3",
    "thunder_in_the_east:18_air:18.2b.2",
    "thunder_in_the_east:18_air:18.2b.4",
    "thunder_in_the_east:18_air:18.6.packet.2",
    "thunder_in_the_east:18_air:208.2.3",
    "thunder_in_the_east:18_air:208.2.4",
    "thunder_in_the_east:18_air:208.2.5",
    "thunder_in_the_east:20_air:18.4.1c.8",
    "thunder_in_the_east:20_air:20.0e.2",
    "thunder_in_the_east:20_air:20.0e.4",
    "thunder_in_the_east:20_air:20.0e.6",
    "thunder_in_the_east:20_air:20.2a.2",
    "thunder_in_the_east:20_air:20.2a.6",
    "thunder_in_the_east:20_air_battles:20.1b.1",
    "thunder_in_the_east:book_alone:18.4.3a.101",
    "thunder_in_the_east:book_alone:20.0e.102",
    "thunder_in_the_east:book_alone:208.2.2a.101",
    "thunder_in_the_east:book_alone:9.0i.101",
    "thunder_in_the_east:two_printings:20.2a.101",
    "thunder_in_the_east_10:104_air_support:104.5a.3",
    "thunder_in_the_east_10:20_air:20.2a.2",
)
"""Cases in which one counter that nobody can read once turned a verdict round: packets, dogfights, drops, units exchanged."""
EACH_PAIR = ("thunder_in_the_east:21_after_battle:21.7.3a.3",)
"""Cases in which two counters, one of either side, once turned a verdict round: both were tried as one side's alone."""
FROM_LATER = (
    ("thunder_in_the_east:18_air:18.2b.2", 1),
    ("thunder_in_the_east:18_air:18.2b.4", 1),
    ("thunder_in_the_east:18_air:18.2b.4", 2),
    ("thunder_in_the_east:18_air:208.2.3", 1),
    ("thunder_in_the_east:18_air:208.2.4", 1),
    ("thunder_in_the_east:book_alone:18.4.3a.101", 1),
    ("thunder_in_the_east:book_alone:208.2.2a.101", 1),
)
"""Cases, and the step up to which nothing was seen of them, that once turned round: others fly over the hex already."""


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


@pytest.mark.parametrize("kind", OF_LOGS)
def test_nothing_turns_round_in_a_log_read_anew(kind: str) -> None:
    flips = _flips(trials(OF_A_LOG, 1, kind, "sudden_storm:01.vlog"))
    assert not flips, "\n".join(("", *flips))


def test_of_three_fighters_that_are_alike_one_is_masked() -> None:
    """Their mission is told in one line, which nobody understands who does not know them all."""
    tried = list(each_masked(TWO_SEAS, "so.mig3", 16))
    assert len(tried) == 3
    assert [str(flip) for each in tried for flip in each.outcome.flips] == []


@pytest.mark.parametrize(("name", "kind"), FOUND)
def test_what_once_turned_round_stays(name: str, kind: str) -> None:
    flips = _flips(trials(5, 1, kind, name, among=case_games))
    assert not flips, "\n".join(("", *flips))


@pytest.mark.parametrize(("name", "kind"), LOST)
def test_what_once_was_lost_is_told(name: str, kind: str) -> None:
    lost = [each for trial in trials(5, 1, kind, name, among=all_games) for each in trial.lost]
    assert not lost, "\n".join(("", *lost))


def _case(name: str) -> Game:
    return next(game for game in case_games() if game.name == name)


def _keeps_its_verdicts(game: Game, forgetting: Callable[[Play], Iterator[Forgetful]]) -> None:
    whole = game.whole()
    for found in forgetting(game.play()):
        flips = compare(whole, found, game.judged(found.play)).flips
        assert not flips, "\n".join((found.what, *map(str, flips)))


@pytest.mark.parametrize("name", EACH_COUNTER)
def test_no_single_counter_turns_a_verdict_round(name: str) -> None:
    _keeps_its_verdicts(_case(name), each_identity)


@pytest.mark.parametrize("name", EACH_PAIR)
def test_no_two_counters_turn_a_verdict_round(name: str) -> None:
    _keeps_its_verdicts(_case(name), each_pair)


@pytest.mark.parametrize(("name", "seen_from"), FROM_LATER)
def test_whoever_comes_later_turns_no_verdict_round(name: str, seen_from: int) -> None:
    game = _case(name)
    begins, later = game.later(seen_from)
    found = Forgetful("what was before", later, first=seen_from + 1, begins=begins)
    flips = compare(game.whole(), found, game.judged(later)).flips
    assert not flips, "\n".join(("", *map(str, flips)))


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
