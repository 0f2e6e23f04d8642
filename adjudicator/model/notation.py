"""Positions as text, both ways: what a person types into a case, an example or a bug report. Moves: `move_notation`.

Lines of a position
    turn 2, French movement        turn and phase (name or id); either alone will do
    weather clear                  a condition; "weather:north snow" for one of a region
    control Riverton fr            who holds a place or hex, where the game remembers that
    value fr.supply 12             any other number the game keeps
    remember lost Riverton         what is remembered of earlier turns: see `record.memory`
    0805: fr.1inf, fr.2cav/2+disrupted, fr.mil#2, +fort, ?, ?odd counter
    0805-0806: +bridge.down        a marker on a hexside; a bridge is held like a place: control 0805-0806 fr
    [Reserve]: fr.guard            a box off the map
A unit is its type's id; "#2" tells the second of its type, "/2" that its second face is up, "+oos" a marker on it. "+fort"
alone is a marker on the hex, "?" a counter that nobody could identify. "# ..." is a comment.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import field
from functools import cache

from adjudicator.budget import bounded
from adjudicator.errors import NotationError, nearest
from adjudicator.lean import dataclass
from adjudicator.model.hexes import Hex
from adjudicator.model.pack import Pack
from adjudicator.model.sequence import Moment, Phase
from adjudicator.model.tables import load_table
from adjudicator.model.theatre import Theatre
from adjudicator.model.units import MarkerType, UnitType
from adjudicator.model.vocabulary import Vocabulary

_ID = r"[A-Za-z0-9_.\-]+"
UNIT = re.compile(rf"(?P<type>{_ID})(?P<copy>#\d{{1,6}})?(?:/(?P<face>\d{{1,2}}))?(?P<marks>(?:\+{_ID})*)")
_LONGEST_SIDE = 200
_COMMENT = re.compile(r"(?:^|\s)#(?=\s|$)")
_TURN = re.compile(r"turn (\d{1,6})(?:, *(.+))?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class UnitText:
    """A unit as written: its type, the id it goes by, its face (from 0), the markers on it."""

    id: str
    type: UnitType
    face: int = 0
    marks: tuple[MarkerType, ...] = ()


@dataclass(frozen=True, slots=True)
class PositionText:
    """A written position. `units`, `markers` and `unknown` pair a hex number, or "[box]", with what is there.

    `remembered` are the lines that begin with "remember", without that word; `record.memory` reads them.
    """

    moment: Moment = field(default_factory=Moment)
    units: tuple[tuple[str, UnitText], ...] = ()
    markers: tuple[tuple[str, MarkerType], ...] = ()
    unknown: tuple[tuple[str, str], ...] = ()
    control: tuple[tuple[str, str], ...] = ()
    values: tuple[tuple[str, str], ...] = ()
    remembered: tuple[str, ...] = ()


@bounded
def parse_position(lines: str | Iterable[str], pack: Pack, theatre: Theatre) -> PositionText:
    """Read a position; NotationError says which line and what was expected."""
    moment, conditions = Moment(), {}
    units: list[tuple[str, UnitText]] = []
    markers: list[tuple[str, MarkerType]] = []
    unknown: list[tuple[str, str]] = []
    control: list[tuple[str, str]] = []
    values: list[tuple[str, str]] = []
    remembered: list[str] = []
    for line in lines_of(lines):
        told = moment_of(line, pack)
        if told is not None:
            moment = told
        elif line.startswith("control "):
            control.append(_control(line, pack, theatre))
        elif line.startswith("value "):
            values.append(pair_of(line[6:], line))
        elif line.startswith("remember "):
            remembered.append(line.removeprefix("remember ").strip())
        elif ":" in line and _is_place(line.split(":", 1)[0].strip(), theatre, line):
            where, items = line.split(":", 1)
            for item in filter(None, (item.strip() for item in items.split(","))):
                at = spot_of(where.strip(), theatre)
                if item.startswith("+"):
                    markers.append((at, marker_type(item[1:], pack)))
                    lies(markers[-1][1], at, theatre)
                elif is_hexside(at, theatre):
                    raise NotationError(f"'{line}': only markers stand on a hexside")
                elif item.startswith("?"):
                    unknown.append((at, item[1:].strip()))
                else:
                    units.append((at, parse_unit(item, pack)))
        else:
            name, value = condition_of(line, line, pack, theatre)
            conditions[name] = value
    _once(unit.id for _, unit in units)
    known = Moment(moment.turn, moment.phase, tuple(sorted(conditions.items())))
    return PositionText(
        known, tuple(units), tuple(markers), tuple(unknown), tuple(control), tuple(values), tuple(remembered)
    )


def format_position(written: PositionText) -> list[str]:
    """The lines of a position; `parse_position` makes the same of them."""
    lines = [text] if (text := format_moment(written.moment)) else []
    lines += [f"{name} {value}" for name, value in written.moment.conditions]
    lines += [f"control {place} {side}" for place, side in written.control]
    lines += [f"value {name} {value}" for name, value in written.values]
    lines += [f"remember {line}" for line in written.remembered]
    piles: dict[str, list[str]] = {}
    for where, unit in written.units:
        piles.setdefault(where, []).append(format_unit(unit))
    for where, marker in written.markers:
        piles.setdefault(where, []).append(f"+{marker.id}")
    for where, name in written.unknown:
        piles.setdefault(where, []).append(f"?{name}".rstrip())
    return lines + [f"{where}: {', '.join(items)}" for where, items in piles.items()]


def format_moment(moment: Moment) -> str:
    """Turn and phase as a line, "" if neither is known."""
    parts = [f"turn {moment.turn}"] if moment.turn else []
    return ", ".join(parts + ([moment.phase.name] if moment.phase else []))


def format_unit(unit: UnitText) -> str:
    """A unit as it is written."""
    face = f"/{unit.face + 1}" if unit.face else ""
    return unit.id + face + "".join(f"+{mark.id}" for mark in unit.marks)


def parse_unit(text: str, pack: Pack) -> UnitText:
    """Read one unit, such as "fr.2cav/2+disrupted"."""
    match = UNIT.fullmatch(text)
    kind = pack.units.get(match["type"]) if match else None
    if match is None or kind is None:
        near = _alike(match["type"] if match else text, tuple(pack.units))
        raise NotationError(f"'{text}' is no unit of {pack.header.title}{near}")
    face = int(match["face"] or 1) - 1
    if not 0 <= face < len(kind.faces):
        raise NotationError(f"'{text}': {kind.id} has {len(kind.faces)} faces")
    marks = tuple(marker_type(name, pack) for name in match["marks"].split("+") if name)
    return UnitText(kind.id + (match["copy"] or ""), kind, face, marks)


def marker_type(name: str, pack: Pack) -> MarkerType:
    """A marker type by its id, or by its kind where only one has it."""
    found = pack.markers.get(name)
    if found is not None:
        return found
    same = [marker for marker in pack.markers.values() if marker.kind == name]
    if len(same) != 1:
        raise NotationError(f"'{name}' is no marker of {pack.header.title}{_alike(name, tuple(pack.markers))}")
    return same[0]


def place_of(text: str, theatre: Theatre) -> str:
    """A hex number, a place's name or a "[box]" as the number of its hex or the box; NotationError for anything else."""
    if text.startswith("[") and text.endswith("]") and len(text) > 2:
        return text
    if text in theatre.by_number:
        return text
    named = next((place for place in theatre.places if place.name.casefold() == text.casefold()), None)
    if named is None:
        raise NotationError(f"'{text}' is no hex, place or [box] of {theatre.title}")
    return named.hex


def spot_of(text: str, theatre: Theatre) -> str:
    """What `place_of` makes of a text, or a hexside such as "0805-0806", the hex of the lower number first."""
    for at in dashes(text):
        ends = tuple(sorted((text[:at], text[at + 1 :])))
        if ends[0] in theatre.by_number and ends[1] in theatre.by_number:
            if theatre.at(ends[0]).at.distance(theatre.at(ends[1]).at) == 1:
                return hexside_name(*ends)
            raise NotationError(f"'{text}': {ends[0]} and {ends[1]} share no hexside")
    return place_of(text, theatre)


def dashes(text: str) -> Iterator[int]:
    """Where a text may fall into the numbers of two hexes; no two numbers are longer than that."""
    if len(text) <= _LONGEST_SIDE:
        yield from (at for at, char in enumerate(text) if char == "-")


def hexside_name(one: str, other: str) -> str:
    """A hexside as it is written."""
    return "-".join(sorted((one, other)))


def hexside_of(spot: str, theatre: Theatre) -> tuple[Hex, Hex]:
    """The two hexes of a hexside as written; NotationError for anything else."""
    for at in dashes(spot):
        if spot[:at] in theatre.by_number and spot[at + 1 :] in theatre.by_number:
            return theatre.at(spot[:at]).at, theatre.at(spot[at + 1 :]).at
    raise NotationError(f"'{spot}' is no hexside of {theatre.title}")


def is_hexside(spot: str, theatre: Theatre) -> bool:
    """Whether what `spot_of` made is a hexside."""
    return not spot.startswith("[") and spot not in theatre.by_number


def lies(marker: MarkerType, spot: str, theatre: Theatre) -> None:
    """NotationError where a marker that lies in a hex is put on a hexside."""
    if is_hexside(spot, theatre) and not marker.on_hexside:
        raise NotationError(f"'{marker.id}' lies in a hex, not on the hexside {spot}")


def lines_of(lines: str | Iterable[str]) -> Iterator[str]:
    """The lines without comments ("# ..." to the end of the line) and blank ones."""
    split = re.split(r"[\n;]", lines) if isinstance(lines, str) else lines
    return (line for line in map(_bare, split) if line)


def _bare(line: str) -> str:
    """A line without its comment; one that goes on over a line end has its comment at the very end."""
    above, end, last = line.strip().rpartition("\n")
    comment = _COMMENT.search(last)
    return (above + end + (last[: comment.start()] if comment else last)).strip()


def moment_of(line: str, pack: Pack) -> Moment | None:
    """The turn, phase or both that a line names, None if it names neither."""
    match = _TURN.fullmatch(line)
    if match is None:
        phase = _phases(pack).get(line.casefold())
        return Moment(0, phase) if phase else None
    if match[2] is None:
        return Moment(int(match[1]))
    phase = _phases(pack).get(match[2].strip().casefold())
    if phase is None:
        known = ", ".join(phase.name for phase in pack.header.sequence.phases)
        raise NotationError(f"'{line}': no phase is named '{match[2].strip()}'; phases: {known}")
    return Moment(int(match[1]), phase)


def _phases(pack: Pack) -> dict[str, Phase]:
    return _phases_of(pack.header.sequence.phases)


@cache
def _phases_of(phases: tuple[Phase, ...]) -> dict[str, Phase]:
    return {word.casefold(): phase for phase in phases for word in (phase.name, phase.id)}


def _control(line: str, pack: Pack, theatre: Theatre) -> tuple[str, str]:
    where, _, side = line.removeprefix("control ").strip().rpartition(" ")
    if side not in (*pack.sides, "disputed", "?") or not where:
        sides = ", ".join(pack.sides)
        raise NotationError(f"'{line}': wants control PLACE SIDE, sides: {sides}, or disputed, or ? if nobody knows")
    return spot_of(where, theatre), side


def pair_of(text: str, line: str) -> tuple[str, str]:
    """A name and its value, parted by a blank."""
    name, _, value = text.strip().partition(" ")
    if not value:
        raise NotationError(
            f"'{line}': expected 'HEX: units', 'turn N, PHASE', 'control PLACE SIDE' or 'CONDITION VALUE'"
        )
    return name, value.strip()


def condition_of(text: str, line: str, pack: Pack, theatre: Theatre) -> tuple[str, str]:
    """A condition and its value, of those that the pack lists; one of a region is that of a tag of the map."""
    told, value = pair_of(text, line)
    name, _, region = told.partition(":")
    listed, known = pack.header.conditions, pack.values_of(told)
    if name == "turn":
        raise NotationError(f"'{line}': wants turn N, PHASE")
    if listed and name not in listed:
        raise NotationError(f"'{line}': '{name}' is no condition of {pack.header.title}; it has {', '.join(listed)}")
    if known and value not in known:
        raise NotationError(f"'{line}': '{value}' is no {name}; it may be {', '.join(known)}")
    regions = _tags(pack, theatre)
    if region and regions and region not in regions:
        raise NotationError(
            f"'{line}': the map has no region '{region}'{nearest(region, regions) or _regions(theatre)}"
        )
    return told, value


def _tags(pack: Pack, theatre: Theatre) -> frozenset[str]:
    """Every tag that a hex of the game may have, empty if nobody says which."""
    header = theatre.header
    listed = load_table(pack, "vocabulary", Vocabulary).tags if "vocabulary" in pack.tables else {}
    return header.tags.union(listed) if header is not None and not header.unfinished else frozenset()


def _regions(theatre: Theatre) -> str:
    named = sorted(theatre.header.regions) if theatre.header is not None else []
    return f"; it has {', '.join(named)}" if named else ""


def _is_place(text: str, theatre: Theatre, line: str) -> bool:
    """Whether the words before a colon name a place; a condition such as weather:north has no blank after its colon."""
    if " " not in text and not line[len(text) + 1 :].startswith(" ") and text.isalpha():
        return False
    spot_of(text, theatre)
    return True


def _once(names: Iterable[str]) -> None:
    seen: set[str] = set()
    for name in names:
        if name in seen:
            raise NotationError(f"'{name}' stands twice; a second unit of its type is written {name.split('#')[0]}#2")
        seen.add(name)


def _alike(word: str, known: Iterable[str]) -> str:
    """A hint: the known words that begin alike."""
    near = [name for name in sorted(known) if name[:3].casefold() == word[:3].casefold()][:6]
    return f"; perhaps {', '.join(near)}" if near else nearest(word, known)
