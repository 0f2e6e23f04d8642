"""One table of formats: whoever writes, by `exporters.write` or by a command, the same bytes come out."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from adjudicator import exporters, importers
from adjudicator.audit.record import Audited
from adjudicator.cli.main import status
from adjudicator.errors import WriteError
from adjudicator.exporters import FORMATS, Content, Format
from adjudicator.exporters.drawing import Drawing
from adjudicator.exporters.move_log import MoveLog
from adjudicator.findings import Report
from adjudicator.game.opening import open_game
from adjudicator.model.events import GameLog
from adjudicator.model.module import Module
from adjudicator.model.state import GameState
from adjudicator.model.theatre import Theatre
from adjudicator.packs.load import load_pack, load_theatre_for
from tests.helpers import FIXTURES

RIVERS = FIXTURES / "vassal" / "two_rivers"
BOX, SAVE, LOG = (RIVERS / name for name in ("two_rivers.vmod", "midgame.vsav", "turn_1.vlog"))
SOURCE = {GameState: SAVE, GameLog: LOG, Module: BOX}
GAMES = [
    (ending, kind)
    for each in FORMATS
    for ending in each.endings
    for kind in SOURCE
    if kind in each.accepts and (ending, kind) not in {(".vmod", GameState), (".vmod", GameLog), (".vlog", GameState)}
]
"""VASSAL's own saves become no module, and a save is no log."""
COMMANDS = {
    Theatre: ("packs", "export", "two_rivers"),
    Drawing: ("render", str(SAVE)),
    MoveLog: ("log", str(LOG)),
    Report: ("check", str(SAVE), "-p", "two_rivers"),
    Audited: ("audit", str(LOG), "-p", "two_rivers"),
}


@cache
def subject(kind: type) -> Content:
    """The game or box as `convert` opens it."""
    module = importers.read(BOX).module
    read = importers.read(SOURCE[kind], module)
    return Content(read.module or module, None if read.log else read.state, read.log)


@pytest.mark.parametrize(("ending", "kind"), GAMES)
def test_a_game_is_written_and_converted_alike(tmp_path: Path, ending: str, kind: type) -> None:
    path = tmp_path / f"out{ending}"
    command = ["convert", str(SOURCE[kind]), str(path), "-m", str(BOX), "--as", "umpire"]
    try:
        exporters.write(path, subject(kind), "VASSAL")
    except WriteError:
        assert status(command) == 2
        return
    written = taken(tmp_path)
    assert status(command) == 0
    assert taken(tmp_path) == written


def taken(folder: Path) -> dict[str, bytes]:
    """The files of a folder, by name; they are gone from it then."""
    files = {str(path.relative_to(folder)): path for path in sorted(folder.rglob("*")) if path.is_file()}
    found = {name: path.read_bytes() for name, path in files.items()}
    for path in files.values():
        path.unlink()
    return found


def others() -> list[tuple[str, type]]:
    return [(ending, kind) for each in FORMATS for ending in each.endings for kind in COMMANDS if kind in each.accepts]


@pytest.mark.parametrize(("ending", "kind"), others())
def test_every_other_subject_too(tmp_path: Path, ending: str, kind: type) -> None:
    made, told = tmp_path / f"made{ending}", tmp_path / f"told{ending}"
    command = COMMANDS[kind]
    assert status([*command, "-o", str(told)]) in (0, 1)
    if kind is Theatre:
        exporters.write(made, load_theatre_for(load_pack("two_rivers")))
    elif kind is Drawing:
        open_game(SAVE).render(made)
    elif kind is MoveLog:
        open_game(LOG).moves().write(made)
    elif kind is Report:
        open_game(SAVE, pack="two_rivers").check().write(made)
    else:
        open_game(LOG, pack="two_rivers").audit().write(made)
    assert made.read_bytes() == told.read_bytes()


def test_no_two_formats_claim_one_subject_and_ending() -> None:
    claims = [(ending, kind) for each in FORMATS for ending in each.endings for kind in each.accepts]
    assert len(claims) == len(set(claims))


@pytest.mark.parametrize("each", FORMATS, ids=lambda each: each.name)
def test_only_games_and_boxes_have_an_account_of_losses(each: Format) -> None:
    assert (each.holds is not None) == (GameState in each.accepts)


def test_a_subject_that_an_ending_does_not_hold_is_refused(tmp_path: Path) -> None:
    with pytest.raises(WriteError, match=r"'log\.png' ends in none of \.txt, \.md, \.csv, \.jsonl"):
        exporters.write(tmp_path / "log.png", MoveLog("", ()))
