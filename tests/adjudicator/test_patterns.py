"""Users' regular expressions: as Python understands them, whichever engine looks, and never for ever."""

from __future__ import annotations

import re
import time
import warnings
from pathlib import Path

import pytest

from adjudicator import patterns
from adjudicator.errors import PackError
from adjudicator.model.binding import Binding
from adjudicator.toml import load_toml

BOTH = (
    (r"(?P<player>\w+) würfelt (?P<result>[\d, ]+)", "Jürgen würfelt 3, 5"),
    (r"(?P<player>\w+) würfelt (?P<result>\d+)", "JÜRGEN WÜRFELT 3"),
    (r"L[’']armée de (?P<who>\w+) attaque en (?P<hex>\d{4})", "L’armée de Médéric attaque en 0805"),
    (r"\bdés\b.*: (?P<result>.+)", "dés à six faces: 4"),
    (r"straße", "STRASSE"),
    (r"straße", "STRAẞE"),
    (r"[[:]+x", "[:x"),
    (r"a{e<=1}b", "a{e<=1}b"),
    (r"a{e<=1}b", "ab"),
    (r"\{hex\} {x}", "{hex} {x}"),
    (r"x{2,3}y{,2}z{1}", "xxyyz"),
    (r"[a-z--b]+", "ab-"),
    (r"[a||b]+", "a|b"),
    (r"(?i:ß)x", "ẞx"),
    (r"(a)?(?(1)b|c)", "ab"),
    (r"(?<=die )(?P<die>\d)", "die 3"),
    (r"(?>a+)b|(?P<x>.)", "aab"),
    (r"a++b", "aab"),
    (r"\d+", "٣٤"),
    (r".*", "zwei\nZeilen"),
    (r"\Aab\Z", "ab\n"),
    (r"ab$", "ab\n"),
    (r"(?:|a)*", "aa"),
)


@pytest.mark.parametrize(("pattern", "text"), BOTH)
@pytest.mark.parametrize("flags", [0, re.IGNORECASE, re.DOTALL])
def test_both_engines_say_the_same(pattern: str, text: str, flags: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patterns, "FEW", -1)  # nothing is Python's own any more
    for how in ("fullmatch", "match", "search"):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", FutureWarning)  # "[[" may mean something else one day
            wanted = getattr(re.compile(pattern, flags), how)(text)
        found = getattr(patterns.matcher(pattern, flags), how)(text)
        assert (found and (found.span(), found.groupdict())) == (wanted and (wanted.span(), wanted.groupdict()))


@pytest.mark.parametrize("pattern", [r"(\w+\s?)+:", r"(a|a)*b", r"(x+x+)+y", r".*,.*,.*,.*,.*,.*,.*;"])
@pytest.mark.parametrize("text", ["a" * 60, "x" * 5000, "a, " * 3000])
def test_no_pattern_looks_for_ever(pattern: str, text: str) -> None:
    began = time.process_time()
    try:
        patterns.fullmatch(pattern, text)
    except PackError as error:
        assert pattern in str(error)
    assert time.process_time() - began < 3 * patterns.SECONDS


def test_a_pattern_that_takes_too_long_is_told_with_its_file_and_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "vassal.toml"
    path.write_text('[[chat]]\npattern = ".*,.*,.*,.*,.*,.*,.*;"\n', encoding="utf-8")
    rule = load_toml(path, Binding).chat[0]
    monkeypatch.setattr(patterns, "SECONDS", 0.1)
    with pytest.raises(PackError, match=r"vassal\.toml: pattern: .* takes more than a second"):
        patterns.fullmatch(rule.pattern, "a, " * 3000)


@pytest.mark.parametrize("pattern", ["(", "[[:alpha:]]+", "(?P<a>x)(?P<a>y)", "a{99999999999999999999}"])
def test_what_is_no_pattern_is_told_with_its_file_and_key(pattern: str, tmp_path: Path) -> None:
    path = tmp_path / "vassal.toml"
    path.write_text(f"location = '{pattern}'\n", encoding="utf-8")
    with pytest.raises(PackError, match=r"vassal\.toml: \[location\] .*not a regular expression"):
        load_toml(path, Binding)


def test_what_people_write_stays_pythons_own() -> None:
    few = [r"(?P<hex>.*)", r"(?P<id>[0-9]+) (Infantry|Cavalry)( Guard)?", r".* rolls \d+ dice: (?P<result>.+)"]
    assert all(patterns._ways(each, 0) <= patterns.FEW for each in few)
