"""Everything that the program can put out of a game, made from its own lists: a new command or format is in it at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from adjudicator import exporters
from adjudicator.audit.record import Audited
from adjudicator.cli import main
from adjudicator.exporters import Content, Format
from adjudicator.exporters.drawing import Drawing
from adjudicator.exporters.move_log import MoveLog
from adjudicator.exporters.vassal.judged_log import JudgedLog
from adjudicator.findings import Report
from adjudicator.model.module import Module
from adjudicator.model.theatre import Theatre
from tests.leaks.search import all_bytes

OUT = "{out}/made"


@dataclass(frozen=True, slots=True)
class Output:
    """A command line in words; files by name in braces, `{out}` is the folder that it may write to."""

    name: str
    words: tuple[str, ...]

    def said(self, files: Mapping[str, Path], out: Path, more: Sequence[str] = ()) -> list[str]:
        return [*(word.format(out=out, **files) for word in self.words), *more]


@dataclass(frozen=True, slots=True)
class Given:
    """What came out: the exit code and all bytes, by where they stood."""

    code: int
    parts: tuple[tuple[str, bytes], ...]


def outputs(judging: Sequence[str], maps: Sequence[str] = ()) -> tuple[Output, ...]:
    """All outputs of a game of a save {start} and a log {turn}; `judging` names the rules, `maps` further maps to draw."""
    made = [*_commands(tuple(judging)), *_files(tuple(judging))]
    for name in maps:
        made.append(Output(f"render {name}", ("render", "{start}", "--map", name, "-o", f"{OUT}.png")))
        made.append(Output(f"render {name} as SVG", ("render", "{turn}", "--map", name, "-o", f"{OUT}.svg")))
    return tuple(made)


LASTING = frozenset({"watch"})
"""Commands that go on until they are interrupted: it tells summaries and writes audits, which are looked at themselves."""


def commands_for_viewers() -> set[str]:
    """The commands that ask for whose eyes they answer."""
    app: Any = main.program()
    asking = {name for name, each in app.commands.items() if any("--as" in option.opts for option in each.params)}
    return asking - LASTING


def _commands(rules: tuple[str, ...]) -> Iterator[Output]:
    """What each command prints."""
    several = ("{start}", "{turn}", "{later}")
    yield Output("inspect", ("inspect", "{start}", "--all"))
    yield Output("inspect as JSON", ("inspect", "{turn}", "--json"))
    yield Output("inspect a step", ("inspect", "{turn}", "--at", "3", "--json"))
    yield Output("check a save", ("check", "{start}", *rules, "--json"))
    yield Output("check a log", ("check", "{turn}", *rules))
    yield Output("audit", ("audit", *several, "-o", f"{OUT}.md", "--json"))
    yield Output("audit, judged", ("audit", "{start}", "{turn}", *rules, "-o", f"{OUT}.md"))
    yield Output("summary", ("summary", "{start}", "{turn}", *rules))
    yield Output("summary as JSON", ("summary", *several, "--json"))
    yield Output("audit as a folder", ("audit", "{start}", "{turn}", "--bundle", OUT))
    yield Output("chain", ("chain", *several))
    yield Output("chain as JSON", ("chain", *several, "--json"))
    yield Output("diff", ("diff", "{start}", "{later}"))
    yield Output("diff as JSON", ("diff", "{start}", "{turn}", "--json"))
    yield Output("dice", ("dice", "{turn}", "--all", "--json"))
    yield Output("log", ("log", "{turn}"))
    yield Output("log as JSON", ("log", "{turn}", "--json"))
    yield Output("render, judged", ("render", "{turn}", *rules, "-o", f"{OUT}.svg"))
    yield Output("convert a step", ("convert", "{turn}", f"{OUT}.json", "--at", "4", "--json"))


def _files(rules: tuple[str, ...]) -> Iterator[Output]:
    """Every format that the registry has for what is made of a game, under each of its endings."""
    for each in exporters.FORMATS:
        for ending in each.endings:
            for number, words in enumerate(_writing(each, f"{OUT}{ending}", rules), 1):
                yield Output(f"{words[0]} {each.name} ({ending}, {number})", words)


def _writing(each: Format, path: str, rules: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """The commands that write a format; a subject that is not listed here has no output that anybody tested."""
    ways: dict[type, tuple[tuple[str, ...], ...]] = {
        Content: (
            ("convert", "{start}", path, "--report", "{out}/losses.json"),
            ("convert", "{turn}", path, "--report", "{out}/losses.json"),
        ),
        Drawing: (("render", "{turn}", "-o", path),),
        MoveLog: (("log", "{turn}", "-o", path),),
        Report: (("check", "{turn}", *rules, "-o", path),),
        Audited: (("audit", "{start}", "{turn}", "{later}", "-o", path),),
        JudgedLog: (("audit", "{start}", "{turn}", *rules, "-o", path),),
        Theatre: (),
    }
    subject = next((kind for kind in ways if issubclass(kind, each.accepts)), None)
    if subject is None:
        raise LookupError(f"no command of this suite writes {each.name}: say here which one does")
    difference = (("diff", "{start}", "{later}", "-o", path),) if subject is Drawing and "geojson" not in path else ()
    return (*ways[subject], *difference)


def given(said: Sequence[str], folder: Path, read: Callable[[], Any]) -> Given:
    """Run a command line; `read` takes what it printed."""
    code = main.status(list(said))
    printed = read()
    parts = [("what it said", printed.out), ("its remarks", printed.err), *all_bytes(folder)]
    return Given(code, tuple(parts))


__all__ = ["Given", "Module", "Output", "commands_for_viewers", "given", "outputs"]
