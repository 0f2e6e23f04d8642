"""A game as a ZunTzu box (`.ztb`) or scenario (`.zts`).

A scenario of a ZunTzu box is written back against that box. Any other game gets a box of its own: its maps as scans of 150
dpi (four places to a pixel), its counters cut from sheets that are put together from their pictures.
"""

from __future__ import annotations

import base64
import hashlib
import io
import uuid
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from PIL import Image

from adjudicator.errors import AdjudicatorError
from adjudicator.model.counters import Counter
from adjudicator.model.module import MapKind, PlacedBoard
from adjudicator.model.state import GameState
from exporters.atomic import dateless, replacing, write_bytes
from exporters.losses import Aspect, Content, Fate, Holds, Loss, LossReport, survey
from exporters.pictures import decoded, kind_of
from exporters.sides import Cutter, TwoSided
from importers.zuntzu import wire
from importers.zuntzu.wire import Box, Game, Hand, Layout, Map, Piece, Pile, Section, Sheet, clean

NAME = "ZunTzu"
FORMAT = "zuntzu"
FACTOR = 4
SHEET_WIDTH, SHEET_HEIGHT = 2048, 8192
MOST_PIXELS = 120_000_000
SCENARIO_ENTRY = "start.zts"

FOREIGN: Holds = {
    Aspect.MAPS: (Fate.CARRIED, ""),
    Aspect.BOARDS: (Fate.APPROXIMATED, "the boards of a map are one scan"),
    Aspect.COUNTERS: (Fate.CARRIED, ""),
    Aspect.NAMES: (Fate.CARRIED, ""),
    Aspect.POSITIONS: (Fate.CARRIED, ""),
    Aspect.STACKS: (Fate.CARRIED, ""),
    Aspect.DECKS: (Fate.APPROXIMATED, "decks are stacks"),
    Aspect.ORDER: (Fate.APPROXIMATED, "single counters lie under all stacks"),
    Aspect.LOOKS: (Fate.APPROXIMATED, "a counter has the picture it shows now and the one behind it"),
    Aspect.LEVELS: (Fate.APPROXIMATED, "the side that lies up; other layers are in the picture"),
    Aspect.ANGLES: (Fate.CARRIED, ""),
    Aspect.TEXTS: (Fate.APPROXIMATED, "texts are in the picture"),
    Aspect.CONCEALMENT: (Fate.APPROXIMATED, "masked counters lie on their face; who may look is not kept"),
    Aspect.LAYOUTS: (Fate.APPROXIMATED, "the boards of a map are one scan"),
    Aspect.NOTES: (Fate.CARRIED, ""),
}

_NOT_OWN = (Aspect.PROPERTIES, Aspect.TRAILS, Aspect.GLOBALS, Aspect.TRACKERS, Aspect.STEPS, Aspect.CONCEALMENT)
OWN: Holds = {
    **{aspect: (Fate.CARRIED, "stands in the box") for aspect in Aspect if aspect not in _NOT_OWN},
    Aspect.SEATS: (Fate.APPROXIMATED, "players' ids stay behind"),
    Aspect.ORDER: (Fate.APPROXIMATED, "single counters lie under all stacks"),
}


def export(content: Content, path: Path, source: str = "") -> LossReport:
    """Write a box with its start (`.ztb`) or a scenario (`.zts`, with its box beside it unless it came from one)."""
    state = content.state or (content.module.at_start if content.module else GameState())
    whole = Content(content.module, state, content.log)
    own = state.carried.get(FORMAT)
    if path.suffix.lower() == ".zts" and isinstance(own, Mapping):
        return _export_own(whole, state, own, path, source)
    writer = _BoxWriter(whole, state)
    writer.prepare()
    box_path = path.with_suffix(".ztb")
    digest = writer.write_box(box_path)
    if path.suffix.lower() == ".zts":
        write_bytes(path, wire.format_game(writer.game(digest)).encode("utf-8"))
    return survey(whole, FOREIGN, source=source, target=NAME, found=writer.losses, renamed=writer.renamed)


@dataclass
class _Kind:
    """Counters that look and are called alike: pieces of one section."""

    name: str
    sides: TwoSided
    members: list[tuple[Counter, bool]] = field(default_factory=list)


@dataclass
class _BoxWriter:
    """A box of its own for a game from elsewhere."""

    content: Content
    state: GameState
    losses: list[Loss] = field(default_factory=list)
    renamed: dict[str, str] = field(default_factory=dict)
    entries: dict[str, bytes] = field(default_factory=dict)
    maps: list[Map] = field(default_factory=list)
    layouts: list[Layout] = field(default_factory=list)
    sheets: list[Sheet] = field(default_factory=list)

    def prepare(self) -> None:
        """Cut the counters, number them, lay the maps."""
        pieces = self._pieces()
        names = self._labels()
        for number, (name, label) in enumerate(names.items()):
            scan = self._scan(name)
            image = ""
            if scan is not None:
                image = f"map{number + 1}{scan[1]}"
                self.entries[image] = scan[0]
                self.maps.append(Map(label, image, FACTOR))
            view = (0.0, 0.0, 4096.0, 3072.0)
            found = self.content.module.map(name) if self.content.module else None
            closed = found is not None and found.kind is not MapKind.PUBLIC
            owner = _owner(label) if closed else ""
            piles = tuple(self._piles(name, pieces))
            self.layouts.append(Layout(label if image else "", label, view, False, number == 0, owner, piles))
            if found is not None and found.kind is MapKind.HAND:
                self._lose(Aspect.MAPS, Fate.APPROXIMATED, "a hand is a table that only its owner sees", name)
        self.layouts.extend(Layout(sheet.name) for sheet in self.sheets)
        self._account()

    def write_box(self, path: Path) -> str:
        """The box as a zip, the same bytes for the same game; returns its hash as the program names it."""
        startup = SCENARIO_ENTRY if self.layouts else ""
        module = self.content.module
        name = clean(module.name if module else self.state.module) or "box"
        box = Box(name, f"Converted from {name}", "", startup, "", tuple(self.maps), tuple(self.sheets))
        entries = {wire.BOX_ENTRY: wire.format_box(box).encode("utf-8")}
        entries |= {SCENARIO_ENTRY: wire.format_game(self.game("")).encode("utf-8")} if startup else {}
        with replacing(path) as beside:
            with zipfile.ZipFile(beside, "w") as archive:
                for entry, data in {**entries, **self.entries}.items():
                    archive.writestr(dateless(entry), data)
            digest = hashlib.sha1(beside.read_bytes()).digest()  # noqa: S324 - the format's own check sum
        return base64.b64encode(digest).decode("ascii")

    def game(self, digest: str) -> Game:
        module = self.content.module
        name = clean(module.name if module else self.state.module) or "box"
        notes = self.state
        return Game(name, digest, clean(notes.public_notes), clean(notes.scenario_notes), layouts=tuple(self.layouts))

    def _labels(self) -> dict[str, str]:
        """Each map's name as a tab; what XML cannot hold, or two share, is changed."""
        module = self.content.module
        known = [found.name for found in module.maps] if module else []
        used = dict.fromkeys([*known, *(each.spot.map for each in self.state.counters.values() if each.spot.map)])
        labels: dict[str, str] = {}
        taken = {sheet.name for sheet in self.sheets}
        for name in used:
            label = clean(name) or "map"
            while label in taken:
                label += "'"
            taken.add(label)
            labels[name] = label
            if label != name:
                text = "the name cannot be a tab's"
                self._lose(Aspect.MAPS, Fate.APPROXIMATED, text, name)
                on_it = [each.id for each in self.state.counters.values() if each.spot.map == name]
                self._lose(Aspect.POSITIONS, Fate.APPROXIMATED, text, *on_it)
        return labels

    def _scan(self, name: str) -> tuple[bytes, str] | None:
        """A map's picture: its board's own file, or all its boards put together; None if none of them has one."""
        module = self.content.module
        found = module.map(name) if module else None
        layout = self.state.boards.get(name) or (found.layout if found else ())
        if module is None or not layout:
            return None
        images = {placed: module.image(placed.board.image) if placed.board.image else None for placed in layout}
        if not any(images.values()):
            return None
        first = layout[0]
        data = images[first]
        plain = len(layout) == 1 and (first.x, first.y) == (0, 0) and not first.reversed
        if plain and data is not None and kind_of(data) in ("png", "jpeg"):
            return data, ".png" if kind_of(data) == "png" else ".jpg"
        right = max(placed.x + placed.board.size[0] for placed in layout)
        bottom = max(placed.y + placed.board.size[1] for placed in layout)
        if not 0 < right * bottom <= MOST_PIXELS:
            self._lose(
                Aspect.BOARDS, Fate.DROPPED, "too large for one scan", *(f"{name}/{each.board.name}" for each in layout)
            )
            return None
        return self._together(name, images, right, bottom), ".png"

    def _together(self, name: str, images: Mapping[PlacedBoard, bytes | None], wide: int, high: int) -> bytes:
        canvas = Image.new("RGB", (wide, high), "#ffffff")
        for placed, data in images.items():
            size = placed.board.size
            picture = Image.new("RGBA", size, placed.board.colour or "#ffffff")
            if data is not None:
                try:
                    drawn = decoded(data)
                except AdjudicatorError as error:
                    text = f"its picture cannot be decoded ({error.message})"
                    self._lose(Aspect.BOARDS, Fate.DROPPED, text, f"{name}/{placed.board.name}")
                else:
                    picture.paste(drawn.resize(size) if drawn.size != size else drawn, (0, 0))
            turned = picture.rotate(180) if placed.reversed else picture
            canvas.paste(turned, (placed.x, placed.y), turned)
        out = io.BytesIO()
        canvas.save(out, "PNG")
        return out.getvalue()

    def _pieces(self) -> dict[str, Piece]:
        """Every counter on a map as a piece of the sheets, numbered as the program will number them."""
        pieces: dict[str, Piece] = {}
        for number, packed in enumerate(_packed(self._kinds()), 1):
            self.sheets.append(self._sheet(number, packed))
            for kind, _, _ in packed:
                for counter, back_up in kind.members:
                    self.renamed[counter.id] = f"piece:{len(pieces)}"
                    pieces[counter.id] = Piece(len(pieces), back_up, float(round(-sum(counter.angles) % 360.0) % 360))
        return pieces

    def _kinds(self) -> list[_Kind]:
        """The counters on maps, sorted by name and looks."""
        module = self.content.module
        cutter = Cutter(module.image if module else lambda _name: None)
        kinds: dict[tuple[str, bytes, bytes | None], _Kind] = {}
        absent = []
        for counter in self.state.counters.values():
            if not counter.spot.map or max(abs(counter.spot.x), abs(counter.spot.y)) * FACTOR > wire.LARGEST:
                absent.append(counter.id)
                continue
            sides = cutter.cut(counter)
            name = clean(counter.name)
            kind = kinds.setdefault((name, sides.front, sides.back), _Kind(name, sides))
            kind.members.append((counter, sides.back_up))
        self._lose(
            Aspect.COUNTERS, Fate.DROPPED, "on no map of a size that the program reads; it stays in the box", *absent
        )
        return list(kinds.values())

    def _sheet(self, number: int, packed: list[tuple[_Kind, int, int]]) -> Sheet:
        """A sheet's two scans, and a section for each kind on it."""
        wide = max(x + kind.sides.size[0] for kind, x, _ in packed)
        high = max(y + kind.sides.size[1] for kind, _, y in packed)
        front, back = (Image.new("RGBA", (wide, high), (0, 0, 0, 0)) for _ in range(2))
        sections = []
        for kind, x, y in packed:
            box = (float(x), float(y), float(x + kind.sides.size[0]), float(y + kind.sides.size[1]))
            front.paste(decoded(kind.sides.front), (x, y))
            behind = kind.sides.back
            if behind is not None:
                picture = decoded(behind)
                back.paste(picture.resize(kind.sides.size) if picture.size != kind.sides.size else picture, (x, y))
            type_ = wire.TWO_SIDED if behind is not None else wire.FRONT_ONLY
            where = box if behind is not None else None
            sections.append(Section(False, type_, 1, 1, box, where, len(kind.members), kind.name))
        two_sided = any(kind.sides.back is not None for kind, _, _ in packed)
        names = (f"sheet{number}front.png", f"sheet{number}back.png" if two_sided else "")
        self.entries[names[0]] = _png(front)
        if two_sided:
            self.entries[names[1]] = _png(back)
        return Sheet(f"Counters {number}", False, names[0], FACTOR, names[1], FACTOR, (), tuple(sections))

    def _piles(self, name: str, pieces: Mapping[str, Piece]) -> Iterator[Pile]:
        """What lies on a map: single counters, then stacks, each in the drawing order."""
        alone = [each for each in self.state.counters.values() if each.spot.map == name and not each.stack]
        for counter in sorted(alone, key=lambda each: (each.order, each.id)):
            if counter.id in pieces:
                yield Pile(counter.spot.x * FACTOR, counter.spot.y * FACTOR, (pieces[counter.id],), True)
        for stack in sorted(self.state.stacks.values(), key=lambda each: (each.order, each.id)):
            members = [member for member in stack.members if member in pieces]
            if members and self.state.counters[members[0]].spot.map == name:
                bottom = pieces[members[0]].number
                self.renamed[stack.id] = f"stack:{bottom}"
                spot = self.state.counters[members[0]].spot
                yield Pile(spot.x * FACTOR, spot.y * FACTOR, tuple(pieces[member] for member in members))

    def _account(self) -> None:
        """What is lost beyond what the format loses always."""
        state = self.state
        counters = state.counters.values()
        gone = {subject for loss in self.losses if loss.aspect is Aspect.COUNTERS for subject in loss.subjects}
        empty = [stack.id for stack in state.stacks.values() if not any(member not in gone for member in stack.members)]
        torn = [
            stack.id for stack in state.stacks.values() if stack.id not in empty and gone.intersection(stack.members)
        ]
        self._lose(
            Aspect.STACKS,
            Fate.DROPPED,
            "nothing lies in it on a map",
            *(i for i in empty if state.stacks[i].deck is None),
        )
        self._lose(
            Aspect.DECKS, Fate.DROPPED, "nothing lies in it on a map", *(i for i in empty if state.stacks[i].deck)
        )
        self._lose(Aspect.STACKS, Fate.APPROXIMATED, "some of it lies on no map", *torn)
        apart = [
            each.id
            for stack in state.stacks.values()
            for each in state.of(stack)
            if (each.spot.map, each.spot.x, each.spot.y) != _bottom(state, stack.members)
        ]
        self._lose(Aspect.POSITIONS, Fate.APPROXIMATED, "a stack lies on one point, its lowest counter's", *apart)
        odd = [each.id for each in counters if any(each.angles) and not _whole_angle(each)]
        self._lose(Aspect.ANGLES, Fate.APPROXIMATED, "one facing in whole degrees", *odd)
        unclean = [each.id for each in counters if clean(each.name) != each.name]
        self._lose(Aspect.NAMES, Fate.APPROXIMATED, "characters that XML cannot hold are left out", *unclean)
        for word, text in (("scenario notes", state.scenario_notes), ("public notes", state.public_notes)):
            if clean(text) != text:
                self._lose(Aspect.NOTES, Fate.APPROXIMATED, "characters that XML cannot hold are left out", word)

    def _lose(self, aspect: Aspect, fate: Fate, text: str, *subjects: str) -> None:
        if subjects:
            self.losses.append(Loss(aspect, fate, text, subjects))


def _packed(kinds: list[_Kind]) -> Iterator[list[tuple[_Kind, int, int]]]:
    """The kinds laid on sheets, row by row, the tallest first."""
    packed: list[tuple[_Kind, int, int]] = []
    x = y = row = 0
    for kind in sorted(kinds, key=lambda each: (-each.sides.size[1], each.name, each.sides.front)):
        wide, high = kind.sides.size
        if x and x + wide > SHEET_WIDTH:
            x, y, row = 0, y + row, 0
        if y and y + high > SHEET_HEIGHT:
            yield packed
            packed, x, y, row = [], 0, 0, 0
        packed.append((kind, x, y))
        x, row = x + wide, max(row, high)
    if packed:
        yield packed


def _bottom(state: GameState, members: tuple[str, ...]) -> tuple[str, int, int]:
    spot = state.counters[members[0]].spot
    return spot.map, spot.x, spot.y


def _whole_angle(counter: Counter) -> bool:
    """Whether the program can say the counter's facing exactly, and as its only one."""
    return len(counter.angles) == 1 and counter.angles[0] == int(counter.angles[0]) and 0 <= counter.angles[0] < 360


def _png(image: Image.Image) -> bytes:
    out = io.BytesIO()
    image.save(out, "PNG")
    return out.getvalue()


def _export_own(content: Content, state: GameState, own: Mapping[str, object], path: Path, source: str) -> LossReport:
    """A scenario of a ZunTzu box, against that box: places as they were unless moved."""
    losses: list[Loss] = []
    foreign = [each.id for each in state.counters.values() if not _piece_number(each.id) and each.id != "piece:0"]
    if foreign:
        losses.append(Loss(Aspect.COUNTERS, Fate.DROPPED, "no piece of the box", tuple(foreign)))
    raw = own.get("layouts")
    listed = raw if isinstance(raw, list) else []
    views = own.get("views")
    layouts = []
    for board, tab, back in listed:
        name = tab or board or "map"
        view = views.get(tab or board) if isinstance(views, Mapping) else None
        left, top, right, bottom = view if isinstance(view, list) and len(view) == 4 else (0.0, 0.0, 4096.0, 3072.0)
        visible = own.get("visible") == (tab or board)
        piles = tuple(_own_piles(state, name, _factor(content, board), set(foreign)))
        found = content.module.map(name) if content.module else None
        owner = _owner(found.owners[0]) if found is not None and found.owners else ""
        layouts.append(Layout(board, tab, (left, top, right, bottom), bool(back), visible, owner, piles))
    hands = tuple(_own_hands(state, content))
    record = content.module.carried.get(FORMAT) if content.module else None
    on_tabs = {tab or board or "map" for board, tab, _ in listed} | set(_hand_maps(content))
    off = [each.id for each in state.counters.values() if each.spot.map not in on_tabs and each.id not in foreign]
    if off:
        losses.append(Loss(Aspect.COUNTERS, Fate.DROPPED, "on no tab of the game and in no hand", tuple(off)))
    game = Game(
        state.module,
        str(own.get("hash", "")) or str(getattr(record, "hash", "")),
        clean(state.public_notes),
        clean(state.scenario_notes),
        str(own.get("copyright", "")),
        str(own.get("mode", "")),
        bool(own.get("stacking", True)),
        tuple(layouts),
        hands,
    )
    write_bytes(path, wire.format_game(game).encode("utf-8"))
    return survey(content, OWN, source=source, target=NAME, found=losses)


def _own_piles(state: GameState, name: str, factor: int, without: set[str]) -> Iterator[Pile]:
    alone = [
        each for each in state.counters.values() if each.spot.map == name and not each.stack and each.id not in without
    ]
    for counter in sorted(alone, key=lambda each: (each.order, each.id)):
        x, y = _exact_place(counter.carried.get(FORMAT, ""), counter.spot.x, counter.spot.y, factor)
        yield Pile(x, y, (_own_piece(counter),), True)
    for stack in sorted(state.stacks.values(), key=lambda each: (each.order, each.id)):
        members = [each for each in state.of(stack) if each.id not in without]
        if stack.spot.map == name and members:
            x, y = _exact_place(stack.carried.get(FORMAT, ""), stack.spot.x, stack.spot.y, factor)
            yield Pile(x, y, tuple(map(_own_piece, members)))


def _hand_maps(content: Content) -> dict[str, str]:
    """The maps that are hands, and whose."""
    maps = content.module.maps if content.module else ()
    return {found.name: found.owners[0] for found in maps if found.kind is MapKind.HAND and found.owners}


def _own_hands(state: GameState, content: Content) -> Iterator[Hand]:
    for name, player in _hand_maps(content).items():
        stacks = [stack for stack in state.stacks.values() if stack.spot.map == name]
        alone = [each for each in state.counters.values() if each.spot.map == name and not each.stack]
        members = [each for stack in stacks for each in state.of(stack)]
        yield Hand(_owner(player), tuple(map(_own_piece, (*members, *alone))))


def _owner(player: str) -> str:
    """An id of the form that the program wants, made from a pseudonym."""
    return str(uuid.uuid5(uuid.NAMESPACE_URL, f"adjudicator:{player}"))


def _factor(content: Content, name: str) -> int:
    """Places to a pixel of one of the box's maps or sheets."""
    record = content.module.carried.get(FORMAT) if content.module else None
    box = getattr(record, "box", None)
    if not isinstance(box, Box):
        return FACTOR
    found = next((each.factor for each in box.maps if each.name == name), None)
    sheet = next((each for each in box.sheets if each.name == name), None)
    if found is None and sheet is not None:
        found = sheet.front_factor if sheet.front_image else sheet.back_factor
    return found or FACTOR


def _own_piece(counter: Counter) -> Piece:
    number = _piece_number(counter.id)
    back = any(level > 0 for level in counter.levels)
    return Piece(number, back, float(round(-sum(counter.angles) % 360.0) % 360))


def _piece_number(name: str) -> int:
    digits = name.removeprefix("piece:").partition("#")[0]
    return int(digits) if name.startswith("piece:") and digits.isdecimal() else 0


def _exact_place(text: str, x: int, y: int, factor: int) -> tuple[float, float]:
    """The place as the file had it if the counter has not moved since, else its pixel's."""
    first, comma, second = text.partition(",")
    if comma:
        place = (float(first), float(second))
        if (round(place[0] / factor), round(place[1] / factor)) == (x, y):
            return place
    return float(x * factor), float(y * factor)
