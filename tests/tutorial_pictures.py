"""The pictures of the tutorial, taken of its own game as its pages make it: `python -m tests.tutorial_pictures [FOLDER]`."""

from __future__ import annotations

import io
import os
import shutil
import sys
import tempfile
from contextlib import chdir, redirect_stderr, redirect_stdout
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, sync_playwright

from tests.desk.serving import served, started
from tests.helpers import ROOT
from tests.pictures import FLAGS, PATIENCE, chromium
from tests.tutorial import PAGES, empty_room, followed

MADE = ("start", "turn_1", "trace", "verdict", "counters", "rules")
COLOURS = 200
"""Enough for drawn maps; a third of the bytes."""
WIDE = {"width": 1280, "height": 820}


def take(out: Path) -> None:
    """Follow the tutorial in a folder, then picture what the commands drew and what the pages show."""
    with tempfile.TemporaryDirectory() as name:
        room = Path(name) / "Alder Ford"
        room.mkdir()
        follow(empty_room(room))
        for drawn in ("start.png", "turn_1.png"):
            shutil.copy(room / drawn, out)
        with sync_playwright() as begun:
            browser = begun.chromium.launch(executable_path=chromium(), args=FLAGS)
            tracer(browser, room, out / "trace.png")
            desk(browser, room, out)
            browser.close()
    for path in (out / f"{name}.png" for name in MADE):
        Image.open(path).convert("RGB").quantize(COLOURS).save(path, optimize=True)


def follow(room: Path) -> None:
    """All pages, without comparing anything."""
    told = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    with chdir(room), redirect_stdout(told), redirect_stderr(told):
        for page in PAGES:
            for _ in followed(page, room, lambda: ("", "")):
                pass


def tracer(browser: Browser, room: Path, path: Path) -> None:
    """The map as it was brought in, half over the print."""
    environment = os.environ | {"ADJUDICATOR_HOME": str(room / "home"), "PYTHONPATH": str(ROOT)}
    program = [sys.executable, "-m", "adjudicator"]
    with started(program, environment, room, Path("alder"), command="trace") as link:
        page = browser.new_page(viewport=WIDE)
        page.goto(link)
        page.locator("#scan").wait_for(timeout=PATIENCE)
        page.locator('.chip[data-group="terrains"][data-word="woods"]').click()
        page.wait_for_timeout(4000)
        page.screenshot(path=path)
        page.close()


def desk(browser: Browser, room: Path, out: Path) -> None:
    """The judged turn, and the page of counters."""
    with served(room / "home", room) as link:
        page = browser.new_page(viewport=WIDE)
        page.goto(link)
        page.get_by_role("link", name="Alder Ford").first.click()
        page.frame_locator("#page").locator("#map canvas, #map img").first.wait_for(timeout=PATIENCE)
        page.wait_for_timeout(3000)
        page.screenshot(path=out / "verdict.png")
        page.get_by_role("link", name="Counters").click()
        page.wait_for_timeout(4000)
        page.screenshot(path=out / "counters.png")
        page.get_by_role("link", name="Rules", exact=True).click()
        page.locator(".listed a").filter(has_text="zone of control").first.click()
        page.wait_for_timeout(2000)
        page.screenshot(path=out / "rules.png")
        page.close()


if __name__ == "__main__":
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "docs" / "pictures" / "tutorial"
    target.mkdir(parents=True, exist_ok=True)
    take(target)
