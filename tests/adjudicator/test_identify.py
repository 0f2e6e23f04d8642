"""Counters become units, markers, or entries on the list of the unidentified; and a log is followed event by event."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from adjudicator.audit.chain import Recorded
from adjudicator.audit.run import audit
from adjudicator.errors import PackError, ReadError
from adjudicator.identify import Identifier, identify
from adjudicator.judge import adjudicate
from adjudicator.model.binding import Binding
from adjudicator.model.counters import Counter, Design, Layer, Spot
from adjudicator.model.events import Alter, Arrange, Move, Place, Remove, Restack
from adjudicator.model.module import GameMap, MapKind, Module
from adjudicator.model.network import Network
from adjudicator.model.state import Event, GameState
from adjudicator.model.viewer import Viewer
from adjudicator.notes import NoteKind
from adjudicator.packs.load import load_pack, load_theatre_for
from adjudicator.record.position import Position
from tests.adjudicator.table import marker, masked, move, next_phase, spot, state, unit

PACK = load_pack("two_rivers")
NETWORK = Network.of(load_theatre_for(PACK))
RULE = Binding.CounterRule


def test_units_stack_bottom_to_top_and_wear_the_markers_above_them() -> None:
    table = state(unit("fr.1inf", "0805", "s"), marker("disrupted", "0805", "s"), unit("fr.2cav", "0805", "s", face=2))
    position = identify(table, None, PACK, NETWORK)
    assert [each.id for each in position.at("0805")] == ["fr.1inf", "fr.2cav"]
    assert position.unit("fr.1inf").marks == {"disrupted"}
    assert position.unit("fr.2cav").marks == frozenset()
    assert position.unit("fr.2cav").face == 1


def test_a_marker_of_the_hex_qualifies_nobody() -> None:
    position = identify(state(unit("fr.1inf", "0805", "s"), marker("fort", "0805", "s")), None, PACK, NETWORK)
    assert position.unit("fr.1inf").marks == frozenset()
    assert [each.type.kind for each in position.markers_at("0805")] == ["fort"]


def test_turn_phase_and_weather_come_from_the_module() -> None:
    moment = identify(state(phase="Austrian combat", turn=7, weather="rain"), None, PACK, NETWORK).moment
    assert (moment.turn, moment.phase and moment.phase.id, moment.condition("weather")) == (7, "au.combat", "rain")


def test_what_the_user_says_goes_before_what_the_module_says() -> None:
    moment = identify(state(weather="rain"), None, PACK, NETWORK, conditions={"weather": "clear"}).moment
    assert moment.condition("weather") == "clear"


def test_weather_in_words_that_the_pack_does_not_know_is_not_known() -> None:
    """A value that no rule asks about would pass for good weather."""
    hail = Identifier(state(weather="Hail"), None, PACK, NETWORK)
    assert (hail.position.moment.condition("weather"), hail.strange) == (None, {"weather": "Hail"})
    rain = Identifier(state(weather="Rain"), None, PACK, NETWORK)
    assert (rain.position.moment.condition("weather"), rain.strange) == ("rain", {})


def test_an_audit_tells_what_the_pack_could_not_take_up() -> None:
    hail = [Recorded("hail.vsav", state(weather="Hail"))]
    told = audit(hail, None, lambda start, viewer: Identifier(start, None, PACK, NETWORK, sees=viewer)).audit.notes
    assert ["'Hail'" in note.text for note in told] == [True]


def test_the_unknown_is_listed_never_dropped() -> None:
    table = state(
        unit("fr.1inf", "0805"), unit("pr.landwehr", "0905"), Counter("x", "Coffee cup", spot("1005"), Design("x"))
    )
    position = identify(table, None, PACK, NETWORK)
    assert len(position.units) == 1
    assert [(each.name, each.hex, each.why) for each in position.unidentified] == [
        ("pr.landwehr", "0905", "the pack lists no unit 'pr.landwehr'"),
        ("Coffee cup", "1005", "no line of the binding fits it"),
    ]


def test_a_report_lists_the_unknown_and_says_nothing_of_what_is_concealed() -> None:
    cups = [Counter(name, "Coffee cup", spot(number), Design("x")) for name, number in (("x", "1005"), ("y", "1006"))]
    table = state(unit("fr.1inf", "0805"), masked(unit("fr.guard", "0905")), *cups)
    read = identify(table, None, PACK, NETWORK)
    told = [note for note in adjudicate(read).notes if note.kind is NoteKind.UNIDENTIFIED]
    assert [(note.subject, note.text) for note in told] == [
        (
            "Coffee cup",
            "Coffee cup in 1005, 1006: no line of the binding fits it; verdicts that it could change are doubts",
        )
    ]
    audited = audit(
        [Recorded("cups.vsav", table)], None, lambda start, viewer: Identifier(start, None, PACK, NETWORK)
    ).audit
    assert [note for note in audited.notes if note.kind is NoteKind.UNIDENTIFIED] == told


def test_a_masked_counter_shows_its_place_and_a_hidden_one_not_even_that() -> None:
    hidden = replace(unit("fr.guard", "0905"), hidden_by="Player 1")
    position = identify(state(masked(unit("fr.1inf", "0805")), hidden), None, PACK, NETWORK)
    told = [(each.name, each.hex, each.location) for each in position.unidentified]
    assert sorted(told) == [("", "", ""), ("", "0805", "0805")]
    assert not position.units


def test_an_umpire_looks_under_masks() -> None:
    position = identify(state(masked(unit("fr.1inf", "0805"))), None, PACK, NETWORK, sees="umpire")
    assert position.unit("fr.1inf").hex == "0805"


def test_decks_hands_and_other_maps_are_off_the_map() -> None:
    module = Module("Two Rivers", "1", maps=(GameMap("Hand", "h", MapKind.HAND, (), shown=False),))
    held = replace(unit("fr.1inf", "0805"), spot=Spot("Hand", 0, 0, location="0805"))
    position = identify(state(held), module, PACK, NETWORK, sees="umpire")
    assert position.unit("fr.1inf").hex == ""
    assert not position.here


def test_what_lies_in_somebodys_hand_is_not_for_the_table_to_know() -> None:
    module = Module("Two Rivers", "1", maps=(GameMap("Hand", "h", MapKind.HAND, (), owners=("French",), shown=False),))
    held = replace(unit("fr.1inf", "0805"), spot=Spot("Hand", 0, 0, location="0805"))
    (unknown,) = identify(state(held), module, PACK, NETWORK).unidentified
    assert (unknown.name, unknown.hex) == ("", "")
    own = identify(state(held), module, PACK, NETWORK, sees=Viewer(frozenset({"French"})))
    assert "fr.1inf" in own.units


def test_two_of_a_kind_are_told_apart() -> None:
    second = replace(unit("fr.1inf", "0905"), id="c.later")
    position = identify(state(unit("fr.1inf", "0805"), second), None, PACK, NETWORK)
    assert {name: each.hex for name, each in position.units.items()} == {"fr.1inf": "0805", "fr.1inf#2": "0905"}


@pytest.mark.parametrize(
    ("images", "level", "face"), [(("a", "b"), 1, 0), (("a", "b"), 2, 1), (("b",), -1, 0), (("b",), 1, 1)]
)
def test_a_layer_tells_the_face(images: tuple[str, ...], level: int, face: int) -> None:
    binding = Binding(counters=(RULE(name="fr.1inf", unit="fr.1inf", face_layer="Step"),))
    design = Design("d", layers=(Layer("Step", images),))
    table = state(Counter("c", "fr.1inf", spot("0805"), design, levels=(level,)))
    assert identify(table, None, PACK, NETWORK, binding=binding).unit("fr.1inf").face == face


def test_a_face_the_pack_does_not_have_is_unidentified() -> None:
    position = identify(state(unit("fr.1inf", "0805", face=3)), None, PACK, NETWORK)
    assert position.unidentified[0].why == "which side of fr.1inf is up cannot be told"


def test_a_module_without_a_binding_is_an_error() -> None:
    pack = replace(PACK, bindings={"v": Binding(module="Other Game")})
    with pytest.raises(PackError, match="no binding for the module 'Two Rivers'"):
        identify(state(), None, pack, NETWORK)


def test_a_log_is_followed_as_if_each_state_were_read_anew() -> None:
    """The incremental position equals the one read from scratch, after every one of 300 random events."""
    dice = random.Random(1859)
    names = [name for name in PACK.units if not name.endswith("garrison")][:12]
    table = state(*[unit(name, "0805", "s") for name in names], marker("disrupted", "0805", "s", "m.1"))
    hexes = ["0805", "0806", "0905", "1005", ""]
    follower = Identifier(table, None, PACK, NETWORK)
    for turn in range(300):
        follower.after(_event(dice, follower, hexes, turn))
        assert _read(follower.position) == _read(identify(follower.state, None, PACK, NETWORK))


def test_a_follower_goes_on_from_another_state_as_if_it_were_read_anew() -> None:
    """Of what some random events changed meanwhile nothing is told but the state that they made."""
    dice = random.Random(1866)
    names = [name for name in PACK.units if not name.endswith("garrison")][:12]
    table = state(*[unit(name, "0805", "s") for name in names], marker("disrupted", "0805", "s", "m.1"))
    hexes = ["0805", "0806", "0905", ""]
    away, follower = (Identifier(table, None, PACK, NETWORK) for _ in range(2))
    for turn in range(200):
        away.after(_event(dice, away, hexes, turn))
        if dice.random() < 0.3:
            follower.resume(away.state)
            assert _read(follower.position) == _read(away.position)


def _read(position: Position) -> tuple[object, ...]:
    return position.units, position.here, _markers(position), position.unidentified


def _markers(position: Position) -> dict[str, tuple[str, str, str]]:
    """Markers by counter: numbers in ids tell who came first, which a fresh reading cannot know."""
    return {each.counter: (each.type.id, each.hex, each.on) for each in position.markers.values()}


def _event(dice: random.Random, follower: Identifier, hexes: list[str], turn: int) -> Event:
    counters = sorted(follower.state.counters)
    name = dice.choice(counters)
    counter = follower.state.counters[name]
    number = dice.choice(hexes)
    kind = dice.randrange(8)
    if kind == 6:
        stack = follower.state.stacks[dice.choice(sorted(follower.state.stacks))]
        members = tuple(dice.sample(stack.members, len(stack.members)))
        return Restack(replace(stack, members=members, order=dice.randrange(9)))
    if kind == 7:
        return _arranged(follower.state, Move(name, counter.spot, spot(number), f"s.{number}").applied(follower.state))
    if kind == 0 and len(counters) > 6 and turn % 7 == 0:
        return Remove(name)
    if kind == 1:
        return Alter(replace(counter, properties={**counter.properties, "Face": str(dice.randrange(1, 3))}))
    if kind == 2:
        return Alter(replace(counter, masked_by="" if counter.masked_by else "Player 1"))
    if kind == 3 and turn % 10 == 0:
        return Place(marker("disrupted", number, f"s.{number}", f"m.{turn + 10}"), f"s.{number}")
    return Move(name, counter.spot, spot(number), f"s.{number}" if dice.random() < 0.8 else "")


def _arranged(one: GameState, other: GameState) -> Arrange:
    """What a program changed without a word."""
    counters = tuple(each for name, each in other.counters.items() if one.counters.get(name) != each)
    stacks = tuple(each for name, each in other.stacks.items() if one.stacks.get(name) != each)
    return Arrange(counters, stacks, tuple(name for name in one.stacks if name not in other.stacks), other.next_order)


def test_a_new_phase_changes_the_moment_alone() -> None:
    follower = Identifier(state(unit("fr.1inf", "0805")), None, PACK, NETWORK)
    assert follower.after(next_phase("French combat")) == ()
    assert follower.position.moment.phase is PACK.phase("fr.combat")
    assert follower.after(move("fr.1inf", "0805", "0806")) == ("c.fr.1inf",)
    assert follower.position.unit("fr.1inf").hex == "0806"


def test_a_table_whose_places_have_no_names_is_refused() -> None:
    table = state(unit("fr.1inf", "", "s"), unit("fr.2cav", "", "t"))
    with pytest.raises(ReadError, match="--module"):
        identify(table, None, PACK, NETWORK)
