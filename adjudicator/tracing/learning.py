"""Learning from very few examples: two opinions, one by nearness in the crowd of all hexes, one by a boundary, averaged.

The unmarked take part. Nearness travels through them (a cluster takes the class of the example in it), and the boundary
is drawn again with those that are told surely. Both are small linear problems, so a correction costs milliseconds.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray
from scipy import sparse
from scipy.sparse.linalg import cg, splu
from sklearn.linear_model import LogisticRegression

from adjudicator.lean import cached_property, dataclass
from adjudicator.tracing.bands import in_bands
from adjudicator.tracing.lattice import Floats

NEIGHBOURS = 10
DIMENSIONS = 32
TRAVEL = 0.97
"""How much of a hex's opinion comes from those that look like it; the rest is its own."""
FIRM = 8.0
PSEUDO_WEIGHT = 0.15
TOGETHER = 1 << 20
"""So many distances are looked at together: of a board's hexes to all others they are too many for a small machine."""
AT_ONCE = 4000
"""Opinions of so many hexes are solved for at once."""
EXACT, MOST_STEPS = 1e-9, 1000
STRICTNESS = 20.0
"""scikit-learn's C: how little the boundary is held back."""

Scores = NDArray[np.float64]


@dataclass(frozen=True)
class Crowd:
    """All hexes (or hexsides) as vectors, reduced to the directions in which they differ most."""

    vectors: Floats

    @cached_property
    def reduced(self) -> Floats:
        """The vectors along their principal axes, scaled as a whole so that the mean distance is about one."""
        centred = self.vectors - self.vectors.mean(axis=0)
        _, axes = np.linalg.eigh(centred.T @ centred)
        turned = centred @ axes[:, ::-1][:, :DIMENSIONS]
        return np.asarray(turned / (np.sqrt((turned**2).sum(axis=1).mean()) + 1e-9), dtype=np.float32)

    @cached_property
    def likes(self) -> sparse.csr_array:
        """Who looks like whom: the nearest ten of each, by a distance scaled to how crowded it is there."""
        points = self.reduced
        count, nearest = len(points), min(NEIGHBOURS, len(points) - 1)
        squares = (points**2).sum(axis=1)

        def looked(band: slice) -> tuple[NDArray[np.int64], Floats]:
            apart = np.maximum(squares[band, None] + squares[None, :] - 2 * points[band] @ points.T, 0)
            mine = np.arange(band.start, band.stop)
            apart[mine - band.start, mine] = np.inf
            near = np.argpartition(apart, nearest - 1, axis=1)[:, :nearest].copy()
            return near, np.take_along_axis(apart, near, axis=1)

        bands = in_bands(looked, count, max(1, TOGETHER // count))
        near, gaps = (np.concatenate(each) for each in zip(*bands, strict=True))
        scale = np.sqrt(np.sort(gaps, axis=1)[:, nearest // 2]) + 1e-6
        weight = np.exp(-gaps / (scale[:, None] * scale[near] + 1e-12))
        rows = np.repeat(np.arange(count), nearest)
        graph = sparse.csr_array((weight.ravel(), (rows, near.ravel())), shape=(count, count))
        return sparse.csr_array(graph.maximum(graph.T))


def classified(crowd: Crowd, marked: Mapping[int, int], classes: int) -> Scores:
    """The probability of each class for every member; `marked` gives the class of those that a person decided."""
    if classes == 1 or not marked:
        return np.full((len(crowd.vectors), classes), 1 / max(classes, 1))
    travelled = _travelled(crowd, marked, classes)
    drawn = _boundary(crowd.reduced, marked, classes, None)
    both = _averaged(travelled, drawn)
    drawn = _boundary(crowd.reduced, marked, classes, both)
    return _averaged(travelled, drawn)


def _averaged(one: Scores, other: Scores) -> Scores:
    mixed = np.sqrt(np.maximum(one, 1e-4) * np.maximum(other, 1e-4))
    return np.asarray(mixed / mixed.sum(axis=1, keepdims=True))


def _travelled(crowd: Crowd, marked: Mapping[int, int], classes: int) -> Scores:
    """Opinions carried from the marked through those that look alike (harmonic functions on the graph of likes)."""
    graph = crowd.likes
    count = graph.shape[0]
    degree = np.asarray(graph.sum(axis=1)).ravel() + 1e-9
    own = degree * (1 - TRAVEL) / TRAVEL
    firm = np.zeros(count)
    aims = np.zeros((count, classes))
    for place, class_ in marked.items():
        firm[place] = FIRM * degree.mean()
        aims[place, class_] = firm[place]
    # classes of few examples start with no less of the unmarked than others
    system = sparse.csc_array(sparse.diags_array(degree + own * 0.1 + firm) - graph)
    found = _solved(system, aims + 0.1 * own[:, None] / classes)
    found = np.maximum(found, 1e-6)
    return np.asarray(found / found.sum(axis=1, keepdims=True))


def _solved(system: sparse.csc_array, aims: Scores) -> Scores:
    """The solution for every column; on a large board step by step, since the factors of what all say would fill a machine."""
    if system.shape[0] <= AT_ONCE:
        return np.asarray(splu(system).solve(aims))
    scaled = sparse.diags_array(1 / system.diagonal())
    return np.stack([cg(system, aim, rtol=EXACT, maxiter=MOST_STEPS, M=scaled)[0] for aim in aims.T], axis=1)


def _boundary(points: Floats, marked: Mapping[int, int], classes: int, guess: Scores | None) -> Scores:
    """A logistic boundary through the marked, and through the surely told at a small weight."""
    places = np.array(list(marked))
    labels = np.array([marked[place] for place in places])
    weights = np.ones(len(places))
    if guess is not None:
        sure = np.setdiff1d(np.flatnonzero(guess.max(axis=1) > 0.85), places)
        places, labels = np.concatenate([places, sure]), np.concatenate([labels, guess[sure].argmax(axis=1)])
        weights = np.concatenate([weights, np.full(len(sure), PSEUDO_WEIGHT)])
    present = np.unique(labels)
    if len(present) < 2:
        return np.full((len(points), classes), 1 / classes)
    counts = np.bincount(labels, weights, minlength=classes)
    # balanced by the root: a rare terrain is not drowned, nor does it grow into the common one
    weights = weights / np.sqrt(counts[labels])
    model = LogisticRegression(C=STRICTNESS, max_iter=200).fit(points[places], labels, sample_weight=weights)
    found = np.full((len(points), classes), 1e-4)
    found[:, model.classes_] = model.predict_proba(points)
    return found
