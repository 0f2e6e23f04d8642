"""Small positions for tests of the series' own checks: markers of any value and side, concealed counters, blank hexes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from adjudicator.findings import Finding
from adjudicator.model.known import YES, Known
from adjudicator.model.network import Network
from adjudicator.model.sequence import Moment, Phase
from adjudicator.model.theatre import Theatre
from adjudicator.model.units import Marker, MarkerType
from adjudicator.record.acts import Act
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position, Unidentified

HERE = Path(__file__).parent


def counter(name: str, kind: str, at: str, *, side: str = "red", value: int = 0, tags: str = "") -> Marker:
    """A marker of its own; "0101-0102" puts it on a hexside."""
    here, _, beyond = at.partition("-")
    key = MarkerType(id=kind, kind=kind, side=side, value=value, tags=frozenset(tags.split()))
    return Marker(name, key, here, value=value, beyond=beyond)


def with_blank(given: Theatre, *numbers: str) -> Theatre:
    """The map with these hexes blank: terrain and hexsides are not drawn yet."""
    hexes = {
        at: replace(entry, terrain="blank", tags=frozenset()) if entry.number in numbers else entry
        for at, entry in given.hexes.items()
    }
    return replace(given, hexes=hexes)


def concealed(at: Position, number: str) -> Position:
    """The position with a counter in a hex that could be anything."""
    return replace(at, unidentified=(*at.unidentified, Unidentified("c1", "?", number, number, "concealed")))


def at_moment(at: Position, turn: int, phase: str = "", side: str = "red", **conditions: str) -> Position:
    """The position at another moment; no phase is one that nobody knows."""
    stage = Phase(id=phase, name=phase, kind=phase, side=side) if phase else None
    return replace(at, moment=Moment(turn, stage, tuple(sorted(conditions.items()))))


def with_values(at: Position, values: Mapping[str, str]) -> Position:
    """The position with numbers that the game keeps."""
    return replace(at, values=at.values.update(values))


def phase_of(start: Position, *acts: Act, end: Position | None = None) -> PhaseRecord:
    """A phase from a position through acts to another position, that after the last act if it is not given."""
    return PhaseRecord(start, end or (acts[-1].after if acts else start), acts)


def faults(found: object) -> list[Known]:
    """Whether each breach is one, those that are none left out."""
    return [each.broken for each in breaches(found) if each.broken.possible]


def breaches(found: object) -> list[Finding]:
    """The breaches that are some, or may be."""
    return [each for each in found if each.broken.possible]  # type: ignore[attr-defined]


def sure(found: object) -> int:
    """How many breaches there are for certain; AssertionError if any is open."""
    answers = faults(found)
    assert all(answer == YES for answer in answers), answers
    return len(answers)


def missing(found: object) -> tuple[str, ...]:
    """What one open breach names as missing; AssertionError if there is another, or a sure one."""
    (answer,) = faults(found)
    assert answer.is_open
    return answer.missing


def network(given: Theatre) -> Network:
    """The network of a map."""
    return Network.of(given)
