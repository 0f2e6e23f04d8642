"""The statuses of spots, such as that of a supply source: the least fixed point of the rules that give them."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from adjudicator.analysis.roster import roster
from adjudicator.analysis.supply.line_terms import Line
from adjudicator.analysis.supply.lines import PLAIN, Answer, LineQuery, Profile
from adjudicator.analysis.supply.passage import LineReach, Passage
from adjudicator.analysis.supply.spots import SpotSearch, StatusSpot
from adjudicator.analysis.supply.terms import Connection, StatusRule
from adjudicator.lean import cached_property, dataclass
from adjudicator.model.interval import Bound
from adjudicator.model.memo import remembered
from adjudicator.model.network import Bools, Network
from adjudicator.model.pack import Pack
from adjudicator.terms.who import Selector


@dataclass(frozen=True, slots=True)
class Fact:
    """Why a spot has a status: the rule, and a line for each of its connections."""

    rule: StatusRule
    lines: tuple[LineReach, ...]


class SearchStart(NamedTuple):
    """What the search for statuses begins with: the spots, by rule and context those that may have a status, the contexts."""

    spots: list[StatusSpot]
    chosen: Mapping[tuple[int, int], list[int]]
    contexts: Mapping[str, int]


class Settlement(NamedTuple):
    """The statuses found in one position, all that was asked of it in doing so, in order, and the lines drawn."""

    given: SearchStart
    answers: tuple[tuple[LineQuery, Answer], ...]
    facts: dict[str, NDArray[np.bool_]]
    why: dict[tuple[str, int, int], Fact]
    reaches: dict[tuple[str, Profile, bytes], LineReach]


@remembered(32)
def _settlements(
    _pack: Pack, _network: Network, _side: str, _bound: Bound, _without: frozenset[str]
) -> deque[Settlement]:
    """The last settlements of a side under a pack, on a map as it stood: most acts change nothing of them."""
    return deque(maxlen=3)


@dataclass(eq=False)
class StatusSearch(SpotSearch):
    """The facts about spots, and why each holds; a nation whose spots count for it alone has a context of its own."""

    without: frozenset[str] = frozenset()
    spots: list[StatusSpot] = field(default_factory=list)
    spot_index: dict[tuple[str, str], int] = field(default_factory=dict)
    facts: dict[str, NDArray[np.bool_]] = field(default_factory=dict)
    why: dict[tuple[str, int, int], Fact] = field(default_factory=dict)
    contexts: list[str] = field(default_factory=list)
    context_of: dict[str, int] = field(default_factory=dict)
    _reaches: dict[tuple[str, Profile, bytes], LineReach] = field(default_factory=dict)
    _exempting: dict[str, frozenset[Selector]] = field(default_factory=dict)
    _labels: dict[tuple[str, Profile], list[int] | None] = field(default_factory=dict)
    _grouped_by: tuple[str, list[object]] | None = None

    @cached_property
    def spots_at(self) -> Mapping[int, list[int]]:
        """The numbers of the spots by the hex they are in, once all statuses are found."""
        found: dict[int, list[int]] = {}
        for k, spot in enumerate(self.spots):
            found.setdefault(spot.at, []).append(k)
        return found

    def traced(self, name: str, profile: Profile, seeds: Bools) -> LineReach:
        """`reach`, remembered."""
        key = (name, profile & self.profile_of(name), np.packbits(seeds).tobytes())
        found = self._reaches.get(key)
        if found is None:
            found = self._reaches[key] = self.reach(name, self.table_line(name), profile, seeds)
        return found

    def settle(self) -> None:
        """Find every status of every spot: the least fixed point, or that of an earlier position that is like this one."""
        self._contexts()
        rules = [rule for rule in self.table.status if rule.name not in self.without]
        chosen = {
            (r, c): self.select(rule.spots, n) for r, rule in enumerate(rules) for c, n in enumerate(self.contexts)
        }
        for found in chosen.values():
            for spot in found:
                if spot.key not in self.spot_index:
                    self.spot_index[spot.key] = len(self.spots)
                    self.spots.append(spot)
        open_ = {key: [self.spot_index[spot.key] for spot in found] for key, found in chosen.items()}
        kept = _settlements(self.position.pack, self.network, self.side, self.bound, self.without)
        given = SearchStart(self.spots, open_, self.context_of)
        if not any(self._settled_like(earlier, given) for earlier in kept):
            self._settle(rules, open_)
            kept.appendleft(Settlement(given, tuple(self.answers.items()), self.facts, self.why, dict(self._reaches)))

    def _settled_like(self, earlier: Settlement, given: SearchStart) -> bool:
        """Take over what was found of an earlier position, if all that was asked of that one has the same answer in this.

        A search goes on from answer to answer: as long as all are the same, this one would have asked the same again.
        """
        if given != earlier.given or any(self.answer(asked) != found for asked, found in earlier.answers):
            return False
        self.facts, self.why, self._reaches = earlier.facts, earlier.why, dict(earlier.reaches)
        return True

    def _settle(self, rules: list[StatusRule], open_: Mapping[tuple[int, int], list[int]]) -> None:
        shape = (len(self.contexts), len(self.spots))
        self.facts = {rule.name: np.zeros(shape, dtype=np.bool_) for rule in self.table.status}
        grown = True
        while grown:
            grown = False
            for (r, c), named in open_.items():
                rule, held = rules[r], self.facts[rules[r].name]
                waiting = [k for k in named if not held[c, k] and self.own_context(k, c) == c]
                if waiting and (gained := self._apply(rule, c, waiting)):
                    held[c, gained] = True
                    self._share(held, gained, c)
                    grown = True

    def _contexts(self) -> None:
        home = any(rule.spots.home or rule.spots.for_nations for rule in self.table.status)
        nations = roster(self.position).of.nations(self.side) | {""}
        self.contexts = sorted(nations) if home else [""]
        self.context_of = {nation: self.contexts.index(nation) if home else 0 for nation in nations}

    def own_context(self, k: int, context: int) -> int:
        nation = self.spots[k].nation
        return self.context_of.get(nation, context) if nation else context

    def _share(self, held: NDArray[np.bool_], found: list[int], context: int) -> None:
        for k in found:
            if self.spots[k].nation:
                held[:, k] = held[context, k]

    def _apply(self, rule: StatusRule, context: int, waiting: list[int]) -> list[int]:
        if rule.at:
            having = self.seeds(rule.at, context)
            waiting = [k for k in waiting if having[self.spots[k].at]]
        lines: list[LineReach] = []
        for connection in rule.connected:
            waiting, shown = self._connected(connection, context, PLAIN, waiting)
            lines += shown
            if not waiting:
                return []
        for k in waiting:
            self.why.setdefault((rule.name, context, k), Fact(rule, tuple(lines)))
        return waiting

    def holders(self, statuses: Iterable[str], context: int) -> Bools:
        found = np.zeros(len(self.spots), dtype=np.bool_)
        for status in statuses:
            if status in self.facts:
                found |= self.facts[status][context]
        return found

    def seeds(self, statuses: Iterable[str], context: int) -> Bools:
        hexes = np.zeros(len(self.network), dtype=np.bool_)
        hexes[[self.spots[k].at for k in np.flatnonzero(self.holders(statuses, context)).tolist()]] = True
        return hexes

    def _connected(
        self, connection: Connection, context: int, profile: Profile, waiting: list[int]
    ) -> tuple[list[int], list[LineReach]]:
        """Which waiting spots are joined to enough spots, and the lines that show it."""
        holders = self.holders(connection.to, context)
        if not holders.any():
            return [], []
        seeds = self.seeds(connection.to, context)
        reaches = [self.traced(name, profile, seeds) for name in connection.lines]
        joined: list[int] = []
        for k in waiting:
            at = self.spots[k].at
            if not any(reach.starts[at] for reach in reaches):
                continue
            alone = connection.least <= 1 and not (connection.another and holders[k])
            if alone or len(self._others(connection, holders, k, profile)) >= connection.least:
                joined.append(k)
        return joined, reaches

    def _others(self, connection: Connection, holders: Bools, k: int, profile: Profile) -> set[object]:
        groups, components = self._groups_by(connection.group), self._components(connection.lines, profile)
        own, found = groups[k], set[object]()
        for other in np.flatnonzero(holders).tolist():
            group = groups[other]
            if group == own or group in found or other == k:
                continue
            if any(
                self.joined(name, profile, self.spots[k].at, self.spots[other].at)
                if labels is None or labels[k] < 0 or labels[other] < 0
                else labels[k] == labels[other]
                for name, labels in components
            ):
                found.add(group)
                if len(found) >= connection.least:
                    break
        return found

    def _groups_by(self, name: str) -> list[object]:
        """What tells each spot from those that count as one with it: a named value, else the spot itself."""
        if self._grouped_by is None or self._grouped_by[0] != name:
            values = [spot.value(name) if name else None for spot in self.spots]
            own = [spot.key if value is None else value for spot, value in zip(self.spots, values, strict=True)]
            self._grouped_by = name, own
        return self._grouped_by[1]

    def _components(self, lines: tuple[str, ...], profile: Profile) -> list[tuple[str, list[int] | None]]:
        """For each plain line the component that each spot is in, -1 where none may be passed; None for other lines."""
        found: list[tuple[str, list[int] | None]] = []
        for name in lines:
            key = name, profile
            if key not in self._labels:
                passage = self.plain(name, profile)
                self._labels[key] = None if passage is None else self._spot_labels(passage)
            found.append((name, self._labels[key]))
        return found

    def plain(self, name: str, profile: Profile) -> Passage | None:
        """What a line may use that only asks for connection, wherever it begins and ends; None of any other line."""
        passage = self.passage(name, 0, profile) if is_plain(self.table_line(name)) else None
        return None if passage is None or passage.loose.any() else passage

    def _spot_labels(self, passage: Passage) -> list[int]:
        at = np.array([spot.at for spot in self.spots], dtype=np.int32)
        labels: list[int] = np.where(passage.inner[at], passage.labels[at], -1).tolist()
        return labels

    def joined(self, name: str, profile: Profile, start: int, end: int) -> bool:
        """Whether a line leads from one hex to another."""
        passage = self.plain(name, profile)
        if passage is not None and passage.inner[start] and passage.inner[end]:
            return bool(passage.labels[start] == passage.labels[end])
        return bool(self.traced(name, profile, self.only(end)).starts[start])

    def profile_of(self, name: str) -> frozenset[Selector]:
        """The selectors by which a line may exempt somebody."""
        found = self._exempting.get(name)
        if found is None:
            elements = self.table_line(name).elements
            every = (exempt.who for element in elements for block in element.block for exempt in block.exempt)
            found = self._exempting[name] = frozenset(every)
        return found

    def only(self, i: int) -> Bools:
        """The hex of that number alone."""
        hexes = np.zeros(len(self.network), dtype=np.bool_)
        hexes[i] = True
        return hexes


def is_plain(line: Line) -> bool:
    """Whether a line is one element that only asks for connection: no limit, no jump, any start."""
    only = line.elements[0]
    return len(line.elements) == 1 and not only.lengths and only.jump is None and not only.starts
