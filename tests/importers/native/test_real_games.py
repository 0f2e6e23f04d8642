"""Real games as native JSON: there and back they are equal, and no player's id stays in unless it is asked for."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator import importers
from adjudicator.exporters.native import encode
from adjudicator.importers.native.translate import decode
from adjudicator.model.events import GameLog
from adjudicator.model.state import GameState
from tests.helpers import SHARED, needs_shared

pytestmark = needs_shared
GAMES = sorted(path for ending in ("vsav", "vlog", "log") for path in (SHARED / "data").rglob(f"*.{ending}"))
SHORTEST = 5


def game(path: Path) -> GameState | GameLog:
    read = importers.read(path)
    body = read.log or read.state
    assert body is not None
    return body


def ids_of(body: GameState | GameLog) -> list[str]:
    record = start_of(body).carried["vassal"]
    assert isinstance(record, dict)
    return list(record["people"])


def start_of(body: GameState | GameLog) -> GameState:
    return body.start if isinstance(body, GameLog) else body


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.name)
def test_a_real_game_there_and_back(path: Path) -> None:
    body = game(path)
    assert decode(encode(body, keep_ids=True)) == body

    written = encode(body)
    masked = decode(written)
    assert isinstance(masked, GameState | GameLog)
    assert encode(masked) == written
    # an id of a few letters ("me") is part of ordinary words; those are swapped where ids stand, and nowhere else
    assert not [secret for secret in ids_of(body) if len(secret) >= SHORTEST and secret.encode() in written]

    before, after = start_of(body), start_of(masked)
    assert after.seats == before.seats
    assert after.stacks == before.stacks
    spots = {name: counter.spot for name, counter in before.counters.items()}
    assert {name: counter.spot for name, counter in after.counters.items()} == spots
