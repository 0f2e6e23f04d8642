"""How the traits of a counter nest: seq(TAB)(own, inner), the type and the state alike, both ways.

Facts: `Decorator`, `SequenceEncoder` of the engine.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from operator import getitem

from adjudicator.errors import CorruptFile, Source, UnsafeFile
from adjudicator.importers.vassal.wire import sequences

TAB = "\t"
DEEPEST = 2_000
_MOST = 500
"""So many different levels are remembered at each depth."""


def split_chain(type_text: str, state_text: str, start: int | None = None) -> list[tuple[str, str]]:
    """The (type, state) of each trait, outermost first, the innermost piece last; `start` says where in the file."""
    types = split_levels(type_text)
    return list(zip(types, split_states(types, state_text, start), strict=True))


def split_states(types: Sequence[str], state_text: str, start: int | None = None) -> list[str]:
    """The state of each of these traits; the innermost piece's is not unpacked further."""
    if len(types) == 1:
        return [state_text]
    states = split_levels(state_text, len(types))
    if len(states) < len(types):
        prefix = prefix_of(types[len(states)])
        message = f"{len(types)} traits but {len(states)} states: no state for trait '{prefix}'"
        raise CorruptFile(message, Source(offset=start))
    return states


def join_chain(chain: list[tuple[str, str]]) -> tuple[str, str]:
    """The nested type and state texts of a trait chain, outermost first."""
    return join_levels([kind for kind, _ in chain]), join_levels([state for _, state in chain])


def split_levels(text: str, most: int | None = None) -> list[str]:
    """Unpack seq(TAB)(own, inner) all the way down, in one pass; `most` levels if given, the last taken whole.

    A TAB behind exactly as many backslashes as there are levels outside it separates; behind more it is text.
    """
    parts = text.split(TAB)
    if len(parts) == most or most is None:
        straight = _straight(parts)
        if straight is not None:
            return straight
    final = parts.pop()
    levels: list[str] = []
    own = ""
    for part in parts:
        depth = len(levels)
        kept = part.rstrip("\\")
        behind = len(part) - len(kept)
        if behind < depth or part.startswith("'"):
            return _peel(text, most)
        if most is not None and depth + 1 >= most:
            own += part[: len(part) - depth] + TAB
        elif behind > depth:
            own += part[: len(part) - depth - 1] + TAB
        else:
            levels.append(own + kept)
            own = ""
            if depth >= DEEPEST:
                raise UnsafeFile(f"a counter of more than {DEEPEST} traits")
    if final.startswith("'"):
        return _peel(text, most)
    levels.append(own + final)
    return levels


def level_starts(levels: Sequence[str]) -> tuple[int, ...]:
    """Where each level would begin, were they joined and none of them needed quotes or backslashes of its own."""
    lengths = (len(own) + depth + 1 for depth, own in enumerate(levels[:-1]))
    return tuple(accumulate(lengths, initial=0))


def inner_levels(text: str, outside: int) -> list[str] | None:
    """The levels of a type text behind so many outer ones; None where something is quoted or escaped."""
    parts = text.split(TAB)
    return _straight(parts, outside) if len(parts) + outside <= DEEPEST else None


def _straight(parts: list[str], outside: int = 0) -> list[str] | None:
    """The levels where each TAB is behind as many backslashes as it has levels outside, and nothing is quoted."""
    last = parts.pop()
    levels = None
    if last[:1] != "'" and len(parts) + outside < len(_OWNS):
        try:
            levels = [*map(getitem, _OWNS[outside : outside + len(parts)], parts), last]
        except _Unlike:
            levels = None
    parts.append(last)
    return levels


class _Unlike(Exception):  # noqa: N818 - nobody errs
    """A level is quoted, or behind another number of backslashes than its depth."""


class _Owns(dict[str, str]):
    """Levels with the backslashes behind them, and without: at one depth, so many are they.

    Counters repeat each other's traits, so that most levels are known, and one text serves them all.
    """

    def __init__(self, depth: int) -> None:
        self.depth = depth

    def __missing__(self, part: str) -> str:
        own = part.rstrip("\\")
        if part[:1] == "'" or len(part) - len(own) != self.depth:
            raise _Unlike
        if len(self) >= _MOST:
            self.clear()
        self[part] = own
        return own


_OWNS = tuple(map(_Owns, range(300)))
"""By depth; a counter of more traits, which no game has, is read the slow way."""


def _peel(text: str, most: int | None) -> list[str]:
    """The same level by level, with the quotes and dropped third tokens that the one pass cannot see."""
    levels: list[str] = []
    while most is None or len(levels) + 1 < most:
        pair = sequences.split_first(text, TAB, 2)
        levels.append(pair[0])
        if len(pair) == 1:
            return levels
        text = pair[1]
        if len(levels) > DEEPEST:
            raise UnsafeFile(f"a counter of more than {DEEPEST} traits")
    return [*levels, text]


def join_levels(levels: list[str]) -> str:
    """Nest texts as seq(TAB)(own, inner), first outermost."""
    text = levels[-1]
    for own in reversed(levels[:-1]):
        text = sequences.join((own, text), TAB)
    return text


def prefix_of(type_text: str) -> str:
    """What names a trait: its type up to and including the first `;`, or all of it."""
    end = type_text.find(";")
    return type_text if end < 0 else type_text[: end + 1]
