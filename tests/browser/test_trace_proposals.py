"""Proposals at the tracer's page, in a real browser: asked through, taken together, and answered faster than anyone can."""

from __future__ import annotations

import os
import shutil
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from adjudicator.model.theatre import Theatre, load_theatre
from adjudicator.packs.folders import BUNDLED
from tests.browser.test_trace import LONG, MODULE, SIZE, Tracer, of_terrain, opened
from tests.desk.serving import started
from tests.helpers import ROOT

VALLEY = load_theatre(BUNDLED / "two_rivers" / "theatres" / "valley")
ASKED = """() => {
  const { now } = tracer.proposals;
  return now && { subjects: now.subjects, kind: now.kind, present: now.present, rival: now.rival };
}"""
SETTLED = "!tracer.proposals.answering && !tracer.proposals.asking && document.querySelector('#saved').dataset.state === 'saved'"
MOST = 150


@pytest.fixture
def tracer(browser: Browser, own_pack: Path, tmp_path: Path) -> Iterator[Tracer]:
    """The page with three examples of each word drawn, and the hexes that the map lacks taken out."""
    shutil.copy(MODULE, own_pack)
    environment = os.environ | {"ADJUDICATOR_HOME": str(tmp_path / "home"), "PYTHONPATH": str(ROOT)}
    with started([sys.executable, "-m", "adjudicator"], environment, ROOT, own_pack, command="trace") as link:
        context: BrowserContext = browser.new_context(viewport=SIZE)
        made = opened(context, link, own_pack)
        made.page.locator("#shown").fill("0")  # a page without a graphics card draws the printed art faster than ours
        made.page.evaluate("(told) => { tracer.state.set(told); tracer.state.end(); }", _examples(made.page))
        made.saved()
        made.page.locator('[data-panel="proposals"]').click()
        yield made
        context.close()


def _examples(page: Page) -> dict[str, object]:
    there = set(VALLEY.by_number)
    off = {f"terrain:{each}": "" for each in page.evaluate("[...tracer.board.byNumber.keys()]") if each not in there}
    ground = {f"terrain:{each}": word for word, of in of_terrain(VALLEY).items() for each in sorted(of)[1::4][:3]}
    sides: dict[str, list[str]] = {}
    for word in sorted({word for words in VALLEY.hexsides.values() for word in words}):
        for name, words in sorted(_sides(VALLEY).items()):
            if word in words and sum(word in each for each in sides.values()) < 3:
                sides[name] = sorted(words)
    return {**off, **ground, **{f"side:{name}": words for name, words in sides.items()}}


def _sides(theatre: Theatre) -> dict[str, frozenset[str]]:
    named = {at: each.number for at, each in theatre.hexes.items()}
    return {
        "-".join(sorted((named[side.low], named[side.high]))): words
        for side, words in theatre.hexsides.items()
        if words
    }


def _propose(page: Page, layer: str) -> None:
    page.locator(f'[data-layer="{layer}"]').click()
    page.locator("[data-propose]").click()
    expect(page.locator("[data-asked]")).to_be_visible(timeout=LONG)


def _settled(page: Page) -> None:
    """All answers have arrived, and what is asked next has been learnt."""
    ends = time.monotonic() + LONG / 1000
    while not page.evaluate(SETTLED):
        assert time.monotonic() < ends
        page.wait_for_timeout(20)


def _there(subject: list[str], kind: str) -> bool:
    if len(subject) == 1:
        return VALLEY.at(subject[0]).terrain == kind
    return kind in _sides(VALLEY).get("-".join(sorted(subject)), ())


def _answer_all(page: Page) -> tuple[int, list[str]]:
    """Answer by the keyboard what is asked, as it is printed, until nothing is; how often, and what was asked."""
    asked: list[str] = []
    for count in range(MOST):
        _settled(page)
        now = page.evaluate(ASKED)
        if now is None:
            return count, asked
        asked.append(f"{now['kind']} {sorted(now['subjects'])}")
        so = {_there(each, now["kind"]) for each in now["subjects"]}
        page.keyboard.press("s" if len(so) > 1 else "y" if so == {now["present"]} else "n")
    pytest.fail(f"asked more than {MOST} times, at last: {asked[-3:]}")


@pytest.mark.parametrize("layer", ["terrain", "hexside", "line"])
def test_all_that_is_asked_is_answered_once_and_then_all_is_drawn(tracer: Tracer, layer: str) -> None:
    _propose(tracer.page, layer)
    count, asked = _answer_all(tracer.page)
    assert len(set(asked)) == len(asked)
    assert count < 40
    drawn = load_theatre(tracer.folder)
    if layer == "terrain":
        assert {each.number: each.terrain for each in drawn.hexes.values()} == {
            each.number: each.terrain for each in VALLEY.hexes.values()
        }
        return
    lines = {"road", "rail"}
    of = {word for words in VALLEY.hexsides.values() for word in words if (word in lines) is (layer == "line")}
    told, printed = (
        {(name, word) for name, words in _sides(each).items() for word in words & of} for each in (drawn, VALLEY)
    )
    assert told == printed
    expect(tracer.page.locator("[data-note]")).to_contain_text("That is all")


def test_sure_ones_are_shown_and_taken_together_and_back(tracer: Tracer) -> None:
    page, before = tracer.page, tracer.files()
    _propose(page, "terrain")
    page.locator("[data-show]").click()
    expect(page.locator("[data-tried]")).to_contain_text("Tried on what you decided", timeout=LONG)
    few = page.evaluate("tracer.sure.length")
    page.locator("[data-above]").fill("60")
    expect(page.locator("[data-least]")).to_have_text("60 %")
    many = page.evaluate("tracer.sure.length")
    assert 100 < few <= many
    page.locator("[data-kind]").select_option("forest")
    woods = page.evaluate("tracer.sure")
    assert {word for _, word, *_ in woods} == {"forest"}
    page.locator("[data-take]").click()
    _settled(page)
    drawn = load_theatre(tracer.folder)
    assert all(drawn.at(number).terrain == "forest" for number, *_ in woods)
    page.locator("[data-question]").wait_for()
    page.locator('[data-step="undo"]').click()
    _settled(page)
    page.evaluate("tracer.state.last")
    after = {name: text for name, text in tracer.files().items() if name != "proposals.json"}
    assert after == before


def test_only_what_lies_in_a_loop_is_taken(tracer: Tracer) -> None:
    page = tracer.page
    _propose(page, "terrain")
    page.locator("[data-show]").click()
    expect(page.locator("[data-shown]")).to_be_visible(timeout=LONG)
    page.locator("#fit").click()
    all_of_it = page.evaluate("tracer.sure.length")
    page.locator("[data-area]").click()
    corners = [tracer.at("hex", number) for number in ("0303", "0803", "0808", "0308")]
    page.mouse.move(*corners[0])
    page.mouse.down()
    for corner in (*corners[1:], corners[0]):
        page.mouse.move(*corner)
    page.mouse.up()
    inside = page.evaluate("tracer.sure.map(([name]) => name)")
    assert 5 < len(inside) < all_of_it
    assert all(3 <= int(number[:2]) <= 8 for number in inside)
    page.locator("[data-everywhere]").click()
    assert page.evaluate("tracer.sure.length") == all_of_it


def test_twenty_answers_a_second_break_nothing(tracer: Tracer) -> None:
    """Keys come far faster than anything is learnt: no error, and the files say what the page shows."""
    page = tracer.page
    complaints: list[str] = []
    page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("response", lambda got: complaints.append(f"{got.status} {got.url}") if got.status >= 400 else None)
    _propose(page, "line")
    ends = time.monotonic() + float(os.environ.get("TRACE_SECONDS", "5"))
    count = 0
    while time.monotonic() < ends:
        due = time.monotonic() + 0.05
        page.keyboard.press("nynsyy"[count % 6])
        count += 1
        if count % 40 == 0:  # begin another layer meanwhile, as one who looks around
            page.evaluate(
                f"document.querySelector('[data-layer={('hexside', 'terrain', 'line')[count // 40 % 3]}]').click()"
            )
            page.evaluate("document.querySelector('[data-propose]').click()")
        page.wait_for_timeout(max(0.0, 1000 * (due - time.monotonic())))
    _settled(page)
    page.evaluate("tracer.state.last")
    assert complaints == []
    assert page.locator("#notices p").count() == 0
    shown = _said(page)
    page.reload()
    page.locator("body[data-ready]").wait_for()
    assert shown == _said(page)
    drawn = load_theatre(tracer.folder)
    assert {name: set(words) for name, words in _sides(drawn).items()} == {
        key.partition(":")[2]: set(value) for key, value in shown.items() if key.startswith("side:")
    }
    assert {each.number: each.terrain for each in drawn.hexes.values()} == {
        key.partition(":")[2]: value for key, value in shown.items() if key.startswith("terrain:")
    }


def _said(page: Page) -> dict[str, Any]:
    """All that the page says of the map; what it is asked at random the desk alone writes down."""
    told = dict(page.evaluate("[...tracer.state.values]"))
    return {key: value for key, value in told.items() if value and not key.startswith("audit:")}
