"""What a rule or table asks for by name must be listed where such things are: else the pack does not load."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from adjudicator.errors import PackError
from adjudicator.packs.load import load_pack
from adjudicator.packs.verify import lacking

HEADER = """
id = "hills"
short = "hills"
title = "Hills"
extends = "two_rivers"
"""
RULE = '[[rule]]\nid = "3.9"\ncheck = "stacking.limit"\nterms = {{ {terms} }}\n'
WRONG = {
    "limit": (
        "rules",
        RULE.format(terms='limit = "combot"'),
        "'combot' is no stacking limit of stacking.toml; did you mean 'combat'?",
    ),
    "status": (
        "supply",
        '[[radius]]\nid = "far"\nname = "far"\nstatuses = ["sauce"]\nradius = 3\n',
        "'sauce' is no status",
    ),
    "radius": (
        "supply",
        '[[state]]\nid = "fed"\nstate = "fed"\nradius = ["headquarter"]\n',
        "'headquarter' is no radius of supply",
    ),
    "line": (
        "supply",
        '[[state]]\nid = "fed"\nstate = "fed"\nconnected = [{ lines = ["railway line"], to = ["source"] }]\n',
        "'railway line' is no line of supply",
    ),
    "strength": ("zoc", '[[exert]]\nid = "soft"\nstrength = "softt"\n', "'softt' is no strength of zones of zoc.toml"),
    "reading": (
        "stacking",
        '[[limit]]\nid = "odd"\nname = "odd"\nmost = 1\nwhen = { readings = { "no-such" = "a" } }\n',
        "'no-such' is no reading of readings.toml",
    ),
    "condition": (
        "rules",
        RULE.format(terms='when = { conditions = { wether = ["rain"] } }'),
        "pack.toml lists no condition 'wether'; did you mean 'weather'?",
    ),
}


def pack_with(stem: str, text: str, folder: Path) -> Path:
    (folder / "pack.toml").write_text(HEADER, encoding="utf-8")
    (folder / f"{stem}.toml").write_text(text, encoding="utf-8")
    return folder


@pytest.mark.parametrize("what", WRONG)
def test_a_name_that_no_entry_has_is_an_error_with_near_ones(what: str, tmp_path: Path) -> None:
    stem, text, told = WRONG[what]
    with pytest.raises(PackError, match=re.escape(told)):
        load_pack(pack_with(stem, text, tmp_path))


def test_a_choice_that_a_reading_does_not_have_is_an_error(tmp_path: Path) -> None:
    reading = (
        '[[reading]]\nid = "3.9"\nabout = "Is it?"\nchoices = { yes = "It is.", not = "It is not." }\ndefault = "yes"\n'
    )
    (tmp_path / "readings.toml").write_text(reading, encoding="utf-8")
    text = '[[limit]]\nid = "odd"\nname = "odd"\nmost = 1\nwhen = { readings = { "3.9" = "yess" } }\n'
    with pytest.raises(PackError, match=r"the reading '3.9' has no choice 'yess'; did you mean 'yes'"):
        load_pack(pack_with("stacking", text, tmp_path))


def test_a_limit_that_only_the_extended_pack_has_is_a_note(tmp_path: Path) -> None:
    """Its rules are inherited, and who replaced its limits did not write them."""
    text = 'replaces = ["limit"]\n[[limit]]\nname = "stacking"\nmost = 2\n'
    (note,) = lacking(load_pack(pack_with("stacking", text, tmp_path)))
    assert note == "no stacking limit of hills is called 'combat', so rules.toml [rule 3.1 terms.limit] finds none"
