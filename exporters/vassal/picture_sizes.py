"""Pictures of a module at another size, each in its own format."""

from __future__ import annotations

import io

from lxml import etree
from PIL import Image

from adjudicator.errors import CorruptFile
from adjudicator.exporters import pictures
from adjudicator.exporters.foreign_svg import parsed_svg, svg_size


def _save_gif(made: Image.Image, out: io.BytesIO) -> None:
    """A GIF with one transparent colour, as pieces have them."""
    clear = made.getchannel("A").point(lambda alpha: 255 if alpha < 128 else 0)
    palette = made.convert("RGB").quantize(255)
    palette.paste(255, mask=clear)
    palette.save(out, "GIF", transparency=255)


def _svg(data: bytes, factor: float) -> bytes:
    """An SVG of another size: its view box and its links stay, its width and height change."""
    root = parsed_svg(data)
    width, height = svg_size(root)
    if not root.get("viewBox"):
        root.set("viewBox", f"0 0 {width:g} {height:g}")
    root.set("width", str(max(1, round(width * factor))))
    root.set("height", str(max(1, round(height * factor))))
    body: bytes = etree.tostring(root)
    return body


def resized(data: bytes, name: str, factor: float) -> bytes:
    """An image in its own format at its new size."""
    kind = pictures.kind_of(data)
    if kind == "svg":
        return _svg(data, factor)
    made = pictures.decoded(data, factor)
    out = io.BytesIO()
    if kind == "jpeg":
        made.convert("RGB").save(out, "JPEG", quality=92)
    elif kind == "gif":
        _save_gif(made, out)
    elif kind == "bmp":
        made.convert("RGB").save(out, "BMP")
    elif kind in ("png", "webp", "tiff"):
        made.save(out, kind.upper())
    else:
        raise CorruptFile(f"'{name}' is no image of a kind we know")
    return out.getvalue()
