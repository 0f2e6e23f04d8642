"""The colours of counters by nation or side."""

from __future__ import annotations

import re
import zlib

from adjudicator.lean import dataclass


@dataclass(frozen=True, slots=True)
class Livery:
    """The colours of a counter: its ground, the ink on it, the inside of the unit box, and an accent for bands and bars."""

    ground: str
    ink: str = "#1d1d1b"
    box: str = "#f4efdf"
    accent: str = "#7a1f1f"


LIVERIES: dict[str, Livery] = {
    "german": Livery("#a9b3a6", box="#dfe4d8", accent="#3e4a44"),
    "ss": Livery("#2b2d2f", ink="#f3f1ea", box="#54585b", accent="#c9c4b4"),
    "luftwaffe": Livery("#9fc0d6", box="#d9e7ef", accent="#2f5f80"),
    "soviet": Livery("#c9a37c", box="#eedcc2", accent="#9c2b22"),
    "guards": Livery("#c4584a", ink="#fff8ec", box="#e39a8c", accent="#f2cf63"),
    "finnish": Livery("#e6edf3", box="#ffffff", accent="#2c5f9e"),
    "romanian": Livery("#d9bd5a", box="#f3e6b4", accent="#2f5a8a"),
    "hungarian": Livery("#c9cf9a", box="#e9ecd0", accent="#a03a34"),
    "italian": Livery("#b5c99a", box="#e3ecd6", accent="#2f7a4a"),
    "slovak": Livery("#b9a9c9", box="#e3daec", accent="#5c3f86"),
    "bulgarian": Livery("#c7b0a2", box="#eadcd3", accent="#3f7a56"),
    "french": Livery("#8fb1dc", box="#d7e4f4", accent="#1f3f7f"),
    "british": Livery("#d8bd8a", box="#f1e3c6", accent="#8a2a2a"),
    "american": Livery("#a8b07a", box="#dde1bf", accent="#3f4a24"),
    "polish": Livery("#e7c3c3", box="#f8e6e6", accent="#a8232f"),
    "yugoslav": Livery("#b8c7d3", box="#e0e8ee", accent="#34557a"),
    "greek": Livery("#a9cfe8", box="#dceefa", accent="#1d5fa0"),
    "turkish": Livery("#dba9a0", box="#f2dbd6", accent="#a5231d"),
    "spanish": Livery("#e2c27c", box="#f5e6c4", accent="#a8342b"),
    "swedish": Livery("#a8c2e0", box="#dbe7f4", accent="#d9b023"),
    "norwegian": Livery("#d5aeb0", box="#efdedf", accent="#2a4680"),
    "dutch": Livery("#e8b27a", box="#f8e1c8", accent="#b3541c"),
    "belgian": Livery("#d7c9a0", box="#efe7cf", accent="#6d5a1c"),
    "japanese": Livery("#e6cf9c", box="#f7ecd2", accent="#b3262d"),
    "chinese": Livery("#a8c9b6", box="#dcece3", accent="#2b6b4a"),
    "prussian": Livery("#7f93a8", box="#ccd6e0", accent="#22344a"),
    "austrian": Livery("#ece8dc", box="#ffffff", accent="#a5322b"),
    "russian": Livery("#93b08c", box="#d5e2d1", accent="#2f5f36"),
    "union": Livery("#8fa9cf", box="#d8e2f0", accent="#243f73"),
    "confederate": Livery("#c3bfb2", box="#e9e7df", accent="#8c3b34"),
    "neutral": Livery("#d9d5cb", box="#f4f2ec", accent="#6b665a"),
}

_OTHERS = (
    Livery("#a9c4dd", box="#dfeaf3", accent="#27527d"),
    Livery("#d8b4a0", box="#f0e0d6", accent="#8a3f1f"),
    Livery("#b4c79c", box="#e2ead8", accent="#4a6a24"),
    Livery("#c8b2d0", box="#e9dfee", accent="#643a78"),
    Livery("#dcc98e", box="#f3ead0", accent="#7d6414"),
    Livery("#a6c9c3", box="#dceae8", accent="#1f6860"),
)
NATION_WORDS = {
    "ger": "german", "wehrmacht": "german", "axis": "german", "sov": "soviet", "ussr": "soviet", "gds": "guards",
    "guard": "guards", "fin": "finnish", "finland": "finnish", "rum": "romanian", "rom": "romanian", "hun": "hungarian",
    "ita": "italian", "usa": "american", "us": "american", "allied": "american", "uk": "british", "fra": "french",
    "france": "french", "pol": "polish", "csa": "confederate", "rebel": "confederate", "fed": "union",
    "austria": "austrian", "prussia": "prussian", "russia": "russian", "japan": "japanese", "spain": "spanish",
}  # fmt: skip

UNKNOWN = Livery("#8c8f94", ink="#ffffff", box="#a9acb1", accent="#5d6066")


def livery(nation: str) -> Livery:
    """The colours of a nation or side; one that we do not know always gets the same colours of its own."""
    words = re.findall(r"[a-z]+", nation.lower())
    for word in words:
        known = LIVERIES.get(word) or LIVERIES.get(word.removesuffix("s")) or LIVERIES.get(NATION_WORDS.get(word, ""))
        if known:
            return known
    return _OTHERS[zlib.crc32(nation.lower().encode()) % len(_OTHERS)] if words else LIVERIES["neutral"]
