"""Changed saves: they read back as what was meant, differ only where they were changed, and keep every rule of saves."""

from __future__ import annotations

import random
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from adjudicator import importers, open_game
from adjudicator.exporters.vassal.fresh import SlotTraits
from adjudicator.exporters.vassal.savegame import save_text, write_save
from adjudicator.importers.vassal.wire import commands, obfuscation, sequences
from adjudicator.importers.vassal.wire.commands import AddPiece
from adjudicator.model.counters import Spot
from adjudicator.model.events import Alter, Move, Place, Remove, Restack, SetNotes, SetProperty, SetTurn, TakeSeat
from adjudicator.model.state import Seat
from tests.exporters.vassal.games import again, told
from tests.helpers import FIXTURES, SHARED, needs_shared, vassal_save
from tests.importers.vassal.games import deck, piece, save, stack
from tests.rules_of_saves import RULES, broken

GAME = FIXTURES / "vassal" / "two_rivers"
FACE = "PROP;Face;true,1,2,true;;"
MOVED = ("markmoved;m.gif;0;0;;", "false")
LAYER = "emb2;Flip;128;A;;128;;;128;;;;1;false;0;0;front.png,back.png;;true;Face;;;false;;1;1;false"
TABLE = save(
    *(piece(str(number), f"Unit {number}", traits=((LAYER, "1"), MOVED, (FACE, "1"))) for number in range(1, 6)),
    *(piece(str(number), f"Card {number}", where="Main;500;500") for number in range(6, 9)),
    stack("a", "1", "2", "3"),
    stack("b", "4", "5", where="Main;40;60"),
    deck("d", "6", "7", "8"),
    more=("GlobalProperty\t;Weather;dry;Module", "NOTES\tone|two", "TURNTurnTracker0\t0|1;0;false;-1"),
)


@pytest.fixture(scope="module")
def module():
    return importers.read(GAME / "two_rivers.vmod").module


@pytest.fixture
def start(module):
    return importers.read(GAME / "midgame.vsav", module).state


@pytest.fixture
def back(module, tmp_path):
    """Writes a state, sees that no rule is broken, and gives what it reads back as."""

    def written(state):
        found = again(write_save, state, tmp_path / "out.vsav", module)
        assert broken(tmp_path / "out.vsav", module) == []
        assert not found.notes
        return found.state

    return written


def texts(path):
    with zipfile.ZipFile(path) as archive:
        return commands.leaves(commands.split_stream(obfuscation.reveal(archive.read("savedGame"))))


def ids_changed(before, after):
    """The pieces whose commands are not the same before and after."""
    old, new = (
        {text.split("/", 2)[1]: text for text in each if text.startswith("+/")}
        for each in (commands.leaves(commands.split_stream(text)) for text in (before, after))
    )
    return {name for name in old.keys() | new.keys() if old.get(name) != new.get(name)}


def a_stack(state, size=2):
    return next(each for each in state.stacks.values() if len(each.members) >= size)


def test_the_rules_see_what_is_wrong(tmp_path):
    """Each rule that a text alone can break is broken here once."""
    wrong = save(stack("s", "1"), piece("1"), piece("1", where="Main;x;2"), stack("t", "1"), begun=False)
    path = vassal_save(tmp_path / "wrong.vsav", wrong + "\x1bCHAThello\x1bLOG\tD/77/a", savedata="<data/>")
    found = {line.partition(":")[0] for line in broken(path)}
    assert found >= {
        "metadata_say_their_version",
        "steps_come_after_the_end_only",
        "points_are_numbers",
        "ids_are_unique",
        "stacks_come_after_their_pieces",
        "no_piece_lies_in_two_stacks",
        "the_game_has_begun",
        "steps_speak_of_pieces_in_the_game",
        "changes_can_be_undone",
    }
    assert found <= {check.__name__ for check in RULES}


@pytest.mark.parametrize("name", ["start.vsav", "midgame.vsav", "turn_1.vlog"])
def test_our_own_files_keep_the_rules(module, name):
    assert broken(GAME / name, module) == []


def test_a_moved_unit(start, module, back):
    mover = start.counters[a_stack(start).members[0]]
    spot = module.spot(start, mover.spot.map, mover.spot.x + 200, mover.spot.y)
    after = start.after(Move(mover.id, mover.spot, spot, "new"))
    assert told(back(after)) == told(after)
    assert ids_changed(save_text(start)[0], save_text(after)[0]) == {mover.id, mover.stack, "new"}


def test_a_flipped_unit(start, back):
    unit = next(each for each in start.counters.values() if each.properties.get("Face") == "1" and each.levels)
    turned = replace(unit, properties={**unit.properties, "Face": "2"}, levels=(2,))
    after = start.after(Alter(turned))
    assert told(back(after))["counters"][unit.id][3] == (2,)
    assert ids_changed(save_text(start)[0], save_text(after)[0]) == {unit.id}


def test_a_removed_unit(start, back):
    unit = start.counters[a_stack(start).members[0]]
    after = start.after(Remove(unit.id))
    assert told(back(after)) == told(after)
    assert ids_changed(save_text(start)[0], save_text(after)[0]) == {unit.id, unit.stack}


def test_the_last_unit_of_a_stack_takes_it_along(start, back):
    lonely = next(each for each in start.stacks.values() if len(each.members) == 1)
    after = start.after(Remove(lonely.members[0]))
    assert told(back(after)) == told(after)


def test_a_unit_from_a_slot(start, module, back):
    slot = module.slots[0]
    there = a_stack(start)
    dressed = SlotTraits(module).counter(replace(slot.counter, id="1700000000000", spot=there.spot, carried={}))
    after = start.after(Place(dressed, there.id))
    assert told(back(after)) == told(after)
    assert back(after).counters["1700000000000"].slot == slot.gpid


def test_an_advanced_turn_is_set_by_the_words_it_shows(start, module, back):
    tracker = start.trackers[0]
    phases = [phase for phase in ("French movement", "Austrian movement", "Weather") if phase != tracker.values[1][1]]
    ahead = replace(tracker, values=(("Turn", "7"), ("Phase", phases[0])))
    after = start.after(SetTurn(ahead))
    assert back(after).trackers[0].values == ahead.values
    old, new = (commands.leaves(commands.split_stream(save_text(each, module)[0])) for each in (start, after))
    assert [text.partition("\t")[0] for text in new if text not in old] == ["TURNTurnTracker0"]


def test_a_property_and_notes(start, back):
    (container, name), value = next(iter(start.properties.items()))
    after = start.after(SetProperty(container, name, value, "mud")).after(SetNotes("one\ntwo", "three"))
    assert told(back(after)) == told(after)


def test_stacks_merged_and_split(start, back):
    first, second = [each for each in start.stacks.values() if each.spot.map == "Main Map"][:2]
    merged = start.after(Restack(replace(first, members=(*first.members, *second.members))))
    assert told(back(merged)) == told(merged)
    top = merged.counters[first.members[0]]
    split = merged.after(Move(top.id, top.spot, replace(top.spot, x=top.spot.x + 300), "apart"))
    assert len(back(split).stacks) == len(split.stacks)


def test_a_new_player_sits_down_and_another_leaves(start, back):
    after = start.after(TakeSeat(Seat("Player 9", "Clara", "French"))).after(TakeSeat(Seat("Player 1", "", "")))
    # whoever has an id is numbered anew when a file is read
    assert [(seat.name, seat.side) for seat in back(after).seats] == [("Player 2", "Austrian"), ("Clara", "French")]


def test_a_card_drawn_from_a_deck(tmp_path):
    start = importers.read(vassal_save(tmp_path / "in.vsav", TABLE)).state
    card = start.counters["8"]
    after = start.after(Move("8", card.spot, Spot("Hand", 10, 10), "hand"))
    found = again(write_save, after, tmp_path / "out.vsav").state
    assert told(found) == told(after)
    assert found.stacks["d"].members == ("6", "7") and found.stacks["d"].deck == start.stacks["d"].deck
    assert broken(tmp_path / "out.vsav") == []


EVENTS = st.lists(
    st.tuples(
        st.sampled_from(("move", "alone", "remove", "flip", "mark", "shuffle", "merge", "draw", "set", "sit")),
        st.integers(0, 50),
        st.integers(0, 50),
    ),
    max_size=12,
)


def event(state, word, one, other):
    """An event of that kind that the state allows, None if it allows none."""
    counters = sorted(state.counters)
    stacks = sorted(state.stacks)
    if word == "set":
        return SetProperty("Module", "Weather", state.properties["Module", "Weather"], f"w{one}")
    if word == "sit":
        return TakeSeat(Seat(f"Player {one % 3 + 1}", f"name {other}", "French"))
    if not counters or not stacks:
        return None
    counter, heap = state.counters[counters[one % len(counters)]], state.stacks[stacks[other % len(stacks)]]
    match word:
        case "move":
            index = None if one % 2 or counter.stack == heap.id else min(one % 3, len(heap.members))
            return Move(counter.id, counter.spot, heap.spot, heap.id, index) if counter.stack != heap.id else None
        case "alone":
            return Move(counter.id, counter.spot, Spot("Main", one * 10, other * 10), f"n{one}-{other}")
        case "remove":
            return Remove(counter.id)
        case "flip":
            return Alter(replace(counter, levels=(2,))) if counter.levels else None
        case "mark":
            return Alter(replace(counter, moved=True)) if counter.levels else None
        case "shuffle":
            return Restack(replace(heap, members=heap.members[::-1]))
        case "merge":
            source = state.stacks[stacks[one % len(stacks)]]
            same = source.id == heap.id
            return None if same else Restack(replace(heap, members=(*heap.members, *source.members)))
        case _:
            return Restack(replace(heap, spot=Spot("Main", one, other)))


@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(EVENTS)
def test_any_sequence_of_events_reads_back_as_meant(tmp_path_factory, drawn):
    folder = tmp_path_factory.mktemp("events")
    state = importers.read(vassal_save(folder / "in.vsav", TABLE)).state
    for words in drawn:
        happened = event(state, *words)
        state = state if happened is None else state.after(happened)
    found = again(write_save, state, folder / "out.vsav").state
    assert told(found) == told(state)
    assert broken(folder / "out.vsav") == []


@needs_shared
@pytest.mark.parametrize(
    ("save_file", "box"),
    [
        ("ragnarok/ragnarok-start.vsav", "ragnarok/ragnarok-exploded.vmod"),
        ("cc-napoleonics/BH02 - Durenstein.vsav", "cc-napoleonics/CCNapoleonics-small-images.vmod"),
    ],
)
def test_real_saves_changed_are_no_worse_than_they_were(save_file, box, tmp_path):
    folder = SHARED / "data" / "vassal"
    module = importers.read(folder / box).module
    state = importers.read(folder / save_file, module).state
    mover = state.counters[a_stack(state, 1).members[-1]]
    gone = next(each for each in state.counters.values() if each.stack and each.stack != mover.stack)
    after = state.after(Move(mover.id, mover.spot, module.spot(state, mover.spot.map, 333, 444), "new"))
    after = after.after(Remove(gone.id))
    found = again(write_save, after, tmp_path / "out.vsav", module).state
    assert told(found) == told(after)
    assert set(broken(tmp_path / "out.vsav", module)) <= set(broken(folder / save_file, module))


@needs_shared
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("box", ["hex-template", "ragnarok", "bushido", "programming-sample"])
def test_every_kind_of_change_in_real_modules(box, seed, tmp_path):
    path = next(iter(sorted((SHARED / "data" / "vassal" / box).glob("*.vmod"))))
    module = importers.read(path).module
    after = changed(module, module.at_start, random.Random(seed))
    found = again(write_save, after, tmp_path / "out.vsav", module).state
    assert settled(told(found), after) == settled(told(after), after)
    assert broken(tmp_path / "out.vsav", module) == []


def changed(module, state, dice):
    """The state with counters moved, turned, flipped, removed and taken from slots, and the turn advanced."""
    public = next(found for found in module.maps if state.boards.get(found.name))
    wardrobe, stacking = SlotTraits(module), public.stacking.enabled
    for number in range(3):
        if module.slots:
            slot = dice.choice(module.slots)
            spot = module.spot(state, public.name, dice.randrange(900), dice.randrange(900))
            made = wardrobe.counter(replace(slot.counter, id=f"16{number}", spot=spot, carried={}))
            state = state.after(Place(made, f"17{number}" if made.design.stacks and stacking else ""))
        lying = [each for each in state.counters.values() if each.spot.map == public.name]
        if not lying:
            continue
        mover = dice.choice(lying)
        spot = module.spot(state, public.name, dice.randrange(900), dice.randrange(900))
        state = state.after(Move(mover.id, mover.spot, spot, f"18{number}" if mover.design.stacks and stacking else ""))
        turned = state.counters[mover.id]
        if turned.design.rotations:
            angles = tuple(360.0 / count if count > 1 else 45.0 for count in turned.design.rotations)
            turned = replace(turned, angles=angles)
        free = [layer for layer in turned.design.layers if not layer.follows]
        if free and not any(layer.follows or any(layer.names) for layer in turned.design.layers):
            turned = replace(turned, levels=tuple(min(2, len(layer.images)) for layer in turned.design.layers))
        state = state.after(Alter(turned))
        if len(lying) > 2:
            state = state.after(Remove(dice.choice([each for each in lying if each.id != mover.id]).id))
    for tracker in state.trackers:
        if tracker.values and tracker.values[0][1].isdecimal():
            ahead = (tracker.values[0][0], str(int(tracker.values[0][1]) + 1))
            state = state.after(SetTurn(replace(tracker, values=(ahead, *tracker.values[1:]))))
    return state


def settled(found, state):
    """What is told of a state but for what the program works out anew: levels that follow a property, computed words."""
    counters = {}
    for name, (label, spot, slot, levels, angles, _texts, *rest) in found["counters"].items():
        layers = state.counters[name].design.layers
        shown = tuple(level for level, layer in zip(levels, layers, strict=True) if not layer.follows)
        counters[name] = (label, spot, slot, shown, angles, *rest)
    return {**found, "counters": counters}


def test_for_an_older_engine_it_is_the_same_game(start, module, tmp_path):
    found = again(write_save, start, tmp_path / "old.vsav", module, vassal=(3, 2, 0))
    assert told(found.state) == told(start)
    assert broken(tmp_path / "old.vsav", module) == []
    assert not any(";@@" in text for text in texts(tmp_path / "old.vsav") if "/stack/" in text)
    with zipfile.ZipFile(tmp_path / "old.vsav") as archive:
        about = archive.read("moduledata").decode() + archive.read("savedata").decode()
    assert about.count("<VassalVersion>3.2.0<") == 2 and "extra1" not in about


def test_the_last_field_of_trails_is_of_3_6(start, module, tmp_path):
    write_save(start, tmp_path / "new.vsav", module=module, vassal=(3, 6, 0))
    write_save(start, tmp_path / "old.vsav", module=module, vassal=(3, 5, 0))
    trails = [
        [len(sequences.split(text, "\t")) for text in texts(tmp_path / name) if "footprint;" in text]
        for name in ("new.vsav", "old.vsav")
    ]
    assert trails[0] == trails[1] and texts(tmp_path / "new.vsav") != texts(tmp_path / "old.vsav")


def test_maps_come_in_the_order_in_which_vassal_saves_them(tmp_path: Path) -> None:
    """By their ids, not by their names: the main map is built before the boxes."""
    save = tmp_path / "moment.vsav"
    open_game(FIXTURES / "vassal" / "smolensk_corridor" / "turn.vlog").write(save, at=49)
    with zipfile.ZipFile(save) as archive:
        tree = commands.split_stream(obfuscation.reveal(archive.read("savedGame")))
    pieces = [commands.decode(leaf) for leaf in commands.leaves(tree) if leaf.startswith("+/")]
    stacks = [piece.state for piece in pieces if isinstance(piece, AddPiece) and piece.type == "stack"]
    assert list(dict.fromkeys(state.split(";")[0] for state in stacks)) == ["Main Map", "Boxes"]
