"""The extra `batch`: what to do where it is not installed."""

from __future__ import annotations

from importlib.util import find_spec

from adjudicator.errors import UsageError
from adjudicator.extras import install_command

WANTED = ("distributed", "fsspec", "psutil", "pyarrow")


def require_extra() -> None:
    """UsageError with the line that installs it, if anything of the extra is missing."""
    missing = [name for name in WANTED if find_spec(name) is None]
    if missing:
        raise UsageError(f"batch wants {', '.join(missing)}: {install_command('batch')}")
