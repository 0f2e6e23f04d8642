"""hexes.txt and hexsides.txt: lines that stay as they are until what they say changes.

A text is written from what was read and from what is now said, so that taking every change back gives the same bytes.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping
from dataclasses import field

from adjudicator.editing.values import side_name
from adjudicator.lean import dataclass

CUT = "cut by the edge"
"""What a draft says of a hex that the board's edge cuts."""
_WORD = re.compile(r"\s*[^\s#]+")


@dataclass(frozen=True, slots=True)
class TextLine:
    """A line in pieces: its words, each with the blanks before it, then the comment and the line's end."""

    words: tuple[str, ...]
    rest: str

    @classmethod
    def read(cls, text: str) -> TextLine:
        """The pieces of a line."""
        body, end = _cut_end(text)
        said, mark, comment = body.partition("#")
        stripped = said.rstrip()
        return cls(tuple(_WORD.findall(stripped)), said[len(stripped) :] + mark + comment + end)

    def __str__(self) -> str:
        return "".join(self.words) + self.rest

    def told(self) -> tuple[str, ...]:
        """The words without their blanks."""
        return tuple(word.strip() for word in self.words)

    def with_word(self, at: int, word: str) -> TextLine:
        """Another word in a place; where columns are kept by blanks, what follows stays in its column."""
        old = self.words[at]
        blanks = old[: len(old) - len(old.strip())]
        words = [*self.words[:at], blanks + word, *self.words[at + 1 :]]
        if at + 1 < len(words):
            words[at + 1] = _moved(words[at + 1], len(old.strip()) - len(word))
        return TextLine(tuple(words), self.rest)

    def with_set(self, first: int, wanted: tuple[str, ...], keep: Callable[[str], bool]) -> TextLine:
        """The words from a place on: those that stay in their order, then new ones; what `keep` takes is left alone."""
        told = self.words[first:]
        old = [word for word in told if not keep(word.strip())]
        pairs = [word for word in told if keep(word.strip())]
        staying = [word for word in old if word.strip() in wanted]
        there = {word.strip() for word in staying}
        gap = old[0][: len(old[0]) - len(old[0].strip())] if old else " "
        new = [(gap if not staying and not at else " ") + w for at, w in enumerate(w for w in wanted if w not in there)]
        return TextLine((*self.words[:first], *staying, *new, *pairs), self.rest)


@dataclass(frozen=True)
class LineFile:
    """A text file with a line for each thing, found by its key; the first line of a key counts."""

    text: str
    key: Callable[[str], str]
    _pieces: tuple[str, ...] = field(init=False)
    _at: Mapping[str, int] = field(init=False)

    def __post_init__(self) -> None:
        pieces = tuple(self.text.splitlines(keepends=True))
        at: dict[str, int] = {}
        for count, piece in enumerate(pieces):
            words = TextLine.read(piece).told()
            if words and (name := self.key(words[0])):
                at.setdefault(name, count)
        object.__setattr__(self, "_pieces", pieces)
        object.__setattr__(self, "_at", at)

    def __iter__(self) -> Iterator[tuple[str, TextLine]]:
        return ((name, TextLine.read(self._pieces[count])) for name, count in self._at.items())

    def line(self, name: str) -> TextLine | None:
        """The line of a thing, None if it has none."""
        count = self._at.get(name)
        return None if count is None else TextLine.read(self._pieces[count])

    def with_lines(self, changed: Mapping[str, TextLine | None]) -> str:
        """The text with other lines for some things, or none (None); new ones stand where their key belongs."""
        if not changed:
            return self.text
        replaced = {self._at[name]: line for name, line in changed.items() if name in self._at}
        new = sorted((name, line) for name, line in changed.items() if name not in self._at and line is not None)
        before = self._places([name for name, _ in new])
        made: list[str] = []
        for count, piece in enumerate((*self._pieces, "")):
            for name, line in new:
                if before[name] == count:
                    _close(made)
                    made.append(str(line))
            made.append(_left(piece, replaced[count]) if count in replaced else piece)
        return "".join(made)

    def _places(self, names: list[str]) -> dict[str, int]:
        """Before which line each new one stands: the first with a higher key, else after the last."""
        known = sorted(self._at)
        after = max(self._at.values(), default=len(self._pieces) - 1) + 1
        found: dict[str, int] = {}
        for name in names:
            higher = next((self._at[each] for each in known[bisect_right(known, name) :]), None)
            found[name] = after if higher is None else higher
        return found


def hex_key(word: str) -> str:
    """A hex's line goes by its number."""
    return word


def side_key(word: str) -> str:
    """A hexside's line goes by its two numbers, the lower first; "" if it names none."""
    ends = word.split("-")
    return side_name(*ends) if len(ends) == 2 else ""


def _left(piece: str, line: TextLine | None) -> str:
    """What a line becomes; of one that is gone the comment stays, unless it is the draft's own remark on that hex."""
    if line is not None:
        return str(line)
    body, end = _cut_end(piece)
    mark, comment = body.partition("#")[1:]
    return mark + comment + end if mark and comment.strip() != CUT else ""


def _close(made: list[str]) -> None:
    """A last line without an end gets one before another follows."""
    if made and made[-1] and not made[-1].endswith(("\n", "\r")):
        made[-1] += "\n"


def _cut_end(text: str) -> tuple[str, str]:
    body = text.rstrip("\r\n")
    return body, text[len(body) :]


def _moved(word: str, by: int) -> str:
    """A word after another that became shorter or longer; only where more than one blank kept a column."""
    blanks = len(word) - len(word.lstrip(" "))
    return word if blanks < 2 else " " * max(1, blanks + by) + word.lstrip(" ")
