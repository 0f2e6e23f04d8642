"""How VASSAL's files end: as it names them now, and as it named them up to 3.1."""

from __future__ import annotations

SAVES = (".vsav", ".sav")
LOGS = (".vlog", ".log")
GAMES = (*SAVES, *LOGS)
MODULES = (".vmod", ".mod")
