"""Whether a file is one of a game, a save, log, module, box or extension of any program: by its name or by how it begins.

Nothing is read out of it. Readers decide by more than this what a file is (`adjudicator.importers.recognise`).
"""

from __future__ import annotations

import re
import zipfile
from pathlib import Path

from adjudicator.budget import bounded, open_file

VASSAL = (".vsav", ".sav", ".vlog", ".log", ".vmod", ".mod", ".vmdx", ".mdx")
CYBERBOARD = (".gbx", ".gsn", ".gam", ".gmv")
ZUNTZU = (".ztb", ".zts")
ENDINGS = frozenset((*VASSAL, *CYBERBOARD, *ZUNTZU))
"""Of files that hold nothing but games and what they are played with."""
_ENTRIES = frozenset(
    (
        "savedGame",
        "savedata",
        "moduledata",
        "extensiondata",
        "buildFile",
        "buildFile.xml",
        "game-box.xml",
        "scenario.xml",
    )
)
"""Entries of the zips of VASSAL and of ZunTzu."""
_SIGNATURES = (b"GBOX", b"GSCN", b"GAME", b"GMOV")
_TEXT = re.compile(
    rb"""(?:\xef\xbb\xbf)?\s*(?:
        <(?s:.*?)<game[\s>]                                                   # a scenario of ZunTzu
      | \{\s*"(?!format"\s*:\s*"adjudicator-)(?s:.*?)"(?:SaveName|ObjectStates)"\s*:   # a save of Tabletop Simulator
    )""",
    re.VERBOSE,
)
_HEAD = 1 << 16


@bounded
def is_game(path: Path) -> bool:
    """Whether a file has the name or the beginning of a game's. OSError if it cannot be read, UnsafeFile if it takes too much."""
    if path.suffix.lower() in ENDINGS:
        return True
    with open_file(path) as file:
        head = file.read(_HEAD)
    return (
        head.startswith(_SIGNATURES) or _TEXT.match(head) is not None or (head.startswith(b"PK") and _holds_game(path))
    )


def _holds_game(path: Path) -> bool:
    """Whether a zip is a game's, or one in which somebody packed a game's files."""
    try:
        with open_file(path) as file, zipfile.ZipFile(file) as archive:
            names = archive.namelist()
    except (zipfile.BadZipFile, NotImplementedError, ValueError):
        return False
    return any(name in _ENTRIES or Path(name).suffix.lower() in ENDINGS for name in names)
