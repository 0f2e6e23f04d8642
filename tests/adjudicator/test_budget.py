"""One file takes no more time and memory than it may; what would is one error that names the file and the option."""

from __future__ import annotations

import gc
import os
import socket
import subprocess
import sys
import zipfile
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from adjudicator import budget, importers
from adjudicator.editing.importing import read_map
from adjudicator.errors import AdjudicatorError, CorruptFile, ReadError, UnsafeFile, reading
from adjudicator.game.pack_files import orders
from adjudicator.importers.archive import Archive
from adjudicator.importers.vassal.wire import obfuscation
from adjudicator.importers.vassal.wire.obfuscation import Disguise
from adjudicator.packs.load import load_pack
from adjudicator.toml import read_toml
from tests.importers.mutations import zipped


@budget.bounded
def endless() -> None:
    with reading(file="a.vsav", entry="savedGame"):
        while True:
            pass


@budget.bounded
def growing(*, mild: bool = False) -> list[list[int]]:
    found = []
    try:
        for number in range(1 << 40):
            found.append([number])  # noqa: PERF401 - the watch is to stop it
    except ReadError:
        if not mild:
            raise
    return found


def test_time_is_told_with_file_entry_and_option() -> None:
    with (
        budget.allowed(seconds=0.1),
        pytest.raises(UnsafeFile, match=r"a\.vsav!savedGame: .*0\.1 seconds; --file-seconds"),
    ):
        endless()


@pytest.mark.filterwarnings(
    "ignore::pytest.PytestUnraisableExceptionWarning"
)  # where it meets a callback of the collector
@pytest.mark.parametrize("mild", [False, True])
def test_memory_is_counted_as_it_is_made_whoever_takes_the_error(mild: bool) -> None:
    with budget.allowed(megabytes=20), pytest.raises(UnsafeFile, match="20 MB of memory; --file-megabytes"):
        growing(mild=mild)
    with budget.allowed(megabytes=20):
        budget.bounded(sum)(range(2_000_000))  # nothing of it is left for the next file


TRACED = """
import sys
from adjudicator import budget
def read(): return sum(range(1000))
budget.bounded(read)()
sys.settrace(lambda *told: None)
read()
"""


LONG = {
    "a.toml": 'a = [1, "b"]\n[[c]]\nd = {e = 1}\n' + "[[f]]\ng = 1\n" * 200_000,
    "a.txt": "INITIAL FORCES\n" + f"{'A' * 3000}\n" * 4000,
    "a.csv": "number,terrain,hexsides\n" + f"0101,clear,{'0102: river; ' * 200}\n" * 5000,
    "a.json": '{"terrain":{' + ",".join(f'"{number}":"clear"' for number in range(1_000_000)) + "}}",
}
"""Texts of which a reader takes its time, by the file's name."""


@pytest.fixture
def _no_collector() -> Iterator[None]:
    """An error that comes while the collector tells hypothesis of itself would be lost."""
    gc.disable()
    yield
    gc.enable()


@pytest.mark.usefixtures("_no_collector")
@pytest.mark.parametrize("name", LONG)
def test_no_reader_of_texts_takes_all_the_time_it_likes(name: str, tmp_path: Path) -> None:
    readers: dict[str, Callable[[Path], object]] = {
        ".toml": read_toml,
        ".txt": lambda path: orders("fire_in_the_east", path),
    }
    path = tmp_path / name
    path.write_text(LONG[name], encoding="utf-8")
    load_pack("fire_in_the_east")  # which is no part of the file's time
    read = readers.get(path.suffix, lambda path: read_map(path, {}, {}))
    with budget.allowed(seconds=0.1), pytest.raises(UnsafeFile, match=rf"{name}: .*0\.1 seconds; --file-seconds"):
        read(path)


def test_who_traces_the_program_afterwards_is_not_held_up() -> None:
    subprocess.run((sys.executable, "-c", TRACED), check=True, timeout=60)


def test_the_environment_says_it_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(budget.MEGABYTES, "5")
    with pytest.raises(UnsafeFile, match="5 MB"):
        budget.spend(6_000_000)
    monkeypatch.setenv(budget.MEGABYTES, "many")
    with pytest.raises(AdjudicatorError, match="wants a number above 0"):
        budget.budget()


@pytest.mark.parametrize("blank", [" ", "begin_save\x1b"])
def test_a_packed_text_does_not_grow_beyond_measure(tmp_path: Path, blank: str) -> None:
    packer = zlib.compressobj(9)
    packed = b"".join(packer.compress(blank.encode() * (1 << 20)) for _ in range(70)) + packer.flush()
    path = tmp_path / "bomb.vsav"
    path.write_bytes(zipped({"savedGame": b"!VCSZ00" + packed.hex().encode()}))
    with pytest.raises(UnsafeFile, match=r"bomb\.vsav!savedGame.* more than 200 times its size"):
        importers.read(path)


def test_a_packed_text_is_read_as_before() -> None:
    text = "begin_save\x1b" + "würfelt " * 300_000
    assert obfuscation.reveal(obfuscation.obfuscate(text, 7, Disguise.PACKED)) == text
    cut = obfuscation.obfuscate(text, 0, Disguise.PACKED)[:-8]
    with pytest.raises(CorruptFile, match="breaks off"):
        obfuscation.reveal(cut)


@pytest.mark.skipif(os.name == "nt", reason="no such files there")
@pytest.mark.parametrize("kind", ["pipe", "device", "socket", "folder", "dangling"])
@pytest.mark.parametrize("read", [importers.read, Archive, read_toml], ids=["read", "archive", "toml"])
def test_what_is_no_ordinary_file_is_not_read(
    kind: str, read: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.vsav"
    holder = socket.socket(socket.AF_UNIX)
    match kind:
        case "pipe":
            os.mkfifo(path)
        case "device":
            path.symlink_to("/dev/zero")
        case "socket":
            monkeypatch.chdir(tmp_path)
            holder.bind("a.vsav")
        case "folder":
            path.mkdir()
        case _:
            path.symlink_to(tmp_path / "nowhere")
    with holder, pytest.raises(AdjudicatorError) as told:
        read(path)  # type: ignore[operator]
    assert len(str(told.value).splitlines()) == 1


def test_an_offset_beyond_all_files_is_one_error(tmp_path: Path) -> None:
    path = tmp_path / "far.vsav"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("savedGame", b"begin_save")
        archive.infolist()[0].header_offset = (1 << 63) + 5
    with pytest.raises(CorruptFile):
        importers.read(path)


@pytest.mark.parametrize(
    "carried",
    ['{"commands": [5]}', '{"commands": [["", 7]]}', '{"entries": []}', '{"key": 999}', '{"people": {"a": 1}}', "[]"],
)
def test_what_a_document_carries_is_looked_through_at_the_door(carried: str, tmp_path: Path) -> None:
    path = tmp_path / "state.json"
    head = '{"format": "adjudicator-state-1", "kind": "state", "state": '
    path.write_text(f'{head}{{"carried": {{"VASSAL": {carried}}}}}}}', encoding="utf-8")
    with pytest.raises(CorruptFile, match=r"state\.json!state\.carried\.vassal"):
        importers.read(path)
