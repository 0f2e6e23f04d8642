"""A log whose module is not at hand: nobody knows which windows are private, so nothing in them is named, nobody accused."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

from adjudicator.game.files import read_files
from adjudicator.game.listener import Listener
from adjudicator.model.viewer import PUBLIC, Secrets, folded
from tests.adjudicator.cli.conftest import Run, run
from tests.helpers import FIXTURES, SHARED, needs_shared

__all__ = ("run",)

NAPOLEONICS = SHARED / "data" / "vassal" / "cc-napoleonics"
LOG = "CCNv4 Tutorial.vlog"


def _private_words(module: Path) -> set[str]:
    """The names that everybody may not know, as the module tells."""
    (file,) = read_files([NAPOLEONICS / LOG], module, None, Listener())
    secrets = Secrets(PUBLIC, file.module)
    assert file.log is not None
    for _, state in file.log.states():
        secrets.learn(state)
    return secrets.hidden - secrets.open


@needs_shared
def test_a_log_without_its_module_names_no_private_card_and_accuses_nobody(run: Run, tmp_path: Path) -> None:
    (log := tmp_path / LOG).write_bytes((NAPOLEONICS / LOG).read_bytes())
    module = NAPOLEONICS / "CCNapoleonics-small-images.vmod"
    private = {word for word in _private_words(module) if not word.isdigit()}
    spoken = run("audit", log, "-m", module, "--json").out
    assert len(private) > 20
    audited = run("audit", log, "--json")
    assert (audited.code, audited.json["chain"]["contradictions"]) == (0, [])
    acts, known = folded(json.dumps(audited.json["acts"])), folded(spoken)
    assert [word for word in private if word in acts and word not in known] == []
    (missing,) = [note["text"] for note in audited.json["notes"] if note["subject"] == "module"]
    assert "look for 'Commands & Colors: Napoleonics' 4.1.2" in missing


def test_the_umpire_reads_counters_without_a_module(run: Run, tmp_path: Path) -> None:
    shutil.copy(FIXTURES / "vassal" / "two_rivers" / "turn_1.vlog", tmp_path)
    log = tmp_path / "turn_1.vlog"
    assert "1st French Division: " not in run("log", log).out
    assert "1st French Division: " in run("log", log, "--umpire").out
