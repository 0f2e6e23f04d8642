"""The sample games with the findings that their folders list, and ways to cut their logs and to tamper with them."""

from __future__ import annotations

import importlib.util
import re
import sys
import tempfile
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from adjudicator import importers
from adjudicator.audit.record import Audit, Audited
from adjudicator.audit.run import Wish, audit
from adjudicator.exporters.vassal.savegame import write_log, write_save
from adjudicator.identify import Identifier
from adjudicator.importers.vassal.wire import commands
from adjudicator.model.events import GameLog, Move, Roll
from adjudicator.model.module import Module
from adjudicator.model.network import Network
from adjudicator.model.pack import Pack
from adjudicator.model.state import GameState
from adjudicator.model.viewer import Viewer
from adjudicator.packs.folders import BUNDLED
from adjudicator.packs.load import load_pack, load_theatre_for
from tests.adjudicator.audit.game import edited
from tests.helpers import FIXTURES, open_all

CHARTS = FIXTURES / "charts"
CORRIDOR = BUNDLED / "thunder_in_the_east" / "theatres" / "smolensk_corridor"


@dataclass(frozen=True, slots=True)
class Sample:
    """A folder of fixtures/vassal: its log, and the pack and theatre that judge it; `box` is another module to read it with.

    `conditions` are what its players know and the files do not tell, `options` the optional rules that they play by.
    `setup` is the file of the set-up that it begins with, where there are several.
    """

    name: str
    log: str
    pack: str
    theatre: str
    charts: Path | None = None
    box: Path | None = None
    conditions: tuple[tuple[str, str], ...] = ()
    options: tuple[str, ...] = ()
    setup: str = ""

    @property
    def folder(self) -> Path:
        return FIXTURES / "vassal" / self.name

    @property
    def path(self) -> Path:
        return self.folder / self.log

    @property
    def module(self) -> Path:
        """Its module; one that does not lie in the folder is built by make.py there."""
        lying = self.box or self.folder / f"{self.name}.vmod"
        return lying if lying.exists() else _built(self.folder)


def recipe(folder: Path) -> Any:
    """The make.py of a folder of fixtures/vassal."""
    spec = importlib.util.spec_from_file_location(f"recipe_of_{folder.name}", folder / "make.py")
    assert spec
    assert spec.loader
    made = sys.modules[spec.name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


@cache
def _built(folder: Path) -> Path:
    made = tempfile.TemporaryDirectory()
    _KEPT.append(made)
    path = Path(made.name) / f"{folder.name}.vmod"
    recipe(folder).make_module(path)
    return path


_KEPT: list[tempfile.TemporaryDirectory[str]] = []

BEGUN_THERE = (("history", "whole"),)
"""A scenario whose first turn is not the campaign's: nothing was taken before it."""
SAMPLES = (
    Sample("two_rivers", "turn_1.vlog", "two_rivers", "valley"),
    Sample("smolensk_corridor", "turn.vlog", "thunder_in_the_east", "smolensk_corridor", CORRIDOR / "charts.toml"),
    Sample(
        "dvina_line",
        "turn_4.vlog",
        "fire_in_the_east",
        "dvina_line",
        CHARTS / "fire_in_the_east_invented.toml",
        conditions=BEGUN_THERE,
    ),
    Sample(
        "dvina_line",
        "turn_4.vlog",
        "sudden_storm",
        "dvina_line",
        CHARTS / "sudden_storm_invented.toml",
        conditions=BEGUN_THERE,
    ),
    Sample("prut_front", "turn.vlog", "blitz_in_the_east", "prut_front"),
)

CAMPAIGN = Sample(
    "smolensk_season",
    "legal/01.vlog",
    "thunder_in_the_east",
    "smolensk_corridor",
    CORRIDOR / "charts.toml",
    FIXTURES / "vassal" / "smolensk_corridor" / "smolensk_corridor.vmod",
    BEGUN_THERE,
    ("campaign", "naval", "partisans", "airborne", "air_transport"),
    "summer_1941",
)
"""The first season of a campaign, with all optional rules that it speaks of."""

TWO_SEAS = Sample(
    "two_seas",
    "legal/01.vlog",
    "sudden_storm",
    str(FIXTURES / "theatres" / "two_seas"),
    CHARTS / "sudden_storm_invented.toml",
    conditions=BEGUN_THERE,
)
"""Four player turns of Sudden Storm by both sides."""

AUTUMN = Sample(
    "frontier_autumn",
    "legal/01.vlog",
    "fire_in_the_east",
    "frontier",
    CHARTS / "fire_in_the_east_invented.toml",
    conditions=BEGUN_THERE,
)
"""Two game turns of Fire in the East, both sides."""


def rules(sample: Sample) -> tuple[Pack, Network]:
    return _rules(sample.pack, sample.theatre, sample.charts, sample.options)


@cache
def _rules(name: str, theatre: str, charts: Path | None, options: tuple[str, ...]) -> tuple[Pack, Network]:
    pack = load_pack(name, charts=charts, options=dict.fromkeys(options, True))
    return pack, Network.of(load_theatre_for(pack, theatre))


@cache
def log_of(sample: Sample) -> GameLog:
    log = importers.read(sample.path, box_of(sample)).log
    assert log is not None
    return log


@cache
def box_of(sample: Sample) -> Module | None:
    """The module that the game is read with."""
    return importers.read(sample.module).module


@cache
def whole(sample: Sample) -> Audit:
    """The audit of the log as it lies in its folder."""
    return audited(sample, (sample.path,)).audit


def audited(sample: Sample, paths: Sequence[Path], *, judged: bool = True) -> Audited:
    """Files of the sample game audited as its umpire sees them."""
    opened, files = open_all(tuple(paths), sample.module)

    def judge(state: GameState, viewer: Viewer) -> Identifier:
        return Identifier(state, box, *rules(sample), conditions=dict(sample.conditions), sees=viewer)

    box: Module | None = opened.module
    return audit(files, box, judge if judged else None, Wish(seat="umpire"))


def listed(sample: Sample) -> list[tuple[str, str]]:
    """What is wrong in the log by its folder's expected.toml: rules and severities."""
    short = rules(sample)[0].header.short
    known = tomllib.loads((sample.folder / "expected.toml").read_text(encoding="utf-8"))
    entries = known.get("log", known.get("mistake", []))
    named = ((rule, entry) for entry in entries for rule in entry.get("rules", [rule_in(entry, short)]))
    return sorted((f"{short}:{rule}", entry.get("severity", "violation")) for rule, entry in named)


def chain(sample: Sample, game: str) -> Audit:
    """The audit of all logs of one of a season's games: "legal" or "planted"."""
    return audited(sample, sorted((sample.folder / game).glob("*.vlog"))).audit


def mistakes(sample: Sample) -> list[dict[str, Any]]:
    """The mistakes that a season's expected.toml lists."""
    known: list[dict[str, Any]] = tomllib.loads((sample.folder / "expected.toml").read_text(encoding="utf-8"))[
        "mistake"
    ]
    return known


def to_be_found(sample: Sample) -> list[tuple[str, int, str, str]]:
    """What the mistakes come to, in order: file, step, rule, severity."""
    short = rules(sample)[0].header.short
    all_found = (found for mistake in mistakes(sample) for found in mistake["found"])
    return sorted(
        (f"{each['log']:02}.vlog", each["step"], f"{short}:{each['rule']}", each.get("severity", "violation"))
        for each in all_found
    )


def found_in(audit: Audit) -> list[tuple[str, int, str, str]]:
    """What an audit finds, in order: file, step, rule, severity."""
    return sorted((each.file, each.file_step, each.rule, each.severity.value) for each in audit.findings)


def areas_of(sample: Sample) -> set[str]:
    """The areas of the rules that a season's mistakes break."""
    pack = rules(sample)[0]
    return {pack.rules[found["rule"]].area for mistake in mistakes(sample) for found in mistake["found"]}


def rule_in(entry: dict[str, Any], short: str) -> str:
    """The rule that an entry of expected.toml names: for all games of a series, or one for each by its short name."""
    rule = entry.get("rule", "")
    return rule if isinstance(rule, str) else rule[short]


def cut(sample: Sample, at: int, folder: Path, between: GameState | None = None) -> tuple[Path, Path]:
    """The log in two: its first `at` steps, and a log that begins there (or with the state given)."""
    log = log_of(sample)
    first = edited(
        sample.path, lambda text: without_steps(text, range(at + 1, len(log.steps) + 1)), folder / "one.vlog"
    )
    steps = log.carried["vassal"]["steps"][at:]  # type: ignore[index]
    rest = replace(log, start=between or log.state_at(at), steps=log.steps[at:], carried={"vassal": {"steps": steps}})
    write_log(rest, folder / "two.vlog")
    return first, folder / "two.vlog"


def without_steps(text: str, gone: Sequence[int]) -> str:
    """The text of a log without these steps, counted from 1."""
    tree = commands.split_stream(text)
    assert isinstance(tree, list)
    logged = [at for at, node in enumerate(tree) if commands.leaves(node)[0].startswith("LOG\t")]
    drop = {logged[step - 1] for step in gone}
    return commands.join_stream([node for at, node in enumerate(tree) if at not in drop])


def middle(sample: Sample) -> int:
    return len(log_of(sample).steps) // 2


def with_a_counter_moved(sample: Sample, at: int) -> tuple[GameState, str]:
    """The state at a step with one counter, which no later step names, moved to where another lies; its id."""
    log = log_of(sample)
    state = log.state_at(at)
    later = {event.counter for step in log.steps[at:] for event in step.events if isinstance(event, Move)}
    lying = [each for each in state.counters.values() if each.spot.location and each.id not in later]
    moved = lying[0]
    to = next(each.spot for each in lying if each.spot.location != moved.spot.location)
    return state.after(Move(moved.id, moved.spot, to)), moved.id


def a_hop_that_goes_on(sample: Sample, last: int) -> tuple[int, str]:
    """A step before `last` that moves a counter which moves again before it, and the counter."""
    seen: dict[str, int] = {}
    for number, step in enumerate(log_of(sample).steps[:last], 1):
        for name in {event.counter for event in step.events if isinstance(event, Move)}:
            if name in seen:
                return seen[name], name
            seen[name] = number
    raise AssertionError("nobody moves twice")


def a_roll(sample: Sample) -> tuple[int, Roll]:
    """The first step of the log with dice, and the roll."""
    for number, step in enumerate(log_of(sample).steps, 1):
        for event in step.events:
            if isinstance(event, Roll):
                return number, event
    raise AssertionError("nobody rolls")


def with_other_dice(text: str) -> str:
    """The first reported roll with another face first; the button's own property stays."""
    return re.sub(r"(LOG\tCHAT\*\* \w+ = )(\d)", lambda found: found[1] + str(int(found[2]) % 6 + 1), text, count=1)


def stored_anew(sample: Sample, at: int, path: Path) -> Path:
    """A save of the state at a step, its stacks written in another order and nobody marked as moved."""
    state = log_of(sample).state_at(at)
    write_save(state, path)
    return edited(path, _stacks_reversed)


def _stacks_reversed(text: str) -> str:
    tree = commands.split_stream(text)
    assert isinstance(tree, list)
    for at, node in enumerate(tree):
        if isinstance(node, list):
            stacks = [each for each in node if isinstance(each, str) and "/stack/" in each[:60]]
            rest = [each for each in node if each not in stacks]
            tree[at] = [*rest, *reversed(stacks)]
    return commands.join_stream(tree)
