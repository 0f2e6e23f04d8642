"""Modules that we build, played in the engine: set up, buttons pressed, a counter moved, flipped, undone, eliminated."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from tests.vassal_engine.engine import Answer, Engine, Json
from tests.vassal_engine.rows import Row, Tried, adjudicator, read_by_us, row_of

FIXTURES = Path(__file__).parents[2] / "fixtures" / "vassal"
PACKS = {
    "two_rivers": "French",
    "blitz_in_the_east": "Axis",
    "fire_in_the_east": "Axis",
    "sudden_storm": "Soviet",
    "thunder_in_the_east": "Axis",
    "thunder_in_the_east_10": "Soviet",
}
"""Packs that a module is built from, and the side that sits down at it."""
THEATRES = {("fire_in_the_east", "frontier"): "Soviet"}
"""Theatres besides a pack's first one, from which a module is built too."""
SAMPLES = {"two_rivers": "Austrian", "dvina_line": "Soviet", "prut_front": "Soviet", "smolensk_corridor": "Axis"}
DOWN = (0, 90)
TURNED = "Step"
"""The layer of a counter that has a back."""
WINDOWS = ("Boxes", "Pieces", "Inventory", "Charts", "Notes")
DICE = ("1d6", "2d6")
SENDING = "Send to "
"""How the titles of the menus begin by which a counter goes to a box off the map."""


def built(pack: str, folder: Path, theatre: str = "") -> Path:
    """The module of a pack, with its first theatre or another."""
    module = folder / f"{pack}{theatre and f'_{theatre}'}.vmod"
    chosen = ("--theatre", theatre) if theatre else ()
    adjudicator("module", "build", pack, *chosen, "--height", 64, "-o", module)
    return module


def played(name: str, engine: Engine, module: Path, side: str) -> Row:
    """The module opened and all of it tried, in a first game that finds the counter and a second that plays it."""
    setup = engine.play(module, side, [["setup"]])[0]
    counter = _one_of(setup, side)
    boxes = engine.play(module, side, [["setup"], ["offers", counter["id"], SENDING]])[-1].told
    shots = engine.work / "shots"
    shots.mkdir(exist_ok=True)
    save = engine.work / f"{name}_saved.vsav"
    commands = [
        ["setup"],
        *(["press", each] for each in setup.table["properties"]),
        ["look", _highest(setup)],
        ["shot", shots / f"{name}_viewer.png"],
        *_handled(counter),
        *(["menu", counter["id"], box] for box in boxes),
        *([["undo"], ["menu", counter["id"], boxes[-1]]] if boxes else ()),
        *(["press", each] for each in (*DICE, *WINDOWS)),
        ["shot", shots / f"{name}_windows.png"],
        ["save", save],
    ]
    answers = engine.play(module, side, commands)
    said = {answer.command: answer for answer in answers}
    tried = [
        Tried("set-up", bool(answers[0].told), str(answers[0].told)),
        _seat(answers[0], side),
        *_buttons(answers),
        *_turns_of(counter, answers),
        *_sent(counter, boxes, answers),
        *(Tried(each, bool(said[f"press {each}"].told), "opens") for each in WINDOWS),
        _read_back(answers[-1], save, module),
    ]
    return row_of(name, answers, _ours(module, engine.work), tried)


def _one_of(setup: Answer, side: str) -> Json:
    """A counter of this side that lies alone on the map, one that has a back if there is one."""
    alone = {ids[0] for stacks in setup.table["drawn"].values() for ids in stacks if len(ids) == 1}
    found = [p for p in setup.table["pieces"] if p["id"] in alone and p["side"] == side]
    return next((p for p in found if TURNED in p["layers"]), found[0])


def _highest(setup: Answer) -> str:
    """A counter of the highest stack of the map in play."""
    return str(max(next(iter(setup.table["drawn"].values())), key=len)[-1])


def _handled(counter: Json) -> Iterator[Sequence[object]]:
    """Each deed undone, the last one done again."""
    name = counter["id"]
    yield ["drag", name, *DOWN]
    yield ["undo"]
    if TURNED in counter["layers"]:
        yield ["menu", name, "Flip"]
        yield ["menu", name, "Step loss"]
        yield ["undo"]
    yield ["menu", name, "Eliminate"]
    yield ["undo"]
    yield ["menu", name, "Eliminate"]


def _seat(answer: Answer, side: str) -> Tried:
    mine = [seat["side"] for seat in answer.table["seats"] if seat["mine"]]
    return Tried("seat", mine == [side], ", ".join(map(str, mine)) or "none")


def _buttons(answers: Sequence[Answer]) -> Iterator[Tried]:
    """For every property: the button asks once, and the property then has the value that was chosen, and no other changes."""
    before = answers[0].table["properties"]
    for answer in answers:
        name = answer.command.removeprefix("press ")
        if name == answer.command or name not in before:
            continue
        after = answer.table["properties"]
        chosen = [dialog["answer"] for dialog in answer.dialogs]
        went = len(chosen) == 1 and after == {**before, name: chosen[0]} and before[name] != chosen[0]
        yield Tried(name, went, f"{before[name]} → {after[name]}")
        before = after


def _turns_of(counter: Json, answers: Sequence[Answer]) -> Iterator[Tried]:
    """What became of the counter."""
    start = next(i for i, answer in enumerate(answers) if answer.command.startswith("drag"))
    was, *then = (answer.pieces[counter["id"]] for answer in answers[start - 1 : start + 8])
    moved, back, *then = then
    yield Tried("moved", moved["location"] != was["location"], f"{was['location']} → {moved['location']}")
    yield Tried("undone", back == was, back["location"])
    if TURNED in was["layers"]:
        flipped, reduced, restored, *then = then
        turned = flipped if flipped != back else reduced
        told = f"{back['layers'][TURNED]} → {turned['layers'][TURNED]}"
        yield Tried("flipped", turned["layers"] != back["layers"], told)
        yield Tried("undone", restored == was, str(restored["layers"][TURNED]))
    gone, returned, dead = then[:3]
    yield Tried("eliminated", gone["location"].endswith("eliminated"), f"{was['location']} → {gone['location']}")
    yield Tried("undone", returned == was, returned["location"])
    yield Tried("eliminated again", dead["location"] == gone["location"], dead["location"])


def _sent(counter: Json, boxes: Sequence[str], answers: Sequence[Answer]) -> Iterator[Tried]:
    """Where the counter came by each entry of the menus of boxes, and whether the last way is undone."""
    name = counter["id"]
    came = {box: _came_by(answers, f"menu {name} {box}").pieces[name]["location"] for box in boxes}
    astray = [f"{box} → {at}" for box, at in came.items() if at != box]
    yield Tried("sent to boxes", bool(boxes) and not astray, ", ".join(astray) or f"{len(boxes)}, each there")
    if len(boxes) > 1:
        last = answers.index(_came_by(answers, f"menu {name} {boxes[-1]}"))
        back = answers[last + 1].pieces[name]["location"]
        yield Tried("undone", back == boxes[-2], str(back))


def _came_by(answers: Sequence[Answer], command: str) -> Answer:
    """What a command first did."""
    return next(answer for answer in answers if answer.command == command)


def _read_back(last: Answer, save: Path, module: Path) -> Tried:
    """VASSAL's own save of the game, read by us."""
    row = row_of("", [last], read_by_us(save, module))
    return Tried("VASSAL's save of it", row.alike == row.pieces, f"{row.counted}")


def _ours(module: Path, work: Path) -> dict[str, Json]:
    """The module's first set-up as we read it."""
    with zipfile.ZipFile(module) as archive:
        inside = next(name for name in archive.namelist() if name.endswith(".vsav"))
        return read_by_us(Path(archive.extract(inside, work)), module)
