"""Every text that accuses says what was seen, what the rule asks and the difference: all cases, all flaws by class."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from functools import cache

import pytest

from adjudicator.findings import Finding
from adjudicator.packs.load import list_packs
from adjudicator.words import article, either, listed
from tests.cases import all_cases, judged

PACKS = [info.folder.name for info in list_packs()]

ARTICLE = re.compile(r"\b([Aa]n?) ([A-Za-z][\w-]*)")
SOUNDS = {"one": "a", "hour": "an", "unit": "a", "untried": "an", "ussr": "a", "heir": "an"}
"""Words whose first letter does not tell how they sound."""
CONSONANT_U = re.compile(r"u[nst][aeiou]")
LABEL = re.compile(r"^(?:attack|move|mark|unmark|place|transfer|retreat|advance|overrun|rail) [A-Z\d]")
"""A kind of act before a name: a program's word for what somebody did."""
MOST_WORDS = 30
REASON = re.compile(
    r",|;|:|\b(?:and|which|not|never|only|nobody|no|most|must|may|due|orders|too|than|where|least|after|before|without)\b"
)
"""What a sentence needs besides what was seen: the rule, or the difference."""


def flaws(because: str) -> Iterator[str]:
    """The classes of mistake in one text."""
    yield from _articles(because)
    if re.search(r"[:;,]\s*(?:$|[;,.)])", because):
        yield "nothing after a colon, comma or semicolon"
    if any(one.strip() and one.strip() == other.strip() for one, other in _around_colons(because)):
        yield "the same twice round a colon"
    if re.search(r"= (\d+) = \1\b|(?<!\+ )\b(\d+) = \2\b", because):
        yield "a sum that says itself twice"
    if re.search(
        r"(?<!\d to )\b1 (?:steps|hexes|units|points|losses|times|dice|markers|works|allowances)\b|\b1s\b", because
    ):
        yield "one of several"
    if (
        re.search(r"[a-z]\.[A-Z]|[a-z] [A-Z]\w+ (?:is|was) .* [a-z]+ [A-Z]\w+ (?:is|was) ", because)
        and ". " not in because
    ):
        yield "two sentences glued"
    if LABEL.match(because):
        yield "a program's word for an act"
    if re.search(r"\b(?:fr|au|ax|sov|ge|su|de)\.\w+", because):
        yield "an id where a name belongs"
    if re.search(r"\b\w+_\w+\b", because.replace("rail_", "").replace("_rail", "")) and not re.search(
        r"\w+\.\w+", because
    ):
        yield "a program's underscore"
    if re.search(r"\b[A-Z]\w+\(\w+=", because):
        yield "a program's value"
    if "()" in because or "  " in because or because != because.strip():
        yield "an empty bracket or a stray space"
    if words_of(because) > MOST_WORDS:
        yield "too long"
    if not REASON.search(because):
        yield "no reason"


def words_of(because: str) -> int:
    """How many words a player reads; figures, and what stands in brackets behind one, are read at a glance."""
    told = re.sub(r"^if an enemy stands in [^:]*: ", "", because)
    told = re.sub(r"(\d\S*|points|hexes|\+) \([^)]*\)", r"\1", told)
    return sum(bool(re.search(r"[A-Za-z]{2}|\ba\b", word)) and not re.search(r"\d", word) for word in told.split())


def _articles(because: str) -> Iterator[str]:
    for match in ARTICLE.finditer(because):
        given, noun = match[1].lower(), match[2].lower()
        if given == "a" and match.start() and because[match.start() - 1] in "'’-":
            continue
        if match[1] == "A" and match.start():
            continue  # the letter of a result: "bore A in the air"
        sounds = SOUNDS.get(noun) or (
            "an" if noun[0] in "aeio" or (noun[0] == "u" and not CONSONANT_U.match(noun)) else "a"
        )
        if given != sounds:
            yield f"{match[0]}: {sounds}"


def _around_colons(because: str) -> Iterator[tuple[str, str]]:
    parts = because.split(": ")
    for one, other in itertools.pairwise(parts):
        yield re.split(r"[;,] | = ", one)[-1].rsplit(" ", 1)[-1], re.split(r"[;,] ", other)[0]


@cache
def findings(pack: str) -> tuple[tuple[str, Finding], ...]:
    return tuple((filed.name, finding) for filed in all_cases(pack) for finding in judged(filed).findings)


@pytest.mark.parametrize("pack", PACKS)
def test_every_text_says_what_was_seen_and_what_is_asked(pack: str) -> None:
    found = {
        f"{finding.rule}: {flaw}: {finding.because}" for _, finding in findings(pack) for flaw in flaws(finding.because)
    }
    assert sorted(found) == []


FIGURES = re.compile(r"\d|\b(?:limit|at most|at least|beyond|too many|unknown|nobody|no|once|twice)\b")
COUNTED = ("stacking", "spending", "capacity", "Capacity", "limit", "Limit", "odds", "Odds")


@pytest.mark.parametrize("pack", PACKS)
def test_a_rule_with_a_figure_shows_it(pack: str) -> None:
    bare = {
        f"{finding.rule} {finding.title}: {finding.because}"
        for _, finding in findings(pack)
        if any(word in finding.title for word in COUNTED) and not FIGURES.search(finding.because)
    }
    assert sorted(bare) == []


OLD_FLAWS = (
    ("11th Infantry attacks a airfield, which is closed", "a airfield: an"),
    ("Blown bridge lies on 0805-0905:", "nothing after a colon, comma or semicolon"),
    ("5 against 1, 6:1: 6:1, and more is needed", "the same twice round a colon"),
    ("12 = 12 against 8, and at least 24 is needed", "a sum that says itself twice"),
    ("it lost 1 steps, and 0 are due", "one of several"),
    ("attack 11th Infantry: not at this time", "a program's word for an act"),
    ("announced against 1817: ax.24pz and no other", "an id where a name belongs"),
    ("1st Panzer Army attacks", "no reason"),
)


@pytest.mark.parametrize(("because", "flaw"), OLD_FLAWS)
def test_the_flaws_are_seen(because: str, flaw: str) -> None:
    assert flaw in set(flaws(because))


def test_lists_and_articles_read_as_people_write_them() -> None:
    assert listed(["a", "b", "c"]) == "a, b and c"
    assert listed([]) == ""
    assert either({"major_river", "lake"}) == "lake or major river"
    assert [article(noun) for noun in ("airfield", "fort", "unit")] == ["an airfield", "a fort", "a unit"]
