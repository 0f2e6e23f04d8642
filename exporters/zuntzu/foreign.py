"""A box of its own for a game of another format: its maps as scans, its counters cut from sheets."""

from __future__ import annotations

import base64
import hashlib
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import field
from pathlib import Path

from PIL import Image

from adjudicator import marks
from adjudicator.errors import AdjudicatorError
from adjudicator.exporters.atomic import dateless
from adjudicator.exporters.losses import Aspect, Content, Holds, Loss, LossKind
from adjudicator.exporters.pictures import decoded, kind_of
from adjudicator.exporters.sides import Cutter
from adjudicator.exporters.zuntzu.shared import FACTOR, owner_id
from adjudicator.exporters.zuntzu.sheets import CounterLook, packed_on_sheets, png, sheet_of
from adjudicator.importers.zuntzu.wire import BOX_ENTRY
from adjudicator.importers.zuntzu.wire.box import CounterSheet, Map, ZunTzuBox, format_box
from adjudicator.importers.zuntzu.wire.game import Pile, TabLayout, ZunTzuGame, ZunTzuPiece, format_game
from adjudicator.importers.zuntzu.wire.nodes import LARGEST, clean
from adjudicator.lean import dataclass
from adjudicator.model.boards import PlacedBoard
from adjudicator.model.counters import Counter
from adjudicator.model.module import MapKind
from adjudicator.model.state import GameState
from adjudicator.writing import replacing

MOST_PIXELS = 120_000_000
SCENARIO_ENTRY = "start.zts"
FOREIGN: Holds = {
    Aspect.MAPS: (LossKind.CARRIED, ""),
    Aspect.BOARDS: (LossKind.APPROXIMATED, "the boards of a map are one scan"),
    Aspect.COUNTERS: (LossKind.CARRIED, ""),
    Aspect.NAMES: (LossKind.CARRIED, ""),
    Aspect.POSITIONS: (LossKind.CARRIED, ""),
    Aspect.STACKS: (LossKind.CARRIED, ""),
    Aspect.DECKS: (LossKind.APPROXIMATED, "decks are stacks"),
    Aspect.ORDER: (LossKind.APPROXIMATED, "single counters lie under all stacks"),
    Aspect.LOOKS: (LossKind.APPROXIMATED, "a counter has the picture it shows now and the one behind it"),
    Aspect.LEVELS: (LossKind.APPROXIMATED, "the side that lies up; other layers are in the picture"),
    Aspect.ANGLES: (LossKind.CARRIED, ""),
    Aspect.TEXTS: (LossKind.APPROXIMATED, "texts are in the picture"),
    Aspect.CONCEALMENT: (LossKind.APPROXIMATED, "masked counters lie on their face; who may look is not kept"),
    Aspect.LAYOUTS: (LossKind.APPROXIMATED, "the boards of a map are one scan"),
    Aspect.NOTES: (LossKind.CARRIED, ""),
}


@dataclass
class BoxWriter:
    """A box of its own for a game from elsewhere."""

    content: Content
    state: GameState
    losses: list[Loss] = field(default_factory=list)
    renamed: dict[str, str] = field(default_factory=dict)
    entries: dict[str, bytes] = field(default_factory=dict)
    maps: list[Map] = field(default_factory=list)
    layouts: list[TabLayout] = field(default_factory=list)
    sheets: list[CounterSheet] = field(default_factory=list)

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
            owner = owner_id(label) if closed else ""
            piles = tuple(self._piles(name, pieces))
            self.layouts.append(TabLayout(label if image else "", label, view, False, number == 0, owner, piles))
            if found is not None and found.kind is MapKind.HAND:
                self._lose(Aspect.MAPS, LossKind.APPROXIMATED, "a hand is a table that only its owner sees", name)
        self.layouts.extend(TabLayout(sheet.name) for sheet in self.sheets)
        self._account()

    def write_box(self, path: Path) -> str:
        """The box as a zip, the same bytes for the same game; returns its hash as the program names it."""
        startup = SCENARIO_ENTRY if self.layouts else ""
        module = self.content.module
        name = clean(module.name if module else self.state.module) or "box"
        box = ZunTzuBox(name, f"Converted from {name}", "", startup, "", tuple(self.maps), tuple(self.sheets))
        entries = {BOX_ENTRY: format_box(box).encode("utf-8")}
        entries |= {SCENARIO_ENTRY: format_game(self.game("")).encode("utf-8")} if startup else {}
        with replacing(path) as beside:
            with zipfile.ZipFile(beside, "w") as archive:
                for entry, data in {**entries, **self.entries}.items():
                    archive.writestr(dateless(entry), data)
                marks.put_in_zip(archive, marks.OutputMark(marks.OutputKind.MODULE))
            digest = hashlib.sha1(beside.read_bytes()).digest()  # noqa: S324 - the format's own check sum
        return base64.b64encode(digest).decode("ascii")

    def game(self, digest: str) -> ZunTzuGame:
        module = self.content.module
        name = clean(module.name if module else self.state.module) or "box"
        notes = self.state
        return ZunTzuGame(
            name, digest, clean(notes.public_notes), clean(notes.scenario_notes), layouts=tuple(self.layouts)
        )

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
                self._lose(Aspect.MAPS, LossKind.APPROXIMATED, text, name)
                on_it = [each.id for each in self.state.counters.values() if each.spot.map == name]
                self._lose(Aspect.POSITIONS, LossKind.APPROXIMATED, text, *on_it)
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
                Aspect.BOARDS,
                LossKind.DROPPED,
                "too large for one scan",
                *(f"{name}/{each.board.name}" for each in layout),
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
                    self._lose(Aspect.BOARDS, LossKind.DROPPED, text, f"{name}/{placed.board.name}")
                else:
                    picture.paste(drawn.resize(size) if drawn.size != size else drawn, (0, 0))
            turned = picture.rotate(180) if placed.reversed else picture
            canvas.paste(turned, (placed.x, placed.y), turned)
        return png(canvas)

    def _pieces(self) -> dict[str, ZunTzuPiece]:
        """Every counter on a map as a piece of the sheets, numbered as the program will number them."""
        pieces: dict[str, ZunTzuPiece] = {}
        for number, packed in enumerate(packed_on_sheets(self._kinds()), 1):
            sheet, scans = sheet_of(number, packed)
            self.sheets.append(sheet)
            self.entries |= scans
            for kind, _, _ in packed:
                for counter, back_up in kind.members:
                    self.renamed[counter.id] = f"piece:{len(pieces)}"
                    pieces[counter.id] = ZunTzuPiece(
                        len(pieces), back_up, float(round(-sum(counter.angles) % 360.0) % 360)
                    )
        return pieces

    def _kinds(self) -> list[CounterLook]:
        """The counters on maps, sorted by name and looks."""
        module = self.content.module
        cutter = Cutter(module.image if module else lambda _name: None)
        kinds: dict[tuple[str, bytes, bytes | None], CounterLook] = {}
        absent = []
        for counter in self.state.counters.values():
            if not counter.spot.map or max(abs(counter.spot.x), abs(counter.spot.y)) * FACTOR > LARGEST:
                absent.append(counter.id)
                continue
            sides = cutter.cut(counter)
            name = clean(counter.name)
            kind = kinds.setdefault((name, sides.front, sides.back), CounterLook(name, sides))
            kind.members.append((counter, sides.back_up))
        self._lose(
            Aspect.COUNTERS,
            LossKind.DROPPED,
            "on no map of a size that the program reads; it stays in the box",
            *absent,
        )
        return list(kinds.values())

    def _piles(self, name: str, pieces: Mapping[str, ZunTzuPiece]) -> Iterator[Pile]:
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
            LossKind.DROPPED,
            "nothing lies in it on a map",
            *(i for i in empty if state.stacks[i].deck is None),
        )
        self._lose(
            Aspect.DECKS, LossKind.DROPPED, "nothing lies in it on a map", *(i for i in empty if state.stacks[i].deck)
        )
        self._lose(Aspect.STACKS, LossKind.APPROXIMATED, "some of it lies on no map", *torn)
        apart = [
            each.id
            for stack in state.stacks.values()
            for each in state.of(stack)
            if (each.spot.map, each.spot.x, each.spot.y) != _bottom(state, stack.members)
        ]
        self._lose(Aspect.POSITIONS, LossKind.APPROXIMATED, "a stack lies on one point, its lowest counter's", *apart)
        odd = [each.id for each in counters if any(each.angles) and not _whole_angle(each)]
        self._lose(Aspect.ANGLES, LossKind.APPROXIMATED, "one facing in whole degrees", *odd)
        unclean = [each.id for each in counters if clean(each.name) != each.name]
        self._lose(Aspect.NAMES, LossKind.APPROXIMATED, "characters that XML cannot hold are left out", *unclean)
        for word, text in (("scenario notes", state.scenario_notes), ("public notes", state.public_notes)):
            if clean(text) != text:
                self._lose(Aspect.NOTES, LossKind.APPROXIMATED, "characters that XML cannot hold are left out", word)

    def _lose(self, aspect: Aspect, fate: LossKind, text: str, *subjects: str) -> None:
        if subjects:
            self.losses.append(Loss(aspect, fate, text, subjects))


def _bottom(state: GameState, members: tuple[str, ...]) -> tuple[str, int, int]:
    spot = state.counters[members[0]].spot
    return spot.map, spot.x, spot.y


def _whole_angle(counter: Counter) -> bool:
    """Whether the program can say the counter's facing exactly, and as its only one."""
    return len(counter.angles) == 1 and counter.angles[0] == int(counter.angles[0]) and 0 <= counter.angles[0] < 360
