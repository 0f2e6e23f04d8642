"""A scenario of a ZunTzu box, written back against that box: places as they were unless moved."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from adjudicator.exporters.losses import Aspect, Content, Holds, Loss, LossKind, LossReport, survey
from adjudicator.exporters.zuntzu.shared import FACTOR, FORMAT, NAME, marked, owner_id
from adjudicator.importers.zuntzu.wire.box import ZunTzuBox
from adjudicator.importers.zuntzu.wire.game import Hand, Pile, TabLayout, ZunTzuGame, ZunTzuPiece, format_game
from adjudicator.importers.zuntzu.wire.nodes import clean
from adjudicator.model.counters import Counter
from adjudicator.model.module import MapKind
from adjudicator.model.state import GameState
from adjudicator.writing import write_bytes

_NOT_OWN = (Aspect.PROPERTIES, Aspect.TRAILS, Aspect.GLOBALS, Aspect.TRACKERS, Aspect.STEPS, Aspect.CONCEALMENT)
OWN: Holds = {
    **{aspect: (LossKind.CARRIED, "stands in the box") for aspect in Aspect if aspect not in _NOT_OWN},
    Aspect.SEATS: (LossKind.APPROXIMATED, "players' ids stay behind"),
    Aspect.ORDER: (LossKind.APPROXIMATED, "single counters lie under all stacks"),
}


def write_scenario(
    content: Content, state: GameState, own: Mapping[str, object], path: Path, source: str
) -> LossReport:
    """A scenario of a ZunTzu box, against that box: places as they were unless moved."""
    losses: list[Loss] = []
    foreign = [each.id for each in state.counters.values() if not _piece_number(each.id) and each.id != "piece:0"]
    if foreign:
        losses.append(Loss(Aspect.COUNTERS, LossKind.DROPPED, "no piece of the box", tuple(foreign)))
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
        owner = owner_id(found.owners[0]) if found is not None and found.owners else ""
        layouts.append(TabLayout(board, tab, (left, top, right, bottom), bool(back), visible, owner, piles))
    hands = tuple(_own_hands(state, content))
    record = content.module.carried.get(FORMAT) if content.module else None
    on_tabs = {tab or board or "map" for board, tab, _ in listed} | set(_hand_maps(content))
    off = [each.id for each in state.counters.values() if each.spot.map not in on_tabs and each.id not in foreign]
    if off:
        losses.append(Loss(Aspect.COUNTERS, LossKind.DROPPED, "on no tab of the game and in no hand", tuple(off)))
    game = ZunTzuGame(
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
    write_bytes(path, marked(format_game(game)))
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
        yield Hand(owner_id(player), tuple(map(_own_piece, (*members, *alone))))


def _factor(content: Content, name: str) -> int:
    """Places to a pixel of one of the box's maps or sheets."""
    record = content.module.carried.get(FORMAT) if content.module else None
    box = getattr(record, "box", None)
    if not isinstance(box, ZunTzuBox):
        return FACTOR
    found = next((each.factor for each in box.maps if each.name == name), None)
    sheet = next((each for each in box.sheets if each.name == name), None)
    if found is None and sheet is not None:
        found = sheet.front_factor if sheet.front_image else sheet.back_factor
    return found or FACTOR


def _own_piece(counter: Counter) -> ZunTzuPiece:
    number = _piece_number(counter.id)
    back = any(level > 0 for level in counter.levels)
    return ZunTzuPiece(number, back, float(round(-sum(counter.angles) % 360.0) % 360))


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
