"""A map from a file of another program put into a theatre of one's own, with what was lost on the way."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path

from adjudicator.editing.brought import ImportedMap
from adjudicator.editing.importing import numbers_in, read_map
from adjudicator.editing.values import Value, ValueKey, ValueKind, is_empty
from adjudicator.errors import NotationError, UsageError
from adjudicator.game.boxes import require_file
from adjudicator.game.maps.opening import OwnTheatre, own_theatre
from adjudicator.game.maps.tracing import MapInHand
from adjudicator.game.modules import Made
from adjudicator.model.hexes import Hex
from adjudicator.model.theatre import UNKNOWN_TERRAIN
from adjudicator.words import counted
from adjudicator.writing import collected, forced


def bring(pack: str | Path, path: Path, theatre: str | Path = "", *, whole: bool = False, force: bool = False) -> Made:
    """Write what a file of another program says of a map into a pack's theatre; hexes, hexsides and places it does not name stay.

    With `whole` its hexes are the whole map: those that the theatre lacks are added, those that it does not name go, with
    their hexsides. `force` changes files of the theatre that are write-protected, too.

    UsageError if the theatre came with a shipped pack, UnknownFormat or CorruptFile if the file cannot be read.
    """
    require_file(path)
    own = own_theatre(pack, theatre)
    words = own.words
    taken = {"terrains": {*words.terrains, UNKNOWN_TERRAIN}, "features": words.sides}
    takes = {**taken, "tags": words.tags, "kinds": words.kinds}
    at = _whole(path, own) if whole else own.at
    known = {group: frozenset(each) for group, each in takes.items()}
    brought = read_map(path, at, known, sideways=own.header.numbering.sideways)
    traced = MapInHand(own.folder, own.header.title, (), words, {**own.at, **at})
    gone = dict(_gone(traced, at))
    changes = _new(brought, traced)
    with forced(force), collected() as written:
        if gone or changes:
            traced.bring({**gone, **changes})
    hexes = sum(key.kind is ValueKind.TERRAIN for key in gone)
    told = [_told(changes), *([f"took out {counted(hexes, 'hex')} that it does not name"] if hexes else [])]
    lost = (f"lost: {text}{_times(n)}" for text, n in sorted(brought.losses.items()))
    return Made(own.folder, (*told, *lost), tuple(written))


def _whole(path: Path, own: OwnTheatre) -> dict[str, Hex]:
    """Where the hexes lie that a file names, as the theatre's numbering has it; what is no number there is left out."""
    found = {}
    for number in numbers_in(path):
        with suppress(NotationError):
            found[number] = own.at[number] if number in own.at else own.header.numbering.parse(number)
    if not found:
        raise UsageError("the file names no hex of this map, so nothing would be left of it", "whole", str(path))
    return found


def _gone(traced: MapInHand, at: Mapping[str, Hex]) -> Iterator[tuple[ValueKey, Value]]:
    """What is said of hexes that are not to be there any more."""
    for key in (key for key, value in traced.sheet.values.items() if not is_empty(value)):
        of_hex = key.kind in (ValueKind.TERRAIN, ValueKind.TAGS, ValueKind.CHECKED)
        ends = (key.of,) if of_hex else key.of.split("-") if key.kind is ValueKind.SIDE else ()
        if not set(ends) <= at.keys():
            yield key, None


def _new(brought: ImportedMap, traced: MapInHand) -> dict[ValueKey, Value]:
    """What the file says and the theatre does not say yet; a place that is there already comes no second time."""
    there = {_name(value) for key, value in traced.sheet.values.items() if key.kind is ValueKind.PLACE}
    return {
        key: value
        for key, value in brought.changes.items()
        if key.kind is not ValueKind.PLACE or _name(value) not in there
    }


def _name(value: Value) -> tuple[object, object]:
    return (value.get("name"), value.get("hex")) if isinstance(value, dict) else ("", "")


def _told(changes: dict[ValueKey, Value]) -> str:
    def of(kind: ValueKind) -> int:
        return sum(key.kind is kind for key in changes)

    hexes, sides, places = of(ValueKind.TERRAIN), of(ValueKind.SIDE), of(ValueKind.PLACE)
    return f"took {counted(hexes, 'hex')}, {counted(sides, 'hexside')}, {counted(places, 'place')}"


def _times(count: int) -> str:
    return f" ({count} times)" if count > 1 else ""
