"""Which way a one-way hexside faces: by the side on which its hatching or its teeth are drawn, and by those it runs on in.

Along a run all face one bank. Where the drawing has a side, what is learnt from the examples turns round at few of the corners
where two hexsides meet; where it has none (a plain line, strokes on both sides), at half of them. So the board itself says
whether directions can be read off it, and where they cannot, each is a guess and is told as one.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from adjudicator.tracing.lattice import BoardLayout, Floats, Ints
from adjudicator.tracing.logistic import Scores

MOST = 3.0
"""What one hexside's own drawing may say at most, and what a person's word counts, in usual strengths."""
ROUNDS, SHARE = 3, 0.7
"""How far along a run a hexside is heard, and how much of what its neighbours say counts for it."""
AGREEING = 0.85
"""The least share of corners at which both face one bank: measured 0.88 to 1.0 on drawings with a side, 0.5 to 0.77 without."""
CORNERS = 8
"""Fewer corners than this say nothing."""


def facing(
    layout: BoardLayout, leans: Floats, signs: Mapping[int, int], there: NDArray[np.bool_]
) -> tuple[Scores, Scores]:
    """For every hexside whether it faces its second hex (positive) or its first, and how sure that is (0: a guess, to 1).

    `leans` tells signed differences between the two sides; `signs` is 1 or -1 for the examples, of which there is at least
    one, and `there` says which hexsides are taken to have the feature.
    """
    joints = _joints(layout, there)
    own = _own(leans, signs, there)
    if not _agree(own, joints):
        return own, np.zeros(len(own))
    told = _heard(own, signs, joints)
    return told, np.tanh(np.abs(told) / 2)


def _own(leans: Floats, signs: Mapping[int, int], there: NDArray[np.bool_]) -> Scores:
    """What each hexside's own drawing says, in usual strengths."""
    places = np.array(list(signs))
    mine = leans[places] * np.array(list(signs.values()))[:, None]
    typical = mine.mean(axis=0) / (mine.std(axis=0) + leans.std(axis=0) + 1e-6) ** 2
    found = np.asarray(leans @ typical, dtype=np.float64)
    usual = float(np.median(np.abs(found[there]))) if there.any() else 1.0
    return np.clip(found / (usual + 1e-9), -MOST, MOST)


def _heard(own: Scores, signs: Mapping[int, int], joints: Ints) -> Scores:
    """The same after each has heard the others of its run, and what a person said."""
    said = own.copy()
    for place, sign in signs.items():
        said[place] = MOST * sign
    one, other, same = joints
    told = said.copy()
    for _ in range(ROUNDS):
        heard = said.copy()
        np.add.at(heard, one, SHARE * same * told[other])
        np.add.at(heard, other, SHARE * same * told[one])
        told = heard
    return told


def _agree(own: Scores, joints: Ints) -> bool:
    """Whether the drawings of hexsides that meet say that they face one bank, on the whole."""
    one, other, same = joints
    weights = np.minimum(np.abs(own[one]), np.abs(own[other]))
    if len(one) < CORNERS or not weights.sum():
        return False
    return bool(weights[own[one] * own[other] * same > 0].sum() >= AGREEING * weights.sum())


def _joints(layout: BoardLayout, there: NDArray[np.bool_]) -> Ints:
    """Rows (hexside, hexside, 1 or -1): the two that have the feature and meet alone in a corner.

    1 if both face one bank when both face their second hex, or both their first.
    """
    around, beside = layout.around, layout.beside
    found = []
    for at in range(6):
        one, other = around[:, at], around[:, (at + 1) % 6]
        third = around[beside[:, at], (at + 2) % 6]
        whole = (one >= 0) & (other >= 0)
        alone = ~((beside[:, at] >= 0) & (third >= 0) & there[third])
        meet = np.flatnonzero(whole & alone & there[one] & there[other])
        into = 1 if (at < 3) == ((at + 1) % 6 < 3) else -1
        found.append(np.stack([one[meet], other[meet], np.full(len(meet), into)]))
    return np.concatenate(found, axis=1)
