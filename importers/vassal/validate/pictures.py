"""What is wrong with the images of a module: names that are put together while the game runs, files that are no images, sizes.

Facts: `DataArchive.getInputStream`, `HTMLImageFinder`, `ImageUtils`; vassal #4793, #13057, #14557.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from adjudicator.errors import ReadError, Source
from adjudicator.importers.vassal.images import FOLDER, HEAD, measure
from adjudicator.importers.vassal.validate.box import Box
from adjudicator.importers.vassal.validate.image_names import SUFFIXES
from adjudicator.importers.vassal.validate.problems import Flaw, Problem

MOST_PIXELS, LONGEST_SIDE = 400_000_000, 65_535
"""An image of more pixels takes 1.6 GB in VASSAL, more than its memory is by default."""
_ENDING = "|".join(re.escape(suffix) for suffix in SUFFIXES)
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
            if any(suffix in text for suffix in SUFFIXES):
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


def sizes(box: Box) -> Iterator[Problem]:
    """Files that are named as images and are none, and images that are too large."""
    for archive in box.archives:
        for name in archive.order:
            if not (name.startswith(FOLDER) and name.casefold().endswith(SUFFIXES)):
                continue
            plain, source = name.removeprefix(FOLDER), Source(archive.path.name, name, 0)
            try:
                head = archive.head(name, HEAD)
                size = measure(head) or (measure(archive.read(name)) if len(head) >= HEAD else None)
            except ReadError as error:
                text = f"image '{plain}' cannot be unpacked: {error.message}"
                yield Problem(Flaw.NO_IMAGE, plain, text, source=source)
                continue
            if size is None and b"<svg" in head:  # symbols that others use need no size
                continue
            if size is None:
                text = f"'{plain}' is no PNG, JPEG, GIF, BMP or SVG, or says no size"
                yield Problem(Flaw.NO_IMAGE, plain, text, source=source)
            elif size[0] * size[1] > MOST_PIXELS or max(size) > LONGEST_SIDE:
                text = (
                    f"image '{plain}' has {size[0]} × {size[1]} pixels, {size[0] * size[1] * 4 // 10**6:,} MB in memory"
                )
                yield Problem(Flaw.HUGE_IMAGE, plain, text, source=source)
