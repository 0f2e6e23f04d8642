"""A game as a save of Tabletop Simulator.

A save that came from there is written back as it was but for what changed. Any other game is laid out on one table: its maps
side by side as boards, counters as tiles with two pictures, stacks as piles, decks as decks. Pictures lie in a folder beside
the save and are named by local `file:` addresses, since the format embeds none.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import quote

import orjson

from adjudicator.errors import Source, WriteError
from adjudicator.model.counters import Counter, Stack
from adjudicator.model.grid import HexGrid, SquareGrid, hex_grids
from adjudicator.model.module import GameMap, PlacedBoard
from adjudicator.model.state import GameState
from exporters.atomic import write_bytes
from exporters.losses import Aspect, Content, Fate, Holds, Loss, LossReport, survey
from exporters.sides import Cutter, TwoSided
from importers.tabletop_simulator import wire
from importers.tabletop_simulator.wire import FORMAT, SCALE, TABLE, Json

NAME = "Tabletop Simulator"
ENDINGS = (".tts.json",)
FOLDER = "_files"
GAP = 200
FIRST_HEIGHT, THICKNESS, BOARD_HEIGHT = 1.2, 0.2, 1.0
EVERY_SIDE = "rides along and is written back"

FOREIGN: Holds = {
    Aspect.MAPS: (Fate.APPROXIMATED, "maps lie side by side on one table"),
    Aspect.BOARDS: (Fate.APPROXIMATED, "boards are flat tiles; a tile at scale 1 is taken to be 2 units wide"),
    Aspect.GRIDS: (Fate.APPROXIMATED, "only the first map's grid can be the table's, and it has no numbers"),
    Aspect.COUNTERS: (Fate.CARRIED, ""),
    Aspect.NAMES: (Fate.CARRIED, ""),
    Aspect.POSITIONS: (Fate.APPROXIMATED, "the places of all maps become places of one table"),
    Aspect.STACKS: (Fate.CARRIED, ""),
    Aspect.DECKS: (Fate.CARRIED, ""),
    Aspect.ORDER: (Fate.APPROXIMATED, "things on the table have heights, no drawing order"),
    Aspect.LOOKS: (Fate.APPROXIMATED, "a counter is a tile with the picture it shows now and the one behind it"),
    Aspect.LEVELS: (Fate.APPROXIMATED, "the side that lies up; other layers are in the picture"),
    Aspect.ANGLES: (Fate.APPROXIMATED, "one facing, to a tenth of a degree"),
    Aspect.TEXTS: (Fate.APPROXIMATED, "texts are in the picture"),
    Aspect.CONCEALMENT: (Fate.APPROXIMATED, "masked counters lie face down; who may look is not kept"),
    Aspect.LAYOUTS: (Fate.APPROXIMATED, "boards are tiles on one table"),
    Aspect.NOTES: (Fate.CARRIED, ""),
}

OWN: Holds = dict.fromkeys(
    (
        aspect
        for aspect in Aspect
        if aspect not in (Aspect.TRAILS, Aspect.GLOBALS, Aspect.SEATS, Aspect.SETUPS, Aspect.STEPS)
    ),
    (Fate.CARRIED, EVERY_SIDE),
)


def export(content: Content, path: Path, source: str = "") -> LossReport:
    """Write a state (or a log's last) as a save; the report tells what it could not hold."""
    state = content.state
    if state is None:
        raise WriteError("a save of Tabletop Simulator wants a game, not only a box", Source(str(path)))
    carried = state.carried.get(FORMAT)
    if isinstance(carried, Mapping) and isinstance(carried.get("save"), dict):
        writer: _Writer = _OwnWriter(content, state, path, carried=carried)
        holds = OWN
    else:
        writer, holds = _ForeignWriter(content, state, path), FOREIGN
    save = writer.save()
    report = survey(content, holds, source=source, target=NAME, found=writer.losses, renamed=writer.renamed)
    with ExitStack() as undo:
        undo.callback(writer.take_pictures_back)
        writer.write_pictures()
        write_bytes(path, wire.dump(save, indented=True))
        undo.pop_all()
    return report


@dataclass
class _Writer:
    """What both kinds of saves share."""

    content: Content
    state: GameState
    path: Path
    losses: list[Loss] = field(default_factory=list)
    renamed: dict[str, str] = field(default_factory=dict)
    _pictures: dict[str, bytes] = field(default_factory=dict)
    _guids: set[str] = field(default_factory=set)
    _written: list[Path] = field(default_factory=list)

    def save(self) -> dict[str, Json]:
        raise WriteError("nothing to write", Source(str(self.path)))

    def write_pictures(self) -> None:
        """Put the pictures into the folder beside the save; their names are their content's."""
        if not self._pictures:
            return
        folder = self._folder
        try:
            if not folder.is_dir():
                folder.mkdir()
                self._written.append(folder)
        except OSError as error:
            raise WriteError(f"cannot be made: {error.strerror}", Source(str(folder))) from error
        for name, data in self._pictures.items():
            known = (folder / name).exists()
            write_bytes(folder / name, data)
            self._written += [] if known else [folder / name]

    def take_pictures_back(self) -> None:
        """Leave nothing of a save that could not be written whole."""
        for each in reversed(self._written):
            if each.is_dir():
                each.rmdir()
            else:
                each.unlink()

    @property
    def _folder(self) -> Path:
        return self.path.parent / (self.path.stem + FOLDER)

    def _address(self, data: bytes | None) -> str:
        if data is None:
            return ""
        endings = {b"\x89PNG": ".png", b"\xff\xd8\xff": ".jpg", b"GIF8": ".gif"}
        ending = next((each for start, each in endings.items() if data.startswith(start)), "")
        name = hashlib.sha256(data).hexdigest()[:20] + ending
        self._pictures[name] = data
        return "file:///" + quote(f"{self._folder.absolute().as_posix().lstrip('/')}/{name}", safe="/:")

    def _guid(self, name: str) -> str:
        """A GUID for something new: six hexadecimal digits that follow from its name."""
        for attempt in range(1 << 20):
            guid = hashlib.sha256(f"{name}\n{attempt}".encode()).hexdigest()[:6]
            if guid not in self._guids:
                self._guids.add(guid)
                return guid
        raise WriteError("more things than a save has room for", Source(str(self.path)))

    def _lose(self, aspect: Aspect, fate: Fate, text: str, *subjects: str) -> None:
        if subjects:
            self.losses.append(Loss(aspect, fate, text, subjects))

    def _note_piles(self, places: Mapping[str, tuple[int, int]], loose: set[str]) -> None:
        """Stacks that will not be found again as they are: of one, of things that do not stack, or beside others."""
        lying: dict[tuple[int, int], set[str]] = {}
        for name, place in places.items():
            if name in loose:
                lying.setdefault(place, set()).add(name)
        rough = []
        for stack in _stacks(self.state):
            if stack.deck is not None:
                continue
            spot = places.get(stack.members[0]) if stack.members else None
            if len(stack.members) < 2 or spot is None or lying.get(spot, set()) != set(stack.members):
                rough.append(stack.id)
            if stack.members:
                bottom = stack.members[0]
                self.renamed[stack.id] = f"pile:{self.renamed.get(bottom, bottom)}"
        text = "a pile on the table is what lies on one point and can be moved, two things at least"
        self._lose(Aspect.STACKS, Fate.APPROXIMATED, text, *rough)
        self._lose(
            Aspect.ORDER, Fate.APPROXIMATED, text, *dict.fromkeys(self.state.stacks[each].spot.map for each in rough)
        )


@dataclass
class _ForeignWriter(_Writer):
    """A game from elsewhere, laid out on a table."""

    def save(self) -> dict[str, Json]:
        module = self.content.module
        self._cutter = Cutter(module.image if module else lambda _name: None)
        self._corners = dict(self._map_corners())
        things = [*self._boards(), *self._stacked(), *self._single(), *self._off_map()]
        places = {each.id: self._place(each) for each in _counters(self.state) if each.spot.map}
        decks = {name for stack in self.state.stacks.values() if stack.deck for name in stack.members}
        loose = {each.id for each in self.state.counters.values() if each.design.stacks and each.id not in decks}
        self._note_piles(places, loose)
        return _empty_save(self.state, self._grid(), things)

    def _maps(self) -> list[GameMap | None]:
        """The maps to lay side by side; a name that only counters know stands for a map of its own."""
        return list(self.content.module.maps) if self.content.module else []

    def _map_corners(self) -> Iterator[tuple[str, tuple[int, int]]]:
        """Where each map's left top corner comes to lie on the table."""
        names = [found.name for found in self._maps() if found]
        used = dict.fromkeys([*names, *(each.spot.map for each in _counters(self.state) if each.spot.map)])
        x = 0
        for name in used:
            layout = self._layout(name)
            right = max((placed.x + placed.board.size[0] for placed in layout), default=0)
            right = max([right, *(each.spot.x for each in self.state.counters.values() if each.spot.map == name)])
            yield name, (x, 0)
            x += right + GAP

    def _layout(self, name: str) -> tuple[PlacedBoard, ...]:
        found = self.content.module.map(name) if self.content.module else None
        return self.state.boards.get(name, found.layout if found else ())

    def _place(self, counter: Counter) -> tuple[int, int]:
        x, y = self._corners[counter.spot.map]
        return counter.spot.x + x, counter.spot.y + y

    def _boards(self) -> Iterator[dict[str, Json]]:
        module = self.content.module
        bare = []
        for name, (left, top) in self._corners.items():
            for placed in self._layout(name):
                wide, high = placed.board.size
                data = module.image(placed.board.image) if module and placed.board.image else None
                if data is None:
                    bare.append(f"{name}/{placed.board.name}")
                tile = _tile(
                    self._guid(f"board {name} {placed.column} {placed.row}"), placed.board.name, self._address(data), ""
                )
                tile["Locked"] = True
                tile["Tags"] = [wire.BOARD_TAG]
                where = (left + placed.x + wide / 2, top + placed.y + high / 2)
                tile["Transform"] = _transform(
                    *where, BOARD_HEIGHT, 180.0 if placed.reversed else 0.0, size=(wide, high)
                )
                yield tile
        self._lose(Aspect.LAYOUTS, Fate.APPROXIMATED, "boards without a picture are white tiles", *bare)

    def _single(self) -> Iterator[dict[str, Json]]:
        for counter in _counters(self.state):
            if not counter.stack and counter.spot.map:
                yield self._piece(counter, FIRST_HEIGHT)

    def _stacked(self) -> Iterator[dict[str, Json]]:
        for stack in _stacks(self.state):
            members = self.state.of(stack)
            if stack.deck is not None:
                yield from self._deck(stack, members)
                continue
            for index, counter in enumerate(members):
                if counter.spot.map:
                    yield self._piece(counter, FIRST_HEIGHT + index * THICKNESS)

    def _off_map(self) -> Iterator[dict[str, Json]]:
        """Counters on no map go into a bag."""
        decks = {name for stack in self.state.stacks.values() if stack.deck for name in stack.members}
        absent = [each for each in _counters(self.state) if not each.spot.map and each.id not in decks]
        if absent:
            yield self._bag("Off the map", absent, (-GAP, -GAP), self._guid("off the map"))

    def _deck(self, stack: Stack, members: tuple[Counter, ...]) -> Iterator[dict[str, Json]]:
        guid = self.renamed[stack.id] = self._guid(f"deck {stack.id}")
        x, y = self._corners.get(stack.spot.map, (0, 0))
        place = (stack.spot.x + x, stack.spot.y + y)
        name = stack.deck.name if stack.deck else ""
        if len(members) < 2:
            yield self._bag(name, list(members), place, guid)
            return
        cards = [self._card(number, counter) for number, counter in enumerate(reversed(members), 1)]
        found = _thing("DeckCustom", guid, name)
        found["Transform"] = _transform(*place, FIRST_HEIGHT, 0.0, down=bool(stack.deck and stack.deck.face_down))
        found["SidewaysCard"] = False
        found["DeckIDs"] = [card["CardID"] for card in cards]
        found["CustomDeck"] = {key: sheet for card in cards for key, sheet in card["CustomDeck"].items()}
        found["ContainedObjects"] = cards
        yield found

    def _card(self, number: int, counter: Counter) -> dict[str, Json]:
        sides = self._cutter.cut(counter)
        guid = self.renamed[counter.id] = self._guid(counter.id)
        card = _thing("Card", guid, counter.name)
        back = sides.back if sides.back is not None else sides.front
        sheet = {"FaceURL": self._address(sides.front), "BackURL": self._address(back), "NumWidth": 1, "NumHeight": 1}
        card["Transform"] = _transform(0, 0, FIRST_HEIGHT, _facing(counter), down=sides.back_up)
        card["CardID"] = number * wire.CARDS_IN_SHEET
        card["CustomDeck"] = {str(number): {**sheet, "BackIsHidden": True, "UniqueBack": False, "Type": 0}}
        return card

    def _bag(self, name: str, members: list[Counter], place: tuple[int, int], guid: str) -> dict[str, Json]:
        bag = _thing("Bag", guid, name)
        bag["Transform"] = _transform(*place, FIRST_HEIGHT, 0.0)
        bag["ContainedObjects"] = [self._piece(counter, FIRST_HEIGHT) for counter in reversed(members)]
        return bag

    def _piece(self, counter: Counter, height: float) -> dict[str, Json]:
        sides: TwoSided = self._cutter.cut(counter)
        guid = self.renamed[counter.id] = self._guid(counter.id)
        tile = _tile(guid, counter.name, self._address(sides.front), self._address(sides.back))
        tile["Locked"] = not counter.design.stacks
        x, y = self._place(counter) if counter.spot.map else (-GAP, -GAP)
        tile["Transform"] = _transform(x, y, height, _facing(counter), down=sides.back_up, size=sides.size)
        return tile

    def _grid(self) -> dict[str, Json] | None:
        """The first map's grid, if it is one of equal cells."""
        for name, (left, top) in self._corners.items():
            for placed in self._layout(name):
                grid = placed.board.grid
                found = grid if isinstance(grid, SquareGrid) else next(iter(hex_grids(grid)), None)
                if found is not None:
                    return _grid_of(found, left + placed.x, top + placed.y)
            return None
        return None


@dataclass
class _OwnWriter(_Writer):
    """A save that came from Tabletop Simulator, written back with what changed."""

    carried: Mapping[str, Json] = field(default_factory=dict)
    _differing: list[str] = field(default_factory=list)

    def save(self) -> dict[str, Json]:
        module = self.content.module
        self._cutter = Cutter(module.image if module else lambda _name: None)
        placed: list[tuple[float, dict[str, Json]]] = [(index, each) for index, each in self.carried.get("boards", [])]
        alone = (counter for counter in _counters(self.state) if not counter.stack)
        placed.extend((counter.order, self._object(counter, moved=True)) for counter in alone)
        for stack in _stacks(self.state):
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
            found = _thing("Bag", self._guid(stack.id), stack.deck.name if stack.deck else "")
            self.renamed[stack.id] = found["GUID"]
            found["Transform"] = _transform(stack.spot.x, stack.spot.y, FIRST_HEIGHT, 0.0, identity=True)
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
            self._lose(Aspect.NAMES, Fate.APPROXIMATED, "a thing is called as its state that shows", counter.id)
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
        tile = _tile(guid, counter.name, self._address(sides.front), self._address(sides.back))
        tile["Transform"] = _transform(
            counter.spot.x,
            counter.spot.y,
            FIRST_HEIGHT,
            _facing(counter),
            down=sides.back_up,
            size=sides.size,
            identity=True,
        )
        text = "new things are tiles with the pictures they show"
        for aspect in (Aspect.LOOKS, Aspect.LEVELS, Aspect.TEXTS, Aspect.PROPERTIES, Aspect.ANGLES):
            subjects = (
                [f"{counter.id}.{key}" for key in counter.properties] if aspect is Aspect.PROPERTIES else [counter.id]
            )
            self._lose(aspect, Fate.APPROXIMATED, text, *subjects)
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
        strange = [f"{each.id}.{key}" for each in _counters(state) for key in each.properties if key not in known]
        self._lose(Aspect.PROPERTIES, Fate.DROPPED, "no place for properties of other games", *strange)
        elsewhere = [each.id for each in _counters(state) if each.spot.map != TABLE]
        self._lose(Aspect.POSITIONS, Fate.APPROXIMATED, "there is only the table", *elsewhere)
        masked = [each.id for each in _counters(state) if each.masked_by]
        self._lose(Aspect.CONCEALMENT, Fate.DROPPED, "masks are not known", *masked)
        if self._differing or len(state.counters) != self.carried.get("counters"):
            text = "the box of a save is what lies on its table"
            slots = self.content.module.slots if self.content.module else ()
            self._lose(Aspect.SLOTS, Fate.APPROXIMATED, text, *(slot.gpid for slot in slots))
            self._lose(Aspect.ORIGINS, Fate.APPROXIMATED, text, *sorted(state.counters))
            self._lose(Aspect.LOOKS, Fate.APPROXIMATED, "a thing is drawn under the name it has now", *self._differing)
        loose = {each.id for each in state.counters.values() if each.design.stacks}
        decks = {name for stack in state.stacks.values() if stack.deck for name in stack.members}
        places = {each.id: (each.spot.x, each.spot.y) for each in _counters(state) if each.id not in decks}
        self._note_piles(places, loose - decks)


def _counters(state: GameState) -> list[Counter]:
    """All of them, in the order of drawing."""
    return sorted(state.counters.values(), key=lambda each: (each.order, each.id))


def _stacks(state: GameState) -> list[Stack]:
    """All of them, in the order of drawing."""
    return sorted(state.stacks.values(), key=lambda each: (each.order, each.id))


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


def _facing(counter: Counter) -> float:
    return sum(counter.angles) % 360.0


def _transform(
    x: float,
    y: float,
    height: float,
    facing: float,
    *,
    down: bool = False,
    size: tuple[int, int] | None = None,
    identity: bool = False,
) -> dict[str, Json]:
    """Where something stands: map pixels from the table's middle, or of the table's own map with `identity`."""
    pos_x, pos_z = wire.units(x, y) if identity else wire.units(x + wire.MIDDLE, y + wire.MIDDLE)
    wide, high = (length / SCALE / wire.TILE_WIDTH for length in size) if size else (1.0, 1.0)
    return {
        "posX": pos_x,
        "posY": height,
        "posZ": pos_z,
        "rotX": 0.0,
        "rotY": (facing + 180.0) % 360.0,
        "rotZ": 180.0 if down else 0.0,
        "scaleX": wide,
        "scaleY": 1.0,
        "scaleZ": high,
    }


def _thing(kind: str, guid: str, name: str) -> dict[str, Json]:
    return {
        "GUID": guid,
        "Name": kind,
        "Transform": {},
        "Nickname": name,
        "Description": "",
        "GMNotes": "",
        "ColorDiffuse": {"r": 1.0, "g": 1.0, "b": 1.0},
        "Locked": False,
        "Grid": True,
        "Snap": True,
        "Autoraise": True,
        "Sticky": True,
        "Tooltip": True,
        "LuaScript": "",
        "LuaScriptState": "",
        "XmlUI": "",
    }


def _tile(guid: str, name: str, front: str, back: str) -> dict[str, Json]:
    tile = _thing("Custom_Tile", guid, name)
    tile["CustomImage"] = {
        "ImageURL": front,
        "ImageSecondaryURL": back,
        "ImageScalar": 1.0,
        "WidthScale": 0.0,
        "CustomTile": {"Type": 0, "Thickness": THICKNESS, "Stackable": False, "Stretch": True},
    }
    return tile


def _grid_of(grid: HexGrid | SquareGrid, left: int, top: int) -> dict[str, Json]:
    """A grid as the table's: its cells' size and where one of them lies."""
    if isinstance(grid, SquareGrid):
        kind, wide, high = 0, grid.dx / SCALE, grid.dy / SCALE
        x, y = left + grid.x0 - grid.dx / 2, top + grid.y0 - grid.dy / 2
    else:
        kind = 2 if grid.sideways else 1
        wide = high = grid.dx / 0.75 / SCALE
        x0, y0 = grid.centre(0, 0)
        x, y = left + x0, top + y0
    offset_x, offset_z = x / SCALE, -y / SCALE
    return {
        "Type": kind,
        "Lines": False,
        "Color": {"r": 0.0, "g": 0.0, "b": 0.0},
        "Opacity": 0.75,
        "ThickLines": False,
        "Snapping": False,
        "Offset": grid.snaps,
        "BothSnapping": False,
        "xSize": wide,
        "ySize": high,
        "PosOffset": {"x": offset_x, "y": 1.0, "z": offset_z},
    }


def _empty_save(state: GameState, grid: dict[str, Json] | None, things: list[dict[str, Json]]) -> dict[str, Json]:
    save: dict[str, Json] = {
        "SaveName": state.module,
        "GameMode": state.module,
        "Date": "",
        "VersionNumber": "",
        "Gravity": 0.5,
        "PlayArea": 1.0,
        "Table": "Table_None",
        "Sky": "Sky_Museum",
        "Note": state.public_notes,
        "Rules": state.scenario_notes,
        "LuaScript": "",
        "LuaScriptState": "",
        "XmlUI": "",
    }
    if grid is not None:
        save["Grid"] = grid
    save["ObjectStates"] = things
    return save
