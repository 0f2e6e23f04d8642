"""A save that came from Tabletop Simulator, as it was but for what changed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field

import orjson

from adjudicator.exporters.losses import Aspect, LossKind
from adjudicator.exporters.sides import Cutter
from adjudicator.exporters.tabletop_simulator.objects import (
    FIRST_HEIGHT,
    THICKNESS,
    facing,
    new_thing,
    new_tile,
    transform,
)
from adjudicator.exporters.tabletop_simulator.save import Writer, counters_in_order, stacks_in_order
from adjudicator.importers.tabletop_simulator import wire
from adjudicator.importers.tabletop_simulator.wire import TABLE, Json
from adjudicator.lean import dataclass
from adjudicator.model.counters import Counter, Stack


@dataclass
class OwnWriter(Writer):
    """A save that came from Tabletop Simulator, written back with what changed."""

    carried: Mapping[str, Json] = field(default_factory=dict)
    _differing: list[str] = field(default_factory=list)

    def save(self) -> dict[str, Json]:
        module = self.content.module
        self._cutter = Cutter(module.image if module else lambda _name: None)
        placed: list[tuple[float, dict[str, Json]]] = [(index, each) for index, each in self.carried.get("boards", [])]
        alone = (counter for counter in counters_in_order(self.state) if not counter.stack)
        placed.extend((counter.order, self._object(counter, moved=True)) for counter in alone)
        for stack in stacks_in_order(self.state):
            placed.extend(self._stack(stack))
        save = dict(self.carried["save"])
        save["ObjectStates"] = [each for _, each in sorted(placed, key=lambda each: each[0])]
        for key, text in (("Note", self.state.public_notes), ("Rules", self.state.scenario_notes)):
            if text or key in save:
                save[key] = text
        self._set_turn(save)
        self._account()
        return save

    def _stack(self, stack: Stack) -> Iterator[tuple[float, dict[str, Json]]]:
        members = self.state.of(stack)
        if stack.deck is not None:
            yield stack.order, self._container(stack, members)
            return
        things = [self._object(counter, moved=True) for counter in members]
        heights = [wire.height(each) for each in things]
        if heights != sorted(heights):
            for index, each in enumerate(things):
                each["Transform"] = {**wire.transform(each), "posY": min(heights) + index * THICKNESS}
        for counter, each in zip(members, things, strict=True):
            place = counter.carried.get("place", "")
            yield (int(place) if place.isdecimal() else stack.order), each

    def _container(self, stack: Stack, members: tuple[Counter, ...]) -> dict[str, Json]:
        inside = [self._object(counter, moved=False) for counter in reversed(members)]
        original = stack.carried.get("object")
        if original is None:
            found = new_thing("Bag", self._guid(stack.id), stack.deck.name if stack.deck else "")
            self.renamed[stack.id] = found["GUID"]
            found["Transform"] = transform(stack.spot.x, stack.spot.y, FIRST_HEIGHT, 0.0, identity=True)
        else:
            found = orjson.loads(original)
        if wire.pixel(found) != (stack.spot.x, stack.spot.y):
            found["Transform"] = _moved(wire.transform(found), stack.spot.x, stack.spot.y)
        found["ContainedObjects"] = inside
        ids = [each["CardID"] for each in inside if "CardID" in each]
        if found.get("Name") in wire.DECKS and found.get("DeckIDs") != ids:
            found["DeckIDs"] = ids
            sheets = found["CustomDeck"] if isinstance(found.get("CustomDeck"), dict) else {}
            own = {key: sheet for each in inside for key, sheet in (each.get("CustomDeck") or {}).items()}
            found["CustomDeck"] = {**own, **sheets}
        return found

    def _object(self, counter: Counter, *, moved: bool) -> dict[str, Json]:
        """A counter's object as it was, changed where the counter says something else."""
        original = counter.carried.get("object")
        if original is None:
            return self._new(counter)
        was: dict[str, Json] = wire.parse(original.encode("utf-8"))
        found = _in_state(was, counter)
        if found is not was:
            self._lose(Aspect.NAMES, LossKind.APPROXIMATED, "a thing is called as its state that shows", counter.id)
            self._differing.append(counter.id)
        if moved and wire.pixel(found) != (counter.spot.x, counter.spot.y):
            found["Transform"] = _moved(wire.transform(found), counter.spot.x, counter.spot.y)
        if counter.angles and wire.angle(found) != counter.angles[0]:
            found["Transform"] = {**wire.transform(found), "rotY": (counter.angles[0] + 180.0) % 360.0}
        back = next((level for layer, level in _levels(counter) if layer == "back"), None)
        if back is not None and (back > 0) != wire.face_down(found):
            found["Transform"] = {**wire.transform(found), "rotZ": 180.0 if back > 0 else 0.0}
        if counter.name != (wire.text(was, "Nickname") or wire.text(was, "Name")):
            found["Nickname"] = counter.name
            self._differing.append(counter.id)
        for key in ("Description", "GMNotes"):
            if counter.properties.get(key, "") != wire.text(was, key):
                found[key] = counter.properties.get(key, "")
        return found

    def _new(self, counter: Counter) -> dict[str, Json]:
        """Something that was not in the save: a tile."""
        self._differing.append(counter.id)
        sides = self._cutter.cut(counter)
        guid = self.renamed[counter.id] = self._guid(counter.id)
        tile = new_tile(guid, counter.name, self._address(sides.front), self._address(sides.back))
        tile["Transform"] = transform(
            counter.spot.x,
            counter.spot.y,
            FIRST_HEIGHT,
            facing(counter),
            down=sides.back_up,
            size=sides.size,
            identity=True,
        )
        text = "new things are tiles with the pictures they show"
        for aspect in (Aspect.LOOKS, Aspect.LEVELS, Aspect.TEXTS, Aspect.PROPERTIES, Aspect.ANGLES):
            subjects = (
                [f"{counter.id}.{key}" for key in counter.properties] if aspect is Aspect.PROPERTIES else [counter.id]
            )
            self._lose(aspect, LossKind.APPROXIMATED, text, *subjects)
        return tile

    def _set_turn(self, save: dict[str, Json]) -> None:
        tracker = next((each for each in self.state.trackers if each.name == "Turns"), None)
        turns = save.get("Turns")
        if tracker is not None and isinstance(turns, dict):
            save["Turns"] = {**turns, "TurnColor": dict(tracker.values).get("Player", "")}

    def _account(self) -> None:
        """What of a changed state this save cannot say."""
        state = self.state
        known = ("type", "Number", "contains", "Description", "GMNotes")
        strange = [
            f"{each.id}.{key}" for each in counters_in_order(state) for key in each.properties if key not in known
        ]
        self._lose(Aspect.PROPERTIES, LossKind.DROPPED, "no place for properties of other games", *strange)
        elsewhere = [each.id for each in counters_in_order(state) if each.spot.map != TABLE]
        self._lose(Aspect.POSITIONS, LossKind.APPROXIMATED, "there is only the table", *elsewhere)
        masked = [each.id for each in counters_in_order(state) if each.masked_by]
        self._lose(Aspect.CONCEALMENT, LossKind.DROPPED, "masks are not known", *masked)
        if self._differing or len(state.counters) != self.carried.get("counters"):
            text = "the box of a save is what lies on its table"
            slots = self.content.module.slots if self.content.module else ()
            self._lose(Aspect.SLOTS, LossKind.APPROXIMATED, text, *(slot.gpid for slot in slots))
            self._lose(Aspect.ORIGINS, LossKind.APPROXIMATED, text, *sorted(state.counters))
            self._lose(
                Aspect.LOOKS, LossKind.APPROXIMATED, "a thing is drawn under the name it has now", *self._differing
            )
        loose = {each.id for each in state.counters.values() if each.design.stacks}
        decks = {name for stack in state.stacks.values() if stack.deck for name in stack.members}
        places = {each.id: (each.spot.x, each.spot.y) for each in counters_in_order(state) if each.id not in decks}
        self._note_piles(places, loose - decks)


def _levels(counter: Counter) -> Iterator[tuple[str, int]]:
    yield from ((layer.name, level) for layer, level in zip(counter.design.layers, counter.levels, strict=False))


def _in_state(found: dict[str, Json], counter: Counter) -> dict[str, Json]:
    """The object showing the state that the counter's layer names; the one that showed goes among the others."""
    wanted = next((level for layer, level in _levels(counter) if layer == "state"), 0)
    all_states = wire.states(found)
    if not 0 < wanted <= len(all_states) or all_states[wanted - 1][1] is found:
        return found
    number, chosen = all_states[wanted - 1]
    others = {
        str(each): {key: value for key, value in state.items() if key != "States"}
        for each, state in all_states
        if each != number
    }
    return {**chosen, "Transform": wire.transform(found), "States": others}


def _moved(where: dict[str, Json], x: int, y: int) -> dict[str, Json]:
    pos_x, pos_z = wire.units(x, y)
    return {**where, "posX": pos_x, "posZ": pos_z}
