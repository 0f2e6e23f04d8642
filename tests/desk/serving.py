"""The desk as a player starts it: the command in a process of its own, and the link that it prints."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from tests.helpers import ROOT


@contextmanager
def served(home: Path, *folders: Path) -> Iterator[str]:
    """A desk that answers; the link that lets one browser in."""
    environment = os.environ | {"ADJUDICATOR_HOME": str(home), "PYTHONPATH": str(ROOT)}
    with started([sys.executable, "-m", "adjudicator"], environment, ROOT, *folders) as link:
        yield link


@contextmanager
def started(
    program: Sequence[str | Path], environment: Mapping[str, str], place: Path, *folders: Path, command: str = "desk"
) -> Iterator[str]:
    """The desk of a program, such as an installed one, that runs in a folder, or another page of it; its link."""
    words = [*program, command, *folders, "--no-browser"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True, env=environment, cwd=place) as running:
        assert running.stdout is not None
        try:
            yield link_in(running.stdout.readline())
        finally:
            running.terminate()


def link_in(line: str) -> str:
    found = re.search(r"http://\S+", line)
    assert found is not None, line
    return found[0]
