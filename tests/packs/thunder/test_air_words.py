"""Missions and dogfights in words, as reports tell them."""

from __future__ import annotations

import pytest

from adjudicator.analysis.air.told import air_words
from adjudicator.audit.linked import in_the_air
from adjudicator.audit.record import ActEntry
from adjudicator.languages import language
from adjudicator.model.network import Network
from adjudicator.packs.load import load_pack, load_theatre_for
from adjudicator.play.setting_up import position_from
from adjudicator.play.written import play_moves
from adjudicator.record.flights import AirAct

GIVEN = (
    "turn 9, Axis Special Movement Step",
    "weather clear",
    "season summer",
    "[available]: ax.ju87, ax.ju87#2, ax.he111, ax.bf109, sov.i16",
    "2215: sov.30rc",
)
TOLD = {
    "fly cas 2215: ax.ju87 base=1716": "Ju 87 flies Close Air Support against 2215 from 1716, 5 of 6 hexes",
    "fly cas 2215: ax.ju87, ax.ju87#2": "2 × Ju 87 fly Close Air Support against 2215",
    "fly interdiction 2215: ax.ju87 target=sov.30rc base=1716": (
        "Ju 87 flies Interdiction against 2215 on 30th Rifle Corps from 1716, 5 of 6 hexes"
    ),
    "fly logistics 2215: ax.he111 base=1716 night=yes": (
        "He 111 flies Bombing Logistics against 2215 from 1716, 5 of 12 hexes by night"
    ),
    "strike logistics 2215: ax.he111 die=1 hits=1": "He 111 carries out Bombing Logistics in 2215: die 1, 1 hit",
    "dogfight 2215: ax.bf109 against=sov.i16 die=3 result=DA": "Bf 109 attacks I-16 in the air over 2215: die 3, DA",
    "dogfight 2215: ax.bf109 against=sov.i16 die=1 result=-": (
        "Bf 109 attacks I-16 in the air over 2215: die 1, no effect"
    ),
}


def act_of(line: str) -> AirAct:
    pack = load_pack("thunder_in_the_east")
    start = position_from(GIVEN, pack, Network.of(load_theatre_for(pack)))
    act = play_moves([line], start).acts[0]
    assert isinstance(act, AirAct)
    return act


@pytest.mark.parametrize("line", TOLD)
def test_a_mission_is_told_in_words(line: str) -> None:
    assert air_words(act_of(line)) == TOLD[line]


def test_a_line_of_chat_becomes_the_mission_that_it_tells() -> None:
    act = act_of("fly cas 2215: ax.ju87 base=1716")
    entry = ActEntry(1, "chat", (7,), text="Ju 87 flies CAS against 2215 from 1716")
    told = in_the_air(entry, {7: act})
    assert (told.kind, told.text) == ("mission", TOLD["fly cas 2215: ax.ju87 base=1716"])
    assert in_the_air(entry, {8: act}) is entry
    fight = act_of("dogfight 2215: ax.bf109 against=sov.i16")
    assert in_the_air(entry, {7: fight}).kind == "dogfight"


def test_it_is_told_in_other_languages() -> None:
    told = language("de").told(air_words(act_of("fly cas 2215: ax.ju87 base=1716")))
    assert told == "Ju 87 fliegt Close Air Support gegen 2215 von 1716 aus, 5/6 Felder"
