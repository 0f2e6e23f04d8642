"""Chat made harmless: a line may hold hostile HTML, terminal codes and signs that turn the writing direction."""

from __future__ import annotations

import re
import unicodedata
from html.parser import HTMLParser

_SPEAKER = re.compile(r"<([^<>&]{1,60})>(?= ?- )")
_COLOUR = re.compile(r"(\* |[^-]{0,60} - )[|!?~`]+\s*")
_SPACES = re.compile(r" {2,}")
_WHO = re.compile(r"(?:<[^>]{0,80}>|\[[^\]]{0,80}\]) ?-? ?")


_VERDICT = re.compile(r"\* [|!?~`]?adjudicator: ")


def is_verdict(text: str) -> bool:
    """Whether a line is a verdict that this program put into a log: nobody said it, and it tells nothing of the game."""
    return _VERDICT.match(text) is not None


_TAKEN_BACK = re.compile(
    r"\* (?:UNDO: |FORTRYD: |DESHACER: |Annulation: |ANNULLA: |巻き戻し: |ONGEDAAN MAKEN: |WSTECZ: |撤销： ?)",
    re.IGNORECASE,
)


def taken_back(text: str) -> str:
    """The line that an undo says again, "" for any other (`Chatter.undo_message` of VASSAL's translations)."""
    said = _TAKEN_BACK.match(text)
    return text[said.end() :] if said else ""


def plain(text: str) -> str:
    """Chat as plain text on one line: HTML to words, scripts dropped, no control, direction or colour signs.

    Before VASSAL 3.6 lines held no HTML: there `<name> - ` in front is who speaks.
    """
    text = _SPEAKER.sub(r"&lt;\1&gt;", text, count=1) if _SPEAKER.match(text) else text
    if "<" in text or "&" in text:
        stripper = _Stripper()
        stripper.feed(text)
        stripper.close()
        text = stripper.words()
    if not (text.isascii() and text.isprintable()):
        text = "".join(" " if char in "\t\n\r" else char for char in text if _harmless(char))
    coloured = _COLOUR.match(text)
    text = coloured[1] + text[coloured.end() :] if coloured else text
    return (_SPACES.sub(" ", text) if "  " in text else text).strip()


def said_in(text: str) -> str:
    """What a line says, without who says it."""
    unescaped = text.replace("&lt;", "[").replace("&gt;", "]")
    return _WHO.sub("", plain(unescaped), count=1).strip()


class _Stripper(HTMLParser):
    """Keeps the words of HTML; breaks and blocks become spaces, the content of scripts and styles goes."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self._parts: list[str] = []
        self._silent = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in ("script", "style"):
            self._silent += 1
        elif tag in ("br", "p", "div", "tr", "td", "li", "hr"):
            self._parts.append(" ")

    def handle_endtag(self, tag: str) -> None:
        if tag in ("script", "style"):
            self._silent = max(0, self._silent - 1)

    def handle_data(self, data: str) -> None:
        if not self._silent:
            self._parts.append(data)

    def words(self) -> str:
        return "".join(self._parts)


def _harmless(char: str) -> bool:
    """Neither a control character (terminals obey them) nor one that turns the writing direction."""
    return char in "\t\n\r" or unicodedata.category(char) not in ("Cc", "Cf", "Cs", "Co", "Cn")
