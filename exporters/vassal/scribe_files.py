"""A table of our own module as the bytes of a save or a log, the commands in the order in which VASSAL writes them.

The order of a save's commands: `GameState.getRestoreCommand`; a log's: `BasicLogger.write`. The key byte and dates are fixed,
so that the same script writes the same bytes.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping

from adjudicator import marks
from adjudicator.exporters.atomic import dateless
from adjudicator.exporters.vassal.box import buildfile
from adjudicator.exporters.vassal.box.holders import card_size
from adjudicator.exporters.vassal.box.plan import BOARD, BOX_BOARD, BOX_MAP, MAIN_MAP, PlannedModule
from adjudicator.exporters.vassal.tabletop import Tabletop
from adjudicator.importers.vassal.wire import sequences
from adjudicator.importers.vassal.wire.commands import TAB, AddPiece, NamedCommand, Tree, encode, join_stream
from adjudicator.importers.vassal.wire.obfuscation import obfuscate
from adjudicator.importers.vassal.wire.seats import seat
from adjudicator.marks import OutputMark

KEY = 0x5A


def table_commands(table: Tabletop, *, seated: bool = True) -> list[Tree]:
    """The commands of a save up to `end_save`: pieces first, stacks after the pieces they name."""
    stacked = [member for pile in table.piles.values() for member in pile.members]
    added = [AddPiece(each, *table.pieces[each].texts()) for each in stacked]
    alone = [AddPiece(name, *each.texts()) for name, each in table.pieces.items() if name not in stacked]
    piles = sorted(table.piles.values(), key=lambda pile: (pile.map != BOX_MAP, pile.layer))
    size = card_size(table.box.counter_size)
    stacks = [AddPiece(pile.id, pile.deck.type_text(size) if pile.deck else "stack", pile.text()) for pile in piles]
    commands: list[Tree] = ["begin_save", "", ["", *(encode(command) for command in [*added, *stacks, *alone])]]
    sitting = ((player.id if seated else f"Player {nth}", player) for nth, player in enumerate(table.players, 1))
    roster: list[Tree] = [encode(seat(id_, player.name, player.side)) for id_, player in sitting]
    if roster:
        commands.append(roster if len(roster) > 1 else roster[0])
    for name, value in table.properties.items():
        if name in table.box.properties:
            commands.append(encode(NamedCommand("property", (name, value, "Module"))))
    hands = ((hand.name, hand.name) for hand in table.box.holders.hands)
    for where, board in ((MAIN_MAP, BOARD), (BOX_MAP, BOX_BOARD), *hands):
        commands.append(encode(NamedCommand("boards", (where, board, "0", "0"))))
    commands.append(encode(NamedCommand("turn", ("TurnTracker0", tracker_state(table)))))
    commands.append([f"NOTES{TAB}", f"PNOTES{TAB}"])
    commands += [f"SETUP_STACK{TAB}", "end_save"]
    return commands


def tracker_state(table: Tabletop) -> str:
    """The state of the turn tracker: the counter level, and in it the list of phases."""
    sequence = table.box.pack.header.sequence
    inner: list[str] = []
    if sequence.phases:
        at = [phase.id for phase in sequence.phases].index(table.phase)
        active = sequences.join(["true"] * len(sequence.phases), ",")
        inner = [sequences.join((str(at), "0", "0", active), ";")]
    level = sequences.join((str(table.turn), "0", "false", str(sequence.last_turn or -1), *inner), ";")
    return sequences.join(("0", level), "|")


def game_file(box: PlannedModule, commands: list[Tree], description: str) -> bytes:
    """The file that holds these commands, with the metadata of its module."""
    return packed(
        {
            "savedGame": obfuscate(join_stream(commands), KEY),
            "savedata": buildfile.savedata(box, description),
            "moduledata": buildfile.moduledata(box),
        }
    )


def packed(entries: Mapping[str, bytes], mark: OutputMark | None = None) -> bytes:
    """A file of these entries, the same bytes whenever it is written; `mark` is what it says of itself."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as archive:
        for name, content in entries.items():
            archive.writestr(dateless(name), content)
        if mark is not None:
            marks.put_in_zip(archive, mark)
    return out.getvalue()


def logged(action: Tree) -> Tree:
    """An action as a log has it: each of its commands behind `LOG`."""
    if isinstance(action, str):
        return f"LOG{TAB}{action}"
    wrapped: list[Tree] = [logged(child) for child in action]
    return wrapped if len(wrapped) > 1 else wrapped[0]
