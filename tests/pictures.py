"""The pictures of README and docs, taken of the desk with our own sample games: `python -m tests.pictures [FOLDER]`."""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from tests.desk.serving import served
from tests.helpers import FIXTURES, ROOT, vassal_save
from tests.importers.vassal.games import log, piece, save

GAMES = {
    "Two Rivers with Jan": ("two_rivers", ("two_rivers.vmod", "start.vsav", "turn_1.vlog")),
    "Smolensk": ("smolensk_corridor", ("smolensk_corridor.vmod", "start.vsav", "turn.vlog")),
    "Prut Front": ("prut_front", ("prut_front.vmod", "start.vsav", "turn.vlog")),
}
FIRST, TORN = "Two Rivers with Jan", "A game with torn post"
DICE = ("* [ Anna rolls 2 dice: INFx1 XSWx1 ] *", "* [ Anna rolls 1 die: ARTx1 ] *")
WHOLE = ("settings", "share")
"""Pages that are shown to their end."""
WIDE, PHONE = {"width": 1280, "height": 860}, {"width": 390, "height": 844}
FLAGS = ["--no-sandbox", "--disable-gpu"]
PATIENCE = 300_000


def take(out: Path) -> list[Path]:
    """Every page of the desk, wide and on a phone, light and dark."""
    with tempfile.TemporaryDirectory() as room, _served(Path(room)) as enter, sync_playwright() as started:
        browser = started.chromium.launch(executable_path=chromium(), args=FLAGS)
        context = browser.new_context(viewport=WIDE)
        page = context.new_page()
        page.goto(enter)
        addresses = {name: page.get_by_role("link", name=name).get_attribute("href") or "" for name in (*GAMES, TORN)}
        for name, address in addresses.items():
            page.goto(f"{_origin(enter)}{address}")
            judged = page.frame_locator("#page").locator("#map canvas, #map img").first
            (page.locator("#unread") if name == TORN else judged).wait_for(timeout=PATIENCE)
        kept = context.storage_state()
        made = []
        for size, viewport in (("wide", WIDE), ("phone", PHONE)):
            for scheme in ("light", "dark"):
                other = browser.new_context(viewport=viewport, color_scheme=scheme, storage_state=kept)
                made += _all_pages(other.new_page(), _origin(enter), addresses, out / f"{size}-{scheme}")
                other.close()
        browser.close()
    return made


def _all_pages(page: Page, origin: str, games: Mapping[str, str], begin: Path) -> Iterator[Path]:
    for name, address in _pages(games[FIRST], games[TORN]).items():
        page.goto(f"{origin}{address}")
        page.wait_for_timeout(2500)
        for each in page.locator("details.aside > summary").all():
            each.click()
        path = begin.with_name(f"{name}-{begin.name}.png")
        page.screenshot(path=path, full_page=name in WHOLE)
        yield path


def _pages(game: str, torn: str) -> dict[str, str]:
    inside = {name: f"{game}/{name}" for name in ("files", "settings", "umpire", "share")}
    other = {"torn": torn, "others": "/others", "side-by-side": "/umpire", "error": "/g/0123456789ab"}
    return {"games": "/", "verdict": game, **inside, **other}


def _served(room: Path) -> AbstractContextManager[str]:
    """A desk with the sample games; the link that lets a browser in."""
    games = [_game(room / name, *of) for name, of in GAMES.items()]
    return served(room / "home", *games, _torn(room / TORN))


def _game(folder: Path, sample: str, names_of: tuple[str, ...]) -> Path:
    folder.mkdir(parents=True)
    for name in names_of:
        shutil.copy(FIXTURES / "vassal" / sample / name, folder)
    return folder


def _torn(folder: Path) -> Path:
    """A game of which one file cannot be read, and whose module tells its dice in words of its own."""
    folder.mkdir(parents=True)
    vassal_save(folder / "turn 1.vlog", log(save(piece("1")), *(f"CHAT{line}" for line in DICE)))
    (folder / "turn 2.vlog").write_bytes(b"PK\x03\x04 half of it is missing")
    return folder


def _origin(link: str) -> str:
    return link.partition("/enter")[0]


def chromium() -> str:
    found = shutil.which("chromium") or shutil.which("chromium-browser")
    if found is None:
        sys.exit("no Chromium on this machine (on Debian: apt-get install chromium)")
    return found


if __name__ == "__main__":
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "out" / "pictures"
    target.mkdir(parents=True, exist_ok=True)
    for each in take(target):
        print(each)
