"""`game-box.xml` of a box (`.ztb`, a zip), both ways.

Facts from the program's public sources (MIT): `Modelization/GameBox.cs` (`load`), `CounterSection.cs` (order of the pieces,
mirrored backs), `Modelization.cs` (`CounterSectionType`, `ImageResolution`). The program ignores attributes that it does not
know; ours writes `name` on a section, so that a converted counter keeps its name.
"""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.importers.zuntzu.wire.nodes import Node, Rectangle, attributes_text, number_in, whole_in, wrong
from adjudicator.lean import dataclass

FACTORS = {"600 dpi": 1, "300 dpi": 2, "150 dpi": 4}
RESOLUTIONS = {factor: text for text, factor in FACTORS.items()}
FRONT_ONLY, TWO_SIDED = 1, 3
SECTION_TYPES = {
    "FrontSideOnly": 1,
    "BackSideOnly": 2,
    "TwoSided": 3,
    "CardFacesOnFront": 8,
    "CardFacesOnBack": 9,
    "CardFacesAndBackOnFront": 10,
    "CardFacesOnBackBackOnOtherSide": 11,
    "CardFacesOnFrontBackOnOtherSide": 14,
    "CardFacesAndBackOnBack": 15,
}
FIRST_CARD_WITH_BACK = 10
MOST_PIECES = 100_000


@dataclass(frozen=True, slots=True)
class Map:
    """A board: its scan and how many places there are to a pixel."""

    name: str
    image: str
    factor: int = 4


@dataclass(frozen=True, slots=True)
class Section:
    """A grid of pieces of one size on a sheet; rectangles are (left, top, right, bottom) in pixels of their scan."""

    card: bool
    kind: int
    rows: int = 1
    columns: int = 1
    front: Rectangle | None = None
    back: Rectangle | None = None
    supply: int = 1
    name: str = ""

    @property
    def pieces(self) -> int:
        return self.rows * self.columns * self.supply

    @property
    def face_on_back(self) -> bool:
        """Whether the picture of the front side is cut from the back scan."""
        return self.card and self.kind & 1 == 1

    @property
    def back_on_front(self) -> bool:
        """Whether the picture of the back side is cut from the front scan."""
        return self.card and self.kind in (10, 11)


@dataclass(frozen=True, slots=True)
class CounterSheet:
    """A sheet of counters, cards or terrain; counters come before cards, whatever the file's order."""

    name: str
    terrain: bool = False
    front_image: str = ""
    front_factor: int = 4
    back_image: str = ""
    back_factor: int = 4
    masks: tuple[str, ...] = ()
    sections: tuple[Section, ...] = ()


@dataclass(frozen=True, slots=True)
class ZunTzuBox:
    """A game box."""

    name: str
    description: str = ""
    copyright: str = ""
    startup: str = ""
    icon: str = ""
    maps: tuple[Map, ...] = ()
    sheets: tuple[CounterSheet, ...] = ()
    dice: tuple[str, ...] = ()


def read_box(root: Node) -> ZunTzuBox:
    """A box from `game-box.xml`."""
    if root.name != "game-box":
        raise wrong(root, f"a game box begins with game-box, this with {root.name}")
    return ZunTzuBox(
        root.get("name"),
        root.get("description"),
        root.get("copyright"),
        root.get("startup-scenario"),
        root.get("icon", "icon.bmp"),
        tuple(Map(node.get("name"), node.get("image-file"), _factor(node, "resolution")) for node in root.of("map")),
        tuple(_sheet(node) for node in root.of("counter-sheet", "terrain-sheet")),
        tuple(_dice(node) for node in root.of("dice-hand")),
    )


def format_box(box: ZunTzuBox) -> str:
    """`game-box.xml` of a box."""
    lines = ['<?xml version="1.0" encoding="utf-8" standalone="yes"?>']
    about = attributes_text(
        {"name": box.name, "description": box.description, "copyright": box.copyright, "startup-scenario": box.startup}
        | ({"icon": box.icon} if box.icon else {})
    )
    lines.append(f"<game-box{about}>")
    for each in box.maps:
        shown = {"name": each.name, "image-file": each.image, "resolution": RESOLUTIONS[each.factor]}
        lines.append(f"\t<map{attributes_text(shown)} />")
    for sheet in box.sheets:
        lines.extend(_format_sheet(sheet))
    return "\n".join([*lines, "</game-box>", ""])


def _format_sheet(sheet: CounterSheet) -> Iterable[str]:
    about = {"name": sheet.name}
    if sheet.front_image:
        about |= {"front-image-file": sheet.front_image, "front-resolution": RESOLUTIONS[sheet.front_factor]}
    if sheet.back_image:
        about |= {"back-image-file": sheet.back_image, "back-resolution": RESOLUTIONS[sheet.back_factor]}
    tag = "terrain-sheet" if sheet.terrain else "counter-sheet"
    yield f"\t<{tag}{attributes_text(about)}>"
    for section in sheet.sections:
        kind = next(name for name, number in SECTION_TYPES.items() if number == section.kind)
        shown = {
            "type": kind,
            "rows": str(section.rows),
            "columns": str(section.columns),
            "supply": str(section.supply),
        }
        for side, box in (("face" if section.card else "front", section.front), ("back", section.back)):
            if box is not None:
                shown |= {
                    f"{side}-{edge}": f"{at:g}"
                    for edge, at in zip(("left", "top", "right", "bottom"), box, strict=True)
                }
        shown |= {"name": section.name} if section.name else {}
        yield f"\t\t<{'card' if section.card else 'terrain' if sheet.terrain else 'counter'}-section{attributes_text(shown)} />"
    yield f"\t</{tag}>"


def _sheet(node: Node) -> CounterSheet:
    counters = tuple(_counters(each) for each in node.of("counter-section", "terrain-section"))
    cards = tuple(_cards(each) for each in node.of("card-section"))
    terrain = node.name == "terrain-sheet"
    return CounterSheet(
        node.get("name"),
        terrain,
        node.get("front-image-file"),
        _factor(node, "front-resolution"),
        node.get("back-image-file"),
        _factor(node, "back-resolution"),
        tuple(node.get(mask) for mask in ("front-mask-file", "back-mask-file") if node.get(mask)),
        tuple(_supplied(section, terrain) for section in (*counters, *cards)),
    )


def _supplied(section: Section, terrain: bool) -> Section:
    """Terrain is cloned when it is laid, so one of each kind is enough (`GameBox.load`)."""
    if not terrain:
        return section
    return Section(
        section.card, section.kind, section.rows, section.columns, section.front, section.back, 1, section.name
    )


def _counters(node: Node) -> Section:
    stated = (1 if "front-left" in node.attributes else 0) | (2 if "back-left" in node.attributes else 0)
    kind = _kind(node) if "type" in node.attributes else stated
    front = _rectangle(node, "front") if kind & 1 else None
    back = _rectangle(node, "back") if kind & 2 else None
    return _section(node, card=False, kind=kind, front=front, back=back)


def _cards(node: Node) -> Section:
    kind = _kind(node) if "type" in node.attributes else 10 if "back-left" in node.attributes else 8
    back = _rectangle(node, "back") if kind >= FIRST_CARD_WITH_BACK else None
    return _section(node, card=True, kind=kind, front=_rectangle(node, "face"), back=back)


def _section(node: Node, *, card: bool, kind: int, front: Rectangle | None, back: Rectangle | None) -> Section:
    rows, columns, supply = (whole_in(node, name, 1) for name in ("rows", "columns", "supply"))
    if min(rows, columns, supply) < 1 or rows * columns * supply > MOST_PIECES:
        raise wrong(node, f"{rows} × {columns} pieces, {supply} of each")
    return Section(card, kind, rows, columns, front, back, supply, node.get("name"))


def _kind(node: Node) -> int:
    found = SECTION_TYPES.get(node.get("type"))
    if found is None:
        raise wrong(node, f"no section has the type '{node.get('type')[:40]}'")
    return found


def _dice(node: Node) -> str:
    count = sum(whole_in(each, "count", 1) for each in node.of("dice"))
    return f"{count}{node.get('type', 'D6')}"


def _rectangle(node: Node, side: str) -> Rectangle:
    left, top, right, bottom = (number_in(node, f"{side}-{edge}") for edge in ("left", "top", "right", "bottom"))
    return left, top, right, bottom


def _factor(node: Node, name: str) -> int:
    """Places to a pixel; what the program does not know it takes for 150 dpi."""
    return FACTORS.get(node.get(name), 4)
