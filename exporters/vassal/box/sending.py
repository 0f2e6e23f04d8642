"""Commands by which a counter goes to a box off the map: "Eliminate", and menus of all boxes.

The menus come from one trait that offers every zone of a map (`MultiLocationCommand`), and one that goes where the chosen one is
(`SendToLocation`): a trait for each box would stand in every counter of every save.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adjudicator.exporters.vassal.box.traits import Chain, report, trait
from adjudicator.importers.vassal.wire import sequences
from adjudicator.lean import dataclass

ELIMINATE = "69,130"
SEND = "57344,0,SendToBox"
CHOSEN = "$LocationOfCommand$"
MOST_IN_MENU = 30
"""A menu of more entries is higher than a screen."""


@dataclass(frozen=True, slots=True)
class Boxes:
    """The places off the map: the map and the board that they lie on, and their names."""

    map: str
    board: str
    names: tuple[str, ...]

    def sending(self, graveyard: str = "", strangers: Sequence[str] = ()) -> Chain:
        """The traits that send a counter to any box but those of `strangers`, and with Ctrl-E to its `graveyard`."""
        foreign = tuple(f"{name} " for name in strangers)
        names = tuple(name for name in self.names if not (foreign and name.startswith(foreign)))
        if not names:
            return ()
        asked = (
            f'MapOfCommand=="{self.map}"',
            *(f'!LocationOfCommand.startsWith("{_quoted(name)}")' for name in foreign),
        )
        chain = (
            report((SEND, ELIMINATE), "$oldPieceName$: $oldLocation$ -> $location$"),
            trait("locCommand;", ("Send to a box", "locZones", f"{{{'&&'.join(asked)}}}", CHOSEN, SEND, "false")),
            *(trait("submenu;", (title, sequences.join(part, ","), "")) for title, part in _menus(names)),
            self._going("", SEND, CHOSEN),
        )
        return (*chain, self._going("Eliminate", ELIMINATE, graveyard)) if graveyard in names else chain

    def _going(self, command: str, key: str, zone: str) -> tuple[str, str]:
        """The trait that sends a counter to the middle of a zone."""
        where = (self.map, self.board, "0", "0", "", "", "0", "0", "1", "1", "", "Z", zone, "", "", "")
        return trait("sendto;", (command, key, *where), ("", "", ""))


def _menus(names: Sequence[str]) -> Iterator[tuple[str, Sequence[str]]]:
    """Submenus with the boxes in them; turns have one of their own."""
    turns = tuple(name for name in names if name.startswith("Turn "))
    others = tuple(name for name in names if name not in turns)
    for title, listed in (("Send to box", others), ("Send to turn", turns)):
        parts = [listed[start : start + MOST_IN_MENU] for start in range(0, len(listed), MOST_IN_MENU)]
        for number, part in enumerate(parts, 1):
            yield (title if len(parts) == 1 else f"{title} ({number})"), part


def _quoted(text: str) -> str:
    """A text between the quotes of an expression."""
    return text.replace("\\", "\\\\").replace('"', '\\"')
