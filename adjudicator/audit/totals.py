"""Many games added up, as plain values: every output of a batch's report says this and nothing else."""

from __future__ import annotations

from adjudicator.audit.dice import Series
from adjudicator.lean import dataclass

FORMAT = "adjudicator-batch-1"


@dataclass(frozen=True, slots=True)
class RuleTotal:
    """What was found by one rule: findings by severity (those that an umpire overruled left out), and in how many games."""

    pack: str
    rule: str
    title: str
    violations: int
    doubts: int
    reminders: int
    games: int


@dataclass(frozen=True, slots=True)
class FlawTotal:
    """How many problems of one kind modules have, and how many modules."""

    kind: str
    problems: int
    modules: int


@dataclass(frozen=True, slots=True)
class FileTotal:
    """A file of a game and what was found in it."""

    game: str
    name: str
    violations: int
    doubts: int


@dataclass(frozen=True, slots=True)
class Unjudged:
    """A game, or a file of one, that was not judged in whole, and why."""

    game: str
    status: str
    reason: str


@dataclass(frozen=True, slots=True)
class Totals:
    """A store added up. `copies` are games whose content lies elsewhere too: their findings and dice count once.

    `without_pack` are games of which rules were to be judged and no pack knows the counters, `nothing_judged` those whose pack
    judged none of its rules, `without_module` those with no module beside or above them. A module alone counts as one file.

    `worst`, `unjudged` and `series` are the first of `bad_files`, `left` and `thrown`; `everybody` are the dice of all
    players together, one series for each size of dice. `most_bytes` is the most memory that one game had in use.
    """

    store: str
    games: int
    copies: int
    without_pack: int
    nothing_judged: int
    without_module: int
    modules: int
    files: int
    bytes: int
    steps: int
    acts: int
    legal: int
    illegal: int
    undetermined: int
    by_status: tuple[tuple[str, int], ...]
    by_pack: tuple[tuple[str, int], ...]
    rules: tuple[RuleTotal, ...]
    flaws: tuple[FlawTotal, ...]
    worst: tuple[FileTotal, ...]
    bad_files: int
    unjudged: tuple[Unjudged, ...]
    left: int
    series: tuple[Series, ...]
    thrown: int
    everybody: tuple[Series, ...]
    processor_seconds: float
    most_bytes: int
    format: str = FORMAT

    @property
    def violations(self) -> int:
        return sum(each.violations for each in self.rules)
