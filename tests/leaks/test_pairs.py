"""Two games that differ only in what a viewer may not know look the same to him: every command, every format, every byte.

`pytest tests/leaks -s` prints how many outputs were compared for each kind of secret.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from adjudicator.importers.vassal.wire import endings
from tests.leaks import game
from tests.leaks.kinds import KINDS
from tests.leaks.outputs import Given, commands_for_viewers, given, outputs
from tests.leaks.table import TABLE

VIEWERS = ("everybody", "French", "Austrian")
RULES = ("--pack", "two_rivers", "--theatre", "valley")
CORE = (
    "check a log",
    "audit",
    "chain as JSON",
    "diff as JSON",
    "log as JSON",
    "render Main",
    "render French Hand as SVG",
)
"""Of what is said in many forms, one for the sides' eyes: everybody's are compared in all."""
WINDOWS = ("French Hand", "Austrian Desk")
OUTPUTS = outputs(RULES, ("Main", *WINDOWS))
FOR_SIDES = tuple(each for each in OUTPUTS if each.name in CORE or each.name.startswith(("convert", "inspect")))


class Table:
    """The game on one and the same table, told one way or the other, and what came out of the first telling."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.known: dict[str, dict[str, Given]] = {}

    def told(self, told: game.Told) -> Mapping[str, Path]:
        names = ("module", "start", "turn", "later")
        return dict(zip(names, game.build(self.folder, told), strict=True))

    def all(self, told: game.Told, viewer: str, capture: pytest.CaptureFixture[bytes]) -> dict[str, Given]:
        files = self.told(told)
        made = {}
        for output in OUTPUTS if viewer == "everybody" else FOR_SIDES:
            out = self.folder / "out"
            shutil.rmtree(out, ignore_errors=True)
            out.mkdir()
            capture.readouterr()
            words = output.said(files, out, ("--module", str(files["module"]), "--as", viewer))
            made[output.name] = given(words, out, capture.readouterr)
        return made

    def first(self, viewer: str, capture: pytest.CaptureFixture[bytes]) -> dict[str, Given]:
        if viewer not in self.known:
            self.known[viewer] = self.all(game.Told(), viewer, capture)
        return self.known[viewer]


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    yield Table(tmp_path_factory.mktemp("pairs"))
    TABLE.show()


@pytest.mark.parametrize("viewer", VIEWERS)
@pytest.mark.parametrize("kind", KINDS)
def test_what_he_may_not_know_changes_nothing(
    kind: str, viewer: str, table: Table, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    seat = "" if viewer == "everybody" else viewer
    told = KINDS[kind](seat)
    assert told != game.Told()
    first = table.first(viewer, capfdbinary)
    other = table.all(told, viewer, capfdbinary)
    differing = {name: _difference(first[name], other[name]) for name in first if first[name] != other[name]}
    TABLE.enter(kind, viewer, first, differing)
    assert differing == {}


def test_the_first_telling_comes_out(table: Table, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    """Outputs that fail compare equal: nothing fails but what may not be had."""
    failed = {name for name, each in table.first("everybody", capfdbinary).items() if each.code not in (0, 1)}
    whole = ("convert VASSAL ({}, 2)", "convert VASSAL ({}, 1)", "audit judged log ({}, 1)")
    refused = {name.format(ending) for name in whole for ending in endings.LOGS}
    private = {f"render {name}{form}" for name in WINDOWS for form in ("", " as SVG")}
    assert failed == refused | private


@pytest.mark.parametrize("kind", KINDS)
def test_the_umpire_sees_the_difference(kind: str, table: Table, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    """Otherwise the two tellings would be one."""
    files, out = table.told(game.Told()), table.folder / "out"
    said = ["convert", str(files["turn"]), str(out / "a.json"), "--keep-ids", "--module", str(files["module"])]
    out.mkdir(exist_ok=True)
    first = given(said, out, capfdbinary.readouterr)
    table.told(KINDS[kind](""))
    assert given(said, out, capfdbinary.readouterr) != first


def test_every_command_that_knows_viewers_is_looked_at() -> None:
    assert commands_for_viewers() <= {output.words[0] for output in OUTPUTS}


def _difference(one: Given, other: Given) -> str:
    if one.code != other.code:
        return f"exit code {one.code}, not {other.code}"
    parts = dict(other.parts)
    for name, data in one.parts:
        there = parts.get(name, b"")
        if data != there:
            at = next(
                (i for i, (a, b) in enumerate(zip(data, there, strict=False)) if a != b), min(len(data), len(there))
            )
            return f"{name}: {data[max(0, at - 60) : at + 60]!r} | {there[max(0, at - 60) : at + 60]!r}"
    return "another set of files"
