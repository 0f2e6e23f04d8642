"""The report page in a real browser: opened from disk, scrubbed, filtered, clicked, printed, and checked for accessibility."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit, axe
from tests.exporters.report.games import judged_turn

PAINTED = """() => {
  const canvas = document.querySelector('#view .counters');
  return canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data.reduce((sum, part) => sum + part, 0);
}"""
GROUND = """() => {
  const canvas = document.querySelector('.openseadragon-canvas canvas:not(.counters)');
  return canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data.some((part) => part > 0);
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


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_serious_accessibility_finding(visit: Visit, scheme: str) -> None:
    visit.page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    visit.page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true")
    visit.page.locator(".finding .show").first.press("Enter")
    visit.page.evaluate(axe())
    found = visit.page.evaluate("axe.run().then((result) => result.violations)")
    serious = [
        (each["id"], [node["html"][:200] for node in each["nodes"][:3]])
        for each in found
        if each["impact"] in ("serious", "critical")
    ]
    assert not serious


def test_nothing_sticks_out_of_the_page(visit: Visit) -> None:
    assert visit.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_bundle_opens_from_disk_with_its_tiles(bundle_visit: Visit) -> None:
    bundle_visit.page.wait_for_timeout(500)
    assert [url for url in bundle_visit.requests if url.endswith(".webp")]
