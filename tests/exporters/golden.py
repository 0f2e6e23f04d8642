"""Pictures as they should look: SVG compared as text, PNG within a tolerance. Set REGENERATE_GOLDEN=1 to write them anew."""

from __future__ import annotations

import os
from pathlib import Path

from PIL import Image, ImageChops, ImageStat

from tests.helpers import FIXTURES

GOLDEN = FIXTURES / "golden"
REGENERATE = bool(os.environ.get("REGENERATE_GOLDEN"))


def assert_text(name: str, text: str) -> None:
    path = GOLDEN / name
    if REGENERATE:
        path.write_text(text, encoding="utf-8")
    assert path.read_text(encoding="utf-8") == text


def assert_picture(name: str, picture: Path) -> None:
    """Equal in size, and so near in colour that nobody sees a difference; edges may be smoothed a little otherwise."""
    path = GOLDEN / name
    if REGENERATE:
        path.write_bytes(picture.read_bytes())
    with Image.open(path) as wanted, Image.open(picture) as found:
        assert found.size == wanted.size
        apart = ImageChops.difference(found.convert("RGB"), wanted.convert("RGB"))
    assert max(ImageStat.Stat(apart).mean) < 0.6
    wrong = sum(apart.convert("L").histogram()[60:])
    assert wrong < 0.002 * apart.width * apart.height
