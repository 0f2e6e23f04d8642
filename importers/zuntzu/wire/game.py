"""A scenario or saved game (`.zts`), both ways.

Facts from the program's public sources (MIT): `Modelization/Game.cs` (constructor, `Save`).
Places on boards are in 600 dpi: a scan of 150 dpi shows four of them to a pixel.
"""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.importers.zuntzu.wire.nodes import (
    Node,
    Rectangle,
    attributes_text,
    number_in,
    text_in,
    whole_in,
    wrong,
)
from adjudicator.lean import dataclass


@dataclass(frozen=True, slots=True)
class ZunTzuPiece:
    """A piece as it lies: its number in the order of the sheets in play, the side up, degrees counter-clockwise."""

    number: int
    back: bool = False
    rotation: float = 0.0


@dataclass(frozen=True, slots=True)
class Pile:
    """Pieces on one place, bottom first; a single piece is a pile of one."""

    x: float
    y: float
    pieces: tuple[ZunTzuPiece, ...]
    single: bool = False


@dataclass(frozen=True, slots=True)
class TabLayout:
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
    pieces: tuple[ZunTzuPiece, ...]


@dataclass(frozen=True, slots=True)
class ZunTzuGame:
    """A scenario or saved game."""

    box: str
    hash: str
    name: str
    description: str = ""
    copyright: str = ""
    mode: str = ""
    stacking: bool = True
    layouts: tuple[TabLayout, ...] = ()
    hands: tuple[Hand, ...] = ()


def read_game(root: Node) -> ZunTzuGame:
    """A scenario or saved game, in the new form (attributes) or the old (elements)."""
    if root.name != "game":
        raise wrong(root, f"a scenario begins with game, this with {root.name}")
    old = root.of("game-box")
    names: dict[str, str] = {}
    scenario = next(iter(root.of("scenario")), Node("scenario", {}))
    if old:
        names = {node.get("id"): node.text for node in scenario.of("map", "counter-sheet")}
    hands = () if old else tuple(Hand(node.get("owner"), _pieces(node)) for node in root.of("hand"))
    return ZunTzuGame(
        old[0].text if old else root.get("game-box"),
        old[0].get("hash") if old else root.get("hash"),
        text_in(scenario, "name") if old else root.get("scenario-name"),
        text_in(scenario, "description") if old else root.get("scenario-description"),
        text_in(scenario, "copyright") if old else root.get("scenario-copyright"),
        root.get("mode"),
        root.get("stacking") != "disabled",
        tuple(_layout(node, names) for node in root.of("layout")),
        hands,
    )


def format_game(game: ZunTzuGame) -> str:
    """A `.zts` file, as `Game.Save` writes it (places to two decimals, angles to whole degrees)."""
    about = {"game-box": game.box, "hash": game.hash, "scenario-name": game.name}
    about |= {"scenario-description": game.description} if game.description else {}
    about |= {"scenario-copyright": game.copyright} if game.copyright else {}
    about |= {"mode": game.mode} if game.mode else {}
    about |= {} if game.stacking else {"stacking": "disabled"}
    lines = ['<?xml version="1.0" encoding="utf-8" standalone="yes"?>', f"<game{attributes_text(about)}>"]
    for layout in game.layouts:
        lines.extend(_format_layout(layout))
    for hand in game.hands:
        lines.append(f"\t<hand{attributes_text({'owner': hand.owner})}>")
        lines.extend(f"\t\t{_format_piece(piece)}" for piece in hand.pieces)
        lines.append("\t</hand>")
    return "\n".join([*lines, "</game>", ""])


def _format_layout(layout: TabLayout) -> Iterable[str]:
    about = {"board": layout.board} if layout.board else {}
    about |= {"tab": layout.tab} if layout.tab and layout.tab != layout.board else {}
    about |= {edge: f"{at:.2f}" for edge, at in zip(("left", "top", "right", "bottom"), layout.view, strict=True)}
    about |= {"side": "Back"} if layout.back else {}
    about |= {"visible": "true"} if layout.visible else {}
    about |= {"owner": layout.owner} if layout.owner else {}
    yield f"\t<layout{attributes_text(about)}>"
    for pile in layout.piles:
        place = {"x": f"{pile.x:.2f}", "y": f"{pile.y:.2f}"}
        if pile.single and len(pile.pieces) == 1:
            yield f"\t\t{_format_piece(pile.pieces[0], place)}"
            continue
        yield f"\t\t<stack{attributes_text(place)}>"
        yield from (f"\t\t\t{_format_piece(piece)}" for piece in pile.pieces)
        yield "\t\t</stack>"
    yield "\t</layout>"


def _format_piece(piece: ZunTzuPiece, place: dict[str, str] | None = None) -> str:
    about = {"id": str(piece.number)} | ({"side": "Back"} if piece.back else {}) | (place or {})
    return f"<counter{attributes_text(about | ({'rot': f'{piece.rotation:.0f}'} if round(piece.rotation) else {}))} />"


def _layout(node: Node, names: dict[str, str]) -> TabLayout:
    board = node.get("board")
    view = tuple(
        number_in(node, edge, default)
        for edge, default in (("left", 0.0), ("top", 0.0), ("right", 4096.0), ("bottom", 3072.0))
    )
    # The program lays single counters first, then stacks, each in the file's order.
    singles = [Pile(number_in(each, "x"), number_in(each, "y"), (_piece(each),), True) for each in node.of("counter")]
    stacks = [Pile(number_in(each, "x"), number_in(each, "y"), _pieces(each)) for each in node.of("stack")]
    left, top, right, bottom = view
    return TabLayout(
        names.get(board, board),
        node.get("tab"),
        (left, top, right, bottom),
        node.get("side") == "Back",
        node.get("visible") == "true",
        node.get("owner"),
        (*singles, *stacks),
    )


def _pieces(node: Node) -> tuple[ZunTzuPiece, ...]:
    return tuple(_piece(each) for each in node.of("counter"))


def _piece(node: Node) -> ZunTzuPiece:
    return ZunTzuPiece(whole_in(node, "id"), node.get("side") == "Back", number_in(node, "rot", 0.0))
