"""What a rulebook's pack says of itself, as plain values: its rules, one rule explained, how much of the book is judged."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from adjudicator.checks.articles import entries_of
from adjudicator.checks.registry import find_check
from adjudicator.errors import UsageError
from adjudicator.findings import Area
from adjudicator.lean import dataclass
from adjudicator.model.pack import Pack, ReadingEntry, RuleEntry
from adjudicator.model.tables import load_table
from adjudicator.model.vocabulary import Vocabulary
from adjudicator.packs import coverage as covered
from adjudicator.packs import load
from adjudicator.packs.drops import dropped
from adjudicator.packs.folders import packages_of
from adjudicator.packs.sentences import Sentence, SentenceState, count_states, sentences_of
from adjudicator.packs.verify import lacking
from adjudicator.toml import read_toml
from adjudicator.words import word

Json = dict[str, Any]

HEADS = ("Under:", "Legal:", "Illegal:")
"""What begins the examples in a check's docstring."""


def packs() -> list[Json]:
    """The packs there are: id, title, edition, description, theatres, and which of these are samples."""
    keys = ("id", "title", "edition", "description")
    return [
        {key: getattr(pack, key) for key in keys} | {"theatres": list(pack.theatres), "samples": list(pack.samples)}
        for pack in load.list_packs()
    ]


def unusable_packs() -> tuple[str, ...]:
    """Sentences on installed and added packs that cannot be used."""
    return load.unusable_packs()


def contents(pack: str | Path) -> Json:
    """A pack's rules, readings, optional rules and theatres."""
    loaded = load.load_pack(pack)
    head = loaded.header
    return {
        "id": head.id,
        "title": head.title,
        "edition": head.edition,
        "description": head.description,
        "rules": [
            {
                "rule": f"{head.short}:{rule.id}",
                "title": rule.title,
                "check": rule.check,
                "severity": rule.severity.value,
            }
            for rule in loaded.rules.values()
        ],
        "readings": [_reading(loaded, each) for each in loaded.readings.values()],
        "options": {name: name in loaded.options for name in head.options},
        "conditions": {name: list(values) for name, values in head.conditions.items()},
        "sides": [faction.name for faction in head.factions],
        "theatres": list(load.list_theatres(loaded)),
        "samples": list(load.list_samples(loaded)),
        "sample_units": len(load.sample_units(loaded)),
        "lacking": list(lacking(loaded)),
        "dropped": list(dropped(loaded)),
    }


def words(pack: str | Path) -> dict[str, dict[str, str]]:
    """What written positions, moves and cases may name, by kind: each word with its name as people read it, markers with their
    kind, options with whether they are in force by default."""
    loaded = load.load_pack(pack)
    head = loaded.header
    listed = load_table(loaded, "vocabulary", Vocabulary) if "vocabulary" in loaded.tables else Vocabulary()
    return {
        "sides": {faction.id: faction.name for faction in head.factions},
        "phases": {phase.id: str(phase.name) for phase in head.sequence.phases},
        "conditions": {name: ", ".join(values) or "any word" for name, values in head.conditions.items()},
        "regions": dict(listed.tags),
        "modes": {name: str(word(name)) for name in loaded.modes},
        "missions": {name: str(word(name)) for name in loaded.missions},
        "units": {name: kind.name or name for name, kind in loaded.units.items()},
        "markers": {name: f"{kind.name or word(kind.kind)} [{kind.kind}]" for name, kind in loaded.markers.items()},
        "options": {name: "on" if name in loaded.options else "off" for name in head.options},
    }


def explain(rule: str, pack: str | Path = "") -> Json:
    """One rule, named as reports name it ("two:3.1"): what it says and why, where the book has it, how it is checked.

    Of a `pack` that is named, or a folder, the article alone will do ("3.1").
    """
    book, entry = _find_in(load.load_pack(pack), rule) if pack else _find(rule)
    return _explained(book, entry)


def _explained(pack: Pack, entry: RuleEntry) -> Json:
    demands, example = _split_doc(find_check(entry.check, pack.packages).doc) if entry.check else ("", "")
    names = [name.partition("=")[0] for name in entry.readings]
    return {
        "rule": f"{pack.header.short}:{entry.id}",
        "title": entry.title,
        "says": entry.says,
        "why": entry.why,
        "citation": str(pack.cite(entry.id)),
        "severity": entry.severity.value,
        "when": ", ".join(entry.when),
        "check": entry.check,
        "demands": "" if demands == entry.says else demands,
        "terms": {name: str(value) for name, value in entry.terms.items()},
        "covers": ", ".join(entry.covers),
        "retired": entry.retired,
        "stated_in": " → ".join(_stated_in(pack, entry)),
        "readings": [_reading(pack, pack.readings[name]) for name in dict.fromkeys(names)],
        "example": example,
    }


def _stated_in(pack: Pack, entry: RuleEntry) -> list[str]:
    """The packs that state the rule, or what differs of it, the series first."""
    return [folder.name for folder in pack.folders if entry.id in _rule_ids(folder, pack.packages)]


def _rule_ids(folder: Path, packages: tuple[str, ...]) -> set[object]:
    """The rules that a pack's own folder states, in rules.toml or in code."""
    path = folder / "rules.toml"
    entries = read_toml(path).get("rule", []) if path.is_file() else []
    stated = entries if isinstance(entries, list) else []
    pack, own = str(read_toml(folder / "pack.toml").get("id", "")), "".join(packages_of([folder]))
    return {each.get("id") for each in (*stated, *entries_of(pack, own, packages)) if isinstance(each, Mapping)}


@dataclass(frozen=True, slots=True)
class BookCoverage:
    """How much of the book is judged: article by article and area by area, counted by standing."""

    areas: tuple[Area, ...]
    _json: Json

    @property
    def standings(self) -> tuple[str, ...]:
        """What an article's standing may be; that a printing lacks it, only where it lacks some."""
        lacks = any(area["counts"][covered.ArticleState.ABSENT] for area in self._json["areas"])
        return tuple(each.value for each in covered.ArticleState if lacks or each is not covered.ArticleState.ABSENT)

    @property
    def sentences(self) -> tuple[tuple[str, ...], ...]:
        """Every sentence that the pack lists: its article, what it says, its state, the rule, and the case or the reason."""
        return tuple(
            (article["id"], each["says"], each["state"], each["rule"], each["why"] or each["case"])
            for area in self._json["areas"]
            for article in area["articles"]
            for each in article["sentences"]
        )

    @property
    def by_area(self) -> tuple[tuple[Any, ...], ...]:
        """Areas with sentences: their name, how many stand how, and all."""
        return tuple(
            (area["area"], *area["sentences"].values(), sum(area["sentences"].values()))
            for area in self._json["areas"]
            if any(area["sentences"].values())
        )

    def as_json(self) -> Json:
        return self._json


def coverage(pack: str | Path, charts: Path | None = None) -> BookCoverage:
    """How much of a pack's book is judged, with the chart cells filled in."""
    loaded = load.load_pack(pack, charts=charts)
    found = covered.coverage(loaded)
    share = covered.share(found)
    listed = sentences_of(loaded)
    areas = [
        {
            "area": area.area,
            "counts": {standing.value: area.count(standing) for standing in covered.ArticleState},
            "printed": len(area.printed),
            "sentences": _counted(listed, frozenset(entry.article.id for entry in area.articles)),
            "articles": [
                {
                    "id": entry.article.id,
                    "title": entry.article.title,
                    "standing": entry.standing.value,
                    "why": entry.why,
                    "partly": entry.article.partly if entry.standing == "decided" else "",
                    "sentences": [_sentence(each) for each in listed.get(entry.article.id, ())],
                }
                for entry in area.articles
            ],
        }
        for area in found
    ]
    told = {
        "pack": loaded.header.id,
        "python_lines": covered.python_lines(loaded.folder),
        "share": {"decided": share.decided, "of": share.of, "percent": share.percent},
        "areas": areas,
    }
    return BookCoverage(covered.areas_left(loaded), told)


def _counted(listed: Mapping[str, tuple[Sentence, ...]], articles: frozenset[str]) -> Json:
    counts = count_states(listed, articles)
    return {state.value: counts[state] for state in SentenceState}


def _sentence(sentence: Sentence) -> Json:
    why = sentence.left or sentence.people or sentence.open
    return {
        "says": sentence.says,
        "state": sentence.state.value,
        "rule": sentence.rule,
        "case": sentence.case,
        "why": why,
    }


def _reading(pack: Pack, reading: ReadingEntry) -> Json:
    return {
        "id": reading.id,
        "about": reading.about,
        "choices": dict(reading.choices),
        "chosen": pack.chosen[reading.id],
        "why": reading.why,
        "articles": list(reading.rules),
    }


def _find(name: str) -> tuple[Pack, RuleEntry]:
    """The rule of that name: a pack's short or full name, a colon, the article."""
    prefix, colon, article = name.partition(":")
    shorts = []
    for pack in _all_packs():
        if prefix not in (pack.header.short, pack.id):
            shorts.append(pack.header.short)
            continue
        if not colon:
            first = f"{pack.header.short}:{next(iter(pack.rules), '1')}"
            raise UsageError(
                f"'{name}' is a pack; name one of its rules, such as {first} ('packs show {pack.id}' lists them)"
            )
        return _article(pack, article)
    known = ", ".join(sorted(set(shorts)))
    if not colon:
        raise UsageError(f"'{name}' names no rule; write PACK:ARTICLE, such as two:3.1; packs are {known}")
    raise UsageError(f"no pack goes by '{prefix}'; there are {known}")


def _find_in(pack: Pack, name: str) -> tuple[Pack, RuleEntry]:
    """The rule of that name in a pack; what stands before a colon must be the pack's own name."""
    prefix, colon, article = name.rpartition(":")
    if colon and prefix not in (pack.header.short, pack.id):
        raise UsageError(f"the pack '{pack.id}' calls its rules '{pack.header.short}:...', not '{prefix}:...'")
    return _article(pack, article)


def _article(pack: Pack, article: str) -> tuple[Pack, RuleEntry]:
    if article not in pack.rules:
        near = ", ".join(_near(article, pack)) or "see 'adjudicator packs show'"
        raise UsageError(f"the pack '{pack.id}' has no rule '{article}'; there are {near}")
    return pack, pack.rules[article]


def _all_packs() -> Iterator[Pack]:
    for info in load.list_packs():
        yield load.load_pack(info.folder)


def _near(article: str, pack: Pack) -> list[str]:
    """Rules whose numbers begin alike."""
    chapter = article.split(".", maxsplit=1)[0]
    return [rule for rule in pack.rules if rule.split(".", maxsplit=1)[0] == chapter][:12] or [*pack.rules][:12]


def _split_doc(doc: str) -> tuple[str, str]:
    """A check's docstring: what it demands, and its examples."""
    lines = doc.splitlines()
    at = next((at for at, line in enumerate(lines) if line.strip().startswith(HEADS)), len(lines))
    return " ".join(" ".join(lines[:at]).split()), "\n".join(lines[at:]).strip()
