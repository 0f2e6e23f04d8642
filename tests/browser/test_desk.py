"""The desk in a real browser, as a player meets it: drop, watch, read, answer, share; by mouse, keyboard and phone."""

from __future__ import annotations

import base64
import json
import shutil
import zipfile
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from adjudicator import open_game
from adjudicator.game.settings import NAME, home_of
from adjudicator.packs.folders import BUNDLED
from tests.browser.conftest import DESK, PHONE, axe
from tests.desk.conftest import until
from tests.desk.pieces import in_pieces
from tests.desk.serving import served
from tests.exporters.vassal.games import verdicts
from tests.helpers import FIXTURES, vassal_save
from tests.importers.vassal.games import log, piece, save

GAME = FIXTURES / "vassal" / "two_rivers"
CORRIDOR = FIXTURES / "vassal" / "smolensk_corridor"
LONG = 300_000
WHOLE, LACKING = (f"[terrain_costs.open]\nleg = 1\nmounted = 1\nmotorized = {cell}\n" for cell in ("1", '""'))
DROP = """async ([names, bodies]) => {
  const data = new DataTransfer();
  for (const [at, name] of names.entries()) {
    const bytes = Uint8Array.from(atob(bodies[at]), (letter) => letter.charCodeAt(0));
    data.items.add(new File([bytes], name));
  }
  for (const kind of ["dragenter", "dragover", "drop"]) {
    document.body.dispatchEvent(new DragEvent(kind, { dataTransfer: data, bubbles: true, cancelable: true }));
  }
}"""


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


@pytest.fixture
def corridor(tmp_path: Path) -> Path:
    """A game's folder that knows its rules, with a chart sheet that lacks one cell."""
    folder = tmp_path / "The Corridor"
    folder.mkdir()
    for name in ("smolensk_corridor.vmod", "start.vsav", "turn.vlog"):
        shutil.copy(CORRIDOR / name, folder)
    sheet = (BUNDLED / "thunder_in_the_east" / "theatres" / "smolensk_corridor" / "charts.toml").read_text(
        encoding="utf-8"
    )
    assert WHOLE in sheet
    (folder / "charts.toml").write_text(sheet.replace(WHOLE, LACKING), encoding="utf-8")
    told = {"module": "smolensk_corridor.vmod", "pack": "thunder_in_the_east", "theatre": "smolensk_corridor"}
    said = "".join(f'{key} = "{value}"\n' for key, value in {**told, "charts": "charts.toml"}.items())
    (folder / NAME).write_text(said, encoding="utf-8")
    return folder


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    made = browser.new_context(viewport={"width": DESK[0], "height": DESK[1]}, accept_downloads=True)
    yield made
    made.close()


def opened(context: BrowserContext, link: str) -> Page:
    """A page that came in by the link; afterwards nothing may have been complained about."""
    page = context.new_page()
    page.set_default_timeout(LONG)
    expect.set_options(timeout=LONG)
    page.goto(link)
    page.wait_for_url("**/")
    return page


def drop(page: Page, *paths: Path) -> None:
    """Let files fall on the page, as a mouse does."""
    bodies = [base64.b64encode(path.read_bytes()).decode() for path in paths]
    page.evaluate(DROP, [[path.name for path in paths], bodies])


def dragged(page: Page, x: float, y: float, *paths: Path) -> None:
    """Drag files from outside over a point of the window and let them fall there, as the system's mouse does."""
    told = page.context.new_cdp_session(page)
    data = {"items": [], "files": [str(path) for path in paths], "dragOperationsMask": 1}
    for kind in ("dragEnter", "dragOver", "dragOver", "dragOver", "drop"):
        told.send("Input.dispatchDragEvent", {"type": kind, "x": x, "y": y, "data": data})
        page.wait_for_timeout(200)


def sound(page: Page) -> None:
    """No finding of the accessibility checker, on the page without the report in its frame."""
    page.evaluate(axe())
    found = page.evaluate("axe.run({exclude: [['iframe']]}).then((found) => found.violations)")
    assert found == [], json.dumps(found, indent=1)[:3000]


def test_from_a_module_to_a_verdict_by_dropping(context: BrowserContext, home: Path) -> None:
    with served(home) as link:
        page = opened(context, link)
        complaints: list[str] = []
        page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        drop(page, GAME / "two_rivers.vmod")
        page.wait_for_url("**/g/*")
        page.get_by_text("Which side do you play?").wait_for()
        seen = page.evaluate_handle(
            """() => { const seen = [];
            new MutationObserver(() => seen.push(document.querySelector('.progress').innerText))
              .observe(document.querySelector('main'), {subtree: true, childList: true, characterData: true, attributes: true});
            return seen; }"""
        )
        drop(page, GAME / "turn_1.vlog", GAME / "start.vsav", GAME / "turn_1.vlog")
        page.get_by_text("turn_1.vlog is here already").wait_for()
        page.frame_locator("#page").locator("#findings").wait_for()
        told = " ".join(seen.json_value())
        assert "reading turn_1.vlog" in told and "2 of 2" in told
        audited = open_game([GAME / "start.vsav", GAME / "turn_1.vlog"], pack="two_rivers").audit()
        broken = sum(each.severity.value == "violation" for each in audited.record.findings)
        expect(page.locator("#verdict")).to_contain_text(f"{broken} violations")
        findings = page.frame_locator("#page").locator(".finding")
        expect(findings).to_have_count(len(audited.record.findings))
        assert sorted(each.name for each in (home / "games" / "two_rivers").glob("*.v*")) == [
            "start.vsav",
            "turn_1.vlog",
            "two_rivers.vmod",
        ]
        assert not complaints


def test_turns_dropped_on_the_list_find_their_game(context: BrowserContext, home: Path, tmp_path: Path) -> None:
    """By the mouse where it is clear, by a choice and a key where it is not."""
    turns = in_pieces("two_rivers", "turn_1.vlog", 3, tmp_path)
    for name in ("Jan", "Ola"):
        (tmp_path / name).mkdir()
        shutil.copy(GAME / "two_rivers.vmod", tmp_path / name)
    shutil.copy(turns[0], tmp_path / "Jan")
    with served(home, tmp_path / "Jan", tmp_path / "Ola") as link:
        page = opened(context, link)
        drop(page, turns[2], turns[1])
        expect(page.locator("#sending .placed")).to_have_count(2)
        expect(page.locator("#sending")).to_contain_text("turn 02.vlog → Jan: it follows turn 01.vlog. Open Jan")
        drop(page, turns[0])
        expect(page.locator("#sending")).to_contain_text("turn 01.vlog is in Jan already.")
        shutil.copy(GAME / "midgame.vsav", tmp_path / "a save.vsav")
        drop(page, tmp_path / "a save.vsav")
        expect(page.locator("#waiting .asked")).to_contain_text("a save.vsav")
        sound(page)
        page.reload()  # what is asked stays asked
        page.locator("#waiting select").select_option(label="Ola")
        page.locator("#waiting select").press("Tab")
        page.keyboard.press("Enter")
        expect(page.locator("#waiting .asked")).to_have_count(0)
        assert (tmp_path / "Ola" / "a save.vsav").is_file()


@pytest.mark.parametrize(("size", "scheme"), [(DESK, "light"), (PHONE, "dark")], ids=["desk", "phone"])
def test_a_torn_file_and_strange_dice_by_keyboard(
    browser: Browser, home: Path, tmp_path: Path, size: tuple[int, int], scheme: str
) -> None:
    """Left out, taught and forgotten with keys alone, in both looks; the accessibility checker finds nothing serious."""
    folder = tmp_path / "Torn"
    folder.mkdir()
    lines = ("* [ Anna rolls 2 dice: INFx1 XSWx1 ] *", "* [ Anna rolls 1 die: ARTx1 ] *")
    vassal_save(folder / "turn 1.vlog", log(save(piece("1")), *(f"CHAT{line}" for line in lines)))
    (folder / "turn 2.vlog").write_bytes(b"PK\x03\x04 half of it is missing")
    context = browser.new_context(viewport={"width": size[0], "height": size[1]}, color_scheme=scheme)  # type: ignore[arg-type]
    with served(home, folder) as link:
        page = opened(context, link)
        page.get_by_role("link", name="Torn").press("Enter")
        expect(page.locator("#unread")).to_contain_text("Judged without 1 file")
        page.locator("#dice > summary").press("Enter")
        expect(page.locator("#dice")).to_contain_text("is read as: INF, XSW")
        sound(page)
        page.get_by_role("button", name="Leave out turn 2.vlog").press("Enter")
        expect(page.locator("#unread")).to_have_count(0)
        page.locator("#dice > summary").press("Enter")
        page.get_by_role("button", name="Read lines such as").press("Enter")
        expect(page.locator("#dice")).to_have_count(0)
        page.get_by_role("link", name="Settings", exact=True).press("Enter")
        forget = page.get_by_role("button", name="Forget the dice")
        expect(forget).to_be_visible()
        sound(page)
        forget.press("Enter")
        expect(forget).to_have_count(0)
        page.get_by_role("link", name="Files").press("Enter")
        page.get_by_role("button", name="Let turn 2.vlog count again").press("Enter")
        page.get_by_role("link", name="Verdict", exact=True).press("Enter")
        expect(page.locator("#unread")).to_contain_text("Judged without 1 file")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    context.close()


def test_files_may_be_dropped_anywhere_and_over_the_report_too(
    context: BrowserContext, home: Path, tmp_path: Path
) -> None:
    """Real drags, hit by what lies there; a folder is walked through, a zip taken for what is in it."""
    turns = in_pieces("two_rivers", "turn_1.vlog", 3, tmp_path)
    mail = tmp_path / "mail"
    mail.mkdir()
    with zipfile.ZipFile(mail / "from Ola.zip", "w") as packed:
        packed.write(turns[1], "turn 02.vlog")
    (mail / "notes.txt").write_text("hello", encoding="utf-8")
    with served(home) as link:
        page = opened(context, link)
        dragged(page, 700, 400, GAME / "two_rivers.vmod", turns[0])
        page.wait_for_url("**/g/*")
        frame = page.frame_locator("#page")
        frame.locator("#findings").wait_for()
        box = page.locator("#page").bounding_box()
        assert box is not None
        dragged(page, box["x"] + 300, box["y"] + 100, mail / "from Ola.zip")
        folder = home / "games" / "two_rivers"
        until((folder / "turn 02.vlog").exists)
        dragged(page, 700, 20, mail)
        expect(page.get_by_text("turn 02.vlog is here already")).to_be_visible()
        expect(page.locator("#overlay")).to_be_hidden()
        assert (folder / "turn 02.vlog").read_bytes() == turns[1].read_bytes()
        assert "two_rivers" in page.locator("h1").inner_text()  # the browser has opened no file
        frame.locator("#findings").wait_for()  # a new verdict moves the report, which a drop is to hit
        box = page.locator("#page").bounding_box()
        assert box is not None
        dragged(page, box["x"] + 300, box["y"] + 100, mail / "notes.txt")
        expect(page.locator("#waiting .refused")).to_contain_text("this is no save, log or module")
        page.reload()
        page.get_by_role("button", name="Done with notes.txt").click()
        expect(page.locator("#waiting .refused")).to_have_count(0)


def test_a_desk_that_was_ended_says_so(context: BrowserContext, home: Path, corridor: Path) -> None:
    with served(home, corridor) as link:
        page = opened(context, link)
        expect(page.locator("#dead")).to_be_hidden()
    expect(page.locator("#dead")).to_be_visible()
    # whether its last word is still heard depends on the moment
    assert any(words in page.locator("#dead").inner_text() for words in ("start it again", "does not answer"))


def test_a_cell_is_found_among_all_charts(context: BrowserContext, home: Path, corridor: Path) -> None:
    """By words of its chart, row and column; Enter goes to it, and what verdicts wait for stands above all charts."""
    with served(home, corridor) as link:
        page = opened(context, link)
        page.get_by_role("link", name="The Corridor").click()
        page.locator("#page").wait_for()
        page.goto(f"{page.url}/settings")
        waiting, charts = page.locator("#wanted").bounding_box(), page.locator("section:has(#charts)").bounding_box()
        assert waiting is not None and charts is not None and waiting["y"] < charts["y"]
        seek = page.locator("#seek")
        seek.fill("weather january die 4")
        expect(page.locator("#sought")).to_have_text("2 found")
        assert page.locator("form.questions > section:visible").count() == 1
        assert page.locator("section:has(#charts) .sheet:visible").count() == 2
        assert page.locator("section:has(#charts) tbody tr:visible").count() == 2
        assert page.locator("section:has(#charts) tbody td:not(.beside):visible").count() == 2
        seek.press("Enter")
        label = page.evaluate("document.activeElement.getAttribute('aria-label')")
        assert "january" in label and "die_4" in label
        seek.fill("nothing of the sort")
        expect(page.locator("#sought")).to_have_text("0 found")
        assert page.locator("section:has(#charts) .sheet:visible").count() == 0
        seek.fill("")
        assert page.locator("section:has(#charts) .sheet:visible").count() > 2
        assert page.locator("section:has(#charts) .sheet[open]").count() == 0
        sound(page)


def test_a_stale_tab_overwrites_nothing(context: BrowserContext, home: Path, corridor: Path) -> None:
    """Two tabs of the settings: each keeps what was typed in it, and neither what the other has changed since."""
    with served(home, corridor) as link:
        page = opened(context, link)
        page.get_by_role("link", name="The Corridor").click()
        page.locator("#page").wait_for()
        address = f"{page.url}/settings"
        one, two = page, context.new_page()
        for each in (one, two):
            each.goto(address)
        one.locator("#title").fill("With Ola")
        one.locator("#title").press("Tab")
        expect(one.locator("#kept")).to_have_text("Saved")
        one.locator("#language").select_option("de")
        expect(one.locator("#kept")).to_have_text("Saved")
        two.locator("#side").select_option("umpire")
        expect(two.locator("#kept")).to_have_text("Saved")
        two.locator("#language").select_option("fr")
        expect(two.locator("#notices")).to_contain_text("changed elsewhere meanwhile")
        with two.expect_navigation():
            two.get_by_role("button", name="Save and judge anew").click()
        said = home_of(corridor).said
        assert (said.title, said.language, said.side) == ("With Ola", "de", "umpire")


def test_what_a_reader_has_opened_stays_open(context: BrowserContext, home: Path, corridor: Path) -> None:
    """A page that shows a new verdict keeps what was opened, and where the reader stood."""
    with served(home, corridor) as link:
        page = opened(context, link)
        page.get_by_role("link", name="The Corridor").click()
        page.locator("#page").wait_for()
        page.evaluate(
            """() => {
                const fold = Object.assign(document.createElement("details"), { id: "fold" });
                fold.innerHTML = "<summary>More</summary>";
                document.getElementById("fresh").append(fold);
                const page = document.documentElement.outerHTML;
                window.fetch = async () => new Response(page, { headers: { "Content-Type": "text/html" } });
                fold.before("the verdict of a moment ago");
            }"""
        )
        page.locator("#fold > summary").press("Enter")
        page.evaluate("document.dispatchEvent(new Event('renew'))")
        expect(page.get_by_text("the verdict of a moment ago")).to_have_count(0)
        expect(page.locator("#fold")).to_have_attribute("open", "")
        expect(page.locator("#fold > summary")).to_be_focused()


def test_a_reading_and_a_chart_cell_change_the_verdict(context: BrowserContext, home: Path, corridor: Path) -> None:
    with served(home, corridor) as link:
        page = opened(context, link)
        page.get_by_role("link", name="The Corridor").click()
        page.locator("#page").wait_for()
        doubts = page.locator("#verdict .doubt")
        expect(doubts).to_have_count(1)
        page.get_by_role("link", name="Settings", exact=True).click()
        cell = page.locator('[name="cell:terrain_costs.open.motorized"]')
        cell.fill("1")
        with page.expect_navigation():
            page.get_by_role("button", name="Save and judge anew").click()
        page.get_by_text("Saved.").wait_for()
        page.get_by_role("link", name="Verdict", exact=True).click()
        page.get_by_text("New since the last audit").wait_for()
        expect(doubts).to_have_count(0)
        page.get_by_role("link", name="Settings", exact=True).click()
        broken = page.locator("#verdict .violation")
        before = broken.inner_text()
        page.locator('[name="reading:isolated_hq"][value="reform_else_eliminated"]').check()
        with page.expect_navigation():
            page.get_by_role("button", name="Save and judge anew").click()
        expect(broken).not_to_have_text(before)


def test_pages_for_players_and_a_judged_log(context: BrowserContext, home: Path, tmp_path: Path) -> None:
    folder = tmp_path / "Two Rivers"
    folder.mkdir()
    for name in ("two_rivers.vmod", "start.vsav", "turn_1.vlog"):
        shutil.copy(GAME / name, folder)
    with served(home, folder) as link:
        page = opened(context, link)
        page.get_by_role("link", name="Two Rivers").click()
        page.locator("#page").wait_for()
        page.get_by_role("link", name="For players").click()
        page.get_by_role("button", name="Make the pages").click()
        page.get_by_text("for French.html").wait_for()
        with page.expect_download() as got:
            page.get_by_role("link", name="Download pages of all players.zip").click()
        assert got.value.suggested_filename == "pages of all players.zip"
        page.get_by_role("link", name="Share").click()
        expect(page.locator("#summary")).to_contain_text("Two Rivers")
        page.get_by_role("button", name="Write the judged log").click()
        with page.expect_download() as got:
            page.get_by_role("link", name="Download turn_1_judged.vlog").click()
        got.value.save_as(tmp_path / "judged.vlog")
        judged, plain = (
            open_game(path, module=GAME / "two_rivers.vmod", viewer="umpire")
            for path in (tmp_path / "judged.vlog", GAME / "turn_1.vlog")
        )
        assert judged.state("end").counters == plain.state("end").counters
        told = [line for lines in verdicts(tmp_path / "judged.vlog").values() for line in lines]
        assert any("ILLEGAL" in line for line in told)


def test_by_keyboard_alone(context: BrowserContext, home: Path, corridor: Path) -> None:
    with served(home, corridor) as link:
        page = opened(context, link)
        keys = page.keyboard
        keys.press("Tab")
        expect(page.locator(":focus")).to_have_text("To the content")
        keys.press("Enter")
        to(page, "The Corridor")
        keys.press("Enter")
        page.locator("#page").wait_for()
        report = page.frame_locator("#page")
        report.locator("#view").wait_for()
        page.reload()
        report.locator("#findings").wait_for()
        page.wait_for_load_state()
        keys.press("Tab")
        keys.press("Tab")
        expect(page.locator(":focus")).to_have_text("To the findings")
        keys.press("Enter")
        expect(page.locator("#page")).to_be_focused()
        first = report.locator(".finding:not([hidden])").first
        expect(first.locator("button:focus").or_(report.locator("#findings:focus")).first).to_be_attached()
        page.locator(".home").focus()
        to(page, "Settings")
        keys.press("Enter")
        page.wait_for_url("**/settings")
        to(page, "Add files…", "label:focus-within")
        keys.press("Tab")
        expect(page.locator(":focus")).to_have_attribute("name", "cell:terrain_costs.open.motorized")
        keys.type("1")
        keys.press("Enter")
        page.get_by_text("Saved.").wait_for()
        assert "motorized = 1" in (corridor / "charts.toml").read_text(encoding="utf-8")


def to(page: Page, name: str, where: str = ":focus") -> None:
    """Go on with the tabulator until something of that name is reached."""
    for _ in range(20):
        page.keyboard.press("Tab")
        reached = page.locator(where)
        if reached.count() and name in (reached.first.text_content() or ""):
            return
    raise AssertionError(f"'{name}' is not reached by keyboard")


def test_every_page_fits_and_can_be_read_by_all(browser: Browser, home: Path, corridor: Path) -> None:
    """Each page, on a desk and on a phone, light and dark."""
    with served(home, corridor) as link:
        first = browser.new_context()
        page = opened(first, link)
        page.get_by_role("link", name="The Corridor").click()
        page.locator("#page").wait_for()
        address, state = page.url, first.storage_state()
        first.close()
        pages = [address.split("/g/")[0] + tail for tail in ("/", "/umpire", "/g/0")]
        pages += [address + tail for tail in ("", "/files", "/settings", "/umpire", "/share")]
        for size, scheme in product((DESK, PHONE), ("light", "dark")):
            view = {"width": size[0], "height": size[1]}
            context = browser.new_context(viewport=view, color_scheme=scheme, storage_state=state)  # type: ignore[arg-type]
            page = context.new_page()
            for each in pages:
                page.goto(each)
                fits(page, size)
            context.close()


def fits(page: Page, size: tuple[int, int]) -> None:
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    small = page.evaluate(
        """() => [...document.querySelectorAll('main :is(button, .button, select, [type=text])')]
        .filter((each) => each.offsetParent && each.getBoundingClientRect().height < 24).map((each) => each.outerHTML)"""
    )
    assert small == []
    sound(page)


def test_on_a_phone_the_findings_are_read_without_the_frame(browser: Browser, home: Path, corridor: Path) -> None:
    context = browser.new_context(viewport={"width": PHONE[0], "height": PHONE[1]}, has_touch=True)
    with served(home, corridor) as link:
        page = opened(context, link)
        page.get_by_role("link", name="The Corridor").click()
        page.locator(".narrow-only .finding").first.wait_for()
        expect(page.locator("#page")).to_be_hidden()
        page.get_by_role("link", name="Open the report with its map").click()
        page.locator("#findings").wait_for()
    context.close()


def test_a_turn_is_shared_and_opened_without_the_desk(
    browser: Browser, context: BrowserContext, home: Path, tmp_path: Path
) -> None:
    """One click makes page, picture, clip and text for everybody; what one's own side sees is a button apart."""
    folder = tmp_path / "Two Rivers"
    folder.mkdir()
    for name in ("two_rivers.vmod", "start.vsav", "turn_1.vlog"):
        shutil.copy(GAME / name, folder)
    (folder / NAME).write_text('side = "French"\n', encoding="utf-8")
    with served(home, folder) as link:
        page = opened(context, link)
        page.get_by_role("link", name="Two Rivers").click()
        page.locator("#page").wait_for()
        page.get_by_role("link", name="Share this turn").click()
        share, mine = (
            page.get_by_role("button", name=name) for name in ("Share this turn", "What French may see of this turn")
        )
        colours = [each.evaluate("each => getComputedStyle(each).backgroundColor") for each in (share, mine)]
        assert colours[0] != colours[1]
        page.locator(".open select").select_option(label="Turn 1")
        share.click()
        page.locator(".open article .shown").wait_for(timeout=120_000)
        sound(page)
        kept = {}
        for ending in ("html", "png", "webp", "txt"):
            with page.expect_download() as got:
                page.get_by_role("link", name=f"Download Turn 1 for everybody.{ending}").click()
            kept[ending] = tmp_path / f"turn.{ending}"
            got.value.save_as(kept[ending])
        assert page.locator(".secret article").count() == 0
    assert kept["webp"].stat().st_size <= 2_000_000
    alone = browser.new_context(offline=True)
    for ending in ("html", "png", "webp"):
        looked = alone.new_page()
        looked.goto(kept[ending].as_uri())
        if ending == "html":
            looked.wait_for_function("document.querySelector('#view .counters').width > 0")
        else:
            assert looked.evaluate("document.images[0].naturalWidth") > 500
    alone.close()
    assert "as everybody may see it" in kept["txt"].read_text(encoding="utf-8")
