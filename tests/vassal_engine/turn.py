"""A turn of the campaign played by hand in the engine, which writes the logs: a card, a purchase, a mission, a landing.

Each side plays it once by the rules and once against them. The logs are judged, and what is told of them is compared with
what was done.
"""

from __future__ import annotations

import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from adjudicator import open_game
from adjudicator.audit.record import ActEntry, Audit
from adjudicator.findings import Severity
from adjudicator.packs.load import load_pack, theatre_folder
from tests.vassal_engine.engine import Answer, Engine, Json
from tests.vassal_engine.modules import FIXTURES
from tests.vassal_engine.rows import Row, Tried, read_by_us, row_of

MODULE = FIXTURES / "smolensk_corridor" / "smolensk_corridor.vmod"
SETUP = "setup-the-campaign--summer-1941.vsav"
PACK = "thunder_in_the_east"
OPTIONS = ("campaign", "naval", "partisans", "airborne", "air_transport")
UNTRANSLATED = "WARN No Translation"
"""What the engine says of a deck's menu in a language that the module has no words for."""
LOGS = ("legal", "illegal")

Command = Sequence[object]


@dataclass(frozen=True)
class Counters:
    """The counters of the set-up, as our reading of it has them."""

    pieces: dict[str, Json]

    def one(self, name: str, place: str) -> str:
        """The id of a counter of that name at a place."""
        return next(key for key, each in self.pieces.items() if each["name"] == name and each["location"] == place)

    def to_map(self, name: str, place: str, to: str) -> Command:
        """A drag onto the map."""
        return ("carry", self.one(name, place), "Main Map", to)


@dataclass(frozen=True)
class Side:
    """What a side plays: where its logs begin, the commands of each, what is told of the first, what the second breaks."""

    begins: str
    legal: Sequence[Command]
    illegal: Sequence[Command]
    told: frozenset[str]
    broken: frozenset[str]


def axis(on: Counters) -> Side:
    """The deck shuffled, a Large card taken; a corps raised and paid for; close support flown."""
    order = ("turn", "turn 1, Axis Order of Battle Step")
    card = on.one("Axis card 1: Blitzkrieg!", "Axis deck")
    other = on.one("Axis card 22: Refit & Reorganize", "Axis deck")
    return Side(
        "turn 1, Axis Repair & Recovery Step",
        legal=(
            order,
            ("deck", "Axis deck", "Shuffle"),
            ("deal", "Axis deck", card, "Axis hand", "Axis hand"),
            ("set", "German PP", "5"),
            on.to_map("9th Infantry Corps (reduced)", "Axis Force Pool", "0521"),
            ("turn", "turn 1, Axis Battle Declaration Step"),
            ("say", "Ju 87 flies CAS against 1814 from 1517"),
            on.to_map("Ju 87", "Axis Available", "1814"),
            ("say", "attack 1814: 47th Panzer Corps, 20th Infantry Corps"),
        ),
        illegal=(
            order,
            ("deal", "Axis deck", card, "Axis hand", "Axis hand"),
            ("deal", "Axis deck", other, "Axis hand", "Axis hand"),
            on.to_map("9th Infantry Corps (reduced)", "Axis Force Pool", "1716"),
            ("turn", "turn 1, Axis HQ Mode Step"),
            ("menu", card, "Axis discards"),
            ("turn", "turn 1, Axis Special Movement Step"),
            ("say", "Ju 88 flies airfields against 3113 from 1517"),
            on.to_map("Ju 88", "Axis Available", "3113"),
        ),
        told=frozenset(
            {
                "deck: Axis deck: order changed (36 cards)",
                "draw: Axis card 1: Blitzkrieg!: Axis deck -> Axis hand",
                "move: 9th Infantry Corps (reduced): Axis Force Pool -> 0521",
                "mission: Ju 87 flies Close Air Support against 1814 from 1517, 4 of 6 hexes",
                "move: Ju 87: Axis Available -> 1814",
                "attack: attack 1814: 47th Panzer Corps, 20th Infantry Corps",
            }
        ),
        broken=frozenset({"9.3", "9.4c", "9.4j", "11.1c", "18.1", "25.2", "25.5a"}),
    )


def soviet(on: Counters) -> Side:
    """A card taken and played; an airborne corps landed out of the Baltic."""
    order = ("turn", "turn 1, Soviet Order of Battle Step")
    card = on.one("Soviet card 15: Great Patriotic War", "Soviet deck")
    other = on.one("Soviet card 17: Scorched Earth", "Soviet deck")
    landing = (
        on.to_map("4th Airborne Division", "1903", "1404"),
        ("take", "Amphibious Landing", "Main Map", "1404"),
    )
    return Side(
        "turn 1, Soviet Repair & Recovery Step",
        legal=(
            order,
            ("deal", "Soviet deck", card, "Soviet hand", "Soviet hand"),
            ("menu", card, "Soviet set aside"),
            ("turn", "turn 1, Soviet Special Movement Step"),
            ("set", "Soviet FP", "9"),
            on.to_map("Baltic Fleet", "1903", "1404"),
            *landing,
        ),
        illegal=(
            order,
            ("deal", "Soviet deck", other, "Soviet hand", "Soviet hand"),
            ("menu", other, "Soviet discards"),
            ("turn", "turn 1, Soviet Special Movement Step"),
            *landing,
        ),
        told=frozenset(
            {
                "draw: Soviet card 15: Great Patriotic War: Soviet deck -> Soviet hand",
                "deck: Soviet card 15: Great Patriotic War: Soviet hand -> Soviet set aside",
                "move: Baltic Fleet: 1903 -> 1404",
                "move: 4th Airborne Division: 1903 -> 1404",
                "place: Amphibious Landing: 1404",
            }
        ),
        broken=frozenset({"25.5a", "25.5b", "106.5.1a.fleet"}),
    )


SIDES = {"Axis": axis, "Soviet": soviet}


def played_by_hand(engine: Engine, side: str) -> Row:
    """Both logs of a side, written by the engine and judged."""
    folder = engine.work / f"turn {side}"
    folder.mkdir()
    with zipfile.ZipFile(MODULE) as archive:
        save = Path(archive.extract(SETUP, folder))
    counters = Counters(read_by_us(save, MODULE))
    plays = SIDES[side](counters)
    script: list[Command] = []
    for name in LOGS:
        script += [("load", save), ("turn", plays.begins), ("log", folder / f"{name}.vlog")]
        script += [*getattr(plays, name), ("endlog",)]
    answers = [_heard(answer) for answer in engine.play(MODULE, side, script)]
    tried = [*_legal(folder / "legal.vlog", plays), *_illegal(folder / "illegal.vlog", plays)]
    return row_of(f"turn of the {side} side by hand", answers, counters.pieces, tried)


def _heard(answer: Answer) -> Answer:
    return replace(answer, errors=[each for each in answer.errors if not each.startswith(UNTRANSLATED)])


def _legal(log: Path, plays: Side) -> Iterator[Tried]:
    """What was done is told, and nothing is held against it, whoever looks."""
    for viewer in ("umpire", "everybody"):
        record = _judged(log, viewer)
        yield Tried(
            f"rules, as {viewer}", not record.findings, ", ".join(each.rule for each in record.findings) or "kept"
        )
        if viewer == "umpire":
            missing = plays.told - {_line(act) for act in record.acts}
            yield Tried("acts", not missing, ", ".join(sorted(missing)) or f"{len(plays.told)} told")


def _illegal(log: Path, plays: Side) -> Iterator[Tried]:
    """What breaks a rule is found: for the umpire by these rules and no others, for all others by none besides."""
    for viewer in ("umpire", "everybody"):
        found = _judged(log, viewer).findings
        broken = {each.rule.partition(":")[2] for each in found if each.severity is Severity.VIOLATION}
        went = broken == plays.broken if viewer == "umpire" else bool(broken) and broken <= plays.broken
        yield Tried(f"rules broken, as {viewer}", went, ", ".join(sorted(broken)))


def _judged(log: Path, viewer: str) -> Audit:
    charts = theatre_folder(load_pack(PACK)) / "charts.toml"
    options = dict.fromkeys(OPTIONS, True)
    told = {"history": "whole"}
    game = open_game(log, pack=PACK, module=MODULE, charts=charts, options=options, conditions=told, viewer=viewer)
    return game.audit().record


def _line(act: ActEntry) -> str:
    """An act as the log tells it: its kind, its counters, its way, or what was said."""
    if not act.counters:
        return f"{act.kind}: {act.text}"
    return f"{act.kind}: {', '.join(each.name for each in act.counters)}: {' -> '.join(each.name for each in act.path)}"
