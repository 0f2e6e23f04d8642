"""1.0's lines in Snow against a slow second opinion: off road they begin and end in Mountain, and do not pass through it."""

from __future__ import annotations

from collections import deque
from functools import cache
from itertools import pairwise
from random import Random

import numpy as np
import pytest

from adjudicator.analysis.supply.lines import PLAIN
from adjudicator.analysis.supply.passage import Passage
from adjudicator.analysis.supply.spots import SpotSearch
from adjudicator.analysis.supply.status import supply_table
from adjudicator.model.interval import Bound
from adjudicator.model.network import Network
from adjudicator.packs.load import load_pack, load_theatre_for
from adjudicator.play.setting_up import position_from

PACK = "thunder_in_the_east_10"
ENEMIES = ("sov.37a", "sov.19a", "sov.20a", "sov.30rc", "sov.2rc", "sov.5mc", "sov.1ta", "sov.3cav")


@cache
def network() -> Network:
    return Network.of(load_theatre_for(load_pack(PACK)))


@cache
def near_mountains() -> tuple[str, ...]:
    net = network()
    mountains = [i for i, each in enumerate(net.hexes) if each.terrain == "mountain"]
    beside = {int(j) for i in mountains for j in net.neighbours[i] if j >= 0}
    return tuple(net.number(i) for i in sorted({*mountains, *beside}))


def steps(passage: Passage, here: int, start: int, end: int) -> list[int]:
    """The hexes to which a line from a start to an end may go on from one of its hexes."""
    net, found = passage.network, []
    for there in (int(j) for j in net.neighbours[here] if j >= 0):
        across = there, int(np.flatnonzero(net.neighbours[there] == here)[0])
        passes = (passage.gated[here] and here != start) or (passage.gated[there] and there != end)
        if passage.inner[there] and (passage.edges[across] or (passage.loose[across] and not passes)):
            found.append(there)
    return found


def leads(passage: Passage, start: int, end: int) -> bool:
    seen, queue = {start}, deque([start])
    while queue:
        for there in steps(passage, queue.popleft(), start, end):
            if there not in seen:
                seen.add(there)
                queue.append(there)
    return bool(passage.inner[start] and passage.inner[end]) and end in seen


@pytest.mark.parametrize("seed", range(12))
def test_lines_near_mountains_lead_where_the_rule_lets_them(seed: int) -> None:
    random, net = Random(seed), network()
    lines = ["Soviet Supply Step", "weather snow", "season winter"]
    lines += [
        f"{at}: {unit}"
        for at, unit in zip(random.sample(near_mountains(), random.randint(0, 8)), ENEMIES, strict=False)
    ]
    at = position_from(lines, load_pack(PACK), net)
    search = SpotSearch(at, "axis", Bound.BEST, table=supply_table(at))
    passage = search.passage("overland", 0, PLAIN)
    for end in (net.index[each] for each in random.sample(near_mountains(), 8)):
        seeds = np.zeros(len(net), dtype=np.bool_)
        seeds[end] = True
        reach = search.reach("overland", search.table_line("overland"), PLAIN, seeds)
        for start in (net.index[each] for each in random.sample(near_mountains(), 8)):
            assert bool(reach.starts[start]) == leads(passage, start, end)
            if reach.starts[start] and start != end:
                ((_, way, _),) = reach.way(start)
                assert (way[0], way[-1]) == (start, end)
                assert all(there in steps(passage, here, start, end) for here, there in pairwise(way))
