"""Regular expressions that users write: in bindings, for dice, lines of chat and a book's lists; none may take for ever.

Nearly all of them can take only so many steps, and are Python's own. One that could take more (repeats within repeats, many in a
row, a long text) is given to the package `regex`, which has the same syntax and the same letters and can be stopped. What the two
understand differently is put so that both mean what Python does, or refused.
"""

from __future__ import annotations

import math
import re
import warnings
from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, Annotated, Any, Protocol

from pydantic import AfterValidator, ValidationInfo

from adjudicator.errors import PackError, Source
from adjudicator.said import say, strung

if TYPE_CHECKING:
    from re import Match

SECONDS = 1.0
"""How long one pattern may look at one text."""
FEW = 10_000_000
"""So many steps are taken at once."""
SHORT = 200
"""Letters of a text for which the steps are reckoned."""
_NO_REPEAT = re.compile(r"(\\.)|\{(?!\d+(?:,\d*)?\}|,\d*\})", re.DOTALL)
"""A brace that repeats nothing: Python takes it as it stands, `regex` may take it for a number of errors to allow."""
_CLASS = re.compile(r"\[:\^?\w+:\]")


class PlacedPattern(str):
    """A pattern with the place where somebody wrote it."""

    file: str = ""
    key: str = ""


def _written(text: str, info: ValidationInfo) -> str:
    """The pattern with its place; ValueError if it is none."""
    if why := fault(text):
        raise ValueError(f"not a regular expression: {why}")
    found = PlacedPattern(text)
    found.file = str((info.context or {}).get("file", ""))
    found.key = str(info.field_name or "")
    return found


Expression = Annotated[str, AfterValidator(_written)]
"""The field of a table that is a regular expression."""


class Matcher(Protocol):
    """A pattern made ready."""

    def fullmatch(self, text: str) -> Match[str] | None: ...

    def match(self, text: str) -> Match[str] | None: ...

    def search(self, text: str) -> Match[str] | None: ...

    def sub(self, into: str, text: str) -> str: ...


def fault(pattern: str) -> str:
    """What is wrong with a pattern, "" if nothing is."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", FutureWarning)
            re.compile(pattern)
    except (re.error, RecursionError, OverflowError) as error:
        return str(error)
    return "classes such as [:alpha:] are not understood; write [A-Za-z] or \\w" if _CLASS.search(pattern) else ""


def matcher(pattern: str, flags: int = 0) -> Matcher:
    """The pattern, ready for many texts. Looking raises PackError where it takes too long."""
    plain = _plain(str(pattern), flags)
    return _Careful(pattern, flags, plain, few=_ways(str(pattern), flags) <= FEW)


def fullmatch(pattern: str, text: str, flags: int = 0) -> Match[str] | None:
    """The whole text by a pattern; PackError if that takes too long."""
    return matcher(pattern, flags).fullmatch(text)


def search(pattern: str, text: str, flags: int = 0) -> Match[str] | None:
    """The first place in a text that fits a pattern; PackError if that takes too long."""
    return matcher(pattern, flags).search(text)


class _Careful:
    """A pattern that is Python's own for short texts if it takes few steps there, and can be stopped for all others."""

    __slots__ = ("_flags", "_plain", "_short", "_written")

    def __init__(self, written: str, flags: int, plain: re.Pattern[str], *, few: bool) -> None:
        self._written = written
        self._flags = flags
        self._plain = plain
        self._short = SHORT if few else -1

    def fullmatch(self, text: str) -> Match[str] | None:
        return self._plain.fullmatch(text) if len(text) <= self._short else self._stopped("fullmatch", text)

    def match(self, text: str) -> Match[str] | None:
        return self._plain.match(text) if len(text) <= self._short else self._stopped("match", text)

    def search(self, text: str) -> Match[str] | None:
        return self._plain.search(text) if len(text) <= self._short else self._stopped("search", text)

    def sub(self, into: str, text: str) -> str:
        try:
            replaced: str = (
                self._plain.sub(into, text) if len(text) <= self._short else self._stopped("sub", into, text)
            )
        except (re.error, IndexError) as error:
            raise self._wrong(say("cannot be put into {pattern}: {why}", self._written, error)) from error
        return replaced

    def _stopped(self, how: str, *texts: str) -> Any:
        try:
            return getattr(_careful(str(self._written), self._flags), how)(*texts, timeout=SECONDS)
        except TimeoutError as error:
            raise self._wrong(say("{pattern} takes more than a second to look at one text", self._written)) from error

    def _wrong(self, what: str) -> PackError:
        key, file = (getattr(self._written, name, "") for name in ("key", "file"))
        return PackError(strung((key or say("pattern"), what), ": "), Source(file))


@lru_cache(maxsize=4096)
def _plain(pattern: str, flags: int) -> re.Pattern[str]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FutureWarning)
        return re.compile(pattern, flags)


@lru_cache(maxsize=4096)
def _careful(pattern: str, flags: int) -> Any:
    import regex  # noqa: PLC0415 - slow to load, and few patterns need it

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FutureWarning)
        return regex.compile(_NO_REPEAT.sub(lambda found: found[1] or r"\{", pattern), flags | regex.V0)


@lru_cache(maxsize=4096)
def _ways(pattern: str, flags: int) -> float:
    """At most so many ways there are to lay a pattern over a short text."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FutureWarning)
        return _in_a_row(re._parser.parse(pattern, flags))  # type: ignore[attr-defined]


def _in_a_row(parts: Iterable[tuple[object, Any]]) -> float:
    return math.prod((_of_part(str(kind), about) for kind, about in parts), start=1.0)


def _of_part(kind: str, about: Any) -> float:
    match kind:
        case "MAX_REPEAT" | "MIN_REPEAT" | "POSSESSIVE_REPEAT":
            least, most, body = about
            each, times = _in_a_row(body), min(int(most), SHORT)
            if each == 1.0:
                return float(max(1, times - int(least) + 1))
            return math.inf if times > SHORT / 10 else each**times + 1
        case "BRANCH":
            return sum(_in_a_row(each) for each in about[1])
        case "SUBPATTERN" | "ASSERT" | "ASSERT_NOT":
            return _in_a_row(about[-1])
        case "ATOMIC_GROUP":
            return _in_a_row(about)
        case "GROUPREF_EXISTS":
            return sum(_in_a_row(each) for each in about[1:] if each)
        case _:
            return 1.0
