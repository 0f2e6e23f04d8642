"""The story of each turn, and runs of the same thing told once."""

from __future__ import annotations

from dataclasses import replace

from adjudicator.audit.record import ActEntry, Audit, ChainEntry, CounterEntry, PlaceEntry, RollEntry
from adjudicator.exporters.report.audit_markdown import audit_markdown
from adjudicator.exporters.report.page import rendered
from adjudicator.exporters.report.runs import runs
from adjudicator.exporters.report.story import MOST, story
from adjudicator.findings import PhaseTold
from tests.exporters.report.games import judged_turn

HIDDEN = (CounterEntry("", "a hidden counter"),)


def act(number, kind, name="", *, path=(), side="French", turn="1", **more):
    counters = (CounterEntry(name, name),) if name else ()
    places = tuple(PlaceEntry(each, "Map", 1, 1) for each in path)
    return ActEntry(number, kind, (number + 1,), side=side, counters=counters, path=places, turn=turn, **more)


def audit(*acts, **more):
    return Audit("Game", "umpire", "", "", (), (), acts, ChainEntry(True), **more)


def columns(part):
    return {name: [deed.text for deed in deeds] for name, deeds, _ in part.columns if deeds}


def test_a_turn_tells_who_moved_fought_rolled_and_lost_what():
    acts = (
        act(0, "move", "1 Inf", path=("0101", "0102")),
        act(1, "move", "1 Inf", path=("0102", "0103")),
        act(2, "attack", text="1 Inf attacks 0104"),
        act(8, "attack", text="1 Inf attacks 0104, die 3, AR"),
        act(3, "remove", "2 Cav", side="Austrian"),
        act(4, "move", "1 Inf", path=("0103", "0105"), turn="2"),
        act(5, "move", "9 Inf", path=("0103", "0105"), undone=7),
    )
    roll = RollEntry(3, "a", 3, "Player 1", "French", "2d6", (3, 4), 6, "", turn="1", aftermath="undone")
    one, two = story(audit(*acts, rolls=(roll,)))
    french, austrian = one.parts
    assert columns(french) == {
        "moved": ["1 Inf 0101 – 0103"],
        "fought": ["1 Inf attacks 0104, die 3, AR"],
        "rolled": ["2d6: 3 4 (taken back)"],
    }
    assert columns(austrian) == {"lost": ["2 Cav"]}
    assert (one.name, two.name) == ("1", "2") and columns(two.parts[0]) == {"moved": ["1 Inf 0103 – 0105"]}


def test_the_turn_is_the_one_that_the_rules_know():
    told = audit(act(0, "move", "A", path=("1", "2"), turn="noon"), phases=(PhaseTold(1, 9, 7),))
    assert [turn.name for turn in story(told)] == ["7"]


def test_what_does_not_fit_on_a_screen_opens():
    acts = [act(n, "move", f"{n} Inf", path=("0101", "0102")) for n in range(MOST + 5)]
    ((part,),) = [turn.parts for turn in story(audit(*acts))]
    name, deeds, rest = part.columns[0]
    assert (name, len(deeds)) == ("moved", MOST)
    assert [deed.text for deed in rest] == [f"{n} Inf 0101 – 0102" for n in range(MOST, MOST + 5)]
    page = rendered(audit(*acts), None)
    shown, opened = page.split('<details class="rest"><summary>and 5 more</summary>')
    assert f"{MOST - 1} Inf 0101 – 0102" in shown and f"{MOST + 4} Inf 0101 – 0102" in opened.split("</details>")[0]


def test_the_sample_turn_has_all_its_findings_in_its_story():
    made = judged_turn().audit
    told = [place for turn in story(made) for place in turn.findings]
    assert sorted(told) == list(range(len(made.findings)))


def test_runs_of_the_same_thing_are_one_line():
    same = [replace(act(n, "remove"), counters=HIDDEN) for n in range(160)]
    other = act(160, "remove", "1 Inf")
    told = audit(*same, other)
    assert [run.count for run in runs(told.acts)] == [160, 1]
    assert "- steps 1 to 160: 160 × remove a hidden counter (by French)" in audit_markdown(told)
    assert "160 × <b>remove</b> a hidden counter" in rendered(told, None)


def test_what_one_step_does_by_turns_is_told_once_for_each_kind():
    pairs = [replace(act(n, ("remove", "place")[n % 2]), counters=HIDDEN, steps=(5,)) for n in range(40)]
    assert [(run.act.kind, run.count) for run in runs(pairs)] == [("remove", 20), ("place", 20)]


def test_an_observer_goes_by_his_name():
    watched = act(0, "move", "1 Inf", path=("1", "2"), side="<observer>", player="Mark ()")
    ((part,),) = [turn.parts for turn in story(audit(watched))]
    assert part.who == "Mark"


def test_an_act_with_a_verdict_stands_alone():
    acts = [replace(act(n, "remove", "1 Inf"), verdict="illegal") for n in range(3)]
    assert [run.count for run in runs(acts)] == [1, 1, 1]
