"""The grounds of maps as they stand in a page, kept among this user's own files: a game's map is the same from turn to turn, and
making it takes as long as judging what was played on it.
"""

from __future__ import annotations

import hashlib
import pickle
from contextlib import suppress
from functools import cache
from pathlib import Path

import orjson
import PIL
import pyvips

from adjudicator.budget import bytes_of
from adjudicator.exporters import lettering
from adjudicator.exporters.drawing import Caption, Drawing
from adjudicator.exporters.drawn_before import DrawnBefore
from adjudicator.exporters.png import to_image
from adjudicator.exporters.report.sprites import Strip, ground_strips
from adjudicator.lean import replace

_MAKERS = ("png.py", "svg.py", "board_rows.py", "pictures.py", "foreign_svg.py", "lettering.py", "report/sprites.py")


def strips_of(drawing: Drawing, most_bytes: int) -> list[Strip]:
    """A ground in strips of at most so many bytes: as they were made before, or made now and kept."""
    before, key = DrawnBefore(), _key(drawing, most_bytes)
    with suppress(orjson.JSONDecodeError):
        kept = before.get(key) if key else None
        if kept:
            return [(float(top), str(data)) for top, data in orjson.loads(kept)]
    made = ground_strips(to_image(drawing), most_bytes)
    if key:
        before.put(key, orjson.dumps(made))
    return made


def _key(drawing: Drawing, most_bytes: int) -> bytes | None:
    """A digest of all that the strips follow from; None if fonts of this machine are among that."""
    words = (shape.text for layer in drawing.layers for shape in layer.shapes if isinstance(shape, Caption))
    if not all(map(lettering.covered, words)):
        return None
    whole = _makers().copy()
    for sheet in drawing.sheets:
        image = hashlib.sha256()
        for piece in (sheet.image() if sheet.image is not None else None) or ():
            image.update(piece)
        look = sheet.x, sheet.y, sheet.width, sheet.height, sheet.turned, sheet.colour
        whole.update(repr((image.digest(), look)).encode())
    whole.update(pickle.dumps((replace(drawing, sheets=()), most_bytes)))
    return whole.digest()


@cache
def _makers() -> hashlib._Hash:
    """A digest of what makes them: our own part of it, the letters and the libraries."""
    whole = hashlib.sha256(f"{PIL.__version__} {pyvips.__version__} {pyvips.version(0)}.{pyvips.version(1)}".encode())
    here = Path(__file__).parents[1]
    for path in (*(here / name for name in _MAKERS), lettering.REGULAR, lettering.BOLD):
        whole.update(hashlib.sha256(bytes_of(path)).digest())
    return whole
