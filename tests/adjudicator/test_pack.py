"""Packs load, extend each other, and name file, table and key of every mistake."""

from __future__ import annotations

import importlib
import re
from pathlib import Path

import pytest

from adjudicator.errors import PackError
from adjudicator.findings import Area
from adjudicator.packs.charts import write_charts
from adjudicator.packs.coverage import COMPUTED_BY, ArticleState, areas_left, coverage, share
from adjudicator.packs.load import list_packs, list_theatres, load_pack, load_theatre_for
from tests.helpers import ROOT

PACK = """
id = "small"
short = "sm"
title = "Small"
[options]
fog = false
[[factions]]
id = "a"
name = "A"
nations = ["reds"]
[[factions]]
id = "b"
name = "B"
[[sequence.phases]]
id = "a.move"
name = "A moves"
kind = "movement"
side = "a"
"""
UNITS = """
[[unit]]
id = "a.1"
side = "a"
nation = "reds"
kind = "infantry"
[[unit]]
id = "b.1"
side = "b"
kind = "tank"
[[marker]]
id = "oos"
kind = "out_of_supply"
"""
RULES = """
[[rule]]
id = "1.1"
check = "stacking.limit"
when = ["end of movement"]
says = "One unit."
"""
READINGS = """
[[reading]]
id = "odd"
about = "How odd?"
default = "very"
choices = { very = "very odd", little = "hardly" }
effects = { little = { stacking = { not_counted = [{ kinds = ["tank"] }] } } }
"""
CHARTS = """
[[chart]]
id = "costs"
title = "Costs"
kind = "cost"
rows = ["bog"]
columns = ["leg", "wheel"]
names = "terrain.{row}.cost.{column}"
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return made(tmp_path / "small")


def made(folder: Path, **files: str) -> Path:
    folder.mkdir(exist_ok=True)
    texts = {"pack": PACK, "units": UNITS, "rules": RULES, "readings": READINGS, "charts": CHARTS} | files
    for stem, text in texts.items():
        path = folder / f"{stem}.toml"
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    return folder


def test_bundled_packs_load() -> None:
    names = [info.folder.name for info in list_packs()]
    assert "two_rivers" in names
    for name in names:
        pack = load_pack(name)
        for theatre in list_theatres(pack):
            assert load_theatre_for(pack, theatre).hexes


def test_a_folder_loads(folder: Path) -> None:
    pack = load_pack(folder)
    assert pack.sides == ("a", "b")
    assert pack.rules["1.1"].check == "stacking.limit"
    assert pack.chosen == {"odd": "very"}


def test_a_reading_changes_the_tables_it_speaks_of(folder: Path) -> None:
    assert "stacking" not in load_pack(folder).tables
    assert load_pack(folder, {"odd": "little"}).tables["stacking"] == {"not_counted": [{"kinds": ["tank"]}]}


def test_an_option_is_switched(folder: Path) -> None:
    assert load_pack(folder).options == frozenset()
    assert load_pack(folder, options={"fog": True}).options == {"fog"}


def test_a_child_states_only_what_differs(folder: Path) -> None:
    child = folder.parent / "child"
    child.mkdir()
    (child / "pack.toml").write_text('extends = "small"\nid = "child"\nshort = "ch"\ntitle = "Child"\n')
    (child / "units.toml").write_text('[[unit]]\nid = "b.1"\nstacking = 3\n')
    (child / "rules.toml").write_text(
        '[[rule]]\nid = "1.1"\nretired = "1.2"\n[[rule]]\nid = "1.2"\ncheck = "stacking.apart"\n'
    )
    pack = load_pack(child)
    assert pack.units["b.1"].stacking == 3
    assert pack.units["b.1"].kind == "tank"
    assert pack.rules["1.1"].retired == "1.2"
    assert pack.rules["1.1"].says == "One unit."
    assert list(pack.rules) == ["1.1", "1.2"]
    assert pack.header.sequence.phases
    assert pack.cite("1.2").book == "Child"


WRONG = [
    ("pack", PACK + "colour = 1", "pack.toml", "colour"),
    ("pack", PACK.replace('side = "a"', 'side = "c"'), "pack.toml", "side 'c' is no faction"),
    ("pack", PACK.replace("id = ", "id = ="), "pack.toml", "not TOML"),
    ("pack", f"much = {'9' * 5_000}\n{PACK}", "pack.toml", "more digits than can be read"),
    ("pack", f"deep = {'[' * 5_000}\n{PACK}", "pack.toml", "nested too deep"),
    ("units", UNITS + '[[unit]]\nid = "a.1"\n', "units.toml", "the id 'a.1' stands twice"),
    ("units", UNITS.replace('side = "b"', 'side = "c"'), "units.toml", "[unit b.1] side"),
    ("units", UNITS.replace('"reds"', '"blues"'), "units.toml", "[unit a.1] nation"),
    ("units", UNITS + "[[tank]]\nid = 'x'\n", "units.toml", "[tank]"),
    ("rules", RULES.replace("stacking.limit", "stacking.limits"), "rules.toml", "no check is named 'stacking.limits'"),
    ("rules", RULES + "terms = { limit = 3 }", "rules.toml", "[rule 1.1 terms.limit]"),
    ("rules", RULES + "terms = { most = 3 }", "rules.toml", "[rule 1.1 terms.most]"),
    ("rules", RULES.replace("end of movement", "evening"), "rules.toml", "'evening' is no phase"),
    ("rules", RULES + 'readings = ["even"]', "rules.toml", "readings: 'even'"),
    ("rules", RULES + 'options = ["air"]', "rules.toml", "options: 'air'"),
    (
        "rules",
        RULES.replace("stacking.limit", "stacking.enemies") + 'terms = { who = { kinds = ["zouave"] } }',
        "rules.toml",
        "'zouave' is no kind of unit or marker of units.toml",
    ),
    ("readings", READINGS.replace('"very"', '"quite"'), "readings.toml", "default: 'quite'"),
    ("tides", "rain = 1", "tides.toml", "nothing reads a file of this name"),
    ("zoc", "radius = 1", "zoc.toml", "radius"),
    (
        "stacking",
        '[[limit]]\nnam = "x"\nmost = 1\n',
        "stacking.toml",
        "[limit.0.nam] there is no such key; did you mean 'name'",
    ),
    (
        "combat",
        '[[shift]]\nname = "x"\ncolumns = 1\nedges = { featurs = ["y"] }\n',
        "combat.toml",
        "did you mean 'features'",
    ),
    (
        "rules",
        '[[rule]]\nid = "1"\ncheck = "stacking.limits"\nsays = "x"\n',
        "rules.toml",
        "did you mean 'stacking.limit'",
    ),
    ("zoc", '[[exert]]\nwho = { ids = ["a.9"] }\n', "zoc.toml", "'a.9'"),
    ("order_of_battle", '[[force]]\nunits = { "a.9" = 1 }\n', "order_of_battle.toml", "'a.9'"),
    ("bindings/v", '[[counters]]\nname = "x"\nunit = "a.9"\n', "v.toml", "units.toml has no 'a.9'"),
    ("bindings/v", '[[counters]]\nname = "("\nunit = "a.1"\n', "v.toml", "not a regular expression"),
    (
        "bindings/v",
        '[[counters]]\nname = "inf.*"\nunit = "a.1"\n[[counters]]\nname = "infantry"\nunit = "b.1"\n',
        "v.toml",
        "number 1 matches the same counter: it would be a.1 and b.1",
    ),
    (
        "bindings/v",
        '[[counters]]\nslot = "Box"\nunit = "a.1"\n[[counters]]\nname = "1\\\\.inf"\nslot = "Box"\nunit = "b.1"\n',
        "v.toml",
        "number 2: number 1 matches the same counter: it would be a.1 and b.1",
    ),
    (
        "bindings/v",
        '[[counters]]\nname = "x.y"\nunit = "a.1"\n[[counters]]\nname = "x.y"\nunit = "b.1"\n',
        "v.toml",
        "number 2: number 1 matches the same counter",
    ),
    ("bindings/v", '[[counters]]\nname = "x"\nunit = "a.1"\nignore = true\n', "v.toml", "exactly one of"),
]


@pytest.mark.parametrize(("stem", "text", "file", "said"), WRONG, ids=[said for *_, said in WRONG])
def test_a_mistake_names_file_table_and_key(tmp_path: Path, stem: str, text: str, file: str, said: str) -> None:
    with pytest.raises(PackError) as caught:
        load_pack(made(tmp_path / "small", **{stem: text}))
    assert caught.value.source.file.endswith(file)
    assert said in str(caught.value)


def test_lines_that_leave_each_other_counters_may_stand_together(tmp_path: Path) -> None:
    lines = ('name = "x"\nslot = "Box"', 'name = "x"\nslot = "Bag"', 'name = "x"', 'slot = "Box"', 'image = "x"')
    units = ("a.1", "b.1", "a.1", "b.1", "a.1")
    text = "".join(f'[[counters]]\n{line}\nunit = "{unit}"\n' for line, unit in zip(lines, units, strict=True))
    assert len(load_pack(made(tmp_path / "small", **{"bindings/v": text})).bindings["v"].counters) == len(lines)


def test_unknown_names_are_answered_with_known_ones(folder: Path) -> None:
    with pytest.raises(PackError, match=r"there are .*two_rivers"):
        load_pack("three_rivers")
    with pytest.raises(PackError, match="no reading 'even'; known: odd"):
        load_pack(folder, {"even": "very"})
    with pytest.raises(PackError, match="choices: very, little"):
        load_pack(folder, {"odd": "quite"})
    with pytest.raises(PackError, match="no optional rule 'air'; known: fog"):
        load_pack(folder, options={"air": True})


def test_a_circle_of_packs_ends(folder: Path) -> None:
    (folder / "pack.toml").write_text('extends = "small"\n' + PACK)
    with pytest.raises(PackError, match="circular or too long"):
        load_pack(folder)


def test_a_foreign_pack_brings_no_code(folder: Path) -> None:
    (folder / "checks.py").write_text("raise SystemExit(1)")
    with pytest.raises(PackError, match="a folder is data and none of its code runs"):
        load_pack(folder)


def test_the_blank_sheet_is_read_as_blank(folder: Path, tmp_path: Path) -> None:
    sheet = tmp_path / "charts.toml"
    sheet.write_text(write_charts(load_pack(folder)))
    assert load_pack(folder, charts=sheet).charts == {}


def test_a_filled_sheet_is_known_by_the_names_analyses_ask_for(folder: Path, tmp_path: Path) -> None:
    sheet = tmp_path / "charts.toml"
    sheet.write_text('pack = "small"\n[costs.bog]\nleg = "5/2"\nwheel = "no"\n')
    assert load_pack(folder, charts=sheet).charts == {"terrain.bog.cost.leg": "5/2", "terrain.bog.cost.wheel": "no"}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[costs.bog]\nleg = "much"', "[costs.bog] leg: wants movement points"),
        ("[costs.bog]\nhoof = 2", "[costs.bog] hoof: the pack 'small' needs no such cell"),
        ("[costs.bog]\nleg = -1", "[costs.bog] leg: wants"),
        ("[costs.bog]\nleg = true", "[costs.bog] leg: wants"),
        ('pack = "large"', "for another pack than 'small'"),
    ],
)
def test_a_wrong_cell_is_named(folder: Path, tmp_path: Path, text: str, said: str) -> None:
    sheet = tmp_path / "charts.toml"
    sheet.write_text(text)
    with pytest.raises(PackError) as caught:
        load_pack(folder, charts=sheet)
    assert said in caught.value.message
    assert caught.value.source.file == str(sheet)


def test_coverage_counts_every_article_once(folder: Path) -> None:
    articles = [
        ("1.1", "stacking", ""),
        ("1.2", "stacking", 'computed_by = "adjudicator.analysis.stacking:stack_counts"'),
        ("1.3", "stacking", 'chart = "costs"'),
        ("1.4", "stacking", 'why = "a matter of taste"'),
        ("1.5", "morale", ""),
        ("1.6", "morale", 'absent = "the first printing lacks it"'),
    ]
    lines = [
        f'[[article]]\nid = "{i}"\ntitle = "t"\narea = "{area}"\ncheck = "state"\n{more}' for i, area, more in articles
    ]
    (folder / "catalogue.toml").write_text("\n".join(lines))
    stacking, morale = coverage(load_pack(folder))
    assert [entry.standing for entry in stacking.articles] == [
        ArticleState.DECIDED,
        ArticleState.COMPUTED,
        ArticleState.UNDETERMINED,
        ArticleState.NOT_DECIDABLE,
    ]
    assert stacking.reasons(ArticleState.UNDETERMINED) == {"costs": 1}
    assert morale.count(ArticleState.NOT_YET) == 1
    assert morale.reasons(ArticleState.ABSENT) == {"the first printing lacks it": 1}
    assert areas_left(load_pack(folder)) == (Area("stacking", 4, undecidable=1), Area("morale", 1, left=1))


def test_the_share_is_of_what_is_printed_and_not_for_people(folder: Path) -> None:
    articles = [
        ("1.1", "state", ""),
        ("1.2", "state", 'computed_by = "adjudicator.analysis.stacking:stack_counts"'),
        ("1.3", "state", 'why = "a matter of taste"'),
        ("1.4", "human", 'why = "both players see it"'),
        ("1.5", "state", 'absent = "the first printing lacks it"'),
    ]
    lines = [
        f'[[article]]\nid = "{i}"\ntitle = "t"\narea = "a"\ncheck = "{check}"\n{more}' for i, check, more in articles
    ]
    (folder / "catalogue.toml").write_text("\n".join(lines))
    told = share(coverage(load_pack(folder)))
    assert (told.decided, told.of, told.percent) == (2, 3, 66.6)


def test_a_catalogue_that_names_nothing_is_an_error(folder: Path) -> None:
    named = "adjudicator.analysis.stacking:gone"
    entry = f'[[article]]\nid = "1"\ntitle = "t"\narea = "x"\ncheck = "state"\ncomputed_by = "{named}"\n'
    (folder / "catalogue.toml").write_text(entry)
    with pytest.raises(PackError, match=r"\[article 1\] computed_by: .*did you mean '.*stacking:unit_size'"):
        coverage(load_pack(folder))


def test_the_page_of_packs_lists_what_mostly_computes() -> None:
    page = (ROOT / "docs" / "packs.md").read_text(encoding="utf-8")
    for named, gives in COMPUTED_BY.items():
        module, _, name = named.partition(":")
        assert callable(getattr(importlib.import_module(module), name))
        assert f"| `{named}` | {gives} |" in page


def test_the_catalogue_of_two_rivers_is_its_rulebook() -> None:
    pack = load_pack("two_rivers")
    printed = re.findall(r"(?<![\d.])(\d{1,2}\.\d+) [A-Z\"]?", (pack.folder / "RULEBOOK.md").read_text())
    assert set(pack.catalogue) == set(printed)
    standings = {entry.article.id: entry.standing for area in coverage(pack) for entry in area.articles}
    assert ArticleState.NOT_YET not in standings.values()
