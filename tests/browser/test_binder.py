"""The binder's page in a real browser: a pack begun, what is sure taken, the rest decided by keys, a save tried out."""

from __future__ import annotations

import shutil
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.adjudicator.matching.garbling import HELD, garbled_file
from tests.browser.conftest import DESK, PHONE, axe
from tests.browser.test_desk import LONG
from tests.desk.serving import served
from tests.helpers import FIXTURES

GAME = FIXTURES / "vassal" / "two_rivers"


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A game whose module calls its counters by names cut short, and a save of the original."""
    folder = tmp_path / "Italien"
    folder.mkdir()
    garbled_file(GAME / "two_rivers.vmod", folder / "mein_modul.vmod", HELD["cut"], 1)
    shutil.copy(GAME / "midgame.vsav", folder)
    (folder / "adjudicator.toml").write_text('pack = "two_rivers"\n', encoding="utf-8")
    return folder


@pytest.fixture
def page(browser: Browser, game: Path, tmp_path: Path) -> Iterator[Page]:
    """The page of that game's counters; afterwards the browser may have complained about nothing."""
    complaints: list[str] = []
    with served(tmp_path / "home", game) as link:
        # colours on their way from light to dark are no colours to be measured
        made = browser.new_context(viewport={"width": DESK[0], "height": DESK[1]}, reduced_motion="reduce")
        opened = made.new_page()
        opened.set_default_timeout(LONG)
        expect.set_options(timeout=LONG)
        opened.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
        opened.on("pageerror", lambda error: complaints.append(str(error)))
        opened.goto(link)
        opened.get_by_role("link", name="Italien").first.click()
        opened.get_by_role("link", name="Counters").click()
        yield opened
        made.close()
    assert complaints == []


def counters(game: Path) -> list[dict[str, object]]:
    text = (game / "pack" / "bindings" / "vassal.toml").read_text(encoding="utf-8")
    found: list[dict[str, object]] = tomllib.loads(text)["counters"]
    return found


def follow(page: Page, link: Locator) -> None:
    """Go where a link leads, and wait until that page listens to keys: the page before may look the same."""
    with page.expect_navigation():
        link.click()


def count(page: Page, group: str) -> int:
    return int(page.locator(".groups a").filter(has_text=group).locator("b").inner_text())


def test_counters_are_bound_from_the_first_to_the_last(page: Page, game: Path) -> None:
    page.get_by_role("button", name="Begin it").click()
    sure = count(page, "Sure")
    page.get_by_role("button", name=f"Take the {sure}").click()
    expect(page.get_by_role("status").filter(has_text="Written")).to_be_visible()
    assert sum(1 for each in counters(game) if "." in str(each.get("unit", ""))) >= sure // 2

    page.goto(page.url.split("?")[0])
    doubtful = count(page, "Doubtful")
    first = page.locator("#counter").inner_text()
    page.keyboard.press("Enter")
    expect(page.locator("main")).not_to_contain_text(first)
    assert count(page, "Doubtful") == doubtful - 1

    follow(page, page.locator(".groups a").filter(has_text="Bound"))
    page.get_by_label("Strengths").fill("9-8-7")
    page.get_by_label("Strengths").press("Enter")
    expect(page.get_by_role("status").filter(has_text="Written")).to_be_visible()
    follow(page, page.locator(".listed a").first)
    expect(page.get_by_label("Strengths")).to_have_value("9-8-7")
    page.locator("#counter").click()
    page.keyboard.press("i")
    expect(page.get_by_role("status").filter(has_text="Written")).to_be_visible()
    assert sum(1 for each in counters(game) if each.get("ignore")) == 1


def test_a_counter_with_one_side_shows_one(page: Page) -> None:
    page.get_by_role("button", name="Begin it").click()
    follow(page, page.locator(".groups a").filter(has_text="Sure"))
    follow(page, page.locator(".listed a").last)  # markers lie last in the palettes
    expect(page.locator(".face img")).to_have_count(1)


def test_a_save_is_tried_out_and_its_phase_put_right(page: Page) -> None:
    page.get_by_role("button", name="Begin it").click()
    tried = page.get_by_role("region", name="Tried out on a save")
    expect(tried).to_contain_text("turn 4, French combat")
    page.get_by_label("“French combat” is").select_option(label="Austrian movement")
    page.get_by_role("button", name="Save and try again").click()
    expect(tried).to_contain_text("turn 4, Austrian movement")


def test_the_page_is_read_by_everybody(page: Page) -> None:
    page.get_by_role("button", name="Begin it").click()
    page.wait_for_selector(".groups")
    for size, scheme in ((DESK, "light"), (PHONE, "dark")):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        page.evaluate(axe())
        broken = page.evaluate("axe.run().then((found) => found.violations.map((each) => each.id))")
        assert broken == []
