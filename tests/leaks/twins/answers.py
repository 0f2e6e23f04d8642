"""Asks for outputs and keeps all that came of it: exit code, what was printed, every file with its name."""

from __future__ import annotations

import contextlib
import io
import shutil
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from tests.leaks.outputs import Output, outputs
from tests.leaks.twins.pairs import Pair
from tests.leaks.twins.tabletops import Tabletop
from tests.leaks.twins.writing import FILES

JUDGING = ("--pack", "two_rivers", "--theatre", "valley")
UNJUDGED = ("--pack", "none")
Made = dict[str, bytes]
"""What came out, by where it stood."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """An output: its name, the group it is counted in, what it costs beside others, and the words of its command."""

    name: str
    group: str
    cost: float
    words: tuple[str, ...]
    boxed: bool = True
    """Whether the module is named if it is at hand."""
    copies: tuple[str, ...] = ()
    """The files that are first copied whole to our own JSON."""
    tabletop: bool = False
    """Whether it is asked of another program's file."""

    @property
    def copy(self) -> bool:
        """Whether the umpire gets a copy of VASSAL's, with the ids of the seats, without which nobody could play on."""
        return self.group.endswith((" vsav", " sav", " vlog", " log"))


def wanted() -> tuple[Wanted, ...]:
    """All of them."""
    return (*_all(), *of_tabletops())


def _all() -> Iterator[Wanted]:
    for each in outputs(UNJUDGED, ("Main", "Hand of A", "Desk of B", "Table2")):
        if each.words[0] != "check":
            yield _of(each, "")
    for each in outputs(JUDGING):
        if "judged" in each.name or each.words[0] in ("check", "summary"):
            yield _of(each, "judged: ")
    for name, words in _more():
        yield Wanted(name, words[0], 1, words)
    for file in ("start", "turn", "later"):
        copy = f"{{{file}_json}}"
        yield Wanted(
            f"inspect our JSON of {file}", "our JSON read", 1, ("inspect", copy, "--json", "--all"), copies=(file,)
        )
        for boxed in (True, False):
            words = ("convert", copy, "{out}/made.csv", "--json")
            yield Wanted(f"our JSON of {file} to CSV, {boxed}", "our JSON read", 1, words, boxed, (file,))
            words = ("inspect", copy, "--all")
            yield Wanted(f"inspect our JSON of {file}, {boxed}", "our JSON read", 1, words, boxed, (file,))
    yield Wanted(
        "audit our JSON",
        "our JSON read",
        2,
        ("audit", "{start_json}", "{turn_json}", *UNJUDGED, "--json"),
        copies=("start", "turn"),
    )


def of_tabletops() -> Iterator[Wanted]:
    """What is asked of other programs' files."""
    forms = {
        "inspect": ("inspect", "{table}", "--all"),
        "inspect as JSON": ("inspect", "{table}", "--json", "--all"),
        "render as SVG": ("render", "{table}", "-o", "{out}/made.svg"),
        "audit": ("audit", "{table}", *UNJUDGED, "--json", "-o", "{out}/made.md"),
        "chain": ("chain", "{table}", "--json"),
        "diff": ("diff", "{table}", "{table}", "--json"),
    }
    for ending in (".json", ".csv", ".geojson", ".tts.json", ".ztb", ".vmod", ".vsav"):
        forms[f"convert {ending}"] = ("convert", "{table}", f"{{out}}/made{ending}", "--report", "{out}/losses.json")
    for name, words in forms.items():
        yield Wanted(name, f"tabletop: {name}", 1, words, boxed=False, tabletop=True)
    copied = (("inspect", "{table_json}", "--json", "--all"), ("convert", "{table_json}", "{out}/made.csv", "--json"))
    for words in copied:
        name = f"our JSON: {words[0]}"
        yield Wanted(name, "tabletop: our JSON read", 1, words, boxed=False, copies=("table",), tabletop=True)


def _more() -> Iterator[tuple[str, tuple[str, ...]]]:
    yield "inspect the log in words", ("inspect", "{turn}", "--all")
    yield "inspect the last file", ("inspect", "{later}", "--json", "--all")
    yield "inspect the start as JSON", ("inspect", "{start}", "--json", "--all")
    yield "dice in words", ("dice", "{turn}")
    yield "chain of two saves", ("chain", "{start}", "{later}", "--json")
    yield "diff of saves as JSON", ("diff", "{start}", "{later}", "--json")
    yield "diff from the log", ("diff", "{turn}", "{later}")
    yield "log in German", ("log", "{turn}", "-o", "{out}/made.md")
    yield "audit in German", ("audit", "{start}", "{turn}", *UNJUDGED, "--language", "de", "-o", "{out}/made.txt")
    yield "audit of the folder", ("audit", "{folder}", *UNJUDGED, "--json")
    yield "check the last file", ("check", "{later}", *JUDGING, "--json")


def _of(each: Output, before: str) -> Wanted:
    words, name = each.words, each.name
    heavy = "--bundle" in words or any(word.endswith((".html", ".ztb", ".zts")) for word in words)
    cost = 12.0 if heavy else 5.0 if ".png" in " ".join(words) else 1.0
    return Wanted(before + name, before + _group(words), cost + (10 if before else 0), words)


def _group(words: tuple[str, ...]) -> str:
    """Command and format."""
    if "--bundle" in words:
        return "bundle"
    path = next((word for word in words if word.startswith("{out}/made.")), "")
    ending = path.partition("{out}/made.")[2]
    if words[0] in ("convert", "render", "log") or (words[0] == "audit" and ending):
        return f"{words[0]} {ending}".strip()
    return words[0]


class Bench:
    """Writes tellings to one folder and asks for outputs there, so that paths never tell them apart."""

    def __init__(self, folder: Path, run: Callable[[list[str]], int]) -> None:
        self.folder, self.run = folder, run
        self.game, self.out = folder / "game", folder / "out"

    def lay(self, pair: Pair | Tabletop, telling: int, *, healed: bool = False) -> None:
        """Put a telling there."""
        shutil.rmtree(self.game, ignore_errors=True)
        self.game.mkdir(parents=True)
        pair.write(self.game, telling, healed=healed)

    def ask(self, each: Wanted, viewer: str, *, boxed: bool) -> Made:
        """What an output gives a viewer, called as he is in the files."""
        files = self.files()
        for name in each.copies:
            self._copy(name, files)
        words = [word.format(out=self.out, **files) for word in each.words]
        return self.give([*words, *(self._module() if boxed and each.boxed else ()), "--as", viewer])

    def files(self) -> Mapping[str, Path]:
        """The files by the names that outputs give them."""
        table = next(self.game.glob("table.*"), None)
        known = {"table": table} if table else {Path(name).stem: self.game / name for name in FILES}
        return known | {f"{name}_json": self.folder / f"{name}.json" for name in known} | {"folder": self.game}

    def whole(self, name: str) -> Made:
        """All that the umpire may know of a file, and what nobody may: a copy with everything in it."""
        return self.give(
            ["convert", str(self.files()[name]), str(self.out / "whole.json"), "--keep-ids", *self._module()]
        )

    def _module(self) -> list[str]:
        module = self.game / "box" / "twins.vmod"
        return ["--module", str(module)] if module.exists() else []

    def _copy(self, name: str, files: Mapping[str, Path]) -> None:
        target = files[f"{name}_json"]
        target.unlink(missing_ok=True)
        self.give(["convert", str(files[name]), str(target), *self._module()])

    def give(self, words: list[str]) -> Made:
        """Run a command; what it printed, its code and its files."""
        shutil.rmtree(self.out, ignore_errors=True)
        self.out.mkdir(parents=True)
        said, remarked = (io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True) for _ in range(2))
        with contextlib.redirect_stdout(said), contextlib.redirect_stderr(remarked):
            try:
                code = self.run(words)
            except Exception:  # noqa: BLE001 - a fault is told as one, and compared
                code = 70
                traceback.print_exc(file=sys.stderr)
        made = {"code": str(code).encode()}
        for name, stream in (("stdout", said), ("stderr", remarked)):
            stream.flush()
            made[name] = stream.buffer.getvalue()  # type: ignore[attr-defined]
        files = (path for path in sorted(self.out.rglob("*")) if path.is_file())
        return made | {str(path.relative_to(self.out)): path.read_bytes() for path in files}


def difference(one: Made, two: Made) -> str:
    """Where two outputs differ first, "" if nowhere."""
    if list(one) != list(two):
        return f"other files: {sorted(set(one) ^ set(two))}"
    for name, data in one.items():
        if data != two[name]:
            return f"{name}: {_around(data, two[name])}"
    return ""


def _around(one: bytes, two: bytes) -> str:
    at = next((at for at, (a, b) in enumerate(zip(one, two, strict=False)) if a != b), min(len(one), len(two)))
    return f"…{one[max(0, at - 70) : at + 90]!r} | …{two[max(0, at - 70) : at + 90]!r}"


def groups(every: Iterable[Wanted]) -> list[str]:
    """The groups in their order."""
    return list(dict.fromkeys(each.group for each in every))
