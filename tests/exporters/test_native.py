"""Through native JSON into VASSAL's own form again: the same commands, or the same but for players' ids."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from adjudicator import importers
from adjudicator.errors import WriteError
from adjudicator.exporters.native import encode
from adjudicator.exporters.vassal.savegame import log_text, save_text, write_save
from adjudicator.importers.native.translate import decode
from adjudicator.importers.vassal.savegame import open_document
from adjudicator.importers.vassal.wire.commands import ESC
from adjudicator.model.events import GameLog
from adjudicator.model.state import GameState
from tests.helpers import FIXTURES, SHARED

GAMES = [
    *sorted((FIXTURES / "vassal" / "two_rivers").glob("*.v[sl]*[vg]")),
    *sorted(path for ending in ("vsav", "vlog", "log") for path in (SHARED / "data").rglob(f"*.{ending}")),
]


def game(path: Path) -> GameState | GameLog:
    read = importers.read(path)
    body = read.log or read.state
    assert body is not None
    return body


def command_text(body: GameState | GameLog) -> str:
    text, notes = log_text(body) if isinstance(body, GameLog) else save_text(body)
    assert notes == ()
    return text


def through(body: GameState | GameLog, *, keep_ids: bool) -> GameState | GameLog:
    read = decode(encode(body, keep_ids=keep_ids))
    assert isinstance(read, GameState | GameLog)
    return read


def people(body: GameState | GameLog) -> dict[str, str]:
    record = (body.start if isinstance(body, GameLog) else body).carried["vassal"]
    assert isinstance(record, dict)
    return dict(record["people"])


def alike(masked: str, text: str, names: dict[str, str]) -> bool:
    """Whether two texts are the same command by command once ids, pseudonyms and seats left free are blotted out."""
    words = sorted({*names, *names.values()}, key=len, reverse=True)
    people_of = re.compile("|".join(rf"(?<!\w){re.escape(word)}(?!\w)" for word in words) or r"(?!)")
    seats = re.compile(r"^(?:PLAYER|SEAT)\t[^\t]*")
    masked, text = (ESC.join(seats.sub("SEAT\t#", each) for each in whole.split(ESC)) for whole in (masked, text))
    pairs = zip(masked.split(ESC), text.split(ESC), strict=True)
    return all(one == other or people_of.sub("#", one) == people_of.sub("#", other) for one, other in pairs)


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.name)
def test_commands_are_the_same_after_json(path: Path) -> None:
    body, text = game(path), open_document(path).text
    assert command_text(body) == text
    assert command_text(through(body, keep_ids=True)) == text
    assert alike(command_text(through(body, keep_ids=False)), text, people(body))


def test_a_written_save_is_read_again(tmp_path: Path) -> None:
    path = FIXTURES / "vassal" / "two_rivers" / "midgame.vsav"
    copy = tmp_path / "copy.vsav"
    body = game(path)
    assert isinstance(body, GameState)
    write_save(body, copy)
    before, after = open_document(path), open_document(copy)
    assert (after.text, after.key, after.entries) == (before.text, before.key, before.entries)


def test_a_state_from_elsewhere_has_no_save_to_write_back() -> None:
    with pytest.raises(WriteError, match="was not read from VASSAL"):
        save_text(GameState())
