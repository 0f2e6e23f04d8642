"""What nothing is judged of is said: units off the hexes, phases, turns and seats that the binding does not know."""

from __future__ import annotations

from dataclasses import replace

import pytest

from adjudicator.cli.verdict import print_report
from adjudicator.exporters.report.audit_markdown import audit_markdown
from adjudicator.exporters.report.from_report import as_audit
from adjudicator.exporters.report.markdown import markdown
from adjudicator.exporters.report.page import page
from adjudicator.findings import Citation, Finding, Report, Severity, asked_back, of_one_cause
from adjudicator.identify import Identifier
from adjudicator.judge import adjudicate
from adjudicator.model.counters import Spot
from adjudicator.model.events import Move
from adjudicator.model.known import Known
from adjudicator.model.network import Network
from adjudicator.model.state import Event, GameState, Seat
from adjudicator.notes import NoteKind
from adjudicator.packs.load import load_pack, load_theatre_for
from adjudicator.play.session import play_log
from adjudicator.record.phase import PHASE
from adjudicator.said import say
from tests.adjudicator.table import log, move, next_phase, spot, state, tracker, unit

PACK = load_pack("two_rivers")
NETWORK = Network.of(load_theatre_for(PACK))
BOXED = replace(
    PACK,
    bindings={
        name: each.model_copy(update={"boxes": {"Reserve.*": "Reserve"}}) for name, each in PACK.bindings.items()
    },
)


def judged(start: GameState, *events: Event, pack=PACK) -> Report:
    identifier = Identifier(start, None, pack, NETWORK)
    play = play_log(log(start, *events), identifier)
    return adjudicate(play, "turn.vlog", identifier.notes)


def passed(start: GameState, *events: Event, pack=PACK) -> list[str]:
    return [str(each.text) for each in judged(start, *events, pack=pack).notes if each.kind is NoteKind.UNJUDGED]


def off(name: str, origin: str, to: Spot) -> Move:
    return Move(f"c.{name}", spot(origin), to, "")


TABLE = state(unit("fr.1inf", "0805"), unit("au.1inf", "0904"))


@pytest.mark.parametrize(
    ("to", "place"),
    [
        (Spot("Main", 7, 9), "Main, 7,9"),
        (Spot("Main", 7, 9, "Board", "", "9999"), "Main, 9999"),
        (Spot("Main", 7, 9, "Board", "Force Pool"), "Main, Force Pool"),
        (Spot("Another map", 1, 2, "", "", "Box 3"), "Another map, Box 3"),
        (Spot("", 0, 0), "0,0"),
    ],
    ids=["between hexes", "no hex of the map", "unknown box", "another map", "no map"],
)
def test_a_unit_that_is_dragged_off_the_hexes_is_told(to: Spot, place: str) -> None:
    (told,) = passed(TABLE, off("fr.1inf", "0805", to))
    assert told == (
        f"1st French Division (step 1) was put at no hex of the map ({place}): nothing about it is judged until it is back"
    )


def test_it_is_told_how_long_it_was_off() -> None:
    away = Spot("Main", 7, 9)
    back = Move("c.fr.1inf", away, spot("0805"), "")
    (told,) = passed(TABLE, off("fr.1inf", "0805", away), move("au.1inf", "0904", "0905"), back)
    assert told.startswith("1st French Division (steps 1 to 3) was put at no hex")


def test_a_box_that_the_binding_knows_is_no_news() -> None:
    assert passed(TABLE, off("fr.1inf", "0805", Spot("Boxes", 1, 2, "", "", "Reserve 1")), pack=BOXED) == []
    assert passed(TABLE, move("fr.1inf", "0805", "0806")) == []


def test_units_that_lie_off_the_hexes_from_the_first_are_told_together() -> None:
    lost = replace(unit("fr.2inf", ""), spot=Spot("Main", 3, 4))
    other = replace(unit("fr.3inf", ""), spot=Spot("Main", 3, 4))
    chart = replace(unit("fr.4inf", ""), spot=Spot("Chart", 3, 4, "", "Losses"))
    table = state(unit("fr.1inf", "0805"), lost, other, chart)
    (told,) = passed(table)
    assert told == (
        "2nd French Division, 3rd French Division lie at no hex of the map (Main, 3,4): nothing about them is judged"
    )


def test_a_map_none_of_whose_places_is_a_hex_of_the_pack_is_told_and_nothing_is_judged() -> None:
    table = state(unit("fr.1inf", "A17"), unit("au.1inf", "B99"))
    assert judged(table).outcome == judged(state()).outcome == "nothing judged"
    assert [each.partition(":")[0] for each in passed(table)] == [
        "1st Austrian Division lies at no hex of the map (Main, B99)",
        "1st French Division lies at no hex of the map (Main, A17)",
    ]


def test_phases_that_the_pack_does_not_know_are_named_with_what_to_write() -> None:
    table = state(unit("fr.1inf", "0805"), phase="French Move")
    (told,) = passed(table, move("fr.1inf", "0805", "0806"), next_phase("Austr. Combat"), next_phase("Siesta"))
    assert "says 'French Move', 'Austr. Combat', 'Siesta', and the pack knows no such phase" in told
    assert "It knows 'French movement', 'Austrian combat'" in told
    assert 'phases = { "French Move" = "fr.movement", "Austr. Combat" = "au.combat", "Siesta" = "…" }' in told
    assert "bindings/vassal.toml" in told and "[turn]" in told


def test_what_is_written_so_binds_it() -> None:
    turn = next(iter(PACK.bindings.values())).turn.model_copy(update={"phases": {"French Move": "fr.movement"}})
    bound = {name: each.model_copy(update={"turn": turn}) for name, each in PACK.bindings.items()}
    table = state(unit("fr.1inf", "0805"), phase="French Move")
    assert passed(table, move("fr.1inf", "0805", "0806"), pack=replace(PACK, bindings=bound)) == []


def test_a_tracker_of_another_name_and_a_turn_without_a_number_are_told() -> None:
    named = replace(TABLE, trackers=(replace(tracker("French movement"), name="Clock"),))
    (told,) = passed(named)
    assert "no turn tracker 'Turn'; it has 'Clock'" in told and 'tracker = "Clock"' in told
    worded = replace(
        TABLE, trackers=(replace(tracker("French movement"), values=(("Turn", "May"), ("Phase", "French movement"))),)
    )
    (told,) = passed(worded)
    assert "tells the turn as 'May', in which the pack finds no number" in told


def test_a_seat_that_fits_no_side_is_told_and_a_referee_is_not() -> None:
    seats = (Seat("p1", "Anne", "The French"), Seat("p2", "Bo", "Austrian"), Seat("p3", "Cy", "Referee"))
    (told,) = passed(replace(TABLE, seats=seats))
    assert "the module's sides 'The French' are none that the binding knows; the pack's are French, Austrian" in told
    assert '"The French" = "fr"' in told


BOOK = Citation("Two Rivers", "1", "2.3")


def doubt(at: tuple[str, ...], because: str, missing: str) -> Finding:
    return Finding(at, because, broken=Known.open(missing), citation=BOOK, severity=Severity.DOUBT)


def doubts(count: int) -> Report:
    missing = say("{phase} ({when}?)", PHASE, "movement")
    found = [
        replace(doubt((f"{n:04}",), f"unit {n} moves", missing), rule="two:2.3", title="Time", step=n)
        for n in range(count)
    ]
    other = replace(doubt(("0101",), "no line", "the weather"), rule="two:6.1", title="Supply")
    return Report("two_rivers", "a.vlog", (*found, other))


def test_many_doubts_of_one_cause_are_told_as_one(capsys: pytest.CaptureFixture[str]) -> None:
    report = doubts(244)
    assert len(of_one_cause(report.findings)) == 244
    print_report(report)
    told = capsys.readouterr().out
    cause = "244 doubts have one cause, that nobody knows the phase: 2.3 (244)"
    for text in (told, markdown(report), audit_markdown(as_audit(report))):
        assert cause in text and "no line" in text and "unit 7 moves" not in text
    shown = page(report)
    assert cause in shown and shown.index(cause) < shown.index("unit 7 moves")


def test_a_few_doubts_are_told_one_by_one() -> None:
    assert of_one_cause(doubts(6).findings) == ()
    assert "unit 5 moves" in markdown(doubts(6))


def test_a_datum_that_decides_five_doubts_is_asked_for_before_all_else(capsys: pytest.CaptureFixture[str]) -> None:
    cell = "what Open costs motorized units (terrain.open.cost.motorized)"
    report = doubts(3)
    found = [
        replace(doubt((f"{n:04}",), f"unit {n} enters", cell), rule=f"two:6.{n % 2}", title="Cost") for n in range(5)
    ]
    others = [replace(each, broken=Known.open(cell, "the weather")) for each in found]
    asked = "tell us what Open costs motorized units (terrain.open.cost.motorized): it decides 5 doubts (6.0 and 6.1)"
    told = replace(report, findings=(*report.findings, *found, *others))
    print_report(told)
    for text in (capsys.readouterr().out, markdown(told), audit_markdown(as_audit(told)), page(told)):
        lower = text.lower().replace("\\", "")
        assert lower.index(asked.lower()) < lower.index("unit 3 enters")
    assert asked_back((*report.findings, *found[1:], *others)) == ()
    overruled = [replace(each, ruling="we play it so") for each in found]
    assert asked_back(overruled) == ()
