"""Files made from packs and for them: blank charts, printed orders of battle, maps, the reference, a pack begun."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from adjudicator import exporters
from adjudicator.analysis.order_of_battle import order_of_battle
from adjudicator.errors import PackError, Source, nearest, reading
from adjudicator.game.binder import Binder, open_binder, told
from adjudicator.game.binder_files import take
from adjudicator.game.boxes import open_module, require_file
from adjudicator.game.modules import Made
from adjudicator.game.outputs import require_ending
from adjudicator.identify.moment import MomentReader
from adjudicator.identify.unbound_sides import unbound_sides
from adjudicator.lean import dataclass
from adjudicator.model.pack import Pack
from adjudicator.model.state import GameState
from adjudicator.notes import Note
from adjudicator.packs import load, printed_order
from adjudicator.packs.charts import write_charts
from adjudicator.packs.draft import draft as begin
from adjudicator.packs.draft import extension, name_for
from adjudicator.packs.verify import lacking
from adjudicator.reference.pages import pages
from adjudicator.reference.schema_files import schema_texts, with_schemas
from adjudicator.words import counted
from adjudicator.writing import collected, forced, inside, make_folder, new_folder, require_folder, together, write_text

Json = dict[str, Any]


def blank_charts(pack: str | Path) -> str:
    """The sheet of chart cells that the book's text lacks, to fill in."""
    return write_charts(load.load_pack(pack))


def write_blank_charts(pack: str | Path, path: Path, *, force: bool = False) -> None:
    """The same as a file; `force` writes over what else would not be replaced."""
    with forced(force):
        write_text(path, blank_charts(pack))


@dataclass(frozen=True, slots=True)
class Orders:
    """The orders of battle that a book prints, as far as they could be read."""

    _found: printed_order.Printed

    def as_json(self) -> Json:
        found = self._found
        told = found.totals()
        return {
            "lines": {"read": found.read + found.other, "of_other_things": found.other},
            "totals": [{"of": row.of, "name": row.name, "units": row.units, "printed": row.printed} for row in told],
            "odd": found.odd,
            "unread": [{"line": number, "text": line} for number, line in found.unread],
        }

    def write(self, folder: Path, *, force: bool = False) -> None:
        """The units and their order of battle as files of a pack; under free names, or with `force` over those that are there."""
        with forced(force), together():
            make_folder(folder)
            write_text(inside(folder, "units.toml"), self._found.units_toml())
            write_text(inside(folder, "order_of_battle.toml"), self._found.order_toml())


def orders(pack: str | Path, text: Path) -> Orders:
    """Read the printed orders of battle; PackError if nobody wrote how those of this game are printed."""
    read = printed_order.reader_of(load.load_pack(pack))
    require_file(text)
    with reading(file=str(text)):
        return Orders(read(printed_order.load_text(text)))


def schedule(pack: str | Path, turn: str = "") -> list[Json]:
    """What the pack's order of battle brings, withdraws and converts: all of it, or of one turn, by number or name."""
    loaded = load.load_pack(pack)
    table = order_of_battle(loaded)
    names = ("start", *table.turns)
    wanted = _turn(turn, names, loaded)
    return [
        {
            "turn": names[force.turn] if force.turn < len(names) else str(force.turn),
            "event": force.event,
            "force": force.name,
            "units": [
                {"id": name, "name": loaded.units[name].name, "count": count} for name, count in force.units.items()
            ],
        }
        for force in sorted(table.force, key=lambda force: force.turn)
        if wanted is None or force.turn == wanted
    ]


def _turn(text: str, names: tuple[str, ...], pack: Pack) -> int | None:
    """The number of a turn that is named, None if none is."""
    if not text:
        return None
    found = next((i for i, name in enumerate(names) if name.casefold() == text.casefold()), None)
    if found is None and not text.isdigit():
        raise PackError(
            f"no turn is named '{text}'{nearest(text, names)}", Source(str(pack.folder / "order_of_battle.toml"))
        )
    return int(text) if found is None else found


def draft(
    module: Path, folder: Path, name: str = "", map_name: str = "", extends: str = "", *, force: bool = False
) -> Made:
    """Begin a pack in a new folder: map, sides, counters and their names from a game's module.

    Rules are left to do, or are those of the pack that it extends. With `force` a folder that is there is moved aside.
    """
    with forced(force):
        require_folder(folder)
    box, called = open_module(module), name or name_for(folder.resolve().name)
    parent = load.load_pack(extends) if extends else None
    begun = begin(box, called, map_name) if parent is None else extension(box, called, parent, map_name)
    with forced(force), collected() as written, new_folder(folder) as beside:
        for path, text in with_schemas(begun.files).items():
            make_folder((beside / path).parent)
            write_text(beside / path, text)
        pack = load.load_pack(beside)
        load.load_theatre_for(pack)
        notes = lacking(pack)
    sides = f"sides {', '.join(begun.sides)}" if begun.sides else "no sides"
    told = f"drafted {counted(begun.hexes, 'hex')}, {counted(begun.units, 'unit')}, {sides}"
    points = (*(f"to do: {point}" for point in begun.open_points), *(f"note: {each}" for each in notes))
    return Made(folder, (told, *points), tuple(written))


@dataclass(frozen=True, slots=True)
class Bound:
    """A module's counters beside a pack's units, and how many kinds of them were just written down."""

    binder: Binder
    took: int

    @property
    def lines(self) -> list[str]:
        """What there is to tell: of counters, then of the turn tracker and sides where the binding does not know them."""
        return [*told(self.binder, self.took), *(str(note.text) for note in self.unread)]

    @property
    def unread(self) -> tuple[Note, ...]:
        """What the module's turn tracker and sides are called that the pack knows nothing by, with the lines that bind them."""
        module, pack, binding = self.binder.module, self.binder.pack, self.binder.binding
        if binding is None:
            return ()
        reader = MomentReader(pack, binding)
        reader.moment(GameState(module.name, trackers=module.trackers))
        return (*reader.notes, *unbound_sides(module.sides, binding, pack))

    def as_json(self) -> Json:
        return {"took": self.took, **self.binder.as_json(), "not_known": [str(note.text) for note in self.unread]}


def export_theatre(pack: str | Path, path: Path, theatre: str | Path = "", *, force: bool = False) -> Made:
    """Write a theatre, the printed map as data: .geojson, .csv (a row for each hex), .tmj for Tiled, or .hexwright.json.

    `force` writes over what else would not be replaced.
    """
    require_ending(path, ".geojson", ".csv", ".tmj", ".hexwright.json")
    loaded = load.load_pack(pack)
    found = load.load_theatre_for(loaded, load.theatre_folder(loaded, theatre))
    notes = exporters.write(path, found, force=force).notes
    return Made(path, (f"{found.title}: {counted(len(found.hexes), 'hex')}", *(f"lost: {each.text}" for each in notes)))


def write_reference(folder: Path, *, force: bool = False) -> None:
    """Write the reference of the files of a pack, as Markdown: every key, every check and its terms.

    A page takes a free name; with `force` it is written over one that is there.
    """
    _write_texts(folder, pages(), force)


def write_schemas(folder: Path, *, force: bool = False) -> None:
    """Write the JSON Schemas of the files of a pack, for editors of TOML; names and `force` are as with the reference."""
    _write_texts(folder, schema_texts(), force)


def _write_texts(folder: Path, texts: Mapping[str, str], force: bool) -> None:
    with forced(force), together():
        make_folder(folder)
        for name, text in texts.items():
            write_text(inside(folder, name), text)


def bind(module: Path, pack: str | Path, *, write: bool = True, force: bool = False) -> Bound:
    """Bind a module's counters to a pack's units; with `write`, what is sure is written into a pack of one's own.

    `force` changes files of the pack that are write-protected, too.
    """
    binder = open_binder(module, pack)
    sure = len(binder.of("taken")) if write and binder.own else 0
    with forced(force):
        return Bound(take(binder) if sure else binder, sure)
