"""The report of a batch as one self-contained HTML page: totals, findings by rule, the worst files, the dice of all games."""

from __future__ import annotations

from pathlib import Path

from markupsafe import Markup

from adjudicator.audit.totals import Totals
from adjudicator.exporters.report.pages import bars, file_text, policy, template
from adjudicator.languages import IN_ENGLISH, Language
from adjudicator.said import Said, say
from adjudicator.words import MEANING_OF_CHANCES, chance
from adjudicator.writing import write_report

STATUSES = {
    "done": say("gone through"),
    "in part": say("gone through in part"),
    "unreadable": say("unreadable"),
    "not judged": say("not judged"),
    "out of reach": say("out of reach"),
}


def totals_page(totals: Totals, language: Language = IN_ENGLISH) -> str:
    """The page in a language."""
    css = file_text("page.css")
    return template("totals.html.j2", language).render(
        language=language.name,
        totals=totals,
        verdict=verdict(totals),
        policy=policy((), css, beside=False),
        css=Markup(css),  # noqa: S704 - our own file, not input
        facts=facts(totals),
        status=lambda name: STATUSES.get(name, name),
        meaning=MEANING_OF_CHANCES,
        chance=chance,
        bars=bars,
    )


def write_totals(totals: Totals, path: Path, language: Language = IN_ENGLISH) -> None:
    """Write the page as one file."""
    write_report(path, totals_page(totals, language))


def verdict(totals: Totals) -> Said:
    """The whole in one sentence."""
    return say(
        "{games} games of {files} files; rules broken: {times}; not judged, or not in whole: {left}",
        f"{totals.games:,}",
        f"{totals.files:,}",
        f"{totals.violations:,}",
        f"{totals.left:,}",
    )


def facts(totals: Totals) -> list[tuple[Said, str]]:
    """What there is, and how much of it; nothing is said of what there is none of."""
    told = (
        (say("games that no pack knows, judged by no rules"), f"{totals.without_pack:,}"),
        (say("games of whose rules none was judged"), f"{totals.nothing_judged:,}"),
        (say("games whose module is not at hand"), f"{totals.without_module:,}"),
        (say("modules"), f"{totals.modules:,}"),
        (say("copies of other games"), f"{totals.copies:,}"),
        (say("megabytes of saves and logs"), f"{totals.bytes / 1e6:,.1f}"),
        (say("steps"), f"{totals.steps:,}"),
        (say("acts"), f"{totals.acts:,}"),
        (say("legal"), f"{totals.legal:,}"),
        (say("illegal"), f"{totals.illegal:,}"),
        (say("undetermined"), f"{totals.undetermined:,}"),
        (say("seconds of processor time"), f"{totals.processor_seconds:,.1f}"),
        (say("megabytes of memory that one game had in use at most"), f"{totals.most_bytes / 1e6:,.0f}"),
    )
    return [(name, value) for name, value in told if value.strip("0.")]
