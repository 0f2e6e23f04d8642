"""In which order things are drawn on each map, as the engine's dump has it and as a state has it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

from adjudicator.model.state import GameState


def order_of_engine(tops: Iterable[Mapping[str, Any]]) -> dict[str, list[str]]:
    """The ids by map, lowest first; the engine keeps empty stacks, which we do not."""
    found = defaultdict(list)
    for top in sorted(tops, key=lambda top: top["order"]):
        if top["class"] != "Stack" or top["pieces"]:
            found[top["map"]].append(top["id"])
    return dict(found)


def order_of_state(state: GameState) -> dict[str, list[str]]:
    """The ids by map, lowest first: single counters and stacks."""
    found = defaultdict(list)
    lone = [each for each in state.counters.values() if not each.stack]
    for each in sorted([*lone, *state.stacks.values()], key=lambda each: each.order):
        if each.spot.map:
            found[each.spot.map].append(each.id)
    return dict(found)
