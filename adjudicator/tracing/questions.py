"""Proposals as questions: a run of a river, hexes that look alike, all that is sure of a kind, each with one answer.

What would mend most is asked first: so many proposals of a question as are likely wrong, and the fewer the longer it is, since
what is all of one likelihood over a long run is mostly right. An answer "some of it" halves a question; what was answered is
asked no more.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from adjudicator.lean import dataclass
from adjudicator.tracing.auditing import sampled
from adjudicator.tracing.lattice import BoardLayout, Ints
from adjudicator.tracing.proposals import Proposal, Subject, TracedLayer, Why

SURE = 0.95
"""What is so certain is asked about together, a kind at a time."""
WORTH = 0.12
"""A hexside that is proposed to be bare is asked about if it has the kind so likely."""
IN_PART = 0.85
"""How certain a piece is at most of what is so in part."""
ALIKE = 0.25
"""Of a run that is asked about together one end is not much likelier than the next piece."""
LONGEST = 24
"""The longest run, or most hexes, of doubtful ones that are asked about together."""
MIXED, MIXED_HEXES = 0.04, 0.02
"""How much less a question is worth by each further piece: the longer a run (or what looks alike), the seldomer all is wrong."""
TAKEN = 0.3
"""What it is worth, in wrong proposals, that one answer takes all that is sure: a mistake among so many is mended by none."""


class Question(NamedTuple):
    """Proposals of one layer and kind that one answer decides: is it there, all of it?

    `present` says which answer is expected, `worth` how many wrong proposals it may mend, and `why` is that of its first.
    """

    proposals: tuple[Proposal, ...]
    present: bool
    worth: float
    why: Why

    @property
    def first(self) -> Proposal:
        """The proposal that stands for it."""
        return self.proposals[0]

    @property
    def subjects(self) -> tuple[Subject, ...]:
        """The hexes or hexsides that it is about."""
        return tuple(each.subject for each in self.proposals)

    @property
    def certainty(self) -> float:
        """How likely the expected answer suits a piece of it, on the mean."""
        there = sum(each.likely for each in self.proposals) / len(self.proposals)
        return there if self.present else 1 - there


@dataclass(frozen=True)
class Meetings:
    """Which subjects lie beside each other: `joined` has a row for each pair, as places of a layer."""

    places: dict[Subject, int]
    joined: Ints


def questions(open_: Sequence[Proposal], meetings: Meetings, parted: Sequence[frozenset[Subject]]) -> list[Question]:
    """All questions about some proposals of one layer, the one that mends most first.

    Of those that are proposed to be bare, only the doubtful ones are asked about. `parted` are the subjects of questions
    to which a person said that it is so of some.
    """
    limits: dict[Subject, int] = {}
    for some in parted:
        for subject in some:
            limits[subject] = min(limits.get(subject, len(some)), max(1, (len(some) + 1) // 2))
    kinds: dict[str, list[Proposal]] = {}
    for each in open_:
        if each.present or each.likely > WORTH:
            kinds.setdefault(each.kind, []).append(each)
    found = [question for each in kinds.values() for question in _of_kind(each, meetings, limits, parted)]
    return sorted(found, key=lambda each: -each.worth)


def audited(open_: Sequence[Proposal]) -> Question | None:
    """One of the random share, whatever is thought of it; None if none of it is left."""
    found = [each for each in open_ if sampled(each.subject)]
    return _asked((found[0],), Why.AUDIT) if found else None


def _of_kind(
    some: list[Proposal], meetings: Meetings, limits: dict[Subject, int], parted: Sequence[frozenset[Subject]]
) -> Iterator[Question]:
    # what is so in part is asked about piece by piece: mistakes lie together more often than they are alike in certainty
    in_part = frozenset().union(*parted)
    sure = [each for each in some if each.present and each.certain >= SURE and each.subject not in in_part]
    if sure:
        yield Question(tuple(sorted(sure, key=lambda each: -each.certain)), True, TAKEN, Why.SURE)
    doubtful = [each for each in some if not (each.present and each.certain >= SURE) or each.subject in in_part]
    doubtful = [
        each._replace(certain=min(each.certain, IN_PART)) if each.subject in in_part else each for each in doubtful
    ]
    for run in _runs(doubtful, meetings):
        left = run
        while left:
            most = min(LONGEST, *(limits.get(each.subject, LONGEST) for each in left[:LONGEST]), LONGEST)
            piece, left = left[:most], left[most:]
            yield _asked(tuple(piece), Why.RUN if len(piece) > 1 else piece[0].why)


def _asked(some: tuple[Proposal, ...], why: Why) -> Question:
    likely = [each.likely for each in some]
    present = sum(likely) > len(likely) / 2 or some[0].layer is TracedLayer.TERRAIN
    wrong = sum(each.stands_for**0.5 * (1 - each.certain) for each in some)
    mixed = MIXED_HEXES if some[0].layer is TracedLayer.TERRAIN else MIXED
    suits = 1 / (1 + mixed * len(some) ** 2) if len(some) > 1 else 1.0
    return Question(some, present, wrong * suits, why)


def _runs(some: list[Proposal], meetings: Meetings) -> Iterator[list[Proposal]]:
    """Pieces that lie beside each other and are about as likely, each run from one end to the other."""
    if not some:
        return
    at = {meetings.places[each.subject]: each for each in some}
    beside: dict[int, list[int]] = {place: [] for place in at}
    for one, other in meetings.joined[np.isin(meetings.joined, list(at)).all(axis=1)].tolist():
        if _go_together(at[one], at[other]):
            beside[one].append(other)
            beside[other].append(one)
    left = dict.fromkeys(sorted(at, key=lambda place: (len(beside[place]), place)))
    while left:
        run = _along(next(iter(left)), beside)
        for place in run:
            left.pop(place, None)
        yield [at[place] for place in run]


def _go_together(one: Proposal, other: Proposal) -> bool:
    return one.present == other.present or abs(one.likely - other.likely) < ALIKE


def _along(start: int, beside: dict[int, list[int]]) -> list[int]:
    """All that hangs together, walked along as far as it goes before it turns back."""
    found: dict[int, None] = {}
    ways = [start]
    while ways:
        place = ways.pop()
        if place not in found:
            found[place] = None
            ways.extend(each for each in beside[place] if each not in found)
    return list(found)


def beside_each_other(layout: BoardLayout, layer: TracedLayer, meetings: Ints, likes: Ints | None = None) -> Meetings:
    """What lies beside what in a layer: hexes that look alike (`likes`, pairs) or hexsides that meet."""
    if layer is TracedLayer.TERRAIN:
        hexes: dict[Subject, int] = {(cell.number,): at for at, cell in enumerate(layout.cells)}
        return Meetings(hexes, likes if likes is not None else np.empty((0, 2), dtype=np.int64))
    places: dict[Subject, int] = {each: at for at, each in enumerate(layout.subjects)}
    width = meetings.shape[1]
    pairs = np.concatenate([meetings[:, [a, b]] for a in range(width) for b in range(a + 1, width)])
    return Meetings(places, np.unique(pairs[(pairs >= 0).all(axis=1)], axis=0))
