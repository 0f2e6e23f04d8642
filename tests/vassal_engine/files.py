"""Every kind of file that we write, loaded by the engine; logs stepped through to their end."""

from __future__ import annotations

import shutil
import zipfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.importers.vassal.extensions import INSIDES, extension
from tests.vassal_engine.engine import Answer, Engine
from tests.vassal_engine.modules import FIXTURES
from tests.vassal_engine.rows import Row, Tried, adjudicator, read_by_us, row_of

TWO_RIVERS = FIXTURES / "two_rivers"
MODULE = TWO_RIVERS / "two_rivers.vmod"
LOG = TWO_RIVERS / "turn_1.vlog"
SAVE = TWO_RIVERS / "midgame.vsav"
AT = 30


@dataclass(frozen=True)
class Made:
    """A file, the module that it is for, and whether its seats are to be free for whoever opens it."""

    file: Path
    module: Path = MODULE
    free: bool = False
    side: str = "Austrian"


def _converted(name: str, *options: object, source: Path = LOG) -> Callable[[Path], Made]:
    """What `convert` writes."""

    def make(folder: Path) -> Made:
        adjudicator("convert", source, folder / name, *options)
        return Made(folder / name)

    return make


def _scrubbed(source: Path) -> Callable[[Path], Made]:
    """What `scrub` writes of a file under the same ending."""

    def make(folder: Path) -> Made:
        target = folder / f"scrubbed{source.suffix}"
        adjudicator("scrub", source, "-o", target)
        return Made(target, free=True)

    return make


def _through_json(name: str, *options: object) -> Callable[[Path], Made]:
    """A log as our own JSON, and from there VASSAL's again; ids are left out, so seats are free."""

    def make(folder: Path) -> Made:
        between = folder / f"{name}.json"
        adjudicator("convert", LOG, between, *options)
        adjudicator("convert", between, folder / name, "--module", MODULE)
        return Made(folder / name, free=True)

    return make


def _edited(*options: object) -> Callable[[Path], Made]:
    """What `module edit` makes of the module and of a save that goes with it."""

    def make(folder: Path) -> Made:
        module = folder / f"edited{len(list(folder.glob('edited*.vmod')))}.vmod"
        adjudicator("module", "edit", MODULE, *options, "--save", SAVE, "-o", module)
        return Made(folder / f"{module.stem}_{SAVE.name}", module)

    return make


def _foreign(source: str) -> Callable[[Path], Made]:
    """A save of another program as a module and a save."""

    def make(folder: Path) -> Made:
        save = folder / f"{Path(source).parent.name}.vsav"
        adjudicator("convert", FIXTURES.parent / source, save)
        return Made(save, save.with_suffix(".vmod"))

    return make


def _sample(folder: str, file: str) -> Callable[[Path], Made]:
    """A sample; seats are free in saves, whereas logs show who played."""
    free = file.endswith(".vsav")
    return lambda _: Made(FIXTURES / folder / file, FIXTURES / folder / f"{folder}.vmod", free, side="Soviet")


def _for_one_side(folder: Path) -> Made:
    save = folder / "french.vsav"
    adjudicator("convert", LOG, save, "--as", "French")
    return Made(save)


def _small_extension(folder: Path) -> tuple[Path, bytes]:
    """A copy of the module in a folder of its own, and an extension with one prototype."""
    folder.mkdir()
    module = folder / MODULE.name
    shutil.copy(MODULE, module)
    with zipfile.ZipFile(module) as archive:
        name = archive.read("moduledata").decode().split("<name>")[1].split("</name>")[0]
    return module, extension(INSIDES["a prototype"], module=name)


def _with_extension(folder: Path) -> Made:
    """The module with an extension beside it that `convert` wrote."""
    module, content = _small_extension(folder / "extended")
    source = folder / "source.vmdx"
    source.write_bytes(content)
    beside = module.parent / f"{module.stem}_ext"
    beside.mkdir()
    adjudicator("convert", source, beside / "copy.vmdx")
    return Made(SAVE, module)


def _merged(folder: Path) -> Made:
    """An extension merged into the module."""
    module, content = _small_extension(folder / "merged")
    source = folder / "merge.vmdx"
    source.write_bytes(content)
    adjudicator("module", "edit", module, "--merge", source, "-o", folder / "merged.vmod", "--save", SAVE)
    return Made(folder / f"merged_{SAVE.name}", folder / "merged.vmod")


FILES: dict[str, Callable[[Path], Made]] = {
    "sample save .vsav": lambda _: Made(TWO_RIVERS / "start.vsav", free=True),
    "sample save, mid-game": lambda _: Made(SAVE, free=True),
    "sample log .vlog": lambda _: Made(LOG),
    "sample save of Thunder": _sample("smolensk_corridor", "start.vsav"),
    "sample log of Thunder": _sample("smolensk_corridor", "turn.vlog"),
    "sample save of Europa": _sample("dvina_line", "start.vsav"),
    "sample log of Europa": _sample("dvina_line", "turn_4.vlog"),
    "sample save of Blitz": _sample("prut_front", "start.vsav"),
    "sample log of Blitz": _sample("prut_front", "turn.vlog"),
    "`convert` to .vlog": _converted("copy.vlog"),
    f"`convert --at {AT}` to .vsav": _converted("at.vsav", "--at", AT),
    "`convert` to .sav": _converted("copy.sav", source=SAVE),
    f"`convert --at {AT}` to .sav": _converted("at.sav", "--at", AT),
    "`convert` to .log": _converted("copy.log"),
    "`convert --vassal 3.2` to .vsav": _converted("old.vsav", "--vassal", "3.2", source=SAVE),
    "`convert --vassal 3.2` to .vlog": _converted("old.vlog", "--vassal", "3.2"),
    "`convert --as French` to .vsav": _for_one_side,
    "`scrub` of .vsav": _scrubbed(SAVE),
    "`scrub` of .vlog": _scrubbed(LOG),
    f"JSON (`--at {AT}`) to .vsav": _through_json("json.vsav", "--at", AT),
    "JSON to .vlog": _through_json("json.vlog"),
    "`module edit --scale 0.5` with save": _edited("--scale", 0.5),
    "`module edit --scale 1.5` with save": _edited("--scale", 1.5),
    "`module edit --rename --drop-unused-images`": _edited("--rename", "Small Rivers", "--drop-unused-images"),
    "`module edit --vassal 3.2`": _edited("--vassal", "3.2"),
    "`convert` to .vmdx": _with_extension,
    "`module edit --merge` of a .vmdx": _merged,
    "Tabletop Simulator to .vmod and .vsav": _foreign("tabletop_simulator/table.json"),
    "CyberBoard to .vmod and .vsav": _foreign("cyberboard/version_4.gam"),
    "ZunTzu to .vmod and .vsav": _foreign("zuntzu/old_form.zts"),
}


def loaded(name: str, engine: Engine, made: Made) -> Row:
    """The file opened in its module, and stepped through if it is a log."""
    answers = engine.play(made.module, made.side, [["load", made.file], ["step", -1]])
    tried = [Tried("opened", answers[0].told is True, "the game starts" if answers[0].told else "no game")]
    if made.file.suffix in (".vlog", ".log"):
        tried.append(_stepped(answers, made))
    if made.free:
        tried.append(_seated(answers[0], made.side))
    return row_of(name, answers, read_by_us(made.file, made.module), tried)


def _stepped(answers: Sequence[Answer], made: Made) -> Tried:
    """The log's end, as the engine and as we have it."""
    last = row_of("", answers[1:], read_by_us(made.file, made.module, "end"))
    return Tried(f"{answers[1].told} steps", last.alike == last.pieces, f"at the end {last.counted}")


def _seated(answer: Answer, side: str) -> Tried:
    mine = [seat["side"] for seat in answer.table["seats"] if seat["mine"]]
    return Tried("seat taken", mine == [side], ", ".join(map(str, mine)) or "none")
