"""Global properties and turn trackers of a game from elsewhere as parts of a VASSAL module, and the names that files can hold.

Facts: `GlobalProperty`, `ZoneProperty`, `TurnTracker`, `CounterTurnLevel`, `ListTurnLevel`; XML 1.0 for what a name may be.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field

from lxml import etree

from adjudicator.exporters.vassal.box.parts import MODULE
from adjudicator.importers.vassal.wire import sequences
from adjudicator.importers.vassal.wire.commands import NamedCommand, encode
from adjudicator.lean import dataclass
from adjudicator.model.module import GameMap
from adjudicator.model.state import GameState, TurnTracker

PROPERTIES = MODULE + "properties."
TURN = MODULE + "turn."
WHOLE_GAME = "Module"


def holdable(text: str) -> str:
    """The text without what XML cannot hold."""
    return "".join(each for each in text if _holdable(each))


def said(text: str) -> str:
    """The text without control characters and backslashes, by which commands are told apart."""
    return "".join(each for each in text if each >= " " and each != "\\" and _holdable(each))


def _holdable(character: str) -> bool:
    return (character in "\t\n\r" or character >= " ") and not (
        "\ud800" <= character <= "\udfff" or character in "\ufffe\uffff"
    )


def apart(names: Iterable[str], clean: Mapping[str, str]) -> dict[str, str]:
    """Every name with what it is called when cleaned, no two the same."""
    called: dict[str, str] = {}
    for name in names:
        wanted = clean[name]
        number = 2
        while wanted in called.values():
            wanted, number = f"{clean[name]} {number}", number + 1
        called[name] = wanted
    return called


@dataclass
class Properties:
    """Which global properties the module gets, by its own containers: the module, a map, or "map:zone"."""

    state: GameState
    maps: Iterable[tuple[str, GameMap]]
    values: dict[tuple[str, str], str] = field(default_factory=dict)
    homeless: list[str] = field(default_factory=list)
    unclean: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        containers = {WHOLE_GAME: WHOLE_GAME, **{found.name: called for called, found in self.maps}}
        for (container, name), value in self.state.properties.items():
            key, kept = (containers.get(container, ""), said(name)), said(value)
            subject = f"{container}.{name}"
            if not key[0] or not key[1] or key in self.values:
                self.homeless.append(subject)
                continue
            self.values[key] = kept
            if key != (container, name) or kept != value:
                self.unclean.append(subject)

    def write(self, parent: etree._Element, container: str) -> None:
        """The part that defines a container's properties, if it has any."""
        found = {name: value for (where, name), value in self.values.items() if where == container}
        group = etree.SubElement(parent, PROPERTIES + "GlobalProperties") if found else None
        for name, value in found.items():
            if group is not None:
                given = {"description": "", "initialValue": value, "isNumeric": "false", "max": "100", "min": "0"}
                etree.SubElement(group, PROPERTIES + "GlobalProperty", {**given, "name": name, "wrap": "false"})

    def commands(self) -> list[str]:
        return [
            encode(NamedCommand("property", (name, value, container)))
            for (container, name), value in self.values.items()
        ]


def write_tracker(parent: etree._Element, tracker: TurnTracker) -> None:
    """A tracker that begins at these values: numbers count on, of words there is only the one that stands there."""
    levels = [said(name) for name, _ in tracker.values]
    wording = " ".join(f"$level{number}$" for number in range(1, len(levels) + 1))
    given = {"name": said(tracker.name), "buttonText": "Turn", "tooltip": "Turn", "turnFormat": wording}
    given |= {"hotkey": "", "icon": "", "nexthotkey": "", "prevhotkey": "", "reportFormat": "$newTurn$", "length": "-1"}
    part = etree.SubElement(parent, TURN + "TurnTracker", dict(sorted(given.items())))
    for name, (_, value) in zip(levels, tracker.values, strict=True):
        common = {"name": name, "property": name, "turnFormat": "$value$"}
        if counts(value):
            more = {"start": value, "incr": "1", "loop": "false", "loopLimit": "-1"}
            part = etree.SubElement(part, TURN + "CounterTurnLevel", {**common, **more})
        else:
            more = {
                "list": sequences.join([said(value)], ","),
                "configList": "false",
                "configFirst": "false",
                "prompt": "",
            }
            part = etree.SubElement(part, TURN + "ListTurnLevel", {**common, **more})


def counts(value: str) -> bool:
    """Whether a turn's value is a whole number as the engine writes one."""
    digits = value.removeprefix("-")
    return digits.isascii() and digits.isdecimal() and len(digits) < 10 and str(int(value)) == value


def tracker_holds(tracker: TurnTracker) -> bool:
    return all(said(text) == text for text in (tracker.name, *(text for value in tracker.values for text in value)))
