"""How much error remains: a fixed random share of hexes is asked for, whatever the model thinks of them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from hashlib import blake2b

from scipy.stats import beta

from adjudicator.lean import dataclass
from adjudicator.tracing.proposals import Subject

SHARE = 0.05
LEVEL = 0.95


@lru_cache(maxsize=1 << 16)
def sampled(subject: Subject, share: float = SHARE) -> bool:
    """Whether a hex or hexside is of the audit's sample: by its number, so that it is the same in every session."""
    digest = blake2b("-".join(subject).encode(), digest_size=8).digest()
    return int.from_bytes(digest) < share * 2**64


@dataclass(frozen=True, slots=True)
class Remaining:
    """The share of proposals that are wrong, with the interval that holds it in 95 of 100 cases."""

    asked: int
    wrong: int
    share: float
    low: float
    high: float


def remaining(answers: Iterable[bool]) -> Remaining:
    """The error as the audit's answers tell it (true: the proposal was right); Clopper and Pearson's interval."""
    told = list(answers)
    asked, wrong = len(told), sum(not right for right in told)
    if not asked:
        return Remaining(0, 0, 0.0, 0.0, 1.0)
    tail = (1 - LEVEL) / 2
    low = float(beta.ppf(tail, wrong, asked - wrong + 1)) if wrong else 0.0
    high = float(beta.ppf(1 - tail, wrong + 1, asked - wrong)) if wrong < asked else 1.0
    return Remaining(asked, wrong, wrong / asked, low, high)
