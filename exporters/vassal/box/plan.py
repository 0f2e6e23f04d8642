"""What goes into a module made from a pack: slots, prototypes, boards, boxes, turn track, properties. Nothing is drawn."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from itertools import product
from math import ceil, gcd, sqrt

from adjudicator.errors import WriteError
from adjudicator.exporters.theatre_map import MapSheet, MapStyle, TheatreLayout, draw_theatre
from adjudicator.exporters.vassal.box import traits
from adjudicator.exporters.vassal.box.holders import Holders, card_traits, hand_point, plan_holders
from adjudicator.exporters.vassal.box.sending import Boxes
from adjudicator.exporters.vassal.box.traits import Chain
from adjudicator.lean import cached_property, dataclass
from adjudicator.model.binding import Binding
from adjudicator.model.notation import hexside_of
from adjudicator.model.pack import Pack
from adjudicator.model.theatre import Theatre
from adjudicator.model.units import MarkerType, UnitType

MAIN_MAP = "Main Map"
BOX_MAP = "Boxes"
BOARD = "Map"
BOX_BOARD = "Boxes"
MOST_TURNS_TRACKED = 60
MANY_BOXES = 24
"""More boxes than this stand in a block for each side: in one they would be a long narrow strip."""
VASSAL_VERSION = "3.7.12"


@dataclass(frozen=True, slots=True)
class BoxSlot:
    """A slot of the module: the unit or marker type, its gpid, images per face, and its traits as the slot keeps them."""

    id: str
    gpid: str
    name: str
    images: tuple[str, ...]
    chain: Chain
    unit: UnitType | None = None
    marker: MarkerType | None = None


@dataclass(frozen=True, slots=True)
class Offmap:
    """A box off the map: its name and its rectangle on the board of boxes."""

    name: str
    box: tuple[int, int, int, int]

    @property
    def centre(self) -> tuple[int, int]:
        left, top, right, bottom = self.box
        return (left + right) // 2, (top + bottom) // 2


@dataclass(frozen=True, slots=True)
class SetupText:
    """A set-up in the notation of positions; it becomes a predefined save."""

    name: str
    lines: tuple[str, ...]
    description: str = ""

    @property
    def file(self) -> str:
        """The entry of the module that holds it."""
        word = "".join(char if char.isalnum() else "-" for char in self.name.lower()).strip("-")
        return f"setup-{word or 'start'}.vsav"


@dataclass(frozen=True)
class PlannedModule:
    """A module as planned.

    `phases` are the texts of the turn tracker's phase level, in the order of the sequence; `properties` the global
    properties with the values that each may take (none named: any).
    """

    name: str
    version: str
    pack: Pack
    theatre: Theatre
    sheet: MapSheet
    height: int
    slots: tuple[BoxSlot, ...]
    prototypes: Mapping[str, Chain]
    sides: Mapping[str, str]
    boxes: tuple[Offmap, ...]
    box_size: tuple[int, int]
    phases: tuple[str, ...]
    tracker: str
    levels: tuple[str, str]
    properties: Mapping[str, tuple[str, ...]]
    setups: tuple[SetupText, ...] = ()
    counter_size: int = 64
    by_type: Mapping[str, BoxSlot] = field(default_factory=dict)
    holders: Holders = field(default_factory=Holders)

    @property
    def layout(self) -> TheatreLayout:
        return self.sheet.layout

    def slot(self, type_id: str) -> BoxSlot:
        """The slot of a unit or marker type; WriteError if the box has none."""
        found = self.by_type.get(type_id)
        if found is None:
            raise WriteError(f"the module has no slot for '{type_id}'")
        return found

    def expanded(self, slot: BoxSlot) -> Chain:
        """The traits of a piece of that slot as saves have them: prototypes replaced by their traits."""
        return tuple(self._expand(slot.chain))

    def spot(self, place: str) -> tuple[str, int, int]:
        """Map and point of a hex number, a hexside or a "[box]"; WriteError if there is no such place."""
        if place.startswith("["):
            name = place.strip("[]").casefold()
            hand = next((each.name for each in self.holders.hands if each.name.casefold() == name), "")
            if hand:
                return (hand, *hand_point(self.counter_size))
            found = next((box for box in self.boxes if box.name.casefold() == name), None)
            if found is None:
                raise WriteError(f"the module has no box {place}; it has {', '.join(box.name for box in self.boxes)}")
            return (BOX_MAP, *found.centre)
        if place in self.theatre.by_number:
            return (MAIN_MAP, *self.layout.pixel(self.theatre.at(place).at))
        return (MAIN_MAP, *middle(*(self.layout.pixel(at) for at in hexside_of(place, self.theatre))))

    def phase_text(self, phase_id: str) -> str:
        """What the turn tracker calls a phase."""
        ids = [phase.id for phase in self.pack.header.sequence.phases]
        return self.phases[ids.index(phase_id)]

    def _expand(self, chain: Chain) -> Iterator[tuple[str, str]]:
        for kind, state in chain:
            if kind.startswith("prototype;"):
                yield from self._expand(self.prototypes[kind.removeprefix("prototype;")][:-1])
            else:
                yield kind, state

    @cached_property
    def images(self) -> dict[str, tuple[BoxSlot, int]]:
        """Every counter image with the slot and the face that it shows."""
        return {image: (slot, face) for slot in self.slots for face, image in enumerate(slot.images)}


def plan_box(
    pack: Pack,
    theatre: Theatre,
    *,
    style: MapStyle | None = None,
    height: int = 100,
    name: str = "",
    version: str = "",
    boxes: Sequence[str] = (),
    setups: Sequence[SetupText] = (),
) -> PlannedModule:
    """Plan a module; `boxes` are names of places off the map beyond those for each side and turn."""
    binding = pack.bindings.get("vassal", Binding())
    named = {side: text for text, side in binding.sides.items()}
    sides = {faction.id: named.get(faction.id, faction.name) for faction in pack.header.factions}
    counter = max(24, round(height * 0.64))
    bound = dict(_bound_boxes(binding))
    holders = plan_holders(pack, sides, bound)
    slots = tuple(_slots(pack, sides, holders))
    named_boxes = dict.fromkeys((*_box_names(pack, sides), *boxes, *bound))
    for hand in holders.hands:
        named_boxes.pop(hand.name, None)
    offmap, box_size = _offmap(tuple(named_boxes), counter, tuple(sides.values()))
    places = Boxes(BOX_MAP, BOX_BOARD, tuple(named_boxes))
    turn = binding.turn
    return PlannedModule(
        name=name or f"{pack.header.title} - {theatre.title}",
        version=version or pack.header.edition or "1",
        pack=pack,
        theatre=theatre,
        sheet=draw_theatre(theatre, style, height),
        height=height,
        slots=slots,
        prototypes=_prototypes(pack, sides, counter, binding, places) | _card_prototypes(sides, holders, places),
        sides=sides,
        boxes=offmap,
        box_size=box_size,
        phases=_phase_texts(pack, binding),
        tracker=turn.tracker or "Turn",
        levels=(turn.turn_level or "Turn", turn.phase_level or "Phase"),
        properties=dict(sorted(_properties(pack, binding))),
        setups=tuple(setups),
        counter_size=counter,
        by_type={slot.id: slot for slot in slots},
        holders=holders,
    )


def middle(one: tuple[int, int], other: tuple[int, int]) -> tuple[int, int]:
    """The point half way between two: that of a hexside, from the centres of its hexes."""
    return (one[0] + other[0]) // 2, (one[1] + other[1]) // 2


def prototype_of(kind: str) -> str:
    """The name of the prototype of a unit class."""
    return f"Unit {kind}"


def layer_of(marker: MarkerType) -> str:
    """The drawing layer of a marker: under the units if it lies on the ground (tag "hex", without "stacked")."""
    return "ground" if "hex" in marker.tags and "stacked" not in marker.tags else "units"


def _properties(pack: Pack, binding: Binding) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The module's global properties: conditions with the values that the pack knows, numbers that the game keeps."""
    yield from ((name, ()) for name in binding.values.values())
    yield from ((name, pack.header.conditions.get(condition, ())) for condition, name in binding.conditions.items())


def _slots(pack: Pack, sides: Mapping[str, str], holders: Holders) -> Iterator[BoxSlot]:
    """One slot per type, in the pack's order; gpids count from 1."""
    number = 0
    for unit in pack.units.values():
        number += 1
        images = tuple(f"{_file(unit.id)}-{face}.png" for face in range(1, len(unit.faces) + 1))
        name = unit.name or unit.id
        yield BoxSlot(unit.id, str(number), name, images, _unit_chain(unit, sides, images, str(number)), unit=unit)
    for marker in pack.markers.values():
        number += 1
        image = f"marker-{_file(marker.id)}.png"
        like = f"Card {sides.get(marker.side, marker.side)}" if holders.keeps(marker) else "Marker"
        chain = _marker_chain(marker, image, str(number), like)
        yield BoxSlot(marker.id, str(number), marker.name or marker.id, (image,), chain, marker=marker)


def _file(word: str) -> str:
    """An id as a file name."""
    return "".join(char if char.isalnum() or char in ".-_" else "_" for char in word)


def _unit_chain(unit: UnitType, sides: Mapping[str, str], images: tuple[str, ...], gpid: str) -> Chain:
    marks = {"PackUnit": unit.id, "Size": unit.size, "Formation": unit.formation, "Nation": unit.nation}
    chain = [
        traits.prototype("Counter"),
        traits.prototype(f"Side {sides.get(unit.side, unit.side)}"),
        traits.prototype(prototype_of(unit.kind)),
        traits.marks(marks),
    ]
    if len(images) > 1:
        chain += [traits.step_layer(images), traits.face(len(images))]
    return (*chain, traits.piece(images[0], unit.name or unit.id, gpid))


def _marker_chain(marker: MarkerType, image: str, gpid: str, like: str) -> Chain:
    marks = {"PackMarker": marker.id, "PackLayer": layer_of(marker)}
    return (
        traits.prototype(like),
        traits.marks(marks),
        *((traits.off_grid(),) if marker.on_hexside else ()),
        traits.piece(image, marker.name or marker.id, gpid),
    )


def _prototypes(pack: Pack, sides: Mapping[str, str], counter: int, binding: Binding, boxes: Boxes) -> dict[str, Chain]:
    """Prototypes by name: what all counters do, what a side's do, what a unit class is."""
    end = traits.piece("", "", "")
    made: dict[str, Chain] = {
        "Counter": (*traits.counter_traits(counter), *_rotator(binding), end),
        "Marker": (traits.clone(), traits.delete(), *boxes.sending(), end),
    }
    for side, name in sides.items():
        sent = boxes.sending(eliminated(name), [other for other in sides.values() if other != name])
        made[f"Side {name}"] = (*sent, traits.mask(f"mask-{_file(side)}.png"), traits.marks({"Side": name}), end)
    for kind, movement in sorted({(unit.kind, unit.movement_class) for unit in pack.units.values()}):
        # A class whose units move in different ways keeps the first; the pack decides by PackUnit, not by this mark.
        made.setdefault(
            prototype_of(kind),
            (traits.marks({"Class": kind, "Movement": movement, "PackLayer": "units"}), end),
        )
    for extra in sorted({unit.side for unit in pack.units.values()} - set(sides)):
        made[f"Side {extra}"] = (traits.mask("mask-.png"), traits.marks({"Side": extra}), end)
    return made


def _card_prototypes(sides: Mapping[str, str], holders: Holders, boxes: Boxes) -> dict[str, Chain]:
    """What the cards of each side can do that has a deck or a hand."""
    made: dict[str, Chain] = {}
    for side, name in sides.items():
        hand = next((each.name for each in holders.hands if each.owner == name), "")
        if hand or any(deck.owner == name for deck in holders.decks):
            sent = boxes.sending("", [other for other in sides.values() if other != name])
            chain = card_traits(name, card_back(side), hand, sent)
            made[f"Card {name}"] = (*chain, traits.piece("", "", ""))
    return made


def card_back(side: str) -> str:
    """The picture of the backs of a side's cards."""
    return f"card-back-{_file(side)}.png"


def _rotator(binding: Binding) -> Chain:
    """The trait by which counters are turned, if it says something in the game how they lie."""
    turns = gcd(360, *(round(facing.degrees) for facing in binding.facings))
    return (traits.rotator(360 // turns),) if binding.facings else ()


def _phase_texts(pack: Pack, binding: Binding) -> tuple[str, ...]:
    """The phases as the tracker names them: as the binding has it, else by name, else (two of one name) by id."""
    phases = pack.header.sequence.phases
    bound = {phase: text for text, phase in binding.turn.phases.items()}
    names = [phase.name for phase in phases]
    texts = (bound.get(phase.id) or (phase.name if names.count(phase.name) == 1 else phase.id) for phase in phases)
    return tuple(texts)


def _box_names(pack: Pack, sides: Mapping[str, str]) -> Iterator[str]:
    for name in sides.values():
        yield f"{name} reserve"
        yield f"{name} reinforcements"
        yield eliminated(name)
    sequence = pack.header.sequence
    if 0 < sequence.last_turn - sequence.first_turn < MOST_TURNS_TRACKED:
        yield from (f"Turn {turn}" for turn in range(sequence.first_turn, sequence.last_turn + 1))


def eliminated(side: str) -> str:
    """The box of a side's dead."""
    return f"{side} eliminated"


def _bound_boxes(binding: Binding) -> Iterator[tuple[str, str]]:
    """The boxes that the binding calls by plain names, or by names with a choice of words: "(Axis|Soviet) Force Pool".

    Each comes with what the pack calls it.
    """
    for pattern, meant in binding.boxes.items():
        if re.fullmatch(r"(?:[\w ]|\([\w ]+(?:\|[\w ]+)*\))+", pattern):
            choices = (part.strip("()").split("|") for part in re.findall(r"\([^)]*\)|[^(]+", pattern))
            yield from (("".join(words), meant) for words in product(*choices))


def _blocks(names: Sequence[str], sides: Sequence[str]) -> list[list[str]]:
    """The names by side, in the order of the sides, and what belongs to none of them after the first."""
    own = {side: [name for name in names if name.startswith(f"{side} ")] for side in sides}
    rest = [name for name in names if not any(name in block for block in own.values())]
    first, *others = own.values()
    return [block for block in (first, rest, *others) if block]


def _offmap(
    names: Sequence[str], counter: int, sides: Sequence[str] = ()
) -> tuple[tuple[Offmap, ...], tuple[int, int]]:
    """The boxes laid out: large ones for pieces in rows of three, then the turn track in a row of small ones.

    Where there are many, each side has its own block of three columns, with those that are nobody's between them.
    """
    gap, top = round(counter * 0.25), round(counter * 1.2)
    large = [name for name in names if not name.startswith("Turn ")]
    small = [name for name in names if name.startswith("Turn ")]
    wide, tall = counter * 6, counter * 3
    blocks = _blocks(large, sides) if len(large) > MANY_BOXES else [large]
    columns = sum(max(1, min(3, len(block))) for block in blocks)
    width = max(columns * (wide + gap), counter * 8) + gap
    placed: list[Offmap] = []
    y, left = top, gap
    for block in blocks:
        across = max(1, min(3, len(block)))
        for nth, name in enumerate(block):
            x, at = left + nth % across * (wide + gap), top + nth // across * (tall + gap)
            placed.append(Offmap(name, (x, at, x + wide, at + tall)))
            y = max(y, at + tall + gap)
        left += across * (wide + gap)
    if small:
        across = max(1, min(len(small), (width - gap) // round(counter * 1.5)))
        across = min(across, ceil(sqrt(len(small) * 4)))
        side = (width - gap) // across - gap
        deep = min(side, round(counter * 1.7))
        for index, name in enumerate(small):
            x = gap + (index % across) * (side + gap)
            at = y + (index // across) * (deep + gap)
            placed.append(Offmap(name, (x, at, x + side, at + deep)))
        y += ceil(len(small) / across) * (deep + gap)
    return tuple(placed), (width, y)
