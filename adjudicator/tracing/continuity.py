"""Roads and rivers go on: how many hexsides of a kind meet in a hex or at a corner. How much that says, the board itself says.

Where two of a road's hexsides meet in most of its hexes and hardly ever one alone, one that is sure asks for a second, and a
lone word of a name is doubted. Bridges and gates stand alone, so that they are asked for no company. The hexsides that meet
hear each other until all have heard of all (sum-product messages over small factors, one a hex or corner).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from adjudicator.lean import cached_property, dataclass
from adjudicator.tracing.lattice import BoardLayout, Floats, Ints
from adjudicator.tracing.logistic import Scores, logit, sigmoid

ROUNDS, HEARINGS = 3, 8
"""How often what meets is counted anew, and how often all hear each other in between."""
BELIEF = 0.8
"""How much of what the counts say is believed: scores of hexsides that lie together err together."""
DENIED, ASKED = 0.05, 0.49
"""What is drawn so little is asked about at most, whatever lies beside it: a coast is no river because one ends there."""
SUREST = 6.0
"""Log odds beyond which a hexside's own drawing says no more."""
FEW = 4.0
"""So many places are taken to meet as often as by chance, so that few examples say little."""
MOST = 6.0
"""The most that one meeting says, in log odds."""
OFF_MAP = 0.5
"""How likely a road goes on beyond the map's edge."""
DAMPED = 0.5
GOES_ON = 0.3
"""How much more often than by chance a kind goes on, for its loose ends to be asked about."""
CLAIMED, OFF, APART, LEAST_APART = 0.9, 0.5, 0.3, 3
"""What is claimed surely, where another kind is told not to be, and the share (and number) of such claims that are no chance."""


@dataclass(frozen=True)
class Continuity:
    """Which hexsides meet: at a corner what runs along them, in a hex what crosses them."""

    layout: BoardLayout
    crosses: bool
    among: Ints | None = None
    """Only these meetings, if not all."""

    def within(self, places: Ints) -> Continuity:
        """The same where only these hexsides are asked about; others count as beyond the map's edge."""
        asked = np.zeros(len(self.layout.sides) + 1, dtype=bool)
        asked[places] = True
        among = np.where(asked[self.meetings], self.meetings, -1)
        return Continuity(self.layout, self.crosses, among[among.max(axis=1) >= 0])

    @cached_property
    def asked(self) -> Ints:
        """The hexsides that are asked about."""
        return np.unique(self.meetings[self.meetings >= 0])

    @cached_property
    def meetings(self) -> Ints:
        """Per hex or corner the places of the hexsides that meet there; -1 where the map ends."""
        if self.among is not None:
            return self.among
        around = self.layout.around
        if self.crosses:
            return around
        beside = self.layout.beside
        found = []
        for way in range(6):
            third = np.where(beside[:, way] < 0, -1, around[beside[:, way], (way + 2) % 6])
            found.append(np.stack([around[:, way], around[:, (way + 1) % 6], third], axis=1))
        corners = np.unique(np.sort(np.concatenate(found), axis=1), axis=0)
        return np.asarray(corners[corners.max(axis=1) >= 0], dtype=np.int64)

    @cached_property
    def _cases(self) -> Floats:
        """Every way in which some of the meeting hexsides have the kind, one a row of 0 and 1."""
        width = self.meetings.shape[1]
        return ((np.arange(2**width)[:, None] >> np.arange(width)) & 1).astype(np.float32)

    def joined(self, scores: Scores) -> Scores:
        """The scores after all have heard of those that they meet.

        What is heard is reckoned in 32 bits, which is as exact as is asked, and more than twice as fast.
        """
        if not scores.any():
            return scores
        meetings = self.meetings
        own = np.clip(logit(scores), -SUREST, SUREST).astype(np.float32)
        heard = np.zeros(meetings.shape, dtype=np.float32)
        told = own
        for _ in range(ROUNDS):
            wanted = self._wanted(sigmoid(told.astype(np.float64)))
            for _ in range(HEARINGS):
                said = self._said(told[meetings] - heard, wanted)
                heard = DAMPED * heard + (1 - DAMPED) * said
                told = own + self._summed(heard)
        joined = sigmoid(told.astype(np.float64))
        return np.asarray(np.where(scores < DENIED, np.minimum(joined, ASKED), joined))

    def runs_apart(self, scores: Scores, other: Scores) -> bool:
        """Whether a kind runs on where another is not: then it neither stands on that nor wants it.

        What stands on others, such as a bridge, may be claimed elsewhere too, but seldom in a run: alone, or all over a sea.
        """
        inside, sure = self.meetings >= 0, scores > CLAIMED
        goes_on = (sure[self.meetings] & inside).sum(axis=1) == 2
        ends = np.bincount(self.meetings[inside], goes_on.repeat(inside.sum(axis=1)), minlength=len(scores))
        apart = sure & (other < OFF) & (ends > 1)
        return bool(apart.sum() > max(LEAST_APART, APART * sure.sum()))

    def beyond_chance(self, there: NDArray[np.bool_]) -> float:
        """How much more often a hexside of these goes on to just one other than if they lay at random."""
        met = (there[self.meetings] & (self.meetings >= 0)).sum(axis=1)
        usual, others = float(there[self.asked].mean()), self.meetings.shape[1] - 1
        return float(2 * (met == 2).sum() / max(met.sum(), 1) - others * usual * (1 - usual) ** (others - 1))

    def continuation_log_odds(self, there: NDArray[np.bool_]) -> float:
        """How many times as often these hexsides go on to just one other as they end inside the map, in log odds."""
        inside = self.meetings >= 0
        met = (there[self.meetings] & inside).sum(axis=1)
        ends = (met == 1) & inside.all(axis=1)
        return float(np.log(((met == 2).sum() + 1) / (ends.sum() + 1)))

    def onward(self, there: NDArray[np.bool_], scores: Scores, marked: Ints) -> Ints:
        """Where each loose end would go on, the likeliest first; nothing if these hexsides seldom go on.

        Loose is an end at which none of the others has the kind, nor was any refused.
        """
        if self.beyond_chance(there) < GOES_ON:
            return np.empty(0, dtype=np.int64)
        inside = self.meetings >= 0
        spoken = np.zeros(len(there), dtype=bool)
        spoken[marked] = True
        refused = spoken & ~there
        loose = ((there[self.meetings] & inside).sum(axis=1) == 1) & inside.all(axis=1)
        loose &= ~(refused[self.meetings] & inside).any(axis=1)
        ends = self.meetings[loose]
        open_ = np.where(there[ends] | spoken[ends], -1.0, scores[ends])
        best = ends[np.arange(len(ends)), open_.argmax(axis=1)]
        best = np.unique(best[open_.max(axis=1) >= 0])
        return np.asarray(best[np.argsort(-scores[best], kind="stable")])

    def left_off(self, drawn: NDArray[np.bool_], marked: Ints, scores: Scores) -> Ints:
        """Where what a person drew would go on, but nothing is claimed: the likeliest hexside at each such end."""
        inside = self.meetings >= 0
        spoken = np.zeros(len(drawn), dtype=bool)
        spoken[marked] = True
        there = drawn | ((scores > 0.5) & ~spoken)
        refused = spoken & ~drawn
        ends = ((drawn[self.meetings] & inside).sum(axis=1) == 1) & ((there[self.meetings] & inside).sum(axis=1) == 1)
        ends &= inside.all(axis=1) & ~(refused[self.meetings] & inside).any(axis=1)
        at = self.meetings[ends]
        open_ = np.where(spoken[at], -1.0, scores[at])
        return np.asarray(np.unique(at[np.arange(len(at)), open_.argmax(axis=1)][open_.max(axis=1) >= 0]))

    def _summed(self, heard: Floats) -> Floats:
        inside = self.meetings >= 0
        return np.asarray(
            np.bincount(self.meetings[inside], heard[inside], minlength=len(self.layout.sides)), dtype=np.float32
        )

    def _wanted(self, scores: Scores) -> Floats:
        """For every meeting and case, by how much more often so many meet than by chance, in log odds."""
        meetings, cases = self.meetings, self._cases
        inside: NDArray[np.bool_] = np.asarray(meetings >= 0)
        whole: NDArray[np.bool_] = np.asarray(inside.all(axis=1))
        width = meetings.shape[1]
        usual = float(np.clip(scores[self.asked].mean(), 1e-3, 0.5))
        sizes = cases.sum(axis=1).astype(np.int64)
        each = np.where(inside, scores[meetings], 0.0)[whole].astype(np.float32)
        likely = np.exp(np.log(np.clip(each, 1e-6, 1)) @ cases.T + np.log(np.clip(1 - each, 1e-6, 1)) @ (1 - cases).T)
        met = np.bincount(sizes, likely.sum(axis=0, dtype=np.float64), minlength=width + 1)
        chance = np.bincount(sizes, usual**sizes * (1 - usual) ** (width - sizes), minlength=width + 1)
        chance *= len(each)
        more = BELIEF * np.log((met + FEW * chance / chance.sum() + 0.1) / (chance + FEW * chance / chance.sum() + 0.1))
        beyond = np.append(more[1:], more[-1])
        at_edge = np.log((1 - OFF_MAP) * np.exp(more) + OFF_MAP * np.exp(beyond))
        return np.asarray(np.where(whole[:, None], more[sizes][None, :], at_edge[sizes][None, :]), dtype=np.float32)

    def _said(self, heard: Floats, wanted: Floats) -> Floats:
        """What each meeting says to each of its hexsides, given what these have heard elsewhere."""
        inside = self.meetings >= 0
        heard = np.where(inside, np.clip(heard, -2 * SUREST, 2 * SUREST), np.float32(-30))
        weight = heard @ self._cases.T + wanted
        weight = np.exp(weight - weight.max(axis=1, keepdims=True))
        there = weight @ self._cases
        absent = weight @ (1 - self._cases)
        said = np.log(np.maximum(there, 1e-12)) - np.log(np.maximum(absent, 1e-12)) - heard
        return np.where(inside, np.clip(said, -MOST, MOST), np.float32(0))
