"""Two dumps compared: each answer as facts, a fact that both give paired, and what became of it as a change of verdict."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

Answer = Mapping[str, Any]
NOTHING = "nothing"
ANSWERED = "answered"
ASKED = ("supply", "control", "zones", "computes")
WORDS = ("because", "missing", "title", "reading", "names", "traces", "citation")


@dataclass(frozen=True, slots=True)
class Fact:
    """What a tree says of something: `verdict` of `where`, for a rule or a question. The `words` may differ."""

    rule: str
    where: tuple[str, ...]
    verdict: str
    words: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Difference:
    """A verdict that differs: the case or file, the rule (or the question, in brackets), both verdicts, and of what."""

    subject: str
    rule: str
    before: str
    now: str
    where: str = ""

    @property
    def change(self) -> str:
        """Both verdicts, as explained.toml names them."""
        return f"{self.before} → {self.now}"


@dataclass(slots=True)
class Outcome:
    """The comparison of all: how much was compared, what differs, and the rules that one of the trees alone has."""

    subjects: int = 0
    facts: int = 0
    rules_gone: set[str] = field(default_factory=set)
    rules_new: set[str] = field(default_factory=set)
    differences: list[Difference] = field(default_factory=list)
    worded: Counter[str] = field(default_factory=Counter)
    examples: dict[str, str] = field(default_factory=dict)


def compare(old: Mapping[str, Answer], new: Mapping[str, Answer]) -> Outcome:
    """What the new dump answers, beside the old one's answers to the same questions."""
    outcome = Outcome()
    asked = [(subject, was, new[subject]) for subject, was in old.items() if subject in new]
    before, now = (_rules(answers) for answers in zip(*((was, is_now) for _, was, is_now in asked), strict=True))
    outcome.rules_gone, outcome.rules_new = before - now, now - before
    for subject, was, is_now in asked:
        _compare_one(subject, was, is_now, outcome)
    return outcome


def _rules(answers: Iterable[Answer]) -> set[str]:
    return {row["rule"] for answer in answers for report in _reports(answer) for row in report["coverage"]}


def _compare_one(subject: str, was: Answer, now: Answer, outcome: Outcome) -> None:
    """Facts are paired by rule and place, then by place (cited otherwise), then by rule (elsewhere): each differs once."""
    failed = "error" in was or "error" in now
    olds, news = ([_answer(each)] if failed else list(facts(each)) for each in (was, now))
    outcome.subjects += 1
    outcome.facts += len(olds)
    for one, other in _paired(olds, news, lambda fact: (fact.rule, fact.where, fact.verdict)):
        _count_words(subject, one, other, outcome)
    one_has = outcome.rules_gone | outcome.rules_new
    olds, news = ([fact for fact in rest if not _row_of(fact, one_has)] for rest in (olds, news))
    for one, other in _paired(olds, news, lambda fact: (fact.rule, fact.where)):
        _differs(subject, one, other, outcome)
    for one, other in _paired(olds, news, lambda fact: (fact.where, fact.verdict)):
        where = " ".join(one.where)
        found = Difference(subject, other.rule, f"{one.verdict} under {one.rule}", other.verdict, where)
        outcome.differences.append(found)
    for one, other in _paired(olds, news, lambda fact: (fact.rule, fact.verdict)):
        where = f"{' '.join(one.where)} | {' '.join(other.where)}"
        outcome.differences.append(Difference(subject, one.rule, one.verdict, f"{other.verdict} elsewhere", where))
    for fact in olds:
        _differs(subject, fact, None, outcome)
    for fact in news:
        _differs(subject, None, fact, outcome)


def _row_of(fact: Fact, rules: set[str]) -> bool:
    """Whether a fact only says that a rule which one tree alone has was looked at."""
    return fact.where == ("ran",) and fact.rule in rules


def _paired(olds: list[Fact], news: list[Fact], key: Callable[[Fact], object]) -> Iterator[tuple[Fact, Fact]]:
    """Facts of one key from both sides, taken out of the two lists."""
    waiting: dict[object, list[Fact]] = {}
    for fact in sorted(news, key=_words):
        waiting.setdefault(key(fact), []).append(fact)
    found = [(fact, waiting[key(fact)].pop(0)) for fact in sorted(olds, key=_words) if waiting.get(key(fact))]
    for one, other in found:
        olds.remove(one)
        news.remove(other)
    return iter(found)


def _words(fact: Fact) -> tuple[tuple[str, str], ...]:
    return fact.words


def _differs(subject: str, one: Fact | None, other: Fact | None, outcome: Outcome) -> None:
    fact = one or other
    assert fact is not None
    before, now = (each.verdict if each else NOTHING for each in (one, other))
    outcome.differences.append(Difference(subject, fact.rule, before, now, " ".join(fact.where)))


def _count_words(subject: str, one: Fact, other: Fact, outcome: Outcome) -> None:
    for (name, old_words), (_, new_words) in zip(one.words, other.words, strict=True):
        if old_words != new_words:
            outcome.worded[name] += 1
            told = f"{subject}: {one.verdict} {one.rule} {' '.join(one.where)}"
            outcome.examples.setdefault(name, f"{told}\n    {old_words!r}\n    {new_words!r}")


def facts(answer: Answer) -> Iterator[Fact]:
    """An answer as facts."""
    yield _answer(answer)
    if "exit" in answer:
        yield Fact("(exit code)", (), f"exit {answer['exit']}")
    for asked in ASKED:
        for name, value in answer.get(asked, {}).items():
            yield Fact(f"({asked})", (name,), str(value))
    if "text" in answer:
        yield Fact("(text)", (), ANSWERED, (("text", answer["text"]),))
    for each in _reports(answer):
        yield from _of_report(each)


def _answer(answer: Answer) -> Fact:
    return Fact("(answer)", (), "an error" if "error" in answer else ANSWERED, (("error", str(answer.get("error"))),))


def _reports(answer: Answer) -> list[Answer]:
    report = answer.get("report")
    return report if isinstance(report, list) else [report] if report else []


def _of_report(report: Answer) -> Iterator[Fact]:
    yield from map(_finding, report["findings"])
    for row in report["coverage"]:
        yield Fact(row["rule"], ("ran",), _ran(row), (("coverage", row["why"]), ("title", row["title"])))
    yield Fact("(notes)", (), ANSWERED, (("notes", str(report["notes"])),))
    for reading in report["readings"]:
        name, _, choice = str(reading).partition("=")
        yield Fact("(readings)", (name,), choice or "given")
    yield from map(_act, report.get("acts", ()))
    for step in report.get("steps", ()):
        yield Fact("(step)", (f"step {step['step']}",), f"acts {step['acts']}", (("ignored", step["ignored"]),))
    for roll in report.get("rolls", ()):
        yield Fact(
            "(roll)", (f"step {roll['step']}", roll["what"], roll["side"]), f"{roll['dice']} {roll['aftermath']}"
        )
    if report.get("chain"):
        yield _chain(report["chain"])


def _ran(row: Answer) -> str:
    """What became of a rule. The old tree said "judged, none broken" too where nothing that the rule judges occurred."""
    return "judged" if row["why"].startswith("nothing it judges") else str(row["ran"])


def _finding(finding: Answer) -> Fact:
    where = (f"at {' '.join(sorted(finding['at']))}", f"units {' '.join(sorted(finding['units']))}")
    when = f"turn {finding['turn']} {finding['phase']} step {finding['step']}"
    verdict = str(finding["severity"])
    if finding["missing"] and verdict != "doubt":
        verdict += " for want of a datum"
    return Fact(finding["rule"], (*where, when), verdict, tuple((name, str(finding[name])) for name in WORDS))


def _act(act: Answer) -> Fact:
    counters = " ".join(each["name"] for each in act["counters"])
    path = "-".join(each["name"] for each in act["path"])
    undone = f"undone in {act['undone']}" if act["undone"] else ""
    where = (f"steps {act['steps']}", act["kind"], counters, path, str(act["dice"]), undone)
    words = f"{act['changes']} {act['text']} {act['turn']} {act['phase']} {act['player']}"
    return Fact("(act)", where, act["verdict"] or "not judged", (("act", words),))


def _chain(chain: Answer) -> Fact:
    joints = [link["joint"] for link in chain["links"]]
    at = [wrong["step"] for wrong in chain["contradictions"]]
    told = f"sound {chain['sound']}, joints {joints}, contradicted at {at}"
    return Fact("(chain)", (), told, (("chain", str(chain)),))
