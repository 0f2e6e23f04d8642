"""The tracer in a real browser: a map of 280 hexes drawn with the page's own tools, saved, judged and taken back."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Error, Page, ViewportSize, expect

from adjudicator import open_game
from adjudicator.editing import journal
from adjudicator.game.pack_files import draft
from adjudicator.model.theatre import MapHex, Theatre, load_theatre
from adjudicator.packs.folders import BUNDLED
from tests.browser.conftest import FLAGS
from tests.browser.test_desk import sound
from tests.desk.serving import started
from tests.helpers import FIXTURES, ROOT

GAME = FIXTURES / "vassal" / "two_rivers"
MODULE = GAME / "two_rivers.vmod"
LONG = 300_000
SIZE = ViewportSize(width=1000, height=700)
"""Small enough that a machine without a graphics card draws it quickly."""
PIXEL = """([kind, name]) => {
  const { board, camera } = tracer;
  const [x, y] = kind === "hex" ? board.centre(board.byNumber.get(name)) : board.middle(board.byKey.get(name));
  const box = document.querySelector("#scan").getBoundingClientRect();
  return [box.x + (x - camera.x) * camera.scale, box.y + (y - camera.y) * camera.scale];
}"""


@dataclass(frozen=True)
class Tracer:
    """The page, and the theatre's folder that it writes into."""

    page: Page
    folder: Path

    def at(self, kind: str, name: str) -> tuple[float, float]:
        x, y = self.page.evaluate(PIXEL, [kind, name])
        return x, y

    def choose(self, group: str, word: str, tool: str) -> None:
        self.page.locator(f'.chip[data-group="{group}"][data-word="{word}"]').click()
        self.page.locator(f'[data-tool="{tool}"]').click()

    def click(self, kind: str, name: str) -> None:
        self.page.mouse.click(*self.at(kind, name))

    def drag(self, numbers: Sequence[str]) -> None:
        """Press on the first hex of a straight row and let go on the last: what lies between is painted too."""
        self.page.mouse.move(*self.at("hex", numbers[0]))
        self.page.mouse.down()
        if len(numbers) > 1:
            self.page.mouse.move(*self.at("hex", numbers[-1]))
        self.page.mouse.up()

    def brush(self, group: str, word: str, numbers: Sequence[str]) -> None:
        self.choose(group, word, "brush")
        for run in columns(numbers):
            self.drag(run)

    def saved(self) -> None:
        self.page.evaluate("tracer.state.save()")
        expect(self.page.locator("#saved")).to_have_attribute("data-state", "saved")

    def files(self) -> dict[str, bytes]:
        return {
            path.name: path.read_bytes()
            for path in sorted(self.folder.iterdir())
            if path.is_file() and path.name != journal.NAME
        }


@pytest.fixture
def pack(own_pack: Path) -> Path:
    shutil.copy(MODULE, own_pack)
    return own_pack


@pytest.fixture
def link(pack: Path, tmp_path: Path) -> Iterator[str]:
    environment = os.environ | {"ADJUDICATOR_HOME": str(tmp_path / "home"), "PYTHONPATH": str(ROOT)}
    with started([sys.executable, "-m", "adjudicator"], environment, ROOT, pack, command="trace") as address:
        yield address


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    made = browser.new_context(viewport=SIZE)
    yield made
    made.close()


def opened(context: BrowserContext, link: str, pack: Path) -> Tracer:
    page = context.new_page()
    page.set_default_timeout(LONG)
    expect.set_options(timeout=LONG)
    page.goto(link)
    page.locator("body[data-ready]").wait_for()
    return Tracer(page, pack / "theatres" / "map")


def columns(numbers: Sequence[str]) -> Iterator[list[str]]:
    """Numbers as runs down one column, as a hand would draw them."""
    run: list[str] = []
    for number in sorted(numbers):
        if run and int(number) != int(run[-1]) + 1:
            yield run
            run = []
        run.append(number)
    if run:
        yield run


def of_terrain(theatre: Theatre) -> Mapping[str, list[str]]:
    found: dict[str, list[str]] = {}
    for each in theatre.hexes.values():
        found.setdefault(each.terrain, []).append(each.number)
    return found


def trace(tracer: Tracer, like: Theatre) -> None:
    """Draw another theatre with the page's tools: fill, brush, path, the place's form."""
    there = set(like.by_number)
    page = tracer.page
    page.locator("#shown").fill("0")  # a page without a graphics card draws the printed art faster than ours
    tracer.choose("terrains", "clear", "fill")
    tracer.click("hex", "0505")
    off = [number for number in page.evaluate("[...tracer.board.byNumber.keys()]") if number not in there]
    tracer.brush("terrains", "", off)
    for terrain, numbers in of_terrain(like).items():
        if terrain != "clear":
            tracer.brush("terrains", terrain, numbers)
    for tag in sorted({tag for each in like.hexes.values() for tag in each.tags}):
        tracer.brush("tags", tag, [each.number for each in like.hexes.values() if tag in each.tags])
    for word in sorted({word for words in like.hexsides.values() for word in words}):
        _hexsides(tracer, like, word)
    for place in like.places:
        tracer.page.locator('[data-tool="place"]').click()
        tracer.click("hex", place.hex)
        page.locator('#placing [name="name"]').fill(place.name)
        for kind in place.kinds:
            page.locator(f'#placing [value="{kind}"]').check()
        page.locator('#placing [name="owner"]').fill(place.owner)
        page.locator("#placing .primary").click()
    tracer.saved()


def _hexsides(tracer: Tracer, like: Theatre, word: str) -> None:
    named = {at: each.number for at, each in like.hexes.items()}
    sides = [
        tuple(sorted((named[side.low], named[side.high]))) for side, words in like.hexsides.items() if word in words
    ]
    tracer.choose("features", word, "path" if word in ("road", "rail") else "brush")
    for one, other in sorted(sides):
        if word in ("road", "rail"):
            tracer.click("hex", one)
            tracer.click("hex", other)
            tracer.page.keyboard.press("Escape")
        else:
            tracer.click("side", f"{one}-{other}")


def told(theatre: Theatre) -> tuple[object, ...]:
    """What a theatre says, whatever numbers its coordinates have."""

    def of(each: MapHex) -> tuple[object, ...]:
        return each.terrain, each.tags

    named = {at: each.number for at, each in theatre.hexes.items()}
    return (
        {each.number: of(each) for each in theatre.hexes.values()},
        {frozenset((named[side.low], named[side.high])): words for side, words in theatre.hexsides.items() if words},
        {(each.name, each.hex, each.kinds, each.owner) for each in theatre.places},
    )


def plain(rule: str) -> str:
    """A rule's article without the pack that judges by it."""
    return rule.partition(":")[2]


def test_a_map_is_traced_saved_judged_and_taken_back(context: BrowserContext, link: str, pack: Path) -> None:
    valley = load_theatre(BUNDLED / "two_rivers" / "theatres" / "valley")
    tracer = opened(context, link, pack)
    complaints: list[str] = []
    tracer.page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
    tracer.page.on("pageerror", lambda error: complaints.append(str(error)))
    before = tracer.files()
    trace(tracer, valley)
    assert len(valley.hexes) == 280
    assert told(load_theatre(tracer.folder)) == told(valley)
    turn = [GAME / "start.vsav", GAME / "turn_1.vlog"]
    ours = open_game(turn, pack=str(pack), theatre="map").audit().record.findings
    shipped = open_game(turn, pack="two_rivers").audit().record.findings
    assert [(plain(each.rule), each.severity) for each in ours] == [
        (plain(each.rule), each.severity) for each in shipped
    ]
    assert ours
    undo = tracer.page.locator('[data-step="undo"]')
    while undo.is_enabled():
        for _ in range(50):
            tracer.page.keyboard.press("z")
        tracer.page.evaluate("tracer.state.last")
    assert tracer.files() == before
    assert complaints == []


def test_a_browser_that_dies_loses_nothing_that_is_a_second_old(browser: Browser, link: str, pack: Path) -> None:
    program = shutil.which("chromium") or shutil.which("chromium-browser")
    mortal = browser.browser_type.launch(executable_path=program, headless=True, args=FLAGS)
    tracer = opened(mortal.new_context(viewport=SIZE), link, pack)
    tracer.choose("terrains", "forest", "brush")
    tracer.page.mouse.move(*tracer.at("hex", "0503"))
    tracer.page.mouse.down()
    for number in ("0504", "0505", "0506"):
        tracer.page.mouse.move(*tracer.at("hex", number))
    tracer.page.wait_for_timeout(1000)
    with suppress(Error):  # nobody is left to answer
        mortal.new_browser_cdp_session().send("Browser.crash")
    drawn = load_theatre(tracer.folder)
    assert {drawn.at(number).terrain for number in ("0503", "0504", "0505", "0506")} == {"forest"}


def test_two_windows_do_not_overwrite_each_other(context: BrowserContext, link: str, pack: Path) -> None:
    first = opened(context, link, pack)
    second = Tracer(context.new_page(), first.folder)
    second.page.goto(first.page.url)
    second.page.locator("body[data-ready]").wait_for()
    first.brush("terrains", "forest", ["0505"])
    first.saved()
    second.brush("terrains", "sea", ["0505", "0506"])
    expect(second.page.locator("#notices")).to_contain_text("changed elsewhere")
    assert second.page.evaluate("tracer.state.get('terrain:0505')") == "forest"
    drawn = load_theatre(first.folder)
    assert (drawn.at("0505").terrain, drawn.at("0506").terrain) == ("forest", "blank")
    second.brush("terrains", "hills", ["0506"])
    second.saved()
    assert load_theatre(first.folder).at("0506").terrain == "hills"


def test_the_keyboard_alone_can_trace(context: BrowserContext, link: str, pack: Path) -> None:
    tracer = opened(context, link, pack)
    keys = tracer.page.keyboard
    keys.press("2")
    keys.press("ArrowUp")
    start = tracer.page.evaluate("tracer.cursor.number")
    keys.press("Enter")
    keys.press("ArrowDown")
    keys.press("Enter")
    tracer.page.locator('.chip[data-word="river"]').click()
    keys.press("s")
    side = tracer.page.evaluate("tracer.cursorSide.key")
    tracer.page.locator("#scan").focus()
    keys.press("Enter")
    tracer.saved()
    drawn = load_theatre(tracer.folder)
    one, other = side.split("-")
    assert drawn.at(start).terrain == "forest"
    assert drawn.features(drawn.at(one).at, drawn.at(other).at) == {"river"}
    keys.press("Shift+Z")
    for _ in range(3):
        keys.press("z")
    tracer.page.evaluate("tracer.state.last")
    assert load_theatre(tracer.folder).at(start).terrain == "blank"


def test_a_key_says_yes_to_a_proposal_and_another_no(context: BrowserContext, link: str, pack: Path) -> None:
    tracer = opened(context, link, pack)
    valley = load_theatre(BUNDLED / "two_rivers" / "theatres" / "valley")
    for terrain, numbers in of_terrain(valley).items():
        tracer.brush("terrains", terrain, [sorted(numbers)[1], sorted(numbers)[-2]])
    tracer.saved()
    page, question = tracer.page, tracer.page.locator("[data-question]")
    page.locator('[data-panel="proposals"]').click()
    page.locator("[data-propose]").click()
    expect(page.locator("[data-asked]")).to_be_visible()
    expect(page.locator("[data-why]")).not_to_be_empty()
    said = question.inner_text()
    first = page.evaluate("tracer.proposals.now")
    page.keyboard.press("y")
    expect(question).not_to_have_text(said)
    second = page.evaluate("tracer.proposals.now")
    page.keyboard.press("n")
    tracer.saved()
    page.evaluate("tracer.state.last")
    drawn = load_theatre(tracer.folder)
    assert {drawn.at(number).terrain for (number,) in first["subjects"]} == {first["kind"]}
    assert {drawn.at(number).terrain for (number,) in second["subjects"]} == {"blank"}


@pytest.mark.parametrize("panel", ["reading", "proposals"])
def test_the_page_is_accessible(context: BrowserContext, link: str, pack: Path, panel: str) -> None:
    tracer = opened(context, link, pack)
    tracer.page.locator(f'[data-panel="{panel}"]').click()
    sound(tracer.page)


def test_a_road_is_drawn_from_one_board_to_the_next(context: BrowserContext, tmp_path: Path) -> None:
    module, mine = FIXTURES / "boards" / "joined_boards.vmod", tmp_path / "mine"
    draft(module, mine)
    shutil.copy(module, mine)
    environment = os.environ | {"ADJUDICATOR_HOME": str(tmp_path / "home"), "PYTHONPATH": str(ROOT)}
    with started([sys.executable, "-m", "adjudicator"], environment, ROOT, mine, command="trace") as address:
        tracer = opened(context, address, mine)
        tracer.page.evaluate("tracer.addWord('features', 'road')")
        tracer.choose("features", "road", "path")
        tracer.click("hex", "0702")
        tracer.click("hex", "right.0203")
        tracer.page.locator('[data-tool="nudge"]').click()
        x, y = tracer.at("hex", "right.0203")
        tracer.page.mouse.move(x, y)
        tracer.page.mouse.down()
        tracer.page.mouse.move(x + 10, y)
        tracer.page.mouse.up()
        assert tracer.page.evaluate("[tracer.board.nudges[0], tracer.board.nudges[1][0] > 3]") == [[0, 0], True]
        tracer.saved()
    drawn = load_theatre(mine / "theatres" / "map")
    assert len(drawn.hexsides) == 3
    assert drawn.features(drawn.at("0802").at, drawn.at("right.0102").at) == {"road"}
