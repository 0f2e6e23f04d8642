"""The registry of checks: a decorator, and a walk over this package so that a new check is a new file and touches no list.

A check is a generator over something it cannot change. Its first argument says what it examines: a `Position` (one
moment), an `Act` (one event with the positions before and after it), or a `PhaseRecord` (all acts of a phase). Its second
is a frozen pydantic record of its numbers, which a pack's rules.toml gives as `terms`. The docstring gives a `Legal:` and
an `Illegal:` example in the notation of `adjudicator.model.notation`; both run as a test under the pack `two_rivers`.
"""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal, TypeVar, get_type_hints

from adjudicator.errors import PackError
from adjudicator.findings import Breach
from adjudicator.model.theatre import Table
from adjudicator.record.position import Act, PhaseRecord, Position

Judge = Callable[[Any, Any], Iterator[Breach]]
Examined = TypeVar("Examined", Position, Act, PhaseRecord)
Terms = TypeVar("Terms", bound=Table)
Unseen = Literal["may excuse", "may excuse nearby", "cannot excuse"]
"""Whether a counter that nobody can identify, in a hex of a breach, could make it legal (then it is a doubt).

"may excuse nearby": so could one next to such a hex or to a line drawn for it, by the zone of control it may exert.
"""


class NoTerms(Table):
    """For checks without numbers of their own."""


@dataclass(frozen=True, slots=True)
class Check:
    """A registered check: its name, what it examines, its record of numbers, and the function."""

    name: str
    examines: type[Position] | type[Act] | type[PhaseRecord]
    terms: type[Table]
    judge: Judge
    doc: str
    unseen: Unseen = "may excuse"

    def examples(self, kind: Literal["Legal", "Illegal"]) -> tuple[str, ...]:
        """The docstring's examples of a kind: the lines of a position, then of moves, parted by "; ".

        An example goes on over lines that are indented further than its first.
        """
        found: list[list[str]] = []
        inside = False
        for line in self.doc.splitlines():
            label, colon, rest = line.partition(":")
            if colon and label in ("Legal", "Illegal"):
                inside = label == kind
                if inside:
                    found.append([rest.strip()])
            elif inside and line.startswith("    "):
                found[-1].append(line.strip())
            else:
                inside = False
        return tuple(" ".join(lines) for lines in found)


_CHECKS: dict[str, Check] = {}


def check(
    name: str, terms: type[Terms] | type[NoTerms] = NoTerms, unseen: Unseen = "may excuse"
) -> Callable[[Callable[[Examined, Terms], Iterator[Breach]]], Callable[[Examined, Terms], Iterator[Breach]]]:
    """Register a check under a dotted name; a name taken twice stops the import."""

    def register(judge: Callable[[Examined, Terms], Iterator[Breach]]) -> Callable[[Examined, Terms], Iterator[Breach]]:
        if name in _CHECKS:
            raise PackError(f"two checks are named '{name}': {_CHECKS[name].judge.__module__} and {judge.__module__}")
        examines = next(iter(get_type_hints(judge).values()))
        _CHECKS[name] = Check(name, examines, terms, judge, inspect.getdoc(judge) or "", unseen)
        return judge

    return register


@cache
def _import_all() -> None:
    import adjudicator.checks as package  # noqa: PLC0415 - the package imports this module

    for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
        importlib.import_module(module.name)


def checks() -> Mapping[str, Check]:
    """Every shared check by name."""
    _import_all()
    return _CHECKS


def find_check(name: str) -> Check:
    """The check of that name; PackError if there is none."""
    found = checks().get(name)
    if found is None:
        raise PackError(f"no check is named '{name}'")
    return found
