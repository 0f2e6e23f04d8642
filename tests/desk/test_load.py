"""Fifty games of thirty logs each that were judged before: the list is there within a second, and nothing is judged for it.

`python -m tests.load` has them really judged, and measures the list meanwhile.
"""

from __future__ import annotations

import time
from pathlib import Path

from adjudicator.desk.cards import AuditCard, FileLine, keep_audit, signature_of
from tests.desk.conftest import Opened, new_desk

GAMES, LOGS, SECONDS = 50, 30, 1.0


def make_games(folder: Path) -> None:
    """Games that were judged before."""
    for number in range(GAMES):
        game = folder / f"game {number:02}"
        game.mkdir(parents=True)
        for log in range(LOGS):
            (game / f"turn {log:02}.vlog").write_bytes(f"{number} {log}".encode() * 1000)
        files = tuple(FileLine(name=f"turn {log:02}.vlog", kind="log", steps=80) for log in range(LOGS))
        card = AuditCard(
            signature=signature_of(game), judged=time.time(), pack="two_rivers", violations=number, files=files
        )
        keep_audit(game, card, b"<p>the report</p>", b"{}")


def test_the_list_of_fifty_games_is_there_within_a_second(opened: Opened, tmp_path: Path) -> None:
    make_games(tmp_path / "games")
    desk = new_desk(tmp_path / "games")
    client = opened(desk)
    took = []
    for path in ("/", "/", "/umpire"):
        began = time.perf_counter()
        page = client.get(path)
        took.append(time.perf_counter() - began)
        assert page.text.count("data-game=") == GAMES and "49 violations" in page.text
    print(f"opening the list of {GAMES} games of {LOGS} logs took {', '.join(f'{each:.2f}' for each in took)} s")
    assert max(took) < SECONDS
    for place in desk.shelf:
        assert client.get(f"/g/{place.key}").status_code == 200
    assert desk.jobs.done == 0 and not any(desk.jobs.of(place.key) for place in desk.shelf)
