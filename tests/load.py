"""Many games on the desk: `python -m tests.load [GAMES] [LOGS]` makes them of sample games' logs and has all judged once.

Told are: how long the list takes before, while and after they are judged in the background, and that a second visit judges
nothing. It takes minutes; `tests/desk/test_load.py` asks the same of kept audits in a second.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from urllib.parse import urlsplit

import httpx2

from adjudicator import open_game
from tests.desk.conftest import new_desk, stranger
from tests.desk.pieces import MODULES, in_pieces
from tests.desk.serving import served

SAMPLES = (("two_rivers", "turn_1.vlog"), ("dvina_line", "turn_4.vlog"), ("prut_front", "turn.vlog"))
GAMES, LOGS, SECONDS = 50, 30, 1.0
PAUSE = 0.5
OLDEST = "Not judged yet"


def make_games(folder: Path, games: int, logs: int) -> None:
    """Folders of games, each with its module and a log of a sample game in so many pieces."""
    for number in range(games):
        game, log = SAMPLES[number % len(SAMPLES)]
        place, first = folder / f"game {number:02}", folder / f"game {number % len(SAMPLES):02}"
        if number >= len(SAMPLES):
            shutil.copytree(first, place)
            continue
        place.mkdir(parents=True)
        shutil.copy(MODULES / game / f"{game}.vmod", place)
        in_pieces(game, log, logs, place)


def visits(client: httpx2.Client, done: Callable[[str], bool]) -> Iterator[float]:
    """The seconds that the list takes, again and again until it shows what is wanted."""
    while True:
        began = time.perf_counter()
        page = client.get("/")
        yield time.perf_counter() - began
        if done(page.text):
            return
        time.sleep(PAUSE)


def all_judged(page: str) -> bool:
    return OLDEST not in page and not re.search(r'data-progress="\w+" >', page)


def on_the_desk(home: Path, folder: Path, done: Callable[[str], bool]) -> list[float]:
    """A desk of its own process that is looked at until the list shows what is wanted; what each look took."""
    with served(home, folder) as link:
        address = urlsplit(link)
        with httpx2.Client(base_url=f"{address.scheme}://{address.netloc}", timeout=60) as client:
            client.get(link).raise_for_status()
            return list(visits(client, done))


def main(games: int, logs: int) -> int:
    """Make the games, have them judged, and tell; 1 if a page took too long or anything was judged twice."""
    sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]
    with tempfile.TemporaryDirectory() as room:
        folder, home = Path(room) / "games", Path(room) / "home"
        make_games(folder, games, logs)
        began = time.perf_counter()
        first = on_the_desk(home, folder, all_judged)
        took = time.perf_counter() - began
        print(f"{games} games of {logs} logs, judged in the background in {took:.0f} s ({took / games:.1f} s a game)")
        print(f"the list, {len(first)} times meanwhile: first {first[0]:.2f} s, {_told(first)}")
        os.environ["ADJUDICATOR_HOME"] = str(home)
        second, jobs = once_more(folder)
        print(f"the second visit, list and every game: {_told(second)}; {jobs} jobs")
        some = sorted(folder.iterdir())[: len(SAMPLES)]
        again = sum(open_game(each, keep=True).audit().judged for each in some)
        print(f"an audit of {len(some)} of them now judges {again} acts")
    return 1 if max(*first, *second) > SECONDS or jobs or again else 0


def once_more(folder: Path) -> tuple[list[float], int]:
    """Every page visited on a new desk: what each took, and how many jobs there were for it."""
    desk, took = new_desk(folder), []
    with stranger(desk) as client:
        client.get(f"/enter?token={desk.doors.new_link()}")
        for path in ("/", "/umpire", "/", *(f"/g/{place.key}" for place in desk.shelf)):
            began = time.perf_counter()
            client.get(path).raise_for_status()
            took.append(time.perf_counter() - began)
    return took, sum(len(desk.jobs.of(place.key)) for place in desk.shelf)


def _told(seconds: list[float]) -> str:
    return f"median {median(seconds):.2f} s, slowest {max(seconds):.2f} s"


if __name__ == "__main__":
    told = [int(each) for each in sys.argv[1:3]]
    sys.exit(main(*(told + [GAMES, LOGS][len(told) :])))
