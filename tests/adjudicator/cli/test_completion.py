"""A shell that completes words is told commands, options and packs."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.helpers import ROOT

RUN = "from adjudicator.cli.main import run; run()"


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("adjudicator wa", ["watch"]),
        ("adjudicator packs cov", ["coverage"]),
        ("adjudicator audit --theat", ["--theatre"]),
        ("adjudicator audit --pack two", ["two_rivers"]),
        ("adjudicator nothing-like-it", []),
    ],
)
def test_a_word_that_is_begun_is_completed(line: str, told: list[str]) -> None:
    shell = {"_ADJUDICATOR_COMPLETE": "complete_bash", "COMP_WORDS": line, "COMP_CWORD": str(len(line.split()) - 1)}
    environment = {**os.environ, **shell, "PYTHONPATH": str(ROOT)}
    ran = subprocess.run([sys.executable, "-c", RUN], env=environment, capture_output=True, text=True, check=True)
    assert (ran.stdout.split(), ran.stderr) == (told, "")
