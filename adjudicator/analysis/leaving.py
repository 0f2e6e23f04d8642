"""How a unit left the map: the act by which it did, out of which hex, and whether an enemy was near."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.lean import dataclass
from adjudicator.model.units import Unit
from adjudicator.record.acts import Act, Travel
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position


@dataclass(frozen=True, slots=True)
class Leaving:
    """The last time in a phase that a unit left the map: by which act, None if none shows it, and out of which hex."""

    record: PhaseRecord
    unit: Unit
    act: Act | None
    hex: str

    def near(self, within: int) -> bool:
        """Whether an enemy on land stood so near when the phase began, as the unit left or at the end, or came by.

        Of a hex that no map knows it may have been.
        """
        network = self.record.start.network
        here = network.index.get(self.hex)
        if here is None:
            return True
        places = {*self._standing(), *self._passing()}
        return any(network.distance(here, network.index[each]) <= within for each in places if each in network.index)

    def _standing(self) -> Iterator[str]:
        there = (self.act.before,) if self.act is not None else ()
        for position in (self.record.start, *there, self.record.end):
            yield from _enemies(position, self.unit)

    def _passing(self) -> Iterator[str]:
        for act in self.record.of(Travel):
            if any(act.before.unit(name).side != self.unit.side for name in act.units):
                yield from act.path


def leaving(record: PhaseRecord, unit: Unit) -> Leaving:
    """How a unit that was on the map left it."""
    for act in reversed(record.acts):
        before, after = act.before.units.get(unit.id), act.after.units.get(unit.id)
        if before is not None and before.hex and not (after is not None and after.hex):
            return Leaving(record, unit, act, before.hex)
    return Leaving(record, unit, None, unit.hex)


def _enemies(position: Position, unit: Unit) -> Iterator[str]:
    for other in position.units.values():
        if other.side != unit.side and other.hex and not other.type.flies and not other.type.afloat:
            yield other.hex
