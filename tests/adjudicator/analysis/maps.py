"""Small theatres and packs for tests: a map in a few text lines, units in a few more."""

from __future__ import annotations

import dataclasses
import tomllib
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from pydantic import TypeAdapter

from adjudicator.analysis.border import Borders
from adjudicator.analysis.combat.terms import Casualties, Proportions, SeriesAdvance, Steadfast
from adjudicator.analysis.control_terms import SeriesControl
from adjudicator.analysis.events import UnitEvents
from adjudicator.analysis.headquarters import Headquarters
from adjudicator.analysis.movement.overrun_terms import SeriesOverrun
from adjudicator.analysis.movement.retreat_terms import SeriesRetreat, Slipping
from adjudicator.analysis.movement.terms import Slowed
from adjudicator.analysis.organization_terms import ExchangesBesides
from adjudicator.analysis.resources import Counted, OnTrack, Prices
from adjudicator.analysis.supply.line_terms import RuledSeas, Shrinking
from adjudicator.analysis.supply.terms import Drawn, LimitedSources, RadiusFactors, Raises, StarvationRule
from adjudicator.analysis.weather import Freezings
from adjudicator.model.hexes import Hexside
from adjudicator.model.network import Network
from adjudicator.model.pack import Header, Pack
from adjudicator.model.sequence import Faction, Moment, Phase
from adjudicator.model.theatre import Link, MapHex, Numbering, Place, Theatre
from adjudicator.model.units import Face, Marker, MarkerType, Unit, UnitType
from adjudicator.packs.europa.analysis.works import Works
from adjudicator.persistent import PersistentMap
from adjudicator.record.position import Position
from adjudicator.terms.changes import Built

NUMBERS = Numbering()


def theatre(
    rows: str,
    sides: Mapping[str, str] | None = None,
    places: tuple[Place, ...] = (),
    *,
    tags: Mapping[str, str] | None = None,
    links: tuple[Link, ...] = (),
    wide: bool = False,
) -> Theatre:
    """One letter a hex: column c of line r is hex cc-rr; '.' clear, 'f' forest, 'm' mountain, '~' sea, ' ' no hex.

    `sides` maps "0101-0102" to features, `tags` numbers to tags, both space-separated;
    `wide` maps have three digits for column and row.
    """
    digits = 3 if wide else 2
    names = {".": "clear", "f": "forest", "m": "mountain", "~": "sea"}
    marked = tags or {}
    hexes = {}
    for r, line in enumerate(rows.strip("\n").splitlines()):
        for c, letter in enumerate(line):
            if letter in names:
                at = NUMBERS.hex(c, r)
                number = f"{c:0{digits}d}{r:0{digits}d}"
                hexes[at] = MapHex(number, at, names[letter], frozenset(marked.get(number, "").split()))
    ends = {entry.number: at for at, entry in hexes.items()}
    features = {}
    for pair, words in (sides or {}).items():
        a, b = pair.split("-")
        features[Hexside.between(ends[a], ends[b])] = frozenset(words.split())
    return Theatre("test", NUMBERS, hexes, features, places, links)


FIGURES: Mapping[tuple[str, str], type] = {
    ("border", ""): Borders,
    ("events", "units"): UnitEvents,
    ("works", ""): Works,
    ("movement", "bars"): SeriesOverrun,
    ("movement", "slipping"): Slipping,
    ("movement", "slowed"): Slowed,
    ("spending", "prices"): Prices,
    ("spending", "on_track"): OnTrack,
    ("spending", "counted"): Counted,
    ("organization", "besides"): ExchangesBesides,
    ("supply", "drawn"): Drawn,
    ("supply", "factor"): RadiusFactors,
    ("supply", "limit"): LimitedSources,
    ("supply", "raises"): Raises,
    ("supply", "ruled"): RuledSeas,
    ("supply", "shrinking"): Shrinking,
    ("supply", "starvation"): StarvationRule,
    ("combat", "advancing"): SeriesAdvance,
    ("combat", "steadfast"): Steadfast,
    ("combat", "proportion"): Proportions,
    ("combat", "casualties"): Casualties,
    ("headquarters", ""): Headquarters,
    ("weather", "freezing"): Freezings,
    ("ground", "built"): Built,
}
"""What a book has in code, which tests write as TOML all the same: by the file, and the table in it."""
WITHIN: Mapping[tuple[str, str], type] = {("movement", "retreat"): SeriesRetreat, ("control", ""): SeriesControl}
"""What tests write among the keys of a table that is TOML."""


def read(tables: Mapping[str, str]) -> tuple[Mapping[str, Mapping[str, object]], Mapping[type, object]]:
    """Tables and figures given as TOML."""
    found = {name: tomllib.loads(text) for name, text in tables.items()}
    figures = {}
    for (name, key), kind in FIGURES.items():
        told = found.get(name, {}).pop(key, None) if key else found.pop(name, None)
        fields = {each.name for each in dataclasses.fields(kind)}
        if told is not None:
            figures[kind] = TypeAdapter(kind).validate_python({key: told} if key in fields else told)
    for (name, key), kind in WITHIN.items():
        table = found.get(name, {}).get(key, {}) if key else found.get(name, {})
        told = {each.name: table.pop(each.name) for each in dataclasses.fields(kind) if each.name in table}
        if told:
            figures[kind] = TypeAdapter(kind).validate_python(told)
    return found, figures


def pack(**tables: str) -> Pack:
    """A pack of two sides, red and blue, with tables and figures given as TOML."""
    found, figures = read(tables)
    header = Header(
        id="test", short="t", title="Test", factions=(Faction(id="red", name="Red"), Faction(id="blue", name="Blue"))
    )
    return Pack(
        header=header,
        folder=Path("test"),
        units={},
        markers={},
        rules={},
        readings={},
        chosen={},
        tables=found,
        figures=figures,
    )


def unit(text: str, number: int = 0) -> Unit:
    """ "red leg 0102 large heavy": side, movement class, hex, then size and tags; attack 4, defense 3, movement 4."""
    side, kind, at, *tags = text.split()
    size = next((tag for tag in tags if tag in ("large", "medium", "small")), "medium")
    key = UnitType(
        id=f"{side}-{kind}-{size}-{'-'.join(sorted(tags))}",
        side=side,
        nation=next((tag.removeprefix("nation:") for tag in tags if tag.startswith("nation:")), side),
        kind=kind,
        size=size,
        movement_class=kind,
        tags=frozenset(tags),
        faces=(Face(attack=4, defense=3, movement=4, steps=2),),
    )
    return Unit(id=f"{side}{number}", type=_TYPES.setdefault(key.id, key), hex=at, location=at)


_TYPES: dict[str, UnitType] = {}


def marker(text: str, number: int = 0) -> Marker:
    """ "red hq 0102 4 attack": side ("-" = none), kind, hex, then a value and tags."""
    side, kind, at, *rest = text.split()
    value = next((int(word) for word in rest if word.lstrip("-").isdigit()), 0)
    tags = frozenset(word for word in rest if not word.lstrip("-").isdigit())
    owner = "" if side == "-" else side
    return Marker(f"{kind}{number}", MarkerType(id=kind, kind=kind, side=owner, tags=tags), at, value=value)


def position(
    where: Theatre | Network,
    rules: Pack,
    *units: str,
    markers: tuple[str, ...] = (),
    control: Mapping[str, str] | None = None,
    phase: str = "",
    phasing: str = "red",
    **conditions: str,
) -> Position:
    """A position of some units on a theatre."""
    network = where if isinstance(where, Network) else Network.of(where)
    stage = Phase(id=phase, name=phase, kind=phase, side=phasing) if phase else None
    weather = {"weather": "clear", **conditions}
    made = Position(
        rules, network, control=PersistentMap(control or {}), moment=Moment(1, stage, tuple(sorted(weather.items())))
    )
    for count, text in enumerate(units):
        made = made.with_unit(unit(text, count))
    for count, text in enumerate(markers):
        made = made.with_marker(marker(text, count))
    return made


def blank(*rows: int) -> str:
    """A clear map of so many columns and rows."""
    columns, count = rows
    return "\n".join("." * columns for _ in range(count))


def relabelled(given: Position, turn: Mapping[str, str], where: Network) -> Position:
    """The same position with every hex number replaced, on another network."""
    moved = Position(given.pack, where, moment=given.moment)
    for entry in given.units.values():
        moved = moved.with_unit(replace(entry, hex=turn[entry.hex], location=turn[entry.hex]))
    for entry in given.markers.values():
        moved = moved.with_marker(replace(entry, hex=turn[entry.hex]))
    control = PersistentMap({turn.get(name, name): side for name, side in given.control.items()})
    return replace(moved, control=control)
