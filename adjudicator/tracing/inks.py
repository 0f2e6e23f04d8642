"""What a kind is printed in: how much more each colour of the palette lies on its paths than elsewhere.

The examples say only that a hexside has a river, not where in its strip the river runs. So colours that cover the strips
of the examples more than others' come first; then the best path through these is found, colours are counted along it,
and so on, two or three times.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from adjudicator.lean import cached_property, dataclass, replace
from adjudicator.tracing.lattice import Floats
from adjudicator.tracing.paths import Paths, beside, best_paths

ROUNDS = 2
DUST = 0.004
"""A share of a strip below which a colour is chance."""
SELDOM = 0.03
SELDOM_ON = 0.06
"""Shares that all examples have a little more of, so that a colour that one of them lacks is not lost at once."""
GROUND = 4.0
"""A strip's steps meet a colour of the ground about so many times as often as the ground has it."""
ON_PATH = (-1, 0, 0, 1)
"""Columns beside the path whose colours count as ink; its own count twice, since edges of a line are half paper."""

NOTHING = np.zeros(0, dtype=np.float32)
Codes = tuple[NDArray[np.integer[Any]], ...]
"""Places in the palettes of some codings."""


@dataclass(frozen=True)
class Ink:
    """For each coding a strength between -1 (never on its path) and 1 (nowhere else) for each code of the palette."""

    strengths: tuple[Floats, ...]
    gap: int = 1
    """How many steps of a gap between dashes are bridged; 1 for an unbroken line."""
    weights: tuple[float, ...] = (1.0, 0.0, 0.0)
    """How much each coding counts."""

    def on(self, codes: Codes) -> Floats:
        """The ink at every point of some strips of (step, column), given in each coding."""
        return self.bridged(self.bare(codes))

    def bridged(self, bare: Floats) -> Floats:
        """Ink with the gaps between dashes closed."""
        return closed(bare[..., None], self.gap)[..., 0]

    def bare(self, codes: Codes) -> Floats:
        """The same, with the gaps between dashes."""
        each = zip(self.weights, self.strengths, codes, strict=True)
        found = [
            (weight * strength).take(code.astype(np.intp, copy=False), mode="wrap")
            for weight, strength, code in each
            if weight
        ]
        return found[0] if len(found) == 1 else np.asarray(np.sum(found, axis=0), dtype=np.float32)

    def like(self, other: Ink) -> float:
        """How alike two inks are as printed, 1 for the same."""
        one, two = np.maximum(self.strengths[0], 0), np.maximum(other.strengths[0], 0)
        return float(one @ two / (np.linalg.norm(one) * np.linalg.norm(two) + 1e-9))


def covered(codes: NDArray[np.uint8], colours: int) -> Floats:
    """For strips of (step, column) codes: the share of steps at which each colour is met at all."""
    count, steps, width = codes.shape
    met = np.zeros(count * steps * colours, dtype=bool)
    places = np.arange(count * steps).repeat(width) * colours + codes.reshape(-1)
    met[places] = True
    return np.asarray(met.reshape(count, steps, colours).mean(axis=1), dtype=np.float32)


@dataclass(frozen=True)
class Against:
    """What a kind's ink is told from: how much of other strips each colour covers, and its share of them."""

    covered: Floats
    elsewhere: Floats
    likeness: Floats
    doubt: float = 0.0
    """How much better this must explain the examples than another: what lies on another kind's may be there for both."""

    @cached_property
    def _covered(self) -> Floats:
        """How much of other strips is covered by each colour and those like it."""
        return np.asarray(self.covered @ self.likeness)

    @cached_property
    def _elsewhere(self) -> Floats:
        return np.asarray(self.elsewhere @ self.likeness)

    def over(self, ground: Floats) -> Against:
        """The same where the ground beside the examples is of such colours: these are not what is drawn on it."""
        return replace(
            self,
            covered=np.maximum(self.covered, np.minimum(GROUND * ground, 1)),
            elsewhere=np.maximum(self.elsewhere, ground),
        )

    def ink(self, examples: NDArray[np.uint8]) -> Floats:
        """The strengths of an ink by how much of some examples' strips each colour covers."""
        usual = _shared(covered(examples, len(self.likeness)), SELDOM)
        return _compared(usual @ self.likeness, self._covered, 5 * DUST)

    def ink_along(self, met: NDArray[np.uint8]) -> Floats:
        """By the codes met along paths, a row an example."""
        rows = np.arange(len(met))[:, None] * len(self.likeness) + met
        counted = np.bincount(rows.ravel(), minlength=len(met) * len(self.likeness)).reshape(len(met), -1)
        own = _shared((counted / met.shape[1]).astype(np.float32), SELDOM_ON)
        return _compared(own @ self.likeness, self._elsewhere, DUST)


@dataclass(frozen=True)
class Examples:
    """What an ink is learnt from: the examples' strips in each coding, what it is told from, and how it is read."""

    strips: tuple[NDArray[np.uint8], ...]
    against: tuple[Against, ...]
    gap: int = 1
    weights: tuple[float, ...] = (1.0, 0.0, 0.0)

    def first(self) -> Ink:
        """By the colours that cover these strips more than others."""
        return self._ink(lambda against, strips: against.ink(strips))

    def along(self, paths: Paths) -> Ink:
        """By the colours that paths through these strips meet."""
        return self._ink(lambda against, strips: against.ink_along(_met(strips, paths)))

    def _ink(self, of: Callable[[Against, NDArray[np.uint8]], Floats]) -> Ink:
        """The ink as each coding shows it that counts; as printed it is asked for always, to compare it with others."""
        counts = (bool(weight) or at == 0 for at, weight in enumerate(self.weights))
        each = zip(self.against, self.strips, counts, strict=True)
        strengths = (of(against, strips) if asked else NOTHING for against, strips, asked in each)
        return Ink(tuple(strengths), self.gap, self.weights)


def learnt(lots: Sequence[Examples], priors: Sequence[Floats]) -> list[tuple[Ink, Paths]]:
    """For each lot of examples its ink, and its best paths; `priors` say for each strip where its path is expected."""
    firsts: dict[tuple[int, int, tuple[float, ...]], Ink] = {}
    for each in lots:
        if _read(each) not in firsts:
            firsts[_read(each)] = each.first()
    inks = [replace(firsts[_read(each)], gap=each.gap) for each in lots]
    paths = _followed(lots, inks, priors)
    for _ in range(ROUNDS):
        inks = [each.along(mine) for each, mine in zip(lots, paths, strict=True)]
        paths = _followed(lots, inks, priors)
    return list(zip(inks, paths, strict=True))


def _read(lot: Examples) -> tuple[int, int, tuple[float, ...]]:
    """Lots that differ in their gap only begin alike."""
    return id(lot.strips), id(lot.against), lot.weights


def _followed(lots: Sequence[Examples], inks: Sequence[Ink], priors: Sequence[Floats]) -> list[Paths]:
    """The best paths through each lot's strips: found together, since most lots are of three."""
    met = [ink.on(each.strips) for ink, each in zip(inks, lots, strict=True)]
    paths = best_paths(np.concatenate(met), np.concatenate(priors))
    ends = np.cumsum([len(each) for each in met])[:-1]
    return [
        Paths(columns, ink)
        for columns, ink in zip(np.split(paths.columns, ends), np.split(paths.ink, ends), strict=True)
    ]


def _met(strips: NDArray[np.uint8], paths: Paths) -> NDArray[np.uint8]:
    return beside(strips, paths.columns, ON_PATH).reshape(len(strips), -1)


def closed(bare: Floats, gap: int) -> Floats:
    """Some inks as (strip, step, column, ink) with gaps of so many steps closed, and those of one column: a grey closing."""
    if gap == 1:
        return bare
    wide = _either(_farthest(bare, gap, np.maximum, -np.inf), np.maximum, 0)
    return _either(_farthest(wide, gap, np.minimum, np.inf), np.minimum, 1)


def _farthest(values: Floats, window: int, of: np.ufunc, outside: float) -> Floats:
    """The greatest (or least) of each column within a window of so many steps; `outside` is never it."""
    (count, steps, *rest), reach = values.shape, window // 2
    found = np.empty((count, steps + 2 * reach, *rest), dtype=np.float32)
    found[:, :reach] = found[:, -reach:] = outside
    found[:, reach:-reach] = values
    wide = 1
    while wide < window:
        more = min(wide, window - wide)
        found, wide = of(found[:, :-more], found[:, more:]), wide + more
    return found


def _either(values: Floats, of: np.ufunc, to: int) -> Floats:
    """The greater (or lesser) of each two neighbouring columns, put into the first or second of them."""
    found, many = np.empty_like(values), values.shape[-1]
    flat, row = values.reshape(-1), found.reshape(-1)
    of(flat[:-many], flat[many:], out=row[to * many : len(row) + (to - 1) * many])
    # rows follow each other, so that an outermost column met the next row's: it has no neighbour
    outermost = -1 if to == 0 else 0
    found[:, :, outermost] = values[:, :, outermost]
    return found


def _compared(own: Floats, others: Floats, dust: float) -> Floats:
    return np.asarray((own - others) / (own + others + dust), dtype=np.float32)


def _shared(shares: Floats, seldom: float) -> Floats:
    """A geometric mean: what all of the examples share, rather than what one of them has by chance."""
    return np.asarray(np.exp(np.log(shares + seldom).mean(axis=0)) - seldom, dtype=np.float32)
