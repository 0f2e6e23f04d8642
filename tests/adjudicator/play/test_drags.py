"""What drags on the table were: found by legal play at random in which they were accused."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import pytest

from adjudicator.identify import Identifier
from adjudicator.model.network import Network
from adjudicator.packs.load import load_pack, load_theatre_for
from adjudicator.play.claims import OVERRAN, claimed, parted, possible_claims
from adjudicator.play.joining import join
from adjudicator.play.setting_up import position_from
from adjudicator.play.written import Play, play_moves
from adjudicator.record.acts import Act, Movement
from tests.helpers import FIXTURES


def played(theatre: str, lines: tuple[str, ...], *moves: str) -> Play:
    pack = load_pack("fire_in_the_east")
    return play_moves(moves, position_from(lines, pack, Network.of(load_theatre_for(pack, theatre))))


def test_cargo_that_is_dragged_away_and_back_to_where_it_was_carried_has_not_moved() -> None:
    lines = ("turn 5, German Exploitation Phase", "weather clear", "1B/1821: ge.22al1")
    play = played("dvina_line", lines, "ge.22al1 1B/1821-1B/1921", "shift ge.22al1 1B/1921-1B/1821")
    acts: list[Act] = []
    identifier = cast(Identifier, cast(Any, SimpleNamespace(position=play.end)))
    assert [join(acts, act, identifier) for act in play.acts] == [0, 1]
    assert acts == []


def test_cargo_that_is_carried_on_from_where_it_came_is_carried() -> None:
    lines = ("turn 5, German Exploitation Phase", "weather clear", "1B/1821: ge.22al1")
    play = played("dvina_line", lines, "ge.22al1 1B/1821-1B/1921", "shift ge.22al1 1B/1921-1B/2719")
    acts: list[Act] = []
    identifier = cast(Identifier, cast(Any, SimpleNamespace(position=play.end)))
    assert [join(acts, act, identifier) for act in play.acts] == [0, 0]
    assert [act.kind for act in acts] == ["move", "shift"]


@pytest.mark.parametrize(("unit", "overruns"), [("so.ca1", False), ("so.2tnk", True)], ids=["ship", "tanks"])
def test_a_ship_that_passes_enemies_ashore_overruns_nobody(unit: str, overruns: bool) -> None:
    lines = ("turn 5, Soviet Movement Phase", "weather clear", f"2A/0410: {unit}", "2A/0411: ge.1inf")
    play = played(str(FIXTURES / "theatres" / "supplied_sea"), lines, f"{unit} 2A/0410-2A/0411")
    act = claimed(play.acts[0], possible_claims(play.start.pack), [])
    assert (OVERRAN in getattr(act, "claims", ())) == overruns


@pytest.mark.parametrize(("unit", "word"), [("ge.1inf", "advance"), ("ge.1art", "retreat")])
def test_who_attacked_elsewhere_is_driven_back_into_a_hex_that_others_won(unit: str, word: str) -> None:
    lines = ("turn 5, German Combat Phase", "weather clear", "2A/0511: ge.1inf, ge.1art")
    moves = ("attack 2A/0510: ge.1inf result=DE", "remove so.48rif", "attack 2A/0410: ge.1art result=AR")
    play = played(
        str(FIXTURES / "theatres" / "supplied_sea"),
        (*lines, "2A/0510: so.48rif", "2A/0410: so.23rif"),
        *moves,
        f"{unit} 2A/0511-2A/0510",
    )
    *before, act = play.acts
    assert isinstance(taken := claimed(act, possible_claims(play.start.pack), before), Movement)
    assert taken.claims[0].word == word


@pytest.mark.parametrize(("mark", "mode"), [("", "move"), ("+aboard", "naval")])
def test_who_bears_the_marker_of_a_mode_is_taken_to_have_gone_by_it(mark: str, mode: str) -> None:
    lines = ("turn 5, Soviet Movement Phase", "weather clear", f"2A/0709: so.1nvl{mark}")
    play = played(str(FIXTURES / "theatres" / "supplied_sea"), lines, "so.1nvl 2A/0709-2A/0706")
    act = claimed(play.acts[0], possible_claims(play.start.pack), [])
    assert isinstance(act, Movement)
    assert act.claims[0].mode == mode


def dragged_by_sea(pack: str, units: str, to: str, given: str) -> tuple[Act, ...]:
    """A drag of units out of a port, as a log shows it."""
    found = load_pack(pack)
    network = Network.of(load_theatre_for(found, str(FIXTURES / "theatres" / "open_sea")))
    lines = ("turn 5, Soviet Movement Phase", "weather clear", "severe no", given)
    start = play_moves((f"{units} {to}",), position_from(lines, found, network)).acts[0]
    assert isinstance(start, Movement)
    return tuple(parted(claimed(replace(start, way=(start.way[0], start.way[-1])), possible_claims(found), [])))


@pytest.mark.parametrize("pack", ["fire_in_the_east", "sudden_storm"])
def test_a_ship_and_its_cargo_that_are_dragged_together_went_each_in_its_way(pack: str) -> None:
    ship, cargo = dragged_by_sea(pack, "so.1nvl, so.ca1", "2A/0709-2A/0706", "2A/0709: so.1nvl, so.ca1")
    assert (ship.units, cargo.units) == (("so.ca1",), ("so.1nvl",))
    assert [each.word for each in getattr(ship, "claims", ()) if each.word in ("sail", "naval")] == ["sail"]
    assert [each.word for each in getattr(cargo, "claims", ()) if each.word in ("sail", "naval")] == ["naval"]


@pytest.mark.parametrize("mark", ["", "+aboard"])
def test_no_marker_need_tell_of_cargo_and_one_that_does_is_believed_first(mark: str) -> None:
    (cargo,) = dragged_by_sea("sudden_storm", "so.1nvl", "2A/0709-2A/0706", f"2A/0709: so.1nvl{mark}, so.ca1")
    words = [each.word for each in getattr(cargo, "claims", ())]
    assert "naval" in words
    assert (words[0] == "naval") == bool(mark)


def eastern(lines: tuple[str, ...], *moves: str) -> Play:
    pack = load_pack("thunder_in_the_east")
    return play_moves(moves, position_from(lines, pack, Network.of(load_theatre_for(pack, "smolensk_corridor"))))


@pytest.mark.parametrize(
    ("phase", "left"), [("Order of Battle", ["transfer"]), ("Regular Movement", ["transfer", "move"])]
)
def test_who_is_laid_into_a_wrong_city_and_dragged_on_came_where_it_was_dragged(phase: str, left: list[str]) -> None:
    lines = (f"turn 9, Axis {phase} Step", "weather clear", "[arrivals]: ax.27inf")
    play = eastern(lines, "ax.27inf [arrivals]>1517", "value PP.german 3", "ax.27inf 1517-0521")
    acts: list[Act] = []
    identifier = cast(Identifier, cast(Any, SimpleNamespace(position=play.end)))
    assert [join(acts, act, identifier) for act in play.acts] == [0, 0, 0]
    assert [act.kind for act in acts if act.units] == left
    assert acts[-1].path[-1] == "0521"


@pytest.mark.parametrize(("moves", "first"), [((), "advance"), (("advance ax.24pz 1716-1815",), "overrun")])
def test_an_attacker_dragged_onto_losers_advances_and_overruns_only_after_that(
    moves: tuple[str, ...], first: str
) -> None:
    there = "1915" if moves else "1815"
    lines = ("turn 9, Axis Ground Battles Step", "weather clear", "1716: ax.24pz", f"{there}: sov.30rc/2")
    start = "1815" if moves else "1716"
    *before, act = eastern(
        lines, f"attack 1815: ax.24pz result={'BT' if moves else 'DE'}", *moves, f"ax.24pz {start}-{there}"
    ).acts
    taken = claimed(act, possible_claims(act.before.pack), before)
    assert isinstance(taken, Movement)
    assert taken.claims[0].word == first


@pytest.mark.parametrize(
    ("hex_", "kinds"),
    [("2316", ["attack", "transfer", "transfer", "move"]), ("2416", ["attack", "transfer", "transfer"])],
)
def test_who_takes_the_place_of_a_loser_may_be_laid_where_it_goes_back(hex_: str, kinds: list[str]) -> None:
    lines = (
        "turn 9, Axis Ground Battles Step",
        "weather clear",
        "2016: ax.24pz",
        "2116: sov.20a/2",
        "[untried]: sov.11rc",
    )
    moves = ("attack 2116: ax.24pz result=DL", "sov.20a/2 2116>[force_pool]", f"sov.11rc [untried]>{hex_}")
    play = eastern(lines, *moves)
    acts: list[Act] = []
    identifier = cast(Identifier, cast(Any, SimpleNamespace(position=play.end)))
    assert [join(acts, act, identifier) for act in play.acts] == [0, 0, 0]
    assert [act.kind for act in acts] == kinds
    assert acts[-1].path[-1] == hex_


@pytest.mark.parametrize(("unit", "kinds"), [("sov.30rc", ["flip", "attack"]), ("sov.11rc", ["attack", "flip"])])
def test_a_counter_of_unknown_strength_that_is_turned_when_its_battle_was_told_had_shown_it(
    unit: str, kinds: list[str]
) -> None:
    lines = ("turn 9, Axis Ground Battles Step", "weather clear", "2016: ax.24pz", "2116: sov.30rc", "2217: sov.11rc")
    play = eastern(lines, "attack 2116: ax.24pz result=NE", f"flip {unit}/2")
    acts: list[Act] = []
    identifier = cast(Identifier, cast(Any, SimpleNamespace(position=play.end)))
    assert [join(acts, act, identifier) for act in play.acts] == [0, 0]
    assert [act.kind for act in acts] == kinds
    assert acts[-1].after.units[unit].face == 1
