"""Features of hexsides that have a direction, such as a bluff that is hard to climb and easy to come down.

hexsides.txt marks the direction with an arrow between the two numbers: after `0101-0102 bluff>` it points from 0101 to 0102.
Whoever crosses from 0101 to 0102 goes along it and finds `bluff` and `bluff>`; whoever comes from 0102 goes against it and
finds `bluff` and `bluff<`. Rules ask for any of the three words.
"""

from __future__ import annotations

from collections.abc import Iterable

ALONG, AGAINST = ">", "<"
_ARROWS = (ALONG, AGAINST)
_OTHER = {ALONG: AGAINST, AGAINST: ALONG}


def arrow(word: str) -> str:
    """The arrow of a word, "" if it has none."""
    return word[-1] if word.endswith(_ARROWS) else ""


def without_arrow(word: str) -> str:
    """The feature that a word with or without an arrow names."""
    return word.rstrip("".join(_ARROWS))


def turned(word: str) -> str:
    """The word as it is seen from the other hex."""
    return word[:-1] + _OTHER[word[-1]] if arrow(word) else word


def across(words: frozenset[str]) -> frozenset[str]:
    """What a hexside has as seen from its other hex."""
    return frozenset(map(turned, words)) if any(map(arrow, words)) else words


def found(words: Iterable[str]) -> frozenset[str]:
    """What a hexside has by the words written of it: a feature with an arrow is there whichever way one goes."""
    told = frozenset(words)
    return told | {without_arrow(word) for word in told}


def written(words: Iterable[str]) -> tuple[str, ...]:
    """What is written of a hexside that has these words, in order: no feature twice, with its arrow and without."""
    told = frozenset(words)
    pointing = {without_arrow(word) for word in told if arrow(word)}
    return tuple(sorted(told - pointing))


def with_arrows(features: Iterable[str], one_way: Iterable[str]) -> frozenset[str]:
    """Every word by which a rule may ask for some features, of which these have a direction."""
    return frozenset(features) | {feature + each for feature in one_way for each in _ARROWS}
