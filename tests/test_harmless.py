"""What a stranger's file holds does not act: not in a terminal, not in a page, not in a spreadsheet."""

from __future__ import annotations

import json
import re
import unicodedata
from pathlib import Path

import pytest

from adjudicator.cli import lines, printing
from adjudicator.exporters.spreadsheet import guarded, rows_as_csv
from adjudicator.harmless import harmless, harmless_line, json_bytes
from adjudicator.writing import write_text

ACTING = [
    char
    for span in ((0, 0x20), (0x7F, 0xA0), (0x61C, 0x61D), (0x200E, 0x2010), (0x2028, 0x202F), (0x2066, 0x206A))
    for char in map(chr, range(*span))
    if char not in "\t\n"
]
LETTERS = "Guard № 5 · Łódź · שלום · 近衛 · é"


@pytest.mark.parametrize("char", ACTING, ids=lambda char: f"U+{ord(char):04X}")
def test_no_sign_acts(char: str) -> None:
    shown = harmless(f"1st{char}Guard")
    assert char not in shown
    assert unicodedata.category(shown[3]) == "So"
    data = json_bytes({"name": f"1st{char}Guard"})
    assert char.encode() not in data
    assert json.loads(data) == {"name": f"1st{char}Guard"}


def test_letters_of_any_writing_stay() -> None:
    assert harmless(LETTERS) == LETTERS
    assert json.loads(json_bytes(LETTERS)) == LETTERS
    assert harmless("a\r\nb\tc\n") == "a\r\nb\tc\n"
    assert harmless_line("a\r\nadjudicator: 0 violations") == "a␍␊adjudicator: 0 violations"


def test_neither_stdout_nor_a_file_gets_them(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines.say("red \x1b[2J\u202egreen\x9b")
    lines.remark("a \x07 b")
    printing.print_table(("name",), [("x\x1b]0;owned\x07\ny",)], title="\u202eeltit")
    told = capsys.readouterr()
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]", told.out + told.err)
    assert "␛[2J" in told.out
    write_text(tmp_path / "page.html", "<p>\u202eevil\x85</p>")
    assert (tmp_path / "page.html").read_text(encoding="utf-8") == "<p>�evil�</p>"


@pytest.mark.parametrize(
    "cell",
    [
        "=1+1",
        " =1+1",
        "\u00a0=1",
        ";=1",
        "a;=1",
        "a; @x",
        "\ufeff=1",
        "\uff1d1+1",
        "+A1",
        "-A1",
        "@x",
        "\t=1",
        "a\n=1",
        "a|=1",
    ],
)
def test_a_spreadsheet_runs_no_cell(cell: str) -> None:
    for part in re.split(r"[;|\n]", guarded(cell)):
        assert not re.match(r"[\s\ufeff]*[=+\-@\uff1d]", part), guarded(cell)


@pytest.mark.parametrize("cell", ["-12", "+3.5", "12th Guards", "1902-1903", "a - b", ""])
def test_plain_cells_stay(cell: str) -> None:
    assert guarded(cell) == cell
    assert rows_as_csv(("a",), [(cell,)]).splitlines()[1] in (cell, f'"{cell}"')
