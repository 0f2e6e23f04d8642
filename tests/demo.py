"""`python -m tests.demo OUT`: the main job on the sample game; leaves a picture and a report in OUT and names them."""

from __future__ import annotations

import sys
from pathlib import Path

from adjudicator.cli.main import status

GAME = Path(__file__).parent.parent / "fixtures" / "vassal" / "two_rivers"
BROKEN = 1


def main(out: Path) -> int:
    """Judge the sample game's position and turn, draw both; the sample has mistakes in it, so 1 is what to expect."""
    out.mkdir(parents=True, exist_ok=True)
    position, turn = str(GAME / "midgame.vsav"), str(GAME / "turn_1.vlog")
    rules = ["--module", str(GAME / "two_rivers.vmod"), "--pack", "two_rivers"]
    told = [*rules, "--condition", "history=whole"]  # the save has no past: who controls what would be unknown
    jobs = [
        (["check", position, *told, "-o", f"{out}/report.md", "-o", f"{out}/report.html"], BROKEN),
        (["check", turn, *rules, "-o", f"{out}/turn_1.html"], BROKEN),
        (["render", position, *told, "-o", f"{out}/map.png"], 0),
        (["log", turn, *rules[:2], "-o", f"{out}/moves.md"], 0),
    ]
    for arguments, expected in jobs:
        code = status(arguments)
        if code != expected:
            print(f"demo: '{' '.join(arguments)}' ended with {code}, expected {expected}", file=sys.stderr)
            return 1
    made = ("map.png", "report.html", "report.md", "turn_1.html", "moves.md")
    print("The annotated map, the report on the position and on a turn, and the turn as a list of moves:")
    for name in made:
        print(f"  {out / name}")
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1] if len(sys.argv) > 1 else "out")))
