"""Where the desk puts new games, and what files and folders may be called on every system."""

from __future__ import annotations

import os
import re
import unicodedata
from pathlib import Path

from platformdirs import user_documents_path

_HOSTILE = re.compile(r'[<>:"/\\|?*\x00-\x1f\x7f]')
_RESERVED = re.compile(r"(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(\.|$)", re.IGNORECASE)
LONGEST_NAME = 120


def games_folder() -> Path:
    """Where new games are put if no folder was named: among the user's documents."""
    told = os.environ.get("ADJUDICATOR_HOME", "")
    return Path(told) / "games" if told else user_documents_path() / "Adjudicator games"


def safe_name(given: str) -> str:
    """A name that a stranger chose as a file name that every system takes: no path, no reserved word, nothing hidden.

    "" if nothing of it can be kept.
    """
    told = unicodedata.normalize("NFC", given).replace("\\", "/").rpartition("/")[2]
    visible = "".join(each if each.isprintable() else "_" for each in told)
    name = _HOSTILE.sub("_", visible).strip(" .")
    stem, dot, ending = name.rpartition(".")
    if dot and stem:
        name = f"{stem[: LONGEST_NAME - len(ending) - 1].rstrip(' .')}.{ending[:20]}"
    name = name[:LONGEST_NAME].strip(" .")
    return f"_{name}" if _RESERVED.match(name) else name
