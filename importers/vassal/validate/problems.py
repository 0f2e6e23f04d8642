"""What can be wrong with a module, and the verdict that lists it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field
from enum import StrEnum

from adjudicator.errors import Source
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
    OTHER_BUILD_FILE = "other-build-file"
    MISNAMED_ENTRY = "misnamed-entry"
    RECURSIVE_PROTOTYPE = "recursive-prototype"
    LATE_PROTOTYPE = "late-prototype"
    DUPLICATE_PROTOTYPE = "duplicate-prototype"
    NO_IMAGE = "no-image"
    HUGE_IMAGE = "huge-image"
    UNREADABLE_PIECE = "unreadable-piece"
    UNKNOWN_TRAIT = "unknown-trait"
    DEAD_SUBMENU = "dead-submenu"
    UNHEARD_KEY = "unheard-key"
    UNKNOWN_PLACE = "unknown-place"
    UNKNOWN_BOARD = "unknown-board"
    EMPTY_ZONE = "empty-zone"
    TWO_GRIDS = "two-grids"
    ABSENT_CLASS = "absent-class"
    UNSET_PROPERTY = "unset-property"
    UNKNOWN_GLOBAL = "unknown-global"
    EXTENSION_ID = "extension-id"
    FOREIGN_GPID = "foreign-gpid"
    EXTENSION_TARGET = "extension-target"
    FOREIGN_EXTENSION = "foreign-extension"


@dataclass(frozen=True, slots=True)
class Problem:
    """One problem: what kind, with what, a sentence, and the components that it stands in (their path in the editor).

    `source` is the first place of it in a file: the entry, and how many bytes before it.
    """

    flaw: Flaw
    subject: str
    text: str
    where: tuple[str, ...] = ()
    source: Source = field(default_factory=Source)


@dataclass(frozen=True, slots=True)
class ModuleProblems:
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


def path_text(where: Iterable[str]) -> str:
    """Where something stands, as the editor shows it from the outside in."""
    return " › ".join(where)
