"""A chapter of a game as a text to send: what each side moved, fought, rolled and lost in it, then the verdict."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.audit.record import Audit
from adjudicator.exporters.report.story import story
from adjudicator.exporters.report.summary import summary_lines
from adjudicator.harmless import harmless_line
from adjudicator.languages import IN_ENGLISH, Language
from adjudicator.said import quoted, say, strung


def chapter_text(audit: Audit, name: str, language: Language = IN_ENGLISH) -> str:
    """The steps that were audited, under the chapter's name, in a language."""
    told = (" ".join(harmless_line(language.told(line)).split()) for line in _lines(language.all_told(audit), name))
    return "".join(f"{line}\n" for line in (*told, "", *summary_lines(audit, language)))


def _lines(audit: Audit, name: str) -> Iterator[str]:
    steps = say("steps {first} to {last}", audit.first, audit.last or len(audit.steps))
    yield strung((audit.title, name, steps, say("as {viewer} may see it", quoted(audit.viewer))), " · ")
    turns = story(audit)
    for turn in turns:
        if len(turns) > 1:
            yield say("Turn {turn}:", turn.name) if turn.name else say("Before the first turn:")
        for part in turn.parts:
            for deed, first, rest in part.columns:
                if first or rest:
                    lines = strung((line.text for line in (*first, *rest)), "; ")
                    yield say("{who} {deed}: {lines}", part.who or say("Nobody's side"), deed, lines)
