"""Where outputs may go."""

from __future__ import annotations

from pathlib import Path

from adjudicator.errors import Source, UsageError, WriteError


def spare(out: Path, *inputs: Path) -> None:
    """Refuse an output that would take the place of one of its inputs."""
    for each in inputs:
        if each.exists() and out.exists() and out.samefile(each):
            raise WriteError("this is one of the inputs, which are never written over", Source(str(out)))


def require_ending(out: Path, *endings: str) -> None:
    """Refuse a file name that ends in none of these."""
    if out.suffix.lower() not in endings:
        raise UsageError(f"wants {' or '.join(endings)}", "output", out)
