"""The report page in a real browser: opened from disk, scrubbed, filtered, clicked, printed, and checked for accessibility."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from adjudicator import open_game
from tests.browser.conftest import DESK, PHONE, Visit, axe, visiting
from tests.exporters.report.games import GAME, judged_turn

PAINTED = """() => {
  const canvas = document.querySelector('#view .counters');
  return canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data.reduce((sum, part) => sum + part, 0);
}"""
GROUND = """() => {
  const canvas = document.querySelector('.openseadragon-canvas canvas:not(.counters)');
  return canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data.some((part) => part > 0);
}"""

MIDDLE_OF_THE_PICKED = """() => {
  const ring = document.querySelector('#view svg.over path[stroke="#1b1b1b"]:not(.chosen)').getBoundingClientRect();
  const view = document.querySelector('#view').getBoundingClientRect();
  const hex = document.querySelector('#line strong').textContent.split(':')[0].split(', ').pop();
  return [ring.x + ring.width / 2 - view.x, ring.y + ring.height / 2 - view.y, hex];
}"""


def painted(page: Page) -> int:
    """A number that changes when the counters do, once the browser has drawn."""
    page.wait_for_timeout(700)
    return int(page.evaluate(PAINTED))


def test_the_map_is_drawn_and_the_timeline_moves_the_counters(visit: Visit) -> None:
    page = visit.page
    page.wait_for_function(GROUND)
    last = painted(page)
    time = page.locator("#time")
    time.focus()
    page.keyboard.press("Home")
    first = painted(page)
    expect(page.locator("#now")).to_have_text("The start")
    assert first != last
    page.keyboard.press("End")
    assert painted(page) == last
    page.keyboard.press("ArrowLeft")
    assert int(time.input_value()) == int(time.get_attribute("max") or 0) - 1
    expect(time).to_have_attribute("aria-valuetext", re.compile("Step"))


def test_findings_are_filtered_by_rule_severity_and_unit(visit: Visit) -> None:
    page, findings = visit.page, judged_turn().audit.findings
    shown = page.locator(".finding:visible")
    expect(shown).to_have_count(len(findings))
    rule = findings[0].rule
    page.locator("select[name=rule]").select_option(rule)
    expect(shown).to_have_count(sum(1 for finding in findings if finding.rule == rule))
    expect(page.locator("#shown")).to_contain_text(f"of {len(findings)} shown")
    page.locator("select[name=rule]").select_option("")
    unit = findings[0].names[0]
    page.locator("select[name=unit]").select_option(unit)
    expect(shown).to_have_count(sum(1 for finding in findings if unit in finding.names))
    page.locator("select[name=unit]").select_option("")
    page.locator("input[name=severity][value=violation]").uncheck()
    expect(shown).to_have_count(sum(1 for finding in findings if finding.severity.value != "violation"))


def test_a_finding_shows_its_path_and_costs_and_escape_lets_go(visit: Visit) -> None:
    page, findings = visit.page, judged_turn().audit.findings
    number = next(i for i, finding in enumerate(findings) if any(trace.costs for trace in finding.traces))
    finding = findings[number]
    end = judged_turn().audit.acts[finding.act].steps[-1]
    article = page.locator(".finding").nth(number)
    article.get_by_role("button", name="Show finding").press("Enter")
    expect(article).to_have_class(re.compile("chosen"))
    costs = [cost for trace in finding.traces for cost in trace.costs if cost]
    drawn = page.locator("#view svg.over").text_content() or ""
    assert all(cost in drawn for cost in costs)
    expect(page.locator("#said")).to_contain_text(f"step {end}")
    expect(page.locator("#now")).to_contain_text(f"Step {end} ")
    expect(page.locator("#view")).to_be_in_viewport()
    page.keyboard.press("Escape")
    expect(page.locator(".finding.chosen")).to_have_count(0)


def test_layers_switch_and_say_what_they_mean(visit: Visit) -> None:
    page = visit.page
    if not page.locator("[data-layer=zoc]").is_visible():
        page.locator("#layers summary").click()
    below = page.locator("#view svg.below path")
    expect(below).to_have_count(0)
    page.locator("[data-layer=zoc]").check()
    expect(below).not_to_have_count(0)
    before = painted(page)
    page.locator("[data-layer=counters]").uncheck()
    assert painted(page) == 0 != before
    page.locator(".legend summary").click()
    expect(page.locator(".legend li svg").first).to_be_visible()


def test_what_is_assumed_of_supply_can_be_unticked(browser: Browser, tmp_path: Path) -> None:
    path = tmp_path / "midgame.html"
    game = open_game(GAME / "midgame.vsav", module=GAME / "two_rivers.vmod", pack="two_rivers")
    path.write_text(game.audit().page(lambda *_: None), encoding="utf-8")
    for visit in visiting(browser, path, DESK):
        page = visit.page
        page.locator("[data-layer=supply]").check()
        drawn = "() => [...document.querySelectorAll('#view svg.below path')].map((each) => each.outerHTML).join('')"
        assumed = page.evaluate(drawn)
        page.locator("[data-layer=assumed]").uncheck()
        assert page.evaluate(drawn) != assumed
        page.locator("[data-layer=assumed]").check()
        assert page.evaluate(drawn) == assumed


def test_a_unit_shows_its_line_of_supply_element_by_element(visit: Visit) -> None:
    page = visit.page
    page.evaluate("document.querySelector('#layers').open = true")
    over, panel, whose = page.locator("#view svg.over polyline"), page.locator("#line"), page.locator("#whose")
    before = over.count()
    expect(panel).to_be_hidden()
    whose.focus()
    page.keyboard.press("ArrowDown")
    if whose.input_value() == "":
        whose.select_option(index=1)
    expect(page.locator("[data-layer=lines]")).to_be_checked()
    expect(panel.locator("li").first).to_be_visible()
    expect(panel.locator("strong")).to_contain_text(":")
    drawn = "(path) => path.getAttribute('stroke-dasharray')"
    looks = panel.locator("li path").evaluate_all(f"(paths) => paths.map({drawn})")
    assert over.count() > before or not looks
    page.locator("[data-layer=lines]").uncheck()
    expect(panel).to_be_hidden()
    expect(over).to_have_count(before)
    page.locator("[data-layer=lines]").check()
    page.keyboard.press("Escape")
    expect(panel).to_be_hidden()
    expect(page.locator("#view svg.below polyline")).not_to_have_count(0)


def test_a_click_on_a_counter_and_a_finding_choose_the_unit_whose_line_is_drawn(visit: Visit) -> None:
    page = visit.page
    offered = page.locator(".finding button.supplied").first
    name = (offered.text_content() or "").removeprefix("Supply of ")
    offered.press("Enter")
    expect(page.locator("#line strong")).to_contain_text(name)
    page.wait_for_timeout(700)
    spot = page.evaluate(MIDDLE_OF_THE_PICKED)
    page.locator("#unpick").click()
    expect(page.locator("#line")).to_be_hidden()
    page.locator("#view").click(position={"x": spot[0], "y": spot[1]})
    expect(page.locator("#line strong")).to_contain_text(spot[2])


def test_lengths_of_lines_stand_in_the_legend(visit: Visit) -> None:
    page = visit.page
    page.evaluate("document.querySelector('#layers').open = true")
    units = page.locator("#whose option").count()
    told = []
    for place in range(1, units):
        page.locator("#whose").select_option(index=place)
        told.append(page.locator("#line").inner_text())
    assert any(re.search(r"(length \d|\d hexes)", text) for text in told)


def test_an_act_of_the_list_leads_to_its_step(visit: Visit) -> None:
    act = next(act for act in judged_turn().audit.acts if act.kind == "move")
    visit.page.locator(f".act button[data-step='{act.steps[-1]}']").first.click()
    expect(visit.page.locator("#now")).to_contain_text(f"Step {act.steps[-1]} ")
    expect(visit.page.locator(".act.now")).not_to_have_count(0)


def test_the_keyboard_reaches_the_findings_first(visit: Visit) -> None:
    visit.page.keyboard.press("Tab")
    expect(visit.page.locator(".skip")).to_be_focused()
    visit.page.keyboard.press("Enter")
    expect(visit.page.locator("#findings")).to_be_focused()


def test_it_prints_every_list_whole(visit: Visit) -> None:
    printed = visit.page.pdf(format="A4")
    assert printed.startswith(b"%PDF")
    visit.page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert visit.page.locator("details:not([open])").count() <= 1
    visit.page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert visit.page.locator("details:not([open])").count() > 1


def test_one_key_gives_the_map_the_whole_screen_and_takes_it_back(visit: Visit) -> None:
    page = visit.page
    page.locator("#time").focus()
    page.keyboard.press("f")
    expect(page.locator("#fill")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#lists")).to_be_hidden()
    page.wait_for_timeout(500)
    size = page.evaluate(
        "[innerWidth, innerHeight, ...Object.values(document.querySelector('#map').getBoundingClientRect().toJSON())]"
    )
    assert (size[4], size[5]) == (size[0], size[1])
    page.keyboard.press("Escape")
    expect(page.locator("#lists")).to_be_visible()


def test_on_a_desk_the_map_has_the_window_s_height(browser: Browser, report_file: Path) -> None:
    for visit in visiting(browser, report_file, DESK):
        box = visit.page.locator("#map").bounding_box()
        assert box is not None and (box["y"], box["height"]) == (0, DESK[1])


def test_on_a_small_laptop_a_chosen_finding_leaves_the_map_half_of_the_window(
    browser: Browser, report_file: Path
) -> None:
    page = browser.new_page(viewport={"width": 1366, "height": 768})
    page.goto(report_file.as_uri())
    page.locator(".finding").first.get_by_role("button", name="Show finding").press("Enter")
    chosen, view = page.locator("#chosen").bounding_box(), page.locator("#view").bounding_box()
    assert chosen is not None
    assert view is not None
    assert view["height"] >= 768 / 2
    assert chosen["y"] + chosen["height"] <= 768
    page.close()


def test_the_account_of_a_finding_lights_its_hexes_one_after_another(visit: Visit) -> None:
    page, findings = visit.page, judged_turn().audit.findings
    number = next(i for i, finding in enumerate(findings) if any(trace.costs for trace in finding.traces))
    page.emulate_media(reduced_motion="reduce")
    page.reload()
    page.wait_for_function("document.querySelector('#view .counters').width > 0")
    page.locator(".finding").nth(number).get_by_role("button", name="Show me why").press("Enter")
    hexes = findings[number].traces[0].hexes
    lit, beat = page.locator("#view svg.over path.lit"), page.locator("#beat")
    for place, name in enumerate(hexes):
        expect(beat).to_contain_text(f"{place + 1} of {len(hexes) + 1} · {name}: ")
        expect(lit).to_have_count(place + 1)
        page.locator("#why-on").press("Enter")
    expect(beat).to_contain_text("here ")
    page.locator("#why-back").press("Enter")
    expect(beat).to_contain_text(f"{hexes[-1]}: ")
    page.keyboard.press("Escape")
    expect(lit).to_have_count(0)


def test_a_finding_shows_the_table_before_its_act_and_after(visit: Visit) -> None:
    page, audit = visit.page, judged_turn().audit
    number = next(i for i, finding in enumerate(audit.findings) if finding.act >= 0)
    act = audit.acts[audit.findings[number].act]
    page.locator(".finding .show").nth(number).press("Enter")
    after = painted(page)
    expect(page.locator("#after")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#now")).to_contain_text(f"Step {act.steps[-1]} ")
    page.locator("#before").press("Enter")
    expect(page.locator("#before")).to_have_attribute("aria-pressed", "true")
    assert painted(page) != after
    page.locator("#after").press("Enter")
    assert painted(page) == after


def test_the_step_of_a_finding_is_the_map_s(visit: Visit) -> None:
    for article in visit.page.locator(".finding").all()[:4]:
        article.locator(".show").press("Enter")
        step = re.search(r"step (\d+)", article.inner_text())
        assert step is not None
        expect(visit.page.locator("#now")).to_contain_text(f"Step {step[1]} ")


def test_moves_can_be_those_of_one_player(visit: Visit) -> None:
    page = visit.page
    sides = page.locator("#by option").all_inner_texts()[1:]
    all_acts = page.locator(".act:visible").count()
    shown = []
    for side in sides:
        page.locator("#by").select_option(side)
        assert {act.get_attribute("data-by") for act in page.locator(".act:visible").all()} == {side}
        shown.append(page.locator(".act:visible").count())
    assert len(sides) == 2 and 0 < sum(shown) <= all_acts


def test_without_scripts_there_is_a_picture_and_every_finding(browser: Browser, report_file: Path) -> None:
    context = browser.new_context(viewport={"width": 1000, "height": 800}, java_script_enabled=False)
    page = context.new_page()
    page.goto(report_file.as_uri())
    expect(page.locator(".still img")).to_be_visible()
    expect(page.locator("#map")).to_be_hidden()
    assert page.locator(".finding:visible").count() == len(judged_turn().audit.findings)
    assert page.locator("button:visible:not(.go)").count() == 0
    context.close()


def test_on_paper_the_findings_come_first_then_the_map_as_wide_as_the_page(visit: Visit) -> None:
    page = visit.page
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    finding, picture = page.locator(".finding").first.bounding_box(), page.locator(".still img").bounding_box()
    assert finding is not None and picture is not None and finding["y"] < picture["y"]
    width = page.evaluate("document.querySelector('#lists').clientWidth")
    assert picture["width"] > 0.9 * width - 2 * 16
    expect(page.locator("#map")).to_be_hidden()
    expect(page.locator(".ran.judged")).to_be_hidden()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_accessibility_finding(visit: Visit, scheme: str) -> None:
    """As the page opens on a small laptop or a phone, and with all of it open and a finding chosen."""
    visit.page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    opened = visit.page.viewport_size
    assert opened is not None
    if opened["width"] > PHONE[0]:
        visit.page.set_viewport_size({"width": 1366, "height": 768})
    visit.page.evaluate(axe())
    assert not complaints(visit)
    visit.page.set_viewport_size(opened)
    visit.page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true")
    visit.page.locator(".finding .show").first.press("Enter")
    assert not complaints(visit)


def complaints(visit: Visit) -> list[tuple[str, list[str]]]:
    """What the accessibility checker finds, and where."""
    found = visit.page.evaluate("axe.run().then((result) => result.violations)")
    return [(each["id"], [node["html"][:200] for node in each["nodes"][:3]]) for each in found]


def test_nothing_sticks_out_of_the_page(visit: Visit) -> None:
    assert visit.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_bundle_opens_from_disk_with_its_tiles(bundle_visit: Visit) -> None:
    bundle_visit.page.wait_for_timeout(500)
    assert [url for url in bundle_visit.requests if url.endswith(".webp")]


def test_the_game_is_played_chapter_by_chapter(visit: Visit) -> None:
    """By button and key; a search leads to the next act of a unit, and a stack under the pointer is shown large."""
    page = visit.page
    page.locator("#first").click()
    page.locator("#speed").select_option("120")
    page.locator("#play").click()
    expect(page.locator("#play")).to_have_text("Pause")
    page.wait_for_timeout(600)
    page.locator("#play").click()
    assert int(page.locator("#time").input_value()) > 1
    expect(page.locator("#play")).to_have_text("Play")
    at = page.locator("#time").input_value()
    page.locator("h1").click()
    page.keyboard.press("]")
    expect(page.locator("#time")).not_to_have_value(at)
    page.locator("#seek").fill("Garrison of Treponti")
    page.locator("#seek").press("Enter")
    expect(page.locator("#now")).to_contain_text("Garrison of Treponti")
    page.locator("#seek").fill("1108")
    page.locator("#seek").press("Enter")
    expect(page.locator("#said")).to_have_text("1108")
    page.wait_for_timeout(800)
    box = page.locator("#view").bounding_box()
    assert box is not None
    middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(middle[0] + 1, middle[1] + 1)
    page.mouse.move(*middle)
    expect(page.locator("#stack")).to_be_visible()
    assert all(page.locator("#stack figcaption").all_inner_texts())
