"""A counter as a chain of traits: what conceals it, its layers, labels and rotators, its properties, its picture."""

from __future__ import annotations

import hashlib
from collections.abc import Callable

from adjudicator.exporters.pictures import kind_of
from adjudicator.exporters.sides import Cutter
from adjudicator.exporters.vassal.bookkeeping import said
from adjudicator.exporters.vassal.box.buildfile import number
from adjudicator.exporters.vassal.box.traits import piece, trait
from adjudicator.exporters.vassal.elements import rgb
from adjudicator.importers.vassal.wire import sequences
from adjudicator.lean import replace
from adjudicator.model.counters import Counter, Design, Layer
from adjudicator.model.module import Module

ENDINGS = {"png": ".png", "jpeg": ".jpg", "gif": ".gif", "svg": ".svg", "bmp": ".bmp"}


class ChainWriter:
    """Writes chains of traits. `files` are the pictures that they name, by their names in the module."""

    def __init__(self, module: Module | None) -> None:
        self._image: Callable[[str], bytes | None] = module.image if module else lambda _name: None
        self._cutter = Cutter(self._image)
        self._sides = module.sides if module else ()
        self._pictures: dict[str, str] = {}
        self.files: dict[str, bytes] = {}

    def chain(self, counter: Counter, gpid: str) -> list[tuple[str, str]]:
        """The traits of a counter, outermost first: what conceals it, what it looks like from the top, its properties."""
        design = counter.design
        chain: list[tuple[str, str]] = []
        if not design.stacks:
            chain.append(trait("immob;", ("", "N", "N", "")))
        if counter.hidden_by in self._sides:
            chain.append(trait("hide;", ("", "", "", "side:", "", "", "false"), (counter.hidden_by,)))
        if counter.masked_by in self._sides or design.mask:
            owner = counter.masked_by if counter.masked_by in self._sides else "null"
            tokens = (
                "",
                self.picture(design.mask),
                "Mask",
                "I",
                said(design.mask_name) or "?",
                "side:",
                "",
                "",
                "false",
                "",
                "",
            )
            chain.append(trait("obs;", tokens, (owner, "")))
        if counter.moved:
            tokens = ("", "0", "0", "Mark moved", "", "", "true", "", "", "", "")
            chain.append(trait("markmoved;", tokens, ("true",)))
        chain.extend(reversed([self._part(counter, *part) for part in _parts(design)]))
        properties = {said(name): said(value) for name, value in counter.properties.items() if name and value}
        if properties:
            chain.append(trait("mark;", tuple(properties), tuple(properties.values())))
        image = self.picture(design.image) or self._stand_in(counter)
        return [*chain, piece(image, said(counter.name), gpid)]

    def picture(self, name: str) -> str:
        """The file name of a picture in the module, "" if the source has no such picture."""
        if name and name not in self._pictures:
            data = self._image(name)
            self._pictures[name] = self._keep(data) if data is not None else ""
        return self._pictures.get(name, "")

    def _part(self, counter: Counter, word: str, index: int) -> tuple[str, str]:
        design = counter.design
        if word == "layer":
            level = counter.levels[index] if index < len(counter.levels) else -1
            return self._layer(design.layers[index], level)
        if word == "rotator":
            angle = counter.angles[index] if index < len(counter.angles) else 0.0
            return _rotator(design.rotations[index], angle)
        label = design.labels[index]
        text = counter.texts[index] if index < len(counter.texts) else ""
        tokens = (
            *("", "", str(label.size), rgb(label.background), rgb(label.colour), label.vertical),
            *(str(label.offset[1]), label.horizontal, str(label.offset[0]), label.vertical_justify),
            *(label.horizontal_justify, "$pieceName$", "Dialog", "1" if label.bold else "0", f"{label.rotation:.0f}"),
            *(said(label.name) or "TextLabel", "", "false"),
        )
        return trait("label;", tokens, (said(text),))

    def _layer(self, layer: Layer, level: int) -> tuple[str, str]:
        images = [self.picture(name) for name in layer.images]
        names = _level_names(layer, level)
        tokens = (
            *("", "0", "", "", "0", "", "", "0", "", "", "", "1", "false", str(layer.offset[0]), str(layer.offset[1])),
            sequences.join(images, ","),
            sequences.join(names, ","),
            *("true", said(layer.name), "", "", "true" if layer.follows else "false", said(layer.follows), "1", "1"),
            *("true" if layer.always_active else "false", "70,130", "", "", "", number(layer.scale), "", "true"),
        )
        return trait("emb2;", tokens, (str(level), ""))

    def _stand_in(self, counter: Counter) -> str:
        """A plain picture for a counter whose own is elsewhere; a counter that is made of layers alone needs none."""
        if any(self.picture(name) for layer in counter.design.layers for name in layer.images):
            return ""
        return self._keep(self._cutter.cut(replace(counter, masked_by="", hidden_by="")).front)

    def _keep(self, data: bytes) -> str:
        name = hashlib.sha256(data).hexdigest()[:20] + ENDINGS.get(kind_of(data), "")
        self.files[name] = data
        return name


def _parts(design: Design) -> list[tuple[str, int]]:
    """What lies over the picture, from the bottom; parts that the design does not name come last."""
    said = [
        (word, int(index)) for word, _, index in (part.partition(":") for part in design.parts) if index.isdecimal()
    ]
    counts = {"layer": len(design.layers), "label": len(design.labels), "rotator": len(design.rotations)}
    every = [(word, index) for word, count in counts.items() for index in range(count)]
    kept = [each for each in said if each in every]
    # The reader counts layers, labels and rotators from the inside, so each kind must come in its order.
    queues = {word: iter(range(count)) for word, count in counts.items()}
    ordered = [*kept, *(each for each in every if each not in kept)]
    return [(word, next(queues[word])) for word, _ in ordered]


def _rotator(count: int, angle: float) -> tuple[str, str]:
    """A free rotator turns counter-clockwise; another counts its facings clockwise."""
    if count <= 1:
        return trait("rotate;", ("1", "", "Rotate", "", "", "Rotate", "", "", "", "", "false"), (number(-angle),))
    index = round(angle * count / 360.0) % count
    return trait("rotate;", (str(count), "", "", "", "", "", "", "Rotate", "", "", "", "", "false"), (str(index),))


def _level_names(layer: Layer, level: int) -> list[str]:
    """What the levels call the counter; the one that shows says nothing, since the counter has its name of it already."""
    names = [said(name) for name in [*layer.names, *[""] * len(layer.images)][: len(layer.images)]]
    shown = min(abs(level), len(names)) - 1
    return ["" if layer.follows or index == shown else name for index, name in enumerate(names)]
