"""An entry [[ranged]] lets its units attack from afar only where its own conditions hold; what nobody knows of them is open."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from adjudicator.cli.main import status
from tests.helpers import FIXTURES

FAR = '"turn 1, Union combat", "weather clear", "0405: us.1", "0406: us.guns", "0404: cs.3"'
BESIDE = '"turn 1, Union combat", "weather clear", "{own}: us.guns", "{enemy}: cs.3"'
GUNS = """
[[ranged]]
id = "guns"
who = {{ kinds = ["artillery"] }}
least = {least}
most = {most}
does = {does}
pinned = "{pinned}"
{more}"""


def _pack(folder: Path, entries: str, *, judged: bool = False) -> Path:
    """The cornfield with other entries, and none of its rules but those about who attacks whom."""
    shutil.copytree(FIXTURES / "packs" / "cornfield", folder)
    combat = (folder / "combat.toml").read_text(encoding="utf-8")
    head, _, rest = combat.partition("[[ranged]]")
    (folder / "combat.toml").write_text(f"{head}{entries}\n[[{rest.split('[[', 1)[1]}", encoding="utf-8")
    rules = re.split(r"(?=\[\[rule\]\])", (folder / "rules.toml").read_text(encoding="utf-8"))
    kept = [each for each in rules if '"combat.adjacent"' in each or (judged and '"combat.range"' in each)]
    (folder / "rules.toml").write_text("".join(kept).replace('covers = ["9.2", "9.3"]\n', ""), encoding="utf-8")
    (folder / "catalogue.toml").unlink(missing_ok=True)
    return folder


def _guns(least: int = 2, most: int = 3, does: str = '["join", "alone"]', pinned: str = "zone", more: str = "") -> str:
    return GUNS.format(least=least, most=most, does=does, pinned=pinned, more=more)


def _tried(folder: Path, given: str, moves: str, expect: str) -> int:
    path = folder.with_suffix(".toml")
    path.write_text(
        f'[[case]]\nid = "1"\ntitle = "guns"\ngiven = [{given}]\nmoves = ["{moves}"]\nexpect = {expect}\n',
        encoding="utf-8",
    )
    return status(["packs", "try", str(folder), str(path)])


CREEK = ("0204", "0304")
ACCUSED = '[{ rule = "7.1", at = ["0406", "0404"], units = ["us.guns"] }]'
DOUBTED = '[{ rule = "7.1", at = ["0406", "0404"], units = ["us.guns"], severity = "doubt" }]'
RAIN = 'when = { conditions = { weather = ["rain"] } }\n'
CLEAR = RAIN.replace("rain", "clear")


@pytest.mark.parametrize(
    ("entries", "expect"),
    [
        (_guns(), "[]"),
        (_guns(most=1, least=1), ACCUSED),
        (_guns(least=3), ACCUSED),
        (_guns(does='["bombard", "support"]'), ACCUSED),
        (_guns(more=RAIN), ACCUSED),
        (_guns(more=CLEAR), "[]"),
        (_guns(more=RAIN) + _guns(more=CLEAR).replace('id = "guns"', 'id = "more"'), "[]"),
        (_guns().replace("artillery", "train"), ACCUSED),
    ],
)
def test_guns_attack_from_afar_where_an_entry_holds(entries: str, expect: str, tmp_path: Path) -> None:
    assert _tried(_pack(tmp_path / "own", entries), FAR, "attack 0404: us.1, us.guns", expect) == 0


def test_a_time_that_nobody_knows_leaves_it_open(tmp_path: Path) -> None:
    given = FAR.replace('"weather clear", ', "")
    assert _tried(_pack(tmp_path / "own", _guns(more=CLEAR)), given, "attack 0404: us.1, us.guns", DOUBTED) == 0


def test_of_two_entries_the_one_whose_time_it_is_counts_for_the_range(tmp_path: Path) -> None:
    entries = _guns(more=RAIN) + _guns(more=CLEAR).replace('id = "guns"', 'id = "more"')
    assert _tried(_pack(tmp_path / "own", entries, judged=True), FAR, "attack 0404: us.1, us.guns", "[]") == 0


@pytest.mark.parametrize(
    ("least", "pinned", "does", "accused"),
    [
        (2, "", '["join", "alone"]', True),
        (1, "", '["join", "alone"]', False),
        (1, "adjacent", '["join", "alone"]', True),
        (1, "", '["bombard"]', True),
    ],
)
def test_guns_fire_over_the_creek_next_door_where_their_entry_holds(
    least: int, pinned: str, does: str, accused: bool, tmp_path: Path
) -> None:
    own, enemy = CREEK
    expect = f'[{{ rule = "7.1", at = ["{own}", "{enemy}"], units = ["us.guns"] }}]' if accused else "[]"
    folder = _pack(tmp_path / "own", _guns(least=least, pinned=pinned, does=does))
    assert _tried(folder, BESIDE.format(own=own, enemy=enemy), f"attack {enemy}: us.guns", expect) == 0
