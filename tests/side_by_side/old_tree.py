"""Judges every case of the tree that stands first on PYTHONPATH, as the project was before the rebuild; writes one JSON.

Frozen: it imports the old homes of things (adjudicator.acts) and is run by `dump.py` as a script in the old tree.
"""

from __future__ import annotations

import json
import sys
import zlib
from pathlib import Path

from adjudicator.analysis.control import controller, zones
from adjudicator.analysis.supply.status import supply
from adjudicator.errors import AdjudicatorError
from exporters.report.record import report_json
from tests.cases import Filed, all_cases, computes, judged, position_of


def main(share: int, output: Path) -> None:
    """Judge one case of `share` (all for 1), chosen by name; the others are only listed."""
    dump: dict[str, object] = {}
    for filed in all_cases():
        chosen = zlib.crc32(filed.name.encode()) % share == 0
        asked = filed.case.model_dump(mode="json", exclude={"title", "expect", "example", "differs"})
        dump[filed.name] = {"asked": asked} | (answered(filed) if chosen else {})
    output.write_text(json.dumps(dump), encoding="utf-8")


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
    main(int(sys.argv[1]), Path(sys.argv[2]))
