"""`adjudicator.toml`: what it says is meant from its folder, and what cannot be meant is one error that names the file."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from adjudicator.errors import ReadError, UsageError
from adjudicator.game.settings import NAME, Settings, as_text, home_of, read_settings, write_settings

WHOLE = Settings(
    module="Two Rivers.vmod",
    pack="two_rivers",
    theatre="valley",
    side="French",
    readings={"reading": "other"},
    leave_out=["turn_3 (broken).vlog"],
    options={"fog": True, "mud": False},
    conditions={"weather:north bank": 'a "word"'},
)


@pytest.mark.parametrize("said", [WHOLE, Settings(), Settings(charts="C:\\games\\charts.toml", output="Überblick")])
def test_what_is_written_is_read_again(tmp_path: Path, said: Settings) -> None:
    path = write_settings(tmp_path, said)
    assert read_settings(path) == said
    assert home_of(tmp_path).said == said


def test_every_key_stands_in_a_new_file_with_a_word_on_it() -> None:
    text = as_text(Settings())
    assert tomllib.loads(text) == {"readings": {}, "options": {}, "conditions": {}, "players": {}}
    assert all(f"{name} =" in text or f"[{name}]" in text for name in Settings.model_fields)


def test_a_file_that_is_there_is_not_written_over(tmp_path: Path) -> None:
    path = write_settings(tmp_path, WHOLE)
    with pytest.raises(UsageError, match="is there already"):
        write_settings(tmp_path, Settings())
    assert read_settings(path) == WHOLE
    assert read_settings(write_settings(tmp_path, Settings(), replace=True)) == Settings()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("pack = ", "not TOML"),
        ('pakc = "two_rivers"', "pakc"),
        ("options = { fog = 3 }", "fog"),
        ("readings = 7", "readings"),
        ("pack = " + "[" * 100_000, "nested too deep"),
    ],
)
def test_a_file_that_nobody_understands_is_one_error(tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / NAME).write_text(text, encoding="utf-8")
    with pytest.raises(ReadError, match=said) as caught:
        home_of(tmp_path)
    assert NAME in str(caught.value) and "\n" not in str(caught.value)


def test_paths_are_meant_from_the_folder(tmp_path: Path) -> None:
    (tmp_path / "my_pack").mkdir()
    (tmp_path / "my_pack" / "pack.toml").touch()
    (tmp_path / "box.vmod").touch()
    write_settings(tmp_path, Settings(module="box.vmod", pack="my_pack", output="reports"))
    home = home_of([tmp_path / "one.vlog", tmp_path / "two.vlog"])
    assert home.module == tmp_path / "box.vmod"
    assert home.pack == str(tmp_path / "my_pack")
    assert home.output == tmp_path / "reports"


def test_a_file_that_it_names_and_is_gone_is_told(tmp_path: Path) -> None:
    write_settings(tmp_path, Settings(module="box.vmod"))
    with pytest.raises(ReadError, match=r"there is no file 'box[.]vmod'"):
        _ = home_of(tmp_path).module


def test_files_of_several_folders_have_no_settings_in_common(tmp_path: Path) -> None:
    write_settings(tmp_path, WHOLE)
    (tmp_path / "other").mkdir()
    assert home_of([tmp_path / "one.vlog", tmp_path / "other" / "two.vlog"]).said == Settings()
