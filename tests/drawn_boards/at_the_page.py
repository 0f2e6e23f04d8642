"""A person at the tracer's page: a map with its module, and whatever `ask` asks is answered by what is printed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from adjudicator.editing.values import ValueKind, side_name
from adjudicator.exporters.theatre_map.style import load_style
from adjudicator.game.maps.ground import DrawingGround, GroundHex, LaidBoard
from adjudicator.game.maps.proposing import Proposer
from adjudicator.game.maps.tracing import MapInHand
from adjudicator.game.maps.words import PaintWords
from adjudicator.model.boards import Board
from adjudicator.model.grid import HexGrid, PrintedHex
from adjudicator.model.module import Module
from adjudicator.tracing.lattice import HexCell
from adjudicator.tracing.proposals import KindVocabulary, Subject, TracedLayer
from tests.drawn_boards.person import EXAMPLES, Score, Truth

THEATRE = """\
title = "{title}"
unfinished = true
terrains = []
features = []
tags = []
kinds = []
[numbering]
form = "xxyy"
"""
MOST = 5000
"""A person who was asked so often gives up."""


def png(pixels: NDArray[np.uint8]) -> bytes:
    """Pixels as a picture's file."""
    file = BytesIO()
    Image.fromarray(pixels).save(file, "PNG", compress_level=1)
    return file.getvalue()


@dataclass
class Page:
    """A proposer as the page has it, and what is printed.

    `scope` are the hexes and hexsides of which it is known what is printed; nothing else is answered or counted.
    """

    proposer: Proposer
    words: KindVocabulary
    truth: Truth
    scope: frozenset[Subject] | None = None
    asked: Counter[tuple[object, ...]] = field(default_factory=Counter)
    answers: Counter[str] = field(default_factory=Counter)
    strokes: int = 0

    @classmethod
    def of(
        cls,
        folder: Path,
        picture: tuple[bytes, Sequence[HexCell]],
        words: KindVocabulary,
        truth: Truth,
        scope: frozenset[Subject] | None = None,
    ) -> Page:
        """A map of a picture with its hexes in a new folder, with nothing drawn on it."""
        image, cells = picture
        words, truth = _plain_words(words), _plain_truth(truth)
        folder.mkdir(parents=True)
        (folder / "theatre.toml").write_text(THEATRE.format(title=folder.name), encoding="utf-8")
        (folder / "hexes.txt").write_text("".join(f"{each.number} blank\n" for each in cells), encoding="utf-8")
        (folder / "hexsides.txt").write_text("", encoding="utf-8")
        size = Image.open(BytesIO(image)).size
        grid = HexGrid(73.0, 84.0, 0, 0)
        board = Board("board", "board.png", size)
        places = tuple(
            GroundHex(
                each.number,
                each.at,
                0,
                PrintedHex(0, 0, round(each.x), round(each.y), each.number, grid),
                round(each.x),
                round(each.y),
            )
            for each in cells
        )
        ground = DrawingGround((LaidBoard("board", board),), places)
        style = load_style(folder)
        looks = {word: style.feature_look("road") for word in words.lines} | {
            word: style.feature_look("river") for word in words.features
        }
        listed = PaintWords(
            {word: word for word in words.terrains},
            {word: word for word in (*words.features, *words.lines)},
            {},
            {},
            False,
            style.model_copy(update={"feature": {**style.feature, **looks}}),
            words.one_way,
        )
        hand = MapInHand(folder, folder.name, (ground,), listed, {each.number: each.at for each in cells})
        module = Module("drawn", "1", image=lambda name: image)
        return cls(Proposer(hand, module, ground), words, truth, scope)

    @property
    def version(self) -> int:
        return self.proposer.map.sheet.version

    def examples(self, seed: int) -> None:
        """Draw up to three examples of every kind, chosen at random, each with all of its layer that lies there."""
        rng = np.random.default_rng(seed)
        drawn: dict[str, Any] = {}
        for layer in TracedLayer:
            for kind in self.words.kinds(layer):
                found = self.truth.has(kind)
                for place in rng.choice(len(found), min(EXAMPLES, len(found)), replace=False):
                    subject = found[place]
                    if layer is TracedLayer.TERRAIN:
                        drawn[f"terrain:{subject[0]}"] = kind
                        continue
                    mine = set(self.words.kinds(layer))
                    there = [*drawn.get(f"side:{side_name(*subject)}", ()), *sorted(self.truth.sides[subject] & mine)]
                    drawn[f"side:{side_name(*subject)}"] = list(dict.fromkeys(there))
        self.proposer.map.draw(self.version, "examples", drawn)

    def answer(self, layer: str, most: int = MOST) -> int:
        """Answer what is asked of a layer until nothing is, or so often; how many answers it took.

        Nothing may be asked twice. What nobody knows is left for later.
        """
        count = 0
        while count < most:
            told = self.proposer.ask(layer)
            known = [each for each in told["queue"] if self._known(each)]  # type: ignore[attr-defined]
            if not known:
                return count
            self._answer(known[0])
            count += 1
        return count

    def _known(self, question: dict[str, Any]) -> bool:
        return any(self._in_scope(tuple(each)) for each in question["subjects"])

    def _in_scope(self, subject: Subject) -> bool:
        return self.scope is None or subject in self.scope

    def _answer(self, question: dict[str, Any]) -> None:
        subjects = [tuple(each) for each in question["subjects"] if self._in_scope(tuple(each))]
        kind, present = question["kind"], question["present"]
        asked = (kind, tuple(sorted(map(tuple, question["subjects"]))))
        self.asked[asked] += 1
        self.strokes += 1
        there = [self._has(each, kind) for each in subjects]
        told = {**question}
        if all(there) or not any(there):
            told["yes"] = all(there) is present
            what = {self._printed(each) for each in subjects}
            if not any(there) and question["layer"] == "terrain" and len(what) == 1:
                told["instead"] = what.pop()
            elif not any(there) and question["rival"] and all(self._has(each, question["rival"]) for each in subjects):
                told["instead"] = question["rival"]
        else:
            told["some"] = True
        self.answers[
            "some" if told.get("some") else "instead" if told.get("instead") else "yes" if told["yes"] else "no"
        ] += 1
        self.proposer.answer(self.version, f"a{self.strokes}", told)

    def _has(self, subject: Subject, kind: str) -> bool:
        return self._printed(subject) == kind if len(subject) == 1 else kind in self.truth.sides.get(subject, ())

    def _printed(self, subject: Subject) -> str:
        return self.truth.terrain.get(subject, "") if len(subject) == 1 else ""

    def right(self, layer: TracedLayer, *, drawn_alone: bool = False) -> float:
        """The share of hexes that are right, or F1 over all hexsides of a layer's kinds: drawn, or proposed as well."""
        told = set(self._drawn(layer))
        if not drawn_alone:
            told |= {(each.subject, each.kind) for each in self.proposer.proposals(layer) if each.present}
        told = {each for each in told if self._in_scope(each[0])}
        there = {
            (subject, kind)
            for kind in self.words.kinds(layer)
            for subject in self.truth.has(kind)
            if self._in_scope(subject)
        }
        if layer is TracedLayer.TERRAIN:
            return len(told & there) / max(len(there), 1)
        return 2 * len(told & there) / max(len(told) + len(there), 1)

    def score(self, layer: TracedLayer, kind: str) -> Score:
        """How right a kind is, drawn and proposed together."""
        told = {subject for subject, of in self._drawn(layer) if of == kind and self._in_scope(subject)}
        told |= {
            each.subject
            for each in self.proposer.proposals(layer)
            if each.kind == kind and each.present and self._in_scope(each.subject)
        }
        there = {subject for subject in self.truth.has(kind) if self._in_scope(subject)}
        both = len(told & there)
        return Score(len(there), both / max(len(told), 1), both / max(len(there), 1))

    def certainties(self) -> Iterator[tuple[TracedLayer, bool, float, bool]]:
        """What is proposed now: its layer, whether it is said to be there, how certain that is, and whether it is right."""
        for layer in TracedLayer:
            for each in self.proposer.proposals(layer):
                if self._in_scope(each.subject):
                    right = self._has(each.subject, each.kind) is each.present
                    yield layer, each.present, each.certain, right

    def _drawn(self, layer: TracedLayer) -> Iterator[tuple[Subject, str]]:
        kinds = set(self.words.kinds(layer))
        for key, value in self.proposer.map.said().items():
            if key.kind is ValueKind.TERRAIN and layer is TracedLayer.TERRAIN and value in kinds:
                yield (key.of,), str(value)
            elif key.kind is ValueKind.SIDE and layer is not TracedLayer.TERRAIN and isinstance(value, tuple):
                yield from ((tuple(key.of.split("-")), word) for word in value if word in kinds)


def _plain_words(words: KindVocabulary) -> KindVocabulary:
    terrains, features, lines = (tuple(map(_plain, each)) for each in (words.terrains, words.features, words.lines))
    return KindVocabulary(terrains, features, lines, frozenset(map(_plain, words.one_way)))


def _plain_truth(truth: Truth) -> Truth:
    sides = {subject: frozenset(map(_plain, kinds)) for subject, kinds in truth.sides.items()}
    return Truth({subject: _plain(kind) for subject, kind in truth.terrain.items()}, sides)


def _plain(word: str) -> str:
    """A word as a theatre's file may have it."""
    return word.replace(" ", "_").lower()
