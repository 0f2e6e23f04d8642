"""Our own output is no evidence: a folder with it in it says what it says without, and a copy given alone is judged as such."""

from __future__ import annotations

import json
import shutil
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from adjudicator import open_game
from adjudicator.batch.finding import Seen, found
from adjudicator.exporters.vassal.box import PlannedModule
from adjudicator.game.arrivals import _WatchedFolders
from adjudicator.marks import mark_of
from tests.adjudicator.audit import game
from tests.adjudicator.audit.game import edited
from tests.adjudicator.audit.sample_games import without_steps
from tests.adjudicator.play.test_phases import MASSED, begun, write
from tests.helpers import FIXTURES
from tests.judged_again import different, judged_again

RIVERS = FIXTURES / "vassal" / "two_rivers"
PACK = "two_rivers"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A game's folder: the module, the start, a turn."""
    made = tmp_path / "game"
    made.mkdir()
    for name in ("start.vsav", "turn_1.vlog", "two_rivers.vmod"):
        shutil.copy(RIVERS / name, made)
    return made


def said(folder: Path, module: Path | None = None) -> str:
    """What an audit of a folder says."""
    return json.dumps(open_game(folder, pack=PACK, module=module).audit().as_json(), default=str)


def judged(folder: Path, out: Path) -> None:
    open_game(folder, pack=PACK).audit().write_judged(out)


def for_one(folder: Path, out: Path) -> None:
    open_game(folder / "turn_1.vlog", pack="none", viewer="French").write(out.with_suffix(".vsav"))


def scrubbed(folder: Path, out: Path) -> None:
    open_game(folder / "turn_1.vlog", pack="none").scrub(out)


def converted(folder: Path, out: Path) -> None:
    open_game(folder / "turn_1.vlog", pack="none").write(out)


def converted_part(folder: Path, out: Path) -> None:
    open_game(folder / "turn_1.vlog", pack="none").write(out.with_suffix(".vsav"), at=10)


KINDS: dict[str, Callable[[Path, Path], None]] = {
    "judged log": judged,
    "save for one side": for_one,
    "scrubbed": scrubbed,
    "converted": converted,
    "converted part": converted_part,
}


@pytest.mark.parametrize("kind", KINDS)
def test_a_folder_with_our_output_in_it_says_the_same(kind: str, folder: Path) -> None:
    before = said(folder)
    KINDS[kind](folder, folder / "a turn of mine.vlog")
    (made,) = folder.glob("a turn of mine.*")
    assert mark_of(made) == kind.removesuffix(" part")
    assert said(folder) == before
    remarks = open_game(folder, pack=PACK).remarks
    assert len([each for each in remarks if made.name in each and "turn_1.vlog" in each]) == 1


@pytest.mark.parametrize("kind", KINDS)
def test_without_its_original_it_counts(kind: str, folder: Path) -> None:
    KINDS[kind](folder, folder / "a turn of mine.vlog")
    (folder / "turn_1.vlog").unlink()
    opened = open_game(folder, pack=PACK)
    assert any(path.name.startswith("a turn of mine") for path in opened.paths)
    assert not any("passed over" in each for each in opened.remarks)


def test_all_of_them_at_once_and_copies_of_copies(folder: Path) -> None:
    before = said(folder)
    for number, make in enumerate(KINDS.values()):
        make(folder, folder / f"{number}.vlog")
    open_game(folder / "0.vlog", pack=PACK).audit().write_judged(folder / "judged twice.vlog")
    assert said(folder) == before


@pytest.mark.parametrize("kind", ["scrubbed", "converted"])
def test_what_another_file_does_not_hold_is_never_passed_over(kind: str, folder: Path) -> None:
    """The hour and the words of saving may be the same, and the game not."""
    KINDS[kind](folder, folder / "a turn of mine.vlog")
    edited(folder / "turn_1.vlog", lambda text: without_steps(text, range(60, 76)), folder / "turn_1.vlog")
    assert not any("passed over" in each for each in open_game(folder, pack=PACK).remarks)


def test_one_that_was_worked_on_counts(folder: Path, tmp_path: Path) -> None:
    judged(folder, folder / "mine.vlog")
    with zipfile.ZipFile(folder / "mine.vlog") as old, zipfile.ZipFile(tmp_path / "new.vlog", "w") as new:
        for name in old.namelist():
            new.writestr(name, old.read(name) + (b" " if name == "savedata" else b""))
    shutil.move(tmp_path / "new.vlog", folder / "mine.vlog")
    assert not any("passed over" in each for each in open_game(folder, pack=PACK).remarks)


@pytest.mark.parametrize("ending", [".html", ".md", ".txt", ".json"])
def test_a_report_says_what_it_is(ending: str, folder: Path) -> None:
    path = open_game(folder, pack=PACK).audit().write(folder / f"a{ending}").path
    assert mark_of(path.rename(folder / "renamed")) == "report"


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("a.png", "picture"),
        ("a.svg", "picture"),
        ("a.geojson", "report"),
        ("a.vsav", "converted"),
        ("a.json", "converted"),
        ("a.zts", "converted"),
        ("a.tts.json", "converted"),
    ],
)
def test_what_is_made_of_a_game_says_what_it_is(name: str, kind: str, folder: Path) -> None:
    """The same input gives the same bytes, and what was written is read again."""
    opened = open_game(folder / "start.vsav", pack="none")
    make = opened.render if kind == "picture" else opened.write
    (folder / "out").mkdir()
    path = make(folder / "out" / name).path
    first = path.read_bytes()
    assert mark_of(path) == kind
    if kind == "converted":
        assert open_game(path, pack="none", module=folder / "two_rivers.vmod").state("end").counters
    for each in (folder / "out").iterdir():
        if each.is_file():
            each.unlink()
    assert make(folder / "out" / name).path.read_bytes() == first or name == "a.zts"


def test_a_module_written_again_says_what_it_is(folder: Path) -> None:
    path = open_game(folder / "two_rivers.vmod", pack="none").write(folder / "copy.vmod").path
    assert mark_of(path) == "module"
    assert open_game(folder / "start.vsav", pack="none", module=path).state("end").counters


def test_named_together_the_copy_is_passed_over_and_alone_it_is_judged(folder: Path) -> None:
    judged(folder, folder / "judged.vlog")
    both = open_game([folder / "turn_1.vlog", folder / "judged.vlog"], pack=PACK)
    assert [path.name for path in both.paths] == ["turn_1.vlog"]
    assert both.audit().record.chain.remarks == ()
    assert open_game(folder / "judged.vlog", pack=PACK).paths == (folder / "judged.vlog",)


def test_what_is_made_in_a_watched_folder_is_no_arrival(folder: Path) -> None:
    watched = _WatchedFolders(lambda: [folder])
    watched.look()
    judged(folder, folder / "judged.vlog")
    shutil.copy(folder / "start.vsav", folder / "sent.vsav")
    seen: set[str] = set()
    for _ in range(2):
        watched.coming = {path: (look, -1e9) for path, (look, _) in watched.coming.items()}
        seen |= {path.name for path in watched.look()}
    assert seen == {"sent.vsav"}


def test_judged_again_alone_it_is_accused_of_the_same(tmp_path: Path) -> None:
    one, other = judged_again(RIVERS / "turn_1.vlog", tmp_path, PACK)
    assert one["audit"]["findings"]
    assert list(different(one, other)) == []


def test_a_verdict_in_a_step_that_tells_the_phase_leaves_it_told(tmp_path: Path) -> None:
    """A finding of the end of a phase stands with the step that ends it, which is the step that tells the next one."""
    module, box = made = game.build(tmp_path)
    table = begun(made, MASSED)
    table.say("phase French movement")
    table.say("phase French combat")
    log = write(tmp_path / "the whole phase.vlog", table.log())
    one, other = judged_again(log, tmp_path, PACK, module)
    assert isinstance(box, PlannedModule)
    assert one["audit"]["findings"]
    assert list(different(one, other)) == []


def test_a_batch_takes_no_folder_for_reports_for_a_game(folder: Path) -> None:
    seen = Seen()
    assert len(list(found([str(folder.parent)], seen))) == 1
    open_game(folder, pack=PACK).audit().write_judged(folder / "reports")
    assert len(list(found([str(folder.parent)], seen))) == 1
    shutil.copy(folder / "start.vsav", folder / "reports")
    assert len(list(found([str(folder.parent)], seen))) == 2
