"""Proposals for a map in hand: what a person drew are the examples, the rest is proposed, and only answers reach the map.

Proposals are the machine's opinion and lie in a record of their own beside the theatre, `proposals.json`, with the score and
the model that gave it. What a person says of one is a stroke like any other and can be taken back.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from dataclasses import field
from typing import TYPE_CHECKING, Any

import orjson

from adjudicator.editing.values import ValueKey, ValueKind, side_name
from adjudicator.errors import UsageError
from adjudicator.game.maps.ground import DrawingGround
from adjudicator.game.maps.tracing import MapInHand
from adjudicator.lean import dataclass
from adjudicator.model.module import Module
from adjudicator.model.one_way import AGAINST, ALONG, arrow, without_arrow
from adjudicator.model.theatre import UNKNOWN_TERRAIN
from adjudicator.tracing.auditing import remaining, sampled
from adjudicator.tracing.proposals import KindVocabulary, Mark, Proposal, TracedLayer, Why
from adjudicator.writing import rewrite_bytes

if TYPE_CHECKING:
    from adjudicator.tracing.tracer import Tracer

NAME = "proposals.json"
AT_ONCE = 8
AUDIT_EVERY = 5
"""Every so many questions one of the random share comes first."""
DOUBTFUL = 0.5
"""A hexside that is proposed to be bare is asked about only below this certainty, or if the audit asks for it."""
RIGHT, WRONG = "right", "wrong"


@dataclass
class Proposer:
    """Proposes for one board of a map in hand, or for several that run on."""

    map: MapInHand
    module: Module
    ground: DrawingGround
    _tracer: Tracer | None = None
    _seen: object = None
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _answers: int = 0
    _opinions: dict[str, Proposal] = field(default_factory=dict)
    """What was proposed last of the random share, by what it is about."""
    _drawn: dict[str, bool] = field(default_factory=dict)
    """Whether the opinion was right where a person drew instead of answering."""

    def ask(self, layer: str) -> dict[str, object]:
        """What to look at next in a layer, the least certain first, and how much error remains.

        UsageError if there is no such layer; ModuleNotFoundError without the extra `trace`.
        """
        if layer not in list(TracedLayer):
            raise UsageError(f"'{layer}' is nothing that is proposed")
        with self._lock:
            tracer = self._ready()
            open_ = [each for each in tracer.proposals(TracedLayer(layer)) if self._asked(each)]
            self._record(open_)
            queue = [each for each in tracer.queue(4 * AT_ONCE, [TracedLayer(layer)]) if self._asked(each)]
            if self._answers % AUDIT_EVERY == AUDIT_EVERY - 1:
                queue.sort(key=lambda each: each.why is not Why.AUDIT)
        return {"queue": [_told(each) for each in queue[:AT_ONCE]], "left": len(open_), "remaining": self.remaining()}

    def answer(self, version: int, stroke: str, told: dict[str, Any]) -> dict[str, object]:
        """A person's yes or no to a proposal, `towards` the hex that a one-way feature faces in the person's opinion.

        Stale if the map is newer, UsageError if the person has decided already.
        """
        subject = tuple(str(each) for each in told.get("subject") or ())
        word, yes, present = str(told.get("kind")), told.get("yes") is True, told.get("present") is True
        facing, turned = str(told.get("towards") or ""), told.get("turned") is True
        there = yes is present
        changes = self._terrain(subject, word, yes) if len(subject) == 1 else self._side(subject, word, there, facing)
        right = RIGHT if yes and not turned else WRONG
        audit = {ValueKey(ValueKind.AUDIT, _about(subject, word)): right} if sampled(subject) else {}
        told = self.map.draw(version, stroke, changes, audit)
        self._answers += 1
        return {**told, "changes": changes}

    def remaining(self) -> dict[str, object]:
        """The error of proposals as the random share tells it, in per cent."""
        said = {
            key.of: value == RIGHT
            for key, value in self.map.sheet.values.items()
            if key.kind is ValueKind.AUDIT and value
        }
        found = remaining({**self._drawn, **said}.values())
        return {
            "asked": found.asked,
            "wrong": found.wrong,
            "low": round(100 * found.low),
            "high": round(100 * found.high),
        }

    def _terrain(self, subject: tuple[str, ...], word: str, yes: bool) -> dict[str, object]:
        if self.map.sheet.get(ValueKey(ValueKind.TERRAIN, subject[0])) not in (UNKNOWN_TERRAIN, "", None):
            raise UsageError(f"{subject[0]} was decided meanwhile")
        if yes:
            return {f"terrain:{subject[0]}": word, f"checked:{subject[0]}": "1"}
        return {f"refused:{subject[0]} {word}": "1"}

    def _side(self, subject: tuple[str, ...], word: str, there: bool, facing: str) -> dict[str, object]:
        if len(subject) != 2:
            raise UsageError("a proposal is about a hex or a hexside")
        name = side_name(*subject)
        before = self.map.sheet.get(ValueKey(ValueKind.SIDE, name))
        words = before if isinstance(before, tuple) else ()
        if word in map(without_arrow, words):
            raise UsageError(f"{name} was decided meanwhile")
        if not there:
            return {f"refused:{name} {word}": "1"}
        return {f"side:{name}": [*words, self._written(subject, word, facing)]}

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
        numbers = tuple(each.number for each in self.ground.places if self._is_there(each.number))
        nudges = tuple(self._nudge(each.name) for each in self.ground.boards)
        seen = (numbers, words, nudges)
        if self._tracer is None or self._seen != seen:
            self._tracer, self._seen = self._made(words, frozenset(numbers), nudges), seen
        wanted = {(mark.subject, mark.kind): mark for mark in self._marks(words, frozenset(numbers))}
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

    def _made(self, words: KindVocabulary, numbers: frozenset[str], nudges: Sequence[tuple[float, float]]) -> Tracer:
        from adjudicator.tracing.board import survey  # noqa: PLC0415 - the extra is slow to load, and may be missing
        from adjudicator.tracing.lattice import HexCell  # noqa: PLC0415
        from adjudicator.tracing.picture import ImagePart  # noqa: PLC0415
        from adjudicator.tracing.tracer import Tracer  # noqa: PLC0415

        pieces: list[ImagePart] = []
        for each in self.ground.boards:
            image = self.module.image(each.board.image) if each.board.image else None
            if image is None:
                raise UsageError("the module has no picture of this board", "board", each.name)
            pieces.append(ImagePart(image, each.x, each.y))
        cells = [
            HexCell(each.number, each.at, each.x + nudges[each.board][0], each.y + nudges[each.board][1])
            for each in self.ground.places
            if each.number in numbers
        ]
        return Tracer(survey(pieces, cells), words)

    def _vocabulary(self) -> KindVocabulary:
        words = self.map.words
        lines = words.meanings(words.features, words.terrains).lines
        # A line with a direction is drawn, not proposed: what crosses a hexside does not show which way it goes.
        along = tuple(each for each in words.features if each not in lines)
        across = tuple(each for each in words.features if each in lines and each not in words.one_way)
        return KindVocabulary(tuple(words.terrains), along, across, words.one_way)

    def _is_there(self, number: str) -> bool:
        return bool(self.map.sheet.get(ValueKey(ValueKind.TERRAIN, number)))

    def _marks(self, words: KindVocabulary, numbers: frozenset[str]) -> Iterator[Mark]:
        known = {*words.features, *words.lines}
        for key, value in self.map.sheet.values.items():
            subject = tuple(key.of.partition(" ")[0].split("-"))
            if not value or not numbers.issuperset(subject):
                continue
            if key.kind is ValueKind.TERRAIN and value in words.terrains:
                yield Mark(subject, str(value))
            elif key.kind is ValueKind.SIDE and isinstance(value, tuple) and len(subject) == 2:
                yield from (_drawn(subject, word) for word in value if without_arrow(word) in known)
            elif key.kind is ValueKind.REFUSED and self._is_open(key):
                yield Mark(subject, key.of.partition(" ")[2], present=False)

    def _is_open(self, refused: ValueKey) -> bool:
        """Whether a refusal still says something: what was drawn later goes before it."""
        subject, _, word = refused.of.partition(" ")
        if "-" in subject:
            drawn = self.map.sheet.get(ValueKey(ValueKind.SIDE, subject))
            return not (isinstance(drawn, tuple) and word in map(without_arrow, drawn))
        return self.map.sheet.get(ValueKey(ValueKind.TERRAIN, subject)) == UNKNOWN_TERRAIN

    def _asked(self, each: Proposal) -> bool:
        if each.kind in self.map.words.one_way and not each.towards:
            return False  # no example says yet which way it faces
        return each.present or each.certainty < DOUBTFUL or sampled(each.subject)

    def _record(self, proposals: list[Proposal]) -> None:
        """Write the machine's opinions down, the least certain first."""
        self._opinions |= {_about(each.subject, each.kind): each for each in proposals if sampled(each.subject)}
        told = {
            "about": "Proposals of the program, none of them decided: what is decided stands in the theatre.",
            "model": self._tracer.model if self._tracer else "",
            "proposals": [_told(each) for each in proposals],
        }
        rewrite_bytes(self.map.folder / NAME, orjson.dumps(told, option=orjson.OPT_INDENT_2) + b"\n")


def _about(subject: tuple[str, ...], word: str) -> str:
    """What an opinion is about: a hex has one terrain, a hexside any number of words."""
    return subject[0] if len(subject) == 1 else f"{side_name(*subject)} {word}"


def _drawn(subject: tuple[str, ...], word: str) -> Mark:
    """What a person wrote of a hexside, its numbers in order."""
    aim = {ALONG: subject[-1], AGAINST: subject[0]}.get(arrow(word), "")
    return Mark(subject, without_arrow(word), towards=aim)


def _told(each: Proposal) -> dict[str, object]:
    return {
        "subject": each.subject,
        "layer": each.layer,
        "kind": each.kind,
        "present": each.present,
        "score": round(each.score, 3),
        "certainty": round(each.certainty, 3),
        "model": each.model,
        "why": each.why,
        "towards": each.towards,
        "aimed": round(each.aimed, 3),
        "shares": dict(each.shares),
    }
