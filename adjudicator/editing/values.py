"""What a map in the making says, as flat values: a key names the hex, hexside or place and what is said of it."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple

Value = str | tuple[str, ...] | Mapping[str, object] | None
"""A terrain; words; a place's keys; "" or () or None where nothing is said."""


class ValueKind(StrEnum):
    """What a key is about."""

    TERRAIN = "terrain"
    TAGS = "tags"
    SIDE = "side"
    PLACE = "place"
    CHECKED = "checked"
    REFUSED = "refused"
    NUDGE = "nudge"
    AUDIT = "audit"


OF_RECORD = frozenset((ValueKind.CHECKED, ValueKind.REFUSED, ValueKind.NUDGE, ValueKind.AUDIT))
"""What stands in the record beside the theatre, and in no file of it."""


class ValueKey(NamedTuple):
    """A kind, and what it is said of: a hex's number, a hexside as "0101-0102", a place's own key."""

    kind: ValueKind
    of: str

    def __str__(self) -> str:
        return f"{self.kind}:{self.of}"

    @classmethod
    def read(cls, text: str) -> ValueKey:
        """A key as it was written; ValueError if there is no such kind."""
        kind, _, of = text.partition(":")
        return cls(ValueKind(kind), of)


Values = Mapping[ValueKey, Value]


def side_name(one: str, other: str) -> str:
    """The hexside between two hexes, whichever is named first."""
    return f"{one}-{other}" if one <= other else f"{other}-{one}"


def is_empty(value: Value) -> bool:
    """Whether nothing is said."""
    return value is None or value in ("", ())
