"""Reports as documents: complete, and deaf to whatever the input tries to say in HTML or Markdown."""

from __future__ import annotations

from typing import Any

import pytest
from lxml import html

from adjudicator.cli.account import print_audit
from adjudicator.cli.verdict import print_report
from adjudicator.errors import Source
from adjudicator.exporters.report.audit_json import audit_json
from adjudicator.exporters.report.audit_markdown import audit_markdown
from adjudicator.exporters.report.from_report import as_audit
from adjudicator.exporters.report.markdown import markdown
from adjudicator.exporters.report.page import page
from adjudicator.exporters.report.record import ReportRecord, report_bytes, report_json
from adjudicator.findings import Area, Citation, Coverage, Finding, Ran, Report, Severity, Trace, unruled
from adjudicator.languages import language
from adjudicator.model.known import YES, Known
from adjudicator.notes import Note, NoteKind
from adjudicator.said import say

HOSTILE = "<script>alert(1)</script> | [x](javascript:y) *z*"
BOOK = Citation("Two Rivers", "1", "3.1")


def finding(at: tuple[str, ...], because: str, units: tuple[str, ...] = (), **more: Any) -> Finding:
    return Finding(at, because, units, citation=BOOK, **more).identified


REPORT = Report(
    "two_rivers",
    HOSTILE,
    (
        finding(("0805",), HOSTILE, ("a",), rule="two:3.1", title="Three units", names=(HOSTILE,), step=7),
        finding(
            ("0101",),
            "no line",
            broken=Known.open(HOSTILE),
            rule="two:6.1",
            title="Supply",
            severity=Severity.DOUBT,
        ),
        finding(
            (),
            "owed",
            traces=(Trace("supply", ("0101", "0102"), "3"),),
            rule="two:7.1",
            title="Attack",
            severity=Severity.REMINDER,
        ),
    ),
    (Coverage("two:3.1", "Three units", Ran.JUDGED), Coverage("two:9.1", "Weather", Ran.NOT_CHECKED, HOSTILE)),
    (Note(NoteKind.GUESSED, "dice", HOSTILE, Source("a.vlog", "savedGame", 5)),),
    (("rail", "both ways"),),
    (Area("combat", 21, left=3), Area("morale", 2, left=2, undecidable=1), Area("weather", 6)),
)
LEFT = "Of the book's 29 articles 5 have no rule yet (combat 3 of 21, morale 2 of 2), and 1 no program can judge."


def test_json_says_all_and_reads_back() -> None:
    read = ReportRecord.model_validate_json(report_bytes(REPORT))
    assert read.model_dump(mode="json") == report_json(REPORT)
    assert [finding.id for finding in read.findings] == [finding.id for finding in REPORT.findings]
    assert (read.verdict, read.counts.violation, read.counts.doubt, read.counts.reminder) == ("violations", 1, 1, 1)


def test_the_page_takes_nothing_for_markup() -> None:
    read = html.fromstring(page(REPORT))
    assert [script.get("type") for script in read.iter("script")] == [None, None]
    assert not any("alert(1)" in script.text for script in read.iter("script"))
    assert len(read.findall(".//article")) == 3
    assert "javascript:y" in read.text_content()
    assert not [link.get("href") for link in read.iter("a") if not link.get("href").startswith("#")]


def test_markdown_takes_nothing_for_markup() -> None:
    text = markdown(REPORT)
    assert "<script>" not in text
    assert "[x] (javascript:y) ∗z∗" in text and "\\" not in text


def test_every_severity_coverage_reading_and_note_is_told() -> None:
    for text in (markdown(REPORT), page(REPORT)):
        for told in ("iolation", "doubt", "eminder", "not checked", "both ways", "guessed", "0101–0102"):
            assert told in text


def test_every_form_tells_how_much_of_the_book_has_no_rule(capsys: pytest.CaptureFixture[str]) -> None:
    assert LEFT in markdown(REPORT).replace("\\", "")
    assert "1 of 2 rules judged; no rule yet for 5 of the book's 29 articles" in markdown(REPORT)
    assert LEFT in html.fromstring(page(REPORT)).text_content()
    print_report(REPORT)
    assert LEFT[1:-1] in capsys.readouterr().out
    assert report_json(REPORT)["areas"] == [
        {"area": "combat", "articles": 21, "left": 3, "undecidable": 0},
        {"area": "morale", "articles": 2, "left": 2, "undecidable": 1},
        {"area": "weather", "articles": 6, "left": 0, "undecidable": 0},
    ]


def test_an_audit_tells_how_much_of_the_book_has_no_rule(capsys: pytest.CaptureFixture[str]) -> None:
    audit = as_audit(REPORT)
    assert LEFT in audit_markdown(audit).replace("\\", "")
    print_audit(audit)
    assert LEFT[1:-1] in capsys.readouterr().out
    assert audit_json(audit)["areas"] == report_json(REPORT)["areas"]


def test_a_few_areas_stand_for_many() -> None:
    many = tuple(Area(f"a{i}", 10, left=i) for i in range(1, 8))
    told = unruled(many, most=2)
    assert told == "of the book's 70 articles 28 have no rule yet (a7 7 of 10, a6 6 of 10, 15 in 5 further areas)"
    assert "does not list the articles" in unruled(())


@pytest.mark.parametrize(
    ("ran", "verdict"),
    [
        (Ran.JUDGED, "clean"),
        (Ran.UNDETERMINED, "nothing judged"),
        (Ran.NOT_CHECKED, "nothing judged"),
        (Ran.NOT_APPLICABLE, "nothing judged"),
    ],
)
def test_a_report_is_clean_where_a_rule_was_judged(ran: Ran, verdict: str) -> None:
    report = Report("two_rivers", "a.vsav", (), (Coverage("two:2.1", "Stacking", ran),))
    assert report_json(report)["verdict"] == verdict


def test_a_pack_without_rules_judges_nothing() -> None:
    assert report_json(Report("two_rivers", "a.vsav", ()))["verdict"] == "nothing judged"


def test_a_finding_has_one_id_in_every_language() -> None:
    told = say("{unit} attacks {target}, and no enemy unit is there", "1 Inf", "1817")
    report = Report("two_rivers", "a.vsav", (finding(("1817",), told, rule="two:7.1"),), language=language("de"))
    assert told not in markdown(report)
    assert report.findings[0].id in markdown(report)


def test_the_reasons_of_a_finding_are_told_as_a_tree() -> None:
    weather = Known.open("the weather of 0805").explained("it snows in 0805")
    broken = (YES.explained("1 Inf is infantry") & weather).explained("1 Inf must stop in 0805 *z*")
    doubt = finding((), "it goes on", broken=broken, rule="two:6.1", title="Zones", severity=Severity.DOUBT)
    report = Report("two_rivers", "a.vsav", (doubt,))
    assert "\n  - 1 Inf must stop in 0805 ∗z∗" in markdown(report)
    assert "\n    - it snows in 0805 (not known: the weather of 0805)\n" in markdown(report)
    nested = html.fromstring(page(report)).findall(".//ul[@class='because']/li/ul/li")
    assert [item.text for item in nested] == ["it snows in 0805 (not known: the weather of 0805)"]
    (top,) = report_json(report)["findings"][0]["reasons"]
    assert (top["truth"], top["missing"]) == ("open", ["the weather of 0805"])
    assert top["rests_on"][0]["text"] == "it snows in 0805"
    assert ReportRecord.model_validate_json(report_bytes(report)).findings[0].reasons == broken.because
