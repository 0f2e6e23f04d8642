"""How likely the results of a dice button are, by its definition: totals, dice that are kept, single results, counts of a face.

Facts: `DiceButton.DR`: each die falls by itself; of those that are kept by size the others are left out, the largest or smallest
are taken out of all, in rising order. Every law here is exact, in whole numbers of equally likely throws.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache
from math import comb

from adjudicator.lean import dataclass

MOST_DICE, MOST_SIDES = 60, 400
"""Beyond these nobody throws, and the reckoning takes its time."""
BY_SIZE, BY_RANK = (">", "<", "="), ("l", "s")
Law = Mapping[int, int]
"""Values, each with how many of the equally likely throws give it."""


@dataclass(frozen=True, slots=True)
class Throw:
    """What a button throws: `count` dice with these faces (what it adds to each die counted in), and what it keeps.

    `option` is ">", "<", "=" (these and equal ones) with a number `keep`, "l" or "s" with so many dice, or "" for all.
    """

    faces: tuple[int, ...]
    count: int
    option: str = ""
    keep: int = 0
    add: int = 0

    @property
    def known(self) -> bool:
        """Whether its laws can be reckoned."""
        return 0 < self.count <= MOST_DICE and 1 < len(self.faces) <= MOST_SIDES

    @property
    def out(self) -> int:
        """The number that stands for a die that is not kept."""
        return min(self.faces) - 1

    @property
    def kept(self) -> int:
        """How many dice are kept by rank."""
        return max(0, min(self.keep, self.count))

    def keeps(self, value: int) -> bool:
        """Whether a die with this value is kept, where they are kept by size."""
        return {">": value >= self.keep, "<": value <= self.keep, "=": value == self.keep}.get(self.option, True)


@lru_cache(maxsize=256)
def die(throw: Throw) -> str:
    """The odds of each die, that it is not kept among them."""
    return told(Counter(value if throw.keeps(value) else throw.out for value in throw.faces))


@lru_cache(maxsize=256)
def total(throw: Throw) -> str:
    """The odds of the sum of what is kept, with what is added to it."""
    if throw.option in BY_RANK:
        law = _ranked(throw)
    else:
        law = added([Counter(value if throw.keeps(value) else 0 for value in throw.faces)] * throw.count)
    return told({value + throw.add: weight for value, weight in law.items()})


@lru_cache(maxsize=256)
def ranked(throw: Throw, place: int) -> str:
    """The odds of the result at a place (from 0) among all dice in rising order."""
    law: dict[int, int] = {}
    whole, below, former = len(throw.faces), 0, 0
    for value, weight in sorted(Counter(throw.faces).items()):
        below += weight
        reached = sum(
            comb(throw.count, many) * below**many * (whole - below) ** (throw.count - many)
            for many in range(place + 1, throw.count + 1)
        )
        law[value], former = reached - former, reached
    return told(law)


@lru_cache(maxsize=256)
def hits(throw: Throw, faces: tuple[int, ...]) -> str:
    """The odds of how many dice show one of some faces."""
    hit = sum(value in faces for value in throw.faces)
    miss = len(throw.faces) - hit
    return told(
        {many: comb(throw.count, many) * hit**many * miss ** (throw.count - many) for many in range(throw.count + 1)}
    )


@lru_cache(maxsize=256)
def kept_at(throw: Throw, place: int) -> str:
    """The odds of the result at a place (from 0) among the dice that are kept by size, in rising order; none = `out`."""
    inside = sorted(value for value in throw.faces if throw.keeps(value))
    missing = len(throw.faces) - len(inside)
    law: Counter[int] = Counter()
    for many in range(throw.count + 1):
        ways = comb(throw.count, many) * missing ** (throw.count - many)
        if many <= place:
            law[throw.out] += ways * len(inside) ** many
            continue
        for value, weight in parse(ranked(Throw(tuple(inside), many), place)):
            law[value] += ways * int(weight)
    return told(law)


@lru_cache(maxsize=256)
def kept_unsorted(throw: Throw, place: int) -> str:
    """The odds of the result at a place (from 0) among the dice that are kept by size, as they fell; none = `out`."""
    inside = [value for value in throw.faces if throw.keeps(value)]
    hit, miss = len(inside), len(throw.faces) - len(inside)
    few = sum(comb(throw.count, many) * hit**many * miss ** (throw.count - many) for many in range(place + 1))
    enough = len(throw.faces) ** throw.count - few
    law = {value: enough * inside.count(value) for value in inside}
    return told({**law, throw.out: few * max(1, hit)})


def added(laws: Iterable[Law]) -> Law:
    """The law of a sum of dice."""
    found: Counter[int] = Counter({0: 1})
    for each in laws:
        further: Counter[int] = Counter()
        for value, weight in each.items():
            for so_far, ways in found.items():
                further[so_far + value] += ways * weight
        found = further
    return found


def _ranked(throw: Throw) -> Law:
    """The law of the sum of the largest or smallest dice, counted face by face from the end that is kept."""
    faces = sorted(Counter(throw.faces).items(), reverse=throw.option == "l")
    states: Counter[tuple[int, int]] = Counter({(throw.count, 0): 1})
    for value, weight in faces:
        further: Counter[tuple[int, int]] = Counter()
        for (left, sum_so_far), ways in states.items():
            wanted = max(0, throw.kept - (throw.count - left))
            for many in range(left + 1):
                key = left - many, sum_so_far + value * min(many, wanted)
                further[key] += ways * comb(left, many) * weight**many
        states = further
    law: Counter[int] = Counter()
    for (left, found), ways in states.items():
        if left == 0:
            law[found] += ways
    return law


def told(law: Law) -> str:
    """A law as the odds of a roll: `value:weight`, with blanks between."""
    return " ".join(f"{value}:{weight}" for value, weight in sorted(law.items()) if weight)


def parse(odds: str) -> list[tuple[int, int]]:
    """The values and weights of odds."""
    pairs = (each.partition(":") for each in odds.split())
    return [(int(value), int(weight)) for value, _, weight in pairs]
