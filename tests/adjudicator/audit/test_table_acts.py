"""Steps become acts without any rulebook: each step is an act, part of one, or ignored with a reason."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from adjudicator import importers
from adjudicator.audit.act_kinds import KINDS
from adjudicator.audit.difference import differences
from adjudicator.audit.record import ActEntry
from adjudicator.audit.run import audit
from adjudicator.audit.table_acts import Ledger
from adjudicator.audit.telling import Teller
from adjudicator.model.counters import Counter, Deck, Design, Layer, Spot, Stack
from adjudicator.model.events import (
    Alter,
    Astray,
    Carried,
    Move,
    Place,
    Remove,
    Restack,
    Roll,
    Say,
    SetProperty,
    Step,
    Undo,
)
from adjudicator.model.state import Event, GameState, TurnTracker
from adjudicator.model.viewer import EVERYTHING, PUBLIC, Viewer
from adjudicator.persistent import PersistentMap
from tests.helpers import SHARED, needs_shared, open_all, oracle

DESIGN = Design("rifles", "rifles.png", (Layer("Steps", ("", "weak.png")), Layer("Smoke", ("smoke.png",))))


def at(number: str) -> Spot:
    return Spot("Main", int(number) * 10, 0, "Board", "", number)


def counter(name: str, where: str = "0101", **more: object) -> Counter:
    made = Counter(name, name, at(where), DESIGN, levels=(1, -1), texts=(), angles=(0.0,))
    return replace(made, **more)  # type: ignore[arg-type]


def start(*counters: Counter, turn: str = "1", stacks: tuple[Stack, ...] = ()) -> GameState:
    trackers = (TurnTracker("Turn", (("Turn", turn),)),) if turn else ()
    known = {each.id: each for each in counters}
    return GameState(
        "Box", "1", PersistentMap(known), PersistentMap({each.id: each for each in stacks}), trackers=trackers
    )


def move(name: str, origin: str, to: str) -> Move:
    return Move(name, at(origin), at(to))


def ledger(state: GameState, *steps: Event | tuple[Event, ...], viewer: Viewer = EVERYTHING) -> Ledger:
    """The account of steps taken one by one."""
    book = Ledger(Teller(viewer))
    for number, events in enumerate(steps, 1):
        step = Step(number, events if isinstance(events, tuple) else (events,))
        after = state
        for event in step.events:
            after = after.after(event)
        book.take(step, (number, 0, number), state, after)
        state = after
    assert all(bool(step.acts) != bool(step.ignored) for step in book.steps)
    return book


def path(act: ActEntry) -> list[str]:
    return [place.name for place in act.path]


def test_hops_of_one_counter_are_one_move_though_others_move_between() -> None:
    book = ledger(
        start(counter("a"), counter("b", "0109")),
        move("a", "0101", "0102"),
        move("b", "0109", "0108"),
        move("a", "0102", "0103"),
    )
    assert [(act.steps, path(act)) for act in book.acts] == [
        ((1, 3), ["0101", "0102", "0103"]),
        ((2,), ["0109", "0108"]),
    ]


def test_without_a_turn_tracker_only_hops_that_follow_at_once_are_one_move() -> None:
    state = start(counter("a"), counter("b", "0109"), turn="")
    together = ledger(state, move("a", "0101", "0102"), Say("hm", "Player 1"), move("a", "0102", "0103"))
    assert [act.steps for act in together.acts if act.kind == "move"] == [(1, 3)]
    apart = ledger(state, move("a", "0101", "0102"), move("b", "0109", "0108"), move("a", "0102", "0103"))
    assert [act.steps for act in apart.acts] == [(1,), (2,), (3,)]


def test_a_stack_that_moves_together_is_one_act() -> None:
    book = ledger(start(counter("a"), counter("b")), (move("a", "0101", "0102"), move("b", "0101", "0102")))
    assert [[each.name for each in act.counters] for act in book.acts] == [["a", "b"]]


def test_a_drag_back_is_taken_back_and_reported() -> None:
    book = ledger(start(counter("a")), move("a", "0101", "0102"), move("a", "0102", "0103"), move("a", "0103", "0102"))
    (act,) = book.acts
    assert path(act) == ["0101", "0102"]
    assert act.changes == ("taken back: 0102 → 0103 → 0102",)
    assert not act.undone


def test_a_drag_back_to_the_start_undoes_the_move() -> None:
    (act,) = ledger(start(counter("a")), move("a", "0101", "0102"), move("a", "0102", "0101")).acts
    assert act.undone == 2


def test_an_undo_marks_what_it_takes_back_and_is_no_act() -> None:
    book = ledger(start(counter("a")), move("a", "0101", "0102"), (Undo(True), move("a", "0102", "0101"), Undo(False)))
    (act,) = book.acts
    assert act.undone == 2
    assert book.steps[1].ignored == "takes back step 1"


def test_an_undo_of_a_hop_shortens_the_move() -> None:
    book = ledger(
        start(counter("a")),
        move("a", "0101", "0102"),
        move("a", "0102", "0103"),
        (Undo(True), move("a", "0103", "0102"), Undo(False)),
    )
    assert path(book.acts[0]) == ["0101", "0102"]
    assert not book.acts[0].undone


def test_an_undo_of_a_roll_touches_no_counter() -> None:
    book = ledger(start(counter("a")), Roll("1d6", (6,), "* 6"), (Undo(True), Say("* undo"), Undo(False)))
    assert book.steps[1].ignored == "takes back what touched no counter"


@pytest.mark.parametrize(
    ("change", "kind", "words"),
    [
        ({"levels": (2, -1)}, "step loss", ("Steps: 1 → 2",)),
        ({"levels": (1, 1)}, "flip", ("Smoke: off → 1",)),
        ({"angles": (60.0,)}, "rotate", ("0° → 60°",)),
        ({"properties": {"Dug": "in"}}, "marker", ("Dug: – → in",)),
        ({"masked_by": "Player 1"}, "conceal", ()),
    ],
)
def test_what_changes_on_a_counter_names_the_act(change: dict[str, object], kind: str, words: tuple[str, ...]) -> None:
    (act,) = ledger(start(counter("a")), Alter(counter("a", **change))).acts
    assert (act.kind, act.changes) == (kind, words)


def test_unmasking_is_a_reveal() -> None:
    (act,) = ledger(start(counter("a", masked_by="Player 1")), Alter(counter("a")), viewer=PUBLIC).acts
    assert (act.kind, act.counters[0].name) == ("reveal", "a")


def test_counters_come_and_go() -> None:
    book = ledger(start(), Place(counter("a")), Remove("a"))
    assert [(act.kind, path(act)) for act in book.acts] == [("place", ["0101"]), ("remove", ["0101"])]


def test_a_card_out_of_a_deck_is_drawn_and_goes_back_into_it() -> None:
    deck = Stack("d", at("0101"), ("a",), deck=Deck("Draw pile"))
    book = ledger(
        start(counter("a", stack="d"), stacks=(deck,)),
        move("a", "0101", "0105"),
        Move("a", at("0105"), at("0101"), "d"),
    )
    assert [act.kind for act in book.acts] == ["draw", "deck"]


def test_a_face_down_card_is_a_hidden_counter_to_everybody() -> None:
    deck = Stack("d", at("0101"), ("a", "b"), deck=Deck("Draw pile"))
    state = start(counter("a", stack="d"), counter("b", stack="d"), stacks=(deck,))
    shuffled = Restack(replace(deck, members=("b", "a")))
    (act,) = ledger(state, shuffled, viewer=PUBLIC).acts
    assert (act.kind, act.text) == ("deck", "Draw pile: order changed (2 cards)")


def test_a_counter_without_a_name_is_called_by_its_picture() -> None:
    bare = Counter("7", "", Spot("Board", 50, 50), Design("", "2551.svg"))
    assert Teller(PUBLIC).counter(bare, known=True).name == "unnamed 2551"
    assert Teller(PUBLIC).counter(replace(bare, design=Design("", "")), known=True).name == "unnamed 7"


def test_a_stack_in_another_order_is_told_in_words() -> None:
    one, two = (Counter(name, name.upper(), Spot("Board", 50, 50), Design(name), stack="9") for name in "ab")
    was, now = (
        GameState(
            counters=PersistentMap({"a": one, "b": two}), stacks=PersistentMap({"9": Stack("9", one.spot, order)})
        )
        for order in (("a", "b"), ("b", "a"))
    )
    for viewer, told in ((PUBLIC, ("the stack's order", "another order")), (EVERYTHING, ("A, B", "B, A"))):
        (found,) = Teller(viewer).differences(differences(was, now), was, now)
        assert (found.change, found.was, found.now) == ("restacked", *told)


def test_what_is_done_out_of_sight_is_counted_and_not_told() -> None:
    hidden = counter("spy", hidden_by="Player 1")
    (act,) = ledger(start(hidden), move("spy", "0101", "0102"), viewer=PUBLIC).acts
    assert (act.kind, act.path, [each.id for each in act.counters]) == ("hidden", (), [""])


def test_a_masked_counter_moves_without_a_name() -> None:
    (act,) = ledger(start(counter("spy", masked_by="Player 1")), move("spy", "0101", "0102"), viewer=PUBLIC).acts
    assert (act.counters[0].name, act.counters[0].id, path(act)) == ("a hidden counter", "", ["0101", "0102"])


def test_reports_of_the_program_belong_to_the_act_they_report() -> None:
    (act,) = ledger(start(counter("a")), (move("a", "0101", "0102"), Say("* a moves *"))).acts
    assert (act.kind, act.text) == ("move", "* a moves *")


def test_hostile_chat_becomes_plain_words() -> None:
    (act,) = ledger(start(), Say("&lt;Anne&gt; - <script>steal()</script>\x1b[2Jhello", "Player 1")).acts
    assert (act.kind, act.text) == ("chat", "[2Jhello")


def test_ignored_steps_say_why() -> None:
    book = ledger(
        start(counter("a")),
        (),
        Carried("sound", "AUDIO\tx"),
        Astray("77", "moved"),
        Alter(counter("a", moved=True)),
        SetProperty("Module", "Weather", "dry", "dry"),
    )
    assert [step.ignored for step in book.steps] == [
        "the step holds no command that does anything",
        "a command of the program that changes nothing on the table (sound)",
        "a counter that is not in the game should be moved",
        "only the program's own marks (moved, trails, stack objects, drawing order)",
        "property Weather set to what it was",
    ]


def test_only_the_umpire_is_told_whether_a_step_held_marks() -> None:
    for viewer in (PUBLIC, Viewer(frozenset({"Player 1"}))):
        book = ledger(start(counter("a")), (), Alter(counter("a", moved=True)), Say(" "), viewer=viewer)
        assert [step.ignored for step in book.steps[:2]] == ["nothing on the table changed"] * 2
        assert book.steps[2].ignored == "an empty line of chat"


def test_a_digest_holds_what_the_viewer_knows_and_nothing_else() -> None:
    def digest(name: str, viewer: Viewer, text: str = "so") -> str:
        spy = replace(counter("spy", masked_by="Player 1"), name=name)
        return ledger(start(spy), (move("spy", "0101", "0102"), Say(text)), viewer=viewer).steps[0].digest

    assert digest("guards", PUBLIC) == digest("militia", PUBLIC)
    assert digest("guards", EVERYTHING) != digest("militia", EVERYTHING)
    assert digest("guards", PUBLIC) != digest("guards", PUBLIC, "otherwise")


def test_a_digest_counts_nothing_out_of_sight() -> None:
    def digests(viewer: Viewer, *hidden: str) -> str:
        spies = [replace(counter(name, hidden_by="Player 1"), name=f"spy {name}") for name in hidden]
        moves = (move("open", "0101", "0102"), *(move(name, "0101", "0102") for name in hidden))
        picked = SetProperty("Module", "LastPicked", "", f"spy {hidden[0]}")
        table = start(counter("open"), *spies)
        return ledger(table, (*moves, picked), viewer=viewer).steps[0].digest

    assert digests(PUBLIC, "a") == digests(PUBLIC, "z", "y", "x")
    assert digests(EVERYTHING, "a") != digests(EVERYTHING, "z", "y", "x")


@needs_shared
@pytest.mark.parametrize(
    ("module", "log", "answers"),
    [
        ("tour/tour.mod", "tour/tour.log", "tour.play.json"),
        (
            "cc-napoleonics/CCNapoleonics-small-images.vmod",
            "cc-napoleonics/CCNv4 Tutorial.vlog",
            "ccn-tutorial.play.json",
        ),
    ],
)
@pytest.mark.parametrize("seat", ["umpire", ""])
def test_every_step_of_a_real_log_is_accounted_for(module: str, log: str, answers: str, seat: str) -> None:
    """Steps = acts + ignored; the table after them lies as the engine says."""
    from adjudicator.audit.run import Wish  # noqa: PLC0415

    folder = SHARED / "data" / "vassal"
    opened, files = open_all([folder / log], folder / module)
    audited = audit(files, opened.module, None, Wish(seat=seat))
    record = audited.audit
    assert len(record.steps) == oracle(answers)["nsteps"]
    assert all(bool(step.acts) != bool(step.ignored) for step in record.steps)
    assert {act.kind for act in record.acts} <= set(KINDS)
    assert record.chain.contradictions == ()
    *_, (_, last) = audited.states()
    told = {piece["id"]: (piece["map"], piece["x"], piece["y"]) for piece in oracle(answers)["final"]["pieces"]}
    lying = {each.id: (each.spot.map, each.spot.x, each.spot.y) for each in last.counters.values()}
    assert {name: lying[name] for name in told} == told


def test_the_sample_log_is_accounted_for() -> None:
    folder = Path(__file__).parents[3] / "fixtures" / "vassal" / "two_rivers"
    module = importers.read(folder / "two_rivers.vmod").module
    opened, files = open_all([folder / "turn_1.vlog"], folder / "two_rivers.vmod")
    assert opened.module is not None and module is not None
    record = audit(files, opened.module).audit
    assert len(record.steps) == 75
    assert len(record.ignored) == 1
