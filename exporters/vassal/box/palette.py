"""The window from which counters are taken: by side, then by type; types of which there are few stand together.

Each type is a list beside the counter that is chosen in it: nothing else in a palette scrolls, and what has no room is drawn one
upon the other (`PanelWidget`, `ListWidget`).
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from lxml import etree

from adjudicator.exporters.theatre_map.style import pretty
from adjudicator.exporters.vassal.box.parts import MODULE, WIDGET, add
from adjudicator.exporters.vassal.box.plan import BoxSlot, PlannedModule
from adjudicator.importers.vassal.wire.chains import join_chain
from adjudicator.importers.vassal.wire.commands import AddPiece, encode

FEWEST = 4
"""A type of fewer counters has no list of its own."""
MOST_TABS = 7
"""More lists than this are chosen from a menu instead of by tabs."""
WIDTH, HEIGHT = 640, 360
"""Of a list; VASSAL halves them beside the chat."""


def add_palette(root: etree._Element, box: PlannedModule) -> None:
    """The palette of a module, markers last."""
    window = add(
        root, MODULE + "PieceWindow", name="Pieces", text="Pieces", icon="/images/counter.gif", hotkey="", hidden="false",
        scale="1.0", defaultWidth="0", tooltip="Show or hide the counters",
    )  # fmt: skip
    tabs = add(window, WIDGET + "TabWidget", entryName="Counters")
    for side, slots in _by_side(box).items():
        types = tuple(_types(slots))
        kind = "TabWidget" if len(types) <= MOST_TABS else "BoxWidget"
        inner = add(tabs, WIDGET + kind, entryName=box.sides.get(side, side))
        for title, shown in types:
            _list(inner, title, shown, box)
    dealt = {card for deck in box.holders.decks for card in deck.cards}
    markers = [slot for slot in box.slots if slot.marker and slot.id not in dealt]
    if markers:
        _list(tabs, "Markers", markers, box)


def slot_text(slot: BoxSlot) -> str:
    """A slot's definition: an AddPiece command without an id."""
    return encode(AddPiece("null", *join_chain(list(slot.chain))))


def _by_side(box: PlannedModule) -> dict[str, list[BoxSlot]]:
    found: dict[str, list[BoxSlot]] = {side: [] for side in box.sides}
    for slot in box.slots:
        if slot.unit:
            found.setdefault(slot.unit.side, []).append(slot)
    return {side: slots for side, slots in found.items() if slots}


def _types(slots: Sequence[BoxSlot]) -> Iterator[tuple[str, Sequence[BoxSlot]]]:
    """Each type with its counters in the order of their names; what is rare comes last, together."""
    kinds: dict[str, list[BoxSlot]] = defaultdict(list)
    for slot in slots:
        kinds[slot.unit.kind if slot.unit else ""].append(slot)
    rare = [slot for found in kinds.values() if len(found) < FEWEST for slot in found]
    for kind, found in kinds.items():
        if len(found) >= FEWEST:
            yield pretty(kind), sorted(found, key=_counted)
    if rare:
        yield "Others" if len(rare) < len(slots) else "Counters", rare


def _counted(slot: BoxSlot) -> tuple[bool, int, str]:
    """The order of names by the number that they begin with, the unnumbered last."""
    number = re.match(r"\d+", slot.name)
    return number is None, int(number[0]) if number else 0, slot.name


def _list(parent: etree._Element, name: str, slots: Sequence[BoxSlot], box: PlannedModule) -> None:
    divider = str(box.counter_size + 40)
    made = add(
        parent,
        WIDGET + "ListWidget",
        entryName=name,
        divider=divider,
        height=str(HEIGHT),
        scale="1.0",
        width=str(WIDTH),
    )
    size = str(box.counter_size)
    often = Counter(slot.name for slot in slots)
    for slot in slots:
        title = _told_apart(slot) if often[slot.name] > 1 else slot.name
        entry = add(made, WIDGET + "PieceSlot", entryName=title, gpid=slot.gpid, height=size, width=size)
        entry.text = slot_text(slot)


def _told_apart(slot: BoxSlot) -> str:
    """The name of a counter whose name others in the list have, with what it belongs to."""
    home = (slot.unit.formation or pretty(slot.unit.nation)) if slot.unit else ""
    return f"{slot.name} ({home})" if home else slot.name
