"""Entries of archives: dates and rights that make the same content the same bytes, or that VASSAL asks for."""

from __future__ import annotations

import os
import time
import zipfile

EPOCH = (1980, 1, 1, 0, 0, 0)
PACKED = (".png", ".jpg", ".jpeg", ".gif", ".vsav", ".vlog", ".sav", ".log", ".wav", ".mp3", ".ogg")
"""Endings of what is packed already, and stored in an archive as it is."""


def dateless(name: str) -> zipfile.ZipInfo:
    """An archive's entry with a fixed date and fixed rights, so that the same content gives the same bytes."""
    about = zipfile.ZipInfo(name, EPOCH)
    about.compress_type = zipfile.ZIP_STORED if name.lower().endswith(PACKED) else zipfile.ZIP_DEFLATED
    about.external_attr = 0o644 << 16
    about.create_system = 3
    return about


def dated(name: str) -> zipfile.ZipInfo:
    """An entry of a module, with the time of writing, or of SOURCE_DATE_EPOCH where the same bytes are wanted.

    VASSAL keeps the tiles of a board until the entry in the module is younger than they are: an entry without a date
    never is, and the old picture stays.
    """
    about = dateless(name)
    told = os.environ.get("SOURCE_DATE_EPOCH", "")
    now = time.gmtime(int(told)) if told.isdecimal() else time.localtime()
    about.date_time = max(now[:6], EPOCH)
    return about
