"""Extensions: components added to a module's tree, at the top or at a path (VASSAL's `ExtensionElement`)."""

from __future__ import annotations

from adjudicator.errors import Source
from adjudicator.importers.vassal.buildfile import Component
from adjudicator.importers.vassal.wire import sequences
from adjudicator.lean import replace
from adjudicator.notes import Note, NoteKind

ELEMENT = "VASSAL.build.module.ExtensionElement"
LONGEST_PATH = 100


def extend(module: Component, extension: Component, notes: list[Note], source: Source) -> Component:
    """The module's tree with everything an extension adds, in the extension's order."""
    for child in extension.parts():
        if child.kind != ELEMENT:
            module = _with_child(module, child)
            continue
        for added in child.parts():
            extended = _added(module, _steps(child.get("target")), added)
            if extended is None:
                text = f"the module has no component '{child.get('target')}'; {added} of the extension is left out"
                notes.append(Note(NoteKind.MISSING, str(added), text, source))
            else:
                module = extended
    return module


def _steps(path: str) -> tuple[tuple[str, str | None], ...]:
    """Class and configure name (None if the step has none) of each step of a path (`ComponentPathBuilder`)."""
    if not path:
        return ()
    steps = []
    for step in sequences.split(path, "/")[:LONGEST_PATH]:
        kind, *names = sequences.split(step, ":")
        steps.append((kind, names[0] if names else None))
    return tuple(steps)


def _added(parent: Component, steps: tuple[tuple[str, str | None], ...], added: Component) -> Component | None:
    """The parent with the component added at the end of the path, None if the path leads nowhere."""
    if not steps:
        return _with_child(parent, added)
    (kind, name), rest = steps[0], steps[1:]
    exact = [i for i, child in enumerate(parent.children) if child.kind == kind and child.name == (name or "")]
    for index in [*exact[:1], *(i for i, child in enumerate(parent.children) if child.kind == kind)]:
        child = _added(parent.children[index], rest, added)
        if child is not None:
            return _with_changed(parent, index, child)
    return None


def _with_child(parent: Component, child: Component) -> Component:
    return replace(parent, children=(*parent.children, child))


def _with_changed(parent: Component, index: int, child: Component) -> Component:
    return replace(parent, children=(*parent.children[:index], child, *parent.children[index + 1 :]))
