"""How fast a game is audited: 26 logs, 10,000 moves, 2,300 counters on a map of eight boards.

Run as `python -m tests.benchmarks audit_speed`; prints ratios. The floor is what reading the same files costs at the least
(unzip, unhexlify, XOR, decode, split on ESC). Time per move with rules is taken log by log: it must not grow.
"""

from __future__ import annotations

import gc
import random
import tempfile
import time
import zipfile
from collections.abc import Iterable
from pathlib import Path

from adjudicator.audit.chain import Recorded
from adjudicator.audit.run import Wish, audit
from adjudicator.identify import Identifier
from adjudicator.importers.vassal.wire import commands, obfuscation, sequences
from adjudicator.judge import adjudicate
from adjudicator.model.module import Module
from adjudicator.model.network import Network
from adjudicator.packs.load import load_pack
from adjudicator.play.session import play_log
from tests.adjudicator.analysis.maps import theatre
from tests.benchmarks.read_speed import floor
from tests.helpers import open_all

LOGS, MOVES, COUNTERS = 26, 10_000, 2_300
ACROSS, DOWN, WIDE, HIGH = 4, 2, 24, 40
DX, DY = 90, 104
COLUMNS, ROWS = ACROSS * WIDE, DOWN * HIGH
MODULE = "VASSAL.build.module."
PHASES = ("Weather", "French supply", "French movement", "French combat", "Austrian supply", "Austrian movement")
PLAYERS = {"fr": ("an-id-of-anne", "Anne", "French"), "au": ("an-id-of-bruno", "Bruno", "Austrian")}
TYPES = {"fr": ("fr.1inf", "fr.2inf", "fr.3inf", "fr.1cav"), "au": ("au.1inf", "au.2inf", "au.3inf", "au.1cav")}


def dressed(count: int) -> list[tuple[str, str]]:
    """What counters of real modules carry beside: a shared save has some 14,000 letters a counter, its layers and orders."""
    faces = ",".join(f"counters/division_{number}_of_the_line_reduced.png" for number in range(12))
    names = ",".join(f"step {number}" for number in range(12))
    layer = f"emb2;Flip;2;F;;0;;;0;;;;1;false;0;0;{faces};{names};true;Layer_%d;;;false;;1;1;true;70,130;;;;1.0;;true"
    report = 'report;70,130;"$location$: $newPieceName$ *";Flip %d;;'
    send = "sendto;Eliminate %d;75,650;Main;Dead Pile;0;0;90,650;0;0;;;L;;1;1;;;;Box of the eliminated;true"
    label = (
        "label;;Change Label %d;12;255,255,255;0,0,0;b;0;c;0;b;c;$pieceName$ ($label$);Dialog;0;0;TextLabel;false;;;0;0"
    )
    orders = ((layer, "1"), (report, "-1"), (send, ""), (label, "reserve"))
    return [(kind % number, said) for number in range(count) for kind, said in orders]


DRESS = dressed(6)


class Table:
    """Where every counter lies, and the words of VASSAL for it."""

    def __init__(self, seed: int, dress: list[tuple[str, str]] = DRESS) -> None:
        self.chance = random.Random(seed)
        self.dress = dress
        self.at: dict[str, tuple[int, int]] = {}
        self.side: dict[str, str] = {}
        self.kind: dict[str, str] = {}
        self.piles: dict[tuple[int, int], list[str]] = {}
        for number in range(COUNTERS):
            name = str(1_500_000_000_000 + number)
            side = "fr" if number % 2 else "au"
            self.side[name], self.kind[name] = side, self.chance.choice(TYPES[side])
            self.lay(name, self.home(side))

    def home(self, side: str) -> tuple[int, int]:
        """A hex on the side's half of the map with room for one more."""
        while True:
            half = range(COLUMNS // 2 - 2) if side == "fr" else range(COLUMNS // 2 + 2, COLUMNS)
            spot = self.chance.choice(half), self.chance.randrange(ROWS)
            if len(self.piles.get(spot, ())) < 2:
                return spot

    def lay(self, name: str, spot: tuple[int, int]) -> None:
        self.at[name] = spot
        self.piles.setdefault(spot, []).append(name)

    def moved(self, name: str) -> tuple[tuple[int, int], tuple[int, int]]:
        """A short march within the own half."""
        old = self.at[name]
        self.piles[old].remove(name)
        if not self.piles[old]:
            del self.piles[old]
        low, high = (0, COLUMNS // 2 - 2) if self.side[name] == "fr" else (COLUMNS // 2 + 2, COLUMNS - 1)
        column = min(max(old[0] + self.chance.choice((-1, 0, 1)), low), high)
        row = min(max(old[1] + self.chance.choice((-1, 1)), 0), ROWS - 1)
        self.lay(name, (column, row))
        return old, (column, row)

    def pieces(self) -> list[str]:
        """The commands of a save: pieces, then stacks."""
        made = []
        for name, spot in self.at.items():
            x, y = pixel(spot)
            traits = [
                ("mark;PackUnit,Side", f"{self.kind[name]},{self.side[name]}"),
                ("PROP;Face;true,1,2,true;;", "1"),
                ("markmoved;/images/moved.gif;0;0;Mark Moved;77,130;;false;;;;", "false"),
            ]
            traits += self.dress
            kind, state = f"piece;;;{self.kind[name]}.png;{self.kind[name]}", f"Main;{x};{y};7;0"
            for own, said in reversed(traits):
                kind, state = sequences.join((own, kind), "\t"), sequences.join((said, state), "\t")
            made.append("+/" + sequences.join((name, kind, state), "/"))
        for spot, members in self.piles.items():
            if members:
                x, y = pixel(spot)
                made.append(
                    "+/" + sequences.join((pile_id(spot), "stack", f"Main;{x};{y};{';'.join(members)};@@0"), "/")
                )
        return made


def pixel(spot: tuple[int, int]) -> tuple[int, int]:
    """The middle of a hex on the map of eight boards."""
    column, row = spot
    board_x, board_y = column // WIDE, row // HIGH
    x = board_x * WIDE * DX + DX // 2 + (column % WIDE) * DX
    y = board_y * (HIGH * DY + DY // 2) + DY // 2 + (row % HIGH) * DY + (DY // 2 if column % 2 else 0)
    return x, y


def pile_id(spot: tuple[int, int]) -> str:
    return f"9{spot[0]:03d}{spot[1]:03d}"


def write_module(path: Path) -> None:
    boards = []
    for down in range(DOWN):
        for across in range(ACROSS):
            number = (
                f'<{MODULE}map.boardPicker.board.mapgrid.HexGridNumbering hOff="{1 + across * WIDE}" vOff="{1 + down * HIGH}" '
                'hLeading="1" vLeading="1" sep="" stagger="false"/>'
            )
            grid = f'<{MODULE}map.boardPicker.board.HexGrid dx="{DX}" dy="{DY}" x0="{DX // 2}" y0="{DY // 2}">{number}</{MODULE}map.boardPicker.board.HexGrid>'
            size = f'width="{WIDE * DX}" height="{HIGH * DY + DY // 2}"'
            boards.append(
                f'<{MODULE}map.boardPicker.Board name="{across}{down}" {size}>{grid}</{MODULE}map.boardPicker.Board>'
            )
    laid = sequences.join(
        (
            "MainBoardPicker",
            *(part for d in range(DOWN) for a in range(ACROSS) for part in (f"{a}{d}", str(a), str(d))),
        ),
        "\t",
    )
    levels = (
        f'<{MODULE}turn.CounterTurnLevel property="Turn" start="1"><{MODULE}turn.ListTurnLevel property="Phase" '
        f'list="{",".join(PHASES)}"/></{MODULE}turn.CounterTurnLevel>'
    )
    build = (
        '<VASSAL.build.GameModule name="Long Game" version="1">'
        f"<{MODULE}PlayerRoster><entry>French</entry><entry>Austrian</entry></{MODULE}PlayerRoster>"
        f'<{MODULE}Map mapName="Main"><{MODULE}map.BoardPicker><setup>{laid}</setup>{"".join(boards)}</{MODULE}map.BoardPicker></{MODULE}Map>'
        f'<{MODULE}turn.TurnTracker name="Turn">{levels}</{MODULE}turn.TurnTracker></VASSAL.build.GameModule>'
    )
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("moduledata", about("Long Game"))
        archive.writestr("buildFile.xml", build)


def about(name: str) -> str:
    return f"<data version='1'><version>1</version><VassalVersion>3.7.26</VassalVersion><name>{name}</name></data>"


def tracker(turn: int, phase: int) -> str:
    active = sequences.join(["true"] * len(PHASES), ",")
    inner = sequences.join((str(phase), "0", "0", active), ";")
    level = sequences.join((str(turn), "0", "false", "-1", inner), ";")
    return "TURN" + sequences.join(("TurnTracker0", sequences.join(("0", level), "|")), "\t")


def write_logs(folder: Path, logs: int = LOGS, moves: int = MOVES, table: Table | None = None) -> list[Path]:
    """A game of thirteen turns, a log for each side's turn."""
    table = table or Table(1)
    paths = []
    for number in range(logs):
        side, turn = ("fr", "au")[number % 2], number // 2 + 1
        roster = [f"PLAYER\t{one}\t{name}\t{where}" for one, name, where in PLAYERS.values()]
        start = [
            "begin_save",
            "",
            ["", *table.pieces()],
            roster,
            tracker(turn, 2 if side == "fr" else 5),
            "SETUP_STACK\t",
            "end_save",
        ]
        own = [name for name in table.at if table.side[name] == side]
        movers = table.chance.sample(own, moves // logs + (number < moves % logs))
        steps = [step(table, name, side) for name in movers]
        later = number + 1
        steps.append([f"LOG\t{tracker(later // 2 + 1, 2 if later % 2 == 0 else 5)}"])
        path = folder / f"log{number + 1:02d}.vlog"
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("savedGame", obfuscation.obfuscate(commands.join_stream([*start, *steps]), 0x33))
            archive.writestr("moduledata", about("Long Game"))
            archive.writestr("savedata", about("Long Game"))
        paths.append(path)
    return paths


def step(table: Table, name: str, side: str) -> list[str]:
    """One drag: the move, a new stack if it made one, the report."""
    old, new = table.moved(name)
    (x, y), (was_x, was_y) = pixel(new), pixel(old)
    members = table.piles[new]
    under = members[-2] if len(members) > 1 else "null"
    told = [f"M/{name}/Main/{x}/{y}/{under}/Main/{was_x}/{was_y}/null/{PLAYERS[side][0]}"]
    if under == "null":
        told.append("+/" + sequences.join((pile_id(new), "stack", f"Main;{x};{y};{name};@@0"), "/"))
    told.append(f"CHAT* {table.kind[name]} moves {number(old)} -> {number(new)} *")
    return [f"LOG\t{each}" for each in told]


def number(spot: tuple[int, int]) -> str:
    return f"{spot[0] + 1:02d}{spot[1] + 1:02d}"


def network() -> Network:
    """The theatre to the map: every hex clear, so that only units differ from place to place."""
    made = theatre("\n".join("." * (COLUMNS + 1) for _ in range(ROWS + 1)))
    return Network.of(made)


def judged(files: list[Recorded], module: Module | None) -> list[float]:
    """Seconds of processor time a move, log by log, with rules."""
    pack, on = load_pack("two_rivers"), network()
    identifier = Identifier(files[0].start, module, pack, on, sees="umpire")
    times = []
    for file in files:
        assert file.log is not None
        begun = time.process_time()
        if file.log.start is not identifier.state:
            identifier.resume(file.log.start)
        play = play_log(file.log, identifier)
        adjudicate(play)
        times.append((time.process_time() - begun) / len(file.log.steps))
    return times


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_module(folder / "long.vmod")
        paths = write_logs(folder)
        _report(folder / "long.vmod", paths)


def _report(box: Path, paths: list[Path]) -> None:
    least = min(timed_floor(paths) for _ in range(3))
    begun = time.process_time()
    opened, files = open_all(paths, box)
    read = time.process_time() - begun
    made = audit(files, opened.module, None, Wish(seat="umpire")).audit
    whole = time.process_time() - begun
    moves = sum(1 for act in made.acts if act.kind == "move")
    letters = sum(len("\x1b".join(floor(path))) for path in paths) / 1e6
    each = len(Table(1).pieces()[0])
    print(
        f"audit: {len(paths)} logs, {letters:.1f} million letters, {len(made.steps)} steps, {moves} moves, floor {least:.2f} s; {each} letters a counter"
    )
    print(f"  the chain is {'sound' if made.chain.sound else 'not sound'}")
    print(
        f"  read with its module: {read / least:.1f} x the floor; replayed without rules: {whole / least:.1f} x the floor"
    )
    del made
    gc.collect()  # what the run before left is not for this one to clear away
    times = judged(files, opened.module)
    ends = sum(times[:3]) / 3, sum(times[-3:]) / 3
    judging = sum(each * len(file.log.steps) for each, file in zip(times, files, strict=True) if file.log)
    print(f"  replayed with legality: {(read + judging) / least:.1f} x the floor")
    print(f"  judged: {sum(times) / len(times) * 1000:.2f} ms a move; last logs over first: {ends[1] / ends[0]:.2f}")


def timed_floor(paths: Iterable[Path]) -> float:
    """Seconds of processor time that any reader takes for these files."""
    begun = time.process_time()
    for path in paths:
        floor(path)
    return time.process_time() - begun


if __name__ == "__main__":
    main()
