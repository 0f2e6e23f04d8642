"""Moves as text, both ways: what a person types into a case, an example or a bug report. Positions: `notation`.

Lines of moves
    fr.1inf, fr.2cav 0805-0905-1005          a move through these hexes; "retreat", "rail" ... before it says what kind
    place fr.1inf 0805      remove fr.1inf      flip fr.1inf/2      mark fr.1inf+oos      unmark fr.1inf+oos
    demolish 0805-0905: fr.1inf              a bridge is blown up; "repair" makes it whole; result=failure: it stays as it is
    fly cas 0905: fr.1air base=0805          a mission, of a kind of air.toml; "strike": it is carried out over its target
    dogfight 0905: fr.1air against=au.1air die=4 result=DA      units attack others in the air
    attack 0905: fr.1inf, fr.2cav            odds=3 and the like at the end of any line become its values
    turn 2, French combat                    the next phase begins
    rail +leader 0805-0905                   a marker that goes somewhere of its own; "shift" where it is just put there
    lay +fort 0805      lift +fort 0805      swap +hq.open+hq.closed 0805      a marker laid, taken away, turned
    fr.1inf 0805>[Reserve]                   off the map, or onto it
    now weather rain                         a condition changes;  value fr.supply 11: a number the game keeps
    say hello to all                         a line of chat, in quotation marks where it has "#" or ";" in it
    roll 3 4: Attack                         dice, and the program's line about them
The modes of movement are those that the pack's movement.toml names: "rail" there makes "rail" a word here.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import field

from adjudicator.budget import bounded
from adjudicator.errors import NotationError, nearest
from adjudicator.lean import dataclass
from adjudicator.model.notation import (
    UNIT,
    UnitText,
    condition_of,
    format_moment,
    format_unit,
    is_hexside,
    lies,
    lines_of,
    marker_type,
    moment_of,
    pair_of,
    parse_unit,
    place_of,
    spot_of,
)
from adjudicator.model.pack import MARCH, Pack
from adjudicator.model.sequence import Moment
from adjudicator.model.theatre import Theatre
from adjudicator.model.units import MarkerType
from adjudicator.said import say

TRAVELS = ("retreat", "advance", "overrun", "shift")
"""What goes along a path and is no mode of movement of the pack."""
_ROUTE = re.compile(r"(?P<names>.*) (?P<route>(?:\[[^\[\]]*\]|[^ \[\]])+)")
_VALUE = re.compile(r"([a-z_]+)=(\S+)")
_DIE = re.compile(r"-?[0-9]{1,9}")
_UNSAYABLE = re.compile(r"[#;\n\r]|^[\s\"]|\s$|^$")


@dataclass(frozen=True, slots=True)
class MoveText:
    """A written act, or with a `moment` the beginning of a phase. `text` is what is said, `dice` what fell."""

    kind: str
    units: tuple[UnitText, ...] = ()
    path: tuple[str, ...] = ()
    moment: Moment | None = None
    values: Mapping[str, str] = field(default_factory=dict)
    markers: tuple[MarkerType, ...] = ()
    text: str = ""
    dice: tuple[int, ...] = ()

    @property
    def marches(self) -> bool:
        """Whether it is a move without a word before it."""
        return self.kind == MARCH


@dataclass(frozen=True, slots=True)
class _Line:
    """A line of moves taken apart: its first word, the rest without the values at its end, and those."""

    whole: str
    word: str
    rest: str
    values: Mapping[str, str]
    pack: Pack
    theatre: Theatre


@bounded
def parse_moves(lines: str | Iterable[str], pack: Pack, theatre: Theatre) -> tuple[MoveText, ...]:
    """Read moves, one a line; NotationError says which line and what was expected."""
    return tuple(_move(line, pack, theatre) for line in lines_of(lines))


def format_move(move: MoveText) -> str:
    """The line of a move; `parse_moves` makes the same of it."""
    if move.moment is not None:
        return format_moment(move.moment)
    form = _FORMS.get(move.kind)
    if form is not None:
        return form.write(move)
    word = "" if move.marches else move.kind
    path = (">" if any("[" in part for part in move.path) else "-").join(move.path)
    return " ".join(part for part in (word, ", ".join(_pieces(move)), path) if part) + _tail(move)


def words(pack: Pack) -> tuple[str, ...]:
    """Every word that a line of moves may begin with."""
    return (*pack.modes, *TRAVELS, *_FORMS)


def is_move(line: str, pack: Pack, theatre: Theatre) -> bool:
    """Whether a line reads as a move rather than as part of a position (a phase reads as either)."""
    first = line.split(" ", 1)[0]
    if first in words(pack) and first != "value":
        return True
    if ":" in line:
        return False
    match = UNIT.fullmatch(first.rstrip(","))
    return (match is not None and match["type"] in pack.units) or _is_route(_with_route(line)[1], theatre)


def _move(line: str, pack: Pack, theatre: Theatre) -> MoveText:
    told = moment_of(line, pack)
    if told is not None:
        return MoveText("phase", moment=told)
    word, _, rest = line.partition(" ")
    if word in ("say", "roll", "now", "value"):
        return _FORMS[word].read(_Line(line, word, rest, {}, pack, theatre))
    text, values = _with_values(line)
    word, _, rest = text.partition(" ")
    if word not in words(pack):
        _require_pieces(text, pack)
        word, rest = MARCH, text
    parts = _Line(line, word, rest, values, pack, theatre)
    form = _FORMS.get(word)
    return form.read(parts) if form is not None else _travel(parts)


def _with_values(line: str) -> tuple[str, dict[str, str]]:
    """A line without the values at its end, and those; of a name that is given twice the first counts."""
    words = line.split(" ")
    found = []
    while len(words) > 1 and (match := _VALUE.fullmatch(words[-1])):
        words.pop()
        found.append((match[1], match[2]))
    return " ".join(words), dict(reversed(dict(found).items()))


def _require_pieces(text: str, pack: Pack) -> None:
    """NotationError where a line begins with a word that is neither a unit, nor a mode of movement, nor an act."""
    first, *others = text.split(" ")
    match = UNIT.fullmatch(first)
    known = match is not None and match["type"] in pack.units
    if not known and len(others) > 1 and not first.endswith(",") and first[0] not in "+[":
        raise NotationError(f"'{text}': no movement mode '{first}'{nearest(first, words(pack))}")


def _travel(line: _Line) -> MoveText:
    """Units and markers along a path of at least two hexes."""
    names, route = _with_route(line.rest)
    if not names:
        raise NotationError(f"'{line.whole}': expected units and a path such as 0805-0905")
    path = _path(route, line.theatre)
    if len(path) < 2:
        raise NotationError(f"'{line.whole}': a path has at least two hexes, such as 0805-0905")
    items = [item.strip() for item in names.split(",")]
    markers = tuple(marker_type(item[1:], line.pack) for item in items if item.startswith("+"))
    kept = ",".join(item for item in items if not item.startswith("+"))
    units = () if markers and not kept.strip() else _units(kept, line.pack)
    return MoveText(line.word, units, path, values=line.values, markers=markers)


def _place(line: _Line) -> MoveText:
    names, spot = _with_route(line.rest)
    if not names:
        raise NotationError(f"'{line.whole}': expected units and a hex or box such as 0805")
    return MoveText(line.word, _units(names, line.pack), _path(spot, line.theatre), values=line.values)


def _attack(line: _Line) -> MoveText:
    targets, colon, names = line.rest.partition(":")
    if not colon:
        raise NotationError(f"'{line.whole}': wants {line.word} HEX: units")
    path = tuple(place_of(target, line.theatre) for target in targets.split())
    return MoveText(line.word, _units(names, line.pack), path, values=line.values)


def _mission(line: _Line) -> MoveText:
    """A mission: its kind, the hex and the units."""
    target, colon, names = line.rest.partition(":")
    kind, space, place = target.strip().partition(" ")
    if not colon or not space:
        raise NotationError(f"'{line.whole}': wants {line.word} MISSION HEX: units")
    if kind not in line.pack.missions:
        raise NotationError(f"'{line.whole}': no mission '{kind}'{nearest(kind, line.pack.missions)}")
    path = (place_of(place, line.theatre),)
    return MoveText(line.word, _units(names, line.pack), path, values=line.values, text=kind)


def _bridge(line: _Line) -> MoveText:
    """Work on the bridge of a hexside."""
    target, colon, names = line.rest.partition(":")
    if not colon:
        raise NotationError(f"'{line.whole}': wants {line.word} HEX-HEX: units")
    spot = spot_of(target.strip(), line.theatre)
    if not is_hexside(spot, line.theatre):
        raise NotationError(f"'{line.whole}': a bridge lies on a hexside, such as 0805-0905")
    return MoveText(line.word, _units(names, line.pack), (spot,), values=line.values)


def _of_units(line: _Line) -> MoveText:
    return MoveText(line.word, _units(line.rest, line.pack), values=line.values)


def _of_markers(line: _Line) -> MoveText:
    """Markers and where they lie; of a swap the old one and the new."""
    names, where = _with_route(line.rest)
    spot = spot_of(where, line.theatre)
    markers = tuple(marker_type(name.strip(" ,"), line.pack) for name in names.split("+") if name.strip(" ,"))
    swap = line.word == "swap"
    if not markers or (swap and len(markers) != 2):
        raise NotationError(f"'{line.whole}': wants {line.word} {'+OLD+NEW' if swap else '+MARKER'} HEX")
    for marker in markers:
        lies(marker, spot, line.theatre)
    return MoveText(line.word, path=(spot,), values=line.values, markers=markers)


def _value(line: _Line) -> MoveText:
    name, value = pair_of(line.rest, line.whole)
    return MoveText(line.word, values={name: value})


def _condition(line: _Line) -> MoveText:
    name, value = condition_of(line.rest, line.whole, line.pack, line.theatre)
    return MoveText(line.word, values={name: value})


def _speech(line: _Line) -> MoveText:
    return MoveText(line.word, text=_told(line.rest.strip(), line.whole))


def _roll(line: _Line) -> MoveText:
    dice, _, text = line.rest.partition(":")
    if not all(map(_DIE.fullmatch, dice.split())):
        raise NotationError(f"'{line.whole}': wants roll DIE DIE ...: WORDS")
    return MoveText(line.word, dice=tuple(map(int, dice.split())), text=_told(text.strip(), line.whole))


def _told(said: str, line: str) -> str:
    """Words of a line, which stand in quotation marks or do not."""
    if not said.startswith('"'):
        return said
    try:
        told = json.loads(said)
    except ValueError as error:
        raise NotationError(say("'{line}': the quotation mark is not closed where the line ends", line)) from error
    return str(told)


def _write_pieces(move: MoveText) -> str:
    return " ".join((move.kind, ", ".join(_pieces(move)), *move.path)) + _tail(move)


def _write_swap(move: MoveText) -> str:
    return " ".join((move.kind, "".join(_pieces(move)), *move.path)) + _tail(move)


def _write_attack(move: MoveText) -> str:
    return f"{move.kind} {' '.join(move.path)}: {', '.join(_pieces(move))}{_tail(move)}"


def _write_mission(move: MoveText) -> str:
    return f"{move.kind} {move.text} {' '.join(move.path)}: {', '.join(_pieces(move))}{_tail(move)}"


def _write_change(move: MoveText) -> str:
    return "; ".join(f"{move.kind} {name} {value}" for name, value in move.values.items())


def _write_speech(move: MoveText) -> str:
    return f"{move.kind} {_said(move.text)}"


def _write_roll(move: MoveText) -> str:
    dice = " ".join(map(str, move.dice))
    return f"{move.kind} {dice}: {_said(move.text)}" if move.text else f"{move.kind} {dice}"


@dataclass(frozen=True, slots=True)
class _LineForm:
    """How the lines that begin with a word are read and written."""

    read: Callable[[_Line], MoveText]
    write: Callable[[MoveText], str]


_FORMS: Mapping[str, _LineForm] = {
    "place": _LineForm(_place, _write_pieces),
    "remove": _LineForm(_of_units, _write_pieces),
    "flip": _LineForm(_of_units, _write_pieces),
    "mark": _LineForm(_of_units, _write_pieces),
    "unmark": _LineForm(_of_units, _write_pieces),
    "attack": _LineForm(_attack, _write_attack),
    "bombard": _LineForm(_attack, _write_attack),
    "fly": _LineForm(_mission, _write_mission),
    "strike": _LineForm(_mission, _write_mission),
    "dogfight": _LineForm(_attack, _write_attack),
    "demolish": _LineForm(_bridge, _write_attack),
    "repair": _LineForm(_bridge, _write_attack),
    "lay": _LineForm(_of_markers, _write_pieces),
    "lift": _LineForm(_of_markers, _write_pieces),
    "swap": _LineForm(_of_markers, _write_swap),
    "now": _LineForm(_condition, _write_change),
    "value": _LineForm(_value, _write_change),
    "say": _LineForm(_speech, _write_speech),
    "roll": _LineForm(_roll, _write_roll),
}


def _pieces(move: MoveText) -> list[str]:
    return [*map(format_unit, move.units), *(f"+{marker.id}" for marker in move.markers)]


def _tail(move: MoveText) -> str:
    return "".join(f" {key}={value}" for key, value in move.values.items())


def _said(text: str) -> str:
    """Words as a line may hold them: as they are, or in quotation marks without what would end the line."""
    if not _UNSAYABLE.search(text):
        return text
    return json.dumps(text).replace("#", "\\u0023").replace(";", "\\u003b")


def _path(route: str, theatre: Theatre) -> tuple[str, ...]:
    return tuple(place_of(part, theatre) for part in re.split(r">" if ">" in route else r"-", route))


def _with_route(text: str) -> tuple[str, str]:
    """What moves and the way it goes: the last word, in which a box's name may hold spaces."""
    match = _ROUTE.fullmatch(text)
    return (match["names"], match["route"]) if match else ("", text)


def _is_route(text: str, theatre: Theatre) -> bool:
    """Whether a word is a path of hexes."""
    first, *others = text.split("-")
    return bool(others) and first in theatre.by_number and others[0] in theatre.by_number


def _units(text: str, pack: Pack) -> tuple[UnitText, ...]:
    found = tuple(parse_unit(item.strip(), pack) for item in text.split(",") if item.strip())
    if not found:
        raise NotationError("expected at least one unit, found none")
    return found
