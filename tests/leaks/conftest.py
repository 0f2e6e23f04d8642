"""One game is told in a hundred forms here, each by a command: what is asked of the rules in the same words is judged once."""

from __future__ import annotations

import io
import pickle
from collections.abc import Callable, Iterable, Iterator
from hashlib import sha256

import pytest

from adjudicator import judge
from adjudicator.findings import Report
from adjudicator.game import alone
from adjudicator.judge import adjudicate
from adjudicator.judging.verdict_cache import VerdictCache
from adjudicator.model.network import Network
from adjudicator.model.pack import Pack
from adjudicator.notes import Note
from adjudicator.play.session import Play
from adjudicator.record.position import Position


class _Whole(pickle.Pickler):
    """Writes down all that a judge is given, packs and maps by who they are."""

    def persistent_id(self, value: object) -> int | None:
        return id(value) if isinstance(value, Pack | Network) else None


class Bench:
    """Judges each question once: what it was given, to the last field, is the question."""

    def __init__(self) -> None:
        self.known: dict[bytes, tuple[Position | Play, Report]] = {}

    def judge(
        self,
        subject: Position | Play,
        title: str = "",
        notes: Iterable[Note] = (),
        cache: VerdictCache | None = None,
        told: Callable[[int], None] = lambda _done: None,
        *,
        brief: bool = False,
    ) -> Report:
        if cache is not None or brief:
            return adjudicate(subject, title, notes, cache, told, brief=brief)
        given = tuple(notes)
        question = _written((subject, title, given))
        if question not in self.known:
            self.known[question] = subject, adjudicate(subject, title, given, None, told)
        elif isinstance(subject, Play):
            told(len(subject.acts))
        return self.known[question][1]


def _written(given: object) -> bytes:
    out = io.BytesIO()
    _Whole(out).dump(given)
    return sha256(out.getbuffer()).digest()


@pytest.fixture(scope="module", autouse=True)
def bench() -> Iterator[Bench]:
    made = Bench()
    with pytest.MonkeyPatch.context() as patched:
        for asking in (judge, alone):
            patched.setattr(asking, "adjudicate", made.judge)
        yield made
