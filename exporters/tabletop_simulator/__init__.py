"""A game as a save of Tabletop Simulator.

A save that came from there is written back as it was but for what changed. Any other game is laid out on one table: its maps
side by side as boards, counters as tiles with two pictures, stacks as piles, decks as decks. Pictures lie in a folder beside
the save and are named by local `file:` addresses, since the format embeds none.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from adjudicator import marks
from adjudicator.errors import Source, WriteError
from adjudicator.exporters.losses import Aspect, Content, Holds, LossKind, LossReport, survey
from adjudicator.exporters.tabletop_simulator.foreign import ForeignWriter
from adjudicator.exporters.tabletop_simulator.own import OwnWriter
from adjudicator.exporters.tabletop_simulator.save import Writer
from adjudicator.importers.tabletop_simulator import wire
from adjudicator.importers.tabletop_simulator.wire import FORMAT
from adjudicator.marks import OutputKind, OutputMark
from adjudicator.writing import together, write_bytes

NAME = "Tabletop Simulator"
ENDINGS = (".tts.json",)
EVERY_SIDE = "rides along and is written back"

FOREIGN: Holds = {
    Aspect.MAPS: (LossKind.APPROXIMATED, "maps lie side by side on one table"),
    Aspect.BOARDS: (LossKind.APPROXIMATED, "boards are flat tiles; a tile at scale 1 is taken to be 2 units wide"),
    Aspect.GRIDS: (LossKind.APPROXIMATED, "only the first map's grid can be the table's, and it has no numbers"),
    Aspect.COUNTERS: (LossKind.CARRIED, ""),
    Aspect.NAMES: (LossKind.CARRIED, ""),
    Aspect.POSITIONS: (LossKind.APPROXIMATED, "the places of all maps become places of one table"),
    Aspect.STACKS: (LossKind.CARRIED, ""),
    Aspect.DECKS: (LossKind.CARRIED, ""),
    Aspect.ORDER: (LossKind.APPROXIMATED, "things on the table have heights, no drawing order"),
    Aspect.LOOKS: (LossKind.APPROXIMATED, "a counter is a tile with the picture it shows now and the one behind it"),
    Aspect.LEVELS: (LossKind.APPROXIMATED, "the side that lies up; other layers are in the picture"),
    Aspect.ANGLES: (LossKind.APPROXIMATED, "one facing, to a tenth of a degree"),
    Aspect.TEXTS: (LossKind.APPROXIMATED, "texts are in the picture"),
    Aspect.CONCEALMENT: (LossKind.APPROXIMATED, "masked counters lie face down; who may look is not kept"),
    Aspect.LAYOUTS: (LossKind.APPROXIMATED, "boards are tiles on one table"),
    Aspect.NOTES: (LossKind.CARRIED, ""),
}

OWN: Holds = dict.fromkeys(
    (
        aspect
        for aspect in Aspect
        if aspect not in (Aspect.TRAILS, Aspect.GLOBALS, Aspect.SEATS, Aspect.SETUPS, Aspect.STEPS)
    ),
    (LossKind.CARRIED, EVERY_SIDE),
)


def export(content: Content, path: Path, source: str = "") -> LossReport:
    """Write a state (or a log's last) as a save; the report tells what it could not hold."""
    state = content.state
    if state is None:
        raise WriteError("a save of Tabletop Simulator wants a game, not only a box", Source(str(path)))
    carried = state.carried.get(FORMAT)
    if isinstance(carried, Mapping) and isinstance(carried.get("save"), dict):
        writer: Writer = OwnWriter(content, state, path, carried=carried)
        holds = OWN
    else:
        writer, holds = ForeignWriter(content, state, path), FOREIGN
    save = writer.save()
    report = survey(content, holds, source=source, target=NAME, found=writer.losses, renamed=writer.renamed)
    with together():
        writer.write_pictures()
        marked = {**save, marks.KEY: marks.unsealed(OutputMark(OutputKind.CONVERTED))}
        write_bytes(path, marks.sealed(wire.dump(marked, indented=True)))
    return report
