"""The record of what was answered and written: `rules_answers.toml` beside a pack's other files.

It may itself be given as a file of answers; what `wrote` says is for telling later what a person changed by hand.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from pathlib import Path

from adjudicator.budget import bounded
from adjudicator.errors import PackError, Source
from adjudicator.game.interview.answer import Answer, read_answer
from adjudicator.game.interview.question import WROTE, question, questions
from adjudicator.game.interview.sheet import lines_of
from adjudicator.lean import dataclass
from adjudicator.packs.load import ANSWERS
from adjudicator.toml import read_toml

NAME = f"{ANSWERS}.toml"
BEGUN = "begun"
HEAD = """\
# What was answered to `adjudicator packs rules`. Asked again, only what is answered anew is written anew.
# `wrote` tells apart what was edited by hand since: leave it as it is.
"""


@dataclass(frozen=True, slots=True)
class AnsweredQuestion:
    """A question's answer and what it wrote: where, with the fingerprint of what it wrote there.

    Where writing was begun (`begun`), nobody knows whether it came to its end: the program may have been ended before.
    """

    answer: Answer | None
    """None if the first answer was never written to its end."""
    wrote: Mapping[str, str] = field(default_factory=dict)

    @property
    def begun(self) -> set[str]:
        """Where writing was begun and is not known to have ended."""
        return {at for at, mark in self.wrote.items() if mark.startswith(BEGUN)}


def begun(after: str, before: str) -> str:
    """What to note of a place that is about to be written: its fingerprint then, and what it was before, "" if not ours."""
    return f"{BEGUN} {after} {before}".rstrip()


Record = Mapping[str, AnsweredQuestion]


@bounded
def read_record(folder: Path) -> dict[str, AnsweredQuestion]:
    """What was answered before; nothing if nobody was asked yet."""
    path = folder / NAME
    if not path.is_file():
        return {}
    return {name: _entry(name, told, path) for name, told in read_toml(path).items()}


def _entry(name: str, told: object, path: Path) -> AnsweredQuestion:
    if not isinstance(told, dict):
        raise PackError(f"[{name}] wants a table", Source(str(path)))
    wrote = {str(at): str(mark) for at, mark in told.get(WROTE, {}).items()}
    unanswered = told.keys() == {WROTE} and bool(AnsweredQuestion(None, wrote).begun)
    return AnsweredQuestion(None if unanswered else read_answer(question(name), told), wrote)


def record_text(record: Record) -> str:
    """The record as its file has it, in the order of the questions."""
    parts = [HEAD]
    for each in questions():
        if each.id in record:
            entry = record[each.id]
            wrote = f"\n[{each.id}.{WROTE}]\n{lines_of(entry.wrote)}\n" if entry.wrote else ""
            parts.append(f"[{each.id}]\n{lines_of(entry.answer.as_table(each)) if entry.answer else ''}\n{wrote}")
    return "\n".join(parts)
