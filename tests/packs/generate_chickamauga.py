"""Rewrites units.toml, bindings, hexes.txt and hexsides.txt from the data they were taken from: see SOURCE.md.

    python -m tests.packs.generate_chickamauga FOLDER        (FOLDER holds terrain.json and scenario_chickamauga.json)

Tests never run this: what it wrote stands in the folder chickamauga.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

from adjudicator.model.theatre import Numbering, Sheet

HERE = Path(__file__).parent / "chickamauga"
NUMBERING = Numbering(sheets=(Sheet(first=(1, 1), column=1, row=1, columns=26, rows=28),))
KINDS = {"inf": "infantry", "cav": "cavalry", "arty": "artillery"}


def main(folder: Path) -> None:
    terrain = json.loads((folder / "terrain.json").read_text())
    scenario = json.loads((folder / "scenario_chickamauga.json").read_text())
    field = HERE / "theatres" / "battlefield"
    (field / "hexes.txt").write_text(hexes(terrain))
    text, left_out = hexsides(terrain)
    (field / "hexsides.txt").write_text(text)
    (HERE / "units.toml").write_text(units([*scenario["units"], *scenario["reserve"]]))
    (HERE / "bindings" / "vassal.toml").write_text(bindings([*scenario["units"], *scenario["reserve"]]))
    print(f"{left_out} hexsides left out: their two hexes do not adjoin")


def hexes(terrain: Any) -> str:
    lines = [f"{number} {entry['t']}" for number, entry in sorted(terrain["hexes"].items())]
    return "# number  terrain\n" + "\n".join(lines) + "\n"


def hexsides(terrain: Any) -> tuple[str, int]:
    """A creek with a bridge or ford is written as that crossing alone: it bars nobody."""
    lines, left_out = [], 0
    for ends, features in sorted(terrain["sides"].items()):
        one, other = ends.split("|")
        if NUMBERING.parse(one).distance(NUMBERING.parse(other)) != 1:
            left_out += 1
            continue
        words = {word for word in ("creek", "bridge", "ford", "road", "trail") if features.get(word)}
        if words & {"bridge", "ford"}:
            words.discard("creek")
        lines.append(f"{one}-{other} {' '.join(sorted(words))}")
    return "# hexside  features\n" + "\n".join(lines) + "\n", left_out


def units(entries: list[Any]) -> str:
    parts = ["# Every unit of the battle: strength, kind and side. All move six."]
    for entry in sorted(entries, key=lambda entry: (entry["side"], entry["slot"])):
        name, ident = named(entry)
        side = ident.split(".")[0]
        kind = KINDS.get(entry["cls"], entry["cls"])
        face = f"{{ attack = {entry['str']}, defense = {entry['str']}, movement = 6 }}"
        parts.append(
            f'[[unit]]\nid = "{ident}"\nname = "{name}"\nside = "{side}"\nkind = "{kind}"\nmovement_class = "any"\n'
            f"faces = [{face}]\ncount = 1"
        )
    return "\n\n".join(parts) + "\n"


def bindings(entries: list[Any]) -> str:
    """What the module calls each unit: its name and a "c" for the campaign, which one counter lacks."""
    parts = ['module = "Blue and Gray Complete"\nmaps = ["Main Map"]\nlocation = "(?P<hex>[0-9]{4})"']
    for entry in sorted(entries, key=lambda entry: (entry["side"], entry["slot"])):
        name, ident = named(entry)
        parts.append(f'[[counters]]\nname = "{re.escape(name)}( c)?"\nunit = "{ident}"'.replace("\\", ""))
    return "\n\n".join(parts) + "\n"


def named(entry: Any) -> tuple[str, str]:
    """A unit's name and our id for it."""
    name = entry["slot"].removesuffix(" c")
    side = {"Union": "us", "Confederate": "cs"}[entry["side"]]
    return name, f"{side}.{re.sub('[^a-z0-9]+', '-', name.lower())}"


if __name__ == "__main__":
    main(Path(sys.argv[1]))
