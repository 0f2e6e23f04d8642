"""Article 36 of Fire in the East on a whole set-up: complete it is in order, a unit less is missed."""

from __future__ import annotations

from functools import cache

from adjudicator.analysis.order_of_battle import expected
from adjudicator.findings import Finding
from adjudicator.judge import adjudicate
from adjudicator.play.setting_up import position_from
from tests.packs.europa.test_examples import game


@cache
def everybody() -> tuple[str, ...]:
    """Every unit of the start, in a hex of its side's."""
    pack, _ = game("fire_in_the_east")
    lines = []
    for kind, count in sorted(expected(pack, "start").items()):
        hexagon = "1B/2818" if pack.units[kind].side == "axis" else "2A/2702"
        lines += [f"{hexagon}: {kind}" + (f"#{number}" if number > 1 else "") for number in range(1, count + 1)]
    return tuple(lines)


def missed(*lines: str) -> list[Finding]:
    """What article 36.2 finds but for those who stand outside their zones."""
    position = position_from(("stage setup complete", *lines), *game("fire_in_the_east"))
    found = [each for each in adjudicate(position).findings if each.rule == "fite:36.2"]
    return [each for each in found if "not in its zone" not in each.because and not each.missing]


def test_the_whole_order_of_battle_is_complete() -> None:
    assert len(everybody()) > 800
    assert missed(*everybody()) == []


def test_a_unit_less_is_missed() -> None:
    lines = list(everybody())
    gone = lines.pop(400).partition(": ")[2]
    (found,) = missed(*lines)
    assert found.severity == "reminder"
    pack, _ = game("fire_in_the_east")
    assert (pack.units[gone.partition("#")[0]].name or gone) in found.because
