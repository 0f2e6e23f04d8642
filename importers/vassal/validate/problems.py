"""What can be wrong with a module, and the verdict that lists it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field
from enum import StrEnum

from adjudicator.lean import dataclass
from adjudicator.notes import Note


class Flaw(StrEnum):
    """Kinds of problems, as programs read them."""

    ABSENT_METADATA = "absent-metadata"
    DANGLING_PROTOTYPE = "dangling-prototype"
    DANGLING_IMAGE = "dangling-image"
    UNUSED_IMAGE = "unused-image"
    DUPLICATE_GPID = "duplicate-gpid"
    NO_SIZE = "piece-without-size"
    ABSENT_SETUP = "absent-setup"
    REPEATED_NUMBER = "repeated-number"
    OFF_THE_MAP = "off-the-map"
    UNREADABLE = "unreadable"


@dataclass(frozen=True, slots=True)
class Problem:
    """One problem: what kind, with what, a sentence, and the components that it stands in (their path in the editor)."""

    flaw: Flaw
    subject: str
    text: str
    where: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Verdict:
    """All problems of a module in a fixed order, and for every image what refers to it."""

    name: str
    version: str
    problems: tuple[Problem, ...]
    images: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    notes: tuple[Note, ...] = ()

    def by_flaw(self) -> dict[Flaw, tuple[Problem, ...]]:
        """The problems of each kind that there are any of."""
        found = {flaw: tuple(problem for problem in self.problems if problem.flaw is flaw) for flaw in Flaw}
        return {flaw: problems for flaw, problems in found.items() if problems}

    def as_json(self) -> dict[str, object]:
        """The verdict as plain JSON values."""
        return {
            "module": self.name,
            "version": self.version,
            "problems": [
                {"kind": each.flaw.value, "subject": each.subject, "text": each.text, "where": list(each.where)}
                for each in self.problems
            ],
            "images": {name: list(users) for name, users in self.images.items()},
        }


def path_text(where: Iterable[str]) -> str:
    """Where something stands, as the editor shows it from the outside in."""
    return " › ".join(where)
