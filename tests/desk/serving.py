"""The desk as a player starts it: the command in a process of its own, and the link that it prints."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.helpers import ROOT


@contextmanager
def served(home: Path, *folders: Path) -> Iterator[str]:
    """A desk that answers; the link that lets one browser in."""
    environment = os.environ | {"ADJUDICATOR_HOME": str(home), "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "adjudicator", "desk", *map(str, folders), "--no-browser"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment, cwd=ROOT) as running:
        assert running.stdout is not None
        try:
            yield link_in(running.stdout.readline())
        finally:
            running.terminate()


def link_in(line: str) -> str:
    found = re.search(r"http://\S+", line)
    assert found is not None, line
    return found[0]
