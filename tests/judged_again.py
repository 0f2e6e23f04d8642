"""Is a judged log, judged again under another name, accused of what its original is accused of, and of nothing else?

`python -m tests.judged_again [--module M] [--pack P] FILE_OR_FOLDER ...` asks it of real logs, by the rules that fit them.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from adjudicator import open_game
from adjudicator.errors import AdjudicatorError
from adjudicator.game.game import Game
from adjudicator.game.kinds import is_log_file
from adjudicator.game.rules import Rules
from adjudicator.game.rules_wanted import FITTING

Told = dict[str, Any]


def said_of(game: Game) -> Told:
    """What an audit and a check of the end say as JSON, but for the name of the file."""
    told = {"audit": game.audit().as_json(), "check": game.check("end").as_json()}
    text = json.dumps(told, default=str)
    found: Told = json.loads(text.replace(game.paths[-1].name, "FILE"))
    del found["audit"]["title"]  # the file's name without its ending
    return found


def judged_again(log: Path, folder: Path, pack: str | Path | Rules, module: Path | None = None) -> tuple[Told, Told]:
    """What is said of a log, and of its judged copy."""
    game = open_game(log, pack=pack, module=module)
    copy = folder / "what I played.vlog"
    game.audit().write_judged(copy, doubts=True)
    return said_of(game), said_of(open_game(copy, pack=pack, module=game.module_path))


def different(one: Any, other: Any, where: str = "") -> Iterator[str]:
    """Where two reports say different things."""
    if isinstance(one, dict) and isinstance(other, dict):
        for key in {**one, **other}:
            yield from different(one.get(key), other.get(key), f"{where}.{key}")
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for number, (mine, theirs) in enumerate(zip(one, other, strict=True)):
            yield from different(mine, theirs, f"{where}[{number}]")
    elif one != other:
        yield f"{where}: {str(one)[:200]} / {str(other)[:200]}"


def _logs(given: list[Path]) -> Iterator[Path]:
    for each in given:
        yield from sorted(path for path in ([each] if each.is_file() else each.rglob("*")) if is_log_file(path))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--module", type=Path)
    parser.add_argument("--pack", default=FITTING)
    parser.add_argument("files", type=Path, nargs="+")
    asked = parser.parse_args()
    for log in _logs(asked.files):
        with tempfile.TemporaryDirectory() as made:
            try:
                one, other = judged_again(log, Path(made), asked.pack, asked.module)
            except AdjudicatorError as error:
                print(f"{log}: not judged: {error}")
                continue
        found = list(different(one, other))
        print(f"{log}: {len(one['audit']['findings'])} findings, {len(found)} differences", *found[:9], sep="\n    ")


if __name__ == "__main__":
    main()
