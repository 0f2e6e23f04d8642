"""Supply lines as searches: one element at a time, from its far end back to every hex it could have begun in.

What is unknown (weather, control, a chart cell) is taken at its best or at its worst for the tracing side and its name is kept
in `missing`.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field
from fractions import Fraction
from typing import Literal, NamedTuple

import numpy as np

from adjudicator.analysis.control import control_field, place_controller, zones
from adjudicator.analysis.ground import ground_at
from adjudicator.analysis.roster import roster
from adjudicator.analysis.supply import searches
from adjudicator.analysis.supply.chains import chains_between
from adjudicator.analysis.supply.line_terms import Block, Element, Exemption, Line, Shrinking
from adjudicator.analysis.supply.linked import linked_hexes
from adjudicator.analysis.supply.passage import LengthLimits, LineReach, LineStage, Passage, same_passage
from adjudicator.lean import cached_property, dataclass
from adjudicator.model.interval import Bound
from adjudicator.model.known import Known, KnownMask
from adjudicator.model.memo import Same
from adjudicator.model.network import Bools, Ints, Network, from_beyond, spread
from adjudicator.model.one_way import turned
from adjudicator.record.position import Position
from adjudicator.terms.cell import UNLIMITED, chart
from adjudicator.terms.edges import Edges
from adjudicator.terms.ground import Ground, Land
from adjudicator.terms.when import When
from adjudicator.terms.where import Where
from adjudicator.terms.who import EVERYONE, Selector

Profile = frozenset[Selector]
"""The exempting selectors that fit a tracer; a place fits none."""

PLAIN: Profile = frozenset()


class LineQuery(NamedTuple):
    """What a line asks of the position: by which passage an element goes, how far, where it starts, whither it jumps."""

    what: Literal["passage", "limits", "starts", "jumps"]
    line: str
    element: int
    profile: Profile = PLAIN
    ends: bytes = b""


Answer = Passage | LengthLimits | bytes | tuple[tuple[int, int], ...]
"""The answer, such that two that are equal mean the same lines."""


@dataclass(eq=False)
class LineTracer:
    """All the lines one side can draw in a position, under one view of what is unknown.

    `missing` names the data that it took at their best or worst, `untold` the hexes whose owner it took so. `answers` are
    what its lines asked of the position, in the order in which they did; `certain` those that hold at the best and at the worst,
    as all that they rest on is known. Given with another bound's, they are not found anew.
    """

    position: Position
    side: str
    bound: Bound
    missing: set[str] = field(default_factory=set)
    untold: set[int] = field(default_factory=set)
    answers: dict[LineQuery, Answer] = field(default_factory=dict)
    certain: dict[LineQuery, Answer] = field(default_factory=dict)
    _doubts: int = 0
    _masks: dict[Same[object], tuple[Bools, bool]] = field(default_factory=dict)
    _passages: dict[tuple[str, int, Profile], Passage] = field(default_factory=dict)
    _prices: dict[tuple[object, ...], tuple[bytes, bool]] = field(default_factory=dict)
    _reached: dict[tuple[Passage, bytes, float], tuple[Bools, Bools]] = field(default_factory=dict)

    @cached_property
    def ground(self) -> Ground:
        """The ground on which lines run."""
        return ground_at(self.position)

    @cached_property
    def land(self) -> Land:
        """The map as it stands for the side."""
        return self.ground.of(self.side)

    @cached_property
    def network(self) -> Network:
        """The map as it stands, what has perhaps changed taken for or against the side, by the bound."""
        return self.land.perhaps if self.bound is Bound.BEST else self.land.sure

    def note(self, missing: Iterable[str] = (), untold: Iterable[int] = ()) -> None:
        """Note what was taken at its best or worst."""
        names, hexes = tuple(missing), tuple(untold)
        self._doubts += bool(names or hexes)
        self.missing.update(names)
        self.untold.update(hexes)

    def drawn(self, names: frozenset[str]) -> None:
        """Note what must be known to say where these features or tags are."""
        if self.land.names & names:
            self.note(self.land.untold)

    def when(self, when: When, opens: bool) -> bool:
        """Whether a term is in force; an unknown moment counts for or against the side, by the bound."""
        answer = when.holds(self.position, self.side)
        self.note(answer.missing)
        return self.bound.takes(answer, helps=opens)

    def where(self, where: Where, opens: bool) -> Bools:
        """The hexes of a term; what is open counts for or against the side, by the bound."""
        return self._taken(where.mask(self.ground), opens)

    def edges(self, edges: Edges, opens: bool) -> Bools:
        """The hexsides of a term, as a line crosses them into each hex."""
        out = self._taken(edges.mask(self.ground, self.side), opens)
        return from_beyond(self.network, out) if edges.directed else out

    def _taken(self, mask: KnownMask, opens: bool) -> Bools:
        # A mask names what is missing anywhere on the map: only where it leaves a place open does a line depend on it.
        if not mask.certain:
            self._doubts += 1
            self.missing.update(mask.missing)
        return self.bound.places(mask, helps=opens)

    def controls(self, side: str, among: Bools) -> Bools:
        """The hexes of some that the tracing side (or an enemy) controls."""
        control = control_field(self.position)
        own = control.of(self.side)
        self.note(untold=np.flatnonzero(among & own.undecided).tolist())
        if side == self.side:
            return among & self.bound.places(own, helps=True)
        theirs = control.of(side).sure
        return among & (theirs & ~own.undecided if self.bound is Bound.BEST else theirs | own.undecided)

    def held(self, places: Mapping[str, Literal["own", "enemy"]], opens: bool) -> bool:
        """Whether every named place is held as a term wants it."""
        for name, wanted in places.items():
            there = self.position.network.theatre.place(name) is not None
            own = place_controller(self.position, name, self.side).is_(self.side) if there else Known.open(name)
            self.note(own.missing)
            if not self.bound.takes(own if wanted == "own" else ~own, helps=opens):
                return False
        return True

    def reach(self, name: str, line: Line, profile: Profile, seeds: Bools) -> LineReach:
        """Every hex from which a line leads to one of the seeds; where every element may be left out, the seeds too."""
        passages = [self.passage(name, k, profile) for k in range(len(line.elements))]
        usable = np.zeros_like(seeds)
        for passage in passages:
            usable |= passage.inner | passage.ends | passage.starts
        ends = seeds & usable
        stages: list[LineStage] = []
        for k in range(len(line.elements) - 1, -1, -1):
            element, passage = line.elements[k], passages[k]
            while True:
                used = self._used(name, k, passage, ends)
                optional = element.optional or element.chain
                grown = ends.copy() if optional else np.zeros_like(ends)
                for stage in used:
                    grown |= stage.after
                progress = bool((grown & ~ends).any())
                if progress or not optional:
                    stages += used
                ends = grown
                if not (element.chain and progress):
                    break
        return LineReach(name, seeds, ends, tuple(stages))

    def _used(self, name: str, k: int, passage: Passage, ends: Bools) -> tuple[LineStage, ...]:
        """An element used backwards, its last step first where this may cross what the others may not."""
        element = self.table_line(name).elements[k]
        optional = element.optional or element.chain
        if not passage.loose.any():
            after, runs, pairs = self._sweep(name, k, passage, ends)
            return (LineStage(element, passage, ends, after, optional, runs, pairs),)
        one = ((np.ones(len(self.network), dtype=np.bool_), float(passage.scale)),)
        last = LineStage(element, passage.last_step, ends, passage.last_step.one_step(ends), True, one, joins=True)
        before = ends | (last.after & ~passage.gated)
        after, runs, pairs = self._sweep(name, k, passage, before)
        middle = LineStage(element, passage, before, after, optional, runs, pairs, joins=True)
        free = after & ~passage.gated
        first = LineStage(element, passage.first_step, free, passage.first_step.one_step(free), True, one)
        return last, middle, first

    def passage(self, name: str, k: int, profile: Profile) -> Passage:
        """What one element may use, made once per sort of tracer."""
        key = (name, k, profile)
        passage = self._passages.get(key)
        if passage is None:
            element = self.table_line(name).elements[k]
            wanted = frozenset(exempt.who for block in element.block for exempt in block.exempt) & profile
            found = self.answer(LineQuery("passage", name, k, wanted))
            assert isinstance(found, Passage)  # noqa: S101 - it is what was asked
            passage = self._passages[key] = found
        return passage

    def answer(self, asked: LineQuery) -> Answer:
        """What the position answers, found once."""
        found = self.answers.get(asked)
        if found is None:
            found = self.certain.get(asked)
            if found is None:
                before = self._doubts
                found = self._find_answer(asked)
                if self._doubts == before and asked.what in ("passage", "limits"):
                    self.certain[asked] = found
            self.answers[asked] = found
        return found

    def _find_answer(self, asked: LineQuery) -> Answer:
        element = self.table_line(asked.line).elements[asked.element]
        if asked.what == "passage":
            return self._passage(element, asked.profile)
        if asked.what == "limits":
            return self._limits(asked, element)
        if asked.what == "starts":
            return self.spot_hexes(element).tobytes()
        return self.jumps(element, np.frombuffer(asked.ends, dtype=np.bool_))

    def blocks(self, element: Element, profile: Profile) -> Iterator[tuple[Block, Bools]]:
        """Each block in force and the hexes it closes to such tracers."""
        for block in element.block:
            if block.sides and self.side not in block.sides:
                continue
            if block.held and not self._blocked(block, None).any():
                continue  # such as a sea that this map does not have
            if not (self.when(block.when, opens=False) and self.held(block.held, opens=False)):
                continue
            hexes = self._blocked(block, None)
            for exempt in block.exempt:
                if exempt.who in profile and self.when(exempt.when, opens=True):
                    hexes = hexes & ~(self._spared(block, exempt))
            if block.lifted_by is not None:
                units = roster(self.position)
                own = units.side(self.side) & units.fits(block.lifted_by)
                hexes = hexes & ~(units.count(own) > 0)
            yield block, hexes

    def chains(self, features: frozenset[str], places: frozenset[str], side: str) -> Bools:
        """(n,): the hexes on a chain of such hexsides between two places a side controls, with no such place between."""
        stops = Where(places=places).mask(self.ground).sure
        return chains_between(self.network, features, stops, self.controls(side, stops))

    def _spared(self, block: Block, exempt: Exemption) -> Bools:
        hexes = self.where(exempt.where, opens=True)
        return hexes if exempt.ignoring is None else hexes & ~self._blocked(block, exempt.ignoring)

    def _blocked(self, block: Block, ignoring: Selector | None) -> Bools:
        key = Same(block)
        if ignoring is None and key in self._masks:
            kept, doubtful = self._masks[key]
            self._doubts += doubtful
            return kept
        before = self._doubts
        position, units = self.position, roster(self.position)
        found = np.zeros(len(self.network), dtype=np.bool_)
        if block.by == "hexes":
            found |= True
        elif block.by == "friends":
            found |= units.count(units.side(self.side) & units.fits(block.who)) > 0
        elif block.by == "control":
            asked = self.where(block.where, opens=False)
            found |= asked & ~self.controls(self.side, asked)
        else:
            for enemy in position.pack.enemies(self.side):
                who = units.fits(block.who) if ignoring is None else units.fits(block.who) & ~units.fits(ignoring)
                if block.by == "units":
                    found |= units.count(units.side(enemy) & who) > 0
                elif block.by == "zone":
                    plain = block.who == EVERYONE and ignoring is None
                    field_ = zones(position, enemy)
                    found |= field_.perhaps if plain else field_.perhaps_of(who)
                else:
                    found |= self.chains(block.features, block.places, enemy)
        if not block.where.anywhere:
            found &= self.where(block.where, opens=False)
        if ignoring is None:
            self._masks[key] = found, self._doubts != before
        return found

    def _passage(self, element: Element, profile: Profile) -> Passage:
        network = self.network
        over = self.where(element.over, opens=True)
        closed = np.zeros(len(network), dtype=np.bool_)
        ends = np.zeros(len(network), dtype=np.bool_)
        for block, hexes in self.blocks(element, profile):
            if block.through_only:
                ends |= hexes
            else:
                closed |= hexes
        edges: Bools = network.neighbours >= 0
        if element.along:
            self.drawn(element.along)
            edges = edges & network.sides_with(map(turned, element.along))
        loose, gated = np.zeros_like(edges), np.zeros(len(network), dtype=np.bool_)
        for barrier in sorted(element.closed, key=lambda each: each.through is not None):
            if barrier.sides and self.side not in barrier.sides:
                continue
            shut = self.edges(barrier.edges, opens=False)
            if barrier.unless is not None:
                shut = shut & ~self.edges(barrier.unless, opens=True)
            if barrier.unless_linked:
                # As with `never_lost`: a place counts as never lost until the position says otherwise.
                hexes = linked_hexes(self.position, self.side).perhaps
                shut = shut & ~(hexes[:, None] & spread(network, hexes))
            if barrier.through is not None:
                beside = self.where(barrier.through, opens=False)
                shut = shut & (beside[:, None] | spread(network, beside))
                loose, gated = loose | (edges & shut), gated | beside
            edges = edges & ~shut
        links = tuple(
            (a, b)
            for a, b, link in network.links
            if link.features & (element.links | element.along) and (not link.sides or self.side in link.sides)
        )
        return same_passage(
            Passage(
                network=network,
                inner=over & ~closed & ~ends,
                ends=over & ends & ~closed,
                starts=over & closed if element.free_start else np.zeros(len(network), dtype=np.bool_),
                edges=edges if element.jump is None else np.zeros_like(edges),
                weights=None,
                scale=_scale(element),
                links=links,
                loose=loose,
                gated=gated,
            ),
            self._weights(element),
        )

    def _weights(self, element: Element) -> bytes | None:
        """What each step costs, (n, 6) whole numbers of 1/scale as bytes: found once for elements that cost alike."""
        if not element.cost and not element.extra:
            return None
        key = (element.cost, element.extra, _scale(element))
        if key not in self._prices:
            before = self._doubts
            self._prices[key] = self._find_weights(element).tobytes(), self._doubts != before
        else:
            self._doubts += self._prices[key][1]
        return self._prices[key][0]

    def _find_weights(self, element: Element) -> Ints:
        scale, shape = _scale(element), self.network.neighbours.shape
        weights = np.full(shape, scale, dtype=np.int32)
        unset, plain = np.ones(shape, dtype=np.bool_), np.ones(shape, dtype=np.bool_)
        # An unknown weather may make a step dearer or cheaper: rows above the plain cost count against the side.
        for row in element.cost:
            fits = unset & self._fitting(row.where, row.edges, opens=row.cost <= 1)
            np.copyto(weights, int(row.cost * scale), where=fits)
            unset &= ~fits
            if row.flat:
                plain &= ~fits
        for row in element.extra:
            fits = plain & self._fitting(row.where, row.edges, opens=row.cost <= 0)
            np.add(weights, int(row.cost * scale), out=weights, where=fits)
        return weights

    def _fitting(self, where: Where, edges: Edges | None, opens: bool) -> Bools:
        fits = np.broadcast_to(self.where(where, opens)[:, None], self.network.neighbours.shape)
        return fits if edges is None else fits & self.edges(edges, opens)

    def _sweep(
        self, name: str, k: int, passage: Passage, ends: Bools
    ) -> tuple[Bools, tuple[tuple[Bools, float], ...], tuple[tuple[int, int], ...]]:
        element = self.table_line(name).elements[k]
        if element.jump is not None:
            pairs = self.answer(LineQuery("jumps", name, k, ends=ends.tobytes()))
            assert isinstance(pairs, tuple)  # noqa: S101 - it is what was asked
            after = ends.copy()
            after[[a for a, _ in pairs]] = True
            return after, (), pairs
        if element.lengths:
            after, runs = self._limited(LineQuery("limits", name, k), passage, ends)
        else:
            after, runs = passage.unlimited(ends), ((np.ones(len(self.network), dtype=np.bool_), math.inf),)
        if element.starts:
            starts = self.answer(LineQuery("starts", name, k))
            assert isinstance(starts, bytes)  # noqa: S101 - it is what was asked
            after = after & np.frombuffer(starts, dtype=np.bool_)
        return after, runs, ()

    def _limited(
        self, asked: LineQuery, passage: Passage, ends: Bools
    ) -> tuple[Bools, tuple[tuple[Bools, float], ...]]:
        after = ends & (passage.inner | passage.ends | passage.starts)
        limits = self.answer(asked)
        assert isinstance(limits, LengthLimits)  # noqa: S101 - it is what was asked
        runs = limits.runs
        for within, most in runs:
            seeds = ends & (passage.inner | passage.ends) & within
            if seeds.any() and math.isinf(most):
                after |= passage.inside(within).unlimited(seeds)
            elif seeds.any():
                after |= self._reach_from(seeds, passage, within, most)
        return after, runs

    def _reach_from(self, seeds: Bools, passage: Passage, within: Bools, most: float) -> Bools:
        """The hexes from which a line of some length leads to one of the seeds.

        Where a line goes on and on there are a few more seeds each time: only what leads to those is looked for.
        """
        key = (passage, within.tobytes(), most)
        none = np.zeros_like(seeds)
        before, reached = self._reached.get(key, (none, none))
        if (before & ~seeds).any():
            before = reached = none
        more = seeds & ~before
        if more.any():
            lengths = searches.distances(passage.within(more, within), np.flatnonzero(more), most)
            reached = reached | (lengths <= most)
            self._reached[key] = seeds, reached
        return reached

    def led_apart(self, name: str, profile: Profile, ends: Ints) -> Bools | None:
        """(ends, n): from where a line leads to each of some hexes; None if all cannot be looked at at once.

        The same as `reach` for each, for lines of one element of limited length.
        """
        element, passage = self.table_line(name).elements[0], self.passage(name, 0, profile)
        short = len(self.table_line(name).elements) == 1 and element.lengths and not (element.optional or element.chain)
        if not short or element.jump is not None or not passage.alike_from_all:
            return None
        limits = self.answer(LineQuery("limits", name, 0))
        assert isinstance(limits, LengthLimits)  # noqa: S101 - it is what was asked
        usable = passage.inner | passage.starts
        found = np.zeros((len(ends), len(self.network)), dtype=np.bool_)
        found[np.arange(len(ends)), ends] = usable[ends]
        for within, most in limits.runs:
            some = np.flatnonzero(passage.inner[ends] & within[ends])
            if len(some):
                found[some] |= passage.apart(ends[some], within, most)
        if element.starts:
            starts = self.answer(LineQuery("starts", name, 0))
            assert isinstance(starts, bytes)  # noqa: S101 - it is what was asked
            found &= np.frombuffer(starts, dtype=np.bool_)
        return found

    def _limits(self, asked: LineQuery, element: Element) -> LengthLimits:
        """The hexes of each length row with its length, but for rows that another, at least as long, includes."""
        scale, shrinking = _scale(element), self.position.pack.figures_of(Shrinking) is not None
        rows: list[tuple[Bools, float]] = []
        looked_at: list[tuple[Bools, float]] = []
        for count, row in enumerate(element.lengths, 1):
            cell = f"{element.cells or f'supply.{asked.line}.{element.name}'}.{count}"
            most = self._most(cell, row.most, scale)
            within = self.where(row.within, opens=True)
            if shrinking and chart(self.position.pack, cell, row.most) is None:
                most = min([most, *(far for wide, far in looked_at if not (wide & ~within).any())])
            looked_at.append((within, most))
            if most < 0 or not within.any():
                continue
            if not any(far >= most and not (within & ~wide).any() for wide, far in rows):
                rows = [(wide, far) for wide, far in rows if far > most or (wide & ~within).any()]
                rows.append((within, most))
        return LengthLimits(tuple((within.tobytes(), most) for within, most in rows))

    def _most(self, cell: str, given: Fraction | str, scale: int) -> float:
        value = chart(self.position.pack, cell, given)
        if value is None:
            self.note((cell,))
            return math.inf if self.bound is Bound.BEST else 0
        if isinstance(value, Fraction):
            return float(value * scale)
        return math.inf if value == UNLIMITED else -1

    def table_line(self, name: str) -> Line:
        """The line of that name; the supply analysis gives the real one."""
        raise KeyError(name)

    def spot_hexes(self, element: Element) -> Bools:
        """The hexes of the spots an element may start at."""
        raise KeyError(element.name)

    def jumps(self, element: Element, ends: Bools) -> tuple[tuple[int, int], ...]:
        """The jumps of an element that lead to one of the ends."""
        raise KeyError(element.name)


def _scale(element: Element) -> int:
    """In how many parts a step is counted, so that every cost and length is a whole number of them."""
    numbers = [Fraction(row.cost) for row in (*element.cost, *element.extra)]
    numbers += [row.most for row in element.lengths if isinstance(row.most, Fraction)]
    return math.lcm(*(number.denominator for number in numbers)) if numbers else 1
