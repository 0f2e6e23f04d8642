"""Decks and hands of a built module: where cards lie, what turns them over, and who may know them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from lxml import etree

from adjudicator import open_game
from adjudicator.exporters.vassal.box import PlannedModule, build_module, plan_box
from adjudicator.exporters.vassal.box.buildfile import build_file
from adjudicator.exporters.vassal.box.holders import HAND_GAP, card_size
from adjudicator.exporters.vassal.scribe import LogWriter
from adjudicator.exporters.vassal.tabletop import Player
from adjudicator.importers import read
from adjudicator.model.pack import Pack
from adjudicator.model.viewer import PUBLIC, Viewer
from adjudicator.packs.load import load_pack, load_theatre_for, theatre_folder

AXIS, SOVIET = Player("secret-1", "Player 1", "Axis"), Player("secret-2", "Player 2", "Soviet")
START = ("turn 1, Axis Order of Battle Step", "weather clear", "season summer", "month july", "week 1", "year 1941")
HIDDEN = ("Axis card 1", "Blitzkrieg!", "card.s17", "Scorched Earth")
MODULE = "VASSAL.build.module."


@pytest.fixture(scope="module")
def pack() -> Pack:
    return load_pack("thunder_in_the_east")


@pytest.fixture(scope="module")
def made(pack: Pack, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, PlannedModule]:
    out = tmp_path_factory.mktemp("holders") / "game.vmod"
    theatre = load_theatre_for(pack, theatre_folder(pack))
    return out, build_module(pack, theatre, out, height=40, setups=())


@pytest.fixture
def table(made: tuple[Path, PlannedModule]) -> LogWriter:
    begun = LogWriter.set_up(made[1], (*START, "[soviet hand]: +card.s17"), (AXIS, SOVIET))
    begun.acting = AXIS
    begun.record()
    return begun


def drawn_and_played(table: LogWriter) -> bytes:
    table.carry("card.a1", "[Axis deck]", "[Axis hand]")
    table.carry("card.a2", "[Axis deck]", "[Axis hand]")
    table.carry("card.a2", "[Axis hand]", "[Axis discards]")
    return table.log()


def test_each_side_has_decks_and_a_hand_of_its_own(pack: Pack) -> None:
    root = etree.fromstring(build_file(plan_box(pack, load_theatre_for(pack, theatre_folder(pack))), {}))
    decks = {each.get("name"): each for each in root.iter(MODULE + "map.DrawPile")}
    assert set(decks) == {f"{side} {pile}" for side in ("Axis", "Soviet") for pile in ("deck", "discards", "set aside")}
    assert decks["Axis deck"].get("faceDown") == "Always" and decks["Axis deck"].get("deckOwners") == "Axis"
    assert decks["Axis discards"].get("faceDown") == "Never"
    assert decks["Axis discards"].get("reshuffleTarget") == "Axis deck"
    assert [len(decks[f"{side} deck"]) for side in ("Axis", "Soviet")] == [36, 36]
    hands = {each.get("mapName"): each.get("side") for each in root.iter(MODULE + "PlayerHand")}
    assert hands == {"Axis hand": "Axis", "Soviet hand": "Soviet"}
    zones = {each.get("name") for each in root.iter(MODULE + "map.boardPicker.board.mapgrid.Zone")}
    assert "Axis deck" in zones and "Axis hand" not in zones


def test_cards_stand_in_the_deck_alone_and_every_slot_has_its_number_once(pack: Pack) -> None:
    root = etree.fromstring(build_file(plan_box(pack, load_theatre_for(pack, theatre_folder(pack))), {}))
    slots = [*root.iter("VASSAL.build.widget.PieceSlot"), *root.iter("VASSAL.build.widget.CardSlot")]
    numbers = [each.get("gpid") for each in slots]
    assert len(numbers) == len(set(numbers)) == len(pack.units) + len(pack.markers)
    names = [str(each.get("entryName")) for each in root.iter("VASSAL.build.widget.PieceSlot")]
    assert not any(name.startswith(("Axis card", "Soviet card")) for name in names)


def test_a_pack_without_cards_has_neither() -> None:
    small = load_pack("two_rivers")
    box = plan_box(small, load_theatre_for(small, theatre_folder(small)))
    assert not box.holders.decks and not box.holders.hands


def test_what_no_set_up_lays_lies_in_its_deck(
    table: LogWriter, made: tuple[Path, PlannedModule], tmp_path: Path
) -> None:
    path = tmp_path / "start.vsav"
    path.write_bytes(table.save())
    state = read(path, read(made[0]).module).state
    assert state is not None
    decks = {stack.deck.name: stack for stack in state.stacks.values() if stack.deck is not None}
    assert len(decks["Axis deck"].members) == 36 and len(decks["Soviet deck"].members) == 35
    assert decks["Axis deck"].deck is not None and decks["Axis deck"].deck.face_down
    assert decks["Axis deck"].deck.owners == ("Axis",) and not decks["Axis discards"].members
    assert state.counters[decks["Axis deck"].members[-1]].name == "Axis card 1: Blitzkrieg!"


def test_a_card_is_masked_from_the_deck_on_and_shown_where_it_is_played(
    table: LogWriter, made: tuple[Path, PlannedModule], tmp_path: Path
) -> None:
    path = tmp_path / "turn.vlog"
    path.write_bytes(drawn_and_played(table))
    log = read(path, read(made[0]).module).log
    assert log is not None
    end = log.state_at(len(log.steps))
    named = {each.properties.get("PackMarker", ""): each for each in end.counters.values()}
    assert named["card.a1"].masked_by == "Axis" and named["card.a1"].spot.place == "Axis hand"
    assert named["card.a2"].masked_by == "" and named["card.a2"].spot.place == "Axis discards"
    assert named["card.s17"].masked_by == "Soviet"


@pytest.mark.parametrize("viewer", ["everybody", "Axis", "Soviet"])
def test_nobody_reads_a_card_of_a_closed_deck_or_of_anothers_hand(
    viewer: str, table: LogWriter, made: tuple[Path, PlannedModule], tmp_path: Path
) -> None:
    path = tmp_path / "turn.vlog"
    path.write_bytes(drawn_and_played(table))
    audited = open_game(path, pack="thunder_in_the_east", module=made[0], viewer=viewer).audit()
    audited.write_folder(tmp_path / "told")
    files = [each for each in (tmp_path / "told").rglob("*") if each.is_file()]
    told = "".join(each.read_text(encoding="utf-8", errors="replace") for each in files)
    for word in HIDDEN:
        own = (viewer == "Axis" and word in HIDDEN[:2]) or (viewer == "Soviet" and word in HIDDEN[2:])
        assert own or word not in told
    assert "Axis card 2" in told


def test_viewers_of_a_hand(table: LogWriter, made: tuple[Path, PlannedModule], tmp_path: Path) -> None:
    path = tmp_path / "start.vsav"
    path.write_bytes(table.save())
    module = read(made[0]).module
    state = read(path, module).state
    assert state is not None
    card = next(each for each in state.counters.values() if each.properties.get("PackMarker") == "card.s17")
    assert Viewer(frozenset({"Soviet"})).reads_at(card, state, module)
    assert not PUBLIC.reads_at(card, state, module) and PUBLIC.sees_at(card, state, module)


PLAYED = {
    "drawn": ("card.a1", "[Axis deck]", "[Axis hand]"),
    "played": ("card.a1", "[Axis hand]", "[Axis discards]"),
    "put wrong": ("card.s17", "[Soviet hand]", "[Soviet discards]"),
    "put right": ("card.s17", "[Soviet hand]", "[Out of play]"),
    "taken back": ("card.s36", "[Soviet discards]", "[Soviet deck]"),
}


def judged(made: tuple[Path, PlannedModule], folder: Path, viewer: str, phase: str, *deeds: str) -> dict[str, set[str]]:
    """What the rules of cards (25) say of these deeds in a step of the first turn, for a viewer: broken and in doubt."""
    lines = ("turn 1, Axis Supply Step", *START[1:], "[soviet hand]: +card.s17", "[soviet discards]: +card.s36")
    table = LogWriter.set_up(made[1], lines, (AXIS, SOVIET))
    table.acting = AXIS
    table.record()
    table.advance(phase)
    for deed in deeds:
        table.acting = AXIS if PLAYED[deed][0].startswith("card.a") else SOVIET
        table.carry(*PLAYED[deed])
    table.advance()
    path = folder / f"{'-'.join(deeds)} {phase}.vlog"
    path.write_bytes(table.log())
    found = open_game(path, pack="thunder_in_the_east", module=made[0], viewer=viewer).audit().record.findings
    said: dict[str, set[str]] = {"violation": set(), "doubt": set()}
    for each in found:
        if each.rule.startswith("tite:25."):
            said.setdefault(str(each.severity), set()).add(each.rule)
    return said


@pytest.mark.parametrize("viewer", ["umpire", "everybody", "Axis", "Soviet"])
def test_whoever_looks_a_card_played_from_a_hand_is_judged_alike(
    viewer: str, made: tuple[Path, PlannedModule], tmp_path: Path
) -> None:
    right = judged(made, tmp_path, viewer, "axis.repair", "put right")
    assert right["violation"] == set()
    wrong = judged(made, tmp_path, viewer, "axis.repair", "put wrong")
    assert wrong["violation"] == {"tite:25.5b"}


@pytest.mark.parametrize("viewer", ["umpire", "everybody"])
def test_a_card_that_goes_back_to_a_closed_deck_too_soon_is_told(
    viewer: str, made: tuple[Path, PlannedModule], tmp_path: Path
) -> None:
    assert judged(made, tmp_path, viewer, "axis.repair", "taken back")["violation"] == {"tite:25.5c"}


def test_a_draw_that_nobody_can_read_is_judged_by_its_number_and_its_time(
    made: tuple[Path, PlannedModule], tmp_path: Path
) -> None:
    assert "tite:25.2" not in judged(made, tmp_path, "umpire", "axis.order_of_battle", "drawn")["violation"]
    assert "tite:25.2" not in judged(made, tmp_path, "everybody", "axis.order_of_battle", "drawn")["violation"]
    assert "tite:25.2" in judged(made, tmp_path, "everybody", "axis.repair", "drawn")["violation"]


def test_cards_of_a_hand_lie_beside_each_other_and_others_see_backs(
    table: LogWriter, made: tuple[Path, PlannedModule], tmp_path: Path
) -> None:
    for card in ("card.a1", "card.a2"):
        table.carry(card, "[Axis deck]", "[Axis hand]")
    path = tmp_path / "hand.vsav"
    path.write_bytes(table.save())
    pictures = {}
    for viewer in ("Axis", "everybody"):
        game = open_game(path, pack="thunder_in_the_east", module=made[0], viewer=viewer)
        game.render(tmp_path / f"{viewer}.svg", map_name="Axis hand")
        pictures[viewer] = (tmp_path / f"{viewer}.svg").read_text(encoding="utf-8")
    assert "Blitzkrieg!" in pictures["Axis"] and "Blitzkrieg!" not in pictures["everybody"]
    for told in pictures.values():
        left, right = (float(x) for x in re.findall(r"<use [^>]*translate\(([0-9.]+) ", told))
        assert right - left == card_size(made[1].counter_size)[0] + HAND_GAP
