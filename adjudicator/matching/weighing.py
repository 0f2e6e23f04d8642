"""How well a counter fits a type: what agrees, what is missing and what is too much, weighed by how rare it is.

Weights are logarithms of odds: a word that one type in a hundred bears says more than one that half of them bear. A score of
0 means: as likely this type as none of the pack's.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import field

from rapidfuzz.fuzz import token_sort_ratio

from adjudicator.lean import dataclass
from adjudicator.matching.alike import LEAST, alike, initials
from adjudicator.matching.described import Described
from adjudicator.matching.lexicon import FREE, NUMBER, Token

SURPLUS = {NUMBER: 5.0, "rank": 3.5, "branch": 4.0, "nation": 5.0, "quality": 3.5, "word": 3.0, FREE: 2.5}
"""What it costs that a counter's name says something that the type does not."""
UNSAID = {"rank": 1.0, "branch": 2.0, "nation": 0.3, "quality": 2.5, "word": 2.0, FREE: 2.0, NUMBER: 4.0}
"""What it costs at most that a type's name says something that the counter's does not."""
MOST_WEIGHT = 4.5
OTHER_SIDE, OTHER_KIND, SAME_FILE = 9.0, 3.0, 4.0
BASE = 0.4
"""How much of a type's name has to agree before it is as likely as none."""
CONTEXT = ("rank", "branch", "nation")


@dataclass(slots=True)
class Weighed:
    """A counter held against a type: the score, and what speaks for and against it."""

    score: float = 0.0
    agree: list[str] = field(default_factory=list)
    """What both names say."""
    beside: list[str] = field(default_factory=list)
    """What palettes, marks, images and strengths add."""
    missing: list[str] = field(default_factory=list)
    """What the type's name says and nothing about the counter does."""
    surplus: list[str] = field(default_factory=list)
    """What the counter's name says and nothing about the type does."""
    against: list[str] = field(default_factory=list)
    """What contradicts: another side, other strengths, another kind of piece."""
    faint: list[str] = field(default_factory=list)
    """Words that agree only by a guess."""

    @property
    def sound(self) -> bool:
        """Whether nothing is missing, too much, guessed or contradicted."""
        return bool(self.agree or self.beside) and not (self.missing or self.surplus or self.against or self.faint)


class Scale:
    """Weighs counters against the types of a pack."""

    def __init__(self, types: Sequence[Described]) -> None:
        self.types = types
        seen = Counter(key for each in types for key in {key for token in each.name for key in _keys(token)})
        self._weights = {
            key: min(MOST_WEIGHT, 0.5 + math.log(max(len(types), 20) / count)) for key, count in seen.items()
        }
        self._bearing: dict[str, set[int]] = defaultdict(set)
        self._known: dict[tuple[Token, int], float] = {}
        for at, each in enumerate(types):
            for token in each.every:
                for key in _keys(token):
                    self._bearing[key].add(at)

    def weight(self, token: Token) -> float:
        """How much it says that a name has this token."""
        if token.parts and not token.readings:
            return max(self.weight(part) for part in token.parts)
        known = [self._weights[key] for key in _keys(token) if key in self._weights]
        return max(known, default=MOST_WEIGHT)

    def candidates(self, counter: Described, most: int) -> list[int]:
        """The types that share most with a counter, rare words before common ones; all of them where they are few."""
        if len(self.types) <= most:
            return list(range(len(self.types)))
        found: Counter[int] = Counter()
        for token in counter.every:
            for key in _keys(token):
                bearing = self._bearing.get(key, ())
                share = max(1, round(100 * math.log(1 + len(self.types) / max(1, len(bearing)))))
                for at in bearing:
                    found[at] += share
        return [at for at, _ in found.most_common(most)]

    def weigh(self, counter: Described, kind: Described) -> Weighed:
        """Hold a counter against a type."""
        made = Weighed()
        whole = sum(self.weight(token) for token in kind.name)
        self._names(counter, kind, made)
        self._context(counter, kind, made)
        likeness = token_sort_ratio(_text(counter.name), _text(kind.name)) / 100
        made.score += likeness - 0.5 - BASE * whole
        return made

    def _names(self, counter: Described, kind: Described, made: Weighed) -> None:
        short = _shortened(counter.name, kind.name)
        for token in kind.name:
            self._cover(token, counter, short, made)
        for token in counter.name:
            if token.text not in short:
                self._explain(token, kind, made)

    def _cover(self, token: Token, counter: Described, short: frozenset[str], made: Weighed) -> None:
        """What of the type's name the counter's name says, or else what is said beside it."""
        sure = 0.75 if token.text in short else self._likeness(token, counter.names)
        beside = 0.0 if token.category == NUMBER else self._likeness(token, counter.beside) * 0.8
        if max(sure, beside) < LEAST:
            made.missing.append(token.text)
            made.score -= min(UNSAID[token.category], self.weight(token))
            return
        (made.agree if sure >= beside else made.beside).append(token.text)
        made.score += self.weight(token) * (2 * max(sure, beside * 0.7) - 0.9) / 1.1
        if max(sure, beside) < 0.5 and token.category != "rank":
            made.faint.append(token.text)

    def _explain(self, token: Token, kind: Described, made: Weighed) -> None:
        """Whether the type's name, or what else it is, accounts for a word of the counter's name."""
        if self._likeness(token, kind.every) >= LEAST:
            return
        share = 0.5 if token.category == "rank" and not any(each.category == "rank" for each in kind.every) else 1.0
        made.surplus.append(token.text)
        made.score -= SURPLUS[token.category] * share
        if token.category == NUMBER and any(each.category == NUMBER for each in kind.name):
            made.against.append(token.text)

    def _context(self, counter: Described, kind: Described, made: Weighed) -> None:
        """What is known beside the names: side, palettes and marks, image files, strengths."""
        if counter.sides and kind.sides:
            fits = counter.sides == kind.sides
            made.score += 1.0 if fits else -OTHER_SIDE
            (made.beside if fits else made.against).append("side")
        if counter.marker != kind.marker:
            made.score -= OTHER_KIND if counter.marker else 0.5
            if counter.marker:
                made.against.append("marker")
        if counter.files & kind.files:
            made.score += SAME_FILE
            made.beside.append("image")
        for category in CONTEXT:
            self._category(category, counter.beside, kind.beside, made)
        shared = [key for key in counter.strengths if key in kind.strengths]
        if shared:
            same = all(counter.strengths[key] == kind.strengths[key] for key in shared)
            made.score += 1.5 if same else -1.5
            (made.beside if same else made.against).append("strengths")

    def _likeness(self, token: Token, others: tuple[Token, ...]) -> float:
        """How surely some of the others say what a token says; reckoned once for each list of others."""
        key = token, id(others)
        if key not in self._known:
            self._known[key] = _likeness(token, others)
        return self._known[key]

    def _category(self, category: str, said: Iterable[Token], known: Iterable[Token], made: Weighed) -> None:
        """Whether palettes and marks say of a rank, branch or nation what the pack says."""
        here = [token for token in said if token.category == category and len(token.text) > 1]
        there = [token for token in known if token.category == category]
        if not here or not there:
            return
        best = max(alike(one, other) for one in here for other in there)
        made.score += 0.8 * (2 * best - 1)


def _keys(token: Token) -> Iterable[str]:
    """By what a token is found again: its meanings, or itself; those of its parts."""
    if token.readings:
        yield from (f"{each.category} {each.concept}" for each in token.readings)
    elif not token.parts:
        yield token.text
    for part in token.parts:
        yield from _keys(part)


def _likeness(token: Token, others: Sequence[Token]) -> float:
    """How surely some of the others say what a token says; of a compound, what its least certain part says."""
    whole = max((alike(token, each) for each in others), default=0.0)
    if not token.parts or whole >= 0.9:
        return whole
    parts = [_likeness(each, others) for each in token.parts if each.category != "noise"]
    return max(whole, min(parts, default=0.0))


def _shortened(name: Sequence[Token], of: Sequence[Token]) -> frozenset[str]:
    """Short forms in a name that stand for several words of another, and those words, as texts."""
    texts = tuple(word for token in of for word in token.text.split() if not word.isdigit())
    found: set[str] = set()
    for token in name:
        if token.text.isalpha() and token.text not in texts:
            found |= _stands_for(token.text, texts)
    return frozenset(found | {each.text for each in of if found and set(each.text.split()) <= found})


def _stands_for(short: str, texts: tuple[str, ...]) -> set[str]:
    """A short form and the words in a row of whose beginnings it is made; nothing if there are no two such words."""
    for start, first in enumerate(texts):
        count = initials(short, texts[start:]) if first[:1] == short[:1] else 0
        if count > 1:
            return {short, *texts[start : start + count]}
    return set()


def _text(found: Sequence[Token]) -> str:
    return " ".join(token.text for token in found)
