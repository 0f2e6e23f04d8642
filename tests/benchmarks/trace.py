"""How right the tracer's proposals are: `python -m tests.benchmarks trace`, or `python tests/benchmarks/trace.py [SHARED]`.

Our own theatres are drawn in three styles and scanned, three examples of each kind are marked at random, and what is
proposed is compared with the theatre: at once, and after a person has corrected twenty. The same is done with invented
boards, drawn in other ways, and the time is taken on a large one. SHARED (../shared/data) is where the Ragnarok scan lies
with its terrain by eye; without it that part is left out. Times are those of the processor, if nothing else is said.
"""

from __future__ import annotations

import json
import sys
import time
import zipfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from adjudicator.model.grid import HexGrid
from adjudicator.model.theatre import load_theatre
from adjudicator.tracing.board import survey
from adjudicator.tracing.lattice import HexCell
from adjudicator.tracing.proposals import KindVocabulary, TracedLayer, hexside
from adjudicator.tracing.tracer import Tracer
from tests.drawn_boards.drawing import draw_theatre
from tests.drawn_boards.foreign import FOREIGN
from tests.drawn_boards.kept_back import KEPT_BACK, Kept, campaign
from tests.drawn_boards.person import Truth, correct, kind_right, mark_examples, terrain_right
from tests.drawn_boards.strange import STRANGE
from tests.drawn_boards.style import STYLES, Style
from tests.drawn_boards.theatres import PACKS, PRINTED, Printed
from tests.drawn_boards.unlike import UNLIKE
from tests.helpers import ROOT

CORRECTIONS = 20
SEED = 1
SEEDS = (1, 2)
Means = dict[TracedLayer, float]
SHARED = ROOT.parent / "shared" / "data"
RAGNAROK = "vassal/ragnarok"


def drawn(printed: Printed, style: Style) -> Kept:
    """One theatre in one style."""
    theatre = load_theatre(PACKS / printed.folder)
    terrains = tuple(sorted({entry.terrain for entry in theatre.hexes.values()}))
    words = KindVocabulary(terrains, tuple(printed.along), tuple(printed.across))
    name = f"{Path(printed.folder).name}, {style.name}"
    return Kept(name, draw_theatre(theatre, printed, style, seed=5), words, Truth.of(theatre))


def measured(kept: Kept) -> tuple[Means, Means]:
    """A board: a line of times, one of terrain, one for each kind; its means before and after the corrections."""
    board, words, truth = kept.drawn, kept.words, kept.truth
    start = time.process_time()
    tracer = Tracer(survey(board.pixels, board.cells), words)
    mark_examples(tracer, truth, SEED)
    for layer in TracedLayer:
        tracer.proposals(layer)
    took = time.process_time() - start
    print(f"{kept.name}: {len(board.cells)} hexes proposed in {took:.1f} s")
    before, at_first = figures(tracer, truth), means(tracer, truth)
    corrected = correct(tracer, truth, CORRECTIONS)
    print(
        f"  with three examples of each -> after {corrected} corrections; learnt again in {again(tracer, truth):.2f} s"
    )
    for was, now in zip(before, figures(tracer, truth), strict=True):
        print(f"  {was} -> {now.split(': ')[1]}")
    return at_first, means(tracer, truth)


def means(tracer: Tracer, truth: Truth) -> Means:
    """The share of hexes that are right, and F1 over all hexsides of a layer's kinds."""
    found: Means = {TracedLayer.TERRAIN: terrain_right(tracer, truth)}
    for layer in (TracedLayer.HEXSIDE, TracedLayer.LINE):
        kinds = tracer.vocabulary.kinds(layer)
        said = {(each.subject, each.kind) for each in tracer.proposals(layer) if each.present}
        said |= {(mark.subject, mark.kind) for mark in tracer.marks if mark.kind in kinds and mark.present}
        there = {(subject, kind) for kind in kinds for subject in truth.has(kind)}
        if kinds:
            found[layer] = 2 * len(said & there) / (len(said) + len(there))
    return found


def group(title: str, boards: Iterable[Kept]) -> None:
    """Some boards, and what they come to on the mean and at the worst."""
    print(title)
    both = [measured(each) for each in boards]
    for place, when in enumerate(("with three examples of each", f"after {CORRECTIONS} corrections")):
        for layer in TracedLayer:
            values = [each[place][layer] for each in both if layer in each[place]]
            print(f"{title} {when}: {layer} {sum(values) / len(values):.3f}, at the worst {min(values):.3f}")


def figures(tracer: Tracer, truth: Truth) -> list[str]:
    """A line for the terrain and for every other kind."""
    lines = [f"{'terrain':14}: {terrain_right(tracer, truth):.1%} right"]
    for layer in (TracedLayer.HEXSIDE, TracedLayer.LINE):
        for kind in tracer.vocabulary.kinds(layer):
            score = kind_right(tracer, truth, layer, kind)
            lines.append(f"{f'{kind} ({score.count})':14}: precision {score.precision:.3f} recall {score.recall:.3f}")
    return lines


def again(tracer: Tracer, truth: Truth) -> float:
    """The longest that one more mark in any layer takes until its proposals stand again."""
    longest = 0.0
    for layer in TracedLayer:
        if not (listed := tracer.proposals(layer)):
            continue
        start = time.process_time()
        tracer.mark(truth.correction(listed[0]))
        tracer.proposals(layer)
        longest = max(longest, time.process_time() - start)
        tracer.unmark(listed[0].subject, truth.correction(listed[0]).kind)
    return longest


def large() -> None:
    """How long a board of 1,500 hexes with six kinds takes: the image, the proposals, and those after one more mark."""
    kept = campaign(SEED, 50, 30)
    clock, spent = time.perf_counter(), time.process_time()

    def passed() -> str:
        nonlocal clock, spent
        before, clock, spent = (clock, spent), time.perf_counter(), time.process_time()
        return f"{clock - before[0]:.1f} s by the clock, {spent - before[1]:.1f} s of the processor"

    board = survey(kept.drawn.pixels, kept.drawn.cells)
    print(f"  {len(kept.drawn.cells)} hexes: their image looked at in {passed()}")
    tracer = Tracer(board, kept.words)
    mark_examples(tracer, kept.truth, SEED)
    for layer in TracedLayer:
        tracer.proposals(layer)
    print(f"  proposed in {passed()}; learnt again in {again(tracer, kept.truth):.2f} s")


def ragnarok(folder: Path) -> None:
    """A real scan: corrections for the whole map, and what becomes of the hexes that the eye could not settle."""
    told = json.loads((folder / "terrain-by-eye.json").read_text(encoding="utf-8"))
    with zipfile.ZipFile(folder / "ragnarok-exploded.vmod") as module:
        image = module.read(told["image"])
    truth, block = eye(told), set(told["block"])
    board = survey(image, by_eye(told))
    for seed in range(1, 4):
        tracer = Tracer(
            board, KindVocabulary(*(tuple(told["classes"][each]) for each in ("terrain", "hexsides", "lines")))
        )
        mark_examples(tracer, truth, seed)
        at_first = [each for each in tracer.proposals(TracedLayer.TERRAIN) if each.doubtful]
        listed = {each.subject[0] for each in at_first}
        held = len(listed & set(told["unsure"]))
        counts = {layer: reviewed(tracer, truth, layer, block) for layer in TracedLayer}
        print(f"  examples {seed}: " + ", ".join(f"{layer} {count}" for layer, count in counts.items()), end="")
        print(f" = {sum(counts.values())} corrections;", end=" ")
        print(f"{held} of {len(told['unsure'])} unsure hexes among {len(listed)} doubtful")


def reviewed(tracer: Tracer, truth: Truth, layer: TracedLayer, block: set[str]) -> int:
    """How many corrections a layer takes until all that the eye settled is right (hexsides: inside the block)."""
    count = 0
    while True:
        settled = [
            each
            for each in tracer.proposals(layer)
            if (each.subject in truth.terrain if layer is TracedLayer.TERRAIN else block.issuperset(each.subject))
        ]
        wrong = next((each for each in settled if not truth.agrees(each)), None)
        if wrong is None:
            return count
        tracer.mark(truth.correction(wrong))
        count += 1


def eye(told: dict[str, Any]) -> Truth:
    """What the eye settled; hexsides only where both hexes are in the block that was looked at."""
    block = set(told["block"])
    sides: dict[tuple[str, ...], set[str]] = {}
    for one, other, kind in told["hexsides"] + told["lines"]:
        if {one, other} <= block:
            sides.setdefault(hexside(one, other), set()).add(kind)
    terrain = {(number,): entry["terrain"] for number, entry in told["hexes"].items()}
    return Truth(terrain, {subject: frozenset(kinds) for subject, kinds in sides.items()})


def by_eye(told: dict[str, Any]) -> list[HexCell]:
    """The hexes with their places, by the module's grid."""
    grid = told["grid"]
    hexes = HexGrid(grid["dx"], grid["dy"], grid["x0"], grid["y0"], grid["sideways"])
    at = {number: (entry["x"], entry["y"]) for number, entry in told["hexes"].items()}
    at |= {number: tuple(xy) for number, xy in (told["unsure_xy"] | told["block_xy"]).items()}
    return [HexCell(number, hexes.axial(*hexes.hex(x, y)), x, y) for number, (x, y) in sorted(at.items())]


def main(shared: Path) -> None:
    group("Our own theatres,", (drawn(printed, style) for printed in PRINTED for style in STYLES))
    group("Boards kept back,", (board(seed) for board in KEPT_BACK for seed in SEEDS))
    group("Boards unlike those,", (board(seed) for board in UNLIKE for seed in SEEDS))
    group("Boards hard to read,", (board(seed) for board in STRANGE for seed in SEEDS))
    group("Boards never tuned on,", (board(seed) for board in FOREIGN for seed in SEEDS))
    print("A large board:")
    large()
    if (shared / RAGNAROK).is_dir():
        print("Ragnarok, a scan, until all that the eye settled is right:")
        ragnarok(shared / RAGNAROK)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else SHARED)
