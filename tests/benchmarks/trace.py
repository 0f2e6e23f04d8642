"""How right the tracer's proposals are: `python -m tests.benchmarks trace`, or `python tests/benchmarks/trace.py [SHARED]`.

Our own theatres are drawn in three styles and scanned, three examples of each kind are drawn at random, and whatever the
page's own `ask` asks is answered by what is printed: what is drawn and proposed is compared with the theatre at once, after
twenty answers of all layers together, and when nothing is asked any more, then of what is drawn alone. The same is done with
invented boards, drawn in other ways. A table holds the certainty of the first proposals against the truth. Time and memory
are taken on large boards. SHARED (../shared/data) is where the Ragnarok scan lies with its terrain by eye; without it that
part is left out. Times are those of the processor, if nothing else is said.
"""

from __future__ import annotations

import json
import resource
import sys
import threading
import time
import zipfile
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from itertools import pairwise
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from adjudicator.model.grid import HexGrid
from adjudicator.model.theatre import load_theatre
from adjudicator.tracing.lattice import BoardLayout, HexCell
from adjudicator.tracing.proposals import KindVocabulary, TracedLayer, hexside
from tests.drawn_boards.at_the_page import Page, png
from tests.drawn_boards.drawing import draw_theatre
from tests.drawn_boards.foreign import FOREIGN
from tests.drawn_boards.kept_back import KEPT_BACK, Kept, campaign
from tests.drawn_boards.person import Truth
from tests.drawn_boards.strange import STRANGE
from tests.drawn_boards.style import STYLES, Style
from tests.drawn_boards.theatres import PACKS, PRINTED, Printed
from tests.drawn_boards.unlike import UNLIKE
from tests.helpers import SHARED as MATERIAL

ANSWERS = 20
SEED = 1
SEEDS = (1, 2)
SEEDS_OF_A_SCAN = range(1, 6)
CERTAIN = (0.0, 0.5, 0.8, 0.9, 0.95, 0.98, 0.99, 1.01)
"""Bounds of the certainties that are held against the truth together."""
Means = dict[TracedLayer, float]
Certainties = list[tuple[TracedLayer, bool, float, bool]]
SHARED = MATERIAL / "data"
RAGNAROK = "vassal/ragnarok"
LARGE = (50, 30), (96, 79)
"""Columns and rows of large boards."""


def drawn(printed: Printed, style: Style) -> Kept:
    """One theatre in one style."""
    theatre = load_theatre(PACKS / printed.folder)
    terrains = tuple(sorted({entry.terrain for entry in theatre.hexes.values()}))
    words = KindVocabulary(terrains, tuple(printed.along), tuple(printed.across))
    name = f"{Path(printed.folder).name}, {style.name}"
    return Kept(name, draw_theatre(theatre, printed, style, seed=5), words, Truth.of(theatre))


def measured(kept: Kept, seed: int, seen: Certainties) -> tuple[Means, Means]:
    """A board: a line of answers and times, one for each layer and kind; its means before and after twenty answers."""
    with TemporaryDirectory() as folder:
        picture = png(kept.drawn.pixels), kept.drawn.cells
        return asked(kept.name, Page.of(Path(folder) / "map", picture, kept.words, kept.truth), seed, seen)


def asked(name: str, page: Page, seed: int, seen: Certainties) -> tuple[Means, Means]:
    """The same of a map at the page."""
    start = time.process_time()
    page.examples(seed)
    before, at_first = figures(page), means(page)
    took = time.process_time() - start
    seen += page.certainties()
    first = page.answer("all", ANSWERS)
    after, later = figures(page), means(page)
    count = first + page.answer("all")
    twice = sum(each > 1 for each in page.asked.values())
    print(
        f"{name}, examples {seed}: proposed in {took:.1f} s; after {first} answers in brackets; nothing is asked after {count},"
    )
    print(f"  {twice} of them twice, {time.process_time() - start:.1f} s; then drawn: {drawn_alone(page)}")
    for was, now in zip(before, after, strict=True):
        print(f"  {was} ({now.split(': ')[1]})")
    return at_first, later


def layers(page: Page) -> list[TracedLayer]:
    """The layers of which a map has kinds."""
    return [layer for layer in TracedLayer if page.words.kinds(layer)]


def means(page: Page) -> Means:
    """The share of hexes that are right, and F1 over all hexsides of a layer's kinds."""
    return {layer: page.right(layer) for layer in layers(page)}


def drawn_alone(page: Page) -> str:
    """The same of what is drawn, without what is proposed."""
    return ", ".join(f"{layer} {page.right(layer, drawn_alone=True):.3f}" for layer in layers(page))


def group(title: str, boards: Iterable[Kept], seen: Certainties) -> None:
    """Some boards, and what they come to on the mean and at the worst."""
    print(title)
    both = [measured(each, SEED, seen) for each in boards]
    for place, when in enumerate(("with three examples of each", f"after {ANSWERS} answers")):
        for layer in TracedLayer:
            values = [each[place][layer] for each in both if layer in each[place]]
            print(f"{title} {when}: {layer} {sum(values) / len(values):.3f}, at the worst {min(values):.3f}")


def figures(page: Page) -> list[str]:
    """A line for the terrain and for every other kind."""
    lines = [f"{'terrain':14}: {page.right(TracedLayer.TERRAIN):.1%} right"]
    for layer in (TracedLayer.HEXSIDE, TracedLayer.LINE):
        for kind in page.words.kinds(layer):
            score = page.score(layer, kind)
            lines.append(f"{f'{kind} ({score.count})':14}: precision {score.precision:.3f} recall {score.recall:.3f}")
    return lines


def certainties(seen: Certainties) -> None:
    """How many of the first proposals of each certainty are right."""
    for layer in TracedLayer:
        for present, what in ((True, "there"), (False, "not there")):
            mine = [(certain, right) for of, there, certain, right in seen if of is layer and there is present]
            parts = []
            for low, high in pairwise(CERTAIN):
                some = [(certain, right) for certain, right in mine if low <= certain < high]
                if some:
                    said, so = (sum(each[at] for each in some) / len(some) for at in (0, 1))
                    parts.append(f"{said:.3f}: {so:.3f} of {len(some)}")
            if parts:
                print(f"  {layer} said to be {what}: " + "; ".join(parts))


def large(columns: int, rows: int) -> None:
    """How long a large board with six kinds takes until the first question, after an answer, and how much memory that is."""
    with TemporaryDirectory() as folder:
        kept = campaign(SEED, columns, rows)
        Path(folder, "board.png").write_bytes(png(kept.drawn.pixels))
        told = kept.drawn.cells, kept.words, kept.truth
        with ProcessPoolExecutor(1, get_context("spawn")) as alone:
            print(f"  {len(kept.drawn.cells)} hexes: " + alone.submit(looked_at, Path(folder), told).result())


def looked_at(folder: Path, told: tuple[Any, ...]) -> str:
    """A large board asked about in a process of its own, in words."""
    cells, words, truth = told
    page = Page.of(folder / "map", ((folder / "board.png").read_bytes(), cells), words, truth)
    page.examples(SEED)
    before, clock, spent = resident(), time.perf_counter(), time.process_time()
    seen = [before]
    done = threading.Event()
    watcher = threading.Thread(target=watch, args=(seen, done), daemon=True)
    watcher.start()
    page.proposer.ask("all")
    line = f"asked in {time.perf_counter() - clock:.1f} s by the clock, {time.process_time() - spent:.1f} s of the processor"
    spent = time.process_time()
    page.answer("all", 5)
    again = (time.process_time() - spent) / 5
    done.set()
    return f"{line}; an answer more {again:.2f} s; {max(seen)} MB at the most, {before} MB before it began"


def watch(seen: list[int], done: threading.Event) -> None:
    """Note every few milliseconds how much memory this process has."""
    while not done.wait(0.01):
        seen.append(resident())


def resident() -> int:
    """The memory that this process has now, in MB: the most that it had would count what it was forked from."""
    return int(Path("/proc/self/statm").read_text(encoding="utf-8").split()[1]) * resource.getpagesize() // 2**20


def ragnarok(folder: Path, seen: Certainties) -> None:
    """A real scan, asked about until all that the eye settled is right."""
    for seed in SEEDS_OF_A_SCAN:
        with TemporaryDirectory() as place:
            asked("Ragnarok", ragnarok_page(folder, Path(place) / "map"), seed, seen)


def ragnarok_page(folder: Path, place: Path) -> Page:
    """The scan at the page; hexsides and lines are known in the block that was looked at."""
    told = json.loads((folder / "terrain-by-eye.json").read_text(encoding="utf-8"))
    with zipfile.ZipFile(folder / "ragnarok-exploded.vmod") as module:
        image = module.read(told["image"])
    truth, cells = eye(told), by_eye(told)
    sides = {hexside(*each) for each in BoardLayout.of(cells).subjects if set(told["block"]).issuperset(each)}
    words = KindVocabulary(*(tuple(told["classes"][each]) for each in ("terrain", "hexsides", "lines")))
    return Page.of(place, (image, cells), words, truth, frozenset(truth.terrain) | sides)


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
    seen: Certainties = []
    group("Our own theatres,", (drawn(printed, style) for printed in PRINTED for style in STYLES), seen)
    group("Boards kept back,", (board(seed) for board in KEPT_BACK for seed in SEEDS), seen)
    group("Boards unlike those,", (board(seed) for board in UNLIKE for seed in SEEDS), seen)
    group("Boards hard to read,", (board(seed) for board in STRANGE for seed in SEEDS), seen)
    group("Boards never tuned on,", (board(seed) for board in FOREIGN for seed in SEEDS), seen)
    if (shared / RAGNAROK).is_dir():
        print("Ragnarok, a scan, of which the eye settled most:")
        ragnarok(shared / RAGNAROK, seen)
    print("Certainty and truth with three examples of each kind, the mean certainty before the share that is right:")
    certainties(seen)
    print("Large boards:")
    for columns, rows in LARGE:
        large(columns, rows)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else SHARED)
