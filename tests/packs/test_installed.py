"""Packs that come by installation: found by their entry point, checked before their code is imported, judged like ours."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from adjudicator.checks.registry import checks
from adjudicator.cli.main import status
from adjudicator.errors import PackError
from adjudicator.judge import adjudicate
from adjudicator.model.network import Network
from adjudicator.packs.folders import unusable_packs
from adjudicator.packs.load import list_packs, load_pack, load_theatre_for
from adjudicator.play.setting_up import position_from
from tests.packs.conftest import PACKAGE, SOURCE, Install


def test_an_installed_pack_is_listed_and_judges_by_its_own_check(install: Install) -> None:
    install()
    assert "three_rivers" in [info.id for info in list_packs()]
    assert unusable_packs() == ()
    pack = load_pack("three_rivers")
    assert pack.packages[-1] == pack.folder.name
    network = Network.of(load_theatre_for(pack))
    check = checks(pack.packages)["placement.within"]
    legal, illegal = (
        {each.rule for each in adjudicate(position_from(check.examples(kind)[0].split("; "), pack, network)).findings}
        for kind in ("Legal", "Illegal")
    )
    assert "three:20.1" not in legal
    assert "three:20.1" in illegal
    with pytest.raises(PackError, match="no check is named"):
        load_pack(copied(pack.folder, extends="two_rivers"))


def copied(folder: Path, extends: str) -> Path:
    """The rules of a pack in a folder of data, without its code."""
    data = folder.parent / "data"
    data.mkdir()
    shutil.copy(folder / "rules.toml", data)
    (data / "pack.toml").write_text(f'id = "data"\nshort = "data"\ntitle = "Data"\nextends = "{extends}"\n')
    return data


def test_a_folder_of_data_may_extend_an_installed_pack(install: Install) -> None:
    folder = install()
    assert "20.1" in load_pack(copied(folder, extends="three_rivers")).rules


def test_listing_imports_no_code(install: Install) -> None:
    (install() / "__init__.py").write_text("raise SystemExit('imported')")
    assert "three_rivers" in [info.id for info in list_packs()]


@pytest.mark.parametrize(
    ("key", "line", "said"),
    [
        ("api", "api = 9", r"api: this version of adjudicator offers 1, the pack wants 9"),
        ("api", "", r"api: this version of adjudicator offers 1, the pack wants None"),
        ("extends", 'extends = "four_rivers"', r"it extends 'four_rivers', which is neither bundled nor installed"),
        ("extends_version", "extends_version = 7", r"written for version 7 of 'two_rivers', and version 1 is here"),
        ("extends_version", "", r"extends_version: wants the version of the pack that it extends"),
        ("id", 'id = "others"', r"the entry point is named 'three_rivers', the manifest says 'others'"),
        ("id", "id = = 3", r"not TOML"),
    ],
)
def test_a_pack_that_does_not_fit_is_told_and_none_of_its_code_runs(
    install: Install, capsys: pytest.CaptureFixture[str], key: str, line: str, said: str
) -> None:
    (install(**{key: line}) / "__init__.py").write_text("raise SystemExit('imported')")
    assert "three_rivers" not in [info.id for info in list_packs()]
    with pytest.raises(PackError, match=rf"(?s)three.rivers.*{said}"):
        load_pack("three_rivers")
    assert status(["packs"]) == 0
    listed = capsys.readouterr()
    assert "rivers" in listed.err
    assert "two_rivers" in listed.out


def test_a_manifest_that_is_missing_is_told(install: Install) -> None:
    (install() / "pack.toml").unlink()
    assert "adjudicator-three-rivers" in unusable_packs()[0]


def test_a_check_of_a_name_that_is_taken_stops_the_pack(install: Install) -> None:
    path = install() / "checks" / "within.py"
    path.write_text(path.read_text(encoding="utf-8").replace("placement.within", "stacking.limit"), encoding="utf-8")
    with pytest.raises(PackError, match=r"two checks are named 'stacking\.limit'"):
        load_pack("three_rivers")


def test_code_that_cannot_be_imported_is_told(install: Install) -> None:
    (install() / "checks" / "broken.py").write_text("import no_such_module")
    with pytest.raises(PackError, match="cannot be imported: No module named 'no_such_module'"):
        load_pack("three_rivers")


def test_the_same_pack_as_a_mere_folder_is_refused() -> None:
    with pytest.raises(PackError, match="is installed as a Python package"):
        load_pack(SOURCE / PACKAGE)


def test_installed_packs_are_left_out_of_all_other_tests(install: Install, monkeypatch: pytest.MonkeyPatch) -> None:
    install()
    monkeypatch.setenv("ADJUDICATOR_INSTALLED_PACKS", "no")
    assert "three_rivers" not in [info.id for info in list_packs()]
