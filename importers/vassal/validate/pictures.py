"""What is wrong with the images of a module: files that are no images, and such as are too large.

Facts: `DataArchive.getInputStream`, `HTMLImageFinder`, `ImageUtils`; vassal #4793, #13057, #14557.
"""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.errors import ReadError, Source
from adjudicator.importers.vassal.images import FOLDER, HEAD, measure
from adjudicator.importers.vassal.validate.box import Box
from adjudicator.importers.vassal.validate.image_names import SUFFIXES
from adjudicator.importers.vassal.validate.problems import Flaw, Problem

MOST_PIXELS, LONGEST_SIDE = 400_000_000, 65_535
"""An image of more pixels takes 1.6 GB in VASSAL, more than its memory is by default."""


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
