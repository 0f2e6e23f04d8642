"""Kinds of marker that several chapters name, and whether any of them is there."""

from __future__ import annotations

from collections.abc import Callable

from adjudicator.record.acts import Act
from adjudicator.record.phase import PhaseRecord

ATTACKING = frozenset({"strategic_hq_attack", "operational_hq_attack"})
BALANCED = frozenset({"strategic_hq_balanced", "operational_hq_balanced"})
HEADQUARTERS = ATTACKING | BALANCED
COUNTDOWN = frozenset({"countdown"})


def handled(kinds: frozenset[str]) -> Callable[[Act, object], bool]:
    """Whether an act lays, moves or takes away a marker of these kinds."""

    def met(act: Act, _: object) -> bool:
        return any(
            name in position.markers and position.markers[name].type.kind in kinds
            for name in act.markers
            for position in (act.before, act.after)
        )

    return met


def there(kinds: frozenset[str]) -> Callable[[PhaseRecord, object], bool]:
    """Whether a marker of these kinds is there when a phase begins or ends."""

    def met(record: PhaseRecord, _: object) -> bool:
        ends = (record.start, record.end)
        return any(marker.type.kind in kinds for position in ends for marker in position.markers.values())

    return met
