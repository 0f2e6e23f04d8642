"""Links as QR codes, for the camera of a phone: on the page, and in a terminal."""

from __future__ import annotations

import io

import segno

QUIET = 4
"""Modules of light around a code, which cameras want."""


def as_image(link: str) -> str:
    """The address of a picture, dark on light whatever the page's colours are."""
    return str(segno.make_qr(link).svg_data_uri(scale=6, border=QUIET, dark="#000", light="#fff"))


def as_text(link: str) -> str:
    """Lines of block signs, two rows of the code in each: what is light is drawn, so it wants a dark ground."""
    drawn = io.StringIO()
    segno.make_qr(link).terminal(drawn, border=2, compact=True)
    return drawn.getvalue()
