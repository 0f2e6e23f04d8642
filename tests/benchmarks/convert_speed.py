"""How long the largest save takes to our JSON and back to VASSAL, as a multiple of what its bytes alone cost to read.

The floor is that of `read_speed`: unzip, unhexlify, XOR, decode UTF-8, split on ESC. The allowance is 8 times that.
"""

from __future__ import annotations

import tempfile
import zipfile
from pathlib import Path

from adjudicator import importers
from adjudicator.exporters import native
from adjudicator.exporters.vassal.savegame import write_save
from adjudicator.importers.vassal.wire import obfuscation
from tests.benchmarks.read_speed import SAVES, best, floor, peak

ALLOWED = 8.0


def main() -> None:
    if not SAVES.is_dir():
        print(f"convert speed: skipped, no saves at {SAVES}")
        return
    largest = max(SAVES.glob("*.vsav"), key=lambda path: len("\x1b".join(floor(path))))
    letters = len("\x1b".join(floor(largest)))
    least = best(lambda: floor(largest))
    with tempfile.TemporaryDirectory() as room:
        document, copy = Path(room) / "game.json", Path(room) / "game.vsav"
        state = importers.read(largest).state
        print(f"convert speed: {largest.name}, {letters / 1e6:.1f} million letters, floor {least * 1000:.0f} ms")
        parts = {
            "VASSAL read": lambda: importers.read(largest),
            "JSON written": lambda: native.write(state, document, keep_ids=True),
            "JSON read": lambda: importers.read(document),
            "VASSAL written": lambda: write_save(importers.read(document).state, copy),
        }
        for words, work in parts.items():
            print(f"  {words}: {best(work) / least:.1f} x the floor")
        whole = best(lambda: there_and_back(largest, document, copy)) / least
        held = peak(lambda: there_and_back(largest, document, copy)) / letters
        same = text_of(largest) == text_of(copy)
    verdict = "within" if whole <= ALLOWED else "beyond"
    print(f"  there and back: {whole:.1f} x the floor ({verdict} {ALLOWED:g}), peak memory {held:.1f} x the text")
    print(f"  the text is {'the same' if same else 'NOT the same'}")


def there_and_back(source: Path, document: Path, copy: Path) -> None:
    """VASSAL to our JSON to VASSAL."""
    native.write(importers.read(source).state, document, keep_ids=True)
    write_save(importers.read(document).state, copy)


def text_of(path: Path) -> str:
    with zipfile.ZipFile(path) as archive:
        return obfuscation.reveal(archive.read("savedGame"))


if __name__ == "__main__":
    main()
