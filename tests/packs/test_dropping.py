"""A list with an entry that has no id takes the place of the inherited one: that is told, unless the file says that it should."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.cli.main import status
from adjudicator.errors import PackError
from adjudicator.judge import adjudicate
from adjudicator.model.network import Network
from adjudicator.packs.drops import dropped
from adjudicator.packs.load import list_packs, load_pack, load_theatre_for
from adjudicator.play.setting_up import position_from

HEADER = """
id = "hills"
short = "hills"
title = "Hills"
extends = "two_rivers"
"""
LIMIT = """
[[limit]]
name = "cavalry in hills"
who = { kinds = ["cavalry"] }
where = { terrains = ["hills"] }
most = 1
"""
TOLD = "stacking.toml of hills: [[limit]] has an entry without an id, so it replaces that of two_rivers and drops 3 entries"


def folder_with(stacking: str, tmp_path: Path) -> Path:
    (tmp_path / "pack.toml").write_text(HEADER, encoding="utf-8")
    (tmp_path / "stacking.toml").write_text(stacking, encoding="utf-8")
    return tmp_path


def limits(folder: Path) -> list[str]:
    return [each["name"] for each in load_pack(folder).tables["stacking"]["limit"]]


def test_an_entry_with_an_id_is_added_and_nothing_is_told(tmp_path: Path) -> None:
    folder = folder_with(LIMIT.replace("name", 'id = "hills"\nname'), tmp_path)
    assert limits(folder) == ["combat", "stacking", "stacking", "cavalry in hills"]
    assert dropped(load_pack(folder)) == ()


def test_an_entry_with_the_id_of_an_inherited_one_changes_only_what_it_says(tmp_path: Path) -> None:
    folder = folder_with('[[limit]]\nid = "points"\nmost = 5\n', tmp_path)
    assert load_pack(folder).tables["stacking"]["limit"][2] == {"name": "stacking", "by": "points", "most": 5}


def test_a_list_without_ids_says_what_it_drops(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = folder_with(LIMIT, tmp_path)
    assert limits(folder) == ["cavalry in hills"]
    assert dropped(load_pack(folder)) == (TOLD,)
    assert status(["packs", "show", str(folder)]) == 0
    assert f"note: {TOLD}" in capsys.readouterr().err


def test_a_report_says_it_too(tmp_path: Path) -> None:
    pack = load_pack(folder_with(LIMIT, tmp_path))
    position = position_from(["turn 2, French movement"], pack, Network.of(load_theatre_for(pack)))
    assert [note.text for note in adjudicate(position).notes] == [TOLD]


def test_a_file_may_say_that_it_means_to(tmp_path: Path) -> None:
    folder = folder_with('replaces = ["limit"]\n' + LIMIT, tmp_path)
    assert limits(folder) == ["cavalry in hills"]
    assert dropped(load_pack(folder)) == ()


def test_what_replaces_nothing_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(PackError, match=r"'limits' is no list that loses entries here; such are limit"):
        load_pack(folder_with('replaces = ["limits"]\n' + LIMIT, tmp_path))


def test_bundled_packs_mean_what_they_drop() -> None:
    assert [text for info in list_packs() for text in dropped(load_pack(info.folder))] == []


FORBID = '[[forbid]]\nid = "wagons"\nwho = { kinds = ["wagon"] }\nwhere = { terrains = ["hills"] }\n'
UNDER = "movement.toml of hills: a [[forbid]] without an article falls under the inherited rule 5.8, The garrison stays"
RULE = '[[rule]]\nid = "5.14"\ncheck = "movement.prohibited"\nterms = { article = "5.14" }\n'


def with_forbid(forbid: str, rules: str, tmp_path: Path) -> Path:
    (tmp_path / "pack.toml").write_text(HEADER, encoding="utf-8")
    (tmp_path / "movement.toml").write_text(forbid, encoding="utf-8")
    (tmp_path / "rules.toml").write_text(rules, encoding="utf-8")
    return tmp_path


def test_a_prohibition_without_an_article_says_whose_rule_judges_it(tmp_path: Path) -> None:
    assert dropped(load_pack(with_forbid(FORBID, "", tmp_path))) == (UNDER,)


def test_one_with_an_article_of_its_own_falls_under_that(tmp_path: Path) -> None:
    assert dropped(load_pack(with_forbid(FORBID + 'article = "5.14"\n', RULE, tmp_path))) == ()


def test_an_article_that_no_rule_judges_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(PackError, match=r"no rule with the check movement.prohibited has the article '5\.41'"):
        load_pack(with_forbid(FORBID + 'article = "5.41"\n', RULE, tmp_path))
