"""The binder's page: which game, which row, what was answered; a game's module and pack are read once and kept."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from pathlib import Path
from threading import Lock

from adjudicator.desk.shelf import ShelfPlace
from adjudicator.errors import UsageError
from adjudicator.game.binder import Binder, Row, open_binder, row_state, stamp_of
from adjudicator.game.binder_files import Decision, decide, take
from adjudicator.game.binder_table import TestedSave, bind_table, place_pattern, sides_told, try_out
from adjudicator.game.kinds import is_save_file, newest_save
from adjudicator.game.pack_files import draft
from adjudicator.game.settings import GameFolder, home_of
from adjudicator.game.settings_edit import change_settings
from adjudicator.lean import dataclass

OWN = "pack"
"""The folder of a game's own pack, in the game's folder."""
GROUPS = ("proposed", "unbound", "strengths", "taken", "bound")
KEPT = 4


@dataclass(frozen=True, slots=True)
class BindingPage:
    """What the page stands on: the module and pack of a game, and the binder if both are there and the pack is one's own."""

    place: ShelfPlace
    module: Path | None = None
    pack: str = ""
    binder: Binder | None = None


@dataclass(slots=True)
class BinderCache:
    """The binders of the games that were looked at last."""

    _kept: dict[str, tuple[object, Binder]] = field(default_factory=dict)
    _lock: Lock = field(default_factory=Lock)

    def case(self, place: ShelfPlace) -> BindingPage:
        """The game as it stands; read again if module or pack have changed since."""
        home = home_of(place.folder)
        module = module_of(place, home)
        if module is None or home.own_pack is None:
            return BindingPage(place, module, home.pack)
        with self._lock:
            return BindingPage(place, module, home.pack, self._opened(place, module, home.own_pack))

    def answer(self, place: ShelfPlace, told: Mapping[str, str]) -> Binder:
        """Write down what a form says of one kind of counter, of all that are sure, or of the table."""
        home = home_of(place.folder)
        module = module_of(place, home)
        if module is None or home.own_pack is None:
            raise UsageError("this game has no pack of its own yet")
        # nobody reads the pack meanwhile: between two of its files it is neither what it was nor what it will be
        with self._lock:
            after = _decided(self._opened(place, module, home.own_pack), told)
            self._keep(place.key, stamp_of(module, home.own_pack), after)
        return after

    def _opened(self, place: ShelfPlace, module: Path, pack: Path) -> Binder:
        """The binder as the files stand; who asks holds the lock."""
        stamp = stamp_of(module, pack)
        known, binder = self._kept.get(place.key, (None, None))
        if binder is None or known != stamp:
            binder = open_binder(module, pack)
            self._keep(place.key, stamp, binder)
        return binder

    def _keep(self, key: str, stamp: object, binder: Binder) -> None:
        self._kept.pop(key, None)
        self._kept[key] = (stamp, binder)
        while len(self._kept) > KEPT:
            del self._kept[next(iter(self._kept))]


def _decided(binder: Binder, told: Mapping[str, str]) -> Binder:
    """Write down what a form says; the binder as it then is."""
    if told.get("act") == "take":
        return take(binder)
    if told.get("act") == "table":
        return bind_table(binder, table_of(told))
    row = binder.row(told.get("row", ""))
    return decide(binder, {row.key: decision_of(row, told)})


def module_of(place: ShelfPlace, home: GameFolder) -> Path | None:
    """The module that a game's settings name, else the first that lies there."""
    return home.module or next(iter(place.modules()), None)


def begin(place: ShelfPlace, case: BindingPage) -> None:
    """Begin a pack of the game's own on the rules that it is played by, and have the game judged by it."""
    if case.module is None:
        raise UsageError("put the module (.vmod) into this game first")
    draft(case.module, place.folder / OWN, "", "", case.pack)
    change_settings(place.folder, {"pack": OWN, "theatre": "", "module": case.module.name})


def groups(binder: Binder) -> dict[str, list[Row]]:
    """The rows by what is to be done with them; a unit without strengths is listed with those that want them, too."""
    found: dict[str, list[Row]] = {name: [] for name in GROUPS}
    for row in binder.rows:
        found[row_state(row)].append(row)
        if (
            row.bound.startswith("unit ")
            and row_state(row) in ("bound", "unbound")
            and not strengths(binder, row.bound)
        ):
            found["strengths"].append(row)
    return found


def strengths(binder: Binder, key: str) -> str:
    """A type's printed strengths as they are typed, "" if none is known."""
    unit = binder.pack.units.get(key.removeprefix("unit ")) if key.startswith("unit ") else None
    sides = []
    for face in unit.faces if unit else ():
        values = [face.attack, face.defense, face.movement]
        if any(value is not None for value in values):
            sides.append("-".join("?" if value is None else str(value) for value in values))
    return "/".join(sides)


def decision_of(row: Row, told: Mapping[str, str]) -> Decision:
    """What a form says of a kind of counter."""
    act, values, side = told.get("act", ""), told.get("values", "").strip(), told.get("side", "")
    if act in ("new unit", "new marker"):
        return Decision(act, values, side)
    if act == "ignore":
        return Decision("ignore")
    if act == "loose":
        return Decision("")
    what = told.get("other", "").strip().rpartition("[")[2].rstrip("]") or told.get("type", "") or row.bound
    if not what:
        raise UsageError("choose what it is first")
    if what == row.bound and row.state == "drafted":
        return Decision(f"new {what.partition(' ')[0]}", values, side)
    return Decision(what, values, side)


def table_of(told: Mapping[str, str]) -> dict[str, dict[str, str]]:
    """What a form says of turns, sides, boxes, conditions and numbers; fields are called table:TABLE:KEY."""
    found: dict[str, dict[str, str]] = {}
    for name, value in told.items():
        start, _, rest = name.partition(":")
        table, _, key = rest.partition(":")
        if start == "table" and key:
            plain = place_pattern(key) if table == "boxes" else key
            found.setdefault(table, {})[plain] = value.strip()
    if (name := told.get("number:name", "").strip()) and told.get("number:property"):
        found.setdefault("values", {})[name] = told["number:property"]
    return found


def following(rows: list[Row], key: str, before: list[str]) -> str:
    """The row to look at after one that was just decided: the next of its group, from the first again at the end."""
    left = {row.key for row in rows}
    after = before[before.index(key) + 1 :] + before[: before.index(key)] if key in before else []
    return next((each for each in after if each in left), rows[0].key if rows else "")


def saves(place: ShelfPlace) -> list[Path]:
    """The saves of the game."""
    return [each for each in place.files() if is_save_file(each)]


def tried(binder: Binder, place: ShelfPlace, name: str) -> TestedSave | None:
    """A save of the game, the newest if none is named, read by the binding as it is."""
    named = next((each for each in saves(place) if each.name == name), None)
    save = named or newest_save(place.files())
    return try_out(binder, save) if save else None


def seats(binder: Binder) -> list[tuple[str, str]]:
    """What the module calls its seats, and the pack's side for each."""
    return list(sides_told(binder))
