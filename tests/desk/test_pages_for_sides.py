"""Two sides whose names make one file name get two files, and the umpire's is none of theirs."""

from __future__ import annotations

from pathlib import Path

from adjudicator.desk.making import _page_for


def test_each_side_has_a_file_of_its_own() -> None:
    made: list[Path] = []
    for side in ("Axis: North", "Axis? North", "Red", "red", "Blue/Green", "umpire", "umpire"):
        made.append(Path("reports") / _page_for(side, made))
    assert len({path.name.casefold() for path in made}) == len(made)
    assert all(path.name.startswith("for ") for path in made)
