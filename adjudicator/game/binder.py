"""Binding a module's counters to a pack's units: what is bound, what is proposed, what stays unknown.

Only a pack in a folder of one's own is written to; of any other, proposals are shown. A line that stands in the binding is
never changed unasked, but for those that lead to units which a draft began and nobody completed.
"""

from __future__ import annotations

import re
from collections import Counter as Tally
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, Literal

from adjudicator.errors import UsageError
from adjudicator.exporters.counters import Artist
from adjudicator.exporters.pictures import as_png
from adjudicator.exporters.sides import looks
from adjudicator.exporters.viewer import EVERYTHING
from adjudicator.game.boxes import open_module
from adjudicator.game.toml_blocks import TomlBlock, split
from adjudicator.identify import binding_for
from adjudicator.identify.lines import BindingLine
from adjudicator.lean import cached_property, dataclass, replace
from adjudicator.matching.described import Cardboard, cardboard, types_of
from adjudicator.matching.proposals import CounterProposal, named, propose
from adjudicator.matching.saying import reasons
from adjudicator.model.binding import Binding
from adjudicator.model.module import Module, Slot
from adjudicator.model.pack import Pack
from adjudicator.packs import load
from adjudicator.packs.drafting.counters import names_side
from adjudicator.packs.drafting.fitting import Namesakes
from adjudicator.packs.folders import known_folders
from adjudicator.toml import files_in, read_text
from adjudicator.words import counted

State = Literal["bound", "drafted", "open"]
IGNORED = "ignore"
BY_HAND = "said by hand"
"""Stands behind the header of a marker that a person called new."""
DRAFTED_KIND = "unit"
"""The kind that a draft gives to counters of which it knows nothing else."""
_LITERAL = re.compile(r"(?:[^\\.^$*+?{}\[\]|()]|\\[^A-Za-z0-9])*")
MOST_NAMED = 5
MOST_LOOKS = 4
"""Sides of a counter that are drawn."""


@dataclass(frozen=True, slots=True)
class Row:
    """Counters that are called alike: what they are bound to, by which line of the binding (-1: none), or may be."""

    counters: Cardboard
    state: State
    bound: str = ""
    line: int = -1
    proposal: CounterProposal | None = None

    @property
    def key(self) -> str:
        return self.counters.key

    @property
    def name(self) -> str:
        return self.counters.slots[0].name

    @property
    def taken(self) -> bool:
        """Whether its proposal is sure enough to be taken unasked."""
        return self.state != "bound" and self.proposal is not None and self.proposal.taken


@dataclass(frozen=True)
class Binder:
    """A module beside a pack."""

    module: Module
    pack: Pack
    binding: Binding | None
    own: Path | None
    """The pack's folder, if it may be written to."""
    earlier: Mapping[str, CounterProposal | None] | None = None
    """What was proposed before something was decided, by counters: only what that took away is weighed again."""

    @cached_property
    def drafted(self) -> frozenset[str]:
        """Units and markers that a draft began and nobody has completed, as `unit ID` and `marker ID`."""
        path = self.own / "units.toml" if self.own else None
        blocks = split(read_text(path)) if path and path.is_file() else []
        return frozenset(f"{each.header.strip('[]')} {each.said['id']}" for each in blocks if self._is_drafted(each))

    def _is_drafted(self, each: TomlBlock) -> bool:
        if each.header not in ("[[unit]]", "[[marker]]") or f"# {BY_HAND}" in each.text:
            return False
        said = each.said
        if each.header == "[[marker]]":
            return said["kind"] == said["id"] and not said.get("side")
        return said.get("kind") == DRAFTED_KIND and said.get("faces") == [{}]

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        """Every counter of the palettes, in their order."""
        found = [self._row(each) for each in cardboard(self.module, self.pack)]
        taken = {row.bound.partition(" ")[2] for row in found if row.state == "bound"}
        open_rows = [row for row in found if row.state != "bound"]
        types = types_of(self.pack, (*(each.partition(" ")[2] for each in self.drafted), *taken))
        keys = {each.key for each in types}
        kept = {key: each for key, each in (self.earlier or {}).items() if each is None or each.type in keys}
        anew = [row.counters for row in open_rows if row.key not in kept]
        held = {each.type for each in kept.values() if each}
        proposals = kept | named(propose(anew, [each for each in types if each.key not in held]))
        return tuple(replace(row, proposal=proposals.get(row.key)) if row.state != "bound" else row for row in found)

    def proposed(self) -> dict[str, CounterProposal | None]:
        """What is proposed for every counter that is not bound."""
        return {row.key: row.proposal for row in self.rows if row.state != "bound"}

    def row(self, key: str) -> Row:
        """The counters of a key; UsageError if the module has none."""
        found = next((row for row in self.rows if row.key == key), None)
        if found is None:
            raise UsageError("the module has no such counter", "counter", key)
        return found

    def of(self, state: str) -> list[Row]:
        """The rows that are "bound", "taken" (as soon as it is written), "proposed" or "unbound"."""
        return [row for row in self.rows if row_state(row) == state]

    @cached_property
    def namesakes(self) -> Namesakes:
        """How the counters of one kind are told from others that are called so."""
        names = [name for each in self.pack.header.factions for name in (str(each.name), *each.nations)]
        return Namesakes(self.module.slots, lambda text: sum(names_side(text, name) for name in names) == 1)

    @cached_property
    def _lines(self) -> _BindingLines:
        return _BindingLines(self.binding.counters if self.binding else ())

    def _row(self, counters: Cardboard) -> Row:
        at = self._lines.fitting(counters.slots[0])
        if at < 0 or self.binding is None:
            return Row(counters, "open")
        rule, groups = self.binding.counters[at], self._lines.groups(at, counters.slots[0])
        if rule.ignore:
            return Row(counters, "bound", IGNORED, at)
        ident = re.sub(r"\{(\w+)\}", lambda match: groups.get(match[1], ""), rule.unit or rule.marker)
        kind = "marker" if rule.marker else "unit"
        if f"{kind} {ident}" in self.drafted:
            return Row(counters, "drafted", f"{kind} {ident}", at)
        known = self.pack.markers if kind == "marker" else self.pack.units
        return Row(counters, "bound", f"{kind} {ident}", at) if ident in known else Row(counters, "open", "", at)

    def called(self, key: str) -> str:
        """What people call a type (`unit ID`), with its strengths."""
        kind, _, ident = key.partition(" ")
        if kind == "unit" and ident in self.pack.units:
            unit = self.pack.units[ident]
            values = [
                str(each)
                for each in (unit.faces[0].attack, unit.faces[0].defense, unit.faces[0].movement)
                if each is not None
            ]
            return f"{unit.name or unit.id} ({'-'.join(values)})" if values else unit.name or unit.id
        if kind == "marker" and ident in self.pack.markers:
            return self.pack.markers[ident].name or ident
        return key

    def looks(self, key: str) -> tuple[bytes, ...]:
        """The counter as it leaves the box, then turned over, as PNG; a side of which the module has no picture is left out."""
        counter = self.row(key).counters.slots[0].counter
        faces = (self._artist.face(each, EVERYTHING).picture for each in islice(looks(counter), MOST_LOOKS))
        return tuple(dict.fromkeys(as_png(face) for face in faces if face is not None))

    @cached_property
    def _artist(self) -> Artist:
        return Artist(self.module.image)

    def as_json(self) -> dict[str, Any]:
        """What is bound, taken, proposed and unbound."""
        return {
            "module": self.module.name,
            "pack": self.pack.id,
            "writable": self.own is not None,
            "bound": len(self.of("bound")),
            **{state: [self._told(row) for row in self.of(state)] for state in ("taken", "proposed", "unbound")},
            "units_without_counter": [
                each for each in self.pack.units if each not in self._used() and each not in self.drafted
            ],
            "without_them": list(self.without()),
        }

    def _told(self, row: Row) -> dict[str, Any]:
        told: dict[str, Any] = {
            "counter": row.key,
            "name": row.name,
            "palette": list(row.counters.slots[0].path),
            "copies": len(row.counters.slots),
        }
        if row.proposal is not None:
            told |= {
                "type": row.proposal.type,
                "called": self.called(row.proposal.type),
                "confidence": round(row.proposal.confidence, 3),
                "why": reasons(row.proposal.why),
                "others": list(row.proposal.others),
            }
        return told

    def _used(self) -> frozenset[str]:
        held = [row.bound or (row.proposal.type if row.taken and row.proposal else "") for row in self.rows]
        return frozenset(each.partition(" ")[2] for each in held)

    def without(self) -> Iterator[str]:
        """What cannot be judged as long as counters are unbound, in sentences."""
        loose = [row for row in self.rows if row_state(row) in ("proposed", "unbound")]
        drafted = [row for row in loose if row.state == "drafted"]
        nothing = [row for row in loose if row.state == "open"]
        if nothing:
            where = _by_palette(nothing)
            yield (
                f"{counted(len(nothing), 'kind')} of counters stay unknown ({where}): stacking, zones of control, supply and "
                "battles are undetermined where one of them lies"
            )
        if drafted:
            yield (
                f"{counted(len(drafted), 'kind')} of counters stand as the draft left them, without strengths and movement or as "
                f"markers that no rule knows ({_by_palette(drafted)}): what rests on them is undetermined"
            )


def told(binder: Binder, took: int) -> list[str]:
    """What a command tells: counts, each doubtful proposal with its reasons, and what stays undetermined."""
    counts = [f"{len(binder.of('bound'))} kinds of counters are bound"]
    if took:
        counts.append(f"{took} of them taken unasked now")
    if sure := binder.of("taken"):
        counts.append(f"{len(sure)} are sure enough to be taken")
    counts += [
        f"{len(binder.of('proposed'))} are proposed and want your word",
        f"{len(binder.of('unbound'))} have no proposal",
    ]
    doubts = [
        f"doubtful ({row.proposal.confidence:.2f}): '{row.name}' may be {binder.called(row.proposal.type)} "
        f"[{reasons(row.proposal.why)}]"
        for row in binder.of("proposed")
        if row.proposal
    ]
    return [", ".join(counts), *doubts, *binder.without()]


def stamp_of(module: Path, pack: Path) -> object:
    """What differs from what it was as soon as the module or a file of the pack is another."""
    return tuple((str(each), _age(each)) for each in (module, *files_in(pack), *files_in(pack, "bindings/*.toml")))


def _age(path: Path) -> tuple[int, int] | None:
    """When a file was changed and how large it is; None for one that has gone meanwhile."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size


def open_binder(module: Path, pack: str | Path) -> Binder:
    """A module beside a pack; the folder of the pack is written to only if it is no bundled or installed one."""
    return binder_of(open_module(module), pack)


def binder_of(box: Module, pack: str | Path, earlier: Mapping[str, CounterProposal | None] | None = None) -> Binder:
    """The same of a module that has been read already."""
    loaded = load.load_pack(pack)
    bundled = {folder.resolve() for folder in known_folders()}
    own = None if loaded.folder.resolve() in bundled else loaded.folder
    return Binder(box, loaded, binding_for(loaded, box.name), own, earlier)


def row_state(row: Row) -> str:
    """How far a row is: "bound", "taken" (as soon as it is written), "proposed" or "unbound"."""
    if row.state == "bound":
        return "bound"
    if row.taken:
        return "taken"
    return "proposed" if row.proposal is not None else "unbound"


class _BindingLines:
    """The lines of a binding, those that fit one text found by it: a module may have thousands."""

    def __init__(self, rules: Sequence[Binding.CounterRule]) -> None:
        self._compiled = [BindingLine.of(rule) for rule in rules]
        self._exact: dict[str, int] = {}
        self._others: list[int] = []
        for at, rule in enumerate(rules):
            others = (rule.name, rule.slot_id, rule.image)
            text = rule.slot if not rule.properties and others == (None, None, None) else None
            if text is not None and _LITERAL.fullmatch(text):
                self._exact.setdefault(re.sub(r"\\(.)", r"\1", text), at)
            else:
                self._others.append(at)

    def fitting(self, slot: Slot) -> int:
        """The first line that fits a counter of the palettes, -1 if none does."""
        counter = replace(slot.counter, slot=slot.gpid)
        exact = [self._exact[word] for word in (slot.gpid, counter.design.name) if word in self._exact]
        other = next((at for at in self._others if self._compiled[at].groups(counter) is not None), -1)
        return min((at for at in (*exact, other) if at >= 0), default=-1)

    def groups(self, at: int, slot: Slot) -> Mapping[str, str]:
        """What the patterns of a line caught."""
        return self._compiled[at].groups(replace(slot.counter, slot=slot.gpid)) or {}


def _by_palette(rows: Iterable[Row]) -> str:
    """How many rows lie in which palette, the fullest first."""
    tally = Tally(row.counters.slots[0].path[-1] if row.counters.slots[0].path else "no palette" for row in rows)
    shown = [f"{count} in '{name}'" for name, count in tally.most_common(MOST_NAMED)]
    more = len(tally) - MOST_NAMED
    return ", ".join([*shown, *([f"{counted(more, 'palette')} more"] if more > 0 else [])])
