"""How long and how much memory it takes to read the largest save, as multiples of what its bytes alone cost.

The floor: unzip, unhexlify, XOR, decode UTF-8, split on ESC. Memory: the peak over the length of the decoded text.
"""

from __future__ import annotations

import gc
import time
import tracemalloc
import zipfile
from binascii import unhexlify
from collections.abc import Callable
from pathlib import Path

from adjudicator import importers
from tests.helpers import SHARED

SAVES = SHARED / "data" / "vassal" / "cc-napoleonics"
MODULE = SAVES / "CCNapoleonics-small-images.vmod"
ROUNDS = 9


def floor(path: Path) -> list[str]:
    """The least that any reader does."""
    with zipfile.ZipFile(path) as opened:
        raw = opened.read("savedGame")
    key = int(raw[5:7], 16)
    text = unhexlify(raw[7:]).translate(bytes(byte ^ key for byte in range(256))).decode("utf-8")
    return text.split("\x1b")


def best(work: Callable[[], object]) -> float:
    """The shortest of several runs in seconds of our own work, whatever else the machine does."""
    times = []
    for _ in range(ROUNDS):
        gc.collect()
        begun = time.process_time()
        work()
        times.append(time.process_time() - begun)
    return min(times)


def peak(work: Callable[[], object]) -> int:
    """The most memory that Python held while the work was done, in bytes."""
    gc.collect()
    tracemalloc.start()
    try:
        work()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def main() -> None:
    if not SAVES.is_dir():
        print(f"read speed: skipped, no saves at {SAVES}")
        return
    largest = max(SAVES.glob("*.vsav"), key=lambda path: len("\x1b".join(floor(path))))
    letters = len("\x1b".join(floor(largest)))
    module = importers.read(MODULE).module
    least = best(lambda: floor(largest))
    print(f"read speed: {largest.name}, {letters / 1e6:.1f} million letters, floor {least * 1000:.0f} ms")
    for words, box in (("without its module", None), ("with its module", module)):
        taken = best(lambda box=box: importers.read(largest, box))
        held = peak(lambda box=box: importers.read(largest, box))
        print(f"  {words}: {taken / least:.1f} x the floor, peak memory {held / letters:.1f} x the text")


if __name__ == "__main__":
    main()
