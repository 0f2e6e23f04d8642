"""An audit with kept verdicts is the audit without one, whatever came before; and what was judged is not judged again."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest

from adjudicator import open_game
from adjudicator.game import kept_verdicts
from adjudicator.game.answers import GameAudit
from tests.adjudicator.audit.game import edited
from tests.adjudicator.audit.sample_games import SAMPLES, Sample, cut, middle

TWO_RIVERS = SAMPLES[0]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "game").mkdir()
    return tmp_path / "game"


def asked(folder: Path, sample: Sample = TWO_RIVERS, *, keep: bool = True, **more: str) -> GameAudit:
    game = open_game(
        folder,
        pack=sample.pack,
        module=folder.parent / "box" / sample.module.name,
        theatre=sample.theatre,
        charts=sample.charts,
        viewer=more.get("viewer", "umpire"),
        readings={name: value for name, value in more.items() if name != "viewer"},
        keep=keep,
    )
    return game.audit()


def with_box(folder: Path, sample: Sample = TWO_RIVERS) -> None:
    (folder.parent / "box").mkdir(exist_ok=True)
    shutil.copy(sample.module, folder.parent / "box")


def in_pieces(sample: Sample, folder: Path) -> Sequence[Path]:
    """The sample's log as two logs, in another folder."""
    apart = folder.parent / "pieces"
    apart.mkdir()
    return cut(sample, middle(sample), apart)


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.pack)
def test_file_by_file_is_the_same_as_all_at_once(folder: Path, sample: Sample) -> None:
    with_box(folder, sample)
    for each in in_pieces(sample, folder):
        shutil.copy(each, folder)
        first, plain = asked(folder, sample), asked(folder, sample, keep=False)
        assert first.as_json() == plain.as_json()
    again = asked(folder, sample)
    assert (again.as_json(), again.judged) == (plain.as_json(), 0)
    assert 0 < first.judged < plain.judged


def test_a_file_that_was_changed_is_judged_anew(folder: Path) -> None:
    with_box(folder)
    log = Path(shutil.copy(TWO_RIVERS.path, folder))
    first = asked(folder)
    edited(log, lambda text: text.replace("Grenadiers", "Grenadiere"), log)
    changed = asked(folder)
    assert (changed.judged, changed.as_json()) == (first.judged, asked(folder, keep=False).as_json())


def test_a_file_that_comes_in_before_has_all_after_it_judged_anew(folder: Path) -> None:
    with_box(folder)
    one, two = in_pieces(TWO_RIVERS, folder)
    shutil.copy(two, folder)
    asked(folder)
    shutil.copy(one, folder)
    both = asked(folder)
    assert both.judged == asked(folder, keep=False).judged
    assert both.as_json() == asked(folder, keep=False).as_json()


def test_each_viewer_and_each_reading_has_judgements_of_its_own(folder: Path) -> None:
    with_box(folder)
    shutil.copy(TWO_RIVERS.path, folder)
    for how in ({}, {"viewer": "French"}, {"viewer": "Austrian"}):
        fresh, kept = asked(folder, keep=False, **how), asked(folder, **how)
        assert (kept.judged, kept.as_json()) == (fresh.judged, fresh.as_json())


def test_another_program_judges_anew(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with_box(folder)
    shutil.copy(TWO_RIVERS.path, folder)
    asked(folder)
    monkeypatch.setattr(kept_verdicts, "program_digest", lambda: "another")
    assert asked(folder).judged > 0


def test_a_pack_that_was_changed_judges_anew(folder: Path, tmp_path: Path) -> None:
    with_box(folder)
    shutil.copy(TWO_RIVERS.path, folder)
    pack = tmp_path / "pack"
    pack.mkdir()
    head = 'id = "ours"\ntitle = "Ours"\nextends = "two_rivers"\nshort = "our"\n'
    (pack / "pack.toml").write_text(head, encoding="utf-8")
    ours = Sample("two_rivers", "turn_1.vlog", str(pack), "valley")
    asked(folder, ours)
    assert asked(folder, ours).judged == 0
    (pack / "stacking.toml").write_text("# nothing yet\n", encoding="utf-8")
    assert asked(folder, ours).judged > 0


def test_only_a_folder_is_written_to_and_only_if_that_is_wanted(folder: Path) -> None:
    with_box(folder)
    shutil.copy(TWO_RIVERS.path, folder)
    asked(folder, keep=False)
    assert [path.name for path in folder.iterdir()] == [TWO_RIVERS.path.name]
    asked(folder)
    assert (folder / ".adjudicator").is_dir()
