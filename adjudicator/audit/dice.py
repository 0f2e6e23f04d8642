"""How the dice fell: every roll of a game in series, and how unusual each series is.

Two questions are asked of a series of equal dice: is the sum too far from its mean (exact distribution of the sum), and do
the faces come up unevenly (chi-square statistic against its own simulated distribution, since the textbook curve is wrong
for short series). Looking at many series finds something odd in one of them by chance; Holm's correction over all questions
asked accounts for that. A small figure is a fact about numbers, not an accusation.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterable
from itertools import groupby

import numpy as np
from numpy.typing import NDArray

from adjudicator.lean import dataclass, replace
from adjudicator.said import say

SIMULATIONS = 20_000
SEED = 1


@dataclass(frozen=True, slots=True)
class Rolled:
    """Dice that fell once: who threw what when, as reported, and what came next in the log.

    `sides` is 0 where the report does not tell how many faces the dice have; `plus` is added to each face (or to the sum
    of `sum_of` dice, where only that is told). `what` is the button or formula.
    `typed` marks what a player wrote himself, which proves nothing; `untested` says why the report's dice are no fair ones.
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

    @property
    def faces(self) -> tuple[int, ...]:
        """The faces that fell: the results without what the button adds to each."""
        return tuple(die - self.plus for die in self.dice)


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


def series(rolls: Iterable[Rolled]) -> tuple[Series, ...]:
    """The series of a game, by player and kind of dice, with corrected p-values.

    Left out are what players typed and dice that are `untested`, also where only some throws of a player's dice are: the
    others alone would tell of dice that there are not.
    """
    thrown = [roll for roll in rolls if not roll.typed]
    unsure = {(roll.player, roll.what) for roll in thrown if untested(roll)}
    known = sorted((roll for roll in thrown if (roll.player, roll.what) not in unsure), key=_kind)
    plain = [_told(*kind, list(same)) for kind, same in groupby(known, key=_kind)]
    asked = [(at, p) for at, one in enumerate(plain) for p in ((one.sum_p, one.faces_p) if one.faces else (one.sum_p,))]
    adjusted: dict[int, list[float]] = {}
    for (at, _), p in zip(asked, holm([p for _, p in asked]), strict=True):
        adjusted.setdefault(at, []).append(p)
    return tuple(
        replace(one, sum_adjusted=adjusted[at][0], faces_adjusted=adjusted[at][-1] if one.faces else 1.0)
        for at, one in enumerate(plain)
    )


def untested(roll: Rolled) -> str:
    """Why a roll is not tested as one of fair dice, "" if it is."""
    if roll.typed:
        return say("a player wrote it himself")
    if roll.untested:
        return roll.untested
    if roll.sides < 2:
        return say("how many faces these dice have is not told")
    count = roll.sum_of or 1
    if not all(count <= face <= count * roll.sides for face in roll.faces):
        return say("a result that dice with {sides} faces do not have", roll.sides)
    return ""


def _kind(roll: Rolled) -> tuple[str, str, int, int]:
    return roll.player, roll.what, roll.sides, roll.sum_of


def _told(player: str, what: str, sides: int, sum_of: int, rolls: list[Rolled]) -> Series:
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
