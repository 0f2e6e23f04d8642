"""The page: complete, self-contained, and deaf to markup in what players wrote."""

from __future__ import annotations

import base64
import hashlib
import re
import zlib
from dataclasses import replace

import orjson
import pytest
from lxml import html

from adjudicator.audit.record import Comparison
from adjudicator.exporters.report import page
from adjudicator.exporters.report.audit_json import audit_bytes, read_audit
from adjudicator.exporters.report.audit_markdown import audit_markdown
from adjudicator.exporters.report.page import audit_page, rendered
from adjudicator.exporters.report.scene import scene
from tests.exporters.report.games import HOSTILE, hostile, judged_turn


@pytest.fixture(scope="module")
def turn_page() -> str:
    return audit_page(judged_turn())


def test_only_our_scripts_and_styles_are_allowed_and_nothing_is_fetched(turn_page: str) -> None:
    read = html.fromstring(turn_page)
    policy = read.find(".//meta[@http-equiv]").get("content")
    for text in [each.text for each in (*read.iter("script"), *read.iter("style")) if not each.get("type")]:
        assert f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'" in policy
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert not [
        each for each in read.iter() if isinstance(each.tag, str) and (_fetches(each.get("src")) or each.get("style"))
    ]
    assert not [link.get("href") for link in read.iter("a", "link") if not link.get("href").startswith("#")]


def _fetches(source: str | None) -> bool:
    return source is not None and not source.startswith("data:")


def test_the_page_of_the_sample_turn_stays_small(turn_page: str) -> None:
    assert len(turn_page) < 3_000_000


def test_page_markdown_and_json_tell_the_same_findings_and_rules(turn_page: str) -> None:
    made = judged_turn().audit
    assert audit_bytes(read_audit(audit_bytes(made))) == audit_bytes(made)
    told = html.fromstring(turn_page).text_content()
    markdown = audit_markdown(made).replace("\\", "")
    for finding in made.findings:
        for text in (told, markdown):
            assert finding.id in text
            assert finding.because in text
    for entry in made.coverage:
        assert entry.rule in told
        assert entry.rule in markdown


def test_what_is_new_since_an_earlier_audit_is_marked_and_can_be_chosen_alone() -> None:
    made = judged_turn().audit
    new = made.findings[0].id
    read = html.fromstring(rendered(replace(made, comparison=Comparison("before.json", new=(new,))), None))
    marked = [each.get("id") for each in read.find_class("finding") if each.find_class("news")]
    assert marked == [new]
    assert [each.get("data-news") for each in read.find_class("finding")].count("new") == 1
    assert "only what is new since before.json (1)" in read.get_element_by_id("filter").text_content()


def test_every_step_is_an_act_or_says_why_not(turn_page: str) -> None:
    made = judged_turn().audit
    shown = {step for act in html.fromstring(turn_page).iter("li") for step in act.get("data-steps", "").split()}
    ignored = {str(step.step) for step in made.ignored}
    assert shown | ignored == {str(step.step) for step in made.steps}


def test_hostile_text_stays_text() -> None:
    text = rendered(hostile(), scene(judged_turn()))
    read = html.fromstring(text)
    assert [each.get("type") for each in read.iter("script")] == [None, "application/json", None, None]
    assert all(each.get("src").startswith("data:image/") for each in read.findall(".//img"))
    assert not [name for each in read.iter() for name in each.attrib if name.startswith("on")]
    assert HOSTILE in read.text_content()
    orjson.loads(read.find(".//script[@type]").text)
    markdown = audit_markdown(hostile())
    assert not set("<`\\") & set(markdown)
    assert "[x] (javascript:y)" in markdown


def test_a_name_on_the_map_cannot_end_its_script() -> None:
    made = scene(judged_turn())
    assert made is not None
    data = {**made.data, "names": [HOSTILE]}
    text = rendered(judged_turn().audit, type(made)(data, made.kinds, made.maps, made.moments, made.patterns))
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', text, re.DOTALL)
    assert found is not None
    assert orjson.loads(found[1])["names"] == [HOSTILE]


def test_long_lists_wait_until_somebody_looks_at_them(turn_page: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a lighter page keeps as text is all that the whole one has."""
    for name, value in {"MOST_ELEMENTS": 100, "LONG": 1, "MOST_UNPACKED": 1000}.items():
        monkeypatch.setattr(page, name, value)
    light = audit_page(judged_turn())
    assert light.count("</") < turn_page.count("</") - 200
    found = re.search(r'<script type="application/json" id="later">(.*?)</script>', light, re.DOTALL)
    assert found is not None
    packed = orjson.loads(found[1])
    kept = orjson.loads(zlib.decompress(base64.b64decode(packed.partition(",")[2])))
    steps = [each.get("data-steps") for each in html.fromstring(turn_page).iter("li") if each.get("data-steps")]
    waiting = [
        each.get("data-steps") for part in kept for each in html.fromstring(part).iter("li") if each.get("data-steps")
    ]
    assert waiting == steps and "<!--" not in light.replace("<!--[", "")
    assert len(re.findall(r'data-later="\d+"', light)) == len(kept)
