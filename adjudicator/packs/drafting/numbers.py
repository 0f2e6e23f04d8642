"""What a module's hexes are called in the theatre: as the module names them where a hex number can, told apart where not.

A name is read as what all names of its board and zone begin and end with, and one or two runs of letters and digits between
(`Malta 1300`, `A10`, `12.07`). If the numbers follow from the places, the theatre says how; else it lists them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from itertools import product

from adjudicator.errors import NotationError
from adjudicator.lean import dataclass
from adjudicator.model.hexes import Hex
from adjudicator.model.theatre import MOST_DIGITS, WIDEST_SHEET, Numbering, Sheet
from adjudicator.packs.drafting.field import FoundHex, HexField
from adjudicator.packs.drafting.texts import literal, word
from adjudicator.words import counted

PLAIN = "[A-Za-z0-9]"
_ONE = re.compile(rf"{PLAIN}+")
_TWO = re.compile(rf"({PLAIN}+)([^A-Za-z0-9]+)({PLAIN}+)")
_DIGITS = re.compile(r"([0-9]+)(?:([._])([0-9]+))?")
KEPT = "._"
"""What may stand between the two counts of a hex number; anything else becomes a point."""
MOST_SHEETS = 100

Where = tuple[str, str, str]
"""A map, a board and a zone."""


@dataclass(frozen=True, slots=True)
class Naming:
    """How the names of some hexes are read: map, board and zone ("" = any), the pattern, and the number made of it."""

    where: Where
    location: str
    number: str


@dataclass(frozen=True, slots=True)
class Numbered:
    """The theatre's numbers: where each lies, how they follow from the places, how names are read, what was left out.

    `cut` are the numbers of hexes that an edge cuts.
    """

    hexes: Mapping[str, Hex]
    cut: frozenset[str]
    numbering: Numbering
    namings: tuple[Naming, ...]
    notes: tuple[str, ...]


def numbered(ground: HexField) -> Numbered:
    """Number the hexes of a field."""
    notes: list[str] = []
    groups = [_read(where, found) for where, found in _grouped(ground).items()]
    named = [each for each in groups if each.numbers]
    notes += [text for each in groups if (text := each.left_out())]
    _tell_apart(named)
    taken = {group.prefix + number: found for group in named for number, found in group.numbers.items()}
    namings = tuple(_merged(named))
    numbering = _fitted(named, ground.sideways) or _listed(ground.sideways)
    if numbering.listed:
        notes.append("hexes.txt says of each number where it lies (at=COLUMN,ROW), since no rule leads to all of them")
    places = {number: taken[number].at for number in sorted(taken)}
    cut = frozenset(number for number, found in taken.items() if not found.whole)
    if cut:
        notes.append(
            f"{counted(len(cut), 'hex')} are cut by an edge (marked in hexes.txt): delete those that the map lacks"
        )
    return Numbered(places, cut, numbering, namings, tuple(notes))


@dataclass(slots=True)
class _Group:
    """The hexes of one zone, or of one board outside zones."""

    where: Where
    found: Sequence[FoundHex]
    head: str = ""
    location: str = ""
    number: str = ""
    numbers: dict[str, FoundHex] = field(default_factory=dict)
    prefix: str = ""

    def left_out(self) -> str:
        """What is not numbered, in a sentence; "" if all is."""
        missing = len(self.found) - len(self.numbers)
        place = self.where[2] or self.where[1] or self.where[0]
        if missing and not self.numbers:
            return f"the {missing} hexes of '{place}' are all called '{self.found[0].name}': a box, not hexes; left out"
        return f"{missing} hexes of '{place}' have names that are no hex numbers; left out" if missing else ""


def _grouped(ground: HexField) -> dict[Where, list[FoundHex]]:
    groups: dict[Where, list[FoundHex]] = {}
    for each in ground.hexes:
        groups.setdefault((each.map, each.board, each.zone), []).append(each)
    return dict(sorted(groups.items(), key=lambda pair: -len(pair[1])))


def _read(where: Where, found: Sequence[FoundHex]) -> _Group:
    """The group with its hexes by number; without numbers if its hexes share one name."""
    group = _Group(where, found)
    names = sorted({each.name for each in found})
    if len(names) == 1 and len(found) > 1:
        return group
    head, tail = _ends(names)
    middles = [name[len(head) : len(name) - len(tail)] for name in names]
    separators = Counter(match[2] for middle in middles if (match := _TWO.fullmatch(middle)))
    ones = sum(bool(_ONE.fullmatch(middle)) for middle in middles)
    between = separators.most_common(1)
    group.head = head
    if between and between[0][1] > ones:
        part = between[0][0]
        kept = part if part in KEPT else "."
        group.location = f"{literal(head)}(?P<column>{PLAIN}+){literal(part)}(?P<row>{PLAIN}+){literal(tail)}"
        group.number = f"{{column}}{kept}{{row}}"
    else:
        group.location = f"{literal(head)}(?P<hex>{PLAIN}+){literal(tail)}"
        group.number = "{hex}"
    pattern = re.compile(group.location)
    for each in found:
        match = pattern.fullmatch(each.name)
        if match:
            group.numbers.setdefault(group.number.format(**match.groupdict()), each)
    return group


def _ends(names: Sequence[str]) -> tuple[str, str]:
    """What all names begin and end with, cut back to where no run of letters or of digits is torn."""
    if len(names) == 1:
        match = re.fullmatch(rf"(.*?)({PLAIN}+)([^A-Za-z0-9]*)", names[0])
        return (match[1], match[3]) if match else ("", "")
    head = _shared_start(names)
    cut = re.sub(r"[0-9]+\Z", "", head)
    head = cut if cut != head else re.sub(r"[A-Za-z]+\Z", "", head)
    tail = _shared_start([name[len(head) :][::-1] for name in names])[::-1]
    return head, re.sub(rf"\A{PLAIN}*", "", tail)


def _shared_start(names: Sequence[str]) -> str:
    """What all names begin with."""
    low, high = min(names), max(names)
    shared = next((at for at, (a, b) in enumerate(zip(low, high, strict=False)) if a != b), len(low))
    return low[:shared]


def _tell_apart(groups: Sequence[_Group]) -> None:
    """Give a prefix to groups whose names begin differently, and to those whose numbers others have already."""
    heads = {group.head for group in groups}
    taken: set[str] = set()
    for group in groups:
        zone_words = (word(text) for text in (group.head, *reversed(group.where)))
        tries = [f"{text}." for text in zone_words if text]
        own = _verbatim(group.head) if len(heads) > 1 and group.head else ""
        numbered_so = (f"{tries[0]}{count}." for count in range(2, 10_000)) if tries else iter(())
        for prefix in (own, *tries, *numbered_so):
            if not any(prefix + number in taken for number in group.numbers):
                group.prefix = prefix
                break
        taken.update(group.prefix + number for number in group.numbers)


def _verbatim(head: str) -> str:
    """What stands before a group's numbers, as it is if a hex number may begin so."""
    return head if re.fullmatch(r"[A-Za-z0-9./_:]*", head) else f"{word(head)}."


def _merged(groups: Sequence[_Group]) -> Iterator[Naming]:
    """How names are read, said once for all groups that are read alike."""
    alike: dict[tuple[str, str], list[_Group]] = {}
    for group in groups:
        alike.setdefault((group.location, group.prefix + group.number), []).append(group)
    everything = len(alike) == 1
    for (location, number), those in alike.items():
        wheres = [("", "", "")] if everything else [each.where for each in those]
        yield from (Naming(where, location, number) for where in wheres)


def _listed(sideways: bool) -> Numbering:
    return Numbering(listed=True, stagger="odd", sideways=sideways)


@dataclass(frozen=True, slots=True)
class _CountForm:
    """How two counts are written: what stands between them, and how wide they are."""

    separator: str
    digits: tuple[int, int]


def _fitted(groups: Sequence[_Group], sideways: bool) -> Numbering | None:
    """The numbering under which every number leads to the place of its hex; None if there is none so simple."""
    called = [(group.prefix, number, found.at) for group in groups for number, found in group.numbers.items()]
    if len(groups) > MOST_SHEETS:
        return None
    for form in (each for each in _forms([number for _, number, _ in called]) if max(each.digits) <= MOST_DIGITS):
        for order, stagger in product(("column-row", "row-column"), ("even", "odd")):
            plan = Numbering(
                order=order, digits=form.digits, separator=form.separator, stagger=stagger, sideways=sideways
            )
            found = _with_sheets(plan, called)
            if found is not None:
                return found
    return None


def _forms(numbers: Sequence[str]) -> Iterator[_CountForm]:
    """The ways in which all numbers may be read as two counts, the evenest first."""
    matches = [_DIGITS.fullmatch(number) for number in numbers]
    found = [match for match in matches if match is not None]
    separators = {match[2] or "" for match in found}
    if len(found) != len(numbers) or len(separators) != 1:
        return
    (separator,) = separators
    least = min(len(match[1]) for match in found)
    if separator:
        yield _CountForm(separator, (least, min(len(match[3]) for match in found)))
        return
    for wide in sorted(range(1, least), key=lambda wide: abs(2 * wide - least)):
        yield _CountForm("", (wide, least - wide))


def _with_sheets(plan: Numbering, called: Sequence[tuple[str, str, Hex]]) -> Numbering | None:
    """The plan with a sheet for each prefix, if all numbers then lie as the hexes do."""
    counted: dict[str, list[tuple[tuple[int, int], Hex]]] = {}
    try:
        for prefix, number, at in called:
            counted.setdefault(prefix, []).append((plan.cell(plan.parse(number)), at))
    except NotationError:
        return None
    cells = [[cell for cell, _ in each] for each in counted.values()]
    if any(max(side) - min(side) >= WIDEST_SHEET for each in cells for side in zip(*each, strict=True)):
        return None
    for steps in product((1, -1), (1, -1)):
        sheets = tuple(_sheet(plan, prefix, steps, counted[prefix]) for prefix in sorted(counted, reverse=True))
        whole = plan.model_copy(update={"sheets": sheets})
        if _fits(whole, called):
            return whole
    return None


def _sheet(
    plan: Numbering, prefix: str, steps: tuple[int, int], counted: Sequence[tuple[tuple[int, int], Hex]]
) -> Sheet:
    """The sheet of a prefix, laid so that its first hex is where the board has it."""
    columns, rows = [column for (column, _), _ in counted], [row for (_, row), _ in counted]
    (column, row), at = counted[0]
    there = plan.cell(at)
    return Sheet(
        prefix=prefix,
        first=(min(columns), min(rows)),
        column=there[0] - (column - min(columns)) * steps[0],
        row=there[1] - (row - min(rows)) * steps[1],
        columns=max(columns) - min(columns) + 1,
        rows=max(rows) - min(rows) + 1,
        column_step=steps[0],
        row_step=steps[1],
    )


def _fits(plan: Numbering, called: Sequence[tuple[str, str, Hex]]) -> bool:
    """Whether the numbers lie to each other as the hexes do."""
    for prefix, number, at in called:
        try:
            if plan.parse(prefix + number) != at or plan.format(at) != prefix + number:
                return False
        except NotationError:
            return False
    return len({prefix + number for prefix, number, _ in called}) == len(called)
