"""Kinds of marker that several chapters name."""

from __future__ import annotations

ATTACKING = frozenset({"strategic_hq_attack", "operational_hq_attack"})
BALANCED = frozenset({"strategic_hq_balanced", "operational_hq_balanced"})
HEADQUARTERS = ATTACKING | BALANCED
COUNTDOWN = frozenset({"countdown"})
