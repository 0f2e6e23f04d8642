"""A game's folder: `init` finds out what every command needs, and every command takes the folder."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from adjudicator.game.folders import look_into
from adjudicator.game.listener import Listener
from adjudicator.game.settings import NAME, Settings, read_settings
from tests.adjudicator.audit.sample_games import SAMPLES, Sample
from tests.adjudicator.cli.conftest import Ran, Run
from tests.helpers import FIXTURES, vassal_save
from tests.importers.vassal.games import piece, roster, save

CLEAN, BROKEN, USAGE, UNREADABLE = 0, 1, 2, 3
GAME = FIXTURES / "vassal" / "two_rivers"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder as a player has it: module and files, nothing else."""
    found = tmp_path / "my game"
    found.mkdir()
    for name in ("two_rivers.vmod", "start.vsav", "turn_1.vlog"):
        shutil.copy(GAME / name, found)
    return found


def verdicts(ran: Ran) -> object:
    """What an audit found, without the notes on how it was asked."""
    return [ran.code, ran.json["findings"], ran.json["coverage"], ran.json["chain"]]


def test_init_finds_out_module_pack_and_map(run: Run, folder: Path) -> None:
    ran = run("init", folder, "--yes", "--json")
    assert (ran.code, ran.json["pack"], ran.json["theatre"]) == (CLEAN, "two_rivers", "valley")
    said = read_settings(folder / NAME)
    assert (said.module, said.pack, said.theatre) == ("two_rivers.vmod", "two_rivers", "valley")


def test_init_of_a_module_alone(run: Run, folder: Path) -> None:
    for path in folder.glob("*.v[sl]*"):
        path.unlink()
    assert run("init", folder, "--yes", "--json").json["pack"] == "two_rivers"


def test_an_observer_plays_no_side(tmp_path: Path) -> None:
    seats = roster(("a", "Anna", "<observer>"), ("b", "Bert", "French"))
    vassal_save(tmp_path / "turn.vsav", save(piece("1"), more=seats))
    assert look_into(tmp_path, Settings(), Listener()).sides == ("French",)


def test_what_is_said_goes_before_what_is_found(run: Run, folder: Path) -> None:
    elsewhere = folder.parent / "box.vmod"
    shutil.move(folder / "two_rivers.vmod", elsewhere)
    ran = run("init", folder, "--module", elsewhere, "--side", "French", "--yes", "--json")
    assert (ran.json["module"], ran.json["side"]) == (str(elsewhere), "French")
    assert run("audit", folder, "--json").json["viewer"] == "French"


def test_nothing_is_written_over(run: Run, folder: Path) -> None:
    (folder / NAME).write_text('pack = "two_rivers"\n', encoding="utf-8")
    ran = run("init", folder, "--yes")
    assert (ran.code, "--replace" in ran.err) == (USAGE, True)
    assert run("init", folder, "--yes", "--replace").code == CLEAN


@pytest.mark.parametrize("there", [False, True])
def test_a_folder_without_a_game_is_one_error(run: Run, tmp_path: Path, there: bool) -> None:
    folder = tmp_path / "empty"
    if there:
        folder.mkdir()
    ran = run("init", folder, "--yes")
    assert ran.code == UNREADABLE
    assert str(folder) in ran.err and ran.err.count("\n") == 1


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.pack)
def test_a_folder_that_knows_its_game_is_audited_as_with_everything_said(
    run: Run, tmp_path: Path, sample: Sample
) -> None:
    folder = tmp_path / "game"
    folder.mkdir()
    for path in (sample.module, sample.path, *sample.folder.glob("*.vsav")):
        shutil.copy(path, folder)
    charts = ["--charts", sample.charts] if sample.charts else []
    said = ["--pack", sample.pack, "--theatre", sample.theatre, *charts]
    whole = run("audit", folder, *said, "--module", folder / sample.module.name, "--json")
    assert run("init", folder, *said, "--yes").code == CLEAN
    assert verdicts(run("audit", folder, "--json")) == verdicts(whole)
    assert whole.json["findings"] and whole.json["coverage"]


def test_without_a_word_the_pack_that_fits_is_taken_and_named(run: Run, folder: Path) -> None:
    told = run("audit", folder, "--json")
    assert verdicts(told) == verdicts(run("audit", folder, "--pack", "two_rivers", "--json"))
    assert "rules: Two Rivers (two_rivers)" in told.err
    assert run("check", folder / "turn_1.vlog", "--json").json["findings"]
    assert run("audit", folder, "--pack", "none", "--json").json["coverage"] == []


def test_another_pack_than_the_folders_gets_nothing_of_it(run: Run, folder: Path) -> None:
    (folder / NAME).write_text('pack = "blitz_in_the_east"\ntheatre = "prut_front"\n', encoding="utf-8")
    told = run("audit", folder, "--pack", "two_rivers", "--json")
    assert told.json["findings"]


def test_games_in_one_folder_are_each_judged_by_their_own_pack(run: Run, folder: Path) -> None:
    dvina = FIXTURES / "vassal" / "dvina_line"
    for name in ("dvina_line.vmod", "start.vsav"):
        shutil.copy(dvina / name, folder / f"dvina{Path(name).suffix}")
    shutil.copy(FIXTURES / "cyberboard" / "version_4.gam", folder)
    files = [folder / "dvina.vsav", folder / "start.vsav", folder / "version_4.gam"]
    ran = run("check", *files, "--json")
    packs = {Path(each["subject"]).name: each.get("pack") or each["error"] for each in ran.json}
    assert ran.code == UNREADABLE
    assert packs.pop("version_4.gam").endswith("no pack knows the counters of this game: name one with --pack")
    assert packs == {"dvina.vsav": "europa", "start.vsav": "two_rivers"}


@pytest.mark.parametrize("command", ["inspect", "chain", "dice", "log"])
def test_every_command_takes_the_folder(run: Run, folder: Path, command: str) -> None:
    run("init", folder, "--yes")
    ran = run(command, folder, "--json")
    assert ran.code == CLEAN and ran.json


def test_the_report_goes_where_the_folder_says(run: Run, folder: Path) -> None:
    (folder / NAME).write_text('pack = "two_rivers"\noutput = "reports"\n', encoding="utf-8")
    assert run("audit", folder).code == BROKEN
    assert (folder / "reports" / "audit.html").stat().st_size > 10_000


def test_a_save_keeps_all_it_held_though_the_folder_names_a_side(run: Run, folder: Path) -> None:
    (folder / NAME).write_text('side = "French"\n', encoding="utf-8")
    mine, whole, named = (folder.parent / f"{name}.json" for name in ("mine", "whole", "named"))
    run("convert", folder / "start.vsav", mine)
    run("convert", GAME / "start.vsav", whole)
    run("convert", folder / "start.vsav", named, "--as", "French")
    assert mine.read_bytes() == whole.read_bytes()


def renamed(run: Run, folder: Path, name: str) -> None:
    """The folder's module under another name, inside and out."""
    box = folder / "two_rivers.vmod"
    assert run("module", "edit", box, "--rename", name, "-o", folder / f"{name}.vmod").code == CLEAN
    box.unlink()


def test_a_module_that_may_be_meant_is_named_and_not_taken(run: Run, folder: Path) -> None:
    renamed(run, folder, "Two Rivers V4.2")
    told = run("inspect", folder / "turn_1.vlog").err
    assert "module: Two Rivers V4.2.vmod may be the module 'Two Rivers - The Valley" in told
    assert "of turn_1.vlog; --module takes it" in told


def test_the_only_module_is_named_whatever_it_is_called(run: Run, folder: Path) -> None:
    renamed(run, folder, "Something Else")
    assert "Something Else.vmod may be the module" in run("inspect", folder / "turn_1.vlog").err


def test_of_several_modules_only_those_of_like_name_are_named(run: Run, folder: Path) -> None:
    renamed(run, folder, "Two Rivers 2nd edition")
    shutil.copy(FIXTURES / "vassal" / "prut_front" / "prut_front.vmod", folder)
    told = run("inspect", folder / "turn_1.vlog").err
    assert ("2nd edition.vmod may be" in told, "prut_front.vmod" in told) == (True, False)


def test_what_an_edit_made_does_not_displace_the_original(run: Run, folder: Path) -> None:
    """Neither has the version that the log names; only the edited one bears our stamp."""
    box, original = folder / "two_rivers.vmod", folder / "original.vmod"
    assert run("module", "edit", box, "--version", "7.0", "-o", original).code == CLEAN
    box.unlink()
    assert run("module", "edit", original, "--scale", "0.5", "-o", folder / "a smaller box.vmod").code == CLEAN
    assert "original.vmod (it lies beside" in run("inspect", folder / "turn_1.vlog").err


def test_players_go_by_the_names_that_the_folder_gives_them(run: Run, folder: Path) -> None:
    (folder / NAME).write_text('pack = "two_rivers"\n[players]\nFrench = "Jan"\n"Player 2" = "Ève"\n', encoding="utf-8")
    told = run("audit", folder, "--json").json
    assert {("Player 1", "Jan"), ("Player 2", "Ève")} <= {(each["player"], each["name"]) for each in told["players"]}
    assert "Jan (French) and Ève (Austrian)" in run("summary", folder).out
