"""A made save of 14 million letters with its module, read in a process of its own, as multiples of the floor of the same run.

The floor is what any reader does with the bytes (`read_speed.floor`): the shortest of many runs, and, "cold", the shortest first
run of a process, which must ask for its memory anew as the save's own process does. A process also starts Python and loads code;
that is printed by itself. "Whole processes" are both from the start of Python to its end, as anybody times a program. Memory is
the most that the whole process held. The second save is long in commands, not in letters: 73,000 stacks that were left empty. The
third has both, as the save of a long game has.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import tempfile
from inspect import getsource
from pathlib import Path

from tests.benchmarks import _made
from tests.benchmarks.read_speed import best, floor

ROUNDS = 5
CHILD = """
import json, sys, time
from pathlib import Path
from adjudicator import importers
loaded = time.process_time()
module = importers.read(sys.argv[2]).module if sys.argv[2] else None
unpacked = time.process_time()
state = importers.read(sys.argv[1], module).state
read = time.process_time()
peak = int(Path("/proc/self/status").read_text().partition("VmHWM:")[2].split()[0]) / 1024
print(json.dumps([loaded, unpacked - loaded, read - unpacked, peak, len(state.counters)]))
"""
READER = """
import sys
from adjudicator import importers
module = importers.read(sys.argv[2]).module if sys.argv[2] else None
importers.read(sys.argv[1], module).state
"""
LEAST = f"""
import sys, zipfile
from binascii import unhexlify
from pathlib import Path
{getsource(floor)}
floor(Path(sys.argv[1]))
"""
"""The floor by itself: a process that took it from its module would load this program's code with it."""
FLOOR = """
import sys, time
from pathlib import Path
from tests.benchmarks.read_speed import floor
begun = time.process_time()
commands = floor(Path(sys.argv[1]))
print(time.process_time() - begun)
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


def cold_floor(save: Path) -> float:
    """Seconds that the floor takes where nothing was read before."""
    command = [sys.executable, "-c", FLOOR, str(save)]
    done = [subprocess.run(command, check=True, capture_output=True, text=True).stdout for _ in range(ROUNDS)]
    return min(map(float, done))


def process(code: str, *arguments: str) -> float:
    """Seconds of the processor that a whole process takes."""
    taken = []
    for _ in range(ROUNDS):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, "-c", code, *arguments], check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        taken.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return min(taken)


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        module = _made.write_module(folder / "made.vmod")
        for words, save in (
            ("2,000 counters", _made.write_save(folder / "counters.vsav")),
            ("73,000 empty stacks", _made.write_save(folder / "stacks.vsav", 690, 73_000)),
            ("2,000 counters and 73,000 empty stacks", _made.write_save(folder / "both.vsav", 2_000, 73_000)),
        ):
            _report(words, save, module)


def _report(words: str, save: Path, module: Path) -> None:
    commands = floor(save)
    least = best(lambda: floor(save))
    cold = cold_floor(save)
    bare = process(LEAST, str(save))
    letters = len("\x1b".join(commands)) / 1e6
    print(
        f"large save: {words}, {letters:.1f} million letters, {len(commands)} commands, floor {least * 1000:.0f} ms, "
        f"cold {cold * 1000:.0f} ms, whole process {bare * 1000:.0f} ms"
    )
    for named, box in (("without its module", None), ("with its module", module)):
        loaded, unpacked, read, peak, counters = whole(save, box)
        taken = unpacked + read
        around = process(READER, str(save), str(box or ""))
        print(
            f"  {named}: whole processes {around / bare:.1f} x, {taken / least:.1f} x the floor, "
            f"{taken / cold:.1f} x the cold one (module {unpacked * 1000:.0f} ms, save {read * 1000:.0f} ms, "
            f"loading the code {loaded * 1000:.0f} ms before), "
            f"peak {peak:.0f} MB, {counters} counters"
        )


if __name__ == "__main__":
    main()
