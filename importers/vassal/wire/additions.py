"""Commands that add a piece, which make nearly all of a save's text: read with few looks at what was read before.

Counters of a class say the same of themselves but for their innermost traits, a picture and a name.
"""

from __future__ import annotations

from dataclasses import field

from adjudicator.importers.vassal.wire import commands
from adjudicator.importers.vassal.wire.chains import TAB
from adjudicator.importers.vassal.wire.commands import AddPiece, Command
from adjudicator.lean import dataclass

_QUOTABLE = frozenset("\\'")
_MOST = 500
"""So many outermost traits are remembered, which games do not have, lest a strange file fill the memory."""


@dataclass
class Additions:
    """Reads commands that add pieces. `outsides` holds, by a type's outermost trait, the text of all traits but the two
    innermost of the last piece that differed there from those before it: as it stands in the file, and what it means.
    """

    outsides: dict[str, tuple[str, str]] = field(default_factory=dict)

    def read(self, text: str) -> tuple[Command, bool]:
        """What a text that begins `+/` says, and whether `encode` makes this very text of it.

        It takes the few cuts that it needs: a piece's text is long, and a save holds thousands.
        """
        first = text.find("/", 2)
        start = first + 1
        outermost = text[start : text.find(TAB, start)]
        written, meant = self.outsides.get(outermost, ("", ""))
        if not text.startswith(written, start):
            written = meant = ""
        inside = start + len(written)
        second = text.find("/", inside)
        while start < second and text[second - 1] == "\\":
            second = text.find("/", second + 1)
        plain = 0 < first < second and text[first - 1] != "\\" and text.find("/", second + 1) < 0
        if not plain or not _QUOTABLE.isdisjoint((text[2], text[start], text[second + 1 : second + 2])):
            command = commands.decode(text)
            return command, isinstance(command, AddPiece) and commands.encode(command) == text
        if not written:
            self._learn(outermost, text[start:second])
        return AddPiece(text[2:first], meant + text[inside:second].replace("\\/", "/"), text[second + 1 :]), True

    def _learn(self, outermost: str, kind: str) -> None:
        """Remember the traits of a type as it stands in a file, but the two innermost."""
        traits = kind.rsplit(TAB, 2)
        if len(traits) == 3 and (len(self.outsides) < _MOST or outermost in self.outsides):
            outside = traits[0] + TAB
            self.outsides[outermost] = outside, outside.replace("\\/", "/")
