"""`packs` and `explain`: the rulebooks, for people and for programs."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.packs.coverage import code_lines, python_lines
from adjudicator.packs.load import list_packs, load_pack
from tests.adjudicator.cli.conftest import Run

PACKS = [info.id for info in list_packs()]


def test_lists_every_bundled_pack(run: Run) -> None:
    shown, told = run("packs"), run("packs", "list", "--json")
    assert (shown.code, told.code) == (0, 0)
    assert [pack["id"] for pack in told.json] == PACKS
    assert all(pack in shown.out for pack in PACKS)


def test_the_words_that_a_position_may_name(run: Run) -> None:
    told = run("packs", "show", "two_rivers", "--words", "--json").json
    assert told["conditions"]["weather"] == "clear, rain" and told["units"]["fr.1inf"] == "1st French Division"
    shown = run("packs", "show", "sudden_storm", "--words").out
    assert all(word in shown for word in ("zone_c", "administrative", "bomb_units", "axis.initial"))


@pytest.mark.parametrize("pack", PACKS)
def test_shows_a_pack_s_rules_and_readings(run: Run, pack: str) -> None:
    told = run("packs", "show", pack, "--json").json
    assert told["id"] == pack
    assert told["rules"]
    assert run("packs", "show", pack).code == 0


@pytest.mark.parametrize("pack", PACKS)
def test_coverage_counts_every_article_once(run: Run, pack: str) -> None:
    told = run("packs", "coverage", pack, "--json").json
    assert sum(sum(area["counts"].values()) for area in told["areas"]) == len(load_pack(pack).catalogue)
    assert run("packs", "coverage", pack, "--articles").code == 0
    printed = sum(area["printed"] for area in told["areas"])
    absent = sum(area["counts"]["not in this printing"] for area in told["areas"])
    assert printed + absent == len(load_pack(pack).catalogue)
    assert ("not in this printing" in run("packs", "coverage", pack).out) is bool(absent)


def test_a_pack_that_lists_no_articles_is_told_where_they_stand(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    sides = "".join(f'[[factions]]\nid = "{each}"\nname = "{each.title()}"\n' for each in ("red", "blue"))
    (folder / "pack.toml").write_text(f'id = "mine"\nshort = "mine"\ntitle = "Mine"\n{sides}', encoding="utf-8")
    (folder / "units.toml").touch()
    told = run("packs", "coverage", str(folder))
    assert told.code == 0
    assert "catalogue.toml" in told.out


@pytest.mark.parametrize("pack", ["blitz_in_the_east", "fire_in_the_east", "sudden_storm"])
def test_coverage_tells_how_much_python_a_game_needs(run: Run, pack: str) -> None:
    lines = run("packs", "coverage", pack, "--json").json["python_lines"]
    assert lines == python_lines(load_pack(pack).folder)
    assert f"{lines} lines" in run("packs", "coverage", pack).out


def test_lines_of_code_leave_out_what_only_people_read() -> None:
    source = '"""Doc.\n\nMore."""\n\n# remark\nx = (\n    1,\n)  # why\n\n\ndef f():\n    """Doc."""\n    return """a\n\nb"""\n'
    assert code_lines(source) == {6, 7, 8, 11, 13, 14, 15}


def test_a_blank_chart_sheet_can_be_given_back(run: Run, tmp_path: Path) -> None:
    sheet = tmp_path / "charts.toml"
    ran = run("packs", "charts", "thunder_in_the_east", "-o", sheet)
    assert (ran.code, ran.err) == (0, f"wrote {sheet}\n")
    assert run("packs", "coverage", "thunder_in_the_east", "--charts", sheet).code == 0


@pytest.mark.parametrize("pack", PACKS)
def test_every_rule_can_be_explained(run: Run, pack: str) -> None:
    loaded = load_pack(pack)
    for rule in [*loaded.rules][:: max(1, len(loaded.rules) // 5)]:
        ran = run("explain", f"{pack}:{rule}", "--json")
        assert ran.code == 0
        told = ran.json
        assert told["rule"] == f"{loaded.header.short}:{rule}"
        assert told["says"] or told["title"]


def test_an_explanation_shows_the_check_s_example(run: Run) -> None:
    loaded = load_pack("two_rivers")
    rule = next(each for each in loaded.rules.values() if each.check == "stacking.limit")
    shown = run("explain", f"{loaded.header.short}:{rule.id}").out
    assert "Legal:" in shown
    assert "Illegal:" in shown
    assert rule.says in shown
