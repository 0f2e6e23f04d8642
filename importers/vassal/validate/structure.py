"""What is wrong with the parts of a module but its pieces: entries, classes, grids, places, extensions.

Facts: `GameModule.build`, `Builder.create`, `ZonedGrid`, `SetupStack.validate`, `ModuleExtension`, `ExtensionElement`.
"""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.errors import Source
from adjudicator.importers.vassal.buildfile import Component
from adjudicator.importers.vassal.extension import ELEMENT, extend
from adjudicator.importers.vassal.grids import HEX, REGIONS, SQUARE, ZONE, ZONED
from adjudicator.importers.vassal.metadata import build_file_name
from adjudicator.importers.vassal.parts import ANY_BOARD, BOARD, DRAW_PILE, MAP_KINDS, SETUP_STACK, SLOTS
from adjudicator.importers.vassal.validate.box import Box
from adjudicator.importers.vassal.validate.problems import Flaw, Problem
from adjudicator.importers.vassal.wire import sequences
from adjudicator.model.grid import ZonedGrid
from adjudicator.model.module import GameMap
from adjudicator.notes import Note
from adjudicator.words import counted

GRIDS = (HEX, SQUARE, REGIONS, ZONED)


def entries(box: Box) -> Iterator[Problem]:
    """Entries that VASSAL does not find under the name that is meant."""
    version = box.record.metadata.vassal_version if box.record.metadata else ""
    wanted = build_file_name(version)
    if version and wanted != box.record.build_file:
        text = (
            f"'moduledata' names VASSAL {version}, which reads '{wanted}', and only '{box.record.build_file}' is there"
        )
        yield Problem(Flaw.OTHER_BUILD_FILE, "moduledata", text, source=Source(box.archives[0].path.name, "moduledata"))
    for archive in box.archives:
        for name in archive.misnamed:
            text = f"the entry '{name}' has a backslash in its name"
            yield Problem(Flaw.MISNAMED_ENTRY, name, text, source=Source(archive.path.name, name))


def classes(box: Box) -> Iterator[Problem]:
    """Components of classes that are neither VASSAL's nor in the box."""
    absent: dict[str, list[Component]] = {}
    for part in box.parts:
        if "." in part.kind and not part.kind.startswith("VASSAL."):
            entry = part.kind.replace(".", "/").partition("$")[0] + ".class"
            if entry not in box.entries:
                absent.setdefault(part.kind, []).append(part)
    for kind, parts in sorted(absent.items()):
        text = f"class '{kind}' of {counted(len(parts), 'component')} is neither VASSAL's nor in the box"
        yield box.problem(Flaw.ABSENT_CLASS, kind, text, *parts)


def grids(box: Box) -> Iterator[Problem]:
    """Zones that hold nothing, and zones and boards with several grids."""
    for part in box.parts:
        if part.kind not in (ZONE, BOARD, ZONED):
            continue
        name = part.get("name") or part.word
        if part.kind == ZONE:
            points = [pair for pair in sequences.split(part.get("path"), ";") if "," in pair]
            if len(points) < 3:
                text = f"zone '{name}' has {counted(len(points), 'point')} and holds nothing"
                yield box.problem(Flaw.EMPTY_ZONE, name, text, part)
        found = [child for child in part.parts() if child.kind in GRIDS or child.word.endswith("Grid")]
        if len(found) > 1:
            text = f"'{name}' has {len(found)} grids: {', '.join(child.word for child in found)}"
            yield box.problem(Flaw.TWO_GRIDS, name, text, part)


def places(box: Box) -> Iterator[Problem]:
    """At-start stacks and decks whose board or location is not there."""
    maps = {found.name: found for found in box.module.maps}
    for number, part in enumerate(each for each in box.parts if each.kind in MAP_KINDS):
        found = maps.get(part.get("mapName") or f"Map{number}")
        for stack in part.of(SETUP_STACK, DRAW_PILE):
            if found is not None:
                yield from _place(box, found, stack)


def _place(box: Box, found: GameMap, stack: Component) -> Iterator[Problem]:
    board = "" if stack.get("owningBoard") == ANY_BOARD else stack.get("owningBoard")
    name = stack.get("name") or stack.get("deckName") or stack.word
    boards = [each for each in found.boards if not board or each.name == board]
    if board and not boards:
        text = f"'{name}' belongs to the board '{board}', which map '{found.name}' does not have"
        yield box.problem(Flaw.UNKNOWN_BOARD, name, text, stack)
        return
    location = stack.get("location")
    if stack.get("useGridLocation") != "true" or not location or not boards or boards[0].grid is None:
        return
    grid = boards[0].grid
    point = grid.point(location)
    if point is None and isinstance(grid, ZonedGrid):
        point = grid.region_point(location)
    if point is None:
        text = f"'{name}' is to lie at '{location}', which board '{boards[0].name}' does not have"
        yield box.problem(Flaw.UNKNOWN_PLACE, name, text, stack)


def extensions(box: Box) -> Iterator[Problem]:
    """What is wrong with the extensions of a module, or with one alone."""
    ids: dict[str, str] = {}
    for record, archive in zip(
        box.record.extensions, box.archives[-len(box.record.extensions) or None :], strict=False
    ):
        entry = next((name for name in ("buildFile.xml", "buildFile") if name in archive.names), "")
        source = Source(record.file, entry, record.build.offset)
        identity = record.build.get("extensionId")
        if not identity or identity in ids:
            why = "has no id" if not identity else f"has the id '{identity}', which '{ids[identity]}' has too"
            yield Problem(Flaw.EXTENSION_ID, record.file, f"extension '{record.file}' {why}", source=source)
        ids.setdefault(identity, record.file)
        yield from _numbers(box, record.build, identity)
        wanted = record.build.get("module")
        if box.module.name and wanted and record.build.get("anyModule") != "true" and wanted != box.module.name:
            text = f"extension '{record.file}' was made for the module '{wanted}', not for '{box.module.name}'"
            yield Problem(Flaw.FOREIGN_EXTENSION, record.file, text, source=source)
        if box.module.name:
            yield from _targets(box, record.build)


def _numbers(box: Box, build: Component, identity: str) -> Iterator[Problem]:
    slots = [part for part in build.walk() if part.kind in SLOTS and part.get("gpid")]
    foreign = [part for part in slots if identity and not part.get("gpid").startswith(f"{identity}:")]
    if foreign:
        count = counted(len(foreign), "piece")
        text = f"{count} of the extension with a gpid that does not begin with its id '{identity}:'"
        yield box.problem(Flaw.FOREIGN_GPID, foreign[0].get("gpid"), text, *foreign)


def _targets(box: Box, build: Component) -> Iterator[Problem]:
    """Components that find no place in the module."""
    for child in build.parts():
        if child.kind == ELEMENT:
            notes: list[Note] = []
            extend(box.record.build, Component(build.kind, children=(child,)), notes, Source())
            for note in notes:
                yield box.problem(Flaw.EXTENSION_TARGET, note.subject, note.text, *child.children)
