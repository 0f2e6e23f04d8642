"""The map of a report as one picture: what it shows on paper, and where scripts are off.

A picture has one moment. It is the last turn in which anything was found, at its last finding: there findings lie where they
happened, and the caption says which they are.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from adjudicator.audit.record import Audit, Audited
from adjudicator.exporters.counters import Artist
from adjudicator.exporters.map_picture import MapHexes, MapView, map_area, map_drawing
from adjudicator.exporters.overlay import findings_on
from adjudicator.exporters.png import to_image
from adjudicator.exporters.report.sprites import ground_address
from adjudicator.exporters.report.story import turn_of_step
from adjudicator.exporters.report.words import shown_at
from adjudicator.findings import Finding
from adjudicator.lean import dataclass, replace
from adjudicator.model.module import GameMap, Module
from adjudicator.model.state import GameState
from adjudicator.said import Said, say, strung
from adjudicator.words import listed

MOST_PIXELS = 2_500_000
MOST_BYTES = 450_000
WIDEST = 2_200
"""Pixels: as many as a sheet of paper shows."""


@dataclass(frozen=True, slots=True)
class StillMoment:
    """The step after which the picture shows the table, the findings on it by their place in the list, and a caption."""

    step: int
    findings: tuple[int, ...]
    caption: str


def still_moment(audit: Audit) -> StillMoment:
    """The last turn with a finding, as its last finding found the table; the end of the game if nothing was found."""
    turn_of, steps = turn_of_step(audit), shown_at(audit)
    turns = [
        str(each.turn) if each.turn else turn_of(step, "") for each, step in zip(audit.findings, steps, strict=True)
    ]
    if not steps:
        return StillMoment(_last(audit), (), say("The map as the game ended."))
    latest = max(range(len(steps)), key=lambda place: steps[place])
    lying = tuple(place for place, turn in enumerate(turns) if turn == turns[latest])
    others = [place for place in range(len(steps)) if place not in lying]
    return StillMoment(steps[latest], lying, _caption(audit, audit.findings[latest], steps[latest], lying, others))


def still_picture(
    audited: Audited,
    module: Module,
    game_map: GameMap,
    state: GameState,
    hexes: MapHexes,
    *,
    moment: StillMoment,
    artist: Artist,
) -> str:
    """The address of a picture of the map at a moment, the findings of that turn on it."""
    found = [audited.findings[place] for place in moment.findings]
    laid = findings_on(found, hexes, [place + 1 for place in moment.findings])
    bare = (replace(laid, keys=(), remarks=()),) if found else ()
    _, _, width, height = map_area(game_map, state)
    scale = min(1.5, WIDEST / width, (MOST_PIXELS / (width * height)) ** 0.5)
    view = MapView(viewer=audited.viewer, scale=scale, overlays=bare, artist=artist)
    drawing, _ = map_drawing(module, state, game_map.name, view)
    return ground_address(to_image(drawing), MOST_BYTES)


def _last(audit: Audit) -> int:
    return audit.last or len(audit.steps)


def _caption(audit: Audit, finding: Finding, step: int, lying: Sequence[int], rest: Sequence[int]) -> Said:
    """When it is, and which findings lie on the map; those of other turns happened on other tables."""
    when = [say("turn {turn}", finding.turn) if finding.turn else "", finding.phase]
    moment = strung((each for each in when if each), ", ")
    table, here = _table(audit, step, moment), _numbers(lying)
    told = [
        say("{map}: {findings} where they happened.", table, here)
        if len(lying) > 1
        else say("{map}: {finding} where it happened.", table, here)
    ]
    told += [say("Of other turns: {findings}.", _numbers(rest))] if rest else []
    return strung(told, " ")


def _table(audit: Audit, step: int, moment: str) -> Said:
    """Which table the picture shows: after which step of how many, in which turn and phase."""
    last = _last(audit) or step
    at = say("The map after step {step} of {last}", step, last) if step else say("The map at the start")
    return say("{map} ({moment})", at, moment) if moment else at


def _numbers(places: Sequence[int]) -> Said:
    """Findings by number, neighbours as one: "findings 2–4 and 7"."""
    numbers = [place + 1 for place in places]
    runs = [[number for _, number in same] for _, same in groupby(enumerate(numbers), lambda pair: pair[1] - pair[0])]
    told = [f"{run[0]}–{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs]
    which = listed(told)
    return say("findings {numbers}", which) if len(numbers) > 1 else say("finding {number}", which)
