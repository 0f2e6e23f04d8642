"""Our own JSON: a state, a log or a module as plain text, without loss; the layout is `schemas/adjudicator-state-1.json`."""

from __future__ import annotations

import re
from pathlib import Path

from adjudicator.errors import reading
from adjudicator.importers.format import Imported, Sample, file_bytes
from adjudicator.model.events import GameLog
from adjudicator.model.module import Module

NAME = "adjudicator JSON"
_HEAD = re.compile(rb'\s*\{\s*"format"\s*:\s*"adjudicator-[a-z]+-\d+"')


def sniff(sample: Sample) -> bool:
    """Whether the file opens like one of our documents: its first key is its format."""
    return _HEAD.match(sample.head.removeprefix(b"\xef\xbb\xbf")) is not None


def read(path: Path, module: Module | None = None) -> Imported:
    """A document from a file; `module` is the box that its game belongs to, if one is at hand."""
    from adjudicator.importers.native import translate  # noqa: PLC0415 - loaded for its own files only

    with reading(file=path.name):
        body = translate.decode(file_bytes(path))
    if isinstance(body, Module):
        return Imported("module", NAME, module=body)
    if isinstance(body, GameLog):
        return Imported("log", NAME, module=module, state=body.start, log=body, notes=body.notes)
    return Imported("save", NAME, module=module, state=body)
