"""CyberBoard: game boxes, scenarios, games and move files, versions 3.0 to 3.90 and 4.0."""

from __future__ import annotations

from pathlib import Path

from adjudicator.importers.cyberboard.wire import NAME, SIGNATURES
from adjudicator.importers.format import Imported, Sample
from adjudicator.model.module import Module

__all__ = ["EXTENSIONS", "NAME", "read", "sniff"]

EXTENSIONS = (".gbx", ".gsn", ".gam", ".gmv")


def sniff(sample: Sample) -> bool:
    """Whether the file opens with one of CyberBoard's signatures."""
    return sample.head[:4] in SIGNATURES


def read(path: Path, module: Module | None = None) -> Imported:
    """A game box, or a scenario, game or move file under its box (the one given, or the one it names, beside it)."""
    from adjudicator.importers.cyberboard import reader  # noqa: PLC0415 - loaded for its own files only

    return reader.read(path, module)
