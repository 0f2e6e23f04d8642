"""What a person says of a board, and what is proposed: two kinds of record, and only the first reach a theatre."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import NamedTuple

from adjudicator.lean import dataclass

NO_SHARES: Mapping[str, float] = MappingProxyType({})
OFF = "-"
"""The word of a hex that is not on the map: of a vocabulary's terrains it is none that a pack may have."""
Subject = tuple[str, ...]
"""A hex as (number,), a hexside as the numbers of its two hexes in order."""


class TracedLayer(StrEnum):
    """What is traced: each hexside may have any number of features and lines, each hex has one terrain."""

    TERRAIN = "terrain"
    HEXSIDE = "hexside"
    LINE = "line"


class Why(StrEnum):
    """Why a proposal is shown now."""

    LEAST_CERTAIN = "least certain"
    AUDIT = "audit sample"
    NEIGHBOUR = "neighbour of a correction"
    STRANGE = "unlike all that was marked"
    CONTESTED = "two kinds claim it"
    ONWARD = "a run seems to end"
    RUN = "of one piece"
    SURE = "sure"


def hexside(one: str, other: str) -> Subject:
    """The subject of the hexside between two hexes, whichever is named first."""
    return (one, other) if one <= other else (other, one)


@dataclass(frozen=True)
class KindVocabulary:
    """The pack's words: every kind that may be proposed. `one_way` are those of the features with a direction."""

    terrains: tuple[str, ...] = ()
    features: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()
    one_way: frozenset[str] = frozenset()

    def kinds(self, layer: TracedLayer) -> tuple[str, ...]:
        """The kinds of a layer."""
        return {TracedLayer.TERRAIN: self.terrains, TracedLayer.HEXSIDE: self.features, TracedLayer.LINE: self.lines}[
            layer
        ]

    def layer(self, kind: str) -> TracedLayer:
        """The layer of a kind; KeyError if the vocabulary has no such word."""
        for layer in TracedLayer:
            if kind in self.kinds(layer):
                return layer
        raise KeyError(kind)


@dataclass(frozen=True, slots=True)
class Mark:
    """A person's decision: this hex or hexside has that kind, or lacks it; `towards` names the hex a one-way one faces.

    What was taken with many others is no example (`teaches`): it was surely told by the others, of which it would be a copy.
    """

    subject: Subject
    kind: str
    present: bool = True
    towards: str = ""
    teaches: bool = True


class Proposal(NamedTuple):
    """A machine's opinion, never more: `score` is the probability that the hex or hexside has the kind.

    For terrain `kind` is the likeliest one, and `shares` how much of the hex looks like which. A doubtful hex is one
    that two terrains share; it is told, not decided. `towards` is the hex that a one-way feature faces, "" if no example
    says, and `aimed` the probability that it does (0.5 = a guess). A tuple, since a board has tens of thousands of them.

    `certainty` orders what is asked and means nothing else; `certain` is the probability that the proposal is right, as boards
    with known answers have it (`calibration.py`). `stands_for` says how many look so and would be decided by the answer,
    `rival` which other kind claims the same drawn thing.
    """

    subject: Subject
    layer: TracedLayer
    kind: str
    score: float
    model: str
    certainty: float
    why: Why = Why.LEAST_CERTAIN
    towards: str = ""
    aimed: float = 1.0
    shares: Mapping[str, float] = NO_SHARES
    doubtful: bool = False
    certain: float = 0.5
    stands_for: int = 1
    rival: str = ""

    @property
    def likely(self) -> float:
        """How likely it is there, whatever is proposed."""
        return self.certain if self.present else 1 - self.certain

    @property
    def present(self) -> bool:
        """Whether it is proposed that the kind is there."""
        return self.layer is TracedLayer.TERRAIN or self.score > 0.5
