"""When and where a term of a pack's table applies: moments, hexes, hexsides, chart cells.

Keys that every table shares
    when   phases (ids, kinds or tags; empty = always), without_phases, phasing ("own", "enemy"), conditions
           ({ season = ["winter"] }), first_turn, last_turn, options (chosen, or stood for by a marker on the table whose
           type has the tag "option.NAME"), readings ({ "7.2" = "radius-and-line" })
    where  terrains, tags, all_tags, without (terrains or tags), places (kinds of place), without_places, hexes
           (printed numbers), weather, severe ("yes", "no": the condition "severe"), last_weather (the condition of that name:
           the weather of the turn before), markers (kinds of marker in the hex), without_markers; every key
           that is given must fit
    edges  features (any of), all_features, without, weather (of either hex, or of the one that [between] of weather.toml
           lets decide), hexsides ("0805-0806"), inside (a `where` both hexes must fit)
    cells  a number (3, "1/2"), "no" (not allowed), "unlimited", "half+1" (half the printed rating and one), or "?" (a
           chart cell the book's text lacks; looked up in
           the user's charts under its dotted name). A cell that is left out is "?" too where the docstring says so.

Tags and features are those of the map as it stands in the position (ground.toml); where that is open, a hex or hexside fits
if `unknown` may count.

The weather of a hex is the condition "weather:TAG" of the moment for a tag the hex has, else the condition "weather"; the
condition "severe" and "last_weather" are read likewise.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Literal, TypeVar

import numpy as np
from pydantic import BeforeValidator

from adjudicator.analysis.answers import all_of
from adjudicator.errors import PackError, Source
from adjudicator.model.hexes import Hexside
from adjudicator.model.network import Bools, Ints, Network
from adjudicator.model.pack import Pack
from adjudicator.model.theatre import Table
from adjudicator.record.position import Position
from adjudicator.toml import validated

if TYPE_CHECKING:
    from adjudicator.analysis.changing import Ground

Loaded = TypeVar("Loaded", bound=Table)
Made = TypeVar("Made")

NO: Literal["no"] = "no"
UNKNOWN: Literal["?"] = "?"
UNLIMITED: Literal["unlimited"] = "unlimited"
HALF: Literal["half+1"] = "half+1"


def _cell(value: object) -> object:
    if isinstance(value, bool) or value is None or value in (NO, UNKNOWN, UNLIMITED, HALF):
        return value
    if isinstance(value, int | float | str):
        try:
            return Fraction(str(value))
        except (ValueError, ZeroDivisionError):
            return value
    return value


Cell = Annotated[Fraction | Literal["no", "?", "unlimited", "half+1"], BeforeValidator(_cell)]
"""A number, or a word that stands for one: "no", "unlimited", "?"."""


class Verdict(Enum):
    """What can be said of an act or a position."""

    LEGAL = "legal"
    ILLEGAL = "illegal"
    UNDETERMINED = "undetermined"


class Recent:
    """A small memory of values made from objects that are compared by identity."""

    def __init__(self, size: int = 16) -> None:
        self._size = size
        self._kept: dict[tuple[int, Hashable], tuple[object, object]] = {}

    def get(self, owner: object, key: Hashable, make: Callable[[], Made]) -> Made:
        """The value for this very object and key, made now if it is not remembered."""
        found = self._kept.get((id(owner), key))
        if found is not None and found[0] is owner:
            return found[1]  # type: ignore[return-value] # what `make` made for this key before
        value = make()
        while len(self._kept) >= self._size:
            self._kept.pop(next(iter(self._kept)))
        self._kept[(id(owner), key)] = (owner, value)
        return value


_OPTION = "option."
_OPTIONS = Recent(16)
_TABLES = Recent(128)
_MASKS = Recent(4096)
_CLIMATES = Recent(32)
_RANKS = Recent(32)


def load_table(pack: Pack, name: str, model: type[Loaded]) -> Loaded:
    """One of the pack's tables as its analysis wants it, validated once per pack; empty if the pack has none."""

    def make() -> Loaded:
        return validated(pack.tables.get(name, {}), model, pack.folder / f"{name}.toml")

    return _TABLES.get(pack, (name, model), make)


def chart(pack: Pack, name: str, cell: Fraction | str | None) -> Fraction | str | None:
    """A cell's value: what the table says, else what the user's charts give under its dotted name; None if nobody knows.

    "no" and "unlimited" come back as they are. PackError if the chart's value is neither.
    """
    if cell is not None and cell != UNKNOWN:
        return cell
    given: object = pack.charts.get(name)
    if given is None:
        given = pack.charts
        for part in name.split("."):
            given = given.get(part) if isinstance(given, Mapping) else None
    if given is None or given == UNKNOWN:
        return None
    value = _cell(given)
    if isinstance(value, Fraction) or (isinstance(value, str) and value in (NO, UNLIMITED, HALF)):
        return value
    raise PackError(
        f"[charts] {name}: expected a number, 'no' or 'unlimited', found {given!r}", Source(str(pack.folder))
    )


def options_in_play(position: Position) -> frozenset[str]:
    """The options chosen, and those that a marker on the table stands for (its type's tag "option.NAME")."""
    types = position.pack.markers.values()
    if not any(tag.startswith(_OPTION) for kind in types for tag in kind.tags):
        return position.pack.options
    return _OPTIONS.get(
        position.markers,
        (position.pack.id, position.pack.options),
        lambda: position.pack.options | frozenset(_played(position)),
    )


def _played(position: Position) -> Iterator[str]:
    for marker in position.markers.values():
        yield from (tag.removeprefix(_OPTION) for tag in marker.type.tags if tag.startswith(_OPTION))


class When(Table):
    """A restriction in time; see the module's docstring."""

    phases: frozenset[str] = frozenset()
    without_phases: frozenset[str] = frozenset()
    phasing: Literal["", "own", "enemy"] = ""
    conditions: Mapping[str, frozenset[str]] = {}
    first_turn: int = 0
    last_turn: int = 0
    options: frozenset[str] = frozenset()
    without_options: frozenset[str] = frozenset()
    readings: Mapping[str, str] = {}

    def __hash__(self) -> int:
        return hash((self.phases, self.phasing, self.first_turn, self.last_turn, self.options))

    def holds(self, position: Position, side: str) -> bool | None:
        """Whether it applies to a side now; None if the moment does not tell."""
        pack, moment = position.pack, position.moment
        if (self.options or self.without_options) and not self._options(position):
            return False
        if any(pack.chosen.get(reading) != answer for reading, answer in self.readings.items()):
            return False
        answers = [self._phase(position), self._phasing(moment.phasing, side), self._turn(moment.turn)]
        answers += [self._condition(moment.condition(name), wanted) for name, wanted in self.conditions.items()]
        return all_of(answers)

    def allows(self, position: Position, side: str, unknown: bool = True) -> bool:
        """`holds`, with the answer to give when the moment does not tell."""
        answer = self.holds(position, side)
        return unknown if answer is None else answer

    def _options(self, position: Position) -> bool:
        chosen = options_in_play(position)
        return self.options <= chosen and not self.without_options & chosen

    def _phase(self, position: Position) -> bool | None:
        if not self.phases and not self.without_phases:
            return True
        phase = position.moment.phase
        if phase is None:
            return None
        names = {phase.id, phase.kind, *phase.tags}
        return (not self.phases or bool(names & self.phases)) and not names & self.without_phases

    def _phasing(self, phasing: str, side: str) -> bool | None:
        if not self.phasing:
            return True
        if not phasing:
            return None
        return (phasing == side) == (self.phasing == "own")

    def _turn(self, turn: int) -> bool | None:
        if not self.first_turn and not self.last_turn:
            return True
        if not turn:
            return None
        return turn >= self.first_turn and (not self.last_turn or turn <= self.last_turn)

    def _condition(self, value: str | None, wanted: frozenset[str]) -> bool | None:
        return None if value is None else value in wanted


class Where(Table):
    """A set of hexes; see the module's docstring."""

    terrains: frozenset[str] = frozenset()
    tags: frozenset[str] = frozenset()
    all_tags: frozenset[str] = frozenset()
    without: frozenset[str] = frozenset()
    places: frozenset[str] = frozenset()
    without_places: frozenset[str] = frozenset()
    hexes: frozenset[str] = frozenset()
    weather: frozenset[str] = frozenset()
    severe: Literal["", "yes", "no"] = ""
    last_weather: frozenset[str] = frozenset()
    markers: frozenset[str] = frozenset()
    without_markers: frozenset[str] = frozenset()

    @property
    def timeless(self) -> bool:
        """Whether the printed map alone decides."""
        return not (self.weather or self.severe or self.last_weather or self.markers or self.without_markers)

    def mask(self, position: Position, unknown: bool = False) -> Bools:
        """(n,): the hexes that fit; a hex of unknown weather counts as `unknown`."""
        found = _hexes(position, self, unknown)
        if self.timeless:
            return found
        if self.weather:
            found = found & climate(position).mask(self.weather, unknown)
        if self.severe:
            found = found & climate(position, "severe").mask(frozenset({self.severe}), unknown)
        if self.last_weather:
            found = found & climate(position, "last_weather").mask(self.last_weather, unknown)
        if self.markers:
            found = found & _marked(position, self.markers)
        if self.without_markers:
            found = found & ~_marked(position, self.without_markers)
        return found

    def fits(self, position: Position, i: int, unknown: bool = False) -> bool:
        """Whether one hex fits, without looking at any other."""
        if not _hexes(position, self, unknown)[i]:
            return False
        if self.timeless:
            return True
        if self.weather:
            here = climate(position).at(i)
            if here not in self.weather and not (here == "" and unknown):
                return False
        if self.severe and climate(position, "severe").at(i) not in ({self.severe, ""} if unknown else {self.severe}):
            return False
        if self.last_weather:
            before = climate(position, "last_weather").at(i)
            if before not in self.last_weather and not (before == "" and unknown):
                return False
        kinds = {marker.type.kind for marker in position.markers_at(position.network.number(i))}
        return (not self.markers or bool(kinds & self.markers)) and not kinds & self.without_markers


ANYWHERE = Where()


class Edges(Table):
    """A set of hexsides; see the module's docstring."""

    features: frozenset[str] = frozenset()
    all_features: frozenset[str] = frozenset()
    without: frozenset[str] = frozenset()
    weather: frozenset[str] = frozenset()
    hexsides: frozenset[str] = frozenset()
    inside: Where = ANYWHERE
    when: When = When()

    def mask(self, position: Position, side: str, unknown: bool = False) -> Bools:
        """(n, 6): the hexsides that fit."""
        network = position.network
        if not self.when.allows(position, side, unknown):
            return np.zeros(network.neighbours.shape, dtype=np.bool_)
        found = _edges(position, side, self, unknown)
        if self.weather:
            found = found & _weather_along(position, self.weather, unknown)
        if self.inside != ANYWHERE:
            fits = self.inside.mask(position, unknown)
            found = found & fits[:, None] & spread(network, fits)
        return found

    def fits(self, position: Position, side: str, i: int, direction: int, unknown: bool = False) -> bool:
        """Whether one hexside fits."""
        network = position.network
        if not _edges(position, side, self, unknown)[i, direction] or not self.when.allows(position, side, unknown):
            return False
        other = int(network.neighbours[i, direction])
        if self.weather:
            here = weather_between(position, i, other)
            if not here & self.weather and not ("" in here and unknown):
                return False
        return self.inside == ANYWHERE or all(self.inside.fits(position, j, unknown) for j in (i, other))


class Between(Table):
    """[between] of weather.toml: whose weather a hexside has between two hexes of different weather.

    That of the hex in the first of `zones`, or the last of `order` (the weathers from the mildest to the worst); without
    either it has both.
    """

    zones: tuple[str, ...] = ()
    order: tuple[str, ...] = ()


def weather_between(position: Position, i: int, other: int) -> frozenset[str]:
    """The weather that counts on the hexside of two hexes; "" where it is unknown."""
    here, there = climate(position).at(i), climate(position).at(other)
    rule = _between(position.pack)
    if here == there or rule == Between():
        return frozenset((here, there))
    if rule.order:
        if not {here, there} <= set(rule.order):
            return frozenset(("",))
        return frozenset((max(here, there, key=rule.order.index),))
    ranks = [_rank(position.network, at, rule.zones) for at in (i, other)]
    return frozenset((here if ranks[0] < ranks[1] else there,)) if ranks[0] != ranks[1] else frozenset((here, there))


def governing(position: Position, i: int, other: int) -> frozenset[int]:
    """Of two hexes the one whose weather, frozen waters and zone the hexside between them has; both where no rule chooses."""
    rule = _between(position.pack)
    both = frozenset((i, other))
    if rule.order:
        here, there = climate(position).at(i), climate(position).at(other)
        if here == there or not {here, there} <= set(rule.order):
            return both
        return frozenset((i if rule.order.index(here) > rule.order.index(there) else other,))
    ranks = [_rank(position.network, at, rule.zones) for at in (i, other)]
    return both if ranks[0] == ranks[1] else frozenset((i if ranks[0] < ranks[1] else other,))


def _rank(network: Network, i: int, zones: tuple[str, ...]) -> int:
    tags = network.hexes[i].tags
    return next((rank for rank, tag in enumerate(zones) if tag in tags), len(zones))


def _weather_along(position: Position, wanted: frozenset[str], unknown: bool) -> Bools:
    """(n, 6): the hexsides with one of these weathers."""
    network = position.network
    fits = climate(position).mask(wanted, unknown)
    found: Bools = fits[:, None] | spread(network, fits)
    rule, weather = _between(position.pack), climate(position)
    if rule == Between():
        return found
    beyond = np.append(weather.codes, np.int8(-1)).take(network.beyond, mode="clip")
    line = np.nonzero((beyond >= 0) & (beyond != weather.codes[:, None]))
    one, other = line[0], network.neighbours[line]
    if rule.order:
        severity = np.array([rule.order.index(name) if name in rule.order else -1 for name in weather.names])
        here, there = severity[weather.codes[one]], severity[weather.codes[other]]
        told = (here >= 0) & (there >= 0)
        found[line] = np.where(told, np.where(here > there, fits[one], fits[other]), unknown)
    else:
        ranks = _RANKS.get(network, rule.zones, lambda: _ranks(network, rule.zones))
        here, there = ranks[one], ranks[other]
        found[line] = np.where(here < there, fits[one], np.where(there < here, fits[other], fits[one] | fits[other]))
    return found


def _ranks(network: Network, zones: tuple[str, ...]) -> Ints:
    """(n,): each hex's place among the zones."""
    return np.array([_rank(network, i, zones) for i in range(len(network))], dtype=np.int32)


def _between(pack: Pack) -> Between:
    def make() -> Between:
        return validated(pack.tables.get("weather", {}).get("between", {}), Between, pack.folder / "weather.toml")

    return _TABLES.get(pack, ("between", Between), make)


@dataclass(frozen=True, eq=False)
class Climate:
    """The weather of every hex at a moment: `codes[i]` is an index into `names`; names[0] is "" for unknown."""

    names: tuple[str, ...]
    codes: np.ndarray[tuple[int, ...], np.dtype[np.int8]]

    def at(self, i: int) -> str:
        """The weather of one hex, "" if unknown."""
        name: str = self.names[self.codes[i]]
        return name

    def mask(self, wanted: frozenset[str], unknown: bool) -> Bools:
        """The hexes with one of these weathers."""
        table = np.array([name in wanted or (name == "" and unknown) for name in self.names])
        found: Bools = table[self.codes]
        return found


def climate(position: Position, name: str = "weather") -> Climate:
    """The weather by hex of a position's moment, or another condition that a region may have to itself."""
    conditions = tuple(pair for pair in position.moment.conditions if pair[0].split(":")[0] == name)
    return _CLIMATES.get(position.network, conditions, lambda: _climate(position.network, conditions))


def spread(network: Network, hexes: Bools) -> Bools:
    """(n, 6): whether the hex beyond each hexside is in a set of hexes; False off the map."""
    padded = np.append(hexes, False)
    found: Bools = padded.take(network.beyond, mode="clip")
    return found


def _climate(network: Network, conditions: tuple[tuple[str, str], ...]) -> Climate:
    names = ("", *sorted({value for _, value in conditions if value}))
    codes = np.zeros(len(network), dtype=np.int8)
    for key, value in sorted(conditions, key=lambda pair: ":" in pair[0]):
        _, _, tag = key.partition(":")
        which = network.hexes_with([tag]) if tag else np.ones(len(network), dtype=np.bool_)
        codes[which] = names.index(value)
    return Climate(names, codes)


def _hexes(position: Position, where: Where, unknown: bool) -> Bools:
    """(n,): the hexes that fit on the map as it stands."""
    if _still(position):
        return _printed(position.network, where)
    ground = standing(position, "")
    found = _printed(ground.sure, where)
    if ground.perhaps is ground.sure:
        return found
    other = _printed(ground.perhaps, where)
    return found | other if unknown else found & other


def _edges(position: Position, side: str, edges: Edges, unknown: bool) -> Bools:
    """(n, 6): the hexsides that fit on the map as it stands for a side."""
    if _still(position):
        return _printed_edges(position.network, edges)
    ground = standing(position, side)
    found = _printed_edges(ground.sure, edges)
    if ground.perhaps is ground.sure:
        return found
    other = _printed_edges(ground.perhaps, edges)
    return found | other if unknown else found & other


def _still(position: Position) -> bool:
    """Whether nothing on the map ever changes under the pack, as far as that was found out already."""
    return position.network.settled or id(position.pack) in position.network.still


def standing(position: Position, side: str) -> Ground:
    """The map as it stands for a side; see `changing`."""
    # What has changed depends on who controls what, and that on zones, which ask for the ground.
    from adjudicator.analysis.changing import ground_for  # noqa: PLC0415

    return ground_for(position, side)


def _printed(network: Network, where: Where) -> Bools:
    return _MASKS.get(network, where, lambda: _make_printed(network, where))


def _make_printed(network: Network, where: Where) -> Bools:
    found = np.ones(len(network), dtype=np.bool_)
    if where.terrains:
        wanted = [i for i, name in enumerate(network.terrain_names) if name in where.terrains]
        found &= np.isin(network.terrain, wanted)
    if where.tags:
        found &= network.hexes_with(where.tags)
    for tag in where.all_tags:
        found &= network.hexes_with([tag])
    if where.without:
        found &= ~network.hexes_with(where.without)
    if where.places:
        found &= _places(network, where.places)
    if where.without_places:
        found &= ~_places(network, where.without_places)
    if where.hexes:
        found &= np.array([entry.number in where.hexes for entry in network.hexes], dtype=np.bool_)
    return found


def _places(network: Network, kinds: frozenset[str]) -> Bools:
    found = np.zeros(len(network), dtype=np.bool_)
    for i, places in network.places_at.items():
        found[i] = any(place.kinds & kinds for place in places)
    return found


def _printed_edges(network: Network, edges: Edges) -> Bools:
    key = ("edges", edges.features, edges.all_features, edges.without, edges.hexsides)
    return _MASKS.get(network, key, lambda: _make_edges(network, edges))


def _make_edges(network: Network, edges: Edges) -> Bools:
    found: Bools = network.neighbours >= 0
    if edges.features:
        found = found & network.sides_with(edges.features)
    for feature in edges.all_features:
        found = found & network.sides_with([feature])
    if edges.without:
        found = found & ~network.sides_with(edges.without)
    if edges.hexsides:
        named = np.zeros_like(found)
        for text in edges.hexsides:
            a, b = (network.index.get(number, -1) for number in text.split("-"))
            if a < 0 or b < 0:
                continue
            side = Hexside.between(network.hexes[a].at, network.hexes[b].at)
            direction = side.low.direction(side.high)
            low, high = network.index_at(side.low), network.index_at(side.high)
            named[low, direction] = named[high, (direction + 3) % 6] = True
        found = found & named
    return found


def _marked(position: Position, kinds: frozenset[str]) -> Bools:
    found = np.zeros(len(position.network), dtype=np.bool_)
    for marker in position.markers.values():
        if marker.type.kind in kinds and marker.hex in position.network.index:
            found[position.network.index[marker.hex]] = True
    return found
