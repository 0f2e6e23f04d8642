"""Proposals for a map in hand: what a person drew are the examples, the rest is proposed, and only answers reach the map.

Proposals are the machine's opinion and lie in a record of their own beside the theatre, `proposals.json`, with the score and
the model that gave it. What a person says of one is a stroke like any other and can be taken back.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from operator import attrgetter
from typing import TYPE_CHECKING, Any

import orjson

from adjudicator.editing.values import ValueKey, ValueKind, side_name
from adjudicator.errors import UsageError
from adjudicator.game.maps.ground import DrawingGround
from adjudicator.game.maps.tracing import MapInHand
from adjudicator.lean import dataclass, replace
from adjudicator.model.module import Module
from adjudicator.model.one_way import AGAINST, ALONG, arrow, without_arrow
from adjudicator.model.theatre import UNKNOWN_TERRAIN
from adjudicator.tracing.auditing import remaining, sampled
from adjudicator.tracing.proposals import OFF, KindVocabulary, Mark, Proposal, Subject, TracedLayer, Why
from adjudicator.tracing.questions import Question, audited, questions
from adjudicator.writing import rewrite_bytes

if TYPE_CHECKING:
    from adjudicator.tracing.board import TracedBoard
    from adjudicator.tracing.tracer import Tracer

NAME = "proposals.json"
AT_ONCE = 12
AUDIT_EVERY, SETTLED = 10, 1.0
"""Every so many questions one of the random share comes first, once no question is worth more wrong proposals than so many:
what is learnt anew is told anew, and what is left then counts."""
TAUGHT = 8
"""So many pieces of one answer are learnt from."""
LOOKED_AT = 0.3
"""How much of the work is done when the board's image has been looked at."""
EVERYTHING = "all"
"""Asked about instead of one layer: all of them."""
RIGHT, WRONG = "right", "wrong"


@dataclass
class Proposer:
    """Proposes for one board of a map in hand, or for several that run on."""

    map: MapInHand
    module: Module
    ground: DrawingGround
    _tracer: Tracer | None = None
    _seen: object = None
    _looked_at: tuple[tuple[tuple[float, float], ...], TracedBoard] | None = None
    """The board as it was looked at, and how far its grids were moved then: new words change nothing of that."""
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _answers: int = 0
    _parted: dict[TracedLayer, list[frozenset[Subject]]] = field(default_factory=dict)
    """What was said to be so in part, for each layer."""
    _together: set[tuple[Subject, str]] = field(default_factory=set)
    """What was answered or taken with many others, so that it is no example."""
    _opinions: dict[str, Proposal] = field(default_factory=dict)
    """What was proposed last of the random share, by what it is about."""
    _drawn: dict[str, bool] = field(default_factory=dict)
    """Whether the opinion was right where a person drew instead of answering."""

    @property
    def progress(self) -> float:
        """How much of what it looks at and learns now is done, 1 if it waits."""
        if not self._lock.locked():
            return 1.0
        return LOOKED_AT + (1 - LOOKED_AT) * self._tracer.progress if self._tracer else 0.0

    def ask(self, layer: str) -> dict[str, object]:
        """What to look at next in a layer, or in all ("all"), what mends most first, how much is left, how much error remains.

        `left` are the proposals that nobody decided, `questions` those about them. UsageError if there is no such layer;
        ModuleNotFoundError without the extra `trace`.
        """
        layers = list(TracedLayer) if layer == EVERYTHING else [_layer(layer)]
        with self._lock:
            open_ = [each for of in layers for each in self._open(of)]
            self._record(open_)
            queue = sorted(
                (each for of in layers for each in self._questions(of, open_)),
                key=lambda each: each.worth,
                reverse=True,
            )
            left = {(each.subject, each.layer) for question in queue for each in question.proposals}
            due = self._answers % AUDIT_EVERY == AUDIT_EVERY - 1 and not (queue and queue[0].worth > SETTLED)
            first = audited(open_) if due else None
            listed = [first, *(each for each in queue if not _overlap(each, first))] if first else queue
        return {
            "queue": [_question(each) for each in listed[:AT_ONCE]],
            "left": len(left),
            "questions": len(queue),
            "remaining": self.remaining(),
        }

    def _questions(self, layer: TracedLayer, open_: Sequence[Proposal]) -> list[Question]:
        assert self._tracer is not None, "proposals come first"  # noqa: S101
        mine = [each for each in open_ if each.layer is layer]
        return questions(mine, self._tracer.beside(layer), self._parted.get(layer, ()))

    def proposals(self, layer: str) -> tuple[Proposal, ...]:
        """All that is proposed of a layer and nobody decided, the least certain first."""
        with self._lock:
            return tuple(self._open(_layer(layer)))

    def sure(self, layer: str) -> dict[str, object]:
        """All that is proposed to be there in a layer, each with how certain that is, to be looked at and taken together."""
        layers = list(TracedLayer) if layer == EVERYTHING else [_layer(layer)]
        with self._lock:
            open_ = [each for of in layers for each in self._open(of) if each.present]
        return {
            "proposals": [["-".join(each.subject), each.kind, round(each.certain, 3), each.towards] for each in open_]
        }

    def trial(self, layer: str) -> dict[str, object]:
        """How proposals did on what a person decided, each part of it held back in turn: certainty and whether it was right."""
        layers = list(TracedLayer) if layer == EVERYTHING else [_layer(layer)]
        with self._lock:
            tracer = self._ready()
            told = [each for of in layers for each in tracer.held_back(of)]
        return {"told": [[round(each.certain, 3), each.right] for each in told]}

    def accept(self, version: int, stroke: str, told: dict[str, Any]) -> dict[str, object]:
        """Take many proposals at once, as `sure` listed them; what was decided meanwhile stays as it is.

        Stale if the map is newer, UsageError for what cannot be drawn.
        """
        listed = told.get("proposals")
        if not isinstance(listed, list):
            raise UsageError("a list of proposals is wanted")
        with self.map.held():
            changes: dict[str, object] = {}
            for each in listed:
                if not isinstance(each, list) or len(each) < 2:
                    raise UsageError("a proposal is a hex or hexside and a word")
                subject, word = tuple(str(each[0]).split("-")), str(each[1])
                facing = str(each[3]) if len(each) > 3 else ""
                if not self._is_decided(subject, word):
                    self._add(changes, subject, word, True, facing)
                    self._together.add((subject, word))
            return {**self.map.draw(version, stroke, changes), "changes": changes}

    def answer(self, version: int, stroke: str, told: dict[str, Any]) -> dict[str, object]:
        """A person's answer to a question: `yes`, or not; `some`, of several; or `instead`, the word that it has.

        `facing` has for each of `subjects` the hex that a one-way feature faces in the person's opinion (`towards` of a single
        one). Stale if the map is newer, UsageError if all of it was decided already.
        """
        subjects = _subjects(told)
        word, yes, present = str(told.get("kind")), told.get("yes") is True, told.get("present") is True
        turned, instead = told.get("turned") is True, str(told.get("instead") or "")
        facing = _facing(told, subjects)
        if told.get("some") is True and len(subjects) > 1:
            self._parted.setdefault(self._layer_of(subjects[0], word), []).append(frozenset(subjects))
            return {**self.map.draw(version, stroke, {}), "changes": {}}
        with self.map.held():
            open_ = [each for each in subjects if not self._is_decided(each, word)]
            if not open_:
                raise UsageError(f"{'-'.join(subjects[0])} was decided meanwhile")
            changes: dict[str, object] = {}
            for each in open_:
                self._add(changes, each, word, (yes is present) and not instead, facing.get(each, ""))
                if instead:
                    self._add(changes, each, instead, True, facing.get(each, ""))
            right = RIGHT if yes and not turned and not instead else WRONG
            audit = {ValueKey(ValueKind.AUDIT, _about(each, word)): right for each in open_ if sampled(each)}
            drawn = self.map.draw(version, stroke, changes, audit)
            step = max(1, len(open_) // TAUGHT)
            sure = told.get("why") == Why.SURE
            self._together |= {(each, instead or word) for at, each in enumerate(open_) if at % step or sure}
            self._answers += 1
        return {**drawn, "changes": changes}

    def remaining(self) -> dict[str, object]:
        """The error of proposals as the random share tells it, in per cent."""
        said = {
            key.of: value == RIGHT for key, value in self.map.said().items() if key.kind is ValueKind.AUDIT and value
        }
        found = remaining({**self._drawn, **said}.values())
        return {
            "asked": found.asked,
            "wrong": found.wrong,
            "low": round(100 * found.low),
            "high": round(100 * found.high),
        }

    def _open(self, layer: TracedLayer) -> list[Proposal]:
        """What is proposed of a layer and nobody decided, the least certain first."""
        tracer = self._ready()
        off = {number for (number,) in tracer.off}
        one_way = self.map.words.one_way
        found = []
        for each in tracer.proposals(layer):
            if each.kind in one_way and not each.towards:
                continue  # no example says yet which way it faces
            if len(each.subject) == 1 or off.isdisjoint(each.subject):
                found.append(each)
        return found

    def _layer_of(self, subject: Subject, word: str) -> TracedLayer:
        if len(subject) == 1:
            return TracedLayer.TERRAIN
        try:
            return self._vocabulary().layer(word)
        except KeyError:
            raise UsageError(f"'{word}' is nothing that is proposed") from None

    def _is_decided(self, subject: Subject, word: str) -> bool:
        if len(subject) == 1:
            return self.map.sheet.get(ValueKey(ValueKind.TERRAIN, subject[0])) != UNKNOWN_TERRAIN
        before = self.map.sheet.get(ValueKey(ValueKind.SIDE, side_name(*subject)))
        return isinstance(before, tuple) and word in map(without_arrow, before)

    def _add(self, changes: dict[str, object], subject: Subject, word: str, there: bool, facing: str) -> None:
        """Write down that a hex or hexside has a word, or that a person refused it."""
        if len(subject) == 1:
            changes |= self._terrain(subject[0], word) if there else {f"refused:{subject[0]} {word}": "1"}
            return
        if len(subject) != 2:
            raise UsageError("a proposal is about a hex or a hexside")
        name = side_name(*subject)
        if not there:
            changes[f"refused:{name} {word}"] = "1"
            return
        before = changes.get(f"side:{name}", self.map.sheet.get(ValueKey(ValueKind.SIDE, name)))
        words = before if isinstance(before, list | tuple) else ()
        changes[f"side:{name}"] = [*words, self._written(subject, word, facing)]

    def _terrain(self, number: str, word: str) -> dict[str, object]:
        if word != OFF:
            return {f"terrain:{number}": word, f"checked:{number}": "1"}
        bare: dict[str, object] = {
            str(key): []
            for key, value in self.map.said().items()
            if key.kind is ValueKind.SIDE and value and number in key.of.split("-")
        }
        return {f"terrain:{number}": "", f"tags:{number}": [], f"checked:{number}": None, **bare}

    def _written(self, subject: tuple[str, ...], word: str, facing: str) -> str:
        """The word with its arrow, if it has a direction."""
        if word not in self.map.words.one_way:
            return word
        if facing not in subject:
            raise UsageError(f"'{word}' has a direction: say which hex it faces")
        return word + (ALONG if facing == max(subject) else AGAINST)

    def _ready(self) -> Tracer:
        """The tracer, with all that a person decided and nothing that was taken back."""
        words = self._vocabulary()
        nudges = tuple(self._nudge(each.name) for each in self.ground.boards)
        if self._tracer is None or self._seen != (words, nudges):
            self._tracer, self._seen = self._made(words, nudges), (words, nudges)
        numbers = frozenset(each.number for each in self.ground.places)
        wanted = {(mark.subject, mark.kind): mark for mark in self._marks(words, numbers)}
        for mark in self._tracer.marks:
            if wanted.get((mark.subject, mark.kind)) != mark:
                self._tracer.unmark(mark.subject, mark.kind)
        there = set(self._tracer.marks)
        new = [mark for mark in wanted.values() if mark not in there]
        self._note(new)
        self._tracer.mark_all(new)
        return self._tracer

    def _note(self, new: list[Mark]) -> None:
        """Whether an opinion of the random share was right where a person has drawn meanwhile."""
        for mark in new:
            opinion = self._opinions.get(_about(mark.subject, mark.kind))
            if opinion is not None and mark.present:
                self._drawn[_about(mark.subject, mark.kind)] = opinion.present and opinion.kind == mark.kind

    def _nudge(self, board: str) -> tuple[float, float]:
        told = self.map.sheet.get(ValueKey(ValueKind.NUDGE, board))
        return (float(told[0]), float(told[1])) if isinstance(told, tuple) and told else (0.0, 0.0)

    def _made(self, words: KindVocabulary, nudges: tuple[tuple[float, float], ...]) -> Tracer:
        from adjudicator.tracing.tracer import Tracer  # noqa: PLC0415 - the extra is slow to load, and may be missing

        if self._looked_at is None or self._looked_at[0] != nudges:
            self._looked_at = nudges, self._surveyed(nudges)
        return Tracer(self._looked_at[1], words)

    def _surveyed(self, nudges: Sequence[tuple[float, float]]) -> TracedBoard:
        from adjudicator.tracing.board import survey  # noqa: PLC0415 - the same
        from adjudicator.tracing.lattice import HexCell  # noqa: PLC0415
        from adjudicator.tracing.picture import ImagePart  # noqa: PLC0415

        pieces: list[ImagePart] = []
        for each in self.ground.boards:
            image = self.module.image(each.board.image) if each.board.image else None
            if image is None:
                raise UsageError("the module has no picture of this board", "board", each.name)
            pieces.append(ImagePart(image, each.x, each.y))
        cells = [
            HexCell(each.number, each.at, each.x + nudges[each.board][0], each.y + nudges[each.board][1])
            for each in self.ground.places
        ]
        return survey(pieces, cells)

    def _vocabulary(self) -> KindVocabulary:
        words = self.map.words
        lines = words.meanings(words.features, words.terrains).lines
        # A line with a direction is drawn, not proposed: what crosses a hexside does not show which way it goes.
        along = tuple(each for each in words.features if each not in lines)
        across = tuple(each for each in words.features if each in lines and each not in words.one_way)
        return KindVocabulary((*words.terrains, OFF), along, across, words.one_way)

    def _marks(self, words: KindVocabulary, numbers: frozenset[str]) -> Iterator[Mark]:
        known = {*words.features, *words.lines}
        said = self.map.said()
        for number in numbers:
            if not said.get(ValueKey(ValueKind.TERRAIN, number)):
                yield Mark((number,), OFF)
        for key, value in said.items():
            subject = tuple(key.of.partition(" ")[0].split("-"))
            if not value or not numbers.issuperset(subject):
                continue
            if key.kind is ValueKind.TERRAIN and value in words.terrains:
                yield Mark(subject, str(value))
            elif key.kind is ValueKind.SIDE and isinstance(value, tuple) and len(subject) == 2:
                drawn = (_drawn(subject, word) for word in value if without_arrow(word) in known)
                yield from (replace(each, teaches=(subject, each.kind) not in self._together) for each in drawn)
            elif key.kind is ValueKind.REFUSED and self._is_open(key):
                word = key.of.partition(" ")[2]
                yield Mark(subject, word, present=False, teaches=(subject, word) not in self._together)

    def _is_open(self, refused: ValueKey) -> bool:
        """Whether a refusal still says something: what was drawn later goes before it."""
        subject, _, word = refused.of.partition(" ")
        if "-" in subject:
            drawn = self.map.sheet.get(ValueKey(ValueKind.SIDE, subject))
            return not (isinstance(drawn, tuple) and word in map(without_arrow, drawn))
        return self.map.sheet.get(ValueKey(ValueKind.TERRAIN, subject)) == UNKNOWN_TERRAIN

    def _record(self, proposals: list[Proposal]) -> None:
        """Write the machine's opinions down, the least certain first."""
        self._opinions |= {_about(each.subject, each.kind): each for each in proposals if sampled(each.subject)}
        told = {
            "about": "Proposals of the program, none of them decided: what is decided stands in the theatre.",
            "model": self._tracer.model if self._tracer else "",
            "proposals": [_told(each) for each in sorted(proposals, key=attrgetter("certain"))],
        }
        rewrite_bytes(self.map.folder / NAME, orjson.dumps(told, option=orjson.OPT_INDENT_2) + b"\n")


def _about(subject: tuple[str, ...], word: str) -> str:
    """What an opinion is about: a hex has one terrain, a hexside any number of words."""
    return subject[0] if len(subject) == 1 else f"{side_name(*subject)} {word}"


def _drawn(subject: tuple[str, ...], word: str) -> Mark:
    """What a person wrote of a hexside, its numbers in order."""
    aim = {ALONG: subject[-1], AGAINST: subject[0]}.get(arrow(word), "")
    return Mark(subject, without_arrow(word), towards=aim)


def _layer(layer: str) -> TracedLayer:
    if layer not in list(TracedLayer):
        raise UsageError(f"'{layer}' is nothing that is proposed")
    return TracedLayer(layer)


def _subjects(told: Mapping[str, Any]) -> list[Subject]:
    """What a page's answer is about: all `subjects` of a question, or its one `subject`."""
    listed = told.get("subjects") or [told.get("subject") or ()]
    if not isinstance(listed, list | tuple) or not all(isinstance(each, list | tuple) for each in listed):
        raise UsageError("a question is about hexes or hexsides")
    subjects = [tuple(map(str, each)) for each in listed]
    if not all(len(each) in (1, 2) for each in subjects):
        raise UsageError("a proposal is about a hex or a hexside")
    return subjects


def _overlap(one: Question, other: Question) -> bool:
    return one.first.kind == other.first.kind and not set(one.subjects).isdisjoint(other.subjects)


def _facing(told: Mapping[str, Any], subjects: list[Subject]) -> dict[Subject, str]:
    """Which hex each hexside faces, as a page's answer tells it."""
    listed = told.get("facing")
    if not isinstance(listed, list | tuple):
        return dict.fromkeys(subjects, str(told.get("towards") or ""))
    return dict(zip(subjects, map(str, listed), strict=False))


def _question(each: Question) -> dict[str, object]:
    """A question as a page gets it: what is told of its first proposal, and all that the answer decides."""
    told = _told(each.first)
    return {
        **told,
        "subjects": each.subjects,
        "facing": [one.towards for one in each.proposals] if each.first.towards else None,
        "present": each.present,
        "certainty": round(each.certainty, 3),
        "why": each.why,
    }


def _told(each: Proposal) -> dict[str, object]:
    return {
        "subject": each.subject,
        "layer": each.layer,
        "kind": each.kind,
        "present": each.present,
        "score": round(each.score, 3),
        "certainty": round(each.certain, 3),
        "rival": each.rival,
        "model": each.model,
        "why": each.why,
        "towards": each.towards,
        "aimed": round(each.aimed, 3),
        "shares": dict(each.shares),
    }
