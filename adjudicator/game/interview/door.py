"""What commands and pages ask of an interview: the questions with what was answered, answers taken up, and what they say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from adjudicator.budget import bounded
from adjudicator.errors import ReadError, UsageError
from adjudicator.game.interview.answer import proposed
from adjudicator.game.interview.answering import AnswerOutcome, Interview, asked, open_interview, take_up
from adjudicator.game.interview.question import Field, Question, question, questions
from adjudicator.game.interview.telling import SaveTable, table_beside, tell
from adjudicator.lean import dataclass
from adjudicator.said import say
from adjudicator.toml import read_toml
from adjudicator.writing import forced

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Answered:
    """An interview after answers were taken up, with what each did and says of the table."""

    interview: Interview
    outcomes: tuple[AnswerOutcome, ...]
    told: Mapping[str, Sequence[str]]

    @property
    def lines(self) -> list[str]:
        """What there is to tell."""
        found = [line for each in self.outcomes for line in _lines(each, self.told.get(each.question, ()))]
        return [*found, *self.told.get("", ())] or [say("nothing was answered anew")]

    def as_json(self) -> Json:
        return {
            "pack": self.interview.facts.pack.id,
            "answered": [
                {
                    "question": each.question,
                    "wrote": list(each.wrote),
                    "removed": list(each.removed),
                    "kept": [{"at": kept.at, "why": kept.why} for kept in each.kept],
                    "says": [str(line) for line in self.told.get(each.question, ())],
                }
                for each in self.outcomes
            ],
            "notes": list(self.told.get("", ())),
        }


def _lines(each: AnswerOutcome, told: Sequence[str]) -> list[str]:
    head = f"{each.question}: wrote {', '.join(each.files)}" if each.files else f"{each.question}: nothing to write"
    kept = [f"  kept {one.at}: it {one.why} (--overwrite writes over it)" for one in each.kept]
    return [head, *kept, *(f"  {line}" for line in told)]


def answer_all(
    pack: str | Path,
    told: Mapping[str, Mapping[str, object]],
    *,
    overwrite: bool = False,
    save: Path | None = None,
    module: Path | None = None,
    force: bool = False,
) -> Answered:
    """Take answers up and say what each says of the table; `force` changes files that are write-protected, too."""
    with forced(force):
        interview, outcomes = take_up(open_interview(pack), told, overwrite=overwrite)
    table = table_beside(interview.facts.pack.folder, save, module)
    changed = [question(each.question) for each in outcomes]
    return Answered(interview, tuple(outcomes), tell(interview, changed, table) if table and changed else {})


@bounded
def read_answers(path: Path) -> dict[str, dict[str, object]]:
    """A file of answers: a table for each question, with its fields, `article`, or `no = true`."""
    if not path.is_file():
        raise ReadError(f"{path}: there is no such file")
    found: dict[str, dict[str, object]] = {}
    for name, value in read_toml(path).items():
        if not isinstance(value, dict):
            raise UsageError("wants a table of answers", "question", name)
        found[name] = dict(value)
    return found


def as_json(interview: Interview, names: Sequence[str] = ()) -> Json:
    """The questions with their fields, what was answered, and what would be proposed."""
    return {
        "pack": interview.facts.pack.id,
        "questions": [_question_json(interview, each) for each in asked(names)],
    }


def _question_json(interview: Interview, each: Question) -> Json:
    answer = interview.answer_of(each)
    return {
        "id": each.id,
        "area": each.area,
        "ask": each.ask,
        "help": each.help,
        "example": each.example,
        "fields": [_field_json(interview, field) for field in each.fields],
        "answer": answer.as_table(each) if answer else None,
    }


def _field_json(interview: Interview, field: Field) -> Json:
    return {
        "name": field.name,
        "ask": field.ask,
        "kind": field.kind,
        "needed": field.needed,
        "choices": dict(field.choices),
        "columns": [column.name for column in field.columns],
        "words": list(interview.facts.words.get(field.of, ())) if field.of else [],
        "example": field.example,
        "proposed": proposed(field, interview.facts),
    }


__all__ = [
    "Answered",
    "Interview",
    "SaveTable",
    "answer_all",
    "as_json",
    "open_interview",
    "questions",
    "read_answers",
    "table_beside",
]
