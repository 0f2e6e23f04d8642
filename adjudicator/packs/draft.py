"""A pack begun from a module: its map, sides and counters as the TOML of a new pack, rules still to be written.

Only what the module says is written down. What it cannot say (strengths, terrain, who owns a counter whose palette names no
side) is left out or put under the side "unknown"; nothing is guessed, so a draft judges nothing until somebody fills it in.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from adjudicator.errors import NotationError, PackError, UnknownName
from adjudicator.model.grid.hexagonal import HexGrid, PrintedHex
from adjudicator.model.grid.zoned import hexes
from adjudicator.model.hexes import Hex
from adjudicator.model.module import Module, PlacedBoard, Slot
from adjudicator.model.theatre import UNKNOWN_TERRAIN, Numbering, Sheet

NO_SIDE = "unknown"
BLANK = UNKNOWN_TERRAIN
LIKELIEST = 4
_PAIR = re.compile(r"(?P<head>[^0-9]*)(?P<one>[0-9]+)(?P<mid>[^0-9])(?P<two>[0-9]+)(?P<tail>[^0-9]*)")
_RUN = re.compile(r"(?P<head>(?:.*[^0-9])?)(?P<one>[0-9]{2,})(?P<tail>[^0-9]*)")
MOST_SHEETS = 100


@dataclass(frozen=True, slots=True)
class Draft:
    """The files of the new pack by their path inside its folder, and what the module did not say."""

    files: dict[str, str]
    open_points: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Field:
    """The board that becomes the theatre: its map's name, how its hexes are numbered, and the words around a number."""

    map: str
    numbering: Numbering
    numbers: tuple[str, ...]
    pattern: str


@dataclass(frozen=True, slots=True)
class _Naming:
    """One way to read a location name as two counts: what stands between and behind them, and how wide they are."""

    separator: str
    tail: str
    digits: tuple[int, int]

    @property
    def _counts(self) -> str:
        return f"[0-9]+{re.escape(self.separator)}[0-9]+" if self.separator else f"[0-9]{{{sum(self.digits)},}}"

    def parts(self, location: str) -> tuple[str, str] | None:
        """What stands before the two counts, and the counts; None if the name is not of this kind."""
        before = "[^0-9]*" if self.separator else "(?:.*[^0-9])?"
        match = re.fullmatch(f"(?P<head>{before})(?P<counts>{self._counts}){re.escape(self.tail)}", location)
        return (match["head"], match["counts"]) if match else None

    def pattern(self, heads: Sequence[str]) -> str:
        """A location name as the binding reads it, its hex number in the group `hex`."""
        shared = heads[0] if len(heads) == 1 else ""
        before = "" if len(heads) == 1 else f"(?:{'|'.join(map(re.escape, heads))})"
        return f"{re.escape(shared)}(?P<hex>{before}{self._counts}){re.escape(self.tail)}"


def draft(module: Module, name: str, map_name: str = "") -> Draft:
    """Begin a pack `name` from a module; PackError if no map of it has numbered hexes that a theatre can print."""
    if not re.fullmatch(r"[a-z][a-z0-9_]*", name):
        raise PackError(f"'{name}' cannot name a pack: small letters, digits and _ only, a letter first")
    board = _field(module, map_name)
    sides = dict(zip(module.sides, _idents(module.sides), strict=True))
    open_points: list[str] = []
    units, bindings = _counters(module, sides, open_points)
    files = {
        "pack.toml": _pack(module, name, sides, open_points),
        "units.toml": units,
        "terrain.toml": f"# What it costs to enter each terrain.\n\n[terrain.{BLANK}]\nany = 1\n",
        "stacking.toml": "# The most that may stand in a hex: see the stacking.toml of the bundled packs.\n",
        "zoc.toml": "# Who has a zone of control, and what it does.\n",
        "movement.toml": "# How units move.\n",
        "rules.toml": "# One [[rule]] for each article: id, title, check, terms, says, why. docs/reference lists the checks.\n",
        "bindings/vassal.toml": _binding(module, board, sides, bindings, open_points),
        "theatres/map/theatre.toml": _theatre(module, board),
        "theatres/map/hexes.txt": "# number  terrain  tags\n" + "".join(f"{each} {BLANK}\n" for each in board.numbers),
        "theatres/map/hexsides.txt": "# hexside  what runs along it or crosses it\n",
    }
    open_points += [
        f"{len(board.numbers)} hexes are '{BLANK}': write their terrain into theatres/map/hexes.txt",
        "rules.toml is empty: no rule is judged yet",
    ]
    return Draft(files, tuple(open_points))


def _field(module: Module, wanted: str) -> _Field:
    """The widest board of the map asked for, or of all maps, whose numbers a theatre can print."""
    boards = [
        (found.name, placed, tuple(hexes(placed.board.grid)))
        for found in module.maps
        if found.name == wanted or not wanted
        for placed in found.layout
    ]
    if wanted and not any(found.name == wanted for found in module.maps):
        raise UnknownName(f"no map '{wanted}'; there are {', '.join(found.name for found in module.maps) or 'none'}")
    for name, placed, printed in sorted(boards, key=lambda each: -len(each[2])):
        found = _numbered(name, placed, printed)
        if found is not None:
            return found
    seen = next((each.location for _, _, printed in boards for each in printed[:1]), "")
    told = f"its first hex is called '{seen}'" if seen else "no board has a hex grid"
    raise PackError(f"no board has hex numbers of two counts that a theatre could print; {told}")


def _numbered(name: str, placed: PlacedBoard, printed: tuple[PrintedHex, ...]) -> _Field | None:
    if placed.reversed:
        return None
    for naming in _namings([each.location for each in printed]):
        read = [(parts, each) for each in printed if (parts := naming.parts(each.location)) is not None]
        heads = sorted({head for (head, _), _ in read})
        if 2 * len(read) < len(printed) or len(heads) > MOST_SHEETS:
            continue
        shared = len(heads) == 1
        base = read[0][1].grid
        called = [
            (counts if shared else head + counts, "" if shared else head, _real(each, base))
            for (head, counts), each in read
        ]
        numbering = _fitted(naming, base.sideways, called)
        if numbering is not None:
            return _Field(name, numbering, tuple(sorted(number for number, _, _ in called)), naming.pattern(heads))
    return None


def _namings(names: Sequence[str]) -> Iterator[_Naming]:
    """The ways in which most of the names may be read, the commoner first."""
    forms: Counter[_Form] = Counter()
    widths: dict[_Form, tuple[int, int]] = {}
    for name in names:
        for match in filter(None, (_PAIR.fullmatch(name), _RUN.fullmatch(name))):
            caught = match.groupdict(default="")
            form = (_shape(caught["head"]), caught.get("mid", ""), caught["tail"])
            wide = (len(caught["one"]), len(caught.get("two", "")))
            known = widths.setdefault(form, wide)
            widths[form] = (min(known[0], wide[0]), min(known[1], wide[1]))
            forms[form] += 1
    for form, _ in forms.most_common(LIKELIEST):
        first, second = widths[form]
        splits = [(first, second)] if form[1] else [(wide, first - wide) for wide in range(1, first)]
        for digits in sorted(splits, key=lambda pair: abs(pair[0] - pair[1])):
            yield _Naming(form[1], form[2], digits)


def _shape(head: str) -> str:
    """What stands before a number, its letters and digits aside."""
    return re.sub("[A-Za-z]", "A", re.sub("[0-9]", "0", head))


_Form = tuple[str, str, str]
"""The shape of what stands before two counts, what stands between them, what behind."""
_Called = tuple[str, str, Hex]
"""A hex number, the prefix of its sheet in it, and where the hex lies on the board."""


def _fitted(naming: _Naming, sideways: bool, called: Sequence[_Called]) -> Numbering | None:
    """The numbering under which every neighbour on the board is a neighbour by its number."""
    for order, stagger in product(("column-row", "row-column"), ("even", "odd")):
        plan = Numbering(
            order=order, digits=naming.digits, separator=naming.separator, stagger=stagger, sideways=sideways
        )
        counted: dict[str, list[tuple[tuple[int, int], Hex]]] = {}
        for number, head, at in called:
            counted.setdefault(head, []).append((plan.cell(plan.parse(number.removeprefix(head))), at))
        for steps in product((1, -1), (1, -1)):
            sheets = tuple(_sheet(plan, head, steps, counted[head]) for head in sorted(counted))
            whole = plan.model_copy(update={"sheets": sheets})
            if _fits(whole, called):
                return whole
    return None


def _sheet(plan: Numbering, head: str, steps: tuple[int, int], counted: Sequence[tuple[tuple[int, int], Hex]]) -> Sheet:
    """The sheet of a prefix, laid so that its first hex is where the board has it."""
    columns, rows = [column for (column, _), _ in counted], [row for (_, row), _ in counted]
    (column, row), at = counted[0]
    there = plan.cell(at)
    return Sheet(
        prefix=head,
        first=(min(columns), min(rows)),
        column=there[0] - (column - min(columns)) * steps[0],
        row=there[1] - (row - min(rows)) * steps[1],
        columns=max(columns) - min(columns) + 1,
        rows=max(rows) - min(rows) + 1,
        column_step=steps[0],
        row_step=steps[1],
    )


def _fits(plan: Numbering, called: Sequence[_Called]) -> bool:
    """Whether the numbers lie to each other as the hexes do."""
    for number, _, at in called:
        try:
            if plan.parse(number) != at or plan.format(at) != number:
                return False
        except NotationError:
            return False
    return len({number for number, _, _ in called}) == len(called)


def _real(each: PrintedHex, base: HexGrid) -> Hex:
    """Where a hex lies on the board, by one grid: odd raw columns (turned: rows) stand half a hex further."""
    column, row = base.hex(each.x, each.y)
    if base.sideways:
        return Numbering(stagger="odd", sideways=True).hex(row, column)
    return Numbering(stagger="odd").hex(column, row)


def _pack(module: Module, name: str, sides: Mapping[str, str], open_points: list[str]) -> str:
    if not sides:
        open_points.append("the module names no sides: write the [[factions]] of pack.toml")
    head = [
        f"id = {_text(name)}",
        f"short = {_text(name[:3])}",
        f"title = {_text(module.name or name)}",
        f"edition = {_text(module.version)}",
        f"description = {_text(f'Begun from the module {module.name} {module.version}'.strip())}",
    ]
    factions = [*((ident, side) for side, ident in sides.items()), (NO_SIDE, "Whose is not known")]
    tables = [f"[[factions]]\nid = {_text(ident)}\nname = {_text(shown)}" for ident, shown in factions]
    open_points.append("pack.toml has no [[sequence.phases]]: rules that ask for a phase need them")
    return "\n\n".join(["\n".join(head), *tables]) + "\n"


def _counters(module: Module, sides: Mapping[str, str], open_points: list[str]) -> tuple[str, str]:
    """units.toml and the [[counters]] of the binding: a type for every name in the manifest, as often as it is there."""
    slots: dict[str, Slot] = {}
    for slot in module.slots:
        slots.setdefault(slot.name, slot)
    kept = [slot for name, slot in slots.items() if name.strip()]
    types, lines, lost = [], [], 0
    for slot, ident in zip(kept, _idents([slot.name for slot in kept]), strict=True):
        path = " / ".join(slot.path)
        if re.search(r"\bmarkers?\b", f"{path} {slot.name}", re.IGNORECASE):
            types.append(
                f"[[marker]]  # {_comment(path)}\nid = {_text(ident)}\nkind = {_text(ident)}\nname = {_text(slot.name)}"
            )
            lines.append(f"[[counters]]\nslot = {_text(_slots_named(module, slot.name))}\nmarker = {_text(ident)}")
            continue
        side = _side(slot, sides)
        lost += side == NO_SIDE
        types.append(
            f"[[unit]]  # {_comment(path)}\nid = {_text(ident)}\nname = {_text(slot.name)}\nside = {_text(side)}\n"
            f'kind = "unit"\nfaces = [{{}}]'
        )
        lines.append(f"[[counters]]\nslot = {_text(_slots_named(module, slot.name))}\nunit = {_text(ident)}")
    if lost:
        open_points.append(f"{lost} units have side '{NO_SIDE}': no palette above them names a side")
    open_points.append("units.toml: kinds, sizes, strengths and movement allowances are to be written")
    return "\n\n".join(["# The counter mix, by the module's own names.", *types]) + "\n", "\n\n".join(lines)


def _slots_named(module: Module, name: str) -> str:
    """A pattern for the counters of all slots of a name; by their ids where a palette calls them otherwise than they do."""
    same = [slot for slot in module.slots if slot.name == name]
    if all(slot.counter.design.name == name for slot in same):
        return _literal(name)
    return "|".join(dict.fromkeys(_literal(slot.gpid) for slot in same if slot.gpid))


def _side(slot: Slot, sides: Mapping[str, str]) -> str:
    """The side that the palettes name, or the counter itself; NO_SIDE where none or several are named."""
    for text in (*reversed(slot.path), slot.name):
        named = {ident for side, ident in sides.items() if re.search(rf"\b{re.escape(side)}\b", text, re.IGNORECASE)}
        if len(named) == 1:
            return named.pop()
    return NO_SIDE


def _binding(module: Module, board: _Field, sides: Mapping[str, str], counters: str, open_points: list[str]) -> str:
    parts = [
        f"module = {_text(_literal(module.name) or '.*')}\nmaps = [{_text(board.map)}]\n"
        f"location = {_text(board.pattern)}",
    ]
    if sides:
        parts.append("\n".join(["[sides]", *(f"{_text(side)} = {_text(ident)}" for side, ident in sides.items())]))
    if module.trackers:
        tracker = module.trackers[0]
        level = next((name for name, value in tracker.values if value.strip().isdigit()), "")
        parts.append("\n".join(["[turn]", f"tracker = {_text(tracker.name)}", f"turn_level = {_text(level)}"]))
        if not level:
            open_points.append(f"no level of the turn tracker '{tracker.name}' counts turns: see bindings/vassal.toml")
    return "\n\n".join([*parts, counters]) + "\n"


def _theatre(module: Module, board: _Field) -> str:
    plan = board.numbering
    sheets = "\n".join(
        f"[[numbering.sheets]]\nprefix = {_text(each.prefix)}\nfirst = [{each.first[0]}, {each.first[1]}]\n"
        f"column = {each.column}\nrow = {each.row}\ncolumns = {each.columns}\nrows = {each.rows}\n"
        f"column_step = {each.column_step}\nrow_step = {each.row_step}\n"
        for each in plan.sheets
    )
    return (
        f"title = {_text(board.map or module.name)}\nterrains = [{_text(BLANK)}]\nfeatures = []\n\n"
        f"[numbering]\norder = {_text(plan.order)}\ndigits = [{plan.digits[0]}, {plan.digits[1]}]\n"
        f"separator = {_text(plan.separator)}\nstagger = {_text(plan.stagger)}\nsideways = {str(plan.sideways).lower()}\n\n"
        f"{sheets}"
    )


def _idents(names: Sequence[str]) -> list[str]:
    """An id of small letters for each name, no two alike."""
    taken: dict[str, int] = {NO_SIDE: 1}
    found = []
    for name in names:
        plain = re.sub(r"[^a-z0-9]+", "-", name.casefold()).strip("-") or "nameless"
        taken[plain] = taken.get(plain, 0) + 1
        found.append(plain if taken[plain] == 1 else f"{plain}.{taken[plain]}")
    return found


def _text(text: str) -> str:
    """A TOML string: JSON's escapes are TOML's, but for the delete character."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _literal(text: str) -> str:
    """A regular expression that fits this text alone."""
    return re.sub(r"[\\.^$*+?{}\[\]|()]", r"\\\g<0>", text)


def _comment(text: str) -> str:
    return re.sub(r"[\x00-\x1f\x7f]", " ", text)
