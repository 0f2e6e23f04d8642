"""Acts: what players did, one type for each thing they can do, with the positions before and after it.

The types say what an act is; `kind` is the word that packs and the notation have for it. Of a movement that word is its
mode, which the pack names. `path` and `markers` are what any act is about, empty where it is about none.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, fields
from typing import ClassVar, NamedTuple

from adjudicator.errors import Source
from adjudicator.lean import dataclass
from adjudicator.model.pack import MARCH
from adjudicator.model.sequence import Moment
from adjudicator.model.told import Told
from adjudicator.model.units import Marker, Unit
from adjudicator.record.position import Position


@dataclass(frozen=True, slots=True, kw_only=True)
class Act:
    """One thing that a player did."""

    word: ClassVar[str] = ""

    before: Position
    """The position before it."""
    after: Position
    """The position after it."""
    units: tuple[str, ...] = ()
    """The ids of the units that act."""
    player: str = ""
    """Who did it, as the file names him."""
    step: int = 0
    """The step of the log, from 1; 0 in written moves."""
    source: Source = field(default_factory=Source)
    """Where in the file it stands."""
    told: Mapping[str, str] = field(default_factory=Told)
    """What the players said of it besides, by name: odds, die, result."""
    exact: bool = False
    """Whether a person wrote it down as it was done, so that nothing else will do; a log shows only what came of it."""

    def __post_init__(self) -> None:
        if not isinstance(self.told, Told):
            object.__setattr__(self, "told", Told(self.told))

    @property
    def kind(self) -> str:
        """The word that packs and the notation have for such an act."""
        return self.word

    @property
    def side(self) -> str:
        """The side that did it: the player where he is told as one, as in written moves, else whose phase it is."""
        return self.player if self.player in self.before.pack.sides else self.moment.phasing

    @property
    def moment(self) -> Moment:
        return self.before.moment

    @property
    def units_before(self) -> list[Unit]:
        """The units that act, as they were before; without those that nobody knows, or that were not there."""
        known = self.before.units
        return [known[name] for name in self.units if name in known]

    @property
    def path(self) -> tuple[str, ...]:
        """The hexes that it is about, in order: passed, attacked, or where something was put."""
        return ()

    @property
    def markers(self) -> tuple[str, ...]:
        """The ids of the markers that it is about; of a swap the old and the new one."""
        return ()

    @property
    def marker(self) -> Marker | None:
        """The marker that it lays or turns up, as it lies then, or that it takes away, as it lay."""
        return self.after.markers.get(self.markers[-1]) if self.markers else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Travel(Act):
    """Units go from hex to hex."""

    way: tuple[str, ...]
    """The hexes passed, if the record shows them, else both ends."""
    claims: tuple[Claim, ...] = ()
    """The kinds of travel that it may have been, where a log does not say."""
    marker_ids: tuple[str, ...] = ()
    """The ids of markers that travel."""

    @property
    def path(self) -> tuple[str, ...]:
        return self.way

    @property
    def markers(self) -> tuple[str, ...]:
        return self.marker_ids


@dataclass(frozen=True, slots=True, kw_only=True)
class Movement(Travel):
    """Units, or a marker of its own, move in one of the pack's modes. Example: `fr.1inf 0805-0905`."""

    mode: str = MARCH
    """The mode of movement: "move", or a `[mode.NAME]` of movement.toml."""

    @property
    def kind(self) -> str:
        return self.mode


@dataclass(frozen=True, slots=True, kw_only=True)
class Retreat(Travel):
    """Units go back after combat. Example: `retreat fr.1inf 0805-0705`."""

    word: ClassVar[str] = "retreat"

    shown: tuple[tuple[str, int], ...] = ()
    """The faces, from 0, that units of unknown strength turned up later in the phase, by id."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Advance(Travel):
    """Units follow after combat. Example: `advance fr.1inf 0805-0804`."""

    word: ClassVar[str] = "advance"


@dataclass(frozen=True, slots=True, kw_only=True)
class Overrun(Travel):
    """Units move into enemies to overrun them. Example: `overrun fr.1cav 0805-0804 result=success`."""

    word: ClassVar[str] = "overrun"

    was_told: bool = False
    """Whether the players said that it was one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Transfer(Travel):
    """Units go from a box to the map, back, or to another box. Example: `fr.1inf 0805>[Reserve]`."""

    word: ClassVar[str] = "transfer"


@dataclass(frozen=True, slots=True, kw_only=True)
class Shifted(Travel):
    """Markers, or units, are put somewhere else without moving. Example: `shift +fort 0805-0806`."""

    word: ClassVar[str] = "shift"


@dataclass(frozen=True, slots=True, kw_only=True)
class Attack(Act):
    """Units attack hexes. Example: `attack 0804: fr.1inf, fr.2inf die=4`."""

    word: ClassVar[str] = "attack"

    targets: tuple[str, ...]
    """The hexes that are attacked."""
    shown: tuple[tuple[str, int], ...] = ()
    """The faces, from 0, that units of unknown strength turned up later in the phase, by id."""

    @property
    def path(self) -> tuple[str, ...]:
        return self.targets

    @property
    def result(self) -> str:
        """The result as the players told it, in capitals, "" if they did not."""
        return self.told.get("result", "").upper()


@dataclass(frozen=True, slots=True, kw_only=True)
class Declaration(Attack):
    """An attack that is only announced. Example: `attack 0804: fr.1inf declared=yes`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bombardment(Act):
    """Units fire at hexes and stay where they are. Example: `bombard 0804: fr.1art`."""

    word: ClassVar[str] = "bombard"

    targets: tuple[str, ...]
    """The hexes that are fired at."""

    @property
    def path(self) -> tuple[str, ...]:
        return self.targets


@dataclass(frozen=True, slots=True, kw_only=True)
class Demolition(Act):
    """Units blow up a bridge. Example: `demolish 0805-0905: fr.1inf die=4`."""

    word: ClassVar[str] = "demolish"

    bridge: tuple[str, ...]
    """The two hexes between which it lies."""

    @property
    def path(self) -> tuple[str, ...]:
        return self.bridge


@dataclass(frozen=True, slots=True, kw_only=True)
class Repair(Act):
    """Units make a bridge whole again. Example: `repair 0805-0905: fr.1inf`."""

    word: ClassVar[str] = "repair"

    bridge: tuple[str, ...]
    """The two hexes between which it lies."""

    @property
    def path(self) -> tuple[str, ...]:
        return self.bridge


@dataclass(frozen=True, slots=True, kw_only=True)
class Placed(Act):
    """Units come into play. Example: `place fr.1inf 0805`.

    In a log it is a counter that was not there before, out of the palette or a deck. One that comes out of a box off the map
    is a `transfer`: a rule about arrivals names both.
    """

    word: ClassVar[str] = "place"

    where: str
    """The hex or "[box]"; "" for a place that nobody told."""

    @property
    def path(self) -> tuple[str, ...]:
        return (self.where,) if self.where else ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Removed(Act):
    """Units go out of play. Example: `remove fr.1inf`."""

    word: ClassVar[str] = "remove"

    where: str = ""
    """The hex in which the units stood; "" for a place that nobody told."""

    @property
    def path(self) -> tuple[str, ...]:
        return (self.where,) if self.where else ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Flipped(Act):
    """Units are turned over. Example: `flip fr.1inf/2`."""

    word: ClassVar[str] = "flip"

    faces: tuple[int, ...]
    """The faces that show now, from 0, in the order of the units."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StepLoss(Flipped):
    """Units are turned over to a face of fewer steps. Example: `flip fr.1inf/2`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Marked(Act):
    """Units get markers; in the same stroke they may lose others. Example: `mark fr.1inf+disrupted`."""

    word: ClassVar[str] = "mark"

    on: tuple[str, ...]
    """The kinds of marker that the units get."""
    off: tuple[str, ...] = ()
    """The kinds of marker that they lose in the same stroke."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Unmarked(Act):
    """Units lose markers. Example: `unmark fr.1inf+disrupted`."""

    word: ClassVar[str] = "unmark"

    off: tuple[str, ...]
    """The kinds of marker that the units lose."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkerAct(Act):
    """Something is done with markers that lie somewhere of their own, not on a unit."""

    where: str
    """The hex, hexside or box."""
    marker_ids: tuple[str, ...]
    """The ids of the markers; of a swap the old one's and the new one's."""

    @property
    def path(self) -> tuple[str, ...]:
        return (self.where,)

    @property
    def markers(self) -> tuple[str, ...]:
        return self.marker_ids


@dataclass(frozen=True, slots=True, kw_only=True)
class Laid(MarkerAct):
    """Markers are laid on a hex, a hexside or in a box. Example: `lay +fort 0805`."""

    word: ClassVar[str] = "lay"


@dataclass(frozen=True, slots=True, kw_only=True)
class Lifted(MarkerAct):
    """Markers are taken away from a hex, a hexside or a box. Example: `lift +fort 0805`."""

    word: ClassVar[str] = "lift"

    @property
    def marker(self) -> Marker | None:
        return self.before.markers.get(self.marker_ids[0]) if self.marker_ids else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Swapped(MarkerAct):
    """A marker turns into another. Example: `swap +depot.fr.closed+depot.fr.open 0206`."""

    word: ClassVar[str] = "swap"


class OverrunTold(NamedTuple):
    """What a line of chat says of an overrun: who, where, and what came of it."""

    units: tuple[str, ...]
    hex: str
    told: Mapping[str, str]


class DeedTold(NamedTuple):
    """What a line of chat says of what units did last: a die, say."""

    units: tuple[str, ...]
    told: Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Speech(Act):
    """A line of chat. Example: `say hello to all`."""

    word: ClassVar[str] = "say"

    text: str
    """What was said."""
    overrun: OverrunTold | None = None
    """The overrun that it speaks of, if it does."""
    deed: DeedTold | None = None
    """What it tells of a deed before it, if it does."""
    seems: str = ""
    """The kind of act that it looks as if it told, where it was not read as one."""
    unheard: str = ""
    """Why it was not."""
    names: frozenset[str] = frozenset()
    """The ids of the units, and the numbers of the hexes, that it names then."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rolled(Act):
    """Dice fell. Example: `roll 3 4: Attack`."""

    word: ClassVar[str] = "roll"

    dice: tuple[int, ...]
    """What the dice show."""
    text: str = ""
    """The program's line about them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PhaseBegun(Act):
    """A phase begins in which nobody does anything. Example: `turn 2, French combat`."""

    word: ClassVar[str] = "phase"


@dataclass(frozen=True, slots=True, kw_only=True)
class ConditionsTold(Act):
    """Conditions are now as told: weather, stage and the like. Example: `now weather rain`."""

    word: ClassVar[str] = "now"

    conditions: Mapping[str, str]
    """The conditions by name: weather, stage and the like."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ValuesChanged(Act):
    """Numbers that the game keeps are now other ones. Example: `value powder.fr 11`."""

    word: ClassVar[str] = "value"

    values: Mapping[str, str]
    """The numbers by name."""


class Claim(NamedTuple):
    """A travel that a drag on the table may have been: its type, and of a movement the mode."""

    type: type[Travel]
    mode: str = ""

    @property
    def word(self) -> str:
        """The word that packs have for it."""
        return self.mode or self.type.word

    def of(self, act: Travel) -> Travel:
        """A travel taken as this."""
        if type(act) is self.type and act.kind == self.word:
            return act
        common = {name: getattr(act, name) for name in _TRAVEL_FIELDS}
        return Movement(**common, mode=self.mode) if self.type is Movement else self.type(**common)


_TRAVEL_FIELDS = tuple(each.name for each in fields(Travel))

SPOKEN = (Speech, Rolled, PhaseBegun)
"""Acts that move nothing on the table."""


def overrun_of(act: Travel, told: Mapping[str, str], *, was_told: bool) -> Overrun:
    """A travel that turned out to be an overrun, so that it can be nothing else."""
    common = {name: getattr(act, name) for name in _TRAVEL_FIELDS}
    return Overrun(**{**common, "claims": (), "told": told}, was_told=was_told)


def turned_over(act: Flipped) -> Flipped:
    """A flip as the step loss that it is, if its units have fewer steps after it."""
    pairs = ((act.before.units.get(name), act.after.units.get(name)) for name in act.units)
    if not any(old is not None and new is not None and new.steps < old.steps for old, new in pairs):
        return act
    return StepLoss(**{each.name: getattr(act, each.name) for each in fields(Flipped)})
