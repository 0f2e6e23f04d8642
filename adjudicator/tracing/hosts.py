"""Kinds that stand on others: bridges, fords and gates are no lines but spots on a river or wall, and hide what passes.

A spot is told from the rest of its hosts: in a window that slides along the host's path the picture is least like what
the host usually looks like. Windows are compared with those of the examples, and of hosts that a person left bare.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np
from numpy.typing import NDArray

from adjudicator.tracing.companions import all_have
from adjudicator.tracing.kinds import KindModel
from adjudicator.tracing.lattice import Floats
from adjudicator.tracing.learning import Crowd, classified
from adjudicator.tracing.logistic import Scores, logit, sigmoid
from adjudicator.tracing.winsorized import winsorized

LONG, WIDE, STRIDE = 7, 7, 2
"""A window's steps along the hexside and columns across it, and by how many steps it slides."""
LEAST = 0.02
ENOUGH = 8
HIDDEN, COMES = 0.12, 0.24
"""How far a spot reaches to each side of its hexside, and how far what comes up to it is seen, as shares of the pitch."""
MOST_SPOTS = 0.35
"""The share of its hosts that a kind stands on at most: on more it is no spot."""
HIDES = 0.75
"""How sure a spot must be to be taken to hide what crosses there."""
STEEP, HALFWAY = 9.0, 0.65


def hosts(examples: Iterable[int], there: Mapping[str, Scores]) -> list[str]:
    """The kinds on which all examples of another kind stand, more often than by chance."""
    places = list(examples)
    return [kind for kind, scores in there.items() if all_have(places, scores)]


def only_on_hosts(host: KindModel, there: Scores, present: Iterable[int], bare: Iterable[int]) -> Scores | None:
    """The probability that a kind stands on its host at every hexside; None if too few examples tell it.

    `there` are the host's scores, `bare` hexsides that have the host and lack the kind.
    """
    candidates = np.flatnonzero(there > 0.5)
    place = {int(at): row for row, at in enumerate(candidates)}
    marked = {place[at]: 1 for at in present if at in place}
    marked |= {place[at]: 0 for at in bare if at in place and place[at] not in marked}
    if len(candidates) < ENOUGH or len(set(marked.values())) < 2:
        return None
    found = np.full(len(there), LEAST)
    odds = logit(classified(Crowd(_oddest(host, candidates)), marked, 2)[:, 1])
    # the examples are as many as the bare, but most of a river has no bridge
    found[candidates] = sigmoid(odds - max(0.0, float(np.quantile(odds, 1 - MOST_SPOTS))))
    return found


def _oddest(host: KindModel, candidates: NDArray[np.int64]) -> Floats:
    """Per hexside the shares of colours in the window that is least like the host's usual ones."""
    view = host.view
    codes, columns = view.codings[0].of(candidates), host.profiles.paths.columns[candidates]
    steps, width, colours = codes.shape[1], codes.shape[2], len(view.codings[0].palette)
    aside = np.clip(columns[:, :, None] + np.arange(-(WIDE // 2), WIDE // 2 + 1), 0, width - 1)
    near = np.take_along_axis(codes, aside, axis=2)
    starts = range(0, steps - LONG + 1, STRIDE)
    windows = np.stack([_shares(near[:, at : at + LONG].reshape(len(codes), -1), colours) for at in starts], axis=1)
    looks = np.sqrt(windows @ view.codings[0].likeness)
    usual = np.median(looks.reshape(-1, colours), axis=0)
    oddest = np.linalg.norm(looks - usual, axis=2).argmax(axis=1)
    return np.asarray(looks[np.arange(len(looks)), oddest], dtype=np.float32)


def _shares(codes: NDArray[np.uint8], colours: int) -> Floats:
    rows = np.arange(len(codes))[:, None] * colours + codes
    counted = np.bincount(rows.ravel(), minlength=len(codes) * colours).reshape(len(codes), colours)
    return np.asarray(counted / codes.shape[1], dtype=np.float32)


def passing(line: KindModel, scores: Scores, examples: Iterable[int], spots: Scores) -> Scores:
    """The scores of a line where a spot may hide its crossing: there what comes up to the spot on both sides tells."""
    seen = line.profiles.paths.ink
    offsets = np.abs(np.linspace(-1, 1, seen.shape[1])) * line.view.reach
    outside = seen[:, (offsets > HIDDEN) & (offsets < COMES)]
    half = outside.shape[1] // 2
    ends = np.minimum(outside[:, :half].mean(axis=1), outside[:, half:].mean(axis=1)).astype(np.float64)
    usual, wanted = float(np.median(ends)), float(winsorized(ends[list(examples)]).mean())
    through = sigmoid(STEEP * ((ends - usual) / max(wanted - usual, 0.05) - HALFWAY))
    return np.maximum(scores, through * np.where(spots > HIDES, spots, 0.0))
