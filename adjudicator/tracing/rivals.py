"""Two kinds in the same ink cannot both be the same drawn thing: where both claim it, the likelier has it."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

import numpy as np
from numpy.typing import NDArray
from scipy import sparse
from scipy.sparse.csgraph import connected_components

from adjudicator.lean import dataclass
from adjudicator.tracing.guesses import KnownExamples
from adjudicator.tracing.kinds import KindModel
from adjudicator.tracing.lattice import Ints
from adjudicator.tracing.learning import Crowd, classified
from adjudicator.tracing.logistic import Scores, logit, sigmoid

LEAST_CLAIM = 0.2
"""A hexside is fought over if either claims it so much."""
SUREST = 3.0
"""Log odds beyond which a claim counts no more: both may be as good as certain of the same thing."""
SAME = 0.5
MORE = 0.3
"""What is claimed for both kinds on one path so much more often than a person marked both is not drawn twice."""
NEAR = 4
"""Paths that are less than so many points apart run on the same thing."""
GOES_ON = 0.9
"""How likely a drawn thing that goes on from one hexside to the next, and meets no third there, is of the same kind."""
HEARINGS = 4


@dataclass(frozen=True)
class Contest:
    """Two kinds that claim the same drawn things, and at which hexsides they do."""

    one: str
    other: str
    at: NDArray[np.bool_]


def settled(
    scores: Mapping[str, Scores],
    models: Mapping[str, KindModel],
    evidence: Mapping[str, KnownExamples],
    together: set[frozenset[str]],
    meetings: Ints,
) -> tuple[dict[str, Scores], list[Contest]]:
    """The scores after rivals have settled their claims, and what they claimed both.

    Kinds that a person marked together are none, unless they are claimed so far more often.

    `meetings` has a row for each hex or corner: the hexsides that meet there, -1 where the map ends.
    """
    found = {kind: np.array(each) for kind, each in scores.items()}
    contests: list[Contest] = []
    for one, other in combinations([kind for kind, each in scores.items() if each.any()], 2):
        gap = models[one].profiles.paths.columns - models[other].profiles.paths.columns
        same = np.abs(gap).mean(axis=1) < NEAR
        if frozenset((one, other)) in together:
            rivals = too_often(scores, evidence, one, other, same)
        else:
            rivals = models[one].ink.like(models[other].ink) >= SAME or _claimed(scores, evidence, one, other)
        if not rivals:
            continue
        same &= np.maximum(scores[one], scores[other]) > LEAST_CLAIM
        share = _share(models, evidence, one, other, same)
        sure = np.clip(logit(scores[one]), -SUREST, SUREST) - np.clip(logit(scores[other]), -SUREST, SUREST)
        share = sigmoid(in_company(logit(share) + sure, same, meetings))
        found[one] *= np.where(same, share, 1.0)
        found[other] *= np.where(same, 1 - share, 1.0)
        contests.append(Contest(one, other, same))
    return found, contests


def unheard(contested: NDArray[np.bool_], meetings: Ints, marked: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """What is contested and hangs together with nothing that a person spoke of: one mistake may be carried all along it."""
    there = (meetings >= 0) & contested[meetings]
    two = there.sum(axis=1) == 2
    one, other = meetings[two][there[two]].reshape(-1, 2).T
    graph = sparse.coo_array((np.ones(len(one)), (one, other)), shape=(len(contested),) * 2)
    _, piece = connected_components(graph, directed=False)
    return np.asarray(contested & ~np.isin(piece, piece[contested & marked]))


def in_company(odds: Scores, same: NDArray[np.bool_], meetings: Ints) -> Scores:
    """Log odds for the one kind after those on which the same thing goes on have heard each other."""
    there = (meetings >= 0) & same[meetings]
    pairs = meetings[there.sum(axis=1) == 2]
    ends = pairs[there[there.sum(axis=1) == 2]].reshape(-1, 2)
    if not len(ends):
        return odds
    near, far = np.concatenate([ends, ends[:, ::-1]]).T
    back = np.roll(np.arange(len(near)), len(ends))
    heard = np.zeros(len(near))
    told = odds
    for _ in range(HEARINGS):
        believed = sigmoid(told[near] - heard[back])
        heard = logit(GOES_ON * believed + (1 - GOES_ON) * (1 - believed))
        told = odds + np.bincount(far, heard, minlength=len(odds))
    return np.asarray(told)


def _claimed(scores: Mapping[str, Scores], evidence: Mapping[str, KnownExamples], one: str, other: str) -> bool:
    """Whether either kind takes an example of the other for its own."""
    theirs = {each: set(evidence[each].present) for each in (one, other)}
    return any(
        bool((scores[mine][list(theirs[its] - theirs[mine])] > 0.5).any()) for mine, its in ((one, other), (other, one))
    )


def too_often(
    scores: Mapping[str, Scores], evidence: Mapping[str, KnownExamples], one: str, other: str, same: NDArray[np.bool_]
) -> bool:
    """Whether both kinds are claimed on one path far more often than a person marked both: a border lies on its river."""
    marks = {each: set(evidence[each].present) for each in (one, other)}
    shared = marks[one] & marks[other]
    if any(each == shared for each in marks.values()):
        return False
    both = float((same & (np.minimum(scores[one], scores[other]) > 0.5)).sum())
    return any(both > (len(shared) / len(marks[kind]) + MORE) * (scores[kind] > 0.5).sum() for kind in marks)


def _share(
    models: Mapping[str, KindModel],
    evidence: Mapping[str, KnownExamples],
    one: str,
    other: str,
    same: NDArray[np.bool_],
) -> Scores:
    """How far a thing is rather the one than the other: whose examples it looks like, by way of all that both claim."""
    mine, theirs = evidence[one].present, evidence[other].present
    asked = np.union1d(np.flatnonzero(same), np.array([*mine, *theirs], dtype=np.int64))
    looks = np.concatenate([models[each].profiles.features[asked] for each in (one, other)], axis=1)
    place = {int(at): row for row, at in enumerate(asked)}
    marked = {place[at]: 0 for at in mine if at not in theirs} | {place[at]: 1 for at in theirs if at not in mine}
    share = np.full(len(same), 0.5)
    share[asked] = sigmoid(np.clip(logit(classified(Crowd(looks), marked, 2)[:, 0]), -SUREST, SUREST))
    return share
