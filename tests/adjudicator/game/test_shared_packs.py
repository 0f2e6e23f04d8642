"""A pack is given away without anybody's artwork, and what a stranger sends is checked before anything of it is kept."""

from __future__ import annotations

import json
import shutil
import stat
import struct
import zipfile
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from adjudicator.cli.main import status
from adjudicator.errors import AdjudicatorError, UsageError
from adjudicator.game import shared_packs
from adjudicator.game.books import packs, unusable_packs
from adjudicator.packs.load import load_pack
from adjudicator.packs.sharing import INSIDE, MANIFEST, contents_of

NOT_OURS = {
    "my_module.vmod": "a module",
    "board.png": "a picture",
    "RULES.md": "a text",
    "theatres/map/scan.jpg": "a picture",
    "theatres/map/tracing.json": "notes of the tracer",
    "theatres/map/tracing-undo.jsonl": "notes of the tracer",
    "schemas/pack-units.json": "made by the program",
    ".git/config": "hidden",
}


@pytest.fixture
def folder(own_pack: Path) -> Path:
    """A pack with much beside it that is not its writer's to give."""
    for place in NOT_OURS:
        (own_pack / place).parent.mkdir(parents=True, exist_ok=True)
        (own_pack / place).write_bytes(b"somebody's work")
    (own_pack / "zoc.toml").symlink_to("/etc/passwd")
    return own_pack


@pytest.fixture
def archive(own_pack: Path, tmp_path: Path) -> Path:
    return shared_packs.publish(own_pack, "CC-BY-4.0", tmp_path / "mine-1.zip").path


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ADJUDICATOR_HOME", str(tmp_path / "home"))
    return tmp_path / "home" / "packs"


def test_what_is_somebodys_work_stays_at_home_and_the_reason_is_told(folder: Path) -> None:
    found = contents_of(folder)
    assert found.left_out["zoc.toml"] == "a link"
    assert all(found.left_out[place].startswith(why) for place, why in NOT_OURS.items())
    assert {"pack.toml", "bindings/vassal.toml", "theatres/map/hexes.txt"} <= set(found.shared)
    assert not set(found.shared) & set(found.left_out)


def test_an_archive_tells_what_it_is_and_is_the_same_every_time(own_pack: Path, archive: Path) -> None:
    before = archive.read_bytes()
    made = shared_packs.publish(own_pack, "CC-BY-4.0", archive)
    told = manifest_of(archive)
    assert archive.read_bytes() == before
    assert (told["id"], told["version"], told["extends"], told["licence"]) == ("mine", 1, "two_rivers", "CC-BY-4.0")
    assert {each["path"]: each["sha256"] for each in told["files"]} == {
        place: sha256((own_pack / place).read_bytes()).hexdigest() for place in contents_of(own_pack).shared
    }
    assert any(
        line.endswith("files of schemas: made by the program: adjudicator packs reference --schemas")
        for line in made.done
    )


def test_without_a_licence_or_with_a_program_nothing_is_published(own_pack: Path, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="what others may do"):
        shared_packs.publish(own_pack, " ", tmp_path / "x.zip")
    with pytest.raises(UsageError, match="is a program"):
        shared_packs.publish(with_file(own_pack, "run.sh", "echo"), "MIT", tmp_path / "x.zip")
    assert not (tmp_path / "x.zip").exists()


def test_a_rule_told_at_length_is_asked_about(own_pack: Path, tmp_path: Path) -> None:
    rule = f'[[rule]]\nid = "3.1"\nsays = "{"Word for word. " * 40}"\n'
    made = shared_packs.publish(with_file(own_pack, "rules.toml", rule), "MIT", tmp_path / "mine.zip")
    assert [line for line in made.done if "in your own words" in line] == [
        "rule 3.1 is told at length: is that in your own words, and not the rulebook's?"
    ]


def test_a_pack_that_was_added_goes_by_its_name_and_is_not_overwritten_unasked(
    archive: Path, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert status(["packs", "add", str(archive), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["wrote"] == str(home / "mine")
    assert "mine" in {each["id"] for each in packs()} and load_pack("mine").folder == home / "mine"
    (home / "mine" / "units.toml").write_text("# my own work\n")
    assert status(["packs", "add", str(archive)]) == 2
    assert (home / "mine" / "units.toml").read_text() == "# my own work\n"
    assert "a pack of this name is there" in capsys.readouterr().err
    assert status(["packs", "add", str(archive), "--replace"]) == 0
    assert (home / "mine" / "units.toml").read_text() != "# my own work\n"
    assert [path.name for path in home.iterdir()] == ["mine"]


def test_an_added_pack_that_broke_is_told_and_harms_no_other(archive: Path, home: Path) -> None:
    shared_packs.add(archive)
    (home / "mine" / "pack.toml").write_text("id = ")
    assert "two_rivers" in {each["id"] for each in packs()}
    assert [each.startswith("the added pack 'mine' cannot be used") for each in unusable_packs()] == [True]


def rewritten(archive: Path, change: Callable[[dict[str, bytes], dict[str, Any]], None]) -> Path:
    """The archive with other entries; the manifest goes with them unless the change says otherwise."""
    with zipfile.ZipFile(archive) as opened:
        entries = {name: opened.read(name) for name in opened.namelist()}
    told = json.loads(entries.pop(MANIFEST))
    change(entries, told)
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as written:
        written.writestr(MANIFEST, json.dumps(told))
        for name, data in entries.items():
            written.writestr(name, data)
    return archive


def bring(entries: dict[str, bytes], told: dict[str, Any], place: str, data: bytes) -> None:
    """An entry that archive and manifest agree on."""
    told["files"] = [each for each in told["files"] if each["path"] != place]
    told["files"].append({"path": place, "bytes": len(data), "sha256": sha256(data).hexdigest()})
    entries[f"{INSIDE}{place}"] = data


def changed(entries: dict[str, bytes], told: dict[str, Any], place: str, old: bytes, new: bytes) -> None:
    bring(entries, told, place, entries[f"{INSIDE}{place}"].replace(old, new))


HOSTILE: dict[str, tuple[str, Callable[[dict[str, bytes], dict[str, Any]], object]]] = {
    "out of the folder": ("leads elsewhere", lambda e, t: bring(e, t, "../../evil.toml", b"")),
    "absolute": ("an absolute name", lambda e, t: e.update({"/etc/evil.toml": b""})),
    "backslashes": ("leads elsewhere", lambda e, t: bring(e, t, "bindings\\..\\..\\x.toml", b"")),
    "Python": ("a program", lambda e, t: bring(e, t, "checks/evil.py", b"import os")),
    "a picture": ("no file of a pack lies there", lambda e, t: bring(e, t, "board.png", b"x")),
    "beside the pack": ("no file of a pack lies there", lambda e, t: e.update({"units.toml": b""})),
    "a bomb": ("unpacks", lambda e, t: bring(e, t, "locale/de/LC_MESSAGES/pack.po", bytes(17 << 20))),
    "very many files": ("1008 entries", lambda e, t: [e.update({f"{n}.toml": b""}) for n in range(1001)]),
    "sizes beyond reason": ("more than", lambda e, t: t["files"][0].update(bytes=1 << 40)),
    "another content": ("check sum", lambda e, t: e.update({f"{INSIDE}units.toml": b"# nothing"})),
    "a file too many": ("the same files", lambda e, t: e.update({f"{INSIDE}README.md": b"hi"})),
    "a file too few": ("the same files", lambda e, t: e.pop(f"{INSIDE}units.toml")),
    "twice in other letters": ("twice", lambda e, t: t["files"].append({**t["files"][0], "path": "PACK.toml"})),
    "a name that leads out": ("cannot name a pack", lambda e, t: t.update(id="../mine")),
    "a name of ours": ("came with the program", lambda e, t: t.update(id="two_rivers")),
    "another pack than it says": ("different packs", lambda e, t: t.update(version=7)),
    "a later format": ("format", lambda e, t: t.update(format=2)),
    "no licence": ("licence", lambda e, t: t.update(licence="")),
    "a mistake in a file": ("does not load", lambda e, t: bring(e, t, "stacking.toml", b"mots = 3")),
    "a parent that is not here": ("no pack 'lost'", lambda e, t: (
        changed(e, t, "pack.toml", b'"two_rivers"', b'"lost"'), t.update(extends="lost"))),
    "a map with a slip": ("does not load", lambda e, t: bring(e, t, "theatres/map/hexes.txt", b"0101 lava\n")),
    "translations that cannot be read": ("no readable translations", lambda e, t: bring(
        e, t, "locale/de/LC_MESSAGES/pack.mo", struct.pack("<7I", 0x950412DE, 0, 9, 28, 99, 0, 0))),
}  # fmt: skip


@pytest.mark.parametrize(("why", "change"), HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_archive_is_refused_and_leaves_nothing(
    why: str, change: Callable[[dict[str, bytes], dict[str, Any]], None], archive: Path, home: Path
) -> None:
    with pytest.raises(AdjudicatorError, match=why):
        shared_packs.add(rewritten(archive, change))
    assert not home.exists() or list(home.iterdir()) == []


def test_a_link_in_an_archive_is_refused(archive: Path, home: Path) -> None:
    link = zipfile.ZipInfo(f"{INSIDE}zoc.toml")
    link.external_attr = (stat.S_IFLNK | 0o777) << 16
    with zipfile.ZipFile(archive, "a") as opened:
        opened.writestr(link, "/etc/passwd")
    with pytest.raises(AdjudicatorError, match="is a link"):
        shared_packs.add(archive)
    assert not home.exists()


@pytest.mark.parametrize("content", [b"", b"PK\3\4 half of it", b"not a zip"])
def test_what_is_no_archive_is_refused(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "mine.zip").write_bytes(content)
    with pytest.raises(AdjudicatorError, match="not a readable zip"):
        shared_packs.add(tmp_path / "mine.zip")


def test_an_archive_of_something_else_is_refused(own_pack: Path, tmp_path: Path) -> None:
    path = Path(shutil.make_archive(str(tmp_path / "zipped"), "zip", own_pack))
    with pytest.raises(AdjudicatorError, match="no pack that 'adjudicator packs publish' made"):
        shared_packs.add(path)


def manifest_of(archive: Path) -> dict[str, Any]:
    with zipfile.ZipFile(archive) as opened:
        told: dict[str, Any] = json.loads(opened.read(MANIFEST))
    return told


def with_file(folder: Path, name: str, text: str) -> Path:
    (folder / name).write_text(text, encoding="utf-8")
    return folder
