"""One SVG on standard input, its PNG on standard output: run by `raster` in processes of their own, several at a time.

The renderer holds Python's lock while it draws, so threads alone would not help. Imports nothing of ours: it starts fast.
"""

from __future__ import annotations

import sys

import resvg_py


def paint(markup: str, family: str, fonts: list[str]) -> bytes:
    """The SVG as PNG bytes, with these fonts and no others."""
    return resvg_py.svg_to_bytes(
        svg_string=markup,
        skip_system_fonts=True,
        font_files=fonts,
        font_family=family,
        sans_serif_family=family,
    )


if __name__ == "__main__":
    sys.stdout.buffer.write(paint(sys.stdin.buffer.read().decode("utf-8"), sys.argv[1], sys.argv[2:]))
