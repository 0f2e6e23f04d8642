"""The map of a report: its ground, the counters at every moment, layers and findings, as data that the page draws."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from functools import partial
from itertools import chain

from adjudicator.audit.record import Audit, Audited
from adjudicator.errors import WriteError
from adjudicator.exporters.box_images import BoxImages
from adjudicator.exporters.counters import Artist
from adjudicator.exporters.drawing import Drawing, hexagon, polygon
from adjudicator.exporters.map_picture import (
    MapHexes,
    artist_for,
    ground_drawing,
    hexes_of,
    layout_of,
    readable_scale,
)
from adjudicator.exporters.report import sprites, words
from adjudicator.exporters.report.board import Cast, PageBoard, StateFrame
from adjudicator.exporters.report.grounds import strips_of
from adjudicator.exporters.report.layers import LayerLook, kinds_of, plain_style, snapshots, without_assuming
from adjudicator.exporters.report.lines import SupplyLines, supply_lines
from adjudicator.exporters.report.still import still_moment, still_picture
from adjudicator.exporters.report.table import ShownTable, chapters_of, moments_of, positions_of, shown_table
from adjudicator.exporters.svg import SvgWriter
from adjudicator.lean import dataclass, replace
from adjudicator.model.module import GameMap, MapKind
from adjudicator.notes import Note

LOSSES = frozenset({"step loss", "remove"})
MAIN_PIXELS, OTHER_PIXELS = 9_000_000, 1_500_000
MAIN_BYTES, OTHER_BYTES = 1_900_000, 250_000
LONG_GAME, LEANER = 4000, 0.5
"""From so many moments on the maps may take half of that, so that the page can still be sent by mail."""
MOST_MAPS = 6
MOST_SPRITE_SCALE = 2.0

Ground = Callable[[Drawing, int], Mapping[str, object]]
"""Makes of a map's drawing (and its number) what the viewer opens: strips of an image inside the page, or tiles beside it."""


@dataclass(frozen=True, slots=True)
class Scene:
    """What the page's script gets, the looks its legend shows, and notes on what could not be drawn."""

    data: Mapping[str, object]
    kinds: tuple[LayerLook, ...] = ()
    maps: tuple[str, ...] = ()
    moments: int = 1
    patterns: str = ""
    notes: tuple[Note, ...] = ()
    middles: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    lines: SupplyLines | None = None
    still: str = ""
    """The map at the last finding, as the address of a picture: for paper, and where scripts are off."""
    caption: str = ""
    """What the picture shows."""


Progress = Callable[[str, int, int], None]
"""Hears what is being drawn, how much of it is done, and how much there is."""
A_MAP = 100
"""Steps of a game that take about as long to draw as a map."""


def unheard(_what: str, _done: int, _all: int) -> None:
    """Nobody wants to know."""


def scene(audited: Audited, ground: Ground | None = None, hear: Progress = unheard) -> Scene | None:
    """The scene of an audit; None where there is no map to show."""
    try:
        table = shown_table(audited)
    except WriteError:
        return None
    maps = _maps(table, audited)
    moments = moments_of(audited)
    steps = len(audited.audit.steps)
    work = steps + (len(maps) + 1) * A_MAP
    lying = _lying(audited, table, maps, moments, partial(_counted, work=work, hear=hear))
    make = ground or partial(_inlined, share=LEANER if len(moments) >= LONG_GAME else 1.0)
    grounds = []
    for place, each in enumerate(maps):
        hear(each.name, steps + place * A_MAP, work)
        grounds.append(_ground(table, each, place, make))
    hear("", work - A_MAP, work)
    lines = _lines(audited, table.hexes)
    kinds, shots = _layers(audited, table.hexes)
    height = table.hexes.height
    data: dict[str, object] = {
        "maps": [made | {"start": start} for (made, _), start in zip(grounds, lying.starts, strict=True)],
        "moments": moments,
        "changes": lying.changes,
        "sprites": {"images": lying.sheets.images, "places": lying.sheets.places},
        "names": lying.names,
        "hexes": _geometry(table.hexes),
        "kinds": [{"layer": each.layer} | plain_style(each.style, height, _pattern(each)) for each in kinds],
        "unassumed": without_assuming(kinds),
        "snapshots": shots,
        "findings": _findings(audited, table.hexes),
        "chapters": chapters_of(audited.audit),
        "told": _told(audited.audit),
        "supply": lines.data if lines else None,
    }
    notes = tuple(dict.fromkeys(chain(*(found for _, found in grounds), lying.notes)))
    named = tuple(each.name or f"map {place}" for place, each in enumerate(maps, 1))
    middles = {name: shape.centre for name, shape in table.hexes.by_number.items()}
    told = _told_to(audited, notes)
    looks = _patterns(kinds, height)
    return Scene(data, kinds, named, len(moments), looks, told, middles, lines, lying.still, lying.caption)


@dataclass(frozen=True, slots=True)
class _Lying:
    """What lies on the maps through the game, and what it takes to show it."""

    starts: list[list[object]]
    changes: list[dict[str, object]]
    sheets: sprites.Sheets
    names: tuple[str, ...]
    notes: tuple[Note, ...]
    still: str
    caption: str


def _lying(
    audited: Audited,
    table: ShownTable,
    maps: Sequence[GameMap],
    moments: Sequence[int],
    counted: Callable[[Iterable[StateFrame]], Iterator[StateFrame]],
) -> _Lying:
    """All that is drawn of counters: their pictures are let go before the maps are drawn."""
    cast = Cast()
    scale = min(MOST_SPRITE_SCALE, readable_scale(table.hexes, table.state, table.main, (0, 0, 1, 1)))
    images = BoxImages(table.module.image, scale)
    boards = [
        PageBoard(each, artist_for(table.module, each, table.state, scale, images), audited.viewer, cast)
        for each in maps
    ]
    starts, changes = _played(counted(table.frames), audited.audit.last, boards, moments)
    still, caption = _still(audited, table, boards[0].artist)
    notes = tuple(chain(*(board.artist.notes for board in boards)))
    return _Lying(starts, changes, sprites.packed(cast.pictures), cast.names, notes, still, caption)


def _counted(game: Iterable[StateFrame], work: int, hear: Progress) -> Iterator[StateFrame]:
    """The game step by step, telling how far it is."""
    for frame in game:
        if frame.step % A_MAP == 0:
            hear("", min(frame.step, work), work)
        yield frame


def _told(audit: Audit) -> dict[str, list[int]]:
    """The steps in which dice fell, and those in which something was lost."""
    lost = {act.steps[-1] for act in audit.acts if act.kind in LOSSES and act.steps and not act.undone}
    return {"dice": sorted({roll.step for roll in audit.rolls}), "losses": sorted(lost)}


def _played(
    game: Iterable[StateFrame], last: int, boards: Sequence[PageBoard], moments: Sequence[int]
) -> tuple[list[list[object]], list[dict[str, object]]]:
    """Each board at the first moment, and what changes on which board at each moment."""
    starts: list[list[object]] = []
    changes: list[dict[str, object]] = [{} for _ in moments]
    place = 0
    for frame in game:
        if last and frame.step > last:
            break
        if frame.step > moments[0] and not starts:
            starts = _begun(boards)
        for board in boards:
            board.advance(frame)
        if not starts:
            continue
        while place + 1 < len(moments) and frame.step >= moments[place + 1]:
            place += 1
        for number, board in enumerate(boards):
            taken = board.take_changes()
            if taken:
                changes[place][str(number)] = [*_listed(changes[place].get(str(number))), *taken]
    return starts or _begun(boards), changes


def _begun(boards: Sequence[PageBoard]) -> list[list[object]]:
    """The boards as the timeline starts with them."""
    for board in boards:
        board.take_changes()
    return [list(board.items()) for board in boards]


def _listed(found: object) -> list[object]:
    return found if isinstance(found, list) else []


def _maps(table: ShownTable, audited: Audited) -> tuple[GameMap, ...]:
    """The main map, and others this viewer may enter on which counters lie or acts took place."""
    used: dict[str, int] = {}
    for each in (audited.files[0].start, audited.files[-1].end):
        for counter in each.placed():
            if audited.viewer.sees(counter):
                used[counter.spot.map] = used.get(counter.spot.map, 0) + 1
    for act in audited.audit.acts:
        for place in act.path:
            used[place.map] = used.get(place.map, 0) + 1
    others = [
        each
        for each in table.module.maps
        if each.name != table.main.name
        and used.get(each.name)
        and audited.viewer.enters(table.module, each.name)
        and (each.kind is not MapKind.HAND or layout_of(each, table.state))
    ]
    others.sort(key=lambda each: -used[each.name])
    return (table.main, *others[: MOST_MAPS - 1])


def _ground(
    table: ShownTable, game_map: GameMap, place: int, make: Ground
) -> tuple[dict[str, object], tuple[Note, ...]]:
    drawing, notes = ground_drawing(table.module, table.state, game_map, 1.0)
    made = {"name": game_map.name, "area": drawing.area, "height": hexes_of(game_map, table.state).height}
    return made | dict(make(drawing, place)), notes


def _inlined(drawing: Drawing, place: int, share: float = 1.0) -> Mapping[str, object]:
    """The map inside the page, of bearable size."""
    most_pixels, most_bytes = (OTHER_PIXELS, OTHER_BYTES) if place else (MAIN_PIXELS, MAIN_BYTES)
    _, _, width, height = drawing.area
    scale = min(1.5, (most_pixels / (width * height)) ** 0.5, 12_000 / max(width, height))
    return {"strips": strips_of(replace(drawing, scale=scale), round(most_bytes * share))}


def _still(audited: Audited, table: ShownTable, artist: Artist) -> tuple[str, str]:
    """The table at the last finding as a picture, and its caption; none where no module tells the maps."""
    if not table.module.maps:
        return "", ""
    moment = still_moment(audited.audit)
    picture = still_picture(
        audited, table.module, table.main, table.at(moment.step), table.hexes, moment=moment, artist=artist
    )
    return picture, audited.language.told(moment.caption)


def _geometry(hexes: MapHexes) -> dict[str, object]:
    """Each hex as its middle and one of a few outlines around it."""
    outlines: dict[tuple[int, ...], int] = {}
    at = []
    for shape in hexes.by_number.values():
        x, y = round(shape.centre[0]), round(shape.centre[1])
        outline = tuple(round(part) for px, py in shape.corners for part in (px - x, py - y))
        at.append((x, y, outlines.setdefault(outline, len(outlines))))
    return {"names": list(hexes.by_number), "at": at, "outlines": list(outlines), "height": round(hexes.height, 1)}


def _layers(audited: Audited, hexes: MapHexes) -> tuple[tuple[LayerLook, ...], list[dict[str, object]]]:
    if audited.play is None:
        return (), []
    kinds = kinds_of(audited.play.start)
    numbers = {name: place for place, name in enumerate(hexes.by_number)}
    found = snapshots(audited.play.start, positions_of(audited), kinds, numbers)
    return kinds, [{"step": each.step, "hexes": each.hexes} for each in found]


def _lines(audited: Audited, hexes: MapHexes) -> SupplyLines | None:
    if audited.play is None:
        return None
    numbers = {name: place for place, name in enumerate(hexes.by_number)}
    return supply_lines(audited.play.start, positions_of(audited), numbers)


def _findings(audited: Audited, hexes: MapHexes) -> list[dict[str, object]]:
    """Where each finding is, in hexes of the main map by their place in the list."""
    numbers = {name: place for place, name in enumerate(hexes.by_number)}
    acts = {act.number: act for act in audited.audit.acts if act.steps}
    return [
        {
            "severity": finding.severity.value,
            "step": step,
            "before": acts[finding.act].steps[0] - 1 if finding.act in acts else max(0, finding.step - 1),
            "at": [numbers[at] for at in finding.at if at in numbers],
            "traces": [
                {
                    "kind": words.trace_kind(trace, acts.get(finding.act)),
                    "label": trace.label,
                    "hexes": [numbers.get(at, -1) for at in trace.hexes],
                    "costs": trace.costs,
                }
                for trace in finding.traces
            ],
        }
        for finding, step in zip(audited.audit.findings, words.shown_at(audited.audit), strict=True)
    ]


def _pattern(kind: LayerLook) -> str:
    return f"map-{kind.key}-p1"


def _patterns(kinds: Iterable[LayerLook], height: float) -> str:
    """The hatches of the layers, as definitions for the map's drawing."""
    return "".join(_definitions(kind, height) for kind in kinds)


def _definitions(kind: LayerLook, height: float) -> str:
    scribe = SvgWriter(f"map-{kind.key}-")
    scribe.shape(polygon(hexagon(0, 0, 1), kind.style.sized(height)))
    return scribe.definitions()


def _told_to(audited: Audited, notes: Iterable[Note]) -> tuple[Note, ...]:
    """Notes on pictures name images of counters; only who sees all may read those."""
    return tuple(_without_names(notes) if not audited.viewer.sees_all else notes)


def _without_names(notes: Iterable[Note]) -> Iterator[Note]:
    counted = [note for note in notes if note.subject]
    if counted:
        first = counted[0]
        yield replace(
            first, subject="images", text=f"{len(counted)} could not be had from the game box; plain ones are drawn"
        )
    yield from (note for note in notes if not note.subject)
