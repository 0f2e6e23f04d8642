"""The page of rules in a real browser: questions answered, told on the table, a hand edit kept, readable wide and narrow."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from adjudicator.game.pack_files import draft
from tests.browser.conftest import DESK, PHONE, axe
from tests.browser.test_desk import LONG
from tests.desk.serving import served
from tests.helpers import FIXTURES

GAME = FIXTURES / "vassal" / "two_rivers"


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A game judged by a pack that was drafted from its module, and one save."""
    folder = tmp_path / "Italien"
    folder.mkdir()
    for name in ("two_rivers.vmod", "start.vsav"):
        shutil.copy(GAME / name, folder)
    draft(folder / "two_rivers.vmod", folder / "pack")
    (folder / "adjudicator.toml").write_text('pack = "pack"\n', encoding="utf-8")
    return folder


@pytest.fixture
def page(browser: Browser, game: Path, tmp_path: Path) -> Iterator[Page]:
    """The page of that game's rules; afterwards the browser may have complained about nothing but a refused answer."""
    complaints: list[str] = []
    with served(tmp_path / "home", game) as link:
        made = browser.new_context(viewport={"width": DESK[0], "height": DESK[1]}, reduced_motion="reduce")
        opened = made.new_page()
        opened.set_default_timeout(LONG)
        expect.set_options(timeout=LONG)
        opened.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
        opened.on("pageerror", lambda error: complaints.append(str(error)))
        opened.goto(link)
        opened.get_by_role("link", name="Italien").first.click()
        opened.get_by_role("link", name="Rules", exact=True).click()
        yield opened
        made.close()
    assert [each for each in complaints if "400" not in each] == []


def test_rules_are_answered_and_say_what_they_mean(page: Page, game: Path) -> None:
    path = game / "pack" / "stacking.toml"
    page.get_by_role("link", name="How much may stand in one hex?").click()
    expect(page.locator("svg.sketch")).to_be_visible()
    page.get_by_label("At most", exact=True).fill("many")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("alert")).to_contain_text("wants a number")
    expect(page.get_by_label("At most", exact=True)).to_have_value("many")

    page.get_by_label("At most", exact=True).fill("1")
    page.get_by_label("Which number").fill("3.1")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("status").filter(has_text="Written")).to_contain_text("stacking.toml")
    expect(page.locator(".says")).to_contain_text("hexes break it")
    assert 'id = "3.1"' in (game / "pack" / "rules.toml").read_text(encoding="utf-8")

    path.write_text(path.read_text(encoding="utf-8").replace("most = 1", "most = 4"), encoding="utf-8")
    page.get_by_label("At most", exact=True).fill("2")
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".one .saved")).to_contain_text("changed by hand")
    assert "most = 4" in path.read_text(encoding="utf-8")
    page.get_by_role("button", name="Write over it").click()
    expect(page.get_by_role("status").filter(has_text="Written")).to_be_visible()
    assert "most = 2" in path.read_text(encoding="utf-8")

    page.get_by_role("link", name="Next →").click()
    page.get_by_role("button", name="Not in this game").click()
    expect(page.locator(".listed [aria-current]")).to_contain_text("Not in this game")

    for (width, height), scheme in ((DESK, "light"), (PHONE, "dark")):
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        page.evaluate(axe())
        broken = page.evaluate("axe.run().then((found) => found.violations.map((each) => each.id))")
        assert broken == []
