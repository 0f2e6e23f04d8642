"""Small images of any kind a game box holds, told apart by their bytes and decoded within limits."""

from __future__ import annotations

import io
import math
from typing import Any

import resvg_py
from lxml import etree
from PIL import Image

from adjudicator import images
from adjudicator.budget import bounded, spend
from adjudicator.errors import CorruptFile, UnsafeFile
from adjudicator.exporters import drawn_apart, lettering
from adjudicator.exporters.drawing import Picture
from adjudicator.exporters.drawn_before import DrawnBefore, key_of
from adjudicator.exporters.foreign_svg import ImageSource, lacks_parts, no_image, parsed_svg, svg_size, whole_svg
from adjudicator.exporters.svg_cost import require_bearable

MOST_PIXELS = 64_000_000
"""The largest image that is decoded whole (boards are streamed and not bound by this)."""

Image.MAX_IMAGE_PIXELS = MOST_PIXELS

_SIGNATURES = (
    (b"\x89PNG\r\n\x1a\n", "png"),
    (b"\xff\xd8\xff", "jpeg"),
    (b"GIF8", "gif"),
    (b"BM", "bmp"),
    (b"II*\x00", "tiff"),
    (b"MM\x00*", "tiff"),
)
_DECODERS = {"png": "PNG", "jpeg": "JPEG", "gif": "GIF", "bmp": "BMP", "tiff": "TIFF", "webp": "WEBP"}


def kind_of(data: bytes) -> str:
    """The format by its first bytes, "" if it is none we draw."""
    for start, kind in _SIGNATURES:
        if data.startswith(start):
            return kind
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "webp"
    return "svg" if b"<svg" in data[:4096] or b"<svg" in data[:4096].replace(b"\x00", b"") else ""


def size_of(data: bytes) -> tuple[int, int]:
    """The image's size in pixels, without decoding it."""
    kind = kind_of(data)
    if kind == "svg":
        wide, high = svg_size(parsed_svg(data))
        return math.ceil(wide), math.ceil(high)
    with images.opened(data, _decoders(kind), MOST_PIXELS) as image:
        return image.size


@bounded
def decoded(
    data: bytes, scale: float = 1.0, source: ImageSource | None = None, before: DrawnBefore | None = None
) -> Image.Image:
    """The image in red, green, blue and alpha, `scale` times its size.

    `source` has the entries that an SVG draws from; what was drawn `before` is not drawn again.
    """
    kind = kind_of(data)
    if kind == "svg":
        return _svg(data, scale, source, before)
    return resized(images.in_rgba(data, _decoders(kind), MOST_PIXELS), scale)


def resized(image: Image.Image, scale: float) -> Image.Image:
    """The image at `scale` times its size; enlarging keeps the hard edges of small counters reasonably soft."""
    if scale == 1.0:
        return image
    wide, high = max(1, round(image.width * scale)), max(1, round(image.height * scale))
    spend(images.WHOLE * image.width * image.height)
    # Premultiplied, so that transparent pixels do not bleed their colour into the edge.
    return image.convert("RGBa").resize((wide, high), Image.Resampling.LANCZOS).convert("RGBA")


def cleaned_svg(data: bytes) -> bytes:
    """A foreign SVG without scripts and without links to anything outside it."""
    return etree.tostring(whole_svg(data))


def from_svg(markup: str, width: int, height: int) -> Image.Image:
    """Our own SVG as pixels, in our own fonts (and the machine's where ours have no glyph)."""
    return _from_png(resvg_py.svg_to_bytes(svg_string=markup, **_asked(markup, width, height)))


def _asked(markup: str, width: int, height: int) -> dict[str, Any]:
    """What the drawer is asked beside the image itself."""
    return {
        "width": width,
        "height": height,
        "skip_system_fonts": lettering.covered(_text_of(markup)),
        "font_files": [str(lettering.REGULAR), str(lettering.BOLD)],
        "font_family": lettering.FAMILY,
        "sans_serif_family": lettering.FAMILY,
    }


def _from_png(png: bytes) -> Image.Image:
    with Image.open(io.BytesIO(png), formats=["PNG"]) as image:
        return image.convert("RGBA")


def as_picture(image: Image.Image) -> Picture:
    return Picture(image.width, image.height, image.convert("RGBA").tobytes())


def as_image(picture: Picture) -> Image.Image:
    return Image.frombuffer("RGBA", (picture.width, picture.height), picture.rgba, "raw", "RGBA", 0, 1)


def as_png(picture: Picture) -> bytes:
    """The picture as a PNG file without any metadata."""
    out = io.BytesIO()
    as_image(picture).save(out, "PNG", optimize=False, compress_level=6)
    return out.getvalue()


def _decoders(kind: str) -> tuple[str]:
    """What Pillow calls a kind of image; CorruptFile if it is none."""
    if not kind:
        raise CorruptFile("not an image of a kind we know (PNG, JPEG, GIF, BMP, TIFF, WebP, SVG)")
    return (_DECODERS[kind],)


def _svg(data: bytes, scale: float, source: ImageSource | None, before: DrawnBefore | None) -> Image.Image:
    key = key_of(data, source or no_image, scale) if before is not None else None
    if before is None or key is None:
        return _from_png(_drawn(data, scale, source)[0])
    png = before.get(key)
    if png is None:
        png, everywhere = _drawn(data, scale, source)
        if everywhere:
            before.put(key, png)
    return _from_png(png)


def _drawn(data: bytes, scale: float, source: ImageSource | None) -> tuple[bytes, bool]:
    """The image as a PNG, and whether it would be the same on a machine with other fonts."""
    root = whole_svg(data, source)
    wide, high = svg_size(root)
    width, height = max(1, round(wide * scale)), max(1, round(high * scale))
    if width * height > MOST_PIXELS:
        raise UnsafeFile(f"SVG image of {width} × {height} pixels, at most {MOST_PIXELS} are drawn")
    require_bearable(root, width * height)
    markup = etree.tostring(root, encoding="unicode")
    asked = _asked(markup, width, height)
    png = drawn_apart.draw(markup, asked)
    if lacks_parts(root) and _from_png(png).getbbox() is None:
        raise CorruptFile("SVG image shows nothing, since what it draws from is not in the game box")
    return png, bool(asked["skip_system_fonts"])


def _text_of(markup: str) -> str:
    """The characters that may need a font: all but line ends."""
    return markup.replace("\n", "").replace("\r", "").replace("\t", "")
