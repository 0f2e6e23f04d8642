"""Names of pictures that are put together while the game runs, such as those of the faces of dice.

Facts: `FormattedString`, `HTMLImageFinder`, which does not know them; vassal #13057.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import islice

_ENDINGS = re.compile(r"\.(?:png|gif|jpe?g|svg|bmp)", re.IGNORECASE)
_TAIL = re.compile(r"[\w.$ ()+#@-]*\Z")
_QUOTED = re.compile(r'"([^"$]*)\Z')
_OPENING = re.compile(r'"([\w/ .()-]{1,80})"\s{0,9}\+')
_LONGEST = 160
_MOST_FORMS = 500
_MOST_ENDINGS = 10_000
"""More names than any text has that a module's maker wrote."""


def computed_names(texts: Iterable[str]) -> list[re.Pattern[str]]:
    """What images the texts may name that put names together: `d6_$result$.png`, or `"d6_" + n + ".png"` in braces."""
    forms: dict[str, None] = {}
    for text in texts:
        if "$" in text or "{" in text:
            forms.update(dict.fromkeys(_forms(text)))
        if len(forms) > _MOST_FORMS:
            break
    return [re.compile(form, re.IGNORECASE) for form in forms if form.strip(".*")]


def _forms(text: str) -> Iterator[str]:
    """The patterns of the names in a text; a text without an ending may hold the beginnings of names."""
    braces, ended = "{" in text, False
    for found in islice(_ENDINGS.finditer(text), _MOST_ENDINGS):
        ended = True
        before = text[max(0, found.start() - _LONGEST) : found.end()]
        tail = _TAIL.search(before)
        if tail is not None and "$" in tail[0]:
            yield _form(tail[0])
        quoted = _QUOTED.search(before) if braces and text[found.end() : found.end() + 1] == '"' else None
        if quoted is not None:
            yield ".*" + re.escape(quoted[1])
    if braces and not ended:
        yield from (re.escape(beginning) + ".*" for beginning in _OPENING.findall(text))


def _form(written: str) -> str:
    """A name with variables as a pattern; what stands before the first blank may be no part of it."""
    pieces = written.split("$")
    out = [re.escape(pieces[0].rpartition(" ")[2])]
    for index, piece in enumerate(pieces[1:], 1):
        out.append(".*" if index % 2 and index < len(pieces) - 1 else re.escape(piece))
    return "".join(out)
