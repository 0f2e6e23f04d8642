"""Who writes into which number: the rows of a book's tables, and what the code adds to a battle besides, each by its name."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations
from typing import TypeVar

from adjudicator.analysis.combat.force_terms import Besides
from adjudicator.analysis.combat.terms import CombatTable, OwnStrengths
from adjudicator.analysis.movement.terms import MovementTable
from adjudicator.model.pack import Pack
from adjudicator.model.tables import load_table
from tests.cases import Filed, all_cases

Scene = TypeVar("Scene")
COLUMN, DIE, ALLOWANCE = "column", "die", "movement allowance"
BESIDE_SHIFTS = ("announced", "headquarters")
"""What `columns_beyond` gives in every book that has columns to shift."""


@dataclass(frozen=True, order=True)
class Writer:
    """What changes a number, and the name by which the arithmetic of the number tells it."""

    number: str
    name: str


def unit_strength(part: str) -> str:
    """The number that factors change."""
    return f"strength of a unit in {part}"


def side_strength(part: str) -> str:
    """The number that is changed after all factors."""
    return f"strength of a side in {part}"


def writers_of(pack: Pack) -> tuple[Writer, ...]:
    """All of a book. Rows of one name are one writer, since reports call them alike."""
    combat, movement = load_table(pack, "combat", CombatTable), load_table(pack, "movement", MovementTable)
    besides, places = pack.figures_of(Besides), pack.figures_of(OwnStrengths)
    found = [
        *(Writer(unit_strength(row.part), row.name) for row in combat.factor),
        *(Writer(side_strength(row.part), row.name) for row in combat.total),
        *(Writer(COLUMN, row.name) for row in combat.shift),
        *(Writer(DIE, row.name) for row in combat.die),
        *(Writer(ALLOWANCE, row.why or f"row {count}") for count, row in enumerate(movement.allowance, 1)),
    ]
    if besides is not None:
        found += (Writer(side_strength(row.part), row.name) for row in besides.excess)
        found += (Writer(side_strength(row.part), row.name) for row in besides.announced)
    if places is not None:
        found += (Writer(side_strength(each.total.part), each.total.name) for each in places.places)
    if combat.armor is not None:
        found.append(Writer(DIE, "armor and antitank effects"))
    if combat.shift and combat.odds.by == "ratio" and combat.support is not None:
        found += (Writer(COLUMN, name) for name in (*BESIDE_SHIFTS, "support", "surprise"))
    return tuple(dict.fromkeys(found))


def pairs_of(pack: Pack) -> Iterator[tuple[Writer, Writer]]:
    """Every two that write into one number."""
    by_number: dict[str, list[Writer]] = {}
    for each in writers_of(pack):
        by_number.setdefault(each.number, []).append(each)
    for writers in by_number.values():
        yield from combinations(sorted(writers), 2)


PARENTS = {"thunder_in_the_east_10": "thunder_in_the_east"}
"""Books of few cases of their own, and the later printing whose positions stand in for those that they lack."""


@cache
def lent_cases(book: str) -> tuple[Filed, ...]:
    """The cases of a later printing, played by this one's rules."""
    parent = PARENTS.get(book)
    return tuple(replace(filed, pack=book) for filed in all_cases(parent)) if parent else ()


@cache
def cases_by_name(book: str) -> dict[str, Filed]:
    """The cases of a book by their names, and those that are lent to it."""
    return {filed.name: filed for filed in (*lent_cases(book), *all_cases(book))}


def count_met(
    writers: Collection[Writer],
    scene: Scene,
    by_writer: dict[Writer, list[Scene]],
    by_pair: dict[frozenset[Writer], Scene],
    most: int,
) -> None:
    """Enter a scene under each of its writers, of which `most` scenes are kept, and under each two that it is the first of."""
    for one in writers:
        kept = by_writer.setdefault(one, [])
        if len(kept) < most:
            kept.append(scene)
    for pair in combinations(writers, 2):
        by_pair.setdefault(frozenset(pair), scene)
