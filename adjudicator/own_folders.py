"""Where this user's own files lie: settings, and what can be made anew."""

from __future__ import annotations

import os
from pathlib import Path

from platformdirs import user_cache_path, user_config_path


def config_folder() -> Path:
    """Where this user's own settings lie; the variable ADJUDICATOR_HOME names another place."""
    told = os.environ.get("ADJUDICATOR_HOME", "")
    return Path(told) if told else user_config_path("adjudicator", appauthor=False)


def cache_folder() -> Path:
    """Where things are kept that can be made anew; the variable ADJUDICATOR_HOME names another place."""
    told = os.environ.get("ADJUDICATOR_HOME", "")
    return Path(told) / "cache" if told else user_cache_path("adjudicator", appauthor=False)
