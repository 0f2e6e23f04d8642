"""A map from a file of another program put into a theatre of one's own, with what was lost on the way."""

from __future__ import annotations

from pathlib import Path

from adjudicator.editing.importing import Brought, read_map
from adjudicator.editing.values import Key, Kind, Value
from adjudicator.game.boxes import require
from adjudicator.game.maps.opening import own_theatre
from adjudicator.game.maps.tracing import MapInHand
from adjudicator.game.modules import Made
from adjudicator.model.theatre import UNKNOWN_TERRAIN
from adjudicator.words import counted


def bring(pack: str | Path, path: Path, theatre: str | Path = "") -> Made:
    """Write what a .geojson or .csv says of a map into a pack's theatre; hexes, hexsides and places it does not name stay.

    UsageError if the theatre came with a shipped pack, UnknownFormat or CorruptFile if the file cannot be read.
    """
    require(path)
    own = own_theatre(pack, theatre)
    words = own.words
    taken = {"terrains": {*words.terrains, UNKNOWN_TERRAIN}, "features": words.features}
    takes = {**taken, "tags": words.tags, "kinds": words.kinds}
    brought = read_map(path, own.at, {group: frozenset(each) for group, each in takes.items()})
    traced = MapInHand(own.folder, own.header.title, (), words, own.at)
    changes = _new(brought, traced)
    traced.bring(changes)
    return Made(
        own.folder, (_told(changes), *(f"lost: {text}{_times(n)}" for text, n in sorted(brought.losses.items())))
    )


def _new(brought: Brought, traced: MapInHand) -> dict[Key, Value]:
    """What the file says and the theatre does not say yet; a place that is there already comes no second time."""
    there = {_name(value) for key, value in traced.sheet.values.items() if key.kind is Kind.PLACE}
    return {
        key: value for key, value in brought.changes.items() if key.kind is not Kind.PLACE or _name(value) not in there
    }


def _name(value: Value) -> tuple[object, object]:
    return (value.get("name"), value.get("hex")) if isinstance(value, dict) else ("", "")


def _told(changes: dict[Key, Value]) -> str:
    def of(kind: Kind) -> int:
        return sum(key.kind is kind for key in changes)

    hexes, sides, places = of(Kind.TERRAIN), of(Kind.SIDE), of(Kind.PLACE)
    return f"took {counted(hexes, 'hex')}, {counted(sides, 'hexside')}, {counted(places, 'place')}"


def _times(count: int) -> str:
    return f" ({count} times)" if count > 1 else ""
