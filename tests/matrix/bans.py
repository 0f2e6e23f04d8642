"""The bans of a book: its rules that say who may not do what, and the cases in which each is broken."""

from __future__ import annotations

import difflib
import re
from dataclasses import dataclass
from functools import cache

from adjudicator.judging.applicable import Rule, rules_in_force
from adjudicator.packs.load import load_pack
from adjudicator.packs.sentences import sentences_of
from tests.cases import Filed, all_cases, pack_of

BOOKS = ("thunder_in_the_east", "thunder_in_the_east_10", "fire_in_the_east", "sudden_storm", "blitz_in_the_east")
"""The books whose bans are looked at."""
PRINTED_AFTER = {"thunder_in_the_east_10": "thunder_in_the_east"}
"""Printings of which those bans alone are looked at that the other does not print alike."""
FORBIDS = re.compile(
    r"\b(may not|cannot|never|only|counted|no|nobody|nothing|none|neither|nor|not|alone|closed)\b", re.I
)
"""Words of a sentence that forbids something."""
LIKE = 0.6
"""How much of two cases must be alike for one to be the counterpart of the other."""


@dataclass(frozen=True)
class Ban:
    """A rule that forbids something: what is said of it, and the cases in which it is broken."""

    book: str
    rule: Rule
    says: tuple[str, ...]
    seeds: tuple[Filed, ...]

    @property
    def doubted(self) -> str:
        """A case in which nobody can tell whether it is broken; "" if there is none."""
        return next(iter(_named(self.book, "doubt").get(self.id, ())), "")

    @property
    def id(self) -> str:
        """The number of the rule."""
        return self.rule.entry.id

    @property
    def text(self) -> str:
        """All that is said of it, in small letters."""
        return " ".join(self.says).lower()

    @property
    def article(self) -> frozenset[str]:
        """The rules of its article: itself, and those whose number is that of its article with another letter."""
        pack = self.rule.pack
        whole = {*self.rule.entry.covers, self.id, bare(self.id)}
        return frozenset(name for name, entry in pack.rules.items() if whole & {name, bare(name), *entry.covers})

    def twin(self, seed: str, *, anywhere: bool = False) -> str:
        """The case of its article, or of the book, that is most like one that breaks the ban and does not break it; "" if none is
        much like it."""
        filed = next(each for each in self.seeds if each.name == seed)
        here, wanted = _text(filed), difflib.SequenceMatcher(autojunk=False)
        wanted.set_seq2(here)
        best, name = LIKE, ""
        for other in all_cases(self.book) if anywhere else _of_article(self.book).get(bare(self.id), ()):
            if any(each.rule == self.id for each in other.case.expect):
                continue
            wanted.set_seq1(_text(other))
            if wanted.real_quick_ratio() > best and wanted.quick_ratio() > best and (ratio := wanted.ratio()) > best:
                best, name = ratio, other.name
        return name

    @property
    def chapter(self) -> str:
        """The titles of the rule, of its article and of the articles above that, in small letters."""
        catalogue, name = self.rule.pack.catalogue, bare(self.id)
        above = [name[:end] for end in range(1, len(name) + 1) if name[:end] in catalogue]
        return " ".join((self.rule.entry.title, *(catalogue[each].title for each in above))).lower()

    @property
    def kinds(self) -> frozenset[str] | None:
        """The kinds of act that its check says it can judge; None: any."""
        return self.rule.subject.acts


def bare(name: str) -> str:
    """The article of a rule's number, without the letters that we added."""
    return re.sub(r"\.[a-z]+[0-9]*$", "", name)


@cache
def bans_of(book: str) -> tuple[Ban, ...]:
    """Every rule in force that says that something may not be, by the rule itself or by a sentence of the book."""
    pack = load_pack(book)
    told: dict[str, list[str]] = {}
    for sentences in sentences_of(pack).values():
        for each in sentences:
            if each.rule and FORBIDS.search(each.says):
                told.setdefault(each.rule, []).append(each.says)
    broken, found = _broken(book), []
    same = {each.entry.id: _as_printed(each) for each in _rules(PRINTED_AFTER[book])} if book in PRINTED_AFTER else {}
    for rule in _rules(book):
        if same.get(rule.entry.id) == _as_printed(rule):
            continue
        says = (*((rule.entry.says,) if FORBIDS.search(rule.entry.says) else ()), *told.get(rule.entry.id, ()))
        if says:
            found.append(Ban(book, rule, says, tuple(broken.get(rule.entry.id, ()))))
    return tuple(found)


def _as_printed(rule: Rule) -> tuple[object, ...]:
    """What two printings of a rule have in common if they are alike."""
    return rule.check, rule.terms, rule.entry.says


@cache
def _of_article(book: str) -> dict[str, tuple[Filed, ...]]:
    """By article the cases that are named for it."""
    found: dict[str, list[Filed]] = {}
    for filed in all_cases(book):
        parts = filed.case.id.split(".")
        for end in range(1, len(parts) + 1):
            found.setdefault(bare(".".join(parts[:end])), []).append(filed)
    return {name: tuple({filed.name: filed for filed in each}.values()) for name, each in found.items()}


def _text(filed: Filed) -> str:
    return "\n".join((*filed.case.given, *filed.case.moves))


def _rules(book: str) -> tuple[Rule, ...]:
    """The rules in force of a book, with those that only some optional rule or reading of a case brings in."""
    found = {rule.entry.id: rule for rule in rules_in_force(load_pack(book))}
    for filed in all_cases(book):
        if filed.case.options or filed.case.readings:
            for rule in rules_in_force(pack_of(filed)):
                found.setdefault(rule.entry.id, rule)
    return tuple(found.values())


def _broken(book: str) -> dict[str, list[Filed]]:
    """By rule the cases that expect a violation of it, the shortest first."""
    by_name = {filed.name: filed for filed in all_cases(book)}
    return {rule: [by_name[name] for name in names] for rule, names in _named(book, "violation").items()}


@cache
def _named(book: str, severity: str) -> dict[str, tuple[str, ...]]:
    """By rule the names of the cases that expect a finding of it of some severity, the shortest first."""
    found: dict[str, list[str]] = {}
    for filed in sorted(all_cases(book), key=lambda each: (len(each.case.moves) + len(each.case.given), each.name)):
        for rule in {each.rule for each in filed.case.expect if each.severity == severity}:
            found.setdefault(rule, []).append(filed.name)
    return {rule: tuple(names) for rule, names in found.items()}
