"""A question as data: its words, the fields of an answer, and what an answer writes into which file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field as Bounded
from pydantic import model_validator

from adjudicator.errors import UsageError, nearest
from adjudicator.model.theatre import Table
from adjudicator.toml import files_in, load_toml

FOLDER = Path(__file__).parent / "questions"
ARTICLE, NO = "article", "no"
"""Keys of every answer: the article's number in the user's own book, and that his game has no such rule."""
WROTE = "wrote"
"""Key of an answer in the record: what it wrote; elsewhere it is passed over."""

Kind = Literal["number", "cell", "choice", "yes", "words", "units", "text", "odds", "toll", "flag", "lines"]
Vocabulary = Literal["", "terrains", "features", "places", "tags", "grounds", "sides", "phases", "markers"]


class Column(Table):
    """A column of a field of lines."""

    name: str
    """Its name in the question's entries."""
    kind: Kind = "text"
    """What stands in it."""
    of: Vocabulary = ""
    """What its words name."""
    rest: bool = False
    """Whether it takes all that is left of the line, as a list."""
    pairs: bool = False
    """Whether it takes all that is left of the line as NAME=CELL, or one cell for all."""
    default: Any = None
    """What it is where the line does not go on so far."""


class Field(Table):
    """One field of an answer."""

    name: str
    ask: str
    """What is asked, in a player's words."""
    kind: Kind = "number"
    default: Any = None
    """What is proposed; nothing, if left out."""
    needed: bool = False
    """Whether there is no answer without it."""
    choices: Mapping[str, str] = {}
    """The words of a choice, each with what it means to a player."""
    of: Vocabulary = ""
    """What its words name."""
    had: Vocabulary = ""
    """What the pack has already of these is proposed before the default."""
    columns: tuple[Column, ...] = ()
    """Of lines: their columns."""
    example: str = ""
    """How it may be filled in."""
    only: Mapping[str, tuple[Any, ...]] = {}
    """It is asked only where other fields have one of these values."""


class Write(Table):
    """An entry that an answer writes: a list's entry as a whole, or keys of a table."""

    file: str
    """The file's name without its ending."""
    table: str = ""
    """The table, dotted ("sequence.phases"); "" is the top of the file."""
    id: str = ""
    """The entry of a list, by its id; "" if the table is no list."""
    entry: Mapping[str, Any] = {}
    """The whole entry of a list."""
    keys: Mapping[str, Any] = {}
    """Keys that are set in the entry or table; other keys in it belong to others."""
    over: tuple[Any, ...] = ()
    """Values that stand for nothing said yet: they are written over unasked, the first of them when it is taken back."""
    each: tuple[str, ...] = ()
    """Fields of lines or words for each of whose entries it is written."""
    only: Mapping[str, tuple[Any, ...]] = {}
    """It is written only where these fields have one of these values."""
    given: tuple[str, ...] = ()
    """It is written only where these fields are given."""
    alike: str = ""
    """Lines with the same value in this column are written as one: each other column is then a list of its words."""


class Judged(Table):
    """A rule that an answer writes into rules.toml, under the user's own article."""

    title: str
    check: str
    says: str
    article: str = ""
    """The field that may give it a number of its own in the user's book."""
    when: tuple[str, ...] | str = ()
    terms: Mapping[str, Any] = {}
    during: Mapping[str, Any] = {}
    """The time in which it holds."""
    only: Mapping[str, tuple[Any, ...]] = {}
    given: tuple[str, ...] = ()
    each: tuple[str, ...] = ()


class Mark(Table):
    """Something in the picture of an example; hexes are named by column and row: "b2"."""

    hex: str = ""
    ground: str = ""
    """The looks of a hex: "forest", "hills", "zone", "town"."""
    unit: str = ""
    """A counter: its strengths ("4-6") or a letter."""
    side: int = 1
    way: tuple[str, ...] = ()
    """A march from hex to hex."""
    hexside: tuple[str, str] | None = None
    """Two hexes between which a river runs."""
    line: tuple[str, ...] = ()
    """Hexes along which a road or railway runs."""
    text: str = ""
    bad: bool = False
    """Whether it breaks the rule."""


class Question(Table):
    """One question."""

    id: str
    area: str
    ask: str
    help: str = ""
    example: str = ""
    """What the picture shows."""
    picture: tuple[Mark, ...] = ()
    fields: Annotated[tuple[Field, ...], Bounded(alias="field")] = ()
    writes: Annotated[tuple[Write, ...], Bounded(alias="write")] = ()
    rules: Annotated[tuple[Judged, ...], Bounded(alias="rule")] = ()
    shows: Literal["", "findings", "zones", "supply", "reach", "battles", "phases", "units"] = ""
    """What is told of the position on the table once it is answered."""
    order: int
    """Its place among the questions."""

    @model_validator(mode="after")
    def _fields_are_known(self) -> Question:
        known = {field.name for field in self.fields}
        parts: tuple[Write | Judged | Field, ...] = (*self.writes, *self.rules, *self.fields)
        for each in parts:
            named = {getattr(each, "article", "")} - {""}
            strays = {*each.only, *getattr(each, "given", ()), *named} - known
            if strays:
                raise ValueError(f"{self.id}: no field is called {', '.join(sorted(strays))}")
        return self

    def field(self, name: str) -> Field:
        """A field by name; UsageError if there is none."""
        found = next((each for each in self.fields if each.name == name), None)
        if found is None:
            raise UsageError(_meant(name, [each.name for each in self.fields]), "answers", f"{self.id}.{name}")
        return found


@cache
def questions() -> tuple[Question, ...]:
    """All questions, in the order in which they are asked."""
    found = [load_toml(path, Question) for path in files_in(FOLDER)]
    return tuple(sorted(found, key=lambda each: each.order))


def question(name: str, among: Sequence[Question] = ()) -> Question:
    """A question by its id; UsageError if there is none."""
    listed = among or questions()
    found = next((each for each in listed if each.id == name), None)
    if found is None:
        raise UsageError(_meant(name, [each.id for each in listed]), "question", name)
    return found


def _meant(name: str, known: list[str]) -> str:
    return f"is not asked{nearest(name, known) or '; known are ' + ', '.join(known)}"
