"""Folders of files with their twins in `B/`: every output for every viewer, on both."""

from __future__ import annotations

import shutil
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree as ET

from tests.leaks.twins.answers import Bench, Wanted, difference, wanted
from tests.leaks.twins.hunt import settle

FILES = ("start.vsav", "turn.vlog", "later.vsav")


def compare(folder: Path) -> int:
    """Compare all cases of a folder and print what differs; 1 if anything does."""
    settle()
    leaking = 0
    for case in sorted(each for each in folder.iterdir() if each.is_dir()):
        found, count = [], 0
        for viewer, each, where in _differing(case):
            count += 1
            if where:
                found.append((viewer, each.name, where))
        leaking += bool(found)
        viewers = ", ".join(sorted({viewer for viewer, _, _ in found}))
        print(f"{case.name}: {count} outputs compared, {len(found)} different{f' for {viewers}' if found else ''}")
        for viewer, name, where in found[:2]:
            print(f"    {viewer}: {name}: {where[:240]}")
    return 1 if leaking else 0


def _differing(case: Path) -> Iterator[tuple[str, Wanted, str]]:
    """Every output for every viewer with where it differs; a case without a twin may not tell any player's id."""
    from adjudicator.cli.main import status  # noqa: PLC0415 - from whichever checkout is asked

    bench = Bench(Path(tempfile.mkdtemp(prefix="twins-")), status)
    twin = case / "B"
    for viewer in ("everybody", *_sides(case / "secrets.vmod"), *(() if twin.is_dir() else ("umpire",))):
        if twin.is_dir() and _may_know(case, viewer):
            continue
        for each in (each for each in wanted() if not each.tabletop):
            made = []
            for folder in (case, twin if twin.is_dir() else case):
                _lay(bench, folder, case)
                made.append(bench.ask(each, viewer, boxed=True))
            told = difference(*made)
            spoken = [name for name, data in made[0].items() if not twin.is_dir() and b"password-of" in data]
            yield viewer, each, told or (f"{spoken[0]}: names a player's id" if spoken else "")
    shutil.rmtree(bench.folder, ignore_errors=True)


def _lay(bench: Bench, folder: Path, case: Path) -> None:
    shutil.rmtree(bench.game, ignore_errors=True)
    (bench.game / "box").mkdir(parents=True)
    for name in FILES:
        shutil.copyfile(folder / name, bench.game / name)
    shutil.copyfile(case / "secrets.vmod", bench.game / "box" / "twins.vmod")


def _sides(module: Path) -> list[str]:
    with zipfile.ZipFile(module) as archive:
        root = ET.fromstring(archive.read("buildFile.xml"))  # noqa: S314 - a case of our own
    return [entry.text or "" for entry in root.iter("entry")]


OWNERS = {"empty_owner_mask": "", "hand_of_missing_extension": "", "sides_called_like_pseudonyms": "Player 1"}
"""Who may know the secret of a case, "" = nobody at the table; that of the others belongs to the second side."""


def _may_know(case: Path, viewer: str) -> bool:
    return viewer == OWNERS.get(case.name, _sides(case / "secrets.vmod")[1])
