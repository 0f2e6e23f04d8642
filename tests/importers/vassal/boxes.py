"""Small boxes made in a test, and real ones opened."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from adjudicator.importers.archive import Archive
from adjudicator.importers.vassal.module import read_module
from tests.helpers import SHARED

ROOT = "VASSAL.build.GameModule"
PACKAGE = "VASSAL.build.module.map.boardPicker.board"


@dataclass(frozen=True)
class Box:
    """An archive held in memory."""

    entries: dict[str, bytes]

    @property
    def names(self):
        return self.entries.keys()

    def read(self, name):
        return self.entries[name]

    def head(self, name, length):
        return self.entries[name][:length]


def box(inside="", version="3.7.26", **images):
    """A module whose build file holds `inside`; keywords are images (`__` stands for a dot)."""
    build = f'<{ROOT} name="Two Rivers" version="1.0">{inside}</{ROOT}>'
    about = f'<data version="1"><VassalVersion>{version}</VassalVersion></data>'
    files = {f"images/{name.replace('__', '.')}": content for name, content in images.items()}
    return Box({"moduledata": about.encode(), "buildFile.xml": build.encode(), **files})


def a_map(boards="", more="", name="Front", setup=""):
    """A map component with these boards."""
    arranged = f"<setup>{setup}</setup>" if setup else ""
    picker = f"<VASSAL.build.module.map.BoardPicker>{arranged}{boards}</VASSAL.build.module.map.BoardPicker>"
    return f'<VASSAL.build.module.Map mapName="{name}">{picker}{more}</VASSAL.build.module.Map>'


def a_board(grid="", name="East", **attributes):
    """A board component."""
    said = " ".join(f'{key}="{value}"' for key, value in attributes.items())
    kind = "VASSAL.build.module.map.boardPicker.Board"
    return f'<{kind} name="{name}" {said}>{grid}</{kind}>'


def a_slot(traits="", state="", name="1st", gpid="1", kind="PieceSlot"):
    """A slot whose piece has these traits, each with its own TAB and backslashes, and their states."""
    piece = f"+/null/{traits}piece;;;1st.png;{name}/{state}null;0;0;{gpid};0"
    return f'<VASSAL.build.widget.{kind} entryName="{name}" gpid="{gpid}">{piece}</VASSAL.build.widget.{kind}>'


@lru_cache(maxsize=4)
def real_module(path):
    """A module among the real files."""
    module, _ = read_module(Archive(SHARED / "data" / "vassal" / path), path)
    return module
