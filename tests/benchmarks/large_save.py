"""A made save of 14 million letters with its module, read in a process of its own, as multiples of the floor of the same run.

The floor is what any reader does with the bytes (`read_speed.floor`). A process also starts Python and loads code; that is
printed by itself. Memory is the most that the whole process held. The second save is the same length in commands, not in letters:
73,000 stacks that were left empty.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.benchmarks import _made
from tests.benchmarks.read_speed import best, floor

ROUNDS = 5
CHILD = """
import json, sys, time
from pathlib import Path
import importers
loaded = time.process_time()
module = importers.read(sys.argv[2]).module if sys.argv[2] else None
unpacked = time.process_time()
state = importers.read(sys.argv[1], module).state
read = time.process_time()
peak = int(Path("/proc/self/status").read_text().partition("VmHWM:")[2].split()[0]) / 1024
print(json.dumps([loaded, unpacked - loaded, read - unpacked, peak, len(state.counters)]))
"""
Figures = tuple[float, float, float, float, int]


def whole(save: Path, module: Path | None) -> Figures:
    """Seconds to load code, read the module and read the save, the shortest of each; MB held; counters."""
    runs = []
    for _ in range(ROUNDS):
        command = [sys.executable, "-c", CHILD, str(save), str(module or "")]
        runs.append(json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout))
    loaded, unpacked, read, peak, counters = (min(column) for column in zip(*runs, strict=True))
    return loaded, unpacked, read, peak, counters


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        module = _made.write_module(folder / "made.vmod")
        for words, save in (
            ("2,000 counters", _made.write_save(folder / "counters.vsav")),
            ("73,000 empty stacks", _made.write_save(folder / "stacks.vsav", 690, 73_000)),
        ):
            _report(words, save, module)


def _report(words: str, save: Path, module: Path) -> None:
    commands = floor(save)
    least = best(lambda: floor(save))
    letters = len("\x1b".join(commands)) / 1e6
    print(f"large save: {words}, {letters:.1f} million letters, {len(commands)} commands, floor {least * 1000:.0f} ms")
    for named, box in (("without its module", None), ("with its module", module)):
        loaded, unpacked, read, peak, counters = whole(save, box)
        times = (unpacked + read) / least
        print(
            f"  {named}: {times:.1f} x the floor (module {unpacked * 1000:.0f} ms, save {read * 1000:.0f} ms, loading the "
            f"code {loaded * 1000:.0f} ms before), peak {peak:.0f} MB, {counters} counters"
        )


if __name__ == "__main__":
    main()
