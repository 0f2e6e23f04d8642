"""Answers kept: what was worked out once for a position, map or pack is not worked out again while it is still asked for.

One rule of life for all: of every question the last `most` answers that were worked out are kept, each with the owner it
was asked of. An audit of thousands of positions so holds the zones of a few of them.

    @remembered(24)
    def zones(position: Position, side: str) -> ZoneField: ...

The owner, the first argument, never changes and is compared by identity: to compare positions by what they contain would
take longer than most answers. As the owner is kept beside its answer, no other object can have its identity meanwhile.
What an answer asked for and nobody told is kept with it (`model.told`).
Further arguments are compared by value. What one object knows of itself, without an argument, is a `cached_property`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import wraps
from typing import Concatenate, Generic, ParamSpec, TypeVar

from adjudicator.model.told import Told, lacked, with_what_lacked

Owner = TypeVar("Owner")
Further = ParamSpec("Further")
Answer = TypeVar("Answer")
Thing_co = TypeVar("Thing_co", covariant=True)


def remembered(
    most: int,
) -> Callable[[Callable[Concatenate[Owner, Further], Answer]], Callable[Concatenate[Owner, Further], Answer]]:
    """A function whose last `most` answers are kept; its further arguments can be hashed."""

    def keeping(
        question: Callable[Concatenate[Owner, Further], Answer],
    ) -> Callable[Concatenate[Owner, Further], Answer]:
        kept: dict[tuple[int, tuple[Hashable, ...]], tuple[Owner, Answer, list[tuple[Told, str]]]] = {}

        @wraps(question)
        def asked(owner: Owner, /, *further: Further.args, **named: Further.kwargs) -> Answer:
            key = (id(owner), (*further, *named.items()) if named else further)
            found = kept.get(key)
            if found is None:
                found = (owner, *with_what_lacked(lambda: question(owner, *further, **named)))
                if len(kept) >= most:
                    del kept[next(iter(kept))]
                kept[key] = found
            if found[2]:
                lacked(found[2])
            return found[1]

        return asked

    return keeping


class Same(Generic[Thing_co]):
    """An object as a key of a dict, equal to itself alone; for terms of tables, which take long to compare by value."""

    __slots__ = ("of",)

    def __init__(self, of: Thing_co) -> None:
        self.of = of

    def __hash__(self) -> int:
        return id(self.of)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and self.of is other.of
