"""Judges the questions of another tree's cases with this one; moves with the code that it imports. Run by `dump.py` as a script.

The questions are asked as the other tree wrote them, so that a case that was written anew since, or taken out, is compared too.
"""

from __future__ import annotations

import json
import re
import sys
import zlib
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from adjudicator.analysis.control import controller, zones
from adjudicator.analysis.supply.status import supply
from adjudicator.errors import AdjudicatorError
from adjudicator.exporters.report.record import report_json
from adjudicator.game.cases import judged
from tests.cases import CASES, Case, Filed, all_cases, computes, position_of

REMEMBERED = (
    (re.compile(r"^value begun\.(\w+)\.(\S+) (\d+)/(\w*)/(\w*)$"), r"remember begun \1 \2 \3 \4 \5"),
    (re.compile(r"^value (ever|taken)\.(\w+)\.(\S+?)(?: yes| (\d+))$"), r"remember \1 \2 \3 \4"),
    (re.compile(r"^value lost:(.+) yes$"), r"remember lost \1"),
    (re.compile(r"^value held\.(\S+) (.+)$"), r"remember held \1 \2"),
)


def main(questions: Path, only: str, share: int, output: Path) -> None:
    """Judge what fits `only` (a shell pattern), of that one case of `share` (all for 1), chosen by name; list our own cases."""
    asked: dict[str, dict[str, Any]] = json.loads(questions.read_text(encoding="utf-8"))
    dump: dict[str, object] = {"cases": {filed.name: _own(filed) for filed in all_cases()}}
    chosen = (name for name in asked if fnmatchcase(name, only) and zlib.crc32(name.encode()) % share == 0)
    dump["answers"] = {name: answered(_filed(name, asked[name])) for name in chosen}
    output.write_text(json.dumps(dump), encoding="utf-8")


def _own(filed: Filed) -> dict[str, Any]:
    return filed.case.model_dump(mode="json", exclude={"title", "expect", "example", "differs", "several"})


def _filed(name: str, asked: dict[str, Any]) -> Filed:
    pack, stem, _ = name.split(":", 2)
    given = [remembered(line) for line in asked["given"]]
    return Filed(pack, CASES / pack / f"{stem}.toml", Case(title=name, **asked | {"given": given}))


def remembered(line: str) -> str:
    """A line of a position in today's words: what a game remembers was once written as values."""
    for was, told in REMEMBERED:
        line = was.sub(told, line).rstrip()
    if not line.startswith("remember held"):
        return line
    return line.replace(":", " ").replace(",", ", ")


def answered(filed: Filed) -> dict[str, object]:
    """What the tree says of a case; an error that it tells its users is an answer too."""
    case = filed.case
    try:
        position = position_of(filed)
        return {
            "report": report_json(judged(filed)),
            "supply": {name: supply(position, position.unit(name).side).state(name).state for name in case.supply},
            "control": {number: str(controller(position, number)) for number in case.control},
            "zones": {side: sorted(zones(position, side).numbers()) for side in case.zones},
            "computes": computes(case, position),
        }
    except AdjudicatorError as error:
        return {"error": f"{type(error).__name__}: {error}"}


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]), Path(sys.argv[4]))
