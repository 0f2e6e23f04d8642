"""What an event or another state of the same game changes: the counters to look at again, in a fixed order."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import fields
from functools import lru_cache
from operator import attrgetter

from adjudicator.model.counters import Counter, Stack
from adjudicator.model.events import Arrange, Restack
from adjudicator.model.state import Event, GameState

_TOLD = attrgetter(*(each.name for each in fields(Counter) if each.name != "carried"))


def counters_of(event: Event, before: GameState) -> set[str]:
    """The counters an event speaks of; of those that the program arranged besides, the ones that are otherwise now."""
    if isinstance(event, Restack):
        return _members(event.stack, before)
    if isinstance(event, Arrange):
        otherwise = {each.id for each in event.counters if differs(before.counters.get(each.id), each)}
        gone = (name for name in event.gone if name in before.counters)
        return otherwise.union(gone, *(_members(each, before) for each in event.stacks if _regrouped(each, before)))
    counter = getattr(event, "counter", None)
    if counter is None:
        return set()
    return {counter if isinstance(counter, str) else counter.id}


def _members(stack: Stack, before: GameState) -> set[str]:
    """The counters that lie in a stack, and those that lay there."""
    old = before.stacks.get(stack.id)
    return {*stack.members, *(old.members if old else ())}


def _regrouped(stack: Stack, before: GameState) -> bool:
    old = before.stacks.get(stack.id)
    return old is None or old.members != stack.members


def differs(one: Counter | None, other: Counter | None) -> bool:
    if one is other:
        return False
    if one is None or other is None:
        return True
    return bool(_TOLD(one) != _TOLD(other))


@lru_cache(1 << 16)
def by_number(text: str) -> tuple[tuple[int, str], ...]:
    """A key that sorts "9" before "10"."""
    parts: Iterable[str] = re.findall(r"\d+|\D+", text)
    return tuple((int(part), "") if part.isdigit() and len(part) < 300 else (-1, part) for part in parts)
