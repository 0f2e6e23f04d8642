"""The map as a picture, with what a pack's rules make of the position laid over it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adjudicator.errors import UsageError
from adjudicator.exporters.board_reach import with_reach
from adjudicator.exporters.drawing import Drawing
from adjudicator.exporters.judged import numbered, overlays
from adjudicator.exporters.map_picture import MapView, Overlay, chosen_map, hexes_of, map_drawing
from adjudicator.exporters.theatre_table import lay_table
from adjudicator.findings import Finding
from adjudicator.game.files import GameFile
from adjudicator.game.rules import Rules
from adjudicator.lean import dataclass
from adjudicator.model.module import MapKind, Module
from adjudicator.model.sequence import Stretch
from adjudicator.model.state import GameState
from adjudicator.model.viewer import Viewer
from adjudicator.notes import Note, NoteKind

LAYERS = ("terrain", "stacks", "zoc", "supply", "control", "findings")
"""What rules and the theatre can add to a map."""
USUAL_LAYERS = ("stacks", "zoc", "supply", "findings")


@dataclass(frozen=True, slots=True)
class Picture:
    """What picture is wanted: which map ("" = the one with most counters), which layers, picture pixels to a map pixel."""

    map_name: str = ""
    layers: tuple[str, ...] = USUAL_LAYERS
    scale: float | None = None


def drawing(
    file: GameFile,
    step: int,
    wanted: Picture,
    viewer: Viewer,
    *,
    rules: Rules | None = None,
    stretches: tuple[Stretch, ...] = (),
    findings: Sequence[Finding] = (),
) -> tuple[Drawing, tuple[Note, ...]]:
    """The game's map at a step as the viewer may see it; with rules, what they make of it."""
    state = file.state_at(step)
    title = _title(file, state, step)
    identifier = rules.identifier(state, file.module, viewer, stretches) if rules else None
    if identifier is not None:
        identifier.at(step)
    module = file.module or Module(state.module, state.module_version)
    if identifier is not None and not any(board.image for found in module.maps for board in found.boards):
        module, state = lay_table(identifier.position)
    shown = with_reach(module, state, viewer)
    game_map = chosen_map(module, shown, wanted.map_name, viewer)
    laid: tuple[Overlay, ...] = ()
    if identifier is not None:
        hexes = hexes_of(game_map, shown)
        own = numbered(hexes, identifier.binding) if state is identifier.state else hexes
        laid = overlays(identifier.position, findings, wanted.layers, own)
    named = f"{title} · {game_map.name}" if sum(each.kind is MapKind.PUBLIC for each in module.maps) > 1 else title
    view = MapView(viewer=viewer, scale=wanted.scale, title=named, overlays=laid)
    drawn, notes = map_drawing(module, shown, game_map.name, view)
    return drawn, (*_boards_not_there(file, game_map.name), *notes)


def _boards_not_there(file: GameFile, map_name: str) -> Iterator[Note]:
    """What reading the game said of boards that this map wants and the module has not."""
    return (note for note in file.read_notes if note.kind is NoteKind.MISSING and note.subject == map_name)


def _title(file: GameFile, state: GameState, step: int) -> str:
    """The game, its turn, and the file (of a log, with the step)."""
    turns = " ".join(str(tracker) for tracker in state.trackers)
    name = f"{file.path.name}, step {step}" if file.log else file.path.name
    return " · ".join(part for part in (state.module, turns, name) if part)


def layers_of(wanted: Sequence[str] | None, rules: Rules | None) -> tuple[str, ...]:
    """The layers that lie over the map; UsageError for one that there is not, or if no rules could make it."""
    if wanted is None:
        return USUAL_LAYERS
    for name in wanted:
        if name not in LAYERS:
            raise UsageError(f"no layer is named '{name}'; there are {', '.join(LAYERS)}", "layers")
    if rules is None:
        raise UsageError("zones, supply and the like follow from rules: open the game with a pack", "layers")
    return tuple(wanted)
