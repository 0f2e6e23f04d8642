"""Attacks told in the chat: what a binding's [[chat]] lines take for one, and what they leave alone."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from types import SimpleNamespace

import pytest

from adjudicator.analysis.combat.spoken import announced, spoken_attack
from adjudicator.analysis.combat.wording import Wording
from adjudicator.model.binding import Binding
from adjudicator.model.events import Say, Step
from adjudicator.model.network import Network
from adjudicator.packs.load import load_pack, load_theatre_for
from adjudicator.play.from_events import acts_of
from adjudicator.play.setting_up import position_from
from adjudicator.record.act_json import act_from_json, act_to_json
from adjudicator.record.acts import Act, Demolition, Repair, Speech
from adjudicator.record.position import Position, Unidentified

RULES = (
    Binding.ChatRule(
        pattern="attack (?P<hex>[0-9]{4}): (?P<units>[^;]+)(?:; die (?P<die>[1-6]))?", values={"spoken": "yes"}
    ),
)


@cache
def position() -> Position:
    pack = load_pack("two_rivers")
    lines = ("turn 2, French combat", "0805: fr.1inf, fr.2cav", "0804: au.1inf")
    return position_from(lines, pack, Network.of(load_theatre_for(pack)))


@pytest.mark.parametrize(
    "text",
    [
        "<Player 1> - attack 0804: fr.1inf, fr.2cav; die 4",
        "&lt;Player 1&gt; - ATTACK 0804: 1st French Division and 2nd French Cavalry; die 4",
        "attack 0804: <b>fr.1inf</b>, fr.2cav; die 4",
    ],
)
def test_units_go_by_id_or_by_name(text: str) -> None:
    told = spoken_attack(text, RULES, position())
    assert told is not None
    assert told.units == ("fr.1inf", "fr.2cav")
    assert (told.hex, dict(told.values)) == ("0804", {"spoken": "yes", "die": "4"})


@pytest.mark.parametrize(
    "text",
    [
        "I attack tomorrow",
        "attack 0804: the whole army",
        "attack 9904: fr.1inf",
        "attack 0804: fr.1inf, fr.9inf",
        "attack 0804: " + "fr.1inf, " * 200,
    ],
    ids=["talk", "no unit", "no hex", "one unknown unit", "too long"],
)
def test_what_is_not_understood_whole_is_only_talk(text: str) -> None:
    assert spoken_attack(text, RULES, position()) is None


def test_what_was_announced_is_remembered_until_it_is_fought() -> None:
    told = announced(position(), ("fr.2cav", "fr.1inf"), ("0804",), declared=True)
    assert told.memory.announced["0804"] == ("fr.1inf", "fr.2cav")
    assert announced(told, ("fr.1inf",), ("0804",), declared=False).memory.announced["0804"] == ()


BRIDGES = (
    Binding.ChatRule(
        kind="demolish",
        pattern="blow up (?P<hex>[0-9]{4})-(?P<other>[0-9]{4}): (?P<units>[^;]+)(?:; die (?P<die>[1-6]))?",
    ),
    Binding.ChatRule(kind="repair", pattern="repair (?P<hex>[0-9]{4})-(?P<other>[0-9]{4}): (?P<units>[^;]+)"),
)


@dataclass
class Listening:
    """What reads a log, as far as words alone ask it."""

    position: Position
    binding: SimpleNamespace

    def after(self, _: object) -> tuple[str, ...]:
        return ()

    def hears(self, *_: str) -> bool:
        return False

    def wording(self, _: str) -> Wording:
        return Wording()


@pytest.mark.parametrize(
    ("text", "kind", "told"),
    [
        ("<Player 1> - blow up 0805-0905: fr.1inf; die 4", Demolition, {"die": "4"}),
        ("repair 0805-0905: 1st French Division", Repair, {}),
        ("blow up 0805-9905: fr.1inf", Speech, {}),
    ],
)
def test_work_on_a_bridge_is_an_act_and_changes_nothing_on_the_table(
    text: str, kind: type[Act], told: dict[str, str]
) -> None:
    reader = Listening(position(), SimpleNamespace(chat=BRIDGES))
    step = Step(1, (Say(text, "fr"),))
    (act,) = acts_of(step, step.events, reader)  # type: ignore[arg-type] # a reader that hears words alone
    assert type(act) is kind and act.told == told and act.after is act.before
    assert act.path == (("0805", "0905") if kind is not Speech else ())
    assert [type(act_from_json(act_to_json(act), act.before, act.after))] == [kind]


FLIGHTS = (
    Binding.ChatRule(
        kind="fly", pattern="(?P<units>.+) flies (?P<mission>\\w+) against (?P<hex>\\S+) from (?P<base>\\S+)"
    ),
)


def _bombers(*lines: str) -> Position:
    pack = load_pack("fire_in_the_east")
    setting = ("turn 5, German Air Phase", "weather clear", *lines)
    return position_from(setting, pack, Network.of(load_theatre_for(pack)))


@pytest.mark.parametrize(
    ("lines", "flies"),
    [
        (("[1B/2629]: ge.he111h", "[1B/2525]: ge.he111h#2"), "ge.he111h#2"),
        (("[1B/2525]: ge.he111h/2, ge.he111h#2",), "ge.he111h#2"),
        (("[1B/2525]: ge.he111h", "[1B/2629]: ge.he111h#2"), "ge.he111h"),
    ],
    ids=["at the base that is told", "the operative one of two", "the other at another base"],
)
def test_of_aircraft_that_are_alike_one_at_the_base_flies(lines: tuple[str, ...], flies: str) -> None:
    told = spoken_attack("He 111H flies bomb_airbase against 1B/2820 from 1B/2525", FLIGHTS, _bombers(*lines))
    assert told is not None
    assert told.units == (flies,)


@pytest.mark.parametrize(
    ("lines", "taken"),
    [
        (("[1B/2525]: ge.he111h",), False),
        (("[1B/2525]: ge.he111h/2, ge.he111h#2/2, ge.he111h#3/2",), False),
        (("[1B/2525]: ge.he111h, ge.he111h#2, ge.he111h#3",), True),
        (("[1B/2629]: ge.he111h",), False),
    ],
    ids=["one of three", "all in sight and inoperative", "all in sight", "at another base"],
)
def test_a_unit_is_not_taken_where_a_hidden_one_may_be_meant(lines: tuple[str, ...], taken: bool) -> None:
    hidden = Unidentified("7", "", "1B/2525", "1B/2525", "concealed", side="axis", a_unit=True)
    there = replace(_bombers(*lines), unidentified=(hidden,))
    words = "He 111H flies bomb_airbase against 1B/2820 from 1B/2525"
    assert (spoken_attack(words, FLIGHTS, there) is not None) is taken
