"""What is decided of counters, written into the pack: lines of its binding in the module's order, units of its own."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

import tomlkit

from adjudicator.errors import AdjudicatorError, UsageError
from adjudicator.game.binder import BY_HAND, IGNORED, Binder, Row, binder_of
from adjudicator.game.toml_blocks import TomlBlock, block, ending_blank, joined, replaced, split
from adjudicator.lean import dataclass
from adjudicator.matching.proposals import CounterProposal
from adjudicator.matching.saying import reasons
from adjudicator.packs.drafting.counters import face_line
from adjudicator.packs.drafting.texts import idents, inline, literal, quoted
from adjudicator.toml import read_text
from adjudicator.writing import make_folder, remove, rewrite_text

COUNTERS, UNIT, MARKER = "[[counters]]", "[[unit]]", "[[marker]]"
_FACE = re.compile(r"\[?\(?(\?|[0-9]{1,3})\)?\]?")
_KEYS = {1: ("movement",), 3: ("attack", "defense", "movement"), 4: ("attack", "defense", "movement", "steps")}


@dataclass(frozen=True, slots=True)
class Decision:
    """What a kind of counter is: a type (`unit ID`, `marker ID`), "ignore", "new unit", "new marker" or "" for unbound.

    `values` are strengths as they are printed (`4-6-5`, sides parted by `/`), of whichever unit it then is. `note` stands in
    the binding beside the line.
    """

    what: str
    values: str = ""
    side: str = ""
    note: str = ""


def faces_of(text: str) -> list[dict[str, int]]:
    """Printed strengths as faces: `4-6-5`, `4-5` (attack and defense alike), `?-4`; sides parted by `/`."""
    return [_face(part) for part in text.split("/")]


def _face(text: str) -> dict[str, int]:
    parts = [part.strip() for part in re.split(r"[-–\s]+", text.strip())]
    found = [_FACE.fullmatch(part) for part in parts]
    if not all(found) or len(parts) > 4:
        raise UsageError("wants numbers such as 4-6-5, or 4-5 for attack and defense alike", "values", text)
    numbers = [match[1] for match in found if match]
    if len(numbers) == 2:
        numbers = [numbers[0], *numbers]
    return {key: int(number) for key, number in zip(_KEYS[len(numbers)], numbers, strict=True) if number != "?"}


def take(binder: Binder) -> Binder:
    """Write down what is sure enough to be taken unasked; the binder as it then is."""
    rows = binder.of("taken")
    chosen = {row.key: Decision(row.proposal.type, note=note_of(row)) for row in rows if row.proposal}
    return decide(binder, chosen) if chosen else binder


def note_of(row: Row) -> str:
    """Why a line was taken unasked, as it stands beside it."""
    return f"taken unasked ({row.proposal.confidence:.2f}): {reasons(row.proposal.why)}" if row.proposal else ""


def decide(binder: Binder, decisions: Mapping[str, Decision]) -> Binder:
    """Write decisions by the keys of their counters; the binder as it then is. What cannot be loaded then is not written."""
    folder = own_folder(binder)
    sheets = _Sheets(binder, folder)
    for row in binder.rows:
        if row.key in decisions:
            sheets.decide(row, decisions[row.key])
    earlier = {key: each for key, each in binder.proposed().items() if key not in decisions}
    return write(binder, sheets.texts(), earlier)


def write(binder: Binder, texts: Mapping[Path, str], earlier: Mapping[str, CounterProposal | None]) -> Binder:
    """Write files of the pack; the binder as it then is. If it could not be loaded then, the files stay as they were."""
    old = {path: read_text(path) if path.exists() else None for path in texts}
    try:
        for path, text in texts.items():
            make_folder(path.parent)
            rewrite_text(path, text)
        return binder_of(binder.module, own_folder(binder), earlier)
    except AdjudicatorError:
        for path, before in old.items():
            rewrite_text(path, before) if before is not None else remove(path)
        raise


def own_folder(binder: Binder) -> Path:
    """The pack's folder; UsageError if it is not to be written to."""
    if binder.own is None:
        raise UsageError(
            "is part of the program and stays as it is: begin a pack of your own with 'packs draft MODULE --extends'",
            "pack",
            binder.pack.id,
        )
    return binder.own


class _Sheets:
    """The files of a pack that the binder changes, as blocks."""

    def __init__(self, binder: Binder, folder: Path) -> None:
        self.binder = binder
        self._places = {row.key: at for at, row in enumerate(binder.rows)}
        self._binding = own_binding(binder, folder)
        self._units = folder / "units.toml"
        self.lines = split(text_of(self._binding) or head(binder))
        self.units = split(text_of(self._units))
        self._order: dict[int, int] = {}
        self._holders = {row.line: row for row in reversed(binder.rows) if row.line >= 0}
        self._shared = {row.line for row in binder.rows if self._holders.get(row.line) not in (None, row)}
        self._at = {id(each): at for at, each in enumerate(each for each in self.lines if each.header == COUNTERS)}

    @property
    def paths(self) -> tuple[Path, Path]:
        return self._binding, self._units

    def texts(self) -> dict[Path, str]:
        """The files as they are to be written."""
        return {
            path: joined(blocks).rstrip("\n") + "\n"
            for path, blocks in zip(self.paths, (self.lines, self.units), strict=True)
        }

    def decide(self, row: Row, decision: Decision) -> None:
        """Take up what was decided of a kind of counter."""
        what = decision.what
        if what.startswith("new "):
            what = self._begin(row, what, decision)
        elif decision.values and what.startswith("unit "):
            self._strengthen(what.removeprefix("unit "), decision.values)
        if what != row.bound:
            self._bind(row, what, decision.note)
            if row.state == "drafted":
                self._drop(row.bound)

    def _bind(self, row: Row, what: str, note: str) -> None:
        """Have the line of these counters say what they are; "" takes it out."""
        old = next((at for at, each in enumerate(self.lines) if self._at.get(id(each)) == row.line), -1)
        new = block(COUNTERS, self._line(row, what), note) if what else None
        if old >= 0 and row.line not in self._shared and _plain(self.lines[old]):
            if new is not None:
                self._order[id(new)] = self._places[row.key]
            self.lines = replaced(self.lines, old, new)
        elif new is not None:
            self._order[id(new)] = self._places[row.key]
            self._insert(new, self._places[row.key], before=old)

    def _insert(self, new: TomlBlock, place: int, before: int) -> None:
        """Put a line where the module's order has it, in any case before a pattern that fits its counters too."""
        self.lines = ending_blank(self.lines)
        later = (at for at, each in enumerate(self.lines) if each.header == COUNTERS and self._place(each) > place)
        last = max((at + 1 for at, each in enumerate(self.lines) if each.header == COUNTERS), default=len(self.lines))
        at = next(later, last)
        self.lines.insert(min(at, before) if before >= 0 else at, new)

    def _place(self, each: TomlBlock) -> int:
        """Where the module has the counters of a line; -1 for a pattern of more than one kind, which stays ahead."""
        if id(each) in self._order:
            return self._order[id(each)]
        line = self._at.get(id(each), -1)
        holder = self._holders.get(line)
        return self._places[holder.key] if holder and line not in self._shared and _plain(each) else -1

    def _line(self, row: Row, what: str) -> str:
        fits = self.binder.namesakes.fits(row.counters.slots)
        if not fits:
            raise UsageError("nothing tells it from others that are called so", "counter", row.name)
        if what == IGNORED:
            return f"{fits}ignore = true"
        kind, _, ident = what.partition(" ")
        known = self.binder.pack.markers if kind == "marker" else self.binder.pack.units
        if kind not in ("unit", "marker") or (ident not in known and not self._begun(ident)):
            raise UsageError("the pack has no such type", "type", what)
        faces = len(self.binder.pack.units[ident].faces) if kind == "unit" and ident in known else 1
        return f"{fits}{kind} = {quoted(ident)}{face_line(row.counters.slots[0], faces)}"

    def _begun(self, ident: str) -> bool:
        return any(each.header in (UNIT, MARKER) and each.said.get("id") == ident for each in self.units)

    def _begin(self, row: Row, what: str, decision: Decision) -> str:
        """Write a new unit or marker; its key."""
        kind = what.removeprefix("new ")
        if row.state == "drafted" and row.bound.startswith("unit ") and kind == "unit":
            if decision.values:
                self._strengthen(row.bound.removeprefix("unit "), decision.values)
            return row.bound
        pack = self.binder.pack
        taken = [
            *pack.units,
            *pack.markers,
            *(str(each.said.get("id")) for each in self.units if each.header in (UNIT, MARKER)),
        ]
        ident = idents([row.name], taken)[0]
        side = decision.side or next(iter(row.counters.told.sides), "")
        keys = [f"id = {quoted(ident)}"]
        if kind == "marker":
            keys += [
                f"kind = {quoted(ident)}",
                f"name = {quoted(row.name)}",
                *([f"side = {quoted(side)}"] if side else []),
            ]
        elif not side:
            raise UsageError("whose is it? choose a side", "counter", row.name)
        else:
            faces = inline(faces_of(decision.values) if decision.values else [{}])
            keys += [f"name = {quoted(row.name)}", f"side = {quoted(side)}", 'kind = "unit"', f"faces = {faces}"]
        self.units = [
            *ending_blank(self.units),
            block(f"[[{kind}]]", "\n".join(keys), BY_HAND if kind == "marker" else ""),
        ]
        return f"{kind} {ident}"

    def _strengthen(self, ident: str, values: str) -> None:
        """Write the strengths of a unit: into its own table, or into one that changes what the pack extended has."""
        faces = f"faces = {inline(faces_of(values))}"
        at = next(
            (at for at, each in enumerate(self.units) if each.header == UNIT and each.said.get("id") == ident), -1
        )
        if at < 0:
            self.units = [*ending_blank(self.units), block(UNIT, f"id = {quoted(ident)}\n{faces}")]
            return
        document = tomlkit.parse(self.units[at].text)
        document["unit"][0]["faces"] = tomlkit.parse(faces)["faces"]
        self.units[at] = TomlBlock(UNIT, tomlkit.dumps(document))

    def _drop(self, key: str) -> None:
        """Take out a unit or marker that a draft began, if no line leads to it any more."""
        kind, _, ident = key.partition(" ")
        led = any(each.header == COUNTERS and each.said.get(kind) == ident for each in self.lines)
        held = (
            at for at, each in enumerate(self.units) if each.header == f"[[{kind}]]" and each.said.get("id") == ident
        )
        at = next(held, -1)
        if at >= 0 and not led:
            self.units = replaced(self.units, at, None)


def _plain(each: TomlBlock) -> bool:
    """Whether a line names counters by the palettes, as this program writes it."""
    said = set(each.said)
    return "slot_id" in said or ("slot" in said and not {"name", "image", "properties"} & said)


def own_binding(binder: Binder, folder: Path) -> Path:
    """The file of the binding that fits the module."""
    stems = [stem for stem, each in binder.pack.bindings.items() if each is binder.binding]
    path = folder / "bindings" / f"{stems[0] if stems else 'vassal'}.toml"
    if binder.binding is not None and binder.binding.counters and COUNTERS not in text_of(path):
        raise UsageError("has its lines in the pack that it extends: copy them into it first", "binding", path)
    return path


def head(binder: Binder) -> str:
    """What a binding begins with that there is not yet."""
    return f"module = {quoted(literal(binder.module.name) or '.*')}\n\n" if binder.binding is None else ""


def text_of(path: Path) -> str:
    """The text of a file, "" if there is none."""
    return read_text(path) if path.is_file() else ""
