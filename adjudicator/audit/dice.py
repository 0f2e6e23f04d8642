"""How the dice fell: every roll of a game in series, and how unusual each series is.

Two questions are asked of a series of equal dice: is the sum too far from its mean (exact distribution of the sum), and do
the faces come up unevenly (chi-square statistic against its own simulated distribution, since the textbook curve is wrong
for short series). Looking at many series finds something odd in one of them by chance; Holm's correction over all questions
asked accounts for that. A small figure is a fact about numbers, not an accusation.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import groupby

import numpy as np
from numpy.typing import NDArray

from adjudicator.lean import dataclass, replace
from adjudicator.said import say

SIMULATIONS = 20_000
SEED = 1
MOST_SIMULATED = 4_000_000
"""Numbers that one simulation holds at once."""


@dataclass(frozen=True, slots=True)
class DiceRoll:
    """Dice that fell once: who threw what when, as reported, and what came next in the log.

    `sides` is 0 where the report does not tell how many faces the dice have; `plus` is added to each face (or to the sum
    of `sum_of` dice, where only that is told). `what` is the button or formula.
    `typed` marks what a player wrote himself, which proves nothing; `untested` says why nobody can tell how usual it is. `odds`
    are those of its `draws`, for results that are not faces of even dice (`Roll`).
    """

    log: str
    step: int
    player: str
    what: str
    dice: tuple[int, ...]
    sides: int
    text: str
    plus: int = 0
    sum_of: int = 0
    typed: bool = False
    untested: str = ""
    odds: str = ""
    draws: tuple[int, ...] = ()

    @property
    def faces(self) -> tuple[int, ...]:
        """The faces that fell: the results without what the button adds to each."""
        return tuple(die - self.plus for die in self.dice)

    @property
    def drawn(self) -> tuple[tuple[int, str], ...]:
        """What was drawn by odds of its own, each number with its odds."""
        odds = self.odds.split("|") if self.odds else []
        draws = self.draws or self.dice
        return tuple(zip(draws, odds if len(odds) == len(draws) else odds[:1] * len(draws), strict=True))


@dataclass(frozen=True, slots=True)
class Series:
    """All dice of one kind thrown by one player.

    `faces` counts each face from 1 up (none where only sums are told); `mean` is the average, `expected` what fair dice
    give. `sum_p` and `faces_p` are the chances of a sum, or a spread of faces, at least this far out; `sum_adjusted` and
    `faces_adjusted` the same after Holm's correction for all the series looked at.
    """

    player: str
    what: str
    sides: int
    count: int
    faces: tuple[int, ...]
    mean: float
    expected: float
    sum_p: float
    faces_p: float
    sum_adjusted: float = 1.0
    faces_adjusted: float = 1.0
    outcomes: tuple[tuple[int, int], ...] = ()
    """Where results are not faces of even dice: each number that can be drawn, and how often it was."""

    @property
    def spread(self) -> bool:
        """Whether it is asked how its results spread."""
        return bool(self.faces or self.outcomes)

    @property
    def fell(self) -> str:
        """How often each face fell; of results that are no faces, each that came and how often."""
        if self.outcomes:
            return " ".join(f"{value}:{many}" for value, many in self.outcomes if many)
        return " ".join(map(str, self.faces))


def series(rolls: Iterable[DiceRoll]) -> tuple[Series, ...]:
    """The series of a game, by player and kind of dice, with corrected p-values.

    Left out are what players typed and dice that are `untested`, also where only some throws of a player's dice are: the
    others alone would tell of dice that there are not.
    """
    thrown = [roll for roll in rolls if not roll.typed]
    unsure = {(roll.player, roll.what) for roll in thrown if untested(roll)}
    sure = [roll for roll in thrown if (roll.player, roll.what) not in unsure]
    known = sorted((roll for roll in sure if not roll.odds), key=_kind)
    plain = [_told(*kind, list(same)) for kind, same in groupby(known, key=_kind)]
    plain += _by_odds(roll for roll in sure if roll.odds)
    asked = [
        (at, p) for at, one in enumerate(plain) for p in ((one.sum_p, one.faces_p) if one.spread else (one.sum_p,))
    ]
    adjusted: dict[int, list[float]] = {}
    for (at, _), p in zip(asked, holm([p for _, p in asked]), strict=True):
        adjusted.setdefault(at, []).append(p)
    return tuple(
        replace(one, sum_adjusted=adjusted[at][0], faces_adjusted=adjusted[at][-1] if one.spread else 1.0)
        for at, one in enumerate(plain)
    )


def untested(roll: DiceRoll) -> str:
    """Why a roll is not tested as one of fair dice, "" if it is."""
    if roll.typed:
        return say("a player wrote it himself")
    if roll.untested:
        return roll.untested
    if roll.odds:
        strange = any(value not in law_of(odds) for value, odds in roll.drawn)
        return say("a result that these dice do not have") if strange else ""
    if roll.sides < 2:
        return say("how many faces these dice have is not told")
    count = roll.sum_of or 1
    if not all(count <= face <= count * roll.sides for face in roll.faces):
        return say("a result that dice with {sides} faces do not have", roll.sides)
    return ""


def _kind(roll: DiceRoll) -> tuple[str, str, int, int]:
    return roll.player, roll.what, roll.sides, roll.sum_of


def _by_odds(rolls: Iterable[DiceRoll]) -> list[Series]:
    """The series of what was drawn by odds of its own."""
    found: dict[tuple[str, str, str], list[int]] = {}
    for roll in rolls:
        for value, odds in roll.drawn:
            found.setdefault((roll.player, roll.what, odds), []).append(value)
    return [_drawn(player, what, law_of(odds), values) for (player, what, odds), values in sorted(found.items())]


@lru_cache(maxsize=256)
def law_of(odds: str) -> Mapping[int, float]:
    """How likely each number is that can be drawn by odds."""
    pairs = [(int(value), int(weight)) for value, _, weight in (each.partition(":") for each in odds.split())]
    whole = sum(weight for _, weight in pairs)
    return {value: weight / whole for value, weight in pairs}


def _drawn(player: str, what: str, law: Mapping[int, float], values: list[int]) -> Series:
    tally = Tally(values)
    outcomes = tuple((value, tally[value]) for value in law)
    mean, expected = sum(values) / len(values), sum(value * chance for value, chance in law.items())
    spread = spread_p([tally[value] for value in law], list(law.values()))
    of_sum = law_sum_p(sum(values), len(values), law)
    return Series(player, what, len(law), len(values), (), mean, expected, of_sum, spread, outcomes=outcomes)


def law_sum_p(total: int, count: int, law: Mapping[int, float]) -> float:
    """The chance that so many draws add up to something at least as far from the mean as `total` (both tails, exact)."""
    least, most = min(law), max(law)
    one = np.zeros(most - least + 1)
    for value, chance in law.items():
        one[value - least] = chance
    length = (most - least) * count + 1
    if length == 1:
        return 1.0
    size = 1 << (length - 1).bit_length()
    chances = np.fft.irfft(np.fft.rfft(one, size) ** count, size)[:length]
    mean = float(sum(value * chance for value, chance in law.items())) * count
    away = np.abs(np.arange(length) + least * count - mean)
    return float(min(1.0, max(0.0, chances[away >= abs(total - mean) - 1e-6].sum())))


def spread_p(seen: Sequence[int], law: Sequence[float]) -> float:
    """The chance that draws by a law spread at least this unevenly (chi-square, simulated with a fixed seed)."""
    count, chances = sum(seen), np.array(law)
    if count == 0 or len(law) < 2:
        return 1.0
    expected = count * chances / chances.sum()
    simulations = min(SIMULATIONS, max(MOST_SIMULATED // len(law), 2_000))
    simulated = np.random.default_rng(SEED).multinomial(count, chances / chances.sum(), size=simulations)
    spread = ((simulated - expected) ** 2 / expected).sum(axis=1)
    found = float(((np.array(seen) - expected) ** 2 / expected).sum())
    return float((1 + np.count_nonzero(spread >= found - 1e-9)) / (1 + simulations))


def _told(player: str, what: str, sides: int, sum_of: int, rolls: list[DiceRoll]) -> Series:
    """A series of dice, or of sums of dice."""
    if not sum_of:
        return _series(player, what, sides, [die for roll in rolls for die in roll.faces])
    count = sum_of * len(rolls)
    total = sum(face for roll in rolls for face in roll.faces)
    return Series(player, what, sides, count, (), total / count, (sides + 1) / 2, sum_p(total, count, sides), 1.0)


def _series(player: str, what: str, sides: int, dice: list[int]) -> Series:
    tally = Tally(dice)
    faces = tuple(tally[face] for face in range(1, sides + 1))
    mean = sum(dice) / len(dice) if dice else 0.0
    expected = (sides + 1) / 2
    return Series(
        player, what, sides, len(dice), faces, mean, expected, sum_p(sum(dice), len(dice), sides), faces_p(faces)
    )


def sum_p(total: int, dice: int, sides: int) -> float:
    """The chance that `dice` fair dice give a sum at least as far from the mean as `total` (both tails, exact)."""
    if dice == 0:
        return 1.0
    chances = _sums(dice, sides)
    away = np.abs(np.arange(dice, dice * sides + 1) - dice * (sides + 1) / 2)
    return float(min(1.0, chances[away >= abs(total - dice * (sides + 1) / 2) - 1e-9].sum()))


def _sums(dice: int, sides: int) -> NDArray[np.float64]:
    """Chances of the sums dice..dice*sides, by repeated squaring of the one-die distribution."""
    power = np.full(sides, 1 / sides)
    result = np.ones(1)
    while dice:
        if dice & 1:
            result = np.convolve(result, power)
        power = np.convolve(power, power)
        dice >>= 1
    return result


def faces_p(faces: tuple[int, ...]) -> float:
    """The chance that fair dice spread over their faces at least this unevenly (chi-square, simulated with a fixed seed)."""
    count = sum(faces)
    if count == 0:
        return 1.0
    expected = count / len(faces)
    simulated = np.random.default_rng(SEED).multinomial(count, [1 / len(faces)] * len(faces), size=SIMULATIONS)
    spread = ((simulated - expected) ** 2).sum(axis=1) / expected
    seen = sum((face - expected) ** 2 for face in faces) / expected
    return float((1 + np.count_nonzero(spread >= seen - 1e-9)) / (1 + SIMULATIONS))


def holm(chances: list[float]) -> list[float]:
    """Holm's step-down correction: p-values that stay honest although there are many of them."""
    order = sorted(range(len(chances)), key=chances.__getitem__)
    adjusted = [1.0] * len(chances)
    floor = 0.0
    for rank, i in enumerate(order):
        floor = max(floor, min(1.0, (len(chances) - rank) * chances[i]))
        adjusted[i] = floor
    return adjusted
