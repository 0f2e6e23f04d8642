"""What the words on counters mean: ranks, branches, nations and qualities in several languages, as words.toml lists them.

A word may mean several things ("XX" a division or the number twenty): all are kept, and what it is held against decides.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files

import tomli
from rapidfuzz import process
from rapidfuzz.distance import Indel

from adjudicator.lean import cached_property, dataclass
from adjudicator.matching.letters import latin, roman, words

NUMBER, NOISE, FREE = "number", "noise", "free"
LONGEST_PHRASE = 4
MISSPELT = 0.82
"""How alike a word must be to a listed one to be taken for it, from five letters on."""
MOST_LETTERS = 2
"""By how many letters at most a misspelt word is longer or shorter."""
TAILS = frozenset("kdbarc")
"""Ranks of one letter that stand at the end of a word: `PzK`, `ID`, `GTA`."""
SPELLED = {
    "first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8, "ninth": 9, "tenth": 10,
    "erste": 1, "zweite": 2, "dritte": 3, "vierte": 4, "premier": 1, "premiere": 1, "deuxieme": 2, "troisieme": 3,
    "primero": 1, "primera": 1, "segundo": 2, "segunda": 2, "tercero": 3, "tercera": 3, "primo": 1, "prima": 1,
    "secondo": 2, "terzo": 3, "terza": 3, "pervyj": 1, "pervaya": 1, "vtoroj": 2, "vtoraya": 2, "tretij": 3, "tretya": 3,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class WordReading:
    """One thing a word may mean, and how surely it does if it stands alone (0 to 1)."""

    category: str
    concept: str
    sure: float


@dataclass(frozen=True, eq=False)
class Token:
    """A word, number or set phrase of a name; one object for all its uses. `parts` are the words of a phrase or compound."""

    text: str
    readings: tuple[WordReading, ...] = ()
    parts: tuple[Token, ...] = ()

    @cached_property
    def category(self) -> str:
        """What kind of word it most likely is; FREE for one that is not listed."""
        if self.readings:
            return max(self.readings, key=lambda each: each.sure).category
        return self.parts[-1].category if self.parts else FREE

    @cached_property
    def concepts(self) -> frozenset[str]:
        return frozenset(each.concept for each in self.readings)


def tokens(text: str) -> tuple[Token, ...]:
    """A name as tokens; words that only join others are left out."""
    found = words(text)
    made: list[Token] = []
    at = 0
    while at < len(found):
        for length in range(min(LONGEST_PHRASE, len(found) - at), 0, -1):
            token = _phrase(tuple(found[at : at + length]))
            if token is not None:
                made.append(token)
                at += length
                break
    return tuple(each for each in made if each.category != NOISE)


def flat(found: Iterable[Token]) -> list[Token]:
    """Tokens and the parts of those that have any."""
    return [each for token in found for each in (token, *flat(token.parts))]


@cache
def _phrase(found: tuple[str, ...]) -> Token | None:
    """The token of these words together, None if they are no set phrase."""
    if len(found) == 1:
        return _token(found[0], found[0].isupper())
    text = " ".join(found).casefold()
    means = _listed().get(text) or _listed().get(text.replace(" ", ""))
    if not means or any(each.isdigit() for each in found):
        return None
    return Token(text, means, tuple(_token(each, each.isupper()) for each in found))


@cache
def _token(word: str, large: bool) -> Token:
    plain = word.casefold()
    if plain.isdigit():
        return Token(plain, (WordReading(NUMBER, str(int(plain)), 1.0),))
    means = dict.fromkeys(_listed().get(plain, ()))
    if plain in SPELLED:
        means[WordReading(NUMBER, str(SPELLED[plain]), 0.9)] = None
    if large and (value := roman(word)):
        means[WordReading(NUMBER, str(value), 0.9 if len(word) > 1 else 0.6)] = None
    parts = () if means else _compound(plain)
    if not means:
        means = dict.fromkeys(_misspelt(plain) if parts else _nearly(plain))
    return Token(plain, tuple(means), parts)


@cache
def _listed() -> Mapping[str, tuple[WordReading, ...]]:
    """Every listed word and what it may mean."""
    text = (files("adjudicator.matching") / "words.toml").read_text(encoding="utf-8")
    found: dict[str, dict[WordReading, None]] = {}
    for category, concepts in tomli.loads(text).items():
        for concept, names in concepts.items():
            for name in {concept.replace("_", " "), *names}:
                found.setdefault(name, {})[WordReading(category, concept, _sure(name))] = None
    return {name: tuple(means) for name, means in found.items()}


def _sure(name: str) -> float:
    return {1: 0.55, 2: 0.8, 3: 0.92}.get(len(name), 1.0)


def _compound(word: str) -> tuple[Token, ...]:
    """The listed words of which a word is made (`panzerkorps`, `pzk`), () if it is not."""
    pieces = _split(word, last=False) if len(word) > 2 else None
    if pieces is None and 2 <= len(word) <= 4 and word[-1] in TAILS:
        short = [word[:-1]] if len(word) == 2 or word[:-1] in _listed() else list(word[:-1])
        pieces = [*short, word[-1]] if all(each in _listed() for each in short) else None
    if pieces is None or len(pieces) < 2:
        return ()
    loss = 0.9 if min(map(len, pieces)) > 2 else 0.8
    return tuple(Token(each, tuple(_weaker(_listed().get(each, ()), loss))) for each in pieces)


def _weaker(means: Sequence[WordReading], loss: float) -> Iterator[WordReading]:
    yield from (WordReading(each.category, each.concept, each.sure * loss) for each in means)


@cache
def _split(word: str, last: bool) -> list[str] | None:
    """The fewest listed words of two letters or more that make up a word; one of two letters at its end at most."""
    if word in _listed() and (last or len(word) > 2):
        return [word]
    best: list[str] | None = None
    for cut in range(len(word) - 1, 1, -1):
        head = word[:cut]
        if head not in _listed() or (len(head) == 2 and len(word) > 6) or (len(word) - cut == 2 and len(word) > 6):
            continue
        for rest in (word[cut:], word[cut + 1 :] if word[cut] == "s" else ""):
            tail = _split(rest, last=True) if len(rest) > 1 else [rest] if rest in TAILS and len(word) <= 6 else None
            if tail is not None and (best is None or len(tail) + 1 < len(best)):
                best = [head, *tail]
    return best


def _nearly(word: str) -> Iterator[WordReading]:
    """What a word may mean that is a listed one cut short, run without vowels, or misspelt."""
    if len(word) < 3:
        return
    for name, means in _listed().items():
        if len(name) > len(word) and name.startswith(word) and " " not in name:
            yield from _weaker(means, 0.8)
    if len(word) >= 3:
        for name in _skeletons().get(skeleton(word), ()) if len(skeleton(word)) > 2 else ():
            yield from _weaker(_listed()[name], 0.75)
    yield from _misspelt(word)


def _misspelt(word: str) -> Iterator[WordReading]:
    """What a longer word may mean that differs from a listed one in a letter or two."""
    if len(word) >= 5:
        near = process.extract(word, _long(), scorer=Indel.normalized_similarity, score_cutoff=MISSPELT, limit=5)
        for name, alike, _ in near:
            if abs(len(name) - len(word)) > MOST_LETTERS:
                continue
            yield from _weaker(_listed()[name], alike * 0.9)


@cache
def _long() -> tuple[str, ...]:
    return tuple(name for name in _listed() if len(name) >= 5)


@cache
def _skeletons() -> Mapping[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    for name in _long():
        found.setdefault(skeleton(name), []).append(name)
    return {key: tuple(names) for key, names in found.items()}


def skeleton(word: str) -> str:
    """Its first letter and its consonants, doubled ones once."""
    bare = word[:1] + re.sub(r"[aeiouy]", "", word[1:])
    return re.sub(r"(.)\1+", r"\1", bare)


def plain(text: str) -> str:
    """A name in small Latin letters, its words parted by single blanks."""
    return " ".join(re.findall(r"[a-z0-9]+", latin(text).casefold()))
