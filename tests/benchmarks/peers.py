"""What other programs take for the made save of 14 million letters, beside ours and the floor, in the same run.

pywargame 0.8 wants Python 3.12: PYWARGAME_PYTHON names one that has it, else it is installed into out/peers by a python3.12
of this machine. Its own functions read the save to commands (`SaveIO.readSave`) and each counter to its traits
(`WithTraits.decodeAdd2`); ours to commands is the floor's work, and to the full state `importers.read`. VASSAL itself is
asked by `tests.vassal_engine`, which needs a JDK and a display, and is not timed here.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.benchmarks import _made
from tests.benchmarks.large_save import whole
from tests.benchmarks.read_speed import best, floor
from tests.helpers import ROOT

WANTED = "pywargame==0.8"
CHILD = """
import contextlib, io, json, sys, time
from pywargame.vassal import SaveIO, WithTraits
begun = time.process_time()
key, lines = SaveIO.readSave(sys.argv[1])[:2]
read = time.process_time()
pieces = 0
with contextlib.redirect_stdout(io.StringIO()):
    for line in lines:
        if line.startswith("+/") and "/stack/" not in line[:40]:
            WithTraits.decodeAdd2(line)
            pieces += 1
print(json.dumps([read - begun, time.process_time() - begun, len(lines), pieces]))
"""


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        save = _made.write_save(Path(name) / "counters.vsav")
        least = best(lambda: floor(save))
        _, _, ours, peak, counters = whole(save, None)
        print(f"peers: {len(floor(save))} commands, floor {least * 1000:.0f} ms of processor time")
        print(f"  adjudicator, to the full state: {ours / least:.1f} x the floor, {counters} counters, {peak:.0f} MB")
        python, why = python_with_peer()
        print(f"  pywargame: {measured(python, save, least)}" if python else f"  pywargame 0.8: not measured, {why}")


def measured(python: str, save: Path, least: float) -> str:
    """What it takes, or why it did not read the save."""
    done = subprocess.run([python, "-c", CHILD, str(save)], capture_output=True, text=True, check=False)
    if done.returncode:
        return f"does not read this save: {done.stderr.strip().splitlines()[-1]}"
    commands, pieces, lines, count = json.loads(done.stdout.splitlines()[-1])
    return (
        f"to commands {commands / least:.0f} x the floor ({lines} commands), "
        f"to traits {pieces / least:.0f} x ({count} counters)"
    )


def python_with_peer() -> tuple[str, str]:
    """A Python that has the peer, or "" and why there is none."""
    given = os.environ.get("PYWARGAME_PYTHON", "")
    if given:
        return given, ""
    room = ROOT / "out" / "peers"
    python = room / "bin" / "python"
    steps = (["python3.12", "-m", "venv", str(room)], [str(python), "-m", "pip", "install", "--quiet", WANTED])
    for step in steps if not python.exists() else steps[1:]:
        try:
            done = subprocess.run(step, capture_output=True, text=True, check=False)
        except OSError as error:
            return "", f"{step[0]}: {error.strerror}"
        if done.returncode:
            return "", (done.stderr.strip().splitlines() or ["it could not be installed"])[-1]
    return str(python), ""


if __name__ == "__main__":
    sys.exit(main())
