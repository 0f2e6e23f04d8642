"""A chapter of a game as pictures: the map at its end with all its moves on it, and an animated one, move by move.

Both show what the audit's viewer may see: counters as the page draws them for him, acts as the record tells them.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path

from PIL import Image

from adjudicator.audit.record import ActEntry, Audit, Audited
from adjudicator.errors import WriteError
from adjudicator.exporters import pictures
from adjudicator.exporters.counters import Artist
from adjudicator.exporters.drawing import PAPER, Disc, Drawing, Layer, Point, Polyline, Shape, Stamp, Style
from adjudicator.exporters.map_picture import MapView, artist_for, counters_layer, ground_drawing, map_drawing
from adjudicator.exporters.overlay import TraceMark, findings_on, findings_overlay
from adjudicator.exporters.png import to_image, write_png
from adjudicator.exporters.report.still import MOST_PIXELS, WIDEST
from adjudicator.exporters.report.table import ShownTable, moments_of, shown_table
from adjudicator.exporters.report.words import shown_at, told
from adjudicator.harmless import harmless_line
from adjudicator.lean import dataclass, replace
from adjudicator.marks import OutputKind, OutputMark, as_comment
from adjudicator.model.state import GameState
from adjudicator.notes import Note
from adjudicator.said import say, strung
from adjudicator.writing import write_bytes

MOST_BYTES = 2_000_000
"""What forums and mailboxes take of an animated picture."""
MOST_FRAMES = 80
"""A longer chapter is shown with several moves in a frame."""
WIDE, HIGH = 1100, 800
LEAST_HEXES, AROUND = 9, 2.0
"""How many hexes a frame shows each way at least, and how many around what happens."""
STEP, LAST = 900, 3000
"""Milliseconds that a frame stands, and the last one."""
TRIES = ((74, 1.0), (55, 1.0), (45, 0.75), (35, 0.5), (20, 0.35))
"""Quality and size, the first of which fits is taken."""
MOVES = "Moves"
_TRAIL = "#5b2a86"
_MARK = f'<x:xmpmeta xmlns:x="adobe:ns:meta/">{as_comment(OutputMark(OutputKind.PICTURE)).strip()}</x:xmpmeta>'.encode()


@dataclass(frozen=True, slots=True)
class _Frame:
    """A moment of the clip: the step after which it is, and the acts since the frame before."""

    step: int
    acts: tuple[ActEntry, ...]


@dataclass(frozen=True, slots=True)
class _Stage:
    """What is the same in all frames: the audit, its table, the part of the map, its ground, and who draws the counters."""

    audited: Audited
    table: ShownTable
    area: tuple[int, int, int, int]
    ground: Stamp
    artist: Artist


def write_picture(audited: Audited, path: Path) -> tuple[Note, ...]:
    """Write the map as the steps that were audited leave it, with their moves and findings, as a PNG."""
    return write_png(_picture(audited.told), path)


def write_clip(audited: Audited, path: Path) -> None:
    """Write the steps that were audited as an animated WebP of at most `MOST_BYTES`."""
    write_bytes(path, clip(audited))


def clip(audited: Audited) -> bytes:
    """The steps that were audited as an animated WebP; WriteError where there is no map or nothing to show."""
    audited = audited.told
    table = shown_table(audited)
    frames = list(_frames(audited))
    ways = {act.number: _way(act, table) for act in audited.audit.acts}
    area = _area(table, [point for frame in frames for act in frame.acts for point in ways[act.number]])
    scale = min(2.0, WIDE / area[2], HIGH / area[3])
    ground = _ground(table, area, scale)
    stage = _Stage(audited, table, area, ground, artist_for(table.module, table.main, table.state, scale))
    return _packed([to_image(_drawn(stage, *each, ways)) for each in _states(frames, table)])


def _picture(audited: Audited) -> Drawing:
    table = shown_table(audited)
    audit = audited.audit
    last = audit.last or len(audit.steps)
    numbers = [place + 1 for place, step in enumerate(shown_at(audit)) if not step or audit.first <= step <= last]
    laid = findings_on([audit.findings[number - 1] for number in numbers], table.hexes, numbers)
    ways = dict.fromkeys(_way(act, table) for act in audit.acts if not act.undone)
    moves = findings_overlay((), (TraceMark(way, "path") for way in ways if len(set(way)) > 1), table.hexes.height)
    keys = tuple(replace(key, group=MOVES) for key in moves.keys)
    over = tuple(replace(layer, name="moves") for layer in moves.over)
    told = {key.text for key in keys}  # the way of a move that is accused looks like any other
    further = (key for key in laid.keys if key.text not in told)
    laid = replace(laid, over=(*over, *laid.over), keys=(*keys, *further))
    title = strung((audit.title, _moment(audit, last)), " · ")
    view = MapView(viewer=audited.viewer, title=audited.language.told(title), overlays=(laid,))
    drawing, _ = map_drawing(table.module, table.at(last), table.main.name, view)
    _, _, width, height = drawing.area
    return replace(drawing, scale=min(drawing.scale, WIDEST / width, (MOST_PIXELS / (width * height)) ** 0.5))


def _frames(audited: Audited) -> Iterator[_Frame]:
    """The moments that are shown, each with what was done since the one before."""
    moments = moments_of(audited)
    stride = -(-(len(moments) - 1) // (MOST_FRAMES - 1)) or 1
    shown = [moments[0], *moments[stride:-1:stride], moments[-1]] if len(moments) > 1 else moments
    shown = list(dict.fromkeys(shown))
    by_step: dict[int, list[ActEntry]] = {}
    for act in audited.audit.acts:
        for step in act.steps:
            by_step.setdefault(step, []).append(act)
    yield _Frame(shown[0], ())
    for before, step in pairwise(shown):
        acts = {act.number: act for at in range(before + 1, step + 1) for act in by_step.get(at, ())}
        yield _Frame(step, tuple(acts.values()))


def _states(frames: Sequence[_Frame], table: ShownTable) -> Iterator[tuple[_Frame, GameState]]:
    """Each frame with the table as it is then."""
    waiting = list(frames)
    state: GameState | None = None
    for each in table.frames:
        while waiting and state is not None and each.step > waiting[0].step:
            yield waiting.pop(0), state
        if not waiting:
            return
        state = each.state
    yield from ((frame, state) for frame in waiting if state is not None)


def _way(act: ActEntry, table: ShownTable) -> tuple[Point, ...]:
    """Where an act led over the main map, in map pixels; nothing where that is not on it."""
    if act.path and all(place.map == table.main.name for place in act.path):
        return tuple((float(place.x), float(place.y)) for place in act.path)
    shapes = [table.hexes.get(place.name) for place in act.path]
    return tuple(shape.centre for shape in shapes if shape is not None) if all(shapes) else ()


def _area(table: ShownTable, points: Sequence[Point]) -> tuple[int, int, int, int]:
    """The part of the map in which something happens, with room around it; all of it if nothing does."""
    left, top, width, height = ground_drawing(table.module, table.state, table.main, 1.0)[0].area
    if not points:
        return left, top, width, height
    hex_high = table.hexes.height
    spans = []
    for place, (start, whole) in enumerate(((left, width), (top, height))):
        low, high = min(point[place] for point in points), max(point[place] for point in points)
        room = max(high - low + 2 * AROUND * hex_high, LEAST_HEXES * hex_high * (WIDE / HIGH if not place else 1.0))
        room = min(whole, room)
        begin = min(max(start, (low + high - room) / 2), start + whole - room)
        spans.append((round(begin), max(1, round(room))))
    return spans[0][0], spans[1][0], spans[0][1], spans[1][1]


def _ground(table: ShownTable, area: tuple[int, int, int, int], scale: float) -> Stamp:
    """The map under the counters, drawn once for all frames."""
    drawing, _ = ground_drawing(table.module, table.state, table.main, scale)
    image = to_image(replace(drawing, area=area, scale=scale))
    return Stamp(area[0], area[1], area[2], area[3], pictures.as_picture(image.convert("RGBA")))


def _drawn(stage: _Stage, frame: _Frame, state: GameState, ways: Mapping[int, tuple[Point, ...]]) -> Drawing:
    """One frame: the ground, the counters as they lie, the ways of its acts, and in its title what was done."""
    audited, table = stage.audited, stage.table
    counters = counters_layer(state, table.main, stage.artist, audited.viewer, stage.area)
    trails = tuple(shape for act in frame.acts for shape in _trail(ways[act.number], table.hexes.height))
    layers = (Layer("ground", (stage.ground,)), Layer("moves", trails), counters)
    words = [strung((audited.language.text(act.kind), _in_short(act)), " ") for act in frame.acts[-2:]]
    title = strung((_moment(audited.audit, frame.step), *words), " · ")
    return Drawing(stage.area, stage.artist.scale, layers=layers, title=harmless_line(audited.language.told(title)))


def _in_short(act: ActEntry) -> str:
    """What was done; of a long way its first and last place."""
    ends = act.path if len(act.path) < 3 else (act.path[0], act.path[-1])
    return told(replace(act, path=ends))


def _moment(audit: Audit, step: int) -> str:
    """Which step of the game it is, in which turn."""
    turn = next((each.turn for each in reversed(audit.steps) if each.step <= step), "")
    last = audit.files[-1].first + audit.files[-1].steps - 1 if audit.files else step
    at = say("step {step} of {last}", step, last) if step else say("The start")
    return strung((turn, at), " · ") if turn else at


def _trail(way: Sequence[Point], height: float) -> Iterator[Shape]:
    """An arrow along a way, and a dot where it begins."""
    if len(way) > 1 and len(set(way)) > 1:
        yield Polyline(tuple(way), colour=_TRAIL, width=height * 0.06, arrow=True, halo=PAPER)
        yield Disc(*way[0], height * 0.08, Style(_TRAIL, line=PAPER, line_width=height * 0.03))
    elif way:
        yield Disc(*way[0], height * 0.52, Style(line=_TRAIL, line_width=height * 0.06))


def _packed(images: Sequence[Image.Image]) -> bytes:
    """The frames as one file that is small enough, however coarse it becomes."""
    durations = [*(STEP for _ in images[1:]), LAST]
    for quality, factor in TRIES:
        shown = [pictures.resized(each, factor).convert("RGB") if factor < 1 else each for each in images]
        out = io.BytesIO()
        first, *rest = shown
        # one whole frame, then what is another in each
        moving = {"save_all": True, "append_images": rest, "duration": durations, "loop": 0, "kmin": 9998, "kmax": 9999}
        first.save(out, "WEBP", quality=quality, method=3, xmp=_MARK, **moving)
        data = out.getvalue()
        if len(data) <= MOST_BYTES:
            return data
    raise WriteError(say("these steps make an animated picture of more than {bytes} bytes; name fewer", MOST_BYTES))
