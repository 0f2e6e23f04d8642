"""Nothing is lost if a command is killed: a share of `python -m tests.killed`, in a process that has no threads."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.helpers import ROOT


@pytest.mark.skipif(sys.platform == "win32", reason="it forks")
def test_a_kill_at_a_change_of_the_disk_loses_nothing() -> None:
    words = [sys.executable, "-m", "tests.killed", "--share", "--most", "9"]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "3 deeds, 27 kills, 0 faults" in done.stdout
