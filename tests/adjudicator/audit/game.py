"""A short game of Two Rivers in two logs, made by the scribe, and ways to tamper with its files."""

from __future__ import annotations

import zipfile
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path

from adjudicator import importers
from adjudicator.audit.record import Audit
from adjudicator.audit.run import Wish, audit
from adjudicator.exporters.vassal.box import PlannedModule, build_module
from adjudicator.exporters.vassal.scribe import LogWriter
from adjudicator.exporters.vassal.tabletop import Player
from adjudicator.identify import Identifier
from adjudicator.importers.vassal.wire import commands, obfuscation
from adjudicator.model.module import Module
from adjudicator.model.network import Network
from adjudicator.model.pack import Pack
from adjudicator.model.state import GameState
from adjudicator.model.viewer import Viewer
from adjudicator.packs.load import load_pack, load_theatre_for
from tests.helpers import open_all, vassal_save

FRENCH, AUSTRIAN = Player("secret-word-1", "Anne", "French"), Player("secret-word-2", "Bruno", "Austrian")
START = (
    "turn 2, French movement",
    "weather clear",
    "0305: fr.1inf, fr.2cav",
    "0405: fr.hq",
    "0605: fr.3inf",
    "1104: au.1cav",
    "1106: au.2inf",
)


@cache
def pack_and_map() -> tuple[Pack, Network]:
    pack = load_pack("two_rivers")
    return pack, Network.of(load_theatre_for(pack, "valley"))


def build(folder: Path) -> tuple[Path, PlannedModule]:
    pack = load_pack("two_rivers")
    path = folder / "two_rivers.vmod"
    valley = pack.folder / "theatres" / "valley"
    return path, build_module(pack, load_theatre_for(pack, "valley"), path, height=40, folder=valley)


def table(box: PlannedModule, lines: Iterable[str] = START) -> LogWriter:
    made = LogWriter.set_up(box, tuple(lines), (FRENCH, AUSTRIAN))
    made.acting = FRENCH
    return made


def next_log(made: LogWriter) -> None:
    """Begin another log where the table stands."""
    made.actions.clear()
    made.record()


def write(path: Path, data: bytes) -> Path:
    path.write_bytes(data)
    return path


def text_of(path: Path) -> str:
    with zipfile.ZipFile(path) as archive:
        return obfuscation.reveal(bytearray(archive.read("savedGame")))


def edited(path: Path, change: Callable[[str], str], to: Path | None = None, **entries: str) -> Path:
    """The file with its text changed, as with an editor that knows the obfuscation."""
    with zipfile.ZipFile(path) as archive:
        kept = {name: archive.read(name).decode() for name in archive.namelist() if name != "savedGame"}
    return vassal_save(to or path, change(text_of(path)), **(kept | entries))


def without_step(text: str, step: int) -> str:
    """The text of a log without its step of that number, counted from 1."""
    tree = commands.split_stream(text)
    assert isinstance(tree, list)
    logged = [at for at, node in enumerate(tree) if _first(node).startswith("LOG\t")]
    del tree[logged[step - 1]]
    return commands.join_stream(tree)


def _first(node: commands.Tree) -> str:
    while not isinstance(node, str):
        node = node[0]
    return node


def audited(paths: Iterable[Path], module: Path, *, judged: bool = False, wish: Wish | None = None) -> Audit:
    """The audit of files, as the command makes it."""
    opened, files = open_all(tuple(paths), module)
    return audit(files, opened.module, judge(opened.module) if judged else None, wish or Wish(seat="umpire")).audit


def judge(module: Module | None) -> Callable[[GameState, Viewer], Identifier]:
    pack, network = pack_and_map()
    return lambda state, viewer: Identifier(state, module, pack, network, sees=viewer)


def module_of(path: Path) -> Module:
    found = importers.read(path).module
    assert found is not None
    return found
