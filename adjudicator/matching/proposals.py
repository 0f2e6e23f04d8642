"""One type for each counter and one counter for each type, so that all together fit best, each with a confidence.

The confidence is that of a pair against its rivals: what it would cost to give this counter another type and its type to
another counter, or to leave it without. Where a word had to be guessed, or one is missing or too much, no confidence is high
enough to be taken unasked.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
import numpy.typing as npt
from scipy.optimize import linear_sum_assignment

from adjudicator.lean import dataclass
from adjudicator.matching.described import Cardboard, Described
from adjudicator.matching.weighing import Scale, Weighed

TAKEN = 0.95
"""From this confidence on a proposal may be taken unasked."""
DOUBTFUL = 0.9
"""The most that is given to a pair in which something is missing, too much or guessed."""
LEAST_PROPOSED = -2.0
"""The score below which a pair is not worth being named."""
FAR = -30.0
MOST_CANDIDATES = 40
MOST_PAIRS = 30_000
"""Of more pairs than this, only the likeliest types of each counter are weighed."""
IN_ORDER = 0.05
"""What it counts at most that counters and types come in the same order: it only parts those that are alike otherwise."""
Matrix = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class CounterProposal:
    """What a counter may be: the key of a type (`unit ID` or `marker ID`), how sure that is (0 to 1), and why."""

    counter: str
    type: str
    confidence: float
    why: Weighed
    others: tuple[str, ...] = ()
    """The next likeliest types."""

    @property
    def taken(self) -> bool:
        """Whether it is sure enough to be taken unasked."""
        return self.confidence >= TAKEN


def propose(counters: Sequence[Cardboard], types: Sequence[Described]) -> list[CounterProposal]:
    """The likeliest type of each counter for which there is one, in the order of the counters."""
    if not counters or not types:
        return []
    scale = Scale(types)
    most = MOST_CANDIDATES if len(counters) * len(types) > MOST_PAIRS else len(types)
    weighed: dict[tuple[int, int], Weighed] = {}
    scores = np.full((len(counters), len(types)), FAR)
    for row, each in enumerate(counters):
        for column in scale.candidates(each.told, most):
            pair = weighed[row, column] = scale.weigh(each.told, types[column])
            scores[row, column] = pair.score
    given = _assigned(scores)
    made = []
    for row, column in sorted(given.items()):
        pair = weighed[row, column]
        sure = _confidence(scores, given, row, column)
        sure = sure if pair.sound else min(sure, DOUBTFUL)
        made.append(
            CounterProposal(counters[row].key, types[column].key, sure, pair, _next(scores[row], types, column))
        )
    return made


def _next(scores: npt.NDArray[np.float64], types: Sequence[Described], column: int) -> tuple[str, ...]:
    best = [int(at) for at in np.argsort(-scores)[:4] if at != column and scores[at] > LEAST_PROPOSED]
    return tuple(types[at].key for at in best[:3])


def _assigned(scores: Matrix) -> dict[int, int]:
    """Columns by rows so that the sum is the highest, none where a pair is worth less than no pair."""
    rows, columns = scores.shape
    order = 1 - np.square(np.linspace(0, 1, rows)[:, None] - np.linspace(0, 1, columns)[None, :])
    worth = np.maximum(scores + IN_ORDER * order, LEAST_PROPOSED)
    chosen = linear_sum_assignment(worth, maximize=True)
    return {int(row): int(column) for row, column in zip(*chosen, strict=True) if scores[row, column] > LEAST_PROPOSED}


def _confidence(scores: Matrix, given: dict[int, int], row: int, column: int) -> float:
    """The share of a pair among all that might stand in its place."""
    own = scores[row, column]
    costs = [own]
    holders = {at: holder for holder, at in given.items()}
    others = (other for other in range(scores.shape[1]) if other != column)
    costs.extend(own - scores[row, other] + _loss(scores, holders.get(other), other, column) for other in others)
    rivals = (other for other in range(scores.shape[0]) if other != row)
    costs.extend(own + _held(scores, given, other) - scores[other, column] for other in rivals)
    return float(1 / (1 + np.sum(np.exp(-np.clip(np.array(costs), -50, 50)))))


def _held(scores: Matrix, given: dict[int, int], row: int) -> float:
    """What a counter's own pair is worth, 0 if it has none."""
    return float(scores[row, given[row]]) if row in given else 0.0


def _loss(scores: Matrix, holder: int | None, held: int, offered: int) -> float:
    """What it costs the counter that holds a type to take the one offered, or none, for it."""
    if holder is None:
        return 0.0
    return float(scores[holder, held] - max(scores[holder, offered], 0.0))


def named(proposals: Iterable[CounterProposal]) -> dict[str, CounterProposal]:
    """The proposals by their counters."""
    return {each.counter: each for each in proposals}
