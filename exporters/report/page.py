"""A report as one self-contained HTML page: map, timeline and lists; nothing is fetched, all from the input is escaped."""

from __future__ import annotations

import base64
import re
import zlib
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path

import orjson
from markupsafe import Markup

from adjudicator.audit.record import ActEntry, Audit, Audited, FileEntry
from adjudicator.exporters.report import words
from adjudicator.exporters.report.from_report import as_audit
from adjudicator.exporters.report.moves import MoveLines
from adjudicator.exporters.report.pages import bars, file_text, policy, template
from adjudicator.exporters.report.remedies import remedy
from adjudicator.exporters.report.runs import runs
from adjudicator.exporters.report.scene import Progress, Scene, scene, unheard
from adjudicator.exporters.report.script_texts import script_texts
from adjudicator.exporters.report.story import story
from adjudicator.findings import (
    Finding,
    Report,
    Severity,
    asked_back,
    cause_words,
    headlines,
    none_broken,
    of_one_cause,
    unruled,
)
from adjudicator.harmless import harmless
from adjudicator.languages import ENGLISH, IN_ENGLISH, Language
from adjudicator.plain_words import plainly
from adjudicator.said import say
from adjudicator.words import MEANING_OF_CHANCES, chance, sentence
from adjudicator.writing import write_report

SCRIPTS = ("tell.js", "board.js", "marks.js", "why.js", "page.js")
EARLY = 'document.documentElement.className = "scripted";'
"""Before anything is shown: where scripts run, the map takes the place of its still picture."""
MOST_ELEMENTS, LONG = 8000, 60
"""How many elements a page may have before its long parts wait until they are looked at, and how many such a part has."""
MUCH = frozenset({"changes", "snapshots", "findings", "supply", "hexes", "moments", "names"})
MOST_UNPACKED = 50_000
"""Signs of JSON in these parts of the scene; more is packed."""
_LATER = re.compile(r"<!--later(?::(?P<title>.*?))?-->(?P<body>.*?)<!--/later-->", re.DOTALL)
MOST_SUPPLIED = 4
"""Units of one finding whose line of supply it offers to show."""
LAYER_WORDS = {"supply": say("supply"), "zoc": say("zones of control"), "control": say("control")}


def page(report: Report) -> str:
    """The page of a judgement without its map."""
    return rendered(as_audit(report), None, language=report.language)


def audit_page(audited: Audited, hear: Progress = unheard) -> str:
    """The page of an audit or of a judged file, map and all inside it; who `hear`s is told how far it is."""
    told = audited.told
    return rendered(told.audit, scene(told, hear=hear), language=told.language)


def write_page(audited: Audited, path: Path) -> None:
    """Write the page as one file."""
    write_report(path, audit_page(audited))


def rendered(audit: Audit, made: Scene | None, beside: bool = False, language: Language = IN_ENGLISH) -> str:
    """The page of this record and scene, in its language; `beside` allows images that lie in its folder."""
    audit = language.all_told(audit)
    kinds = made.kinds if made else ()
    layers = {kind.layer for kind in kinds}
    acts = {act.number: act for act in audit.acts}
    text = template("page.html.j2", language).render(
        language=language.name,
        audit=audit,
        scene=made,
        words=_json(orjson.dumps(script_texts(language))) if language.name != ENGLISH else "",
        **_code(beside, drawn=made is not None),
        kinds=kinds,
        layers=[(name, told) for name, told in LAYER_WORDS.items() if name in layers],
        anchors=_anchors(audit),
        alike=of_one_cause(audit.findings),
        cause=language.told(cause_words(audit.findings)),
        headlines=[
            *(sentence(note.text) for note in headlines(audit.notes) if audit.pack),
            *(sentence(plainly(language.told(line))) for line in (*asked_back(audit.findings), *audit.assumed)),
        ],
        none_broken=sentence(language.told(none_broken(audit.coverage))),
        filters=_filters(audit),
        turns=[(heading, list(runs(acts))) for heading, acts in _chapters(audit)],
        story=story(audit),
        players=_players(audit),
        new=frozenset(audit.comparison.new) if audit.comparison else frozenset(),
        by_whom=words.by_whom,
        undo=lambda finding: _undo(finding, audit),
        trace_words=lambda trace, finding: words.trace_words(trace, finding, acts.get(finding.act)),
        meaning=MEANING_OF_CHANCES,
        untested=[language.told(line) for line in audit.untested],
        move_lines=MoveLines(audit, language, lambda act: _trail(act, made) if made else ""),
        supplied=lambda finding: _supplied(finding, made) if made else (),
        bars=bars,
        signs=words.SIGNS,
        summary=words.summary(audit),
        facts=language.all_told(words.facts(audit)),
        chain_words=words.chain_words(audit),
        tally=words.tally(audit.coverage),
        unruled=sentence(language.told(unruled(audit.areas))) if audit.coverage else "",
        coverage=list(words.by_outcome(audit.coverage)),
        notes=(*audit.notes, *(made.notes if made else ())),
        shown_at=words.shown_at(audit),
        where=words.where,
        units_of=words.units_of,
        steps=words.steps_of,
        chance=chance,
        saved=words.saved,
    )
    return _lighter(text, _data(language.all_told(made.data)) if made else "")


def _code(beside: bool, *, drawn: bool) -> dict[str, str]:
    """The scripts and styles of a page, `drawn` with a map, and the policy that allows them."""
    script = "".join(file_text(name) for name in SCRIPTS) if drawn else file_text("tell.js") + file_text("page.js")
    viewer, css = file_text("vendor/openseadragon/openseadragon.min.js") if drawn else "", file_text("page.css")
    found = {"css": css, "script": script, "early": EARLY, "viewer": viewer}
    marked: dict[str, str] = {name: Markup(text) for name, text in found.items()}  # noqa: S704 - our own files, not input
    return {**marked, "policy": policy((EARLY, viewer, script), css, beside)}


def _lighter(text: str, data: str) -> str:
    """The page with its scene's data; long parts of its lists are kept as text until somebody looks, if it has many elements.

    Between `later` and `/later` stands what may be kept, inside a fold, or under a title of its own. Nothing of the input can
    say so: its signs are escaped.
    """
    nodes = text.count("</")
    kept: list[str] = []

    def part(found: re.Match[str]) -> str:
        title, body = found["title"], found["body"]
        if nodes <= MOST_ELEMENTS or body.count("</") < LONG:
            return body
        kept.append(body)
        place = f' data-later="{len(kept) - 1}"'
        return f"<div{place}></div>" if title is None else f"<details{place}><summary>{title}</summary></details>"

    made = _LATER.sub(part, text)
    element = (
        f'<script type="application/json" id="later">{_json(orjson.dumps(_packed(kept)))}</script>\n' if kept else ""
    )
    before, _, rest = made.partition("<!--data-->")
    between, _, after = rest.partition("<!--kept-->")
    return "".join((before, data, between, element, after))


def _chapters(audit: Audit) -> Iterator[tuple[str, tuple[ActEntry, ...]]]:
    """The acts under headings of turn and phase; where no turn is told, under those of the files, if there are several."""
    logs = [file for file in audit.files if file.steps]
    for heading, acts in words.by_turn(audit):
        if heading or len(logs) < 2:
            yield heading, acts
            continue
        for file, told in groupby(acts, lambda act: _file_of(act, logs)):
            yield file, tuple(told)


def _file_of(act: ActEntry, logs: Sequence[FileEntry]) -> str:
    step = act.steps[0] if act.steps else 0
    return next((file.name for file in reversed(logs) if file.first <= step), "")


def _data(scene_data: Mapping[str, object]) -> Markup:
    """The scene as JSON in which no character can end the element it stands in; what is much of it, and no picture, packed."""
    told = {name: _packed(value) if name in MUCH else value for name, value in scene_data.items()}
    return _json(orjson.dumps(told))


def _packed(value: object) -> object:
    """A value as it is, or, if it takes many signs, the address of its JSON packed."""
    made = harmless(orjson.dumps(value).decode()).encode()
    if len(made) <= MOST_UNPACKED:
        return value
    return f"data:application/zlib;base64,{base64.b64encode(zlib.compress(made, 6)).decode()}"


def _json(told: bytes) -> Markup:
    made = harmless(told.decode())
    for char in "<>&\u2028\u2029":
        made = made.replace(char, f"\\u{ord(char):04x}")
    return Markup(made)  # noqa: S704 - the characters of markup are escaped just above


def _anchors(audit: Audit) -> list[str]:
    """Each finding's id; the same id again gets a number, since a page must not have it twice."""
    seen: dict[str, int] = {}
    anchors = []
    for finding in audit.findings:
        seen[finding.id] = seen.get(finding.id, 0) + 1
        anchors.append(finding.id if seen[finding.id] == 1 else f"{finding.id}-{seen[finding.id]}")
    return anchors


def _filters(audit: Audit) -> list[tuple[str, str, list[str]]]:
    """The choices by which findings can be filtered; a choice of one is none."""
    found = audit.findings
    choices = (
        ("side", "side", sorted({side for each in found for side in each.sides})),
        ("rule", "rule", sorted({each.rule for each in found})),
        ("unit", "unit", sorted({name for each in found for name in (each.names or each.units)})),
    )
    return [choice for choice in choices if len(choice[2]) > 1]


def _players(audit: Audit) -> list[str]:
    """The sides or players by whom what was played can be filtered; a choice of one is none."""
    found = sorted({audit.doer(act) for act in audit.acts} - {""})
    return found if len(found) > 1 else []


def _trail(act: ActEntry, made: Scene) -> str:
    """The act's path: its map's number, then points; -1 where the path is on none of the maps shown."""
    home = act.path[-1].map
    if home in made.maps:
        spots = [(place.x, place.y) for place in act.path if place.map == home]
        number = made.maps.index(home)
    elif all(place.name in made.middles for place in act.path):
        spots = [(round(x), round(y)) for x, y in (made.middles[place.name] for place in act.path)]
        number = 0
    else:
        return "-1"
    return " ".join((str(number), *(f"{x},{y}" for x, y in spots)))


def _undo(finding: Finding, audit: Audit) -> str:
    """What to undo of a violation that stands."""
    if finding.severity is not Severity.VIOLATION or finding.ruling:
        return ""
    return say("Undo: {remedy}.", remedy(finding, audit))


def _supplied(finding: Finding, made: Scene) -> list[tuple[int, str]]:
    """The units of a finding whose line of supply the page knows: their numbers there, and names."""
    places = made.lines.units if made.lines else {}
    names = finding.names or finding.units
    return [(places[unit], name) for unit, name in zip(finding.units, names, strict=False) if unit in places][
        :MOST_SUPPLIED
    ]
