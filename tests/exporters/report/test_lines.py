"""The lines of supply of a report: each unit's, element by element, told once and only when something is another."""

from __future__ import annotations

from adjudicator.analysis.supply.status import supply
from adjudicator.exporters.report.lines import SupplyLines, supply_lines
from tests.exporters.report.games import judged_turn


def _made(most_work: int = 10**9, most_numbers: int = 10**9) -> tuple[SupplyLines, dict[str, int]]:
    play = judged_turn().play
    assert play is not None
    numbers = {name: place for place, name in enumerate(play.start.network.index)}
    later = ((act.step, act.after) for act in play.acts)
    made = supply_lines(play.start, later, numbers, most_work, most_numbers)
    assert made is not None
    return made, numbers


def _last(made: SupplyLines) -> dict[str, list[object]]:
    """What the page's script has after the last moment."""
    known: dict[str, list[object]] = {}
    for moment in made.moments:
        told = moment["units"]
        assert isinstance(told, dict)
        known |= {unit: entry for unit, entry in told.items() if entry is not None}
        known = {unit: entry for unit, entry in known.items() if told.get(unit, entry) is not None}
    return known


def test_the_last_moment_has_the_lines_that_the_analysis_gives() -> None:
    made, numbers = _made()
    end = judged_turn().play.end  # type: ignore[union-attr]
    now, legs = _last(made), list(made.legs)
    for side in end.pack.sides:
        found = supply(end, side)
        for name, state in found.states().items():
            if not state or end.units[name].hex not in numbers:
                continue
            hex_, _, given, *_ = now[str(made.units[name])]
            assert hex_ == numbers[end.units[name].hex]
            assert isinstance(given, list)
            drawn = [legs[place][-1] for place in given]
            assert drawn == [tuple(numbers[at] for at in leg.hexes) for leg in found.legs(name)]


def test_a_unit_without_a_line_is_told_where_it_broke() -> None:
    made, _ = _made()
    entries = [entry for moment in made.moments for entry in moment["units"].values() if entry]  # type: ignore[attr-defined]
    assert any(entry[2] for entry in entries)
    assert all(entry[2] or entry[3] for entry in entries)


def test_a_long_game_is_looked_at_less_often_and_a_huge_one_only_at_its_end() -> None:
    whole, few, end = _made()[0], _made(most_work=200)[0], _made(most_numbers=10)[0]
    assert whole.looked == ()
    assert 0 < len(few.looked) <= len(whole.moments)
    assert len(end.moments) == len(end.looked) == 1
    assert sorted(map(str, _last(end).values())) and end.size < whole.size
