"""Names of images that a module puts together: by a report's variables or by an expression."""

from __future__ import annotations

import re
from collections.abc import Iterable

from adjudicator.importers.vassal.wire.endings import IMAGES

_ENDING = "|".join(re.escape(suffix) for suffix in IMAGES)
_COMPUTED = re.compile(rf"[\w.$ ()+#@-]*\$[\w.$ ()+#@-]*(?:{_ENDING})", re.IGNORECASE)
_STRUNG = re.compile(rf'"([^"$]*(?:{_ENDING}))"', re.IGNORECASE)
_OPENING = re.compile(r'"([\w/ .()-]+)"\s*\+')
_MOST_FORMS = 500


def computed_names(texts: Iterable[str]) -> list[re.Pattern[str]]:
    """What images the texts may name that put names together: `d6_$result$.png`, or `"d6_" + n + ".png"` in braces."""
    forms: dict[str, None] = {}
    for text in texts:
        for found in _COMPUTED.findall(text):
            forms[_form(found)] = None
        if "{" in text:
            for ending in _STRUNG.findall(text):
                forms[".*" + re.escape(ending)] = None
            if any(suffix in text for suffix in IMAGES):
                continue
            for beginning in _OPENING.findall(text):
                forms[re.escape(beginning) + ".*"] = None
        if len(forms) > _MOST_FORMS:
            break
    return [re.compile(form, re.IGNORECASE) for form in forms if form.strip(".*")]


def _form(written: str) -> str:
    """A name with variables as a pattern; what stands before the first blank may be no part of it."""
    pieces = written.split("$")
    out = [re.escape(pieces[0].rpartition(" ")[2])]
    for index, piece in enumerate(pieces[1:], 1):
        out.append(".*" if index % 2 and index < len(pieces) - 1 else re.escape(piece))
    return "".join(out)
