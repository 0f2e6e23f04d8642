"""Lines of chat that look as if they told an attack, a mission or a phase, and that nobody could read as that.

Such a line is told with what is wrong with it. Talk is not: a line looks like a declaration if it has the form of one, or
names an act together with a hex or a unit of the game.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from adjudicator.analysis.combat.spoken import LONGEST, matches, said_by
from adjudicator.analysis.combat.wording import UnclearError, Wording
from adjudicator.errors import nearest
from adjudicator.model.binding import Binding
from adjudicator.model.chat import said_in
from adjudicator.model.phases import words_for_phases
from adjudicator.patterns import fullmatch
from adjudicator.record.position import Position
from adjudicator.said import say

ACT_WORDS = {
    "attack": "attack(?:s|ed|ing)?|assault(?:s|ed|ing)?|declar(?:e|es|ed|ing)",
    "overrun": "overr[ua]n(?:s|ning)?",
    "demolish": "demolish(?:es|ed|ing)?|blow(?:s|ing)? up",
    "repair": "repair(?:s|ed|ing)?",
    "fly": "fly|flies|flying",
    "strike": "strike(?:s)?|bomb(?:s|ed|ing|ard|ards)?",
    "dogfight": "dogfight(?:s|ed|ing)?",
}
"""The words by which people tell each kind of act that a [[chat]] line may tell."""
SHORTEST = 3
TOO_LONG = say("it is longer than {most} characters", LONGEST)
_WORD = re.compile(r"[\w./#-]+")


class Unheard(NamedTuple):
    """The kind of act that a line of chat seems to tell, and why it was not read as one."""

    kind: str
    why: str
    names: frozenset[str] = frozenset()
    """The ids of the units, and the numbers of the hexes, that it names and that are known."""


def unheard(
    text: str, rules: Iterable[Binding.ChatRule], position: Position, wording: Wording = Wording()
) -> Unheard | None:
    """What a line that tells nothing looks as if it told; None if it is talk."""
    words, rules = said_in(text), tuple(rules)
    if words.startswith("*"):
        return None
    for rule in rules:
        why = _phase(rule, words, position) if rule.kind == "phase" else _nearly(rule, words, position, wording)
        if why:
            return Unheard(rule.kind, why, _named(words, position, wording))
    return None if words.endswith("?") else _by_its_words(words, rules, position, wording)


def _nearly(rule: Binding.ChatRule, words: str, position: Position, wording: Wording) -> str:
    """What is wrong with a line that has a rule's form, "" if it has not."""
    for caught in matches(rule, words[:LONGEST]):
        if not (_begins(rule.pattern) or _named(words, position, wording)):
            continue
        if len(words) > LONGEST:
            return TOO_LONG
        try:
            said_by(rule, caught, position, wording)
        except UnclearError as unclear:
            return unclear.why
    return ""


def _phase(rule: Binding.ChatRule, words: str, position: Position) -> str:
    """Which phase a line names that the pack does not have, "" if it names none."""
    match = fullmatch(rule.pattern, words, re.IGNORECASE)
    name = match.groupdict().get("phase") if match else None
    if not name:
        return ""
    return say("there is no phase '{name}'{nearest}", name, nearest(name, words_for_phases(position.pack)))


def _by_its_words(
    words: str, rules: tuple[Binding.ChatRule, ...], position: Position, wording: Wording
) -> Unheard | None:
    """A line that names an act, and a hex or a unit."""
    known = {rule.kind for rule in rules}
    for kind, pattern in ACT_WORDS.items():
        found = re.search(rf"(?<!\w)(?:{pattern})(?!\w)", words, re.IGNORECASE)
        if found is None or not (names := _named(words, position, wording)):
            continue
        # talk of a place is common: what somebody says of it excuses nobody there
        names -= position.network.index.keys()
        if len(words) > LONGEST:
            return Unheard(kind, TOO_LONG, names)
        if kind in known:
            return Unheard(kind, say("it does not have the form of a [[chat]] line of the binding"), names)
        return Unheard(kind, say("the binding has no [[chat]] line that tells this"), names)
    return None


def _named(words: str, position: Position, wording: Wording) -> frozenset[str]:
    """The hexes and units of the game that a line names."""
    found = {wording.hex(word.rstrip("."), position) for word in _candidates(words)}
    plain = f" {' '.join(_WORD.findall(words.casefold()))} "
    for name, units in wording.known(position).items():
        if len(name) >= SHORTEST and not name.isdigit() and f" {' '.join(_WORD.findall(name))} " in plain:
            found.update(unit.id for unit in units)
    return frozenset(found - {""})


def _candidates(words: str) -> Iterator[str]:
    """The words of a line, and each two that stand together."""
    found = _WORD.findall(words)
    yield from found
    yield from map(" ".join, pairwise(found))


@lru_cache(256)
def _begins(pattern: str) -> bool:
    """Whether a pattern begins with a word, so that a line of its form hardly is talk."""
    return re.match(r"[A-Za-z]{4}", pattern) is not None
