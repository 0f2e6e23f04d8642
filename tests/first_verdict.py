"""From nothing to the first verdict, in seconds and clicks: `python -m tests.first_verdict`.

An empty environment, the install line, `adjudicator desk`, a game's files dropped on the page in a real browser, the verdict.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
import venv
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.desk.serving import started
from tests.helpers import FIXTURES, ROOT
from tests.pictures import FLAGS, PATIENCE, WIDE, chromium

SAMPLE = FIXTURES / "vassal" / "two_rivers"
FILES = ("turn_1.vlog", "two_rivers.vmod", "start.vsav")


def measured() -> Iterator[tuple[str, float, int]]:
    """What was done, how many seconds it took, how many clicks."""
    with tempfile.TemporaryDirectory() as room:
        place = Path(room)
        begun = time.monotonic()
        venv.create(place / "empty", with_pip=True)
        programs = place / "empty" / ("Scripts" if os.name == "nt" else "bin")
        yield "an empty environment", time.monotonic() - begun, 0
        begun = time.monotonic()
        subprocess.run([programs / "python", "-m", "pip", "install", "--quiet", ROOT], check=True)
        yield "pip install", time.monotonic() - begun, 0
        begun = time.monotonic()
        with started([programs / "adjudicator"], _environment(place), place) as link, sync_playwright() as browsers:
            yield "adjudicator desk, until it says its link", time.monotonic() - begun, 0
            browser = browsers.chromium.launch(executable_path=chromium(), args=FLAGS)
            page = browser.new_context(viewport=WIDE).new_page()
            begun = time.monotonic()
            page.goto(link)
            chosen = page.get_by_text("Choose files…")
            chosen.wait_for()
            yield "the page opens", time.monotonic() - begun, 0
            begun = time.monotonic()
            with page.expect_file_chooser() as asked:
                chosen.click()
            asked.value.set_files([SAMPLE / name for name in FILES])
            page.get_by_text("7 violations").first.wait_for(timeout=PATIENCE)
            yield "three files chosen, until the verdict stands there", time.monotonic() - begun, 2
            page.screenshot(path=ROOT / "out" / "first_verdict.png")
            browser.close()


def _environment(place: Path) -> dict[str, str]:
    """What a player's shell has: nothing of this checkout."""
    outside = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
    return outside | {"ADJUDICATOR_HOME": str(place / "home"), "HOME": str(place)}


if __name__ == "__main__":
    (ROOT / "out").mkdir(exist_ok=True)
    seconds, clicks = 0.0, 0
    for what, took, clicked in measured():
        print(f"{took:7.1f} s  {clicked} clicks  {what}", flush=True)
        seconds, clicks = seconds + took, clicks + clicked
    print(f"{seconds:7.1f} s  {clicks} clicks  in all", flush=True)
    sys.exit(0)
