"""What each pair of formats loses, as the page `docs/conversions.md` lists it: made from what the writers declare."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.exporters import FORMATS, Format, tabletop_simulator, zuntzu
from adjudicator.exporters.losses import WHOLE, Aspect, Holds, LossKind

TARGETS = tuple(each for each in FORMATS if each.holds is not None)
"""The formats that hold games and boxes."""

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
        "Made by `adjudicator.exporters.conversions.matrix`; a test keeps this page in step with what the writers declare.",
        "`convert` prints the account of each conversion, `--report` writes it with every subject's name. Nothing is fetched",
        "and no script is run; players' ids stay behind. Coordinates: a pixel of the map is a pixel of a VASSAL board, 1/50",
        "unit in Tabletop Simulator and four of ZunTzu's places (a scan of 150 dpi).",
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


def _holds(source: str, target: Format) -> Holds:
    """What a writer declares for a source: a format written back to itself keeps all that it said."""
    own: Mapping[tuple[str, str], Holds] = {
        ("VASSAL", "VASSAL"): WHOLE,
        ("Tabletop Simulator", "Tabletop Simulator"): tabletop_simulator.OWN,
        ("ZunTzu", "ZunTzu"): zuntzu.OWN,
    }
    return own.get((source, target.name), target.holds or {})


def _sorted(source: str, gives: frozenset[Aspect], target: Format) -> dict[LossKind, list[tuple[Aspect, str]]]:
    found: dict[LossKind, list[tuple[Aspect, str]]] = {fate: [] for fate in LossKind}
    holds = _holds(source, target)
    for aspect in Aspect:
        if aspect in gives:
            fate, text = holds.get(aspect, (LossKind.DROPPED, "no place for it"))
            found[fate].append((aspect, text))
    return found


def _cell(source: str, gives: frozenset[Aspect], target: Format) -> str:
    return " / ".join(str(len(each)) for each in _sorted(source, gives, target).values())


def _listed(source: str, gives: frozenset[Aspect], target: Format) -> list[str]:
    found = _sorted(source, gives, target)
    lines = ["carried: " + (", ".join(aspect.value for aspect, _ in found[LossKind.CARRIED]) or "nothing")]
    for fate in (LossKind.APPROXIMATED, LossKind.DROPPED):
        lines += [f"- {fate.value}: {aspect.value} ({text})" for aspect, text in found[fate]]
    return [lines[0], "", *lines[1:]] if len(lines) > 1 else lines


if __name__ == "__main__":
    import sys

    sys.stdout.write(matrix())
