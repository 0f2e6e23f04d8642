"""The commands that judge real files: the sample games of every tree, and what lies in the shared folder."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
SHARED = Path(os.environ.get("ADJUDICATOR_SHARED", ROOT.parent / "shared")) / "data"
CORRIDOR = "adjudicator/packs/thunder_in_the_east/theatres/smolensk_corridor/charts.toml"
SAMPLES = (
    ("two_rivers/turn_1.vlog", "--pack", "two_rivers"),
    ("smolensk_corridor/turn.vlog", "--pack", "thunder_in_the_east", "--charts", CORRIDOR),
    (
        "dvina_line/turn_4.vlog",
        *("--pack", "fire_in_the_east", "--theatre", "dvina_line"),
        *("--charts", "fixtures/charts/fire_in_the_east_invented.toml"),
    ),
    (
        "dvina_line/turn_4.vlog",
        *("--pack", "sudden_storm", "--theatre", "dvina_line"),
        *("--charts", "fixtures/charts/sudden_storm_invented.toml"),
    ),
    ("prut_front/turn.vlog", "--pack", "blitz_in_the_east"),
)
VASSAL = "fixtures/vassal"


@dataclass(frozen=True, slots=True)
class Command:
    """A command line of the project, run in the root of a tree."""

    arguments: tuple[str, ...]
    in_quick: bool = False

    @property
    def name(self) -> str:
        """The command line, with the shared folder left out."""
        return " ".join(self.arguments).replace(f"{SHARED}/", "shared:")

    def on_files_of(self, tree: Path) -> tuple[str, ...]:
        """The arguments with the sample games of a certain tree."""
        return tuple(str(tree / each) if each.startswith(VASSAL) else each for each in self.arguments)


def commands() -> Iterator[Command]:
    """Every command whose answer is compared."""
    for log, *terms in SAMPLES:
        path, start = f"{VASSAL}/{log}", f"{VASSAL}/{Path(log).parent}/start.vsav"
        yield Command(("check", path, *terms, "--umpire", "--json"), in_quick=True)
        yield Command(("audit", start, path, *terms, "--umpire", "--json"), in_quick=True)
        yield Command(("check", start, *terms, "--json"))
        yield Command(("check", path, *terms, "--json"))
        yield Command(("audit", path, *terms, "--json"))
        yield Command(("log", path))
    yield Command(("check", f"{VASSAL}/two_rivers/midgame.vsav", "--pack", "two_rivers", "--json"), in_quick=True)
    yield from _shared()


def _shared() -> Iterator[Command]:
    save, pack = SHARED / "chickamauga" / "setup.vsav", "tests/packs/chickamauga"
    if save.is_file():
        yield Command(("check", str(save), "--pack", pack, "--json"))
    logs = (path for ending in ("vlog", "log") for path in sorted(SHARED.rglob(f"*.{ending}")))
    for path in logs:
        module = min((*path.parent.glob("*.vmod"), *path.parent.glob("*.mod")))
        yield Command(("audit", str(path), "--module", str(module), "--umpire", "--json"))
        yield Command(("log", str(path), "--module", str(module)))
