"""Known: the answer to a yes-or-no question. Yes, no, or open, and then what would have to be known.

Three-valued logic after Kleene (the strong tables, `tests/adjudicator/model/kleene.toml`). Two things go beyond the
tables. An open answer names its missing data, and a combination names only those that still matter: one *no* settles
an "and", whatever else is open. And every answer may say why, as a tree of reasons, which text, page and JSON print.

    zone = weather.is_one_of("snow")           # open: the weather of 0805
    bound = zone & Known.of(unit.is_infantry)  # no, if it is no infantry: then the weather does not matter

An answer is never a bool: `if answer:` raises, so that nobody forgets the third case. Ask `is_yes`, `is_no`, `is_open`,
or `possible` (not no).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import field
from enum import Enum
from typing import NoReturn, TypeVar

import numpy as np
from numpy.typing import NDArray

from adjudicator.lean import dataclass, replace
from adjudicator.words import data_words

Value = TypeVar("Value")
Bools = NDArray[np.bool_]


class Truth(Enum):
    """The three answers."""

    YES = "yes"
    NO = "no"
    OPEN = "open"

    __hash__ = object.__hash__  # answers are keys of much that is kept, and each truth is one object


_YES, _NO, _OPEN = Truth  # asked for so often that to look them up in their class would show


@dataclass(frozen=True, slots=True)
class Reason:
    """A node of the tree that says why: a sentence, whether it holds, and what that rests on."""

    text: str
    truth: Truth = Truth.YES
    missing: tuple[str, ...] = ()
    rests_on: tuple[Reason, ...] = ()

    def lines(self, depth: int = 0) -> Iterator[tuple[int, Reason]]:
        """The tree from the top, each node with its depth: what every renderer walks over."""
        yield depth, self
        for reason in self.rests_on:
            yield from reason.lines(depth + 1)

    def as_text(self) -> str:
        """One line a node, indented by depth."""
        return "\n".join(f"{'  ' * depth}{reason.sentence}" for depth, reason in self.lines())

    @property
    def sentence(self) -> str:
        """The node alone: its text, and what is missing if it is open."""
        return f"{self.text} (not known: {data_words(self.missing)})" if self.missing else self.text


@dataclass(frozen=True, slots=True)
class Known:
    """Yes, no, or open for want of the `missing` data; `because` says why. Equal if answer and missing data are."""

    truth: Truth
    missing: tuple[str, ...] = ()
    because: tuple[Reason, ...] = field(default=(), compare=False)

    @classmethod
    def of(cls, answer: bool) -> Known:
        """A plain answer."""
        return YES if answer else NO

    @classmethod
    def open(cls, *missing: str) -> Known:
        """No answer: these data are missing. ValueError if none is named."""
        named = tuple(dict.fromkeys(name for name in missing if name))
        if not named:
            raise ValueError("an open answer names what is missing")
        return cls(Truth.OPEN, named)

    @property
    def is_yes(self) -> bool:
        """Whether it is yes for sure."""
        return self.truth is _YES

    @property
    def is_no(self) -> bool:
        """Whether it is no for sure."""
        return self.truth is _NO

    @property
    def is_open(self) -> bool:
        """Whether nobody can tell."""
        return self.truth is _OPEN

    @property
    def possible(self) -> bool:
        """Whether it is yes, or may be."""
        return self.truth is not _NO

    def __bool__(self) -> NoReturn:
        raise TypeError("an answer may be open: ask is_yes, is_no, is_open or possible")

    def __and__(self, other: Known) -> Known:
        if other is YES or self.truth is _NO:
            return self
        return other if self is YES else all_of((self, other))

    def __or__(self, other: Known) -> Known:
        if other is NO or self.truth is _YES:
            return self
        return other if self is NO else any_of((self, other))

    def __invert__(self) -> Known:
        if self.truth is _OPEN:
            return self
        if not self.because:
            return NO if self.truth is _YES else YES
        return Known(_NO if self.truth is _YES else _YES, (), self.because)

    def explained(self, text: str) -> Known:
        """The same answer under a sentence that says what was asked; the reasons so far are what it rests on."""
        return replace(self, because=(Reason(text, self.truth, self.missing, self.because),))

    def because_of(self, reasons: tuple[Reason, ...]) -> Known:
        """The same answer for these reasons."""
        return replace(self, because=reasons)


YES = Known(Truth.YES)
NO = Known(Truth.NO)


def unless_missing(*missing: str) -> Known:
    """Yes, or open where one of these names a missing datum: what is so by all that is known."""
    return Known.open(*missing) if any(missing) else YES


def all_of(answers: Iterable[Known]) -> Known:
    """Whether all are yes. The first *no* decides, and only its reasons count; else what is open stays open."""
    return _settled(answers, _NO, YES)


def any_of(answers: Iterable[Known]) -> Known:
    """Whether one is yes. The first *yes* decides, and only its reasons count; else what is open stays open."""
    return _settled(answers, _YES, NO)


def _settled(answers: Iterable[Known], decides: Truth, otherwise: Known) -> Known:
    missing: tuple[str, ...] = ()
    open_reasons: tuple[Reason, ...] = ()
    reasons: tuple[Reason, ...] = ()
    for answer in answers:
        truth = answer.truth
        if truth is decides:
            return answer
        if truth is _OPEN:
            missing += answer.missing
            open_reasons += answer.because
        elif answer.because:
            reasons += answer.because
    if missing:
        return Known(Truth.OPEN, tuple(dict.fromkeys(missing)), open_reasons)
    return Known(otherwise.truth, (), reasons) if reasons else otherwise


def whatever(values: Iterable[Value], question: Callable[[Value], Known], *missing: str) -> Known:
    """The answer if one datum, unknown here, had each of its possible values in turn: where all agree, it is known.

    For a datum that a question asks for more than once: taken apart, "it is snow" and "it is no snow" would both be open,
    and so would "one of the two". `missing` names the datum. ValueError if there is no possible value.
    """
    answers = [question(value) for value in values]
    if not answers:
        raise ValueError(f"no possible value of {', '.join(missing)}")
    if len({answer.truth for answer in answers}) == 1:
        return all_of(answers) if answers[0].is_yes else any_of(answers)
    also = (name for answer in answers for name in answer.missing)
    reasons = tuple(reason for answer in answers for reason in answer.because)
    return replace(Known.open(*missing, *also), because=reasons)


def first_of(rows: Iterable[tuple[Value, Known]]) -> Iterator[tuple[Value, Known]]:
    """Of rows in order, each with whether it applies, those that may be the first that does, each with whether it is.

    The last one is the first for sure only if it surely applies: where all are open, it may be that none does.
    """
    before = NO
    for row, applies in rows:
        if applies.possible:
            yield row, applies & ~before
        if applies.is_yes:
            return
        before |= applies


@dataclass(frozen=True, slots=True, eq=False)
class KnownMask:
    """The same for many places at once: where the answer is yes for `sure`, and where it is yes `perhaps` (sure or open).

    Both arrays have one shape, (n,) for hexes or (n, 6) for hexsides. `missing` names what keeps the others open. Where
    nothing is open, both are the same array, so that certainty costs nothing.
    """

    sure: Bools
    perhaps: Bools
    missing: tuple[str, ...] = ()

    @classmethod
    def of(cls, places: Bools) -> KnownMask:
        """A mask with nothing open."""
        return cls(places, places)

    @property
    def certain(self) -> bool:
        """Whether nothing is open anywhere."""
        return self.perhaps is self.sure or bool(np.array_equal(self.sure, self.perhaps))

    @property
    def undecided(self) -> Bools:
        """The places where the answer is open."""
        return self.perhaps & ~self.sure

    def at(self, *place: int) -> Known:
        """The answer for one hex, or one hexside (hex, direction)."""
        if self.sure[place]:
            return YES
        return Known.open(*self.missing) if self.perhaps[place] else NO

    def __and__(self, other: KnownMask) -> KnownMask:
        sure = self.sure & other.sure
        if self.perhaps is self.sure and other.perhaps is other.sure:
            return KnownMask(sure, sure)
        return KnownMask(sure, self.perhaps & other.perhaps, _united(self, other))

    def __or__(self, other: KnownMask) -> KnownMask:
        sure = self.sure | other.sure
        if self.perhaps is self.sure and other.perhaps is other.sure:
            return KnownMask(sure, sure)
        return KnownMask(sure, self.perhaps | other.perhaps, _united(self, other))

    def __invert__(self) -> KnownMask:
        if self.perhaps is self.sure:
            return KnownMask.of(~self.sure)
        return KnownMask(~self.perhaps, ~self.sure, self.missing)


def _united(one: KnownMask, other: KnownMask) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*one.missing, *other.missing)))
