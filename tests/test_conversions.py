"""Conversions between all pairs: the page that lists them, real files there and back, counts that agree with the report."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from adjudicator import exporters, importers, open_game
from adjudicator.cli.main import status
from adjudicator.errors import WriteError
from adjudicator.exporters import format_for, write
from adjudicator.exporters.conversions import GIVES, TARGETS, matrix
from adjudicator.exporters.losses import Aspect, Content, LossKind, LossReport, facets, unaccounted
from adjudicator.model.events import GameLog
from adjudicator.model.module import Module
from adjudicator.model.state import GameState
from tests.helpers import FIXTURES, ROOT, SHARED, needs_shared
from tests.importers.cyberboard import builder
from tests.importers.tabletop_simulator.saves import save
from tests.importers.zuntzu.boxes import box

PAGE = ROOT / "docs" / "conversions.md"
REAL = ("tts/0000000.json", "zuntzu/default.ztb", "vassal/ragnarok", "vassal/hex-template")
BACK = {"out.vsav": True, "out.json": True, "out.tts.json": True, "out.ztb": True, "out.zts": True}


def opened(path: Path) -> Content:
    """A file with its module, as the command opens it."""
    module = importers.read(path.with_suffix(".vmod")).module if path.suffix == ".vsav" else None
    read = importers.read(path, module)
    box_ = read.module or module
    state = read.state if read.log is None else read.log.state_at(len(read.log.steps))
    return Content(box_, state or (box_.at_start if box_ else None))


def sources(folder: Path) -> dict[str, Path]:
    """One file of each format that we read, made here."""
    (folder / "table.json").write_text(json.dumps(save()), encoding="utf-8")
    (folder / "steppe.gbx").write_bytes(builder.box(builder.V4))
    (folder / "clash.gam").write_bytes(builder.game(builder.V4))
    return {
        "Tabletop Simulator": folder / "table.json",
        "ZunTzu": box(folder / "box.ztb"),
        "CyberBoard": folder / "clash.gam",
    }


def convert(content: Content, path: Path, source: str = "") -> LossReport:
    """Write a game and give the account of it."""
    report = write(path, content, source).report
    assert report is not None
    return report


def counted(content: Content) -> dict[Aspect, int]:
    return {aspect: len(facets(aspect, content)) for aspect in (Aspect.COUNTERS, Aspect.STACKS, Aspect.DECKS)}


def test_the_page_of_all_pairs_says_what_the_writers_declare(request: pytest.FixtureRequest) -> None:
    if request.config.getoption("--regen", default=False):
        PAGE.write_text(matrix(), encoding="utf-8")
    assert PAGE.read_text(encoding="utf-8") == matrix(), (
        "run `python -m adjudicator.exporters.conversions > docs/conversions.md`"
    )


def test_the_help_of_convert_lists_every_ending(capsys: pytest.CaptureFixture[str]) -> None:
    assert status(["convert", "--help"]) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert f"by its ending: {' '.join(exporters.endings_for(GameState, GameLog, Module))} " in told


def test_every_format_that_is_read_has_its_row() -> None:
    rows = {name.split()[0] for name in GIVES}
    assert {each.name.split()[0] for each in importers.FORMATS} <= rows


@pytest.mark.parametrize("target", list(BACK))
@pytest.mark.parametrize("source", ["Tabletop Simulator", "ZunTzu", "CyberBoard"])
def test_every_pair_there_and_back_agrees_with_its_report(tmp_path: Path, source: str, target: str) -> None:
    content = opened(sources(tmp_path)[source])
    report = convert(content, tmp_path / target, source)
    after = opened(tmp_path / target)
    if target == "out.json":
        content = Content(None, content.state)
    assert unaccounted(report, content, after) == []
    assert after.state is not None and len(after.state.counters) == report.after[Aspect.COUNTERS]


@needs_shared
@pytest.mark.parametrize("target", list(BACK))
@pytest.mark.parametrize("name", ["tts/0000000.json", "zuntzu/default.ztb"])
def test_real_files_keep_their_counts(tmp_path: Path, name: str, target: str) -> None:
    content = opened(SHARED / "data" / name)
    report = convert(content, tmp_path / target, name)
    after = opened(tmp_path / target)
    before_, after_ = counted(content), counted(after)
    assert after_[Aspect.COUNTERS] == report.after[Aspect.COUNTERS] == before_[Aspect.COUNTERS]
    if target == "out.vsav":
        assert after_ == {aspect: report.after[aspect] for aspect in after_}


@needs_shared
def test_a_real_save_goes_to_vassal_and_back_with_every_name_and_place(tmp_path: Path) -> None:
    content = opened(SHARED / "data" / "tts" / "0000000.json")
    convert(content, tmp_path / "out.vsav")
    after = opened(tmp_path / "out.vsav")
    assert content.state is not None and after.state is not None

    def told(found: Content) -> list[tuple[str, int, int]]:
        assert found.state is not None
        return sorted((each.name, each.spot.x, each.spot.y) for each in found.state.counters.values())

    assert told(after) == told(content)


@needs_shared
def test_a_real_vassal_save_goes_to_other_tabletops(tmp_path: Path) -> None:
    folder = SHARED / "data" / "vassal" / "ragnarok"
    module = importers.read(next(folder.glob("*.vmod"))).module
    state = importers.read(next(folder.glob("*.vsav")), module).state
    content = Content(module, state)
    for target in ("out.tts.json", "out.ztb", "out.geojson", "out.csv"):
        report = convert(content, tmp_path / target, "VASSAL")
        if target in BACK:
            after = opened(tmp_path / target)
            assert unaccounted(report, content, after) == []
            assert after.state is not None and len(after.state.counters) == report.after[Aspect.COUNTERS]


def test_an_unknown_ending_writes_nothing(tmp_path: Path) -> None:
    with pytest.raises(WriteError, match="ends in none of"):
        convert(Content(), tmp_path / "out.docx")
    assert list(tmp_path.iterdir()) == []


def test_the_longest_ending_counts() -> None:
    named = {name: format_for(Path(name), Content()).name for name in ("a.json", "a.tts.json", "a.ZTB")}
    assert named == {"a.json": "adjudicator JSON", "a.tts.json": "Tabletop Simulator", "a.ZTB": "ZunTzu"}


def test_no_writer_claims_what_its_report_denies(tmp_path: Path) -> None:
    content = opened(sources(tmp_path)["Tabletop Simulator"])
    for target in TARGETS:
        report: LossReport = convert(content, tmp_path / f"out{target.endings[0]}", "ours")
        for aspect in Aspect:
            assert report.after[aspect] <= report.before[aspect]
        told = {loss.fate for loss in report.losses}
        assert told <= {LossKind.APPROXIMATED, LossKind.DROPPED}
        whole = {aspect for aspect in Aspect if report.before[aspect] and not report.lost(aspect)}
        assert all(f"{aspect} (" in report.whole() for aspect in whole)


@pytest.mark.parametrize(("ending", "kind"), [(".sav", "save"), (".vsav", "save"), (".log", "log"), (".vlog", "log")])
def test_vassals_old_endings_are_written_too(tmp_path: Path, ending: str, kind: str) -> None:
    game = open_game(FIXTURES / "vassal" / "two_rivers" / "turn_1.vlog")
    out = tmp_path / f"out{ending}"
    game.write(out)
    assert importers.read(out).kind == kind
    game.write(out, vassal="3.2")
    assert importers.read(out).kind == kind
