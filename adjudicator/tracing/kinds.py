"""One kind of hexside feature or line on a whole board: its ink, its path through every strip, and how sure each is.

A hexside feature runs along the strip, a line crosses it; apart from that they are learnt alike. The unmarked count as
weak evidence against, since most hexsides have nothing; those that are told surely then count as what they are told.
"""

from __future__ import annotations

from dataclasses import field
from itertools import chain

import numpy as np
from numpy.typing import NDArray
from scipy.spatial import KDTree

from adjudicator.lean import dataclass, replace
from adjudicator.tracing.avoided_terrain import Grounds, without_avoided_terrain
from adjudicator.tracing.continuity import Continuity
from adjudicator.tracing.guesses import FEW, LINES_WELL, WELL, Guess, KnownExamples, likeliest
from adjudicator.tracing.inks import Ink
from adjudicator.tracing.lattice import Floats
from adjudicator.tracing.logistic import Scores, fit, logit, sigmoid
from adjudicator.tracing.picture import SEED
from adjudicator.tracing.profiles import Profiles, profiles
from adjudicator.tracing.strips import on_white
from adjudicator.tracing.trials import runs
from adjudicator.tracing.valley import part_of, valley
from adjudicator.tracing.views import StripView
from adjudicator.tracing.winsorized import winsorized

SURE = 0.9
SURER = 0.97
LEAST_PSEUDO, MOST_PSEUDO = 25, 60
"""So many others count as examples at the second look; of more that are sure only the surer, if these are so many."""
RARE = 0.08
"""A kind is rare that is sure on less than this share of the hexsides."""
MARK_WEIGHT = 12.0
ROUNDS = 3
SHARP = 3.0
STEEP = 9.0
SETTLED = 0.05
"""Scores that change by no more from round to round stay as they are."""
STRANGE = 12.0
BROAD, SPREAD = 12.0, 0.2
OTHER_TONE, SAME_TONE, LONELY = 0.4, 5.0, 10
OTHER_GROUND = 10.0
"""So many units of colour, beyond what varies, from the grounds of all examples, and a ground is quite another."""
LEAST_VARIANCE = 0.15
MARGIN = 0.7
SPARED = 4
"""Of so many examples one may be odd, so that an ink need not tell it."""
LEARNT_FROM = 1500
"""Hexsides that a kind is learnt from at most, before the whole board is looked at."""
RUN_ON_AMONG = 800
"""Hexsides among which it is asked how an ink runs on."""
UNSURE, NEWS, NEWS_SHARE = 0.7, 2, 0.02
"""What runs on is news where it was less sure by itself; with so much of it the board is looked at anew."""
TELLING = 2.0
KERNEL = 0.6


@dataclass
class KindModel:
    """Learns one kind; keeps its ink and profiles until its examples change, so that a refusal costs little."""

    view: StripView
    goes_on: Continuity
    ink: Ink = field(default_factory=lambda: Ink((np.zeros(1, dtype=np.float32),) * 3), repr=False)
    _for: tuple[tuple[int, ...], ...] = ()
    _guess: Guess | None = field(default=None, repr=False)
    _known_by: Guess | None = field(default=None, repr=False)
    """What the first examples showed: it is kept as long as it tells all marks as well as what is learnt anew."""
    _early: tuple[tuple[tuple[int, ...], ...], Guess] | None = field(default=None, repr=False)
    _near: Continuity | None = field(default=None, repr=False)
    _close: Continuity | None = field(default=None, repr=False)
    _span: NDArray[np.int64] = field(default_factory=lambda: np.empty(0, dtype=np.int64), repr=False)
    _told: tuple[KnownExamples, Grounds, Scores] | None = field(default=None, repr=False)
    _first: Profiles | None = field(default=None, repr=False)
    _profiles: Profiles | None = field(default=None, repr=False)

    def look(self, evidence: KnownExamples) -> None:
        """Learn the ink, and follow its paths around, if the examples are others than the last time."""
        if evidence.present and self._for != (evidence.present, evidence.hidden):
            self._guess, self._near = None, self._nearest(evidence, LEARNT_FROM)
            self._close = self._nearest(evidence, RUN_ON_AMONG)
            self._first = self._looked(evidence, np.array(evidence.present), self._near.asked)
            self._profiles, self._told, self._for = None, None, (evidence.present, evidence.hidden)

    def scores(self, evidence: KnownExamples, grounds: Grounds) -> Scores:
        """The probability of the kind at every hexside of the board, before its neighbours are asked.

        `grounds` tell beside which terrains each hexside lies.
        """
        if not evidence.present:
            return np.zeros(len(self.view.codes))
        self.look(evidence)
        if self._profiles is None and self._first is not None and self._near is not None:
            self._profiles = self._learnt(evidence, grounds, self._first, self._near)
        if self._told is None or self._told[0] != evidence or not np.array_equal(self._told[1], grounds):
            self._told = evidence, grounds, _judged(self.profiles, evidence, grounds, self._span)
        return self._told[2]

    @property
    def profiles(self) -> Profiles:
        """What the paths of this kind met; ask for scores first."""
        assert self._profiles is not None, "scores come first"  # noqa: S101
        return self._profiles

    @property
    def well(self) -> bool:
        """Whether the ink explains the examples so well that little is missed."""
        return self._guess is not None and self._guess.worth >= (LINES_WELL if self.view.crosses else WELL)

    @property
    def looks(self) -> Floats:
        """What every hexside looks like, whatever is learnt of it: its middle, the two hexes beside, the ink's run."""
        seen = self.profiles
        return np.column_stack([self.view.looks, (seen.run[:, None] / (seen.run.std() + 1e-3))])

    def _nearest(self, evidence: KnownExamples, most: int) -> Continuity:
        """What is learnt from: on a large board the hexsides that are nearest to the examples, and all that are marked."""
        layout = self.goes_on.layout
        if len(layout.sides) <= most:
            return self.goes_on
        middles = layout.centres[layout.pairs].mean(axis=1)
        apart, _ = KDTree(middles[list(evidence.present)]).query(middles)
        marked = [*evidence.present, *evidence.absent, *chain.from_iterable(evidence.others)]
        return self.goes_on.within(np.union1d(np.argsort(apart)[:most], np.array(marked, dtype=np.int64)))

    def _learnt(self, evidence: KnownExamples, grounds: Grounds, seen: Profiles, near: Continuity) -> Profiles:
        """Look again with the surest others for examples, and once more at the whole board with what runs on from those.

        The surest are all alike. What runs on from them is seen on other ground, too, and teaches what the kind looks
        like there.
        """
        part, everywhere = near.asked, np.arange(len(self.view.codes))
        inside, beside = evidence.among(part), grounds[part]
        # lines are drawn on every ground, and learn from the less sure as well
        few = not self.view.crosses and len(evidence.present) <= FEW
        believed = self._believed(evidence, part[_surest(_judged(seen, inside, beside), few)])
        seen = self._looked(evidence, believed, part)
        own = np.zeros(len(everywhere))
        own[part] = _judged(seen, inside, beside, np.searchsorted(part, np.unique(believed)))
        joined = near.joined(own)
        sure = np.flatnonzero(joined > SURE)
        believed = self._believed(evidence, np.random.default_rng(SEED).permutation(sure))
        self._span = np.unique(believed)
        new = (own[sure] < UNSURE).sum()
        if len(part) == len(everywhere) and new < max(NEWS, NEWS_SHARE * len(sure)):
            return seen
        return self._looked(evidence, believed, everywhere)

    def _believed(self, evidence: KnownExamples, sure: NDArray[np.int64]) -> NDArray[np.int64]:
        """The examples and the first of some others: those count as much as all that look like them."""
        mine = np.array(evidence.present, dtype=np.int64)
        kept = sure[~np.isin(sure, [*evidence.absent, *evidence.present])][:MOST_PSEUDO]
        return np.concatenate([np.repeat(mine, max(1, len(kept) // len(mine))), kept])

    def _looked(self, evidence: KnownExamples, examples: NDArray[np.int64], places: NDArray[np.int64]) -> Profiles:
        near = self._close or self.goes_on
        before = self._guess
        if before is None:
            before = self._guess = self._known_by = self._at_first(evidence, near)
            if len(examples) > FEW:
                self._guess = likeliest(self.view, examples, evidence, near, before)
        else:
            self._guess = likeliest(self.view, examples, evidence, near, before)
        self.ink = self._guess.ink
        return profiles(self.view, self.ink, self._guess.shift, places)

    def _at_first(self, evidence: KnownExamples, near: Continuity) -> Guess:
        """What was known before as long as it tells all marks, or what the first few examples show.

        Later ones came by corrections and are odd, and it is not to be lost among them.
        """
        known = self._known_by
        if known is not None and not told_wrongly(self.view, evidence, [known])[0]:
            return known
        few = evidence.present[:FEW]
        hidden = tuple(each for each in few if each in evidence.hidden)
        early = replace(evidence, present=few, hidden=hidden)
        if self._early is None or self._early[0] != (few, hidden):
            self._early = (few, hidden), likeliest(self.view, np.array(few), early, near)
        if known is None:
            return self._early[1]
        both = [known, self._early[1]]
        return both[int(np.argmin(told_wrongly(self.view, evidence, both)))]


def told_wrongly(view: StripView, evidence: KnownExamples, guesses: list[Guess]) -> list[int]:
    """How many marks are told wrongly by the ink of each guess; of many examples one may be odd, which is no reason."""
    present, absent = list(evidence.present), list(evidence.absent)
    places = np.array([*present, *absent, *view.chosen], dtype=np.int64)
    spared, count = len(present) // SPARED, len(present) + len(absent)
    wrong = []
    for run in runs(view, [(each.ink, each.shift) for each in guesses], places):
        part, least = part_of(run, winsorized(run[: len(present)]))
        there = part > valley(part[count:], least)
        missed, claimed = int((~there[: len(present)]).sum()), int(there[len(present) : count].sum())
        wrong.append(max(0, missed - spared) + claimed)
    return wrong


def _judged(seen: Profiles, evidence: KnownExamples, grounds: Grounds, span: NDArray[np.int64] | None = None) -> Scores:
    """How likely each of the strips that were looked at has the kind."""
    guess = without_avoided_terrain(first_guess(seen, evidence, span), grounds, evidence.present, evidence.absent)
    scores = guess
    for _ in range(ROUNDS):
        # the unmarked become what they are told to be, as far as they are told surely
        aims = np.where(scores > 0.5, 1.0, 0.0)
        weights = np.maximum((2 * scores - 1) ** 2, 0.02)
        _set(aims, weights, evidence)
        # the guess keeps its say: a boundary drawn by its own opinions grows too sure of them
        before, scores = scores, sigmoid((logit(fit(seen.features, aims, weights)) + logit(guess)) / 2)
        if np.abs(scores - before).max() < SETTLED:
            break
    bent = _bent(seen.features, scores, list(evidence.present), list(evidence.absent))
    return without_avoided_terrain(bent, grounds, evidence.present, evidence.absent)


def _surest(scores: Scores, few: bool) -> NDArray[np.int64]:
    """Where it is sure, surest first.

    What is seldom seen is more often something else: outlines in a sea look like a short river. Where more are sure than may
    count, by few examples and of a rare kind, the surer count alone.
    """
    order = np.argsort(-scores)
    sure, surer = (int((scores > least).sum()) for least in (SURE, SURER))
    alone = few and MOST_PSEUDO < sure < RARE * len(scores) and surer >= LEAST_PSEUDO
    return np.asarray(order[: min(surer if alone else sure, MOST_PSEUDO)])


def first_guess(seen: Profiles, evidence: KnownExamples, span: NDArray[np.int64] | None = None) -> Scores:
    """By the ink alone, halfway between the examples and the bulk; where other kinds have that ink too, by the rest.

    Nothing finer can be learnt before the unmarked are sorted: most that have the kind are among them, and taken for
    evidence against it they would teach what is peculiar to the examples.
    """
    part, least = part_of(seen.run, winsorized(seen.run[list(evidence.present)]))
    scores = sigmoid(STEEP * (part - valley(part, least)))
    like = list(evidence.present if span is None else span)
    scores = sigmoid(logit(scores) - STRANGE * strangeness(seen.features, like))
    unlike = BROAD * _broader(seen, like) + OTHER_TONE * _off_tone(seen, like)
    scores = sigmoid(logit(scores) - unlike)
    others = np.array([*evidence.absent, *evidence.doubtful_absent], dtype=np.int64)
    rivals = others[scores[others] > 0.2]
    if len(rivals):
        scores *= np.minimum(1.0, 2 * sigmoid(SHARP * fisher_score(seen.features, list(evidence.present), rivals)))
    return scores


def _broader(seen: Profiles, examples: list[int]) -> Scores:
    """By how much more of the ink lies aside than at any example: in a sea or on its coast no river is told by its blue."""
    aside = np.stack([seen.flanks, seen.edges], axis=1)
    over = np.maximum(aside - winsorized(aside[examples]).max(axis=0) - SPREAD, 0)
    return np.asarray(over.sum(axis=1), dtype=np.float64)


def _off_tone(seen: Profiles, examples: list[int]) -> Scores:
    """How far each path's colour is from the examples', as it is printed.

    Of a line that is told by how it stands out, where its ground is another than theirs, at least as it were on white.
    """
    off = _apart(seen.tone, examples)
    if not seen.stands_out:
        return off
    ground = seen.view.outer[seen.places].mean(axis=1)
    elsewhere = np.minimum(_apart(ground, examples) / OTHER_GROUND, 1.0)
    return np.asarray(off - elsewhere * np.maximum(off - _apart(on_white(seen.tone, ground), examples), 0))


def _apart(tone: Floats, examples: list[int]) -> Scores:
    """How many units of colour each tone is from the nearest examples', beyond what printing and scanning vary.

    Where there are many examples, more than one must have the tone.
    """
    mine = tone[examples]
    apart = np.sqrt(sum((tone[:, [part]] - mine[:, part]) ** 2 for part in range(3)))
    among = apart[examples] + 1e3 * np.eye(len(examples), dtype=np.float32)
    least = len(examples) // LONELY
    usual = float(np.median(np.sort(among, axis=1)[:, least])) if len(examples) > 1 else 0.0
    return np.asarray(
        np.clip(np.partition(apart, least, axis=1)[:, least] - SAME_TONE - usual, 0, 20), dtype=np.float64
    )


def fisher_score(features: Floats, examples: list[int], rivals: NDArray[np.int64]) -> Scores:
    """How much each row looks like the examples (1) rather than like the rivals (-1).

    What differs between the two, but little among each of them, counts most (Fisher's direction, one feature at a time).
    """
    mine, theirs = (winsorized(features[each].astype(np.float64)) for each in (examples, rivals))
    apart = mine.mean(axis=0) - theirs.mean(axis=0)
    direction = apart / (mine.var(axis=0) + theirs.var(axis=0) + LEAST_VARIANCE)
    middle = (mine.mean(axis=0) + theirs.mean(axis=0)) / 2
    return np.asarray((features - middle) @ direction / max(float(apart @ direction) / 2, 1e-6), dtype=np.float64)


def strangeness(features: Floats, examples: list[int]) -> Scores:
    """How far each row lies outside of what the examples span, and a good margin more."""
    mine = winsorized(features[examples])
    low, high = mine.min(axis=0), mine.max(axis=0)
    margin = MARGIN + 0.5 * (high - low)
    outside = np.maximum(np.maximum(low - margin - features, features - high - margin), 0)
    # where the examples look like everything else, others need not look like the examples
    telling = np.minimum(np.abs(mine.mean(axis=0)) / TELLING, 1.0)
    return np.asarray(np.minimum(outside, 3.0) @ telling / telling.sum(), dtype=np.float64)


def _set(aims: Scores, weights: Scores, evidence: KnownExamples) -> None:
    """Put what persons said into aims and weights."""
    for places, aim, weight in (
        (evidence.doubtful_absent, 0.0, MARK_WEIGHT / 8),
        (evidence.absent, 0.0, MARK_WEIGHT),
        (evidence.present, 1.0, MARK_WEIGHT),
    ):
        aims[list(places)] = aim
        weights[list(places)] = weight


def _bent(features: Floats, scores: Scores, present: list[int], absent: list[int]) -> Scores:
    """Scores bent towards what persons said of hexsides that look the same (a kernel on what the boundary got wrong)."""
    places = np.array(present + absent, dtype=np.int64)
    wanted = np.array([2.5] * len(present) + [-2.5] * len(absent))
    given = logit(scores)
    missing = np.where(wanted > 0, np.maximum(wanted - given[places], 0), np.minimum(wanted - given[places], 0))
    if not missing.any():
        return scores
    known = features[places]
    scale = KERNEL * np.sqrt(features.shape[1])
    between = np.exp(-((known[:, None, :] - known[None, :, :]) ** 2).sum(axis=2) / (2 * scale**2))
    pull = np.linalg.solve(between + 0.1 * np.eye(len(places)), missing)
    squares = (features**2).sum(axis=1)[:, None] + (known**2).sum(axis=1)[None, :] - 2 * features @ known.T
    bent = given + np.exp(-np.maximum(squares, 0) / (2 * scale**2)) @ pull
    return sigmoid(bent)
