"""Who looks: see `adjudicator.model.viewer`, which decides for all outputs."""

from __future__ import annotations

from adjudicator.model.viewer import A_HIDDEN_COUNTER, EVERYTHING, PUBLIC, Viewer

__all__ = ["A_HIDDEN_COUNTER", "EVERYTHING", "PUBLIC", "Viewer"]
