"""What an event or another state of the same game changes: the counters to look at again, in a fixed order."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import fields
from functools import lru_cache
from operator import attrgetter

from adjudicator.model.counters import Counter
from adjudicator.model.events import Event, Restack
from adjudicator.model.state import GameState

_FIELDS = tuple(attrgetter(each.name) for each in fields(Counter) if each.name != "carried")


def counters_of(event: Event, before: GameState) -> set[str]:
    """The counters an event speaks of."""
    if isinstance(event, Restack):
        old = before.stacks.get(event.stack.id)
        return {*event.stack.members, *(old.members if old else ())}
    counter = getattr(event, "counter", None)
    if counter is None:
        return set()
    return {counter if isinstance(counter, str) else counter.id}


def differs(one: Counter | None, other: Counter | None) -> bool:
    if one is other:
        return False
    if one is None or other is None:
        return True
    return any(asked(one) != asked(other) for asked in _FIELDS)


@lru_cache(1 << 16)
def by_number(text: str) -> tuple[tuple[int, str], ...]:
    """A key that sorts "9" before "10"."""
    parts: Iterable[str] = re.findall(r"\d+|\D+", text)
    return tuple((int(part), "") if part.isdigit() and len(part) < 300 else (-1, part) for part in parts)
