"""Which of several guesses at a kind's ink is the likeliest: a strip shows more than what it is an example of.

Two of three examples of a railway may have a road beside it. So the ink is learnt several times: from all examples and
with each left out, with and without the colours that lie on other kinds' examples. The guess whose paths run best through
all the examples, and stand out most from the board's other strips, is taken.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

import numpy as np
from numpy.typing import NDArray

from adjudicator.lean import dataclass, replace
from adjudicator.tracing.continuity import Continuity
from adjudicator.tracing.inks import Against, Examples, Ink, learnt
from adjudicator.tracing.lattice import Floats
from adjudicator.tracing.trials import runs
from adjudicator.tracing.valley import lie_apart
from adjudicator.tracing.views import StripView
from adjudicator.tracing.winsorized import winsorized

FEW = 5
"""Up to so many examples each is left out in turn."""
DOUBT = 0.5
SHIFT_DOUBT = 0.25
"""How much better a guess must be that began at the shift of the first look: three examples may all run beside by chance.

More examples seldom do, so that the doubt falls with the square of their number.
"""
PRINTED, RELIEF, GRAIN, BOTH = (1.0, 0.0, 0.0), (0.5, 0.5, 0.0), (0.0, 0.0, 1.0), (0.5, 0.0, 0.5)
"""How strips are read: colours as they are printed, or against the ground around as well; their grain; colours and grain.

Of lines the grain tells how they stand out from both sides.
"""
STANDING_OUT = (0.0, 0.5, 0.5)
FAINT = (RELIEF, BOTH, STANDING_OUT)
"""How lines are read that no colour as printed explains well: these are faint in woods, or in the very colour of the grid."""
RELIEF_DOUBT = 0.1
"""How much better a guess against the ground must be: what is printed alike on all grounds is told best as it is printed."""
GRAIN_DOUBT = 0.1
"""How much better a guess by the grain must be: of what is drawn in a colour of its own the colour tells most."""
WELL, LINES_WELL, LINES_CLEAR = 3.3, 4.5, 10.0
"""A feature that its colour on the hexsides explains so well is not looked for otherwise, nor a line that it explains and that
runs on so well.
"""
BEARINGS, BEGUN, CLOSELY = 8, 0.22, 5
"""In so many directions, and so far off the hexsides, one that runs beside them is looked for; so many ways then closely."""
SHIFTS = 2
"""How often the shift is found anew; it mostly stays at none, and then the ink is learnt but once."""
GAPS = (1, 7)
"""Steps of a gap that a dashed line may have: it is tried with and without."""
RARE = 0.25
"""How much it counts that few other strips of the board run as well as the examples do."""
CLOSE, TRIED = 1.5, 10
LINES_CLOSE, LINES_TRIED = 2.5, 24
"""Guesses that are so little worse than the best, and so many at most, are judged by how they run on, too."""
RUNS_ON, LINES_ON = 3.0, 5.0
"""How much that counts for hexside features, and for lines."""
LINES_END = 2.0
"""How much it counts that a line seldom ends: an ink of paper alone ends wherever woods begin."""
BLURRED = 0.25
"""How much worse a grain may become when it is learnt again from more examples."""
LIKELY, POORER = 0.65, 0.25
"""What has so much of the ink, between what is usual and the examples, is taken to be of the kind by that, or what has as
much as all examples, or as all but so many of many.
"""
ALONE = 2
"""So many examples that nothing may hide are enough to judge an ink by."""
BULK_SAMPLE, BULK_AT_FIRST = 250, 80
BULK = (60, 90)
"""The percentiles of the board's other strips that a guess is measured against: nothing is there, or other things are."""


@dataclass(frozen=True)
class KnownExamples:
    """What is known of a kind: hexsides that have it and that lack it, by their place in the layout."""

    present: tuple[int, ...]
    absent: tuple[int, ...] = ()
    doubtful_absent: tuple[int, ...] = ()
    """Hexsides marked with other kinds only: they lack this one, but for all we know."""
    others: tuple[tuple[int, ...], ...] = ()
    """For each other kind of the layer the hexsides that have it and not, for all we know, this one."""
    hidden: tuple[int, ...] = ()
    """Hexsides on which a kind stands that is marked nowhere else, and may hide this one, as bridges do rivers."""

    @property
    def bare(self) -> tuple[int, ...]:
        """The hexsides by which an ink is judged: those where nothing stands that may hide it, if there are two of them."""
        alone = tuple(place for place in self.present if place not in self.hidden)
        return alone if len(alone) >= ALONE else self.present

    def among(self, places: NDArray[np.int64]) -> KnownExamples:
        """The same by the row in which each hexside stands among these places; what is not among them is left out."""
        row = {int(place): at for at, place in enumerate(places)}

        def rows(each: tuple[int, ...]) -> tuple[int, ...]:
            return tuple(row[place] for place in each if place in row)

        return KnownExamples(
            rows(self.present),
            rows(self.absent),
            rows(self.doubtful_absent),
            tuple(map(rows, self.others)),
            rows(self.hidden),
        )


@dataclass(frozen=True)
class InkRecipe:
    """How an ink is learnt: from which examples, what it is told from, the gap of its dashes, where its paths are sought."""

    chosen: NDArray[np.int64]
    others: tuple[Against, ...]
    gap: int
    shift: NDArray[np.float64]
    weights: tuple[float, ...]


@dataclass(frozen=True)
class Guess:
    """An ink, the shift of its paths in the image, and how well both explain the examples."""

    ink: Ink
    shift: NDArray[np.float64]
    worth: float
    doubt: float
    """What was taken off its worth, by the way in which it was learnt."""


def likeliest(
    view: StripView,
    examples: NDArray[np.int64],
    evidence: KnownExamples,
    goes_on: Continuity,
    before: Guess | None = None,
) -> Guess:
    """The likeliest ink of a kind and its shift; `before` was guessed from fewer examples, and tells where to look, too."""
    # a kind that is drawn beside its hexsides would be sought on them, where the grid's own lines run
    starts = [view.no_shift] if before is None or not before.shift.any() else [view.no_shift, before.shift]
    # what hides an ink excuses its colour; by what is left of the examples anything else is too easily explained
    excused = before is None or not before.ink.weights[-1]
    own = np.array(evidence.bare if excused else evidence.present, dtype=np.int64)
    against = _against(view, evidence)
    if before is not None:
        ways = [
            InkRecipe(examples, others, before.ink.gap, start, before.ink.weights)
            for others, start in product(against, starts)
        ]
        anew = max(_guesses(view, own, ways), key=lambda guess: guess.worth)
        return _unstrayed(view, own, anew, before, goes_on)
    ways = [
        InkRecipe(chosen, others, gap, start, PRINTED)
        for others, gap, start, chosen in product(against, GAPS, starts, list(_choices(examples, own)))
    ]
    found = _guesses(view, own, ways)
    if view.crosses:
        found = [max(each, key=lambda guess: guess.worth) for each in (found, _raised(view, own, found, ways))]
    best, worth, apart = _furthest(view, own, found, goes_on)
    if worth >= (LINES_CLEAR if view.crosses else WELL) or (apart and not view.crosses):
        return best
    if evidence.bare != evidence.present:
        return likeliest(view, examples, replace(evidence, hidden=()), goes_on)
    farther = _otherwise(view, against, examples, own) if view.crosses else _beside(view, against[0], examples, own)
    return _furthest(view, own, [best, *farther], goes_on)[0]


def _raised(view: StripView, own: NDArray[np.int64], found: Sequence[Guess], ways: Sequence[InkRecipe]) -> list[Guess]:
    """Guesses against the ground: only what explains the examples best is tried, with dashes and without."""
    tried = list(zip(found, ways, strict=True))
    likely = [max((each for each in tried if each[1].gap == gap), key=lambda each: each[0].worth) for gap in GAPS]
    return _guesses(view, own, [replace(way, weights=RELIEF) for _, way in likely])


def _otherwise(
    view: StripView, against: Sequence[tuple[Against, ...]], examples: NDArray[np.int64], own: NDArray[np.int64]
) -> list[Guess]:
    """Guesses against the ground and by what stands out, for lines that no colour as printed explains well."""
    ways = [
        InkRecipe(chosen, others, gap, view.no_shift, weights)
        for chosen, others, gap, weights in product(_choices(examples, own), against, GAPS, FAINT)
    ]
    return _guesses(view, own, ways)


def _beside(
    view: StripView, against: tuple[Against, ...], examples: NDArray[np.int64], own: NDArray[np.int64]
) -> list[Guess]:
    """Guesses by grain, and beside the hexsides, for features that no colour on the hexsides explains well.

    First all directions are tried from all examples and against few strips, then the best of them more closely.
    """
    turns = np.arange(BEARINGS) * 2 * np.pi / BEARINGS
    starts = [view.no_shift, *(BEGUN * np.array([np.cos(turn), np.sin(turn)]) for turn in turns)]
    ways = [
        InkRecipe(examples, against, gap, start, weights)
        for gap, start in product(GAPS, starts)
        for weights in (BOTH, GRAIN, PRINTED if start.any() else RELIEF)
    ]
    tried = sorted(zip(_guesses(view, own, ways, BULK_AT_FIRST), ways, strict=True), key=lambda each: -each[0].worth)
    likely = [
        way
        for both, most in ((True, CLOSELY), (False, 2))
        for way in [way for _, way in tried if (way.weights == BOTH) is both][:most]
    ]
    return _guesses(view, own, [replace(way, chosen=each) for way in likely for each in _choices(examples, own)])


def _unstrayed(view: StripView, own: NDArray[np.int64], anew: Guess, before: Guess, goes_on: Continuity) -> Guess:
    """What was learnt anew, if its ink went not astray: what was taken for more examples may not be any.

    Such an ink explains the examples no better than the one before, and runs on no more than by chance, though that did. A
    grain must explain the first few examples: those that came by corrections are odd, and told by either alike.
    """
    grain = bool(before.ink.weights[-1]) and not view.crosses
    if grain:
        own = own[:FEW]
    kept, anew = _judged(view, own, [(each.ink, each.shift, each.doubt) for each in (before, anew)])
    if anew.worth >= kept.worth and not grain:
        return anew
    (anew_on, _), (kept_on, _) = _run_on(view, own, [anew, kept], goes_on)
    strays = anew.worth < kept.worth and anew_on <= 0 < kept_on
    if grain:
        # a grain that is learnt from many blurs: it must explain them and run on hardly worse than before
        strays |= kept.worth + kept_on > anew.worth + anew_on + BLURRED
    return kept if strays else anew


def _furthest(
    view: StripView, own: NDArray[np.int64], guesses: Sequence[Guess], goes_on: Continuity
) -> tuple[Guess, float, bool]:
    """The best of some guesses, its worth, and whether it parts the board in two.

    Those that are nearly as good as the best are judged by how their ink runs on, too.
    """
    near, most = (LINES_CLOSE, LINES_TRIED) if view.crosses else (CLOSE, TRIED)
    ordered = sorted(guesses, key=lambda guess: -guess.worth)[:most]
    close = [each for each in ordered if each.worth > ordered[0].worth - near]
    on = _run_on(view, own, close, goes_on)
    worth = [each.worth + far for each, (far, _) in zip(close, on, strict=True)]
    best = int(np.argmax(worth))
    return close[best], worth[best], on[best][1]


def _run_on(
    view: StripView, own: NDArray[np.int64], guesses: Sequence[Guess], goes_on: Continuity
) -> list[tuple[float, bool]]:
    """How much it counts how far what has each ink goes on from hexside to hexside, and whether it lies apart from all else.

    Rivers go on, specks do not, and a swamp does all around.
    """
    asked = goes_on.asked
    found = []
    run = np.full(len(view.codes), -np.inf, dtype=np.float32)
    for each in runs(view, [(guess.ink, guess.shift) for guess in guesses], asked):
        run[asked] = each
        usual, mine = float(np.median(each)), winsorized(run[own])
        # of many examples the poorest came by corrections, since they are odd
        poorest = float(np.quantile(mine, 0.0 if len(own) <= FEW else POORER))
        there = run > min(usual + LIKELY * (float(mine.mean()) - usual), poorest)
        far = goes_on.beyond_chance(there)
        far = LINES_ON * far + LINES_END * goes_on.continuation_log_odds(there) if view.crosses else RUNS_ON * far
        found.append((far, lie_apart(each, mine)))
    return found


def _against(view: StripView, evidence: KnownExamples) -> list[tuple[Against, ...]]:
    """What the ink is told from: all that is there, and the other kinds' examples in particular."""
    discounts = [(), evidence.others] if any(evidence.others) else [()]
    return [tuple(coding.against(each, DOUBT if each else 0.0) for coding in view.codings) for each in discounts]


def _choices(examples: NDArray[np.int64], own: NDArray[np.int64]) -> Iterator[NDArray[np.int64]]:
    """All examples, those by which the ink is judged, and all but one, as long as there are few."""
    yield examples
    if len(examples) <= FEW:
        if 1 < len(own) < len(examples):
            yield own
        if len(examples) > 2:
            yield from (np.delete(examples, each) for each in range(len(examples)))


def _guesses(
    view: StripView, own: NDArray[np.int64], ways: Sequence[InkRecipe], bulk: int = BULK_SAMPLE
) -> list[Guess]:
    """What is learnt each way, and how well it explains the examples, `own`; all ways are gone at once."""
    inks, shifts = _learnt(view, ways)
    return _judged(view, own, list(zip(inks, shifts, (_doubt(way, len(own)) for way in ways), strict=True)), bulk)


def _judged(
    view: StripView,
    own: NDArray[np.int64],
    learnt: Sequence[tuple[Ink, NDArray[np.float64], float]],
    bulk: int = BULK_SAMPLE,
) -> list[Guess]:
    """How well inks with their shifts and doubts explain the examples."""
    each = runs(view, [(ink, shift) for ink, shift, _ in learnt], np.concatenate([own, view.chosen[:bulk]]))
    return [
        Guess(ink, shift, _worth(run, len(own)) - doubt, doubt)
        for (ink, shift, doubt), run in zip(learnt, each, strict=True)
    ]


def _doubt(way: InkRecipe, count: int) -> float:
    """How much better a guess must be that was learnt this way, from so many examples."""
    beside = SHIFT_DOUBT * min(1.0, 3 / count) ** 2 if way.shift.any() else 0.0
    reading = RELIEF_DOUBT * (way.weights == RELIEF) + GRAIN_DOUBT * (way.weights in (GRAIN, BOTH))
    return reading + way.others[0].doubt + beside


def _worth(runs: Floats, count: int) -> float:
    """By the runs at the examples, which are the first so many, and at the board's other strips."""
    own, bulk = winsorized(runs[:count]), runs[count:]
    worth = float((own.min() + own.mean()) / 2 - np.percentile(bulk, BULK).mean())
    return RARE * _rarely(own, bulk) + worth


def _rarely(own: Floats, bulk: Floats) -> float:
    """How seldom the board's other strips run as well as the examples, in log odds: on the mean and for the poorest."""
    seldom = np.log(((bulk[None, :] >= own[:, None]).sum(axis=1) + 1) / (len(bulk) + 2))
    return -float((seldom.mean() + winsorized(seldom).max()) / 2)


def _learnt(view: StripView, ways: Sequence[InkRecipe]) -> tuple[list[Ink], list[NDArray[np.float64]]]:
    """The ink that is learnt each way, and the shift of its paths."""
    examples = _examples(view, ways)
    shifts, inks = [way.shift for way in ways], [Ink(())] * len(ways)
    unsettled = list(range(len(ways)))
    for _ in range(SHIFTS):
        prior = [view.prior(shifts[each])[view.ways[ways[each].chosen]] for each in unsettled]
        found = learnt([examples[each] for each in unsettled], prior)
        for each, (ink, paths) in zip(unsettled.copy(), found, strict=True):
            before, inks[each] = shifts[each], ink
            shifts[each] = view.shift_of(paths, ways[each].chosen)
            if (shifts[each] == before).all():
                unsettled.remove(each)
        if not unsettled:
            break
    return inks, shifts


def _examples(view: StripView, ways: Sequence[InkRecipe]) -> list[Examples]:
    """What each way learns from; what is told from what does not depend on gaps, shifts and readings."""
    told: dict[tuple[bytes, int], tuple[tuple[NDArray[np.uint8], ...], tuple[Against, ...]]] = {}
    for way in ways:
        key = way.chosen.tobytes(), id(way.others)
        if key not in told:
            told[key] = view.coded(way.chosen), _over(view, way)
    each = (told[way.chosen.tobytes(), id(way.others)] for way in ways)
    return [Examples(*known, way.gap, way.weights) for known, way in zip(each, ways, strict=True)]


def _over(view: StripView, way: InkRecipe) -> tuple[Against, ...]:
    """What the ink is told from, the ground beside the examples among it."""
    return tuple(
        each.over(coding.ground(way.chosen, not view.crosses))
        for each, coding in zip(way.others, view.codings, strict=True)
    )
