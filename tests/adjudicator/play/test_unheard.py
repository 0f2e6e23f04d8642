"""Declarations in the words of the module: read through the binding, or listed with what is wrong with them; talk is neither."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from adjudicator.findings import Ran, Report, Severity
from adjudicator.identify import Identifier
from adjudicator.judge import adjudicate
from adjudicator.model.binding import Binding
from adjudicator.model.counters import Counter, Design
from adjudicator.model.events import Move, Say
from adjudicator.model.network import Network
from adjudicator.model.pack import Pack
from adjudicator.model.state import GameState, Seat
from adjudicator.model.viewer import WITHHELD
from adjudicator.notes import NoteKind
from adjudicator.packs.load import load_pack, load_theatre_for
from adjudicator.play.session import Play, play_log
from adjudicator.record.acts import Attack
from tests.adjudicator.table import log, spot, state

ATTACK = r"attack (?P<hex>[0-9]{4})[^:;]{0,20}: (?P<units>[^;:]+)(?:; die (?P<die>[1-6]))?"


@cache
def pack() -> Pack:
    made = load_pack("two_rivers")
    (stem, binding), *_ = made.bindings.items()
    chat = (*binding.chat, Binding.ChatRule(pattern=ATTACK))
    told = {"chat": chat, "location": r"(?:Hex )?(?P<hex>[0-9]{4})"}
    return replace(made, bindings={stem: binding.model_copy(update=told)})


def counter(unit: str, number: str, name: str, *, slot: str = "", shows: str = "") -> Counter:
    """A unit of the pack whose counter says what the module calls it."""
    properties = {"PackUnit": unit, "Face": "1"}
    return Counter(f"c.{unit}", shows or name, spot(number), Design(name), slot=slot, properties=properties)


def table() -> GameState:
    made = state(
        counter("fr.1inf", "0805", "Foot, Guards", slot="77"),
        counter("fr.2inf", "0805", "Horse and Foot", shows="Bold Horse"),
        counter("fr.3inf", "0705", "Foot"),
        counter("fr.4inf", "0305", "Foot"),
        counter("au.1inf", "0804", "Foot"),
        phase="French combat",
    )
    return replace(made, seats=(Seat("Player 1", "Anne", "French"),))


def played(*lines: str) -> Play:
    identifier = Identifier(table(), None, pack(), Network.of(load_theatre_for(pack())))
    return play_log(log(table(), *(Say(f"<Anne> - {line}", "Player 1") for line in lines)), identifier)


def attackers(line: str) -> tuple[str, ...]:
    found = [act for act in played(line).acts if isinstance(act, Attack)]
    return found[0].units if found else ()


def unheard(*lines: str) -> list[str]:
    report = adjudicate(played(*lines))
    return [str(note.text) for note in report.notes if note.kind is NoteKind.UNHEARD]


@pytest.mark.parametrize(
    ("line", "units"),
    [
        ("attack 0804: Foot, Guards", ("fr.1inf",)),
        ('ATTACK 0804: "foot, guards"; die 4', ("fr.1inf",)),
        ("attack 0804: FOOT, GUARDS and Horse and Foot", ("fr.1inf", "fr.2inf")),
        ("attack 0804: bold horse", ("fr.2inf",)),
        ("attack 0804: 1st French Division, Bold Horse", ("fr.1inf", "fr.2inf")),
        ("attack Hex 0804: fr.2inf", ("fr.2inf",)),
        ("attack hex 0804 (the ford): “Bold Horse”", ("fr.2inf",)),
        ("attack 0804: Foot (0305)", ("fr.4inf",)),
        ("attack 0804: Foot from hex 0305, fr.2inf", ("fr.4inf", "fr.2inf")),
    ],
)
def test_units_and_hexes_go_by_what_the_module_calls_them(line: str, units: tuple[str, ...]) -> None:
    assert attackers(line) == units
    assert unheard(line) == []


def test_of_several_units_of_a_name_those_are_meant_that_stand_beside_the_hex() -> None:
    network = Network.of(load_theatre_for(pack()))
    beside = network.distance(network.index["0705"], network.index["0804"]) == 1
    assert beside and attackers("attack 0804: Foot") == ("fr.3inf",)


def test_which_of_several_is_meant_is_not_guessed() -> None:
    counted, line = unheard("attack 1104: Foot")
    assert (
        "au.1inf in 0804, fr.3inf in 0705, fr.4inf in 0305" in line
        and "units are called 'Foot' and nothing tells which is meant" in line
    )
    assert attackers("attack 1104: Foot") == ()
    assert "could have had more to judge" in counted


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("attack 0804: Foots, Guards", "there is no unit 'Foots'; did you mean Foot"),
        ("attack 9904: Bold Horse", "there is no hex '9904' on the map"),
        ("attack nowhere: Bold Horse", "there is no hex 'nowhere' on the map"),
        ("attack with Bold Horse on 0804", "does not have the form of a [[chat]] line"),
        ("we are assaulting 0804 now", "does not have the form of a [[chat]] line"),
        ("Bold Horse bombs them", "the binding has no [[chat]] line that tells this"),
        ("phase: French marching", "there is no phase 'French marching'"),
        ("attack 0804: Bold Horse " + "and so on " * 60, "longer than 500 characters"),
    ],
)
def test_a_line_that_looks_like_a_declaration_is_listed_with_what_is_wrong(line: str, why: str) -> None:
    counted, told = unheard("hello", line)
    assert counted.startswith("1 line of chat looks like a declaration and was not understood")
    assert told.startswith(f"step 2: '{line[:40]}") and why in told


@pytest.mark.parametrize(
    "line",
    [
        "hello",
        "I attack tomorrow",
        "nice attack!",
        "sorry, the phone rang; back in 10: coffee",
        "why did you not attack 0804?",
        "my horse won: 4 to 1",
        "Bold Horse looks tired",
        "are we at 0804 already",
        "I will strike a bargain with you",
        "time flies over here",
    ],
)
def test_talk_is_not_listed(line: str) -> None:
    assert unheard(line) == []


def judged(*lines: str) -> Report:
    return adjudicate(played(*lines))


def test_coverage_says_which_rules_could_have_been_judged() -> None:
    rows = {row.rule: row for row in judged("attack 0804: Foots").coverage}
    assert rows["two:7.1"].ran is Ran.NOT_CHECKED
    assert "1 line of chat that seems to tell what it judges was not understood" in rows["two:7.1"].why
    read = {row.rule: row for row in judged("attack 0804: Bold Horse", "attack 0804: Foots").coverage}
    assert read["two:7.1"].ran is Ran.JUDGED
    assert "1 line of chat that seems to tell more of it was not understood" in read["two:7.1"].why
    silent = {row.rule: row for row in judged("hello").coverage}
    assert silent["two:7.1"].ran is Ran.NOT_APPLICABLE


@pytest.mark.parametrize(
    ("line", "severity"),
    [
        ("hello", Severity.VIOLATION),
        ("attack 0804: Bold Horse", Severity.VIOLATION),
        ("attack 9904: Foot, Guards", Severity.DOUBT),
        ("attack with the Foot, Guards on 0804", Severity.DOUBT),
        ("attack 0904: Nobody at all", Severity.VIOLATION),
        (WITHHELD, Severity.DOUBT),
    ],
)
def test_a_line_that_nobody_understood_may_excuse_what_it_names(line: str, severity: Severity) -> None:
    """A unit advances into a hex that nobody attacked: the line that names it, or one that nobody may read, may tell more."""
    made, theatre = table(), load_theatre_for(pack())
    identifier = Identifier(made, None, pack(), Network.of(theatre), conditions={"history": "whole"})
    said = line if line == WITHHELD else f"<Anne> - {line}"
    drag = Move("c.fr.1inf", spot("0805"), spot("0905"))
    found = adjudicate(play_log(log(made, Say(said, "Player 1"), drag), identifier)).findings
    about = [each for each in found if each.rule == "two:8.3" and each.units == ("fr.1inf",)]
    assert about
    assert {each.severity for each in about} == {severity}
    assert all("the line of chat at step 1" in each.missing for each in about if severity is Severity.DOUBT)
