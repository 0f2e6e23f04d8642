"""Whatever goes wrong is one line on stderr that says what to do next, and the right exit code."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.adjudicator.cli.conftest import Run
from tests.helpers import FIXTURES

USAGE, UNREADABLE = 2, 3
STRANGE = FIXTURES / "cyberboard" / "version_4.gam"
"""A game that no pack knows."""


@pytest.fixture
def words(tmp_path: Path) -> Path:
    path = tmp_path / "turn3.vsav"
    path.write_text("no game at all")
    return path


def test_a_missing_file_is_unreadable(run: Run) -> None:
    ran = run("inspect", "nowhere.vsav")
    assert (ran.code, ran.err) == (UNREADABLE, "adjudicator: nowhere.vsav: there is no such file\n")


def test_a_folder_is_no_file(run: Run, tmp_path: Path) -> None:
    assert run("inspect", tmp_path).code == UNREADABLE


def test_what_is_no_game_file_is_unreadable(run: Run, words: Path) -> None:
    ran = run("inspect", words)
    assert ran.code == UNREADABLE
    assert ran.err.startswith("adjudicator: turn3.vsav: no known format; tried VASSAL save or log,")
    assert ran.err.count("\n") == 1


def test_a_broken_module_is_unreadable(run: Run) -> None:
    ran = run("inspect", FIXTURES / "broken" / "vassal_module" / "truncated.vmod")
    assert (ran.code, ran.err.count("\n")) == (UNREADABLE, 1)


@pytest.mark.parametrize(
    ("command", "wanted"),
    [
        (("validate",), "a module or extension of VASSAL's (.vmod, .vmdx)"),
        (("module", "edit", "--scale", "2", "-o", "x.vmod"), "a module of VASSAL's (.vmod)"),
    ],
)
def test_a_save_is_no_module(run: Run, command: tuple[str, ...], wanted: str) -> None:
    ran = run(*command, FIXTURES / "vassal" / "two_rivers" / "midgame.vsav")
    assert (ran.code, ran.err.count("\n")) == (UNREADABLE, 1)
    assert f"wants {wanted}, this is of the format VASSAL save or log" in ran.err


def test_no_command_shows_the_help(run: Run) -> None:
    ran = run()
    assert (ran.code, ran.err) == (USAGE, "")
    assert "inspect" in ran.out


def test_half_a_command_shows_the_help_of_that_half(run: Run) -> None:
    ran = run("module")
    assert (ran.code, ran.err) == (USAGE, "")
    assert "edit" in ran.out


def test_a_list_of_commands_cuts_no_sentence_off(run: Run) -> None:
    told = " ".join(run("--help").out.split())
    assert "what moved, flipped, appeared, vanished or changed. Exits with 1 if anything differs." in told
    assert "..." not in told.partition("Commands:")[2]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("judge",), "No such command 'judge'. See 'adjudicator --help'."),
        (("check",), "Missing argument 'SAVE'. See 'adjudicator check --help'."),
        (("check", str(STRANGE)), "--pack: no pack knows the counters of this game: name one"),
        (("check", "a.vsav", "--pack", "chess"), "no pack is named 'chess'; there are"),
        (
            ("check", "a.vsav", "--pack", "two_rivers", "--phase", "tea"),
            "--phase tea: no phase is called 'tea'; there are",
        ),
        (("check", "a.vsav", "--pack", "two_rivers", "--condition", "mud"), "--condition mud: wants NAME=VALUE"),
        (
            ("check", "a.vsav", "--pack", "two_rivers", "--condition", "weather=frogs"),
            "--condition weather=frogs: in the pack 'two_rivers' weather is clear or rain",
        ),
        (
            ("render", "a.vsav", "--pack", "two_rivers", "--condition", "weather:moon=rain", "-o", "map.png"),
            "--condition weather:moon=rain: no hex of 'The Valley of the Two Rivers' has the tag 'moon'",
        ),
        (("check", "a.vsav", "--pack", "two_rivers", "--option", "fog=maybe"), "--option: wants on or off"),
        (("check", "a.vsav", "--pack", "two_rivers", "--option", "fog=on"), "no optional rule 'fog'; known: pontoons"),
        (("check", "a.vsav", "--pack", "two_rivers", "--reading", "tea=milk"), "no reading 'tea'; known: "),
        (
            ("audit", "a.vlog", "--pack", "two_rivers", "--reading", "zoc_rivers=tea"),
            "no reading 'zoc_rivers'; known: ",
        ),
        (("check", "a.vsav", "--pack", "two_rivers", "--theatre", "moon"), "no theatre 'moon'"),
        (("packs", "show", "chess"), "no pack 'chess'"),
        (("packs", "export", "two_rivers", "-t", "moon", "-o", "moon.csv"), "no theatre 'moon'"),
        (("module", "build", "chess", "-o", "chess.vmod"), "no pack 'chess'"),
        (("check", "a.vsav", "-p", "two_rivers", "-o", "report.pdf"), "wants an ending out of .md, .json, .html"),
        (("check", "a.vsav", "b.vsav", "-p", "two_rivers", "-o", "report.md"), "of several files, name a folder"),
        (("render", "a.vsav", "-o", "map.bmp"), "wants .png, .svg or .geojson"),
        (("render", "a.vsav", "-o", "map.png", "--layers", "stacks,smell"), "no layer is named 'smell'"),
        (("explain", "6.1"), "'6.1' names no rule; write PACK:ARTICLE, such as two:3.1; packs are bl, "),
        (("explain", "two_rivers"), "'two_rivers' is a pack; name one of its rules, such as two:"),
        (("explain", "chess:1"), "no pack goes by 'chess'; there are"),
        (("explain", "two_rivers:99.9"), "the pack 'two_rivers' has no rule '99.9'"),
    ],
)
def test_a_slip_of_the_hand_is_said_in_one_line(run: Run, arguments: tuple[str, ...], says: str) -> None:
    ran = run(*arguments)
    assert (ran.code, ran.out) == (USAGE, "")
    assert says in ran.err
    assert ran.err.startswith("adjudicator: ")
    assert ran.err.count("\n") == 1


def test_a_condition_of_a_strange_name_is_taken_but_said(run: Run) -> None:
    save = FIXTURES / "vassal" / "two_rivers" / "midgame.vsav"
    ran = run("check", save, "--pack", "two_rivers", "--condition", "wether=rain")
    assert "caution: the pack 'two_rivers' lists no condition 'wether', only weather" in ran.err
    assert "caution" not in run("check", save, "--pack", "two_rivers", "--condition", "weather=rain").err


def test_a_pack_for_another_game_is_no_clean_bill(run: Run, tmp_path: Path) -> None:
    """A pack that knows no counter on the table would find nothing wrong with it."""
    dvina = FIXTURES / "vassal" / "dvina_line"
    save = tmp_path / "start.vsav"
    save.write_bytes((dvina / "start.vsav").read_bytes())
    ran = run("check", save, "-p", "two_rivers", "-m", dvina / "dvina_line.vmod")
    assert ran.code == UNREADABLE
    assert "the pack 'two_rivers' knows none of the counters of" in ran.err


def test_a_module_under_another_name_is_said(run: Run, tmp_path: Path) -> None:
    rivers, renamed = FIXTURES / "vassal" / "two_rivers", tmp_path / "renamed.vmod"
    assert run("module", "edit", rivers / "two_rivers.vmod", "--rename", "Small Rivers", "-o", renamed).code == 0
    ran = run("inspect", rivers / "midgame.vsav", "-m", renamed, "--json")
    assert "caution: midgame.vsav was made with the module 'Two Rivers" in ran.err
    assert any("its places may be wrong" in note["text"] for note in ran.json["notes"])
    assert "caution" not in run("inspect", rivers / "midgame.vsav", "-m", rivers / "two_rivers.vmod").err


@pytest.mark.parametrize("command", [("inspect",), ("audit",), ("check", "--pack", "two_rivers"), ("log",)])
def test_the_module_of_another_game_is_refused(run: Run, command: tuple[str, ...]) -> None:
    rivers, dvina = FIXTURES / "vassal" / "two_rivers", FIXTURES / "vassal" / "dvina_line" / "dvina_line.vmod"
    ran = run(command[0], rivers / "turn_1.vlog", *command[1:], "--module", dvina)
    assert ran.code == USAGE
    assert "'Europa on the eastern front" in ran.err and "is that of another game" in ran.err


def test_a_picture_without_the_module_asks_for_it(run: Run, tmp_path: Path) -> None:
    save = tmp_path / "midgame.vsav"
    save.write_bytes((FIXTURES / "vassal" / "two_rivers" / "midgame.vsav").read_bytes())
    ran = run("render", save, "-o", tmp_path / "map.png")
    assert (ran.code, "name it with --module" in ran.err) == (USAGE, True)


def test_layers_want_a_pack(run: Run, tmp_path: Path) -> None:
    ran = run("render", STRANGE, "--layers", "zoc", "-o", tmp_path / "map.png")
    assert (ran.code, "name them with --pack" in ran.err) == (USAGE, True)


def test_reports_of_saves_of_one_name_do_not_replace_each_other(run: Run, tmp_path: Path) -> None:
    rivers = FIXTURES / "vassal" / "two_rivers"
    (tmp_path / "other").mkdir()
    other = tmp_path / "other" / "midgame.vsav"
    other.write_bytes((rivers / "start.vsav").read_bytes())
    module = ("-m", rivers / "two_rivers.vmod")
    run("check", rivers / "midgame.vsav", other, "-p", "two_rivers", "-o", tmp_path / "told", *module)
    assert sorted(each.name for each in (tmp_path / "told").iterdir()) == ["midgame.vsav.1.md", "midgame.vsav.2.md"]
