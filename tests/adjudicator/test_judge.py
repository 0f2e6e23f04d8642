"""Judgements: three honest answers, a fixed order, and nothing left unsaid about what was looked at."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from adjudicator.checks.registry import check, find_check
from adjudicator.errors import PackError
from adjudicator.findings import Ran, Report, Severity, Verdict
from adjudicator.identify import Identifier
from adjudicator.judge import adjudicate, legality
from adjudicator.model.events import Remove, Say, Undo
from adjudicator.model.network import Network
from adjudicator.packs.load import load_pack, load_theatre_for
from adjudicator.play.session import play_log
from adjudicator.play.setting_up import position_from
from adjudicator.play.written import play_moves
from tests.adjudicator.table import log, move, next_phase, state, unit

PACK = load_pack("two_rivers")
NETWORK = Network.of(load_theatre_for(PACK))
CROWD = "0405: fr.1inf, fr.1cav, fr.2cav, fr.1art"


def judged(*lines: str) -> Report:
    return adjudicate(position_from(lines, PACK, NETWORK))


def coverage(report: Report) -> dict[str, Ran]:
    return {entry.rule: entry.ran for entry in report.coverage}


def test_what_the_coverage_counts_is_what_the_report_lists() -> None:
    two = judged("turn 2, French movement", CROWD, "0805: au.1inf, au.2inf, au.3inf, au.4inf")
    words = {entry.rule: entry.why for entry in two.coverage}
    assert words["two:3.1"] == "1 position looked at: 2 broken"
    assert words["two:3.8"] == "1 position looked at: none broken"


def test_a_finding_tells_rule_place_units_and_arithmetic() -> None:
    (finding,) = judged("turn 2, French movement", CROWD).findings
    assert (finding.rule, finding.at, finding.severity) == ("two:3.1", ("0405",), Severity.VIOLATION)
    assert str(finding.citation) == "Two Rivers 1 3.1"
    assert finding.names == ("1st French Division", "1st French Cavalry", "2nd French Cavalry", "1st French Artillery")
    assert finding.because == "4 combat units, limit 3; too many: 1st French Artillery"
    assert (finding.turn, finding.phase) == (2, "French movement")


def test_every_rule_says_whether_it_ran() -> None:
    report = judged("turn 2, French movement", CROWD)
    told = coverage(report)
    assert set(told) == {f"two:{rule}" for rule in PACK.rules}
    assert told["two:3.1"] == Ran.JUDGED
    assert told["two:6.7"] == Ran.NOT_APPLICABLE
    assert told["two:5.1"] == Ran.NOT_CHECKED


def test_an_unknown_phase_makes_a_doubt_that_names_it() -> None:
    report = judged(CROWD)
    assert report.clean
    assert report.findings[0].severity == Severity.DOUBT
    assert report.findings[0].missing == "the phase of play (end of movement or end of combat?)"
    assert coverage(report)["two:3.1"] == Ran.UNDETERMINED


def test_rules_switched_off_say_so() -> None:
    rules = {"3.1": PACK.rules["3.1"].model_copy(update={"options": ("attrition",)})}
    pack = replace(PACK, rules={**PACK.rules, **rules})
    report = adjudicate(position_from(["turn 2, French movement", CROWD], pack, NETWORK))
    assert not report.findings
    assert report.coverage[0].why != ""
    assert (
        next(entry for entry in report.coverage if entry.rule == "two:3.1").why
        == "optional rule not in play: attrition"
    )


def test_findings_ignore_the_order_of_counters() -> None:
    lines = ["0405: fr.1inf, fr.2inf, fr.3inf, fr.guard", "0806: fr.1cav, au.1inf", "0907: fr.2art, sa.1cav, +fort"]
    first = judged("turn 2, French movement", *lines)
    dice = random.Random(7)
    for _ in range(10):
        shuffled = [
            f"{line[:4]}: {', '.join(dice.sample(line[6:].split(', '), line.count(',') + 1))}" for line in lines
        ]
        dice.shuffle(shuffled)
        again = judged("turn 2, French movement", *shuffled)
        told = [(f.rule, f.at, sorted(f.units)) for f in again.findings]
        assert told == [(f.rule, f.at, sorted(f.units)) for f in first.findings]


def test_a_unit_taken_away_never_causes_a_stacking_finding() -> None:
    names = ["fr.1inf", "fr.2inf", "fr.3inf", "fr.1cav", "sa.1inf", "fr.1art", "fr.hq"]
    dice = random.Random(8)
    for _ in range(40):
        chosen = dice.sample(names, dice.randrange(2, len(names)))
        before = {f.rule for f in judged("turn 2, French movement", f"0405: {', '.join(chosen)}").findings}
        after = {f.rule for f in judged("turn 2, French movement", f"0405: {', '.join(chosen[1:])}").findings}
        assert after <= before


def test_an_act_is_legal_illegal_or_undetermined() -> None:
    position = position_from(["turn 2, French movement", "weather clear", "0106: fr.1inf"], PACK, NETWORK)
    (near,) = play_moves(["fr.1inf 0106-0506"], position).acts
    (far,) = play_moves(["fr.1inf 0106-0905"], position).acts
    dark = position_from(["turn 2, French movement", "0405: fr.1inf"], PACK, NETWORK)
    (cloudy,) = play_moves(["fr.1inf 0405-0505-0604-0704-0804"], dark).acts
    assert legality(near).verdict is Verdict.LEGAL
    assert legality(far).verdict is Verdict.ILLEGAL
    assert legality(far).findings[0].traces[0].kind == "path"
    assert legality(cloudy).verdict is Verdict.UNDETERMINED
    assert "weather" in legality(cloudy).findings[0].missing


def test_nothing_is_called_legal_beside_a_counter_that_nobody_can_read() -> None:
    said = ["turn 2, French movement", "weather clear", "0106: fr.1inf", "1404: au.1inf"]
    seen, hidden, far = (position_from([*said, *more], PACK, NETWORK) for more in ([], ["0606: ?"], ["1807: ?"]))
    rulings = [legality(play_moves(["fr.1inf 0106-0506"], at).acts[0]) for at in (seen, hidden, far)]
    assert [each.verdict for each in rulings] == [Verdict.LEGAL, Verdict.UNDETERMINED, Verdict.LEGAL]
    assert rulings[1].missing == ("what the counter in 0606 is",)


def test_an_act_of_unknown_phase_is_broken_only_where_every_phase_forbids_it() -> None:
    position = position_from(["weather clear", "0405: fr.1inf", "0805: fr.2inf"], PACK, NETWORK)
    moves = ["fr.1inf 0405-0505", "fr.2inf 0805-1205", "now weather rain"]
    near, far, change = (legality(act) for act in play_moves(moves, position).acts)
    assert [each.verdict for each in (near, far, change)] == [Verdict.UNDETERMINED] * 3
    assert {finding.missing for each in (near, far, change) for finding in each.findings} == {"the phase of play"}


def test_a_lasting_wrong_is_reported_once() -> None:
    position = position_from(["turn 2, French movement", CROWD, "1404: au.1inf"], PACK, NETWORK)
    play = play_moves(
        ["fr.1art 0405-0404", "fr.1art 0404-0405", "turn 2, Austrian movement", "au.1inf 1404-1504"], position
    )
    assert [finding.rule for finding in adjudicate(play).findings] == ["two:2.4", "two:3.1"]


def test_a_log_is_judged_act_by_act() -> None:
    start = state(unit("fr.1inf", "0106"), unit("fr.2inf", "0405"), unit("au.1inf", "1404"))
    game = log(
        start,
        move("fr.1inf", "0106", "0506"),
        move("fr.2inf", "0405", "0805"),
        move("fr.2inf", "0805", "1005"),
        move("au.1inf", "1404", "1504"),
        next_phase("Austrian movement"),
        move("au.1inf", "1504", "1404"),
    )
    play = play_log(game, Identifier(start, None, PACK, NETWORK))
    assert [(act.kind, act.units, act.path) for act in play.acts] == [
        ("move", ("fr.1inf",), ("0106", "0506")),
        ("move", ("fr.2inf",), ("0405", "0805", "1005")),
        ("move", ("au.1inf",), ("1404", "1504")),
        ("move", ("au.1inf",), ("1504", "1404")),
    ]
    found = [(f.rule, f.step, f.source.offset) for f in adjudicate(play).findings]
    assert found == [("two:5.1", 2, 20), ("two:2.2", 4, 40)]


def test_a_long_way_along_the_rails_is_taken_for_a_journey() -> None:
    start = state(unit("fr.1inf", "0106"), unit("fr.2inf", "0106"), unit("fr.3inf", "0106"))
    trips = [move(name, "0106", "1006") for name in ("fr.1inf", "fr.2inf", "fr.3inf")]
    play = play_log(log(start, *trips[:2]), Identifier(start, None, PACK, NETWORK))
    assert adjudicate(play).findings == ()
    play = play_log(log(start, *trips), Identifier(start, None, PACK, NETWORK))
    assert [finding.rule for finding in adjudicate(play).findings] == ["two:5.10"]


def test_what_was_taken_back_did_not_happen() -> None:
    start = state(unit("fr.1inf", "0405"))
    back = [Undo(True), move("fr.1inf", "0905", "0405"), Undo(False)]
    play = play_log(log(start, move("fr.1inf", "0405", "0905"), back), Identifier(start, None, PACK, NETWORK))
    assert (play.acts, play.undone) == ((), 1)


def test_a_drag_back_and_forth_is_no_march() -> None:
    start = state(unit("fr.1inf", "0405"))
    hops = [("0405", "0505"), ("0505", "0605"), ("0605", "0505")]
    drags = [[Say(f"moves {here} to {there}"), move("fr.1inf", here, there)] for here, there in hops]
    play = play_log(log(start, *drags), Identifier(start, None, PACK, NETWORK))
    assert ([act.path for act in play.acts if act.kind == "move"], play.undone) == ([("0405", "0505")], 1)


def test_a_march_shown_hex_by_hex_is_judged_as_shown() -> None:
    """Both go from 0405 to 0506; one dips into an enemy zone on the way, of the other only the ends are known."""
    start = state(unit("fr.1inf", "0405"), unit("au.1inf", "0604"))
    shown = log(start, move("fr.1inf", "0405", "0505"), move("fr.1inf", "0505", "0506"))
    ends = log(start, move("fr.1inf", "0405", "0506"))
    rules = [
        [f.rule for f in adjudicate(play_log(each, Identifier(start, None, PACK, NETWORK))).findings]
        for each in (shown, ends)
    ]
    assert rules == [["two:4.4"], []]


def test_units_that_go_together_are_one_act() -> None:
    start = state(unit("fr.1inf", "0405", "s"), unit("fr.2inf", "0405", "s"))
    step = [move("fr.1inf", "0405", "0505", "t"), move("fr.2inf", "0405", "0505", "t")]
    play = play_log(log(start, step, Remove("c.fr.2inf")), Identifier(start, None, PACK, NETWORK))
    assert [(act.kind, act.units) for act in play.acts] == [("move", ("fr.1inf", "fr.2inf")), ("remove", ("fr.2inf",))]


def test_two_checks_of_one_name_stop_the_import() -> None:
    with pytest.raises(PackError, match=r"two checks are named 'stacking\.limit'"):
        check("stacking.limit")(find_check("stacking.limit").judge)


@pytest.mark.parametrize(("weather", "verdict"), [("clear", Verdict.LEGAL), ("rain", Verdict.ILLEGAL), ("", None)])
def test_an_advance_that_a_row_allows_in_one_weather_only(weather: str, verdict: Verdict | None) -> None:
    rows = [{"most": 0, "when": {"conditions": {"weather": ["rain"]}}}]
    pack = replace(PACK, tables={**PACK.tables, "combat": {**PACK.tables["combat"], "advance": rows}})
    told = [f"weather {weather}"] if weather else []
    position = position_from(["turn 2, French combat", *told, "0805: fr.1inf", "0804: au.1inf"], pack, NETWORK)
    acts = ["attack 0804: fr.1inf result=DE", "remove au.1inf", "advance fr.1inf 0805-0804"]
    found = [f for f in adjudicate(play_moves(acts, position)).findings if f.rule == "two:8.3"]
    if verdict is None:
        assert [(f.severity, f.missing) for f in found] == [(Severity.DOUBT, "weather")]
    else:
        assert bool(found) == (verdict is Verdict.ILLEGAL)
        assert all(f.severity is Severity.VIOLATION for f in found)
