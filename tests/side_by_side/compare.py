"""Two dumps compared: what each says of a case or a file as facts, one sentence each, and the words apart."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

EXPLAINED = Path(__file__).parent / "explained.toml"
WHOLE = "the whole case or file"


@dataclass(frozen=True, slots=True)
class Fact:
    """Something on which both trees must agree; `rule` is the pack's, where it is about one; `words` may differ."""

    text: str
    rule: str = ""
    words: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Difference:
    """A fact that one tree alone knows; `side` is "old" or "new"."""

    subject: str
    side: str
    fact: str
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Explanation:
    """Differences that are known: by subject and rule (shell patterns), with the article and why the old was a mistake."""

    subject: str
    article: str
    why: str
    rule: str = "*"
    fact: str = "*"

    def covers(self, difference: Difference) -> bool:
        pairs = ((difference.subject, self.subject), (difference.rule, self.rule), (difference.fact, self.fact))
        return all(fnmatchcase(value, pattern) for value, pattern in pairs)


@dataclass(slots=True)
class Outcome:
    """The comparison of all: how much was compared, and what differs."""

    subjects: int = 0
    facts: int = 0
    new_subjects: int = 0
    asked_otherwise: list[str] = field(default_factory=list)
    differences: list[Difference] = field(default_factory=list)
    worded: Counter[str] = field(default_factory=Counter)
    examples: dict[str, str] = field(default_factory=dict)


def explanations(path: Path = EXPLAINED) -> tuple[Explanation, ...]:
    """The known differences."""
    tables = tomllib.loads(path.read_text(encoding="utf-8")).get("explained", [])
    return tuple(Explanation(**table) for table in tables)


def compare(old: Mapping[str, Any], new: Mapping[str, Any]) -> Outcome:
    """Everything that the new dump answers beside the old one, and the subjects that the new one lacks."""
    outcome = Outcome(new_subjects=len(new.keys() - old.keys()))
    for subject, was in old.items():
        now = new.get(subject)
        if now is None and not _is_command(was):
            outcome.differences.append(Difference(subject, "old", WHOLE))
        elif now is not None and _answered(now):
            if was.get("asked") != now.get("asked"):
                outcome.asked_otherwise.append(subject)
            _compare_one(subject, was, now, outcome)
    return outcome


def _is_command(answer: Mapping[str, Any]) -> bool:
    return "asked" not in answer


def _answered(answer: Mapping[str, Any]) -> bool:
    return any(key in answer for key in ("report", "error", "text"))


def _compare_one(subject: str, was: Mapping[str, Any], now: Mapping[str, Any], outcome: Outcome) -> None:
    before, after = _gathered(facts(was)), _gathered(facts(now))
    outcome.subjects += 1
    outcome.facts += sum(map(len, before.values()))
    for text in before.keys() | after.keys():
        olds, news = before.get(text, []), after.get(text, [])
        side, left = ("old", olds[len(news) :]) if len(olds) > len(news) else ("new", news[len(olds) :])
        outcome.differences += (Difference(subject, side, text, fact.rule) for fact in left)
        for one, other in zip(sorted(olds, key=_words), sorted(news, key=_words), strict=False):
            for (name, old_words), (_, new_words) in zip(one.words, other.words, strict=True):
                if old_words != new_words:
                    outcome.worded[name] += 1
                    outcome.examples.setdefault(name, f"{subject}: {text}\n    {old_words!r}\n    {new_words!r}")


def _words(fact: Fact) -> tuple[tuple[str, str], ...]:
    return fact.words


def _gathered(told: Iterable[Fact]) -> dict[str, list[Fact]]:
    found: dict[str, list[Fact]] = {}
    for fact in told:
        found.setdefault(fact.text, []).append(fact)
    return found


def facts(answer: Mapping[str, Any]) -> Iterator[Fact]:
    """An answer as facts."""
    if "exit" in answer:
        yield Fact(f"exit {answer['exit']}")
    if "error" in answer:
        yield Fact("an error", words=(("error", str(answer["error"])),))
    for asked in ("supply", "control", "zones", "computes"):
        for name, value in answer.get(asked, {}).items():
            yield Fact(f"{asked} of {name}: {value}")
    if "text" in answer:
        yield Fact("text", words=(("text", answer["text"]),))
    report = answer.get("report")
    for each in report if isinstance(report, list) else [report] if report else []:
        yield from _of_report(each)


def _of_report(report: Mapping[str, Any]) -> Iterator[Fact]:
    rules = {each["id"]: each["rule"] for each in report["findings"]}
    yield from map(_finding, report["findings"])
    for row in report["coverage"]:
        yield Fact(f"{row['rule']} {_ran(row)}", row["rule"], (("coverage", row["why"]), ("title", row["title"])))
    yield Fact("notes", words=(("notes", str(report["notes"])),))
    yield Fact(f"readings {report['readings']}")
    for act in report.get("acts", ()):
        yield _act(act, rules)
    for step in report.get("steps", ()):
        yield Fact(f"step {step['step']}: acts {step['acts']}", words=(("ignored", step["ignored"]),))
    for roll in report.get("rolls", ()):
        yield Fact(f"roll in step {roll['step']}: {roll['what']} {roll['dice']} {roll['aftermath']} by {roll['side']}")
    chain = report.get("chain", {})
    if chain:
        joints = [link["joint"] for link in chain["links"]]
        at = [wrong["step"] for wrong in chain["contradictions"]]
        yield Fact(
            f"chain sound {chain['sound']}, joints {joints}, contradicted at {at}", words=(("chain", str(chain)),)
        )


def _ran(row: Mapping[str, Any]) -> str:
    """What became of a rule. The old tree said "judged, none broken" too where nothing that the rule judges occurred."""
    return "judged" if row["why"].startswith("nothing it judges") else str(row["ran"])


def _finding(finding: Mapping[str, Any]) -> Fact:
    where = f"at {' '.join(sorted(finding['at']))} units {' '.join(sorted(finding['units']))}"
    when = f"turn {finding['turn']} {finding['phase']} step {finding['step']}"
    open_for = ", a datum missing" if finding["missing"] else ""
    words = ("because", "missing", "title", "reading", "names", "traces", "citation")
    return Fact(
        f"{finding['severity']} {finding['rule']} {where}, {when}{open_for}",
        finding["rule"],
        tuple((name, str(finding[name])) for name in words),
    )


def _act(act: Mapping[str, Any], rules: Mapping[str, str]) -> Fact:
    counters = " ".join(each["name"] for each in act["counters"])
    path = "-".join(each["name"] for each in act["path"])
    broken = " ".join(sorted(rules.get(name, name) for name in act["findings"]))
    undone = f", undone in {act['undone']}" if act["undone"] else ""
    return Fact(
        f"act in steps {act['steps']}: {act['kind']} {counters} {path} {act['dice']} {act['verdict']} {broken}{undone}",
        words=(("act", f"{act['changes']} {act['text']} {act['turn']} {act['phase']} {act['player']}"),),
    )
