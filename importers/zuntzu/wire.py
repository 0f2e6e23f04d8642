"""ZunTzu's XML, both ways: `game-box.xml` of a box (`.ztb`, a zip) and a scenario or saved game (`.zts`).

Facts from the program's public sources (MIT): `Modelization/GameBox.cs` (`load`), `Game.cs` (constructor, `Save`),
`CounterSection.cs` (order of the pieces, mirrored backs), `Modelization.cs` (`CounterSectionType`, `ImageResolution`).
Places on boards are in 600 dpi: a scan of 150 dpi shows four of them to a pixel. The program ignores attributes that it does
not know; ours writes `name` on a section, so that a converted counter keeps its name.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from xml.sax.saxutils import quoteattr

from adjudicator.errors import CorruptFile, Source

BOX_ENTRY = "game-box.xml"
FACTORS = {"600 dpi": 1, "300 dpi": 2, "150 dpi": 4}
RESOLUTIONS = {factor: text for text, factor in FACTORS.items()}
FRONT_ONLY, BACK_ONLY, TWO_SIDED = 1, 2, 3
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
LARGEST = 10_000_000.0

Rectangle = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Node:
    """An XML element as the program sees it: name, attributes, children, text."""

    name: str
    attributes: dict[str, str]
    children: tuple[Node, ...] = ()
    text: str = ""
    line: int = 0

    def get(self, name: str, default: str = "") -> str:
        return self.attributes.get(name, default)

    def of(self, *names: str) -> tuple[Node, ...]:
        return tuple(child for child in self.children if child.name in names)


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
class Sheet:
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
class Box:
    """A game box."""

    name: str
    description: str = ""
    copyright: str = ""
    startup: str = ""
    icon: str = ""
    maps: tuple[Map, ...] = ()
    sheets: tuple[Sheet, ...] = ()
    dice: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece as it lies: its number in the order of the sheets in play, the side up, degrees counter-clockwise."""

    number: int
    back: bool = False
    rotation: float = 0.0


@dataclass(frozen=True, slots=True)
class Pile:
    """Pieces on one place, bottom first; a single piece is a pile of one."""

    x: float
    y: float
    pieces: tuple[Piece, ...]
    single: bool = False


@dataclass(frozen=True, slots=True)
class Layout:
    """A tab of the game: the map or sheet it shows ("" = an empty table), what is seen of it, its piles from the back."""

    board: str
    tab: str = ""
    view: Rectangle = (0.0, 0.0, 4096.0, 3072.0)
    back: bool = False
    visible: bool = False
    owner: str = ""
    piles: tuple[Pile, ...] = ()


@dataclass(frozen=True, slots=True)
class Hand:
    """A player's hand, bottom card first; `owner` is a persistent id of the player."""

    owner: str
    pieces: tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Game:
    """A scenario or saved game."""

    box: str
    hash: str
    name: str
    description: str = ""
    copyright: str = ""
    mode: str = ""
    stacking: bool = True
    layouts: tuple[Layout, ...] = ()
    hands: tuple[Hand, ...] = ()


def read_box(root: Node) -> Box:
    """A box from `game-box.xml`."""
    if root.name != "game-box":
        raise _wrong(root, f"a game box begins with game-box, this with {root.name}")
    return Box(
        root.get("name"),
        root.get("description"),
        root.get("copyright"),
        root.get("startup-scenario"),
        root.get("icon", "icon.bmp"),
        tuple(Map(node.get("name"), node.get("image-file"), _factor(node, "resolution")) for node in root.of("map")),
        tuple(_sheet(node) for node in root.of("counter-sheet", "terrain-sheet")),
        tuple(_dice(node) for node in root.of("dice-hand")),
    )


def read_game(root: Node) -> Game:
    """A scenario or saved game, in the new form (attributes) or the old (elements)."""
    if root.name != "game":
        raise _wrong(root, f"a scenario begins with game, this with {root.name}")
    old = root.of("game-box")
    names: dict[str, str] = {}
    scenario = next(iter(root.of("scenario")), Node("scenario", {}))
    if old:
        names = {node.get("id"): node.text for node in scenario.of("map", "counter-sheet")}
    hands = () if old else tuple(Hand(node.get("owner"), _pieces(node)) for node in root.of("hand"))
    return Game(
        old[0].text if old else root.get("game-box"),
        old[0].get("hash") if old else root.get("hash"),
        _text(scenario, "name") if old else root.get("scenario-name"),
        _text(scenario, "description") if old else root.get("scenario-description"),
        _text(scenario, "copyright") if old else root.get("scenario-copyright"),
        root.get("mode"),
        root.get("stacking") != "disabled",
        tuple(_layout(node, names) for node in root.of("layout")),
        hands,
    )


def format_box(box: Box) -> str:
    """`game-box.xml` of a box."""
    lines = ['<?xml version="1.0" encoding="utf-8" standalone="yes"?>']
    about = _attributes(
        {"name": box.name, "description": box.description, "copyright": box.copyright, "startup-scenario": box.startup}
        | ({"icon": box.icon} if box.icon else {})
    )
    lines.append(f"<game-box{about}>")
    for each in box.maps:
        shown = {"name": each.name, "image-file": each.image, "resolution": RESOLUTIONS[each.factor]}
        lines.append(f"\t<map{_attributes(shown)} />")
    for sheet in box.sheets:
        lines.extend(_format_sheet(sheet))
    return "\n".join([*lines, "</game-box>", ""])


def format_game(game: Game) -> str:
    """A `.zts` file, as `Game.Save` writes it (places to two decimals, angles to whole degrees)."""
    about = {"game-box": game.box, "hash": game.hash, "scenario-name": game.name}
    about |= {"scenario-description": game.description} if game.description else {}
    about |= {"scenario-copyright": game.copyright} if game.copyright else {}
    about |= {"mode": game.mode} if game.mode else {}
    about |= {} if game.stacking else {"stacking": "disabled"}
    lines = ['<?xml version="1.0" encoding="utf-8" standalone="yes"?>', f"<game{_attributes(about)}>"]
    for layout in game.layouts:
        lines.extend(_format_layout(layout))
    for hand in game.hands:
        lines.append(f"\t<hand{_attributes({'owner': hand.owner})}>")
        lines.extend(f"\t\t{_format_piece(piece)}" for piece in hand.pieces)
        lines.append("\t</hand>")
    return "\n".join([*lines, "</game>", ""])


def clean(text: str) -> str:
    """The text without characters that XML cannot hold."""
    return "".join(
        each
        for each in text
        if each in "\t\n\r" or (each >= " " and not "\ud800" <= each <= "\udfff" and each < "\ufffe")
    )


def _format_sheet(sheet: Sheet) -> Iterable[str]:
    about = {"name": sheet.name}
    if sheet.front_image:
        about |= {"front-image-file": sheet.front_image, "front-resolution": RESOLUTIONS[sheet.front_factor]}
    if sheet.back_image:
        about |= {"back-image-file": sheet.back_image, "back-resolution": RESOLUTIONS[sheet.back_factor]}
    tag = "terrain-sheet" if sheet.terrain else "counter-sheet"
    yield f"\t<{tag}{_attributes(about)}>"
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
        yield f"\t\t<{'card' if section.card else 'terrain' if sheet.terrain else 'counter'}-section{_attributes(shown)} />"
    yield f"\t</{tag}>"


def _format_layout(layout: Layout) -> Iterable[str]:
    about = {"board": layout.board} if layout.board else {}
    about |= {"tab": layout.tab} if layout.tab and layout.tab != layout.board else {}
    about |= {edge: f"{at:.2f}" for edge, at in zip(("left", "top", "right", "bottom"), layout.view, strict=True)}
    about |= {"side": "Back"} if layout.back else {}
    about |= {"visible": "true"} if layout.visible else {}
    about |= {"owner": layout.owner} if layout.owner else {}
    yield f"\t<layout{_attributes(about)}>"
    for pile in layout.piles:
        place = {"x": f"{pile.x:.2f}", "y": f"{pile.y:.2f}"}
        if pile.single and len(pile.pieces) == 1:
            yield f"\t\t{_format_piece(pile.pieces[0], place)}"
            continue
        yield f"\t\t<stack{_attributes(place)}>"
        yield from (f"\t\t\t{_format_piece(piece)}" for piece in pile.pieces)
        yield "\t\t</stack>"
    yield "\t</layout>"


def _format_piece(piece: Piece, place: dict[str, str] | None = None) -> str:
    about = {"id": str(piece.number)} | ({"side": "Back"} if piece.back else {}) | (place or {})
    return f"<counter{_attributes(about | ({'rot': f'{piece.rotation:.0f}'} if round(piece.rotation) else {}))} />"


def _attributes(values: dict[str, str]) -> str:
    return "".join(
        f" {name}={quoteattr(clean(value), {chr(10): '&#10;', chr(13): '&#13;', chr(9): '&#9;'})}"
        for name, value in values.items()
    )


def _sheet(node: Node) -> Sheet:
    counters = tuple(_counters(each) for each in node.of("counter-section", "terrain-section"))
    cards = tuple(_cards(each) for each in node.of("card-section"))
    terrain = node.name == "terrain-sheet"
    return Sheet(
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
    rows, columns, supply = (_whole(node, name, 1) for name in ("rows", "columns", "supply"))
    if min(rows, columns, supply) < 1 or rows * columns * supply > MOST_PIECES:
        raise _wrong(node, f"{rows} × {columns} pieces, {supply} of each")
    return Section(card, kind, rows, columns, front, back, supply, node.get("name"))


def _kind(node: Node) -> int:
    found = SECTION_TYPES.get(node.get("type"))
    if found is None:
        raise _wrong(node, f"no section has the type '{node.get('type')[:40]}'")
    return found


def _layout(node: Node, names: dict[str, str]) -> Layout:
    board = node.get("board")
    view = tuple(
        _number(node, edge, default)
        for edge, default in (("left", 0.0), ("top", 0.0), ("right", 4096.0), ("bottom", 3072.0))
    )
    # The program lays single counters first, then stacks, each in the file's order.
    singles = [Pile(_number(each, "x"), _number(each, "y"), (_piece(each),), True) for each in node.of("counter")]
    stacks = [Pile(_number(each, "x"), _number(each, "y"), _pieces(each)) for each in node.of("stack")]
    left, top, right, bottom = view
    return Layout(
        names.get(board, board),
        node.get("tab"),
        (left, top, right, bottom),
        node.get("side") == "Back",
        node.get("visible") == "true",
        node.get("owner"),
        (*singles, *stacks),
    )


def _pieces(node: Node) -> tuple[Piece, ...]:
    return tuple(_piece(each) for each in node.of("counter"))


def _piece(node: Node) -> Piece:
    return Piece(_whole(node, "id"), node.get("side") == "Back", _number(node, "rot", 0.0))


def _dice(node: Node) -> str:
    count = sum(_whole(each, "count", 1) for each in node.of("dice"))
    return f"{count}{node.get('type', 'D6')}"


def _rectangle(node: Node, side: str) -> Rectangle:
    left, top, right, bottom = (_number(node, f"{side}-{edge}") for edge in ("left", "top", "right", "bottom"))
    return left, top, right, bottom


def _factor(node: Node, name: str) -> int:
    """Places to a pixel; what the program does not know it takes for 150 dpi."""
    return FACTORS.get(node.get(name), 4)


def _number(node: Node, name: str, default: float | None = None) -> float:
    text = node.get(name)
    if not text and default is not None:
        return default
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not math.isfinite(value) or abs(value) > LARGEST:
        raise _wrong(node, f"'{name}' wants a number, found '{text[:40]}'")
    return value


def _whole(node: Node, name: str, default: int | None = None) -> int:
    text = node.get(name).strip()
    if not text and default is not None:
        return default
    if not text.isascii() or not text.isdecimal() or len(text) > 9:
        raise _wrong(node, f"'{name}' wants a whole number, found '{text[:40]}'")
    return int(text)


def _text(node: Node, name: str) -> str:
    return next((child.text for child in node.of(name)), "")


def _wrong(node: Node, message: str) -> CorruptFile:
    return CorruptFile(f"line {node.line}: <{node.name}>: {message}", Source())
