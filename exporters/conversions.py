"""Every target of a conversion: which endings ask for it, what it holds, and how it is written with an account of losses.

What was read from VASSAL goes back by VASSAL's own writer, everything else by `translated`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from adjudicator.errors import Source, WriteError
from adjudicator.notes import Note
from exporters import geojson, native, tables, tabletop_simulator, zuntzu
from exporters.losses import Aspect, Content, Fate, Holds, LossReport, from_notes, survey
from exporters.vassal import savegame, translated
from exporters.vassal.fresh import is_vassal
from exporters.vassal.module import write_back

Export = Callable[[Content, Path, str], LossReport]

WHOLE: Holds = dict.fromkeys(Aspect, (Fate.CARRIED, ""))
NATIVE_BOX: Holds = {
    **WHOLE,
    Aspect.EXTRAS: (
        Fate.DROPPED,
        "the box's pictures and other files stay in its own file, which the document names by its hash",
    ),
}


@dataclass(frozen=True, slots=True)
class Target:
    """A format to convert into. `endings` are of whole file names; `holds` is what its writer declares."""

    name: str
    endings: tuple[str, ...]
    holds: Holds
    export: Export


def target_of(path: Path) -> Target | None:
    """The target that a file's name asks for, None if it asks for none; the longest ending counts."""
    name = path.name.lower()
    fitting = [(len(ending), each) for each in TARGETS for ending in each.endings if name.endswith(ending)]
    return max(fitting, key=lambda each: each[0])[1] if fitting else None


def convert(content: Content, path: Path, source: str = "") -> LossReport:
    """Write the content in the format that the file's name asks for, all or nothing; the report tells what was lost."""
    found = target_of(path)
    if found is None:
        endings = ", ".join(ending for each in TARGETS for ending in each.endings)
        raise WriteError(f"'{path.name}' ends in none of {endings}", Source(str(path)))
    return found.export(content, path, source)


def _vassal(content: Content, path: Path, source: str) -> LossReport:
    """What VASSAL wrote goes back as it was read; a game for a VASSAL module is cut from its slots; else all is made anew."""
    ending = path.suffix.lower()
    log, state, module = content.log, content.state, content.module
    own = state is not None and is_vassal(state)
    box = module is not None and "vassal" in module.carried
    if ending == ".vlog":
        if log is None:
            raise WriteError("a log wants a log: only a recorded session has steps", Source(str(path)))
        notes: tuple[Note, ...] = savegame.write_log(log, path, module=module if box else None)
        return from_notes(Content(None, state, log), notes, source, "VASSAL")
    if state is not None and ending == ".vsav" and (own or box):
        made = savegame.write_save(state, path, module=module)
        return from_notes(Content(None, state, None), made, source, "VASSAL")
    if own:
        raise WriteError("a game is no module; give the module itself, or a .vsav to write to", Source(str(path)))
    if ending == ".vsav" and state is None:
        raise WriteError("a save wants a game, this is only a box", Source(str(path)))
    if box and module is not None:
        write_back(module, path)
        return from_notes(Content(module), (), source, "VASSAL")
    return translated.export(content, path, source)


def _native(content: Content, path: Path, source: str) -> LossReport:
    """A document holds a game or a box; a game's box is a document of its own."""
    body = content.log or content.state or content.module
    if body is None:
        raise WriteError("there is nothing to write", Source(str(path)))
    native.write(body, path)
    if body is content.module:
        found = "vassal" in body.carried
        holds = NATIVE_BOX if found else {**NATIVE_BOX, Aspect.EXTRAS: (Fate.DROPPED, "what only its own file holds")}
        return survey(Content(content.module), holds, source=source, target="adjudicator JSON")
    return survey(Content(None, content.state, content.log), WHOLE, source=source, target="adjudicator JSON")


TARGETS: tuple[Target, ...] = (
    Target("VASSAL", (".vmod", ".vsav", ".vlog"), translated.HOLDS, _vassal),
    Target("adjudicator JSON", (".json",), WHOLE, _native),
    Target(tabletop_simulator.NAME, (".tts.json",), tabletop_simulator.FOREIGN, tabletop_simulator.export),
    Target(zuntzu.NAME, (".ztb", ".zts"), zuntzu.FOREIGN, zuntzu.export),
    Target(geojson.NAME, (".geojson",), geojson.HOLDS, geojson.export),
    Target(tables.NAME, (".csv",), tables.HOLDS, tables.export),
)

GIVES: Mapping[str, frozenset[Aspect]] = {
    "VASSAL": frozenset(Aspect),
    "adjudicator JSON": frozenset(Aspect) - {Aspect.EXTRAS},
    "Tabletop Simulator": frozenset(Aspect)
    - {
        Aspect.TEXTS,
        Aspect.TRAILS,
        Aspect.GLOBALS,
        Aspect.SEATS,
        Aspect.SETUPS,
        Aspect.STEPS,
        Aspect.DECK_PLACES,
    },
    "ZunTzu": frozenset(Aspect)
    - {
        Aspect.GRIDS,
        Aspect.DECK_PLACES,
        Aspect.DECKS,
        Aspect.TEXTS,
        Aspect.PROPERTIES,
        Aspect.CONCEALMENT,
        Aspect.TRAILS,
        Aspect.GLOBALS,
        Aspect.TRACKERS,
        Aspect.STEPS,
    },
    "CyberBoard": frozenset(Aspect)
    - {
        Aspect.SETUPS,
        Aspect.STACKS,
        Aspect.TEXTS,
        Aspect.CONCEALMENT,
        Aspect.TRAILS,
        Aspect.GLOBALS,
        Aspect.TRACKERS,
        Aspect.SEATS,
    },
}
"""What each format that we read can say, in the model's aspects."""


def matrix() -> str:
    """The page of all pairs, for `docs/conversions.md`."""
    lines = [
        "# Conversions",
        "",
        "Made by `exporters.conversions.matrix`; a test keeps this page in step with what the writers declare. `convert`",
        "prints the account of each conversion, `--report` writes it with every subject's name. Nothing is fetched and no",
        "script is run; players' ids stay behind. Coordinates: a pixel of the map is a pixel of a VASSAL board, 1/50 unit in",
        "Tabletop Simulator and four of ZunTzu's places (a scan of 150 dpi).",
        "",
        "| from | " + " | ".join(each.name for each in TARGETS) + " |",
        "|---|" + "---|" * len(TARGETS),
    ]
    for source, gives in GIVES.items():
        cells = [_cell(source, gives, target) for target in TARGETS]
        lines.append(f"| {source} | " + " | ".join(cells) + " |")
    lines += ["", "Counted are aspects of the model: carried / approximated / dropped. The lists:", ""]
    for source, gives in GIVES.items():
        lines += [f"## From {source}", ""]
        for target in TARGETS:
            lines += [f"### {source} to {target.name}", "", *_listed(source, gives, target), ""]
    return "\n".join(lines).rstrip() + "\n"


def _holds(source: str, target: Target) -> Holds:
    """What a writer declares for a source: a format written back to itself keeps all that it said."""
    own: Mapping[tuple[str, str], Holds] = {
        ("VASSAL", "VASSAL"): WHOLE,
        ("Tabletop Simulator", "Tabletop Simulator"): tabletop_simulator.OWN,
        ("ZunTzu", "ZunTzu"): zuntzu.OWN,
    }
    return own.get((source, target.name), target.holds)


def _sorted(source: str, gives: frozenset[Aspect], target: Target) -> dict[Fate, list[tuple[Aspect, str]]]:
    found: dict[Fate, list[tuple[Aspect, str]]] = {fate: [] for fate in Fate}
    holds = _holds(source, target)
    for aspect in Aspect:
        if aspect in gives:
            fate, text = holds.get(aspect, (Fate.DROPPED, "no place for it"))
            found[fate].append((aspect, text))
    return found


def _cell(source: str, gives: frozenset[Aspect], target: Target) -> str:
    return " / ".join(str(len(each)) for each in _sorted(source, gives, target).values())


def _listed(source: str, gives: frozenset[Aspect], target: Target) -> list[str]:
    found = _sorted(source, gives, target)
    lines = ["carried: " + (", ".join(aspect.value for aspect, _ in found[Fate.CARRIED]) or "nothing")]
    for fate in (Fate.APPROXIMATED, Fate.DROPPED):
        lines += [f"- {fate.value}: {aspect.value} ({text})" for aspect, text in found[fate]]
    return [lines[0], "", *lines[1:]] if len(lines) > 1 else lines


if __name__ == "__main__":
    import sys

    sys.stdout.write(matrix())
