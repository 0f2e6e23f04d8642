"""Face-down cards of a deck, and what lies in somebody's own window, leave open no verdict about hexes; a masked counter does."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator import importers
from adjudicator.exporters.vassal.box import PlannedModule
from adjudicator.findings import Report
from adjudicator.identify import Identifier
from adjudicator.judge import adjudicate
from adjudicator.lean import replace
from adjudicator.model.counters import Counter, Deck, Design, Stack
from adjudicator.model.events import GameLog
from adjudicator.model.state import GameState
from adjudicator.model.viewer import PUBLIC
from adjudicator.play.session import play_log
from tests.adjudicator.audit import game
from tests.adjudicator.audit.game import write

LINES = ("turn 2, French movement", "weather clear", "0305: fr.1inf, fr.2inf, fr.3inf, fr.4inf", "1104: au.1cav")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, PlannedModule]:
    return game.build(tmp_path_factory.mktemp("cards"))


def _with_cards(state: GameState, *, face_down: bool) -> GameState:
    """The state with a deck of three cards on the map, over the hex where a limit is broken."""
    place = next(each.spot for each in state.counters.values() if each.spot.place == "0305")
    cards = [Counter(f"card{i}", f"Card {i}", place, Design(f"Card {i}"), stack="cards") for i in range(3)]
    deck = Stack("cards", place, tuple(each.id for each in cards), deck=Deck("Cards", face_down=face_down))
    return state.with_pieces(cards, [deck])


def _masked(state: GameState) -> GameState:
    """The state with a counter on the map that somebody masks, where the limit is broken."""
    place = next(each.spot for each in state.counters.values() if each.spot.place == "0305")
    return state.with_pieces([Counter("masked", "1st Card", place, Design("1st Card"), masked_by="Player 2")])


def _report(log: GameLog, made: tuple[Path, PlannedModule]) -> Report:
    pack, network = game.pack_and_map()
    identifier = Identifier(log.start, importers.read(made[0]).module, pack, network, sees=PUBLIC)
    return adjudicate(play_log(log, identifier))


def _told(report: Report) -> list[tuple[object, ...]]:
    found = [(each.rule, each.severity, each.at, each.because) for each in report.findings]
    return [*found, *((row.rule, row.ran, row.why) for row in report.coverage)]


@pytest.mark.parametrize("face_down", [True, False])
def test_a_deck_changes_no_verdict(face_down: bool, made: tuple[Path, PlannedModule], tmp_path: Path) -> None:
    table = game.table(made[1], LINES)
    table.record()
    table.roll(3)
    table.move("fr.1inf", "0405")
    table.move("fr.1inf", "0305")
    table.move("au.1cav", "1203")
    table.place("disrupted", "0605")
    table.advance()
    log = importers.read(write(tmp_path / "turn.vlog", table.log()), importers.read(made[0]).module).log
    assert log is not None
    plain = _report(log, made)
    assert plain.findings
    assert _told(_report(replace(log, start=_with_cards(log.start, face_down=face_down)), made)) == _told(plain)


def test_a_masked_counter_on_the_map_still_leaves_open_what_it_could_change(
    made: tuple[Path, PlannedModule], tmp_path: Path
) -> None:
    table = game.table(made[1], LINES)
    table.record()
    table.move("fr.1inf", "0405")
    log = importers.read(write(tmp_path / "turn.vlog", table.log()), importers.read(made[0]).module).log
    assert log is not None
    assert _told(_report(replace(log, start=_masked(log.start)), made)) != _told(_report(log, made))
