"""The lines of a binding, compiled: which counter is which unit or marker of the pack, and which side of it is up."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from adjudicator.lean import dataclass
from adjudicator.model.binding import Binding
from adjudicator.model.counters import Counter
from adjudicator.model.pack import NO_SIDE, Pack
from adjudicator.model.units import MarkerType, UnitType
from adjudicator.patterns import Matcher, matcher


@dataclass(frozen=True, slots=True)
class BindingLine:
    """One line of a binding, compiled."""

    rule: Binding.CounterRule
    plain: tuple[tuple[str, Matcher], ...]
    properties: tuple[tuple[str, Matcher], ...]

    @classmethod
    def of(cls, rule: Binding.CounterRule) -> BindingLine:
        given = (("name", rule.name), ("slot", rule.slot), ("slot_id", rule.slot_id), ("image", rule.image))
        return cls(
            rule,
            tuple((key, matcher(pattern)) for key, pattern in given if pattern is not None),
            tuple((key, matcher(pattern)) for key, pattern in rule.properties.items()),
        )

    def groups(self, counter: Counter) -> dict[str, str] | None:
        """What its patterns' groups caught, None if it does not fit."""
        found: dict[str, str] = {}
        for key, pattern in self.plain:
            match = next((hit for word in _words(counter, key) if (hit := pattern.fullmatch(word))), None)
            if match is None:
                return None
            found |= {name: text for name, text in match.groupdict().items() if text is not None}
        for key, pattern in self.properties:
            match = pattern.fullmatch(counter.properties.get(key, ""))
            if match is None:
                return None
            found |= {name: text for name, text in match.groupdict().items() if text is not None}
        return found


@dataclass(frozen=True, slots=True)
class Identity:
    """What a counter turned out to be: exactly one of the first three, or unknown with `why`.

    `a_unit`: it is a unit by its line in the binding, though nobody knows which, or no line fits it: then it may be one.
    """

    unit: UnitType | None = None
    marker: MarkerType | None = None
    ignored: bool = False
    face: int = 0
    why: str = ""
    hexside: str = ""
    a_unit: bool = False


def _words(counter: Counter, key: str) -> Iterable[str]:
    """What a counter has to be compared with a pattern for its name, slot or image."""
    match key:
        case "name":
            return (counter.name,)
        case "slot":
            return counter.slot, counter.design.name
        case "slot_id":
            return (counter.slot,)
        case _:
            return _images(counter)


def _images(counter: Counter) -> Iterator[str]:
    """The images that the counter shows now: its own and those of its layers."""
    if counter.design.image:
        yield counter.design.image
    for layer, level in zip(counter.design.layers, counter.levels, strict=False):
        if 0 < level <= len(layer.images) and layer.images[level - 1]:
            yield layer.images[level - 1]


def _filled(template: str, caught: Mapping[str, str]) -> str:
    return re.sub(r"\{(\w+)\}", lambda match: caught.get(match[1], ""), template)


def _face(counter: Counter, rule: Binding.CounterRule, faces: int) -> int | None:
    """The side that is up, None if the counter shows one that the pack does not have.

    A property counts from 1. A layer with one image per face shows them in order; one with an image fewer than there are
    faces covers the first face when active (a plain flip).
    """
    if faces == 1 or not (rule.face_property or rule.face_layer):
        return 0
    if rule.face_property:
        text = counter.properties.get(rule.face_property, "1")
        return int(text) - 1 if text.isdigit() and 1 <= int(text) <= faces else None
    pairs = zip(counter.design.layers, counter.levels, strict=False)
    found = next(((layer, level) for layer, level in pairs if layer.name == rule.face_layer), None)
    if found is None:
        return 0
    layer, level = found
    shown = max(level, 0)
    face = shown if len(layer.images) < faces else max(shown - 1, 0)
    return face if face < faces else None


def looks_alike(one: Counter, other: Counter) -> bool:
    """Whether nothing that a line asks for differs: a counter that was only moved stays what it was."""
    return (
        one.design is other.design
        and one.levels == other.levels
        and one.name == other.name
        and one.slot == other.slot
        and one.properties == other.properties
    )


def known_by(lines: Iterable[BindingLine], pack: Pack, counter: Counter) -> Identity:
    """What the first line that fits a counter says it is."""
    fits = first_of(lines, counter)
    if fits is None:
        return Identity(why="no line of the binding fits it", a_unit=True)
    line, wanted = fits
    if line.rule.ignore:
        return Identity(ignored=True)
    if line.rule.marker:
        marker = pack.markers.get(wanted)
        if marker is None:
            return Identity(why=f"the pack lists no marker '{wanted}'")
        return Identity(marker=marker, hexside=line.rule.hexside)
    unit = pack.units.get(wanted)
    if unit is None:
        return Identity(why=f"the pack lists no unit '{wanted}'", a_unit=True)
    if unit.side == NO_SIDE and len(pack.sides) > 1:
        return Identity(why="whose it is is not known", a_unit=True)
    face = _face(counter, line.rule, len(unit.faces))
    if face is None:
        return Identity(why=f"which side of {unit.id} is up cannot be told", a_unit=True)
    return Identity(unit=unit, face=face)


def first_of(lines: Iterable[BindingLine], counter: Counter) -> tuple[BindingLine, str] | None:
    """The first line that fits a counter, and the id of the unit or marker that it names; "" where the counter is ignored."""
    for line in lines:
        caught = line.groups(counter)
        if caught is not None:
            return line, "" if line.rule.ignore else _filled(line.rule.unit or line.rule.marker, caught)
    return None
