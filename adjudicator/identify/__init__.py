"""Counters to units and markers by a pack's bindings. What the pack does not know stays on the list of the unidentified.

`identify` reads one state; an `Identifier` follows a log, event by event, at a cost that does not grow with the number of
counters. Counters that lie in decks or private windows are off the map.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Literal

from adjudicator.analysis.combat.wording import Wording
from adjudicator.errors import PackError, ReadError, Source
from adjudicator.identify.differences import by_number, counters_of, differs
from adjudicator.identify.lines import BindingLine, Identity, known_by, looks_alike
from adjudicator.identify.moment import MomentReader
from adjudicator.identify.places import Places
from adjudicator.identify.strays import Strays
from adjudicator.identify.unbound_sides import unbound_sides
from adjudicator.lean import replace
from adjudicator.model.binding import Binding
from adjudicator.model.counters import Counter, Spot
from adjudicator.model.events import SetProperty, SetTurn
from adjudicator.model.module import Module
from adjudicator.model.network import Network
from adjudicator.model.pack import Pack
from adjudicator.model.sequence import Moment, Stretch
from adjudicator.model.state import Event, GameState
from adjudicator.model.theatre import Theatre
from adjudicator.model.units import Marker, MarkerType, Unit
from adjudicator.model.viewer import EVERYTHING, PUBLIC, Viewer
from adjudicator.notes import Note
from adjudicator.patterns import fullmatch
from adjudicator.persistent import PersistentMap
from adjudicator.record.position import Position, Unidentified

Sees = Literal["table", "umpire"]
ANY_MODULE = ".*"
TURNED_WITHIN = 1.0
CONCEALED = "concealed"
"""Why a counter cannot be identified whose face the viewer may not see."""
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
    return binding_of(pack.bindings, pack.folder, module_name)


def binding_of(bindings: Mapping[str, Binding], folder: Path, module_name: str) -> Binding | None:
    """The same of the bindings of the pack in a folder."""
    fits = [(stem, each) for stem, each in sorted(bindings.items()) if fullmatch(each.module, module_name)]
    exact = [pair for pair in fits if pair[1].module != ANY_MODULE] or fits
    if len(exact) > 1:
        names = " and ".join(stem for stem, _ in exact)
        raise PackError(f"two bindings fit the module '{module_name}': {names}", Source(str(folder / "bindings")))
    return exact[0][1] if exact else None


def begins_late(pack: Pack, first: Moment) -> bool:
    """Whether a file that begins at a moment may begin in the middle of the game, so that nobody saw who took what before."""
    if first.condition("stage") or first.condition("history") == "whole":
        return False
    sequence = pack.header.sequence
    return first.turn != sequence.first_turn or sequence.under_way(first.phase)


class Identifier:
    """Follows a state from event to event and keeps the position that goes with it in `position`."""

    def __init__(
        self,
        state: GameState,
        module: Module | None,
        pack: Pack,
        theatre: Theatre | Network,
        *,
        moment: Moment | None = None,
        conditions: Mapping[str, str] | None = None,
        stretches: tuple[Stretch, ...] = (),
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
        self._lines = tuple(BindingLine.of(rule) for rule in found.counters)
        self.moments = MomentReader(pack, found, moment, conditions, stretches)
        self._places = Places(found, network, module)
        self._entries = {slot.gpid: slot.name for slot in module.slots} if module else {}
        self._strays = Strays()
        self._stood: set[str] = set()
        self._ids: dict[str, str] = {}
        self._named: dict[tuple[str, str], str] = {}
        self._taken: dict[str, int] = {}
        self._seen: dict[str, tuple[Counter, Identity]] = {}
        self._unknown: PersistentMap[str, Unidentified] = PersistentMap()
        self._hex_of: dict[str, str] = {}
        self._shown: dict[str, Counter] = {}
        self._held: dict[str, tuple[str, ...]] = {}
        self._require_places()
        now = self.moments.moment(state)
        self.position = Position(pack=pack, network=network, moment=now, joined=begins_late(pack, now))
        self._read_values()
        self._refresh(sorted(state.counters, key=by_number))
        self._require_units()
        self._look_for_strays()

    @property
    def strange(self) -> Mapping[str, str]:
        """What the file said of a condition in words that the pack does not know."""
        return self.moments.strange

    @property
    def notes(self) -> tuple[Note, ...]:
        """What the file says and the pack cannot take up: conditions, phases, sides, places at which units lie."""
        return (
            *self.moments.notes,
            *unbound_sides((each.side for each in self.state.seats), self.binding, self.pack),
            *self._strays.notes,
        )

    def _read_values(self) -> None:
        """The numbers that the module keeps in global properties, into the position."""
        found = self.moments.values(self.state)
        if any(self.position.values.get(name) != value for name, value in found.items()):
            self.position = replace(self.position, values=self.position.values.update(found))

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

    def _look_for_strays(self) -> None:
        """Note the units that lie off the hexes of a map on which others stand in hexes, where the binding knows no box.

        Where none stands in a hex all are noted: the map may be another, or the binding read its numbers wrongly.
        """
        counters = self.state.counters
        maps = {counters[name].spot.map for name in self._stood}
        for unit in sorted(self.position.units.values(), key=lambda each: by_number(each.counter)):
            counter = counters[unit.counter]
            off = unit.location not in self.position.network.index and self._places.strayed(counter, self.state)
            if off and (not maps or counter.spot.map in maps or self._places.looks_like_a_hex(counter.spot)):
                self._strays.saw(counter.id, str(unit), _words(counter.spot), 0)

    def _require_places(self) -> None:
        """Refuse to judge a table on which no counter's place has a name: it would look empty, and so legal."""
        maps = self.binding.maps
        lying = [counter.spot for counter in self.state.placed() if not maps or counter.spot.map in maps]
        if lying and not any(spot.place for spot in lying):
            raise ReadError(
                "no counter's place has a name, so nothing can be judged: read the game with its module (--module)"
            )

    def after(self, *events: Event) -> tuple[str, ...]:
        """Take the events of one deed; the ids of the counters that they touched, in a fixed order.

        Each counter is looked at once, as the deed leaves it.
        """
        touched: dict[str, None] = {}
        for event in events:
            before = self.state
            self.state = before.after(event)
            if isinstance(event, SetProperty | SetTurn):
                if self.moments.asks_for(event):
                    self.position = self.position.during(self.moments.moment(self.state))
                    self._read_values()
            elif found := counters_of(event, before):
                touched.update(dict.fromkeys(sorted(found, key=by_number)))
        if touched:
            self._refresh(tuple(touched))
        return tuple(touched)

    def at(self, step: int) -> None:
        """Take up what is said of the step that comes now."""
        self.moments.step = step
        self._take_moment()

    def hears(self, text: str, player: str) -> bool:
        """Whether a line of chat tells a phase or turn, or takes back that one was told; if so, it begins now."""
        heard = self.moments.takes_back(text) or (bool(player) and self.moments.hear(text, self.side_of(player)))
        if heard:
            self._take_moment()
        return heard

    def wording(self, player: str) -> Wording:
        """What a player calls units and hexes: as the pack does, or as the module does."""
        return Wording(self._called, self._places.called, self.side_of(player))

    def _called(self, unit: Unit) -> tuple[str, ...]:
        """All names that stand on a unit's counter, or by which it lies in the module's palettes."""
        counter = self.state.counters.get(unit.counter)
        if counter is None:
            return (unit.type.name,)
        entry = self._entries.get(counter.slot, "")
        return unit.type.name, counter.name, counter.design.name, counter.slot, entry, *counter.texts

    def side_of(self, player: str) -> str:
        """The side of the pack's that a player plays, "" if none."""
        return self.binding.sides.get(self.state.side_of(player), "")

    def _take_moment(self) -> None:
        """Turn, phase and conditions as they are told now, into the position."""
        moment = self.moments.moment(self.state)
        if moment != self.position.moment or moment.told_by != self.position.moment.told_by:
            self.position = self.position.during(moment)

    def resume(self, state: GameState) -> None:
        """Go on from another state of the same game; what both know keeps its name, and only what differs is looked at."""
        before, self.state = self.state, state
        former, counters = dict(before.counters.items()), state.counters
        changed = {name for name, each in counters.items() if differs(former.pop(name, None), each)}
        changed.update(former)
        lifted: set[str] = set()
        piles = dict(before.stacks.items())
        for name, new in state.stacks.items():
            old = piles.pop(name, None)
            if old is None or old.members != new.members:
                changed.update(old.members if old else (), new.members)
            elif old.order != new.order:
                lifted.update(new.members)
        for old in piles.values():
            changed.update(old.members)
        if changed:
            self._refresh(sorted(changed, key=by_number))
        for number in sorted({self._hex_of.get(name, "") for name in lifted} - {""}):
            if len({state.counters[name].stack or name for name in self._held[number]}) > 1:
                self._order(number)
        self._take_moment()
        self._read_values()

    def name_of(self, counter: str) -> str:
        """The unit or marker id of a counter, "" if it is neither."""
        return self._ids.get(counter, "")

    def _refresh(self, counters: Sequence[str]) -> None:
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
            listed = tuple(self._unknown[name] for name in sorted(self._unknown, key=by_number))
            self.position = replace(self.position, unidentified=listed)

    def _place(self, name: str) -> Identity | None:
        """Note which hex holds the counter now; what it is, or None if it is gone."""
        old = self._hex_of.pop(name, "")
        if old:
            self._held[old] = tuple(other for other in self._held[old] if other != name)
        counter = self.state.counters.get(name)
        if counter is None:
            return None
        number = self._places.hex(counter, self.state)
        if number:
            self._hex_of[name] = number
            self._held[number] = (*self._held.get(number, ()), name)
        return self._know(counter)

    def _keep(self, name: str, known: Identity | None) -> None:
        """Make the position's unit, marker or unknown out of what the counter is."""
        self._forget(name, known)
        if known is None or known.ignored:
            return
        counter = self.state.counters[name]
        number = self._hex_of.get(name, "")
        where = number or self._places.box(counter)
        if known.unit is not None:
            key = self._id(name, known.unit.id)
            self._watch(counter, known.unit.name or key, number)
            old = self.position.units.get(key)
            marks = old.marks if old else frozenset()
            stands = "" if known.unit.flies else number
            seen, self._shown[name] = self._shown.get(name), counter
            lies = (stands, where, known.face)
            if seen is counter and old is not None and (old.hex, old.location, old.face) == lies:
                return  # only what lies with it in its stack came or went
            self.position = self.position.with_unit(
                Unit(key, known.unit, stands, where, known.face, marks, name, _values(counter))
            )
            self._face(counter, self.position.units[key])
        elif known.marker is not None:
            key = self._id(name, known.marker.id)
            beyond = (
                self._places.beyond(counter, self.state, number, known.hexside)
                if known.marker.on_hexside and number
                else ""
            )
            self.position = self.position.with_marker(
                Marker(key, known.marker, number, "", where, known.marker.value, name, beyond)
            )
        else:
            shown = counter.name if self.viewer.reads_at(counter, self.state, self.module) else ""
            told = (number, where) if self.viewer.sees(counter) else ("", "")
            side, held = self._concealer(counter), self._places.held(counter, self.state)
            self._unknown = self._unknown.set(
                name, Unidentified(name, shown, *told, known.why, side, held, known.a_unit)
            )

    def _watch(self, counter: Counter, unit: str, number: str) -> None:
        """Note a unit that leaves the hexes for a place that the binding does not know, and one that is back.

        What lay off the hexes from the first is noted if it lies on a map that has hexes with units.
        """
        step, spot = self.moments.step, counter.spot
        if number or not self._places.strayed(counter, self.state):
            self._strays.back(counter.id, step)
        elif counter.id in self._stood:
            self._strays.saw(counter.id, unit, _words(spot), step)
        if number:
            self._stood.add(counter.id)

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

    def _know(self, counter: Counter) -> Identity:
        if not self.viewer.reads_at(counter, self.state, self.module):
            return Identity(why=CONCEALED)
        seen = self._seen.get(counter.id)
        if seen is None or not looks_alike(seen[0], counter):
            seen = self._seen[counter.id] = counter, known_by(self._lines, self.pack, counter)
        return seen[1]

    def _concealer(self, counter: Counter) -> str:
        """The side that masks a counter that all see, or whose player does, "" if that is nobody's."""
        owner = counter.masked_by
        return (self.side_of(owner) or self.binding.sides.get(owner, "")) if owner else ""

    def _forget(self, name: str, known: Identity | None) -> None:
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
        units = tuple(key for name in pile if self._stands(key := self._ids.get(name, "")) and not self._floats(key))
        self.position = self.position.stacked(number, units)
        for name in pile:
            marker = self.position.markers.get(self._ids.get(name, ""))
            if marker is not None:
                on = self._bearer(name, pile, marker.type)
                if on != marker.on:
                    self.position = self.position.without_marker(marker.id).with_marker(replace(marker, on=on))

    def _stands(self, key: str) -> bool:
        """Whether it is a unit on the ground, or a ship."""
        unit = self.position.units.get(key)
        return unit is not None and not unit.type.flies

    def _floats(self, key: str) -> bool:
        return self.position.units[key].type.afloat

    def _bearer(self, name: str, pile: list[str], kind: MarkerType) -> str:
        """The unit that a marker lies on: the nearest below it in its stack, else the nearest above; "" = the hex."""
        if "hex" in kind.tags or kind.on_hexside:
            return ""
        stack = self.state.counters[name].stack
        at = pile.index(name)
        near = [*reversed(pile[:at]), *pile[at + 1 :]]
        for other in near:
            key = self._ids.get(other, "")
            if self._stands(key) and stack and self.state.counters[other].stack == stack:
                return key
        return ""

    def _depth(self, name: str) -> tuple[int, int, tuple[tuple[int, str], ...]]:
        counter = self.state.counters[name]
        if not counter.stack:
            return counter.order, 0, by_number(name)
        stack = self.state.stacks[counter.stack]
        return stack.order, stack.members.index(name), by_number(name)

    def _id(self, counter: str, kind: str) -> str:
        """The unit's or marker's id: its type's, numbered from the second of its type on."""
        if (counter, kind) not in self._named:
            count = self._taken.get(kind, 0) + 1
            self._taken[kind] = count
            self._named[counter, kind] = kind if count == 1 else f"{kind}#{count}"
        self._ids[counter] = self._named[counter, kind]
        return self._ids[counter]


def _words(spot: Spot) -> str:
    """What to call a place that is no hex."""
    return f"{spot.map}, {spot.words}" if spot.map else spot.words


def _values(counter: Counter) -> Mapping[str, int | float | str | bool]:
    """Values that a counter itself carries: properties named `PackValue.NAME`."""
    found = {key[10:]: text for key, text in counter.properties.items() if key.startswith("PackValue.")}
    return {key: int(text) if text.lstrip("-").isdigit() else text for key, text in found.items()}
