"""Counters to units and markers by a pack's bindings. What the pack does not know stays on the list of the unidentified.

`identify` reads one state; an `Identifier` follows a log, event by event, at a cost that does not grow with the number of
counters. Counters that lie in decks or private windows are off the map.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

from immutables import Map

from adjudicator.errors import PackError, ReadError, Source
from adjudicator.model.beside import COMPASS, hexside_at, hexside_towards
from adjudicator.model.counters import Counter
from adjudicator.model.events import Event, Restack, SetProperty, SetTurn
from adjudicator.model.module import MapKind, Module
from adjudicator.model.network import Network
from adjudicator.model.pack import Binding, Pack
from adjudicator.model.sequence import Moment, Phase
from adjudicator.model.state import GameState
from adjudicator.model.theatre import Theatre
from adjudicator.model.units import Marker, MarkerType, Unit, UnitType
from adjudicator.model.viewer import EVERYTHING, PUBLIC, Viewer
from adjudicator.notes import Note, NoteKind
from adjudicator.record.position import Position, Unidentified

Sees = Literal["table", "umpire"]
ANY_MODULE = ".*"
TURNED_WITHIN = 1.0
NOT_OF_THE_PACK = ("the pack lists no", "no line of the binding")


def identify(
    state: GameState,
    module: Module | None,
    pack: Pack,
    theatre: Theatre | Network,
    *,
    moment: Moment | None = None,
    conditions: Mapping[str, str] | None = None,
    sees: Sees | Viewer = "table",
    binding: Binding | None = None,
) -> Position:
    """A state as a position under a pack.

    `moment` overrides what the module's turn tracker says, `conditions` adds to it. `sees` tells whose eyes look: "umpire"
    looks under masks, "table" knows what all may know.
    """
    return Identifier(
        state, module, pack, theatre, moment=moment, conditions=conditions, sees=sees, binding=binding
    ).position


def binding_for(pack: Pack, module_name: str) -> Binding | None:
    """The pack's binding whose module pattern fits the module's name; PackError if two do."""
    fits = [(stem, each) for stem, each in sorted(pack.bindings.items()) if re.fullmatch(each.module, module_name)]
    exact = [pair for pair in fits if pair[1].module != ANY_MODULE] or fits
    if len(exact) > 1:
        names = " and ".join(stem for stem, _ in exact)
        raise PackError(f"two bindings fit the module '{module_name}': {names}", Source(str(pack.folder / "bindings")))
    return exact[0][1] if exact else None


def begins_late(pack: Pack, first: Moment) -> bool:
    """Whether a file that begins at a moment may begin in the middle of the game, so that nobody saw who took what before."""
    if first.turn == pack.header.sequence.first_turn or first.condition("history") == "whole":
        return False
    return not first.condition("stage")


@dataclass(frozen=True, slots=True)
class _Line:
    """One line of a binding, compiled."""

    rule: Binding.CounterRule
    plain: tuple[tuple[str, re.Pattern[str]], ...]
    properties: tuple[tuple[str, re.Pattern[str]], ...]

    @classmethod
    def of(cls, rule: Binding.CounterRule) -> _Line:
        given = (("name", rule.name), ("slot", rule.slot), ("image", rule.image))
        return cls(
            rule,
            tuple((key, re.compile(pattern)) for key, pattern in given if pattern is not None),
            tuple((key, re.compile(pattern)) for key, pattern in rule.properties.items()),
        )

    def groups(self, counter: Counter) -> dict[str, str] | None:
        """What its patterns' groups caught, None if it does not fit."""
        words = {"name": (counter.name,), "slot": (counter.slot, counter.design.name), "image": tuple(_images(counter))}
        found: dict[str, str] = {}
        for key, pattern in self.plain:
            match = next((hit for word in words[key] if (hit := pattern.fullmatch(word))), None)
            if match is None:
                return None
            found |= {name: text for name, text in match.groupdict().items() if text is not None}
        for key, pattern in self.properties:
            match = pattern.fullmatch(counter.properties.get(key, ""))
            if match is None:
                return None
            found |= {name: text for name, text in match.groupdict().items() if text is not None}
        return found


@dataclass(frozen=True, slots=True)
class _Known:
    """What a counter turned out to be: exactly one of the first three, or unknown with `why`."""

    unit: UnitType | None = None
    marker: MarkerType | None = None
    ignored: bool = False
    face: int = 0
    why: str = ""
    hexside: str = ""


class Identifier:
    """Follows a state from event to event and keeps the position that goes with it in `position`.

    `strange` holds what the file said of a condition in words that the pack does not know.
    """

    def __init__(
        self,
        state: GameState,
        module: Module | None,
        pack: Pack,
        theatre: Theatre | Network,
        *,
        moment: Moment | None = None,
        conditions: Mapping[str, str] | None = None,
        sees: Sees | Viewer = "table",
        binding: Binding | None = None,
    ) -> None:
        self.state = state
        self.pack = pack
        self.viewer = sees if isinstance(sees, Viewer) else EVERYTHING if sees == "umpire" else PUBLIC
        self.module = module
        network = theatre if isinstance(theatre, Network) else Network.of(theatre)
        found = binding or binding_for(pack, state.module or (module.name if module else ""))
        if found is None:
            name = state.module or (module.name if module else "")
            raise PackError(f"the pack '{pack.id}' has no binding for the module '{name}'", Source(str(pack.folder)))
        self.binding = found
        self._lines = tuple(_Line.of(rule) for rule in found.counters)
        self._location = re.compile(found.location)
        self._boxes = tuple((re.compile(pattern), name) for pattern, name in found.boxes.items())
        self._fixed_moment = moment
        self._conditions = dict(conditions or {})
        self._secret_maps = (
            frozenset(m.name for m in module.maps if m.kind != MapKind.PUBLIC) if module else frozenset()
        )
        self._ids: dict[str, str] = {}
        self._named: dict[tuple[str, str], str] = {}
        self._taken: dict[str, int] = {}
        self._unknown: Map[str, Unidentified] = Map()
        self._hex_of: dict[str, str] = {}
        self._held: dict[str, tuple[str, ...]] = {}
        self.strange: dict[str, str] = {}
        self._require_places()
        now = self._moment()
        self.position = Position(pack=pack, network=network, moment=now, joined=begins_late(pack, now))
        self._read_values()
        self._refresh(sorted(state.counters, key=_natural))
        self._require_units()

    @property
    def notes(self) -> tuple[Note, ...]:
        """What the file says of conditions and the pack cannot take up."""
        return tuple(self._unread(name, value) for name, value in self.strange.items())

    def _unread(self, name: str, value: str) -> Note:
        known = " or ".join(self.pack.values_of(name))
        text = f"the file gives {name} as '{value}', which is not {known}: taken as not known (--condition {name}=... says it)"
        return Note(NoteKind.GUESSED, name, text)

    def _require_units(self) -> None:
        """Refuse a game of which the pack knows nothing: a binding for any module would call it empty, and so legal."""
        if self.binding.module != ANY_MODULE or self.position.units or self.position.markers:
            return
        readable = [each for each in self.position.unidentified if each.name]
        if readable and all(each.why.startswith(NOT_OF_THE_PACK) for each in readable):
            game = f"'{self.state.module}'" if self.state.module else "this game"
            raise PackError(
                f"the pack '{self.pack.id}' knows none of the counters of {game} (such as '{readable[0].name}'): "
                "it is made for another game, or wants a binding",
                Source(str(self.pack.folder)),
            )

    def _require_places(self) -> None:
        """Refuse to judge a table on which no counter's place has a name: it would look empty, and so legal."""
        maps = self.binding.maps
        lying = [counter.spot for counter in self.state.placed() if not maps or counter.spot.map in maps]
        if lying and not any(spot.location for spot in lying):
            raise ReadError(
                "no counter's place has a name, so nothing can be judged: read the game with its module (--module)"
            )

    @cached_property
    def has_tracker(self) -> bool:
        """Whether turn or phase can be read from the state at all."""
        turn = self.binding.turn
        return bool(turn.tracker or turn.property)

    def after(self, event: Event) -> tuple[str, ...]:
        """Take one event; the ids of the counters that it touched, in a fixed order."""
        before = self.state
        self.state = before.after(event)
        if isinstance(event, SetProperty | SetTurn):
            self.position = self.position.during(self._moment())
            self._read_values()
            return ()
        touched = sorted(_touched(event, before), key=_natural)
        if touched:
            self._refresh(touched)
        return tuple(touched)

    def resume(self, state: GameState) -> None:
        """Go on from another state of the same game; what both know keeps its name, and only what differs is looked at."""
        before, self.state = self.state, state
        names = {*before.counters, *state.counters}
        changed = {name for name in names if _differs(before.counters.get(name), state.counters.get(name))}
        for name in {*before.stacks, *state.stacks}:
            old, new = before.stacks.get(name), state.stacks.get(name)
            if old is None or new is None or (old.members, old.order) != (new.members, new.order):
                changed.update(old.members if old else (), new.members if new else ())
        if changed:
            self._refresh(sorted(changed, key=_natural))
        moment = self._moment()
        if moment != self.position.moment:
            self.position = self.position.during(moment)
        self._read_values()

    def name_of(self, counter: str) -> str:
        """The unit or marker id of a counter, "" if it is neither."""
        return self._ids.get(counter, "")

    def _refresh(self, counters: list[str]) -> None:
        """Look again at these counters, and put every hex they left or entered in order."""
        places: set[str] = set()
        unknown = self._unknown
        for counter in counters:
            places.add(self._hex_of.get(counter, ""))
            known = self._place(counter)
            places.add(self._hex_of.get(counter, ""))
            self._keep(counter, known)
        for number in sorted(places - {""}):
            self._order(number)
        if self._unknown is not unknown:
            listed = tuple(self._unknown[name] for name in sorted(self._unknown, key=_natural))
            self.position = replace(self.position, unidentified=listed)

    def _place(self, name: str) -> _Known | None:
        """Note which hex holds the counter now; what it is, or None if it is gone."""
        old = self._hex_of.pop(name, "")
        if old:
            self._held[old] = tuple(other for other in self._held[old] if other != name)
        counter = self.state.counters.get(name)
        if counter is None:
            return None
        number = self._hex(counter)
        if number:
            self._hex_of[name] = number
            self._held[number] = (*self._held.get(number, ()), name)
        return self._know(counter)

    def _keep(self, name: str, known: _Known | None) -> None:
        """Make the position's unit, marker or unknown out of what the counter is."""
        self._forget(name, known)
        if known is None or known.ignored:
            return
        counter = self.state.counters[name]
        number = self._hex_of.get(name, "")
        where = number or self._box(counter)
        if known.unit is not None:
            key = self._id(name, known.unit.id)
            old = self.position.units.get(key)
            marks = old.marks if old else frozenset()
            self.position = self.position.with_unit(
                Unit(key, known.unit, number, where, known.face, marks, name, _values(counter))
            )
            self._face(counter, self.position.units[key])
        elif known.marker is not None:
            key = self._id(name, known.marker.id)
            beyond = self._beyond(counter, number, known.hexside) if known.marker.on_hexside and number else ""
            self.position = self.position.with_marker(
                Marker(key, known.marker, number, "", where, known.marker.value, name, beyond)
            )
        else:
            shown = counter.name if self.viewer.reads_at(counter, self.state, self.module) else ""
            told = (number, where) if self.viewer.sees(counter) else ("", "")
            side = self._concealer(counter)
            self._unknown = self._unknown.set(name, Unidentified(name, shown, *told, known.why, side))

    def _face(self, counter: Counter, unit: Unit) -> None:
        """Lay on the unit the markers that its counter's turn stands for, and take off those it stands for no longer."""
        angle = sum(counter.angles) % 360
        for facing in self.binding.facings:
            kind = self.pack.markers.get(facing.marker)
            if kind is None or (facing.kinds and unit.type.kind not in facing.kinds):
                continue
            key = f"{kind.id}@{counter.id}"
            if key in self.position.markers:
                self.position = self.position.without_marker(key)
            if abs(min(angle, 360 - angle) - facing.degrees) < TURNED_WITHIN:
                self.position = self.position.with_marker(Marker(key, kind, unit.hex, unit.id, unit.location))

    def _concealer(self, counter: Counter) -> str:
        """The side of the player who masks a counter that all see, "" if that is nobody's."""
        seat = next((each for each in self.state.seats if each.player == counter.masked_by), None)
        return self.binding.sides.get(seat.side, "") if seat is not None and counter.masked_by else ""

    def _forget(self, name: str, known: _Known | None) -> None:
        """Take out what the counter was, unless it still is of the same kind."""
        if name in self._unknown:
            self._unknown = self._unknown.delete(name)
        key = self._ids.get(name, "")
        if not key:
            return
        unit = self.position.units.get(key)
        if unit is not None:
            if known is None or known.unit is not unit.type:
                self.position = self.position.without(key)
                for facing in self.binding.facings:
                    if (turned := f"{facing.marker}@{name}") in self.position.markers:
                        self.position = self.position.without_marker(turned)
                del self._ids[name]
            return
        if key in self.position.markers:
            same = known is not None and known.marker is self.position.markers[key].type
            self.position = self.position.without_marker(key)
            if not same:
                del self._ids[name]

    def _order(self, number: str) -> None:
        """Stack the units of a hex as they lie, and tell each marker what it lies on."""
        pile = sorted(self._held.get(number, ()), key=self._depth)
        units = tuple(key for name in pile if (key := self._ids.get(name, "")) in self.position.units)
        here = self.position.here
        here = here.set(number, units) if units else (here.delete(number) if number in here else here)
        self.position = replace(self.position, here=here)
        for name in pile:
            marker = self.position.markers.get(self._ids.get(name, ""))
            if marker is not None:
                on = self._bearer(name, pile, marker.type)
                if on != marker.on:
                    self.position = self.position.without_marker(marker.id).with_marker(replace(marker, on=on))

    def _bearer(self, name: str, pile: list[str], kind: MarkerType) -> str:
        """The unit that a marker lies on: the nearest below it in its stack, else the nearest above; "" = the hex."""
        if "hex" in kind.tags or kind.on_hexside:
            return ""
        stack = self.state.counters[name].stack
        at = pile.index(name)
        near = [*reversed(pile[:at]), *pile[at + 1 :]]
        for other in near:
            key = self._ids.get(other, "")
            if key in self.position.units and stack and self.state.counters[other].stack == stack:
                return key
        return ""

    def _depth(self, name: str) -> tuple[int, int, tuple[tuple[int, str], ...]]:
        counter = self.state.counters[name]
        if not counter.stack:
            return counter.order, 0, _natural(name)
        stack = self.state.stacks[counter.stack]
        return stack.order, stack.members.index(name), _natural(name)

    def _id(self, counter: str, kind: str) -> str:
        """The unit's or marker's id: its type's, numbered from the second of its type on."""
        if (counter, kind) not in self._named:
            count = self._taken.get(kind, 0) + 1
            self._taken[kind] = count
            self._named[counter, kind] = kind if count == 1 else f"{kind}#{count}"
        self._ids[counter] = self._named[counter, kind]
        return self._ids[counter]

    def _know(self, counter: Counter) -> _Known:
        if not self.viewer.reads_at(counter, self.state, self.module):
            return _Known(why="concealed")
        for line in self._lines:
            caught = line.groups(counter)
            if caught is None:
                continue
            if line.rule.ignore:
                return _Known(ignored=True)
            wanted = _filled(line.rule.unit or line.rule.marker, caught)
            if line.rule.marker:
                marker = self.pack.markers.get(wanted)
                if marker is None:
                    return _Known(why=f"the pack lists no marker '{wanted}'")
                return _Known(marker=marker, hexside=line.rule.hexside)
            unit = self.pack.units.get(wanted)
            if unit is None:
                return _Known(why=f"the pack lists no unit '{wanted}'")
            face = _face(counter, line.rule, len(unit.faces))
            if face is None:
                return _Known(why=f"which side of {unit.id} is up cannot be told")
            return _Known(unit=unit, face=face)
        return _Known(why="no line of the binding fits it")

    def _on_map(self, counter: Counter) -> bool:
        spot = counter.spot
        if not spot.map or spot.map in self._secret_maps:
            return False
        if counter.stack and self.state.stacks[counter.stack].deck is not None:
            return False
        return not self.binding.maps or spot.map in self.binding.maps

    def _hex(self, counter: Counter) -> str:
        if not self._on_map(counter):
            return ""
        return self._number(counter.spot.location)

    def _number(self, location: str) -> str:
        """The hex that a location names, "" if none."""
        match = self._location.fullmatch(location)
        number = (match.groupdict().get("hex") or "") if match else ""
        return number if number in self.position.network.index else ""

    def _beyond(self, counter: Counter, number: str, way: str) -> str:
        """The hex on the other side of the hexside that a counter means, "" if nothing tells it."""
        spot, module = counter.spot, self.module

        def naming(x: int, y: int) -> str:
            return self._number(module.hex_spot(self.state, spot.map, x, y).location) if module is not None else ""

        told = counter.properties.get(way or "Hexside", "").strip()
        if told in self.position.network.index:
            found = told
        elif told.upper() in COMPASS:
            found = hexside_towards(naming, spot.x, spot.y, COMPASS[told.upper()])
        elif way == "angle":
            found = hexside_towards(naming, spot.x, spot.y, counter.angles[0]) if counter.angles else ""
        else:
            found = hexside_at(naming, spot.x, spot.y)
        if found and found == number:  # the program's name for the point is that of the hex beyond
            found = naming(spot.x, spot.y)
        network = self.position.network
        near = found in network.index and network.distance(network.index[number], network.index[found]) == 1
        return found if near else ""

    def _box(self, counter: Counter) -> str:
        """The off-map place that a counter is in."""
        spot = counter.spot
        for pattern, name in self._boxes:
            if any(word and pattern.fullmatch(word) for word in (spot.location, spot.zone, spot.board, spot.map)):
                return name
        return spot.location or spot.zone or spot.map

    def _moment(self) -> Moment:
        told = self._fixed_moment or Moment()
        turn, phase = self._tracked()
        conditions = dict(self._read_conditions()) | dict(told.conditions) | self._conditions
        return Moment(told.turn or turn, told.phase or phase, tuple(sorted(conditions.items())))

    def _read_conditions(self) -> Iterator[tuple[str, str]]:
        """What the module's properties say of the moment, in the pack's words; a value that it has no word for is not known."""
        for name, value in self._properties(self.binding.conditions):
            known = self.pack.values_of(name)
            word = "_".join(value.casefold().split())
            if not known or value in known:
                yield name, value
            elif word in known:
                yield name, word
            else:
                self.strange[name] = value

    def _read_values(self) -> None:
        """The numbers that the module keeps in global properties, into the position."""
        found = dict(self._properties(self.binding.values))
        if any(self.position.values.get(name) != value for name, value in found.items()):
            self.position = replace(self.position, values=self.position.values.update(found))

    def _properties(self, wanted: Mapping[str, str]) -> Iterator[tuple[str, str]]:
        for name, prop in wanted.items():
            value = self._property(prop)
            if value:
                yield name, value

    def _property(self, name: str) -> str:
        return next((value for (_, key), value in sorted(self.state.properties.items()) if key == name), "")

    def _tracked(self) -> tuple[int, Phase | None]:
        told = self.binding.turn
        texts = {told.property: self._property(told.property)} if told.property else {}
        tracker = next((each for each in self.state.trackers if each.name == told.tracker), None)
        levels = dict(tracker.values) if tracker else {}
        turn_text = levels.get(told.turn_level, texts.get(told.property, str(tracker) if tracker else ""))
        phase_text = levels.get(told.phase_level, texts.get(told.property, str(tracker) if tracker else ""))
        digits = _group(told.turn_pattern or r"\D*(?P<turn>\d{1,6})\D*", turn_text, "turn")
        name = _group(told.phase_pattern, phase_text, "phase") if told.phase_pattern else phase_text
        return int(digits) if digits.isdigit() else 0, _phase(self.pack, told.phases.get(name, name))


def _phase(pack: Pack, name: str) -> Phase | None:
    found = pack.phase(name)
    if found is not None or not name:
        return found
    return next((phase for phase in pack.header.sequence.phases if phase.name.casefold() == name.casefold()), None)


def _group(pattern: str, text: str, name: str) -> str:
    match = re.fullmatch(pattern, text, re.DOTALL)
    return (match.groupdict().get(name) or "") if match else ""


def _touched(event: Event, before: GameState) -> set[str]:
    """The counters an event speaks of."""
    if isinstance(event, Restack):
        old = before.stacks.get(event.stack.id)
        return {*event.stack.members, *(old.members if old else ())}
    counter = getattr(event, "counter", None)
    if counter is None:
        return set()
    return {counter if isinstance(counter, str) else counter.id}


def _differs(one: Counter | None, other: Counter | None) -> bool:
    if one is other:
        return False
    if one is None or other is None:
        return True
    return replace(one, carried={}) != replace(other, carried={})


def _images(counter: Counter) -> Iterator[str]:
    """The images that the counter shows now: its own and those of its layers."""
    if counter.design.image:
        yield counter.design.image
    for layer, level in zip(counter.design.layers, counter.levels, strict=False):
        if 0 < level <= len(layer.images) and layer.images[level - 1]:
            yield layer.images[level - 1]


def _filled(template: str, caught: Mapping[str, str]) -> str:
    return re.sub(r"\{(\w+)\}", lambda match: caught.get(match[1], ""), template)


def _face(counter: Counter, rule: Binding.CounterRule, faces: int) -> int | None:
    """The side that is up, None if the counter shows one that the pack does not have.

    A property counts from 1. A layer with one image per face shows them in order; one with an image fewer than there are
    faces covers the first face when active (a plain flip).
    """
    if faces == 1 or not (rule.face_property or rule.face_layer):
        return 0
    if rule.face_property:
        text = counter.properties.get(rule.face_property, "1")
        return int(text) - 1 if text.isdigit() and 1 <= int(text) <= faces else None
    pairs = zip(counter.design.layers, counter.levels, strict=False)
    found = next(((layer, level) for layer, level in pairs if layer.name == rule.face_layer), None)
    if found is None:
        return 0
    layer, level = found
    shown = max(level, 0)
    face = shown if len(layer.images) < faces else max(shown - 1, 0)
    return face if face < faces else None


def _values(counter: Counter) -> Mapping[str, int | float | str | bool]:
    """Values that a counter itself carries: properties named `PackValue.NAME`."""
    found = {key[10:]: text for key, text in counter.properties.items() if key.startswith("PackValue.")}
    return {key: int(text) if text.lstrip("-").isdigit() else text for key, text in found.items()}


def _natural(text: str) -> tuple[tuple[int, str], ...]:
    """A key that sorts "9" before "10"."""
    parts: Iterable[str] = re.findall(r"\d+|\D+", text)
    return tuple((int(part), "") if part.isdigit() and len(part) < 300 else (-1, part) for part in parts)
