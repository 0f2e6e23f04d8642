"""Every command as something that reads bytes: its arguments, and where in them the spoilt file stands."""

from __future__ import annotations

import io
import os
import shutil
import zipfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from functools import cache
from pathlib import Path
from unittest.mock import patch

import pyarrow.parquet as pq

from adjudicator.cli.main import status
from adjudicator.desk import sorting, tasks
from adjudicator.game.maps.traced import Traced
from tests.cases import OWN_PACKS
from tests.fuzz.exchanged import ANSWERS, BOOK, CASE, EXCHANGED
from tests.fuzz.harness import Harness, workshop
from tests.fuzz.harnesses import HARNESSES, SETTINGS
from tests.fuzz.kept import own_pack, packs, with_pack
from tests.helpers import FIXTURES
from tests.importers.bearing import RULINGS
from tests.importers.mutations import zipped
from tests.importers.tabletops import FILES

CODES = (0, 1, 2, 3)
GAME = FIXTURES / "vassal" / "two_rivers"
OTHERS = {"table.json": "tabletop simulator", "game.gam": "cyberboard", "game.zts": "zuntzu game"}


class Unforeseen(Exception):  # noqa: N818 - what the code is
    """A command ended with a code that it has not, or for want of memory."""


def ran(arguments: Iterable[str]) -> None:
    """Run a command in this process; what nobody foresaw is raised, where the program would exit with 70."""
    said = io.StringIO()
    with redirect_stdout(io.TextIOWrapper(io.BytesIO(), "utf-8")), redirect_stderr(said):
        code = status(list(arguments))
    told = said.getvalue()
    if code not in CODES or "not enough memory" in told:
        raise Unforeseen(f"{code}: {told[-200:]}")


@cache
def _game() -> Path:
    """A folder with a game's module, its first save and its log."""
    folder = workshop() / "game"
    folder.mkdir(exist_ok=True)
    shutil.copy(GAME / "two_rivers.vmod", folder / "box.vmod")
    for name in ("start.vsav", "turn_1.vlog"):
        shutil.copy(GAME / name, folder / name)
    (workshop() / "out").mkdir(exist_ok=True)
    return folder


def _command(words: str, name: str) -> Callable[[bytes], None]:
    """A command whose file IN has these bytes and that name; GAME is the game's folder, OUT one for what it writes."""

    def read(data: bytes) -> None:
        game, out = _game(), workshop() / "out"
        given = workshop() / "given" / name
        given.parent.mkdir(exist_ok=True)
        given.write_bytes(data)
        places = {"IN": str(given), "GAME": str(game), "OUT": str(out), "PACK": str(_pack())}
        try:
            ran(_placed(word, places) for word in words.split())
        finally:
            given.unlink(missing_ok=True)
            for each in out.iterdir():
                shutil.rmtree(each) if each.is_dir() else each.unlink()

    return read


def _with_settings(data: bytes) -> None:
    """A game's folder whose settings these are."""
    folder = workshop() / "settled"
    folder.mkdir(exist_ok=True)
    shutil.copy(GAME / "start.vsav", folder)
    (folder / "adjudicator.toml").write_bytes(data)
    ran(("check", str(folder / "start.vsav")))


def _dropped(data: bytes) -> None:
    """A file that is dropped on the desk: sorted, and judged with the game that it is put to."""
    folder = workshop() / "desk"
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(_game(), folder / "game")
    (folder / "waiting").mkdir()
    (folder / "waiting" / "next.vlog").write_bytes(data)
    sorting.sort(sorting.SortFiles("waiting", folder / "waiting", (folder / "game",)), lambda _progress: None)
    shutil.move(folder / "waiting" / "next.vlog", folder / "game")
    tasks.judge(folder / "game", lambda _progress: None)


def _traced(data: bytes) -> None:
    """A module whose board somebody traces a map on."""
    path = workshop() / "traced.vmod"
    path.write_bytes(data)
    Traced.open("two_rivers", "valley", path)


def _of_pack(words: str) -> Callable[[bytes], None]:
    """A command about a pack of one's own of which one file was spoilt."""

    def read(folder: Path) -> None:
        game, out = _game(), workshop() / "out"
        places = {"GAME": str(game), "OUT": str(out), "PACK": str(folder)}
        try:
            ran(_placed(word, places) for word in words.split())
        finally:
            for each in out.iterdir():
                shutil.rmtree(each) if each.is_dir() else each.unlink()

    return with_pack(read)


def _begun(data: bytes) -> None:
    """A game's folder whose settings are written for the first time, with a pack of one's own of which one file was spoilt."""
    folder = workshop() / "begun"
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(_game(), folder)
    with_pack(lambda pack: ran(("init", str(folder), "--pack", str(pack), "--yes")))(data)


def _taken_in(data: bytes) -> None:
    """A spoilt archive of a pack; what is put among one's own packs is listed, and judges."""
    path = workshop() / "given.zip"
    path.write_bytes(data[1:] if data[:1] == b"\0" else data)
    home = workshop() / "home"
    shutil.rmtree(home, ignore_errors=True)
    with patch.dict(os.environ, {"ADJUDICATOR_HOME": str(home)}):
        ran(("packs", "add", str(path)))
        ran(("packs", "list"))


def _stored(words: str) -> Callable[[bytes], None]:
    """A command about a store of which one row was spoilt."""

    def read(data: bytes) -> None:
        store = workshop() / "whole_store"
        shutil.rmtree(store, ignore_errors=True)
        shutil.copytree(_store(), store)
        next(store.glob("units/*/*.parquet")).write_bytes(data)
        ran(_placed(word, {"STORE": str(store), "GAME": str(_game())}) for word in words.split())

    return read


@cache
def _store() -> Path:
    store = workshop() / "made_store"
    ran(("batch", str(_game() / "start.vsav"), "--store", str(store), "--workers", "1", "--what", "inspect"))
    return store


def _rows() -> Iterator[bytes]:
    """A row, and one without the seal that tells spoilt bytes."""
    row = next(_store().glob("units/*/*.parquet"))
    yield row.read_bytes()
    made = io.BytesIO()
    pq.write_table(pq.read_table(row).replace_schema_metadata({}), made)
    yield made.getvalue()


def _journal(data: bytes) -> None:
    """A pack that is traced, with a record and a journal of strokes; the first byte says which of them was spoilt."""
    folder = own_pack() / "theatres" / "valley"
    path = folder / ("tracing.json", "tracing-undo.jsonl")[(data or b"\0")[0] % 2]
    good = {each: each.read_bytes() for each in folder.iterdir() if each.is_file()}
    path.write_bytes(data[1:])
    try:
        Traced.open(str(own_pack()), "valley", _game() / "box.vmod")
    finally:
        path.unlink(missing_ok=True)
        for each, was in good.items():
            each.write_bytes(was)


def _journals() -> Iterator[bytes]:
    first, second = EXCHANGED["tracer's notes"].seeds()
    yield b"\0" + first
    yield b"\1" + second


def _placed(word: str, places: dict[str, str]) -> str:
    for name, place in places.items():
        word = word.replace(name, place)
    return word


@cache
def _pack() -> Path:
    folder = workshop() / "high_ground"
    shutil.copytree(OWN_PACKS / "high_ground", folder, dirs_exist_ok=True)
    return folder


def _saves() -> Iterator[bytes]:
    yield (GAME / "start.vsav").read_bytes()


def _logs() -> Iterator[bytes]:
    yield (GAME / "turn_1.vlog").read_bytes()


def _modules() -> Iterator[bytes]:
    with zipfile.ZipFile(GAME / "two_rivers.vmod") as archive:
        kept = {name: archive.read(name) for name in archive.namelist() if not name.startswith("images/")}
    yield zipped(kept)
    for name in ("bought.vmod", "zones.vmod", "own_grid.vmod"):
        yield (FIXTURES / "boards" / name).read_bytes()


def _boards_alone() -> Iterator[bytes]:
    yield (FIXTURES / "boards" / "zones.vmod").read_bytes()


def _of_game(command: str, kind: str, name: str, seeds: Callable[[], Iterable[bytes]]) -> tuple[str, Harness]:
    return f"{command.split(' IN', maxsplit=1)[0].split(' GAME', maxsplit=1)[0]} {kind}".strip(), Harness(
        _command(command, name), seeds
    )


def _commands() -> Iterator[tuple[str, Harness]]:
    box = "--module GAME/box.vmod"
    for kind, name, seeds in (("save", "game.vsav", _saves), ("log", "game.vlog", _logs)):
        yield _of_game(f"inspect IN {box} --all", kind, name, seeds)
        yield _of_game(f"check IN {box} --pack two_rivers", kind, name, seeds)
        yield _of_game(f"render IN {box} -o OUT/map.svg --pack two_rivers", kind, name, seeds)
        yield _of_game(f"scrub IN -o OUT/{name}", kind, name, seeds)
        yield _of_game(f"diff GAME/start.vsav IN {box}", f"{kind} two", name, seeds)
        for ending in (name.rpartition(".")[2], "json", "csv"):
            yield _of_game(f"convert IN OUT/made.{ending} {box}", f"{kind} to {ending}", name, seeds)
    for word in ("audit", "summary", "chain", "dice"):
        more = "" if word in ("chain", "dice") else "--pack two_rivers"
        yield _of_game(f"{word} GAME/start.vsav IN {box} {more}", "log", "next.vlog", _logs)
    yield _of_game(f"log IN {box}", "", "game.vlog", _logs)
    yield _of_game(f"inspect GAME/start.vsav {'--module'} IN", "module", "box.vmod", _modules)
    yield _of_game("inspect IN", "module alone", "box.vmod", _modules)
    yield _of_game("validate IN", "", "box.vmod", _modules)
    yield _of_game("render IN -o OUT/map.png", "module", "box.vmod", _boards_alone)
    yield _of_game("module edit IN -o OUT/box.vmod --scale 0.5", "", "box.vmod", _modules)
    yield _of_game("packs draft IN -o OUT/pack", "", "box.vmod", _modules)
    for name, kind in OTHERS.items():
        made = [make() for other, make in FILES.items() if other.endswith(name.rpartition(".")[2])]
        yield _of_game("inspect IN", kind, name, lambda made=made: made)
        yield _of_game("convert IN OUT/made.json", kind, name, lambda made=made: made)
        yield _of_game("convert IN OUT/made.vsav", f"{kind} to vsav", name, lambda made=made: made)
        yield _of_game("render IN -o OUT/map.svg", kind, name, lambda made=made: made)
    natives = HARNESSES["native"].seeds
    yield _of_game("inspect IN", "document", "state.json", natives)
    yield _of_game("convert IN OUT/made.vsav", "document", "state.json", lambda: list(natives())[:1])
    yield _of_game("convert IN OUT/made.vlog", "document of a log", "state.json", lambda: list(natives())[1:])
    yield _of_game("packs try two_rivers IN", "", "cases.toml", lambda: [CASE])
    yield _of_game("packs order fire_in_the_east IN", "", "book.txt", lambda: [BOOK])
    yield _of_game("packs rules PACK --answers IN", "", "answers.toml", lambda: [ANSWERS])
    yield _of_game("packs import PACK IN", "", "map.geojson", lambda: list(EXCHANGED["map from elsewhere"].seeds())[3:])
    yield _of_game(
        "packs import PACK IN", "table", "map.csv", lambda: list(EXCHANGED["map from elsewhere"].seeds())[:3]
    )
    yield _of_game(
        "check GAME/start.vsav --charts IN --pack europa", "charts", "charts.toml", HARNESSES["charts"].seeds
    )
    yield "check settings", Harness(_with_settings, lambda: [SETTINGS])
    yield "desk", Harness(_dropped, lambda: [*_saves(), *_logs()])
    yield "trace module", Harness(_traced, _boards_alone)
    yield _of_game(
        f"audit GAME/turn_1.vlog {box} --pack two_rivers --against IN",
        "earlier",
        "audit.json",
        EXCHANGED["earlier audit"].seeds,
    )
    yield _of_game("batch IN --store OUT/store --workers 1 --what inspect", "", "game.vsav", _saves)


def _of_packs() -> Iterator[tuple[str, Harness]]:
    for words in (
        "packs show PACK",
        "packs coverage PACK",
        "packs charts PACK",
        "packs order PACK",
        "packs rules PACK --list",
        "packs export PACK -o OUT/map.geojson",
        "packs publish PACK --licence MIT -o OUT/pack.zip",
        "packs bind GAME/box.vmod --pack PACK --look",
        "explain two:3.1 --pack PACK",
        "module build PACK -o OUT/box.vmod",
        "check GAME/start.vsav --module GAME/box.vmod --pack PACK",
        "audit GAME/turn_1.vlog --module GAME/box.vmod --pack PACK",
        "render GAME/start.vsav --module GAME/box.vmod --pack PACK -o OUT/map.svg",
    ):
        yield f"{words.split(' PACK')[0].split(' GAME')[0].split(' OUT')[0]} (a pack)", Harness(_of_pack(words), packs)
    yield (
        "packs add",
        Harness(_taken_in, lambda: [each[1:] for each in EXCHANGED["shared pack"].seeds() if not each[0]]),
    )
    yield "batch report", Harness(_stored("batch report STORE"), _rows)
    yield (
        "batch resume",
        Harness(_stored("batch GAME/start.vsav --store STORE --resume --workers 1 --what inspect"), _rows),
    )
    yield "trace notes", Harness(_journal, _journals)
    yield _of_game(
        "audit GAME/turn_1.vlog --module GAME/box.vmod --pack two_rivers --rulings IN",
        "rulings",
        "rulings.toml",
        lambda: [RULINGS],
    )


COMMANDS: dict[str, Harness] = dict((*_commands(), *_of_packs()))
