"""What is fed with inputs that nobody thought of: each reader of files, the notation, packs, theatres, charts and settings.

What goes from hand to hand beside them is in `exchanged.py`, what is kept in `kept.py`.
"""

from __future__ import annotations

import io
import shutil
import zipfile
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

from adjudicator import importers
from adjudicator.audit.rulings import load_rulings
from adjudicator.exporters.native import write as write_native
from adjudicator.game.settings import read_settings
from adjudicator.importers.vassal.wire import obfuscation
from adjudicator.judge import adjudicate
from adjudicator.model.move_notation import is_move
from adjudicator.model.network import Network
from adjudicator.model.notation import lines_of
from adjudicator.model.pack import Pack
from adjudicator.model.theatre import Theatre
from adjudicator.packs.load import load_pack, load_theatre_for
from adjudicator.play.setting_up import position_from
from adjudicator.play.written import play_moves
from tests.cases import all_cases
from tests.fuzz.exchanged import EXCHANGED
from tests.fuzz.harness import Harness, filed, workshop
from tests.fuzz.kept import KEPT
from tests.helpers import FIXTURES, ROOT
from tests.importers.bearing import RULINGS
from tests.importers.mutations import zipped
from tests.importers.tabletops import FILES
from tests.importers.vassal.extensions import INSIDES, extension

BOARDS = ("bought.vmod", "zones.vmod", "two_boards.vmod", "own_grid.vmod", "sideways.vmod")
PACK_FILES = (
    "pack.toml",
    "rules.toml",
    "units.toml",
    "stacking.toml",
    "movement.toml",
    "combat.toml",
    "supply.toml",
    "terrain.toml",
)
"""What a pack's owner types; the first byte of an input says which of them it is."""
SETTINGS = b'pack = "two_rivers"\ntheatre = "valley"\n\n[conditions]\nhistory = "whole"\n'


# VASSAL


def _entries(path: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def _commands(data: bytes) -> None:
    """The plain text of a `savedGame`, disguised and packed as VASSAL would."""
    text = data.decode("utf-8", "ignore")
    filed("commands.vlog")(zipped({"savedGame": obfuscation.obfuscate(text, 0x55)}))


def _texts() -> Iterator[bytes]:
    for name in ("start.vsav", "turn_1.vlog"):
        text = obfuscation.reveal(_entries(FIXTURES / "vassal" / "two_rivers" / name)["savedGame"])
        parts = text.split("\x1b")
        for at in range(0, len(parts), max(1, len(parts) // 20)):
            yield "\x1b".join((*parts[:1], *parts[at : at + 3], *parts[-1:])).encode()


def _build_file(data: bytes) -> None:
    filed("module.vmod")(zipped({"buildFile": data}))


def _build_files() -> Iterator[bytes]:
    for name in BOARDS:
        inside = _entries(FIXTURES / "boards" / name)
        yield next(content for entry, content in inside.items() if entry.startswith("buildFile"))


def _extension(data: bytes) -> None:
    filed("more.vmdx")(zipped({"buildFile": data, "extensiondata": b"<data/>"}))


def _extensions() -> Iterator[bytes]:
    for inside in INSIDES.values():
        with zipfile.ZipFile(io.BytesIO(extension(inside))) as archive:
            yield next(archive.read(name) for name in archive.namelist() if name.startswith("buildFile"))


def _saves() -> Iterator[bytes]:
    yield (FIXTURES / "vassal" / "two_rivers" / "start.vsav").read_bytes()
    yield zipped({"savedGame": obfuscation.obfuscate("begin_save\x1bend_save", 0x55), "moduledata": b"<data/>"})


# Other tabletops, and our own


def _tabletops(*endings: str) -> Callable[[], Iterator[bytes]]:
    return lambda: (made() for name, made in FILES.items() if name.endswith(endings))


def _zuntzu_parts(entry: str) -> tuple[Callable[[bytes], object], Callable[[], Iterator[bytes]]]:
    inside = _entries(FIXTURES / "zuntzu" / "steppe.ztb")
    read = filed("box.ztb")
    return lambda data: read(zipped({**inside, entry: data})), lambda: iter((inside[entry],))


def _natives() -> Iterator[bytes]:
    for name in ("midgame.vsav", "turn_1.vlog"):
        read = importers.read(FIXTURES / "vassal" / "two_rivers" / name)
        body = read.log or read.state
        assert body is not None
        path = workshop() / "seed.json"
        write_native(body, path)
        yield path.read_bytes()


# Notation, packs, theatres, settings


@cache
def _rivers() -> tuple[Pack, Theatre, Network]:
    pack = load_pack("two_rivers")
    theatre = load_theatre_for(pack, "valley")
    return pack, theatre, Network.of(theatre)


def _notation(data: bytes) -> None:
    """A position and moves, as somebody types them; what can be read is judged."""
    pack, theatre, network = _rivers()
    lines = list(lines_of(data.decode("utf-8", "replace")))
    moves = [line for line in lines if is_move(line, pack, theatre)]
    start = position_from("\n".join(line for line in lines if line not in moves), pack, network)
    play = play_moves("\n".join(moves), start)
    adjudicate(play if moves else start)


def _cases() -> Iterator[bytes]:
    """Every tenth case of the sample game, as typed."""
    for each in list(all_cases("two_rivers"))[::10]:
        yield "\n".join((*each.case.given, *each.case.moves)).encode()


@cache
def _own_pack() -> Path:
    folder = workshop() / "two_rivers"
    shutil.copytree(ROOT / "adjudicator" / "packs" / "two_rivers", folder, dirs_exist_ok=True)
    return folder


def _with_file(name: str, data: bytes) -> None:
    """The sample pack with one file replaced; it is put back as it was."""
    path = _own_pack() / name
    good = path.read_bytes()
    path.write_bytes(data)
    try:
        load_theatre_for(load_pack(str(_own_pack())), "valley")
    finally:
        path.write_bytes(good)


def _pack(data: bytes) -> None:
    if data:
        _with_file(f"{PACK_FILES[data[0] % len(PACK_FILES)]}", data[1:])


def _pack_files() -> Iterator[bytes]:
    for number, name in enumerate(PACK_FILES):
        yield bytes([number]) + (_own_pack() / name).read_bytes()


def _theatre(data: bytes) -> None:
    if data:
        _with_file(f"theatres/valley/{('hexes.txt', 'hexsides.txt', 'theatre.toml')[data[0] % 3]}", data[1:])


def _theatre_files() -> Iterator[bytes]:
    for number, name in enumerate(("hexes.txt", "hexsides.txt", "theatre.toml")):
        yield bytes([number]) + (_own_pack() / "theatres" / "valley" / name).read_bytes()


_box, _boxes = _zuntzu_parts("game-box.xml")
HARNESSES: dict[str, Harness] = {
    "vassal commands": Harness(
        _commands, _texts, ("\x1b", "\t", "+/", "-/", "D/", "M/", "LOG\t", "piece;", "emb2;", "mark;")
    ),
    "vassal save": Harness(filed("save.vsav"), _saves, ("savedGame", "!VCSK", "PK\x03\x04")),
    "vassal build file": Harness(_build_file, _build_files, ("HexGrid", "numbering", "<", "/>", '="')),
    "vassal extension": Harness(_extension, _extensions, ("<", "/>", '="')),
    "zuntzu box": Harness(_box, _boxes, ("<", "/>", '="')),
    "zuntzu game": Harness(filed("game.zts"), _tabletops(".zts"), ("<", "/>", '="')),
    "tabletop simulator": Harness(filed("table.json"), _tabletops("table.json"), ('"', ":", "{", "}", "ObjectStates")),
    "cyberboard": Harness(filed("game.gam"), _tabletops(".gbx", ".gsn", ".gam", ".gmv")),
    "native": Harness(filed("state.json"), _natives, ('"', ":", "{", "}", "[", "]", "null")),
    "notation": Harness(_notation, _cases, ("turn ", "attack ", "retreat ", " by rail", ": ", "; ", "-", "?")),
    "pack": Harness(_pack, _pack_files, ("[[", "]]", " = ", '"', "terms", "check", "extends")),
    "theatre": Harness(_theatre, _theatre_files, (" | ", "-", ":", ",", "\n")),
    "charts": Harness(
        filed("charts.toml", lambda path: load_pack("europa", charts=path)),
        lambda: [(FIXTURES / "charts" / "europa_invented.toml").read_bytes()],
        ("[", "]", "="),
    ),
    "rulings": Harness(filed("rulings.toml", load_rulings), lambda: [RULINGS], ("[[", "]]", "=", '"')),
    "settings": Harness(filed("adjudicator.toml", read_settings), lambda: [SETTINGS], ("[", "]", "=", '"')),
    **EXCHANGED,
    **KEPT,
}
