"""Where outputs may go."""

from __future__ import annotations

from pathlib import Path

from adjudicator import exporters
from adjudicator.errors import UsageError


def game_endings() -> tuple[str, ...]:
    """The endings of the files that a game or a box can be written as."""
    return exporters.endings_for(exporters.Content)


def require_ending(out: Path, *endings: str) -> None:
    """Refuse a file name that ends in none of these."""
    if not out.name.lower().endswith(endings):
        raise UsageError(f"wants {' or '.join(endings)}", "output", out)


def require_audit(out: Path) -> None:
    """Refuse a file name that says neither how an audit is to be written nor, being a folder's, that its logs are."""
    from adjudicator.audit.record import Audited  # noqa: PLC0415 - slow to load, and only for this
    from adjudicator.exporters.vassal.judged_log import JudgedLog  # noqa: PLC0415

    known = exporters.endings_for(Audited, JudgedLog)
    if not is_judged(out) and out.suffix.lower() not in known:
        raise UsageError(f"wants an ending out of {', '.join(known)}, or a folder", "output", out)


def is_judged(out: Path) -> bool:
    """Whether a name asks for logs with their verdict: a log's, or that of a folder for all of them."""
    from adjudicator.exporters.vassal.judged_log import JudgedLog  # noqa: PLC0415 - slow to load, and only for this

    return out.suffix.lower() in exporters.endings_for(JudgedLog) or out.is_dir() or not out.suffix
