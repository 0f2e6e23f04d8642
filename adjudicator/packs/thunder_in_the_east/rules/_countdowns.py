"""The countdown that an event brings with it."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.findings import Finding
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import Said, say
from adjudicator.words import article, either

CAME = say("came here")


def countdown_owed(record: PhaseRecord, number: str, event: tuple[str, Said], value: int) -> Iterator[Finding]:
    """A breach where no countdown of this value lies in a hex at the end; the event is whose name did what."""
    there = (marker for marker in record.end.markers_at(number) if marker.type.kind == "countdown")
    found = [marker.type.value for marker in there]
    if value not in found:
        shown = say("there is {found}", either(map(str, found))) if found else say("there is none")
        because = say(
            "{name} {what}, which brings {owes} marker of {value}; {shown}",
            *(*event, article("countdown"), value, shown),
        )
        yield Finding((number,), because, owed=not found)
