"""Control, supply and isolation of both Europa games agree with a slow second implementation on random positions."""

from __future__ import annotations

import os
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from adjudicator.analysis.control import controller, zones
from adjudicator.analysis.supply.status import supply, turns_out
from adjudicator.model.hexes import Hexside
from adjudicator.model.network import Network
from adjudicator.model.pack import Pack
from adjudicator.model.theatre import Theatre
from adjudicator.packs.load import load_pack, load_theatre_for
from adjudicator.play.setting_up import position_from
from adjudicator.record.position import Position
from tests.packs.europa.reference import FIRE, STORM, WEATHERS, Book, Lines
from tests.packs.mirrored import mirrored

SHEETS = Path(__file__).parents[3] / "fixtures" / "charts"
GAMES = ("fire_in_the_east", "sudden_storm")
EXAMPLES = int(os.environ.get("ADJUDICATOR_EXAMPLES", "0"))
MOST = 14
ORDER = ("supplied", "special", "out_of_supply")


def many(few: int) -> settings:
    """So many examples, or as many as are asked for from outside."""
    return settings(max_examples=EXAMPLES or few, deadline=None, phases=(Phase.explicit, Phase.reuse, Phase.generate))


@cache
def game(name: str) -> tuple[Pack, Network, Network, Book]:
    pack = load_pack(name, charts=SHEETS / f"{name}_invented.toml")
    network = Network.of(divided(load_theatre_for(pack)))
    return pack, network, mirrored(network), FIRE if name == "fire_in_the_east" else STORM


def divided(theatre: Theatre) -> Theatre:
    """The theatre with an arm of the sea between two rows of the USSR, which may be crossed here and there."""
    kinds = ({"kronshtadt_link"}, {"kronshtadt_link"}, {"island_sound"}, set[str]())
    found = dict(theatre.hexsides)
    for count, side in enumerate(arm(theatre)):
        found[side] = found.get(side, frozenset()) | {"all_sea"} | kinds[count % len(kinds)]
    return replace(theatre, hexsides=found)


def arm(theatre: Theatre) -> list[Hexside]:
    """The hexsides between rows 22 and 23 with the USSR on both sides."""
    north = [at for at, entry in theatre.hexes.items() if entry.number[3:5] == "22" and "ussr" in entry.tags]
    south = {at for at, entry in theatre.hexes.items() if entry.number[3:5] == "23" and "ussr" in entry.tags}
    return [Hexside.between(at, other) for at in north for other in at.neighbours() if other in south]


@st.composite
def positions(draw: st.DrawFn, name: str) -> tuple[str, ...]:
    """Up to fourteen units of both sides and some trucks on land, on turn five, in any weather, after any fortunes."""
    pack, network, _, book = game(name)
    land = [entry.number for entry in network.hexes if entry.terrain not in ("sea", "lake")]
    shores = [
        network.hexes[network.index_at(at)].number for side in arm(network.theatre) for at in (side.low, side.high)
    ]
    rails = [entry.number for entry in network.hexes if "rail_hex" in entry.tags]
    kinds = [
        kind
        for kind in pack.units.values()
        if "sample" in kind.tags and not (kind.afloat or kind.flies) and kind.kind != "fortified_area"
    ]
    trucks = sorted(kind.id for kind in kinds if kind.kind == "truck")
    others = sorted(kind.id for kind in kinds if kind.kind != "truck")
    lines = ["turn 5, German Initial Phase"]
    zones = draw(st.lists(st.sampled_from("abc"), unique=True))
    of = ("weather", *(f"weather:zone_{zone}" for zone in zones))
    lines += [f"{condition} {draw(st.sampled_from(WEATHERS))}" for condition in of]
    if book.freezes_by_turns:
        lines += [f"severe:zone_{zone} {draw(st.sampled_from(('yes', 'no')))}" for zone in "abc"]
    holders = {entry.number: "axis" for entry in network.hexes if book.freezes_by_turns and "finland" in entry.tags}
    owner: dict[str, str] = {}
    chosen = draw(st.lists(st.sampled_from(others), unique=True, min_size=1, max_size=MOST))
    for unit in (*chosen, *draw(st.lists(st.sampled_from(trucks), unique=True))):
        number = draw(st.sampled_from(draw(st.sampled_from((land, rails, shores)))))
        truck = draw(st.sampled_from(("", "+extends", "+source", "+depleted"))) if unit in trucks else ""
        if owner.setdefault(number, pack.units[unit].side) == pack.units[unit].side:
            lines.append(f"{number}: {unit}{truck}")
    taken = draw(st.lists(st.sampled_from(rails), unique=True, max_size=25))
    taken += draw(st.lists(st.sampled_from(sorted({*shores} - {*taken})), unique=True, max_size=12))
    holders |= {number: draw(st.sampled_from(pack.sides)) for number in taken}
    lines += [f"control {number} {side}" for number, side in holders.items()]
    lines += [f"{number}: +regauged" for number in draw(st.lists(st.sampled_from(rails), unique=True, max_size=12))]
    ports = {"axis": "1B/2220", "soviet": "1B/2013"}
    lines += [f"{ports['axis']}: +portsupply.ax5"] * draw(st.integers(0, 1))
    lines += [f"{ports['soviet']}: +portsupply.so10"] * draw(st.integers(0, 1))
    return tuple(lines)


def position(name: str, lines: tuple[str, ...], mirror: bool = False) -> Position:
    pack, network, mirrored_network, _ = game(name)
    return position_from(lines, pack, mirrored_network if mirror else network)


def standing(at: Position) -> dict[str, tuple[str, str]]:
    """Of every unit, its supply and its isolation."""
    found = {side: supply(at, side) for side in at.pack.sides}
    return {
        unit.id: (found[unit.side].state(unit.id).state, found[unit.side].state(unit.id, "isolation").state)
        for unit in at.units.values()
    }


@pytest.mark.parametrize("name", GAMES)
def test_control_supply_and_isolation_agree(name: str) -> None:
    book = game(name)[3]

    @many(12)
    @given(positions(name))
    def agree(lines: tuple[str, ...]) -> None:
        at = position(name, lines)
        for side in at.pack.sides:
            slow, found = Lines(at, side, book), supply(at, side)
            if slow.unsure:
                return
            held = {entry.number for entry in at.network.hexes if str(controller(at, entry.number)) == side}
            assert held == slow.held, lines
            for unit in at.of_side(side):
                assert found.state(unit.id).state == slow.state(unit), (unit.id, lines)
                assert (found.state(unit.id, "isolation").state == "reached") == slow.reached(unit), (unit.id, lines)

    agree()


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("lost", (False, True), ids=("kept", "lost"))
def test_a_link_is_one_while_both_ends_are_soviet(name: str, lost: bool) -> None:
    theatre, book = game(name)[1].theatre, game(name)[3]
    links = [side for side in arm(theatre) if "kronshtadt_link" in theatre.hexsides[side]]
    for side in links[::8]:
        here, there = (theatre.hexes[at].number for at in (side.low, side.high))
        lines = ("turn 5, German Initial Phase", "weather clear", f"{here}: so.10rif")
        at = position(name, (*lines, f"control {there} axis") if lost else lines)
        slow = Lines(at, "soviet", book)
        assert (str(controller(at, there)) == "soviet") == (there in slow.held) == (not lost)
        assert (there in zones(at, "soviet").numbers()) == (there in slow.zones["soviet"]) == (not lost)


@pytest.mark.parametrize("name", GAMES)
def test_one_enemy_less_never_cuts_a_line(name: str) -> None:
    @many(15)
    @given(positions(name))
    def hold(lines: tuple[str, ...]) -> None:
        at = position(name, lines)
        gone = next((unit for unit in at.of_side("soviet")), None)
        if gone is None:
            return
        before, after = standing(at), standing(at.without(gone.id))
        for unit in at.of_side("axis"):
            assert ORDER.index(after[unit.id][0]) <= ORDER.index(before[unit.id][0])
            assert after[unit.id][1] == "reached" or before[unit.id][1] != "reached"

    hold()


@pytest.mark.parametrize("name", GAMES)
def test_better_weather_never_cuts_a_line(name: str) -> None:
    """On land: what freezes in snow alone (lakes, rivers, swamps) is left out by going from mud to clear."""

    @many(15)
    @given(positions(name))
    def hold(lines: tuple[str, ...]) -> None:
        plain = tuple(line for line in lines if not line.startswith("weather"))
        mud, clear = (standing(position(name, (*plain, f"weather {each}"))) for each in ("mud", "clear"))
        assert all(ORDER.index(clear[unit][0]) <= ORDER.index(mud[unit][0]) for unit in mud)

    hold()


@pytest.mark.parametrize("name", GAMES)
def test_mirrored_and_told_backwards_it_is_the_same(name: str) -> None:
    @many(15)
    @given(positions(name))
    def hold(lines: tuple[str, ...]) -> None:
        assert standing(position(name, lines)) == standing(
            position(name, (lines[0], *reversed(lines[1:])), mirror=True)
        )

    hold()


@many(200)
@given(
    st.lists(st.sampled_from(("supplied", "special", "out_of_supply")), max_size=24),
    st.sampled_from((1, 2)),
    st.booleans(),
)
def test_turns_out_of_supply_are_counted_as_the_book_says(states: list[str], period: int, special_ends: bool) -> None:
    """12D, 12E: so many player turns since the first of an unbroken run; special supply does not end the run."""
    good = frozenset({"supplied", "special"} if special_ends else {"supplied"})
    run = 0
    for state in reversed(states):
        if state in good:
            break
        run += 1
    while run and states[len(states) - run] in good:
        run -= 1
    assert turns_out(enumerate(states), good, period) == -(-run // period)
