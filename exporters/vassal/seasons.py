"""A game of many turns that is written in lines, with mistakes or without, played through the scribe into a chain of logs.

`turn 2, PHASE` clicks the tracker on step by step; `axis:` says which side does what follows on the line; `log` ends a log and
begins the next one; `right 7:` is done only where nothing is wrong, `wrong 7:` only where the mistake of that number is made.
All else is as `playing` has it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import field
from pathlib import Path

from adjudicator.budget import text_of
from adjudicator.errors import WriteError
from adjudicator.exporters.vassal.playing import play
from adjudicator.exporters.vassal.scribe import LogWriter
from adjudicator.exporters.vassal.tabletop import Player
from adjudicator.lean import dataclass
from adjudicator.model.move_notation import MoveText, parse_moves
from adjudicator.model.notation import UnitText
from adjudicator.writing import make_folder, write_bytes

Called = Callable[[UnitText], str]
"""What players call a unit in the chat."""

FACTS = ("support", "armor", "engineers", "ground_support", "defensive_support")
"""What players say of an attack besides its die and result, in this order."""
SAID = {"enemy": " onto enemies", "glider": " with a glider"}
"""What players say of how units came down."""

DEEDS = ("die", "points", "district")
"""What they say of what was done by hand."""

_ONLY = re.compile(r"(?P<kind>right|wrong) (?P<number>\d+): (?P<line>.+)")
_GAMES = {"legal": False, "planted": True}


@dataclass
class Season:
    """The game as it is played: the table, who sits at it, the logs so far."""

    table: LogWriter
    players: Mapping[str, Player]
    """Who plays each side; the first acts in phases that belong to no side."""
    called: Called
    rare: Collection[str] = ()
    """Phases, or kinds of phase, that are not in every turn: the tracker passes over them, unless a line names one."""
    files: list[tuple[str, bytes]] = field(default_factory=list)
    mistakes: dict[int, tuple[int, int]] = field(default_factory=dict)
    """The file and the step, counted from 1, with which each mistake begins."""

    @property
    def spot(self) -> tuple[int, int]:
        """The file and the step that are being written, counted from 1."""
        return len(self.files) + 1, len(self.table.actions) + 1

    def run(self, text: Path, *, planted: bool) -> None:
        """Play what a text says, with its mistakes or without."""
        self.table.acting = next(iter(self.players.values()))
        self.table.record()
        for number, line in enumerate(text_of(text).splitlines(), 1):
            said = "" if line.startswith("#") else line.split(" # ", 1)[0].strip()
            found = _ONLY.fullmatch(said)
            if not said or (found and (found["kind"] == "wrong") is not planted):
                continue
            if found and planted:
                self.mistakes.setdefault(int(found["number"]), self.spot)
            try:
                self.perform(found["line"] if found else said)
            except WriteError as error:
                raise WriteError(f"{text.name}, line {number}: {error}") from error
        self.close()

    def perform(self, line: str) -> None:
        """One line, done by whose turn it is, or by whom it is about."""
        word, _, rest = line.partition(" ")
        if word.endswith(":") and word[:-1] in self.players:
            self.table.acting = self.players[word[:-1]]
            self.perform(rest)
            return
        match word:
            case "log":
                self.close()
            case "say":
                self.table.say(rest)
            case "roll":
                self.table.roll(*map(int, rest.split()))
            case _:
                for move in parse_moves((line,), self.table.box.pack, self.table.box.theatre):
                    self._act(move)

    def close(self) -> None:
        """End this log and begin the next where the table stands."""
        self.files.append((f"{len(self.files) + 1:02}.vlog", self.table.log()))
        self.table.actions.clear()
        self.table.record()

    def _act(self, move: MoveText) -> None:
        table = self.table
        if move.kind == "phase" and move.moment and move.moment.phase:
            self._go(move.moment.turn or table.turn, move.moment.phase.id)
            table.acting = self.players.get(move.moment.phase.side, next(iter(self.players.values())))
            return
        phasing = table.acting
        if move.units and move.kind not in ("mark", "unmark"):
            table.acting = self.players[move.units[0].type.side]
        words = told(move, self.called)
        if words:
            table.say(words)
        if not words or move.kind == "overrun":
            play(table, move)
        for name in DEEDS if not words else ():
            if name in move.values:
                table.say(f"{', '.join(map(self.called, move.units))}: {name} {move.values[name]}")
        table.acting = phasing

    def _go(self, turn: int, phase: str) -> None:
        """The tracker clicked on, step by step, to a step of a turn."""
        table = self.table
        phases = table.box.pack.header.sequence.phases
        steps = [each.id for each in phases if not {each.id, each.kind} & set(self.rare)]
        if phase not in steps:
            table.advance(phase, turn)
            return
        at = steps.index(table.phase) if table.phase in steps else -1
        while (table.turn, table.phase) != (turn, phase):
            if table.turn > turn:
                raise WriteError(f"turn {turn}, {phase} is over: the steps of the text are out of order")
            at += 1
            table.advance(steps[at % len(steps)], table.turn + (at > 0 and at % len(steps) == 0))


def write_seasons(text: Path, folder: Path, begin: Callable[[], Season]) -> None:
    """Play a text twice and write both games into a folder: legal/01.vlog and on, planted/01.vlog and on."""
    for name, planted in _GAMES.items():
        make_folder(folder / name)
        season = begin()
        season.run(text, planted=planted)
        for file, data in season.files:
            write_bytes(folder / name / file, data)


def told(move: MoveText, called: Called) -> str:
    """What is told in words that both players and the bindings of our modules understand; "" for what is done by hand."""
    names = ", ".join(map(called, move.units))
    values = move.values
    over = move.path[0] if move.path else ""
    match move.kind:
        case "fly":
            target = f" on {values['target']}" if "target" in values else ""
            base = f" from {values['base']}" if "base" in values else ""
            if "cargo" in values or "supply" in values:
                base += f" carrying {values.get('cargo') or values['supply'] + ' REs of supply'}"
            how = " by night" * ("night" in values) + " beyond range" * ("extended" in values)
            return f"{names} flies {move.text} against {over}{target}{base}{how}"
        case "strike":
            how = f" at {values['target']}" if "target" in values else ""
            how += "".join(text for name, text in SAID.items() if name in values)
            came = [f"{name} {values[name]}" for name in ("die", "hits") if name in values]
            came += [values["result"]] if "result" in values else []
            return f"{move.text} {over} by {names}{how}" + (f": {', '.join(came)}" if came else "")
        case "dogfight":
            result = f"; die {values['die']}, result {values.get('result', '-')}" if "die" in values else ""
            return f"dogfight {over}: {names} against {values['against']}{result}"
        case "attack" | "overrun":
            came = [f"{name} {values[name]}" for name in ("die", "shift") if name in values]
            came += [values["result"]] if "result" in values else []
            more = [f"{name.replace('_', ' ')} {values[name]}" for name in FACTS if name in values]
            where = over if move.kind == "attack" else move.path[-1]
            return f"{move.kind} {where}: {names}" + "".join(f"; {each}" for each in (", ".join(came), *more) if each)
    return ""
