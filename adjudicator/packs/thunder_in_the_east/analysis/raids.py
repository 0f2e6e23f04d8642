"""Attacks of detachments on cities, as a phase shows them: which left a city, and which came back onto the map (107.2)."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.lean import dataclass
from adjudicator.model.network import Network
from adjudicator.model.units import Marker
from adjudicator.record.acts import Act
from adjudicator.record.phase import PhaseRecord

RESULT = "result"
"""The value of an act that tells which result was taken, and the tag of a revealed detachment: "result.recruit"."""


@dataclass(frozen=True, slots=True)
class Raid:
    """An attack on one hex: the detachments that left it, and the results that it may have had."""

    hex: str
    detachments: tuple[Marker, ...]
    results: frozenset[str]
    """The results that are told, or that its revealed detachments bear; empty if nobody tells."""

    def had(self, result: str) -> bool:
        """Whether it may have had a result."""
        return not self.results or result in self.results


def raids(record: PhaseRecord, kind: str) -> tuple[Raid, ...]:
    """The attacks of a phase, by hex: markers of the kind that lay there when it began and left it."""
    left: dict[str, dict[str, Marker]] = {}
    told: dict[str, set[str]] = {}
    for act in record.acts:
        for name in act.markers:
            first, old = record.start.markers.get(name), act.before.markers.get(name)
            if old is None or old.type.kind != kind or not old.hex:
                continue
            new = act.after.markers.get(name)
            shown = {tag.removeprefix("result.") for tag in old.type.tags if tag.startswith("result.")}
            if _goes(act, new, old) and (first or old).hex == old.hex:
                left.setdefault(old.hex, {})[name] = old
                told.setdefault(old.hex, set()).update(
                    act.told.get(RESULT, "").split(",") if RESULT in act.told else shown
                )
    return tuple(
        Raid(number, tuple(found.values()), frozenset(told[number]) - {""}) for number, found in sorted(left.items())
    )


def _goes(act: Act, new: Marker | None, old: Marker) -> bool:
    """Whether a marker leaves its hex; one that is only turned up in it does not."""
    turned = any(
        other is not None and other.hex == old.hex and other.id not in act.before.markers
        for other in (act.after.markers.get(name) for name in act.markers)
    )
    return (new is None or new.hex != old.hex) and not turned


def arrivals(record: PhaseRecord, kind: str) -> Iterator[tuple[Act, Marker]]:
    """Each marker of the kind that came into a hex in the phase, with the act that brought it."""
    for act in record.acts:
        for name in act.markers:
            old, new = act.before.markers.get(name), act.after.markers.get(name)
            if new is None or not new.hex or new.type.kind != kind or (old is not None and old.hex == new.hex):
                continue
            swapped = old is None and any(
                other is not None and other.hex == new.hex and other.id not in act.after.markers
                for other in (act.before.markers.get(each) for each in act.markers)
            )
            if not swapped:
                yield act, new


def distance(network: Network, one: str, other: str) -> int:
    """Hexes from one to the other."""
    return network.distance(network.index[one], network.index[other])
