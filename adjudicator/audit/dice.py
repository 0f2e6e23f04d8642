"""How the dice fell: every roll of a game in series, and how unusual each series is.

Two questions are asked of a series of equal dice: is the sum too far from its mean (exact distribution of the sum), and do
the faces come up unevenly (chi-square statistic against its own simulated distribution, since the textbook curve is wrong
for short series). Looking at many series finds something odd in one of them by chance; Holm's correction over all questions
asked accounts for that. A small figure is a fact about numbers, not an accusation.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import groupby

import numpy as np
from numpy.typing import NDArray

SIMULATIONS = 20_000
SEED = 1


@dataclass(frozen=True, slots=True)
class Rolled:
    """Dice that fell once: who threw what when, as reported, and what came next in the log.

    `sides` is 0 where the report does not tell how many faces the dice have. `what` is the button or formula, `purpose` what
    the player said it was for. `aftermath` states what followed at once: "undone", "restarted", "nothing", "" for an act.
    """

    log: str
    step: int
    player: str
    what: str
    dice: tuple[int, ...]
    sides: int
    text: str
    purpose: str = ""
    aftermath: str = ""


@dataclass(frozen=True, slots=True)
class Series:
    """All dice of one kind thrown by one player.

    `faces` counts each face from 1 up; `mean` is the average, `expected` what fair dice give. `sum_p` and `faces_p` are the
    chances of a sum, or a spread of faces, at least this far out; `sum_adjusted` and `faces_adjusted` the same after Holm's
    correction for all the series looked at.
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
    """The series of a game, by player and kind of dice, with corrected p-values; dice of unknown size are left out."""
    known = sorted((roll for roll in rolls if roll.sides > 1), key=_kind)
    plain = [_series(*kind, [die for roll in same for die in roll.dice]) for kind, same in groupby(known, key=_kind)]
    adjusted = holm([p for one in plain for p in (one.sum_p, one.faces_p)])
    return tuple(
        replace(one, sum_adjusted=adjusted[2 * i], faces_adjusted=adjusted[2 * i + 1]) for i, one in enumerate(plain)
    )


def _kind(roll: Rolled) -> tuple[str, str, int]:
    return roll.player, roll.what, roll.sides


def _series(player: str, what: str, sides: int, dice: list[int]) -> Series:
    valid = [die for die in dice if 1 <= die <= sides]
    tally = Tally(valid)
    faces = tuple(tally[face] for face in range(1, sides + 1))
    mean = sum(valid) / len(valid) if valid else 0.0
    expected = (sides + 1) / 2
    return Series(
        player, what, sides, len(valid), faces, mean, expected, sum_p(sum(valid), len(valid), sides), faces_p(faces)
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
