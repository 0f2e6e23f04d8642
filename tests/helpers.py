"""What many tests need: where the real files and the engine's answers lie, and a skip that says they are absent."""

from __future__ import annotations

import gzip
import json
import os
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from adjudicator.audit.chain import Recorded
    from adjudicator.game.files import GameFile

HEARS_INTERRUPTS = "import signal\nsignal.signal(signal.SIGINT, signal.default_int_handler)\n"
"""The beginning of a program that is interrupted: where the tests run in the background, it inherits that nobody listens."""
ROOT = Path(__file__).parent.parent
FIXTURES = ROOT / "fixtures"
SHARED = Path(os.environ.get("ADJUDICATOR_SHARED", ROOT.parent / "shared"))

needs_shared = pytest.mark.skipif(
    not SHARED.is_dir(), reason=f"real files and engine answers are not at {SHARED} (set ADJUDICATOR_SHARED)"
)


def oracle(name: str) -> Any:
    """One of the engine's answers, unpacked if it is packed."""
    path = SHARED / "oracle" / name
    if path.exists():
        return json.loads(path.read_text(encoding="utf-8"))
    with gzip.open(path.with_name(name + ".gz"), "rt", encoding="utf-8") as file:
        return json.load(file)


def vassal_save(path: Path, text: str, key: int | None = 0x4B, **entries: str) -> Path:
    """A save or log with this text; `key` None = not obfuscated, keywords are further entries."""
    from adjudicator.importers.vassal.wire import obfuscation  # noqa: PLC0415 - most tests read no save

    data = text.encode() if key is None else obfuscation.obfuscate(text, key)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("savedGame", data)
        for name, content in entries.items():
            archive.writestr(name, content)
    return path


def open_all(paths: Sequence[Path], module: Path | None = None) -> tuple[GameFile, list[Recorded]]:
    """The files of a game, opened together: the first as read, and all as the audit wants them."""
    from adjudicator.game.files import read_files  # noqa: PLC0415 - few tests open games
    from adjudicator.game.listener import Listener  # noqa: PLC0415
    from adjudicator.game.series import recorded  # noqa: PLC0415

    files = read_files(paths, module, None, Listener())
    return files[0], [recorded(file) for file in files]
