"""The table of all modules and files in the engine: `VASSAL_ENGINE=… python -m tests.vassal_engine [part of a name …]`."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from tests.vassal_engine.boards import seen_anew
from tests.vassal_engine.engine import Engine, engine_in, why_not
from tests.vassal_engine.files import FILES, loaded
from tests.vassal_engine.judged import made_on_the_desk, told_in_chat
from tests.vassal_engine.modules import FIXTURES, PACKS, SAMPLES, THEATRES, built, played
from tests.vassal_engine.moments import saved_alike
from tests.vassal_engine.rows import HEADING, Row
from tests.vassal_engine.sight import seen_alike
from tests.vassal_engine.turn import SIDES, played_by_hand
from tests.vassal_engine.written_again import WRITTEN_AGAIN

BOARDS = "boards"
SEEDS = (1, 2, 3)
LOGS = {
    "two_rivers": "turn_1.vlog",
    "dvina_line": "turn_4.vlog",
    "prut_front": "turn.vlog",
    "smolensk_corridor": "turn.vlog",
}
SHARED = {"two_rivers": ("start.vsav", "turn_1.vlog"), "smolensk_corridor": ("start.vsav", "turn.vlog")}
"""A game's files on the desk, from which a player has the judged log made; the log last."""


def rows(engine: Engine) -> Iterator[tuple[str, Callable[[], list[Row]]]]:
    """Everything there is to try: its name, and how to try it."""
    for pack, side in PACKS.items():
        yield f"module of {pack}", lambda p=pack, s=side: [played(p, engine, built(p, engine.work), s)]
    for (pack, theatre), side in THEATRES.items():
        name = f"{pack} {theatre}"
        yield (
            f"module of {name}",
            lambda n=name, p=pack, t=theatre, s=side: [played(n, engine, built(p, engine.work, t), s)],
        )
    for game, side in SAMPLES.items():
        module = FIXTURES / game / f"{game}.vmod"
        yield f"sample module {game}", lambda g=game, m=module, s=side: [played(f"sample {g}", engine, m, s)]
    for name, make in FILES.items():
        yield name, lambda n=name, m=make: [loaded(n, engine, m(engine.work))]
    for game, log in LOGS.items():
        module = FIXTURES / game / f"{game}.vmod"
        yield f"moments of {game}", lambda n=game, m=module, f=FIXTURES / game / log: [saved_alike(n, engine, m, f)]
        yield f"judged log of {game}", lambda g=game, f=log: [told_in_chat(engine, g, f)]
    for game, names in SHARED.items():
        yield f"judged log of {game} made on the desk", lambda g=game, n=names: [made_on_the_desk(engine, g, n)]
    for name, again in WRITTEN_AGAIN.items():
        yield name, lambda a=again: [a(engine)]
    for seed in SEEDS:
        yield f"masks and invisibility {seed}", lambda s=seed: [seen_alike(engine, s)]
    for side in SIDES:
        yield f"turn of {side} by hand", lambda s=side: [played_by_hand(engine, s)]
    yield BOARDS, partial(seen_anew, engine)


def main(parts: list[str]) -> int:
    """Print the table; 1 if anything in it is wrong."""
    if reason := why_not():
        print(reason, file=sys.stderr)
        return 2
    work = Path(tempfile.mkdtemp(prefix="vassal-engine-"))
    print(HEADING)
    wrong = 0
    for name, attempt in rows(engine_in(work)):
        if not parts or any(part in name for part in parts):
            for row in attempt():
                print(row.as_markdown(), flush=True)
                wrong += bool(row.faults)
    print(f"rows with faults: {wrong}; pictures: {work / 'shots'}", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
