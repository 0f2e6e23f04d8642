"""A real Chromium for the report page, and a skip that says why where none can be had."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from adjudicator.exporters.report.bundle import write_bundle
from adjudicator.exporters.report.page import write_page
from tests.exporters.report.games import judged_turn

DESK, PHONE = (1440, 900), (390, 844)
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]


@dataclass
class Visit:
    """An opened report, and what the browser complained about or asked the world for meanwhile."""

    page: Page
    complaints: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    program = shutil.which("chromium") or shutil.which("chromium-browser")
    if program is None:
        pytest.skip("no Chromium on this machine (on Debian: apt-get install chromium)")
    with sync_playwright() as started:
        launched = started.chromium.launch(executable_path=program, headless=True, args=FLAGS)
        yield launched
        launched.close()


@pytest.fixture(scope="session")
def report_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("report") / "turn.html"
    write_page(judged_turn(), path)
    return path


@pytest.fixture(scope="session")
def bundle_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("bundle") / "turn"
    write_bundle(judged_turn(), folder)
    return folder / "index.html"


@pytest.fixture(params=[DESK, PHONE], ids=["desk", "phone"])
def visit(request: pytest.FixtureRequest, browser: Browser, report_file: Path) -> Iterator[Visit]:
    yield from visiting(browser, report_file, request.param)


@pytest.fixture
def bundle_visit(browser: Browser, bundle_file: Path) -> Iterator[Visit]:
    yield from visiting(browser, bundle_file, DESK)


def visiting(browser: Browser, path: Path, size: tuple[int, int]) -> Iterator[Visit]:
    """Open the page from disk; afterwards nothing may have been complained about or asked for."""
    context = browser.new_context(viewport={"width": size[0], "height": size[1]}, has_touch=size == PHONE)
    page = context.new_page()
    made = Visit(page)
    page.on("console", lambda said: made.complaints.append(said.text) if said.type == "error" else None)
    page.on("pageerror", lambda error: made.complaints.append(str(error)))
    page.on("request", lambda asked: made.requests.append(asked.url))
    page.goto(path.as_uri())
    page.wait_for_function("document.querySelector('#view .counters').width > 0")
    yield made
    context.close()
    folder = path.parent.as_uri()
    assert not made.complaints
    assert not [url for url in made.requests if not url.startswith((folder, "data:", "blob:"))]


def axe() -> str:
    """The accessibility checker's script."""
    return files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")
