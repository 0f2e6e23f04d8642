"""The gate: what of a state and of a log a viewer gets, and that what he gets is a whole state and a whole log."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.audit.difference import differences
from adjudicator.game.files import GameFile, read_files
from adjudicator.game.listener import Listener
from adjudicator.game.sight import held_log, of_one_moment, seen_log, seen_state, survey
from adjudicator.lean import in_full, replace
from adjudicator.model.boards import Board
from adjudicator.model.counters import Counter, Deck, Design, Spot, Stack
from adjudicator.model.events import Alter, Arrange, GameLog, Move, Place, Remove, Restack, SetProperty, Step, Undo
from adjudicator.model.module import GameMap, MapKind, Module
from adjudicator.model.state import Event, GameState, Seat
from adjudicator.model.viewer import PUBLIC, WITHHELD, Viewer
from tests.helpers import FIXTURES, SHARED

ANNE = "Player 1"
FRENCH = Viewer(frozenset({ANNE, "French"}))
HERE, THERE, HAND = Spot("Main", 10, 10), Spot("Main", 90, 90), Spot("Hand", 5, 5)
MODULE = Module(
    "Test",
    "1",
    maps=(
        GameMap("Main", "Map0", MapKind.PUBLIC, boards=(Board("Field", "", (100, 100)),)),
        GameMap("Hand", "Map1", MapKind.HAND, boards=(Board("Desk", "", (100, 100)),), owners=("French",), shown=False),
    ),
    properties={("Module", "Last"): ""},
)
UNIT = Design("Guards", "guards.png", mask="back.png")
REAL = SHARED / "data" / "vassal"
LOGS = [
    *sorted((FIXTURES / "vassal").glob("*/*.vlog")),
    REAL / "tour" / "tour.log",
    REAL / "cc-napoleonics" / "CCNv4 Tutorial.vlog",
]


def counter(
    name: str, spot: Spot = HERE, *, masked: str = "", hidden: str = "", order: int = 1, stack: str = ""
) -> Counter:
    return Counter(name, f"Guards {name}", spot, UNIT, masked_by=masked, hidden_by=hidden, order=order, stack=stack)


def state(*counters: Counter, stacks: tuple[Stack, ...] = ()) -> GameState:
    made = GameState("Test", seats=(Seat(ANNE, "Anne", "French"),))
    return made.with_pieces(counters, stacks, (), 50)


def log(start: GameState, *steps: tuple[Event, ...]) -> GameLog:
    return GameLog(start, tuple(Step(at, events) for at, events in enumerate(steps, 1)))


def names(shown: GameState) -> set[tuple[str, str]]:
    return {(each.id, each.name) for each in shown.counters.values()}


def test_a_mask_leaves_a_blank_and_what_is_invisible_leaves_nothing() -> None:
    table = state(counter("77", masked=ANNE), counter("78", hidden=ANNE), counter("79", HAND), counter("80"))
    assert names(seen_state(table, PUBLIC, MODULE)) == {("hidden 1", "a hidden counter"), ("80", "Guards 80")}
    assert len(seen_state(table, FRENCH, MODULE).counters) == 4


def test_a_window_shown_to_all_is_no_secret() -> None:
    hand = GameMap(
        "Hand", "Map1", MapKind.PRIVATE, boards=(Board("Desk", "", (100, 100)),), owners=("French",), shown=True
    )
    assert names(seen_state(state(counter("79", HAND)), PUBLIC, Module("Test", "1", maps=(hand,))))


def test_the_drawing_order_has_no_gaps_where_something_is_invisible() -> None:
    table = state(counter("80", order=9), counter("78", hidden=ANNE, order=5), counter("81", THERE, order=2))
    shown = seen_state(table, PUBLIC, MODULE)
    assert {each.id: each.order for each in shown.counters.values()} == {"81": 0, "80": 1}
    assert shown.next_order == 2


def test_a_closed_deck_is_a_number_of_cards() -> None:
    cards = [counter(name, stack="d", order=0) for name in ("77", "78")]
    piles = (Stack("d", HERE, ("78", "77"), 3, Deck("Fate")),)
    shown = seen_state(state(*cards, stacks=piles), PUBLIC, MODULE)
    assert shown.stacks["d"].members == ("d: card 1", "d: card 2")
    assert {each.name for each in shown.counters.values()} == {"a hidden counter"}


def test_what_is_masked_in_a_log_is_hidden_from_then_on_but_can_be_followed() -> None:
    start = state(counter("77"))
    masked = counter("77", masked=ANNE)
    moved = Move("77", HERE, THERE)
    shown = seen_log(log(start, (Alter(masked, (("mask", "", ANNE),)),), (moved,)), PUBLIC, MODULE)
    assert [each.counters["77"].name for _, each in shown.states()] == ["a hidden counter"] * 2
    assert shown.steps[0].events == (Alter(shown.state_at(1).counters["77"]),)
    assert isinstance(shown.steps[1].events[0], Move)


def test_what_is_never_seen_face_up_has_no_id() -> None:
    shown = seen_log(log(state(counter("77", masked=ANNE)), (Move("77", HERE, THERE),)), PUBLIC, MODULE)
    assert "77" not in in_full((shown.start.counters, shown.steps))


def test_an_invisible_counter_s_deeds_leave_a_step_without_events() -> None:
    start = state(counter("78", hidden=ANNE))
    deeds: tuple[Event, ...] = (Undo(True), Move("78", HERE, THERE), Undo(False))
    shown = seen_log(log(start, deeds, (Remove("78"),)), PUBLIC, MODULE)
    assert [step.events for step in shown.steps] == [(), ()]


def test_what_goes_out_of_sight_is_removed_and_comes_back_as_new() -> None:
    start = state(counter("77"))
    shown = seen_log(log(start, (Move("77", HERE, HAND),), (Move("77", HAND, THERE),)), PUBLIC, MODULE)
    assert [type(each) for step in shown.steps for each in step.events] == [Remove, Place]


def test_a_card_that_is_drawn_leaves_the_top_of_its_deck() -> None:
    cards = [counter(name, stack="d", order=0) for name in ("77", "78")]
    start = state(*cards, stacks=(Stack("d", HERE, ("77", "78"), 3, Deck("Fate")),))
    shown = seen_log(log(start, (Move("77", HERE, HAND),), (Move("78", HERE, THERE),)), PUBLIC, MODULE)
    first, second = (step.events for step in shown.steps)
    assert first == (Remove("d: card 2"),)
    assert {type(each) for each in second} == {Place, Remove}
    assert names(shown.state_at(2)) == {("78", "Guards 78")}


def test_a_shuffle_is_not_told() -> None:
    cards = [counter(name, stack="d", order=0) for name in ("77", "78")]
    deck = Stack("d", HERE, ("77", "78"), 3, Deck("Fate"))
    shuffled = Restack(Stack("d", HERE, ("78", "77"), 3, Deck("Fate")))
    assert seen_log(log(state(*cards, stacks=(deck,)), (shuffled,)), PUBLIC, MODULE).steps[0].events == ()


def test_a_property_that_names_what_is_hidden_is_withheld() -> None:
    start = state(counter("77", masked=ANNE))
    shown = seen_log(log(start, (SetProperty("Module", "Last", "", "it was Guards 77"),)), PUBLIC, MODULE)
    assert shown.steps[0].events == (SetProperty("Module", "Last", "", WITHHELD),)


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
@pytest.mark.parametrize("viewer", [PUBLIC, FRENCH], ids=["everybody", "French"])
def test_a_log_as_seen_leads_where_its_states_as_seen_are(path: Path, viewer: Viewer) -> None:
    if not path.exists():
        pytest.skip("no real files")
    modules = [path.with_suffix(".mod")] if path.suffix == ".log" else [None]
    (file,) = read_files([path], modules[0], None, Listener())
    seen = file.seen_by(viewer)
    for step in {0, file.last_step // 3, file.last_step // 2, file.last_step}:
        assert seen.log is not None
        assert _lying(seen.log.state_at(step), seen) == _lying(seen.state_at(step), seen)


def _lying(shown: GameState, file: GameFile) -> list[tuple[object, ...]]:
    """What lies where in which order, whatever it is called."""
    stacks = sorted(shown.stacks.values(), key=lambda each: each.order)
    piles = [(each.spot, tuple((card.name, card.spot, card.levels) for card in shown.of(each))) for each in stacks]
    single = sorted((each for each in shown.counters.values() if not each.stack), key=lambda each: each.order)
    assert all(each.id in shown.stacks[each.stack].members for each in shown.counters.values() if each.stack)
    return [*piles, *((each.name, each.spot, each.levels) for each in single)]


def piled(*members: str) -> Stack:
    return Stack("pile", HERE, members, 3)


MASKED = tuple(counter(name, masked=owner, stack="pile") for name, owner in (("a", ANNE), ("b", "Player 2")))
READ = counter("c", stack="pile")


def relaid(*then: tuple[Event, ...]) -> GameLog:
    """A log in which something hidden of a masked counter changes, and the program lays it on top of its stack."""
    start = state(*MASKED, READ, stacks=(piled("a", "b", "c"),))
    return log(start, (Alter(MASKED[0]), Arrange(stacks=(piled("b", "c", "a"),))), *then)


def test_a_counter_that_is_laid_anew_unseen_stays_at_its_height() -> None:
    held = held_log(relaid(), PUBLIC, MODULE)
    assert held.state_at(1).stacks["pile"].members == ("a", "b", "c")
    comes = counter("d", THERE)
    shown = held_log(relaid((Place(comes),), (Move("d", THERE, HERE, "pile", 3),)), PUBLIC, MODULE)
    assert shown.state_at(3).stacks["pile"].members == ("a", "b", "c", "d")


def test_it_lies_where_it_was_laid_once_somebody_moves_it_or_orders_the_stack() -> None:
    moved = held_log(relaid((Move("a", HERE, THERE),)), PUBLIC, MODULE).state_at(2)
    assert (moved.stacks["pile"].members, moved.counters["a"].spot) == (("b", "c"), THERE)
    ordered = held_log(relaid((Restack(piled("c", "a", "b")),)), PUBLIC, MODULE).state_at(2)
    assert ordered.stacks["pile"].members == ("c", "a", "b")


def test_its_height_makes_no_gap_to_the_file_that_goes_on_from_there() -> None:
    whole = relaid()
    followed = seen_state(held_log(whole, PUBLIC, MODULE).state_at(1), PUBLIC, MODULE)
    opened = seen_state(whole.state_at(1), PUBLIC, MODULE)
    assert differences(followed, opened)
    assert not differences(of_one_moment(followed), of_one_moment(opened))


LOGS = sorted((FIXTURES / "vassal").rglob("*.vlog"))


def held(path: Path) -> tuple[GameLog, Module | None]:
    """A bundled log with all that it holds, and its module."""
    file = read_files([path], None, None, Listener())[0]
    assert file.read.log is not None
    return file.read.log, file.read.module


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_what_conceals_nothing_is_told_as_if_it_were_followed_step_by_step(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log, module = held(path)
    known = seen_log(log, PUBLIC, module), seen_state(log.start, PUBLIC, module)
    monkeypatch.setattr(survey, "always_open", lambda body, eyes: frozenset())
    assert (seen_log(replace(log), PUBLIC, module), seen_state(replace(log.start), PUBLIC, module)) == known


def test_some_of_these_conceal_nothing() -> None:
    found = {
        survey.always_open(log, survey.Eyes(PUBLIC, module)) == frozenset(log.start.counters)
        for log, module in map(held, LOGS)
    }
    assert found == {True, False}
