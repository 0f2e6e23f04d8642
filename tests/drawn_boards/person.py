"""A person at the tracer who knows the truth: marks examples, looks at what is least certain, corrects what is wrong."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np

from adjudicator.model.theatre import Theatre
from adjudicator.tracing.proposals import KindVocabulary, Mark, Proposal, Subject, TracedLayer, hexside
from adjudicator.tracing.tracer import Tracer

EXAMPLES = 3
LOOKED_AT = 0.8
"""Proposals that are surer than this are not accepted one by one."""


@dataclass(frozen=True)
class Truth:
    """What is printed: each hex's terrain and the kinds of each hexside (none: an empty set)."""

    terrain: Mapping[Subject, str]
    sides: Mapping[Subject, frozenset[str]]

    @classmethod
    def of(cls, theatre: Theatre) -> Truth:
        """The truth of a map that was drawn from a theatre."""
        number = {at: entry.number for at, entry in theatre.hexes.items()}
        sides = {hexside(number[side.low], number[side.high]): kinds for side, kinds in theatre.hexsides.items()}
        return cls({(entry.number,): entry.terrain for entry in theatre.hexes.values()}, sides)

    def has(self, kind: str) -> list[Subject]:
        """Every hex or hexside of a kind."""
        hexes = [subject for subject, terrain in self.terrain.items() if terrain == kind]
        return hexes or sorted(subject for subject, kinds in self.sides.items() if kind in kinds)

    def agrees(self, proposal: Proposal) -> bool:
        """Whether a proposal is right."""
        if proposal.layer is TracedLayer.TERRAIN:
            return self.terrain[proposal.subject] == proposal.kind
        return proposal.present == (proposal.kind in self.sides.get(proposal.subject, ()))

    def correction(self, proposal: Proposal) -> Mark:
        """What a person says who sees a wrong proposal."""
        if proposal.layer is TracedLayer.TERRAIN:
            return Mark(proposal.subject, self.terrain[proposal.subject])
        return Mark(proposal.subject, proposal.kind, not proposal.present)


def mark_examples(tracer: Tracer, truth: Truth, seed: int) -> None:
    """Mark up to three examples of every kind at random, each with all of its layer that lies there."""
    rng = np.random.default_rng(seed)
    words: KindVocabulary = tracer.vocabulary
    for layer in TracedLayer:
        for kind in words.kinds(layer):
            found = truth.has(kind)
            for place in rng.choice(len(found), min(EXAMPLES, len(found)), replace=False):
                subject = found[place]
                there = {kind} if layer is TracedLayer.TERRAIN else truth.sides[subject]
                tracer.mark_all(Mark(subject, each) for each in words.kinds(layer) if each in there)


def correct(tracer: Tracer, truth: Truth, most: int, layers: Iterable[TracedLayer] = tuple(TracedLayer)) -> int:
    """Go through the proposals, least certain first, until so many were wrong or none is; how many were."""
    for count in range(most):
        listed = sorted((each for layer in layers for each in tracer.proposals(layer)), key=lambda each: each.certainty)
        wrong = next((each for each in listed if not truth.agrees(each)), None)
        if wrong is None:
            return count
        seen = listed[: listed.index(wrong)]
        tracer.mark_all(Mark(each.subject, each.kind, each.present) for each in seen if each.certainty < LOOKED_AT)
        tracer.mark(truth.correction(wrong))
    return most


@dataclass(frozen=True)
class Score:
    """How right a kind is: the share of what is told that is so, and of what is so that is told."""

    count: int
    precision: float
    recall: float

    @property
    def f1(self) -> float:
        """The harmonic mean of both."""
        return 2 * self.precision * self.recall / max(self.precision + self.recall, 1e-9)


def terrain_right(tracer: Tracer, truth: Truth) -> float:
    """The share of all hexes whose terrain is decided or proposed as it is."""
    wrong = sum(not truth.agrees(each) for each in tracer.proposals(TracedLayer.TERRAIN))
    return 1 - wrong / len(truth.terrain)


def kind_right(tracer: Tracer, truth: Truth, layer: TracedLayer, kind: str) -> Score:
    """The same for a kind of hexside feature or line, decided and proposed together."""
    told = {each.subject for each in tracer.proposals(layer) if each.kind == kind and each.present}
    told |= {mark.subject for mark in tracer.marks if mark.kind == kind and mark.present}
    there = set(truth.has(kind))
    both = len(told & there)
    return Score(len(there), both / max(len(told), 1), both / max(len(there), 1))
