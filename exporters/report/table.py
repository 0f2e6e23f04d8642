"""What a report shows of a game: the table that its maps are drawn from, the moments at which it stops, its chapters."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from adjudicator.audit.record import Audit, Audited
from adjudicator.exporters.board_reach import with_reach
from adjudicator.exporters.judged import numbered
from adjudicator.exporters.map_picture import MapHexes, chosen_map, hexes_of
from adjudicator.exporters.report.board import StateFrame, frames
from adjudicator.exporters.theatre_table import table_for
from adjudicator.identify import binding_for
from adjudicator.lean import dataclass, replace
from adjudicator.model.boards import PlacedBoard
from adjudicator.model.module import GameMap, Module
from adjudicator.model.state import GameState
from adjudicator.play.session import Play
from adjudicator.record.acts import PhaseBegun, Speech
from adjudicator.record.position import Position

TALK = frozenset({"chat", "report"})


@dataclass(frozen=True, slots=True)
class ShownTable:
    """What is shown: the box, a state with all boards laid, the game step by step, and the hexes by the findings' numbers."""

    module: Module
    state: GameState
    frames: Iterable[StateFrame]
    main: GameMap
    hexes: MapHexes
    at: Callable[[int], GameState]
    """The table after a step, its boards laid."""


def shown_table(audited: Audited) -> ShownTable:
    """The table of an audit: the game's own maps, or the theatre's where no board has a picture; WriteError if there is none."""
    if audited.play and _without_boards(audited):
        return _theatre_table(audited, audited.play)
    return _game_table(audited)


def moments_of(audited: Audited) -> list[int]:
    """The steps at which the timeline stops: the start, and each at which more happened than talk."""
    audit = audited.audit
    acts = {act.number: act.kind for act in audit.acts}
    last = audit.last or len(audit.steps)
    steps = [
        entry.step
        for entry in audit.steps
        if audit.first <= entry.step <= last and any(acts.get(number, "") not in TALK for number in entry.acts)
    ]
    if not audit.steps and audited.play:
        steps = sorted(
            {
                act.step
                for act in audited.play.acts
                if not isinstance(act, Speech | PhaseBegun) and act.step >= audit.first
            }
        )
    return [max(0, audit.first - 1), *steps]


def chapters_of(audit: Audit) -> list[tuple[str, str, int]]:
    """Where a file or a turn begins on the timeline: "file" or "turn", its name, the step before it."""
    several = sum(1 for file in audit.files if file.steps) > 1
    found = [("file", file.name, file.first - 1) for file in audit.files if file.steps and several]
    last = ""
    for entry in audit.steps:
        if entry.turn and entry.turn != last:
            found.append(("turn", str(entry.turn), entry.step - 1))
            last = entry.turn
    return sorted(found, key=lambda each: (each[2], each[0]))


def positions_of(audited: Audited) -> Iterator[tuple[int, Position]]:
    """The position after each act of the play, with the step that completes it (a march takes several)."""
    ends = {act.steps[0]: act.steps[-1] for act in audited.audit.acts if act.steps}
    last = 0
    for act in audited.play.acts if audited.play else ():
        last = max(last, ends.get(act.step, act.step))
        yield last, act.after


def _without_boards(audited: Audited) -> bool:
    """Whether the pack knows where units stand, but the box (if it is at hand) has no picture of any board."""
    maps = audited.module.maps if audited.module else ()
    placed = audited.play is not None and (audited.play.start.here or audited.play.end.here)
    return bool(placed) and not any(board.image for found in maps for board in found.boards)


def _game_table(audited: Audited) -> ShownTable:
    """The game on its own maps."""
    end = audited.files[-1].end
    module = audited.module or Module(end.module, end.module_version)
    state = with_reach(module, replace(end, boards=_all_boards(audited)), audited.viewer)

    def at(step: int) -> GameState:
        return replace(audited.state_at(step), boards=state.boards)

    main = chosen_map(module, state, "", audited.viewer)
    return ShownTable(module, state, frames(audited.files), main, _hexes(audited, main, state), at)


def _theatre_table(audited: Audited, play: Play) -> ShownTable:
    """The game on the theatre's map as we draw it, its positions as the pack reads them."""
    module, lay = table_for(play.start)
    state = lay(play.end)

    def positions() -> Iterator[StateFrame]:
        yield StateFrame(0, None, lay(play.start))
        last = play.start
        for step, position in positions_of(audited):
            if position is not last:
                yield StateFrame(step, None, lay(position))
            last = position

    def at(step: int) -> GameState:
        reached = [position for done, position in positions_of(audited) if done <= step]
        return lay(reached[-1] if reached else play.start)

    return ShownTable(module, state, positions(), module.maps[0], hexes_of(module.maps[0], state), at)


def _all_boards(audited: Audited) -> Mapping[str, tuple[PlacedBoard, ...]]:
    """The boards of each map as the game ended, or as they lay when it last had any."""
    boards: dict[str, tuple[PlacedBoard, ...]] = {}
    for file in audited.files:
        for state in (file.start, file.end):
            boards.update({name: laid for name, laid in state.boards.items() if laid})
    return boards


def _hexes(audited: Audited, main: GameMap, state: GameState) -> MapHexes:
    """The main map's hexes by the numbers that findings use."""
    hexes = hexes_of(main, state)
    if audited.play is None:
        return hexes
    binding = binding_for(audited.play.start.pack, state.module)
    return numbered(hexes, binding) if binding else hexes
