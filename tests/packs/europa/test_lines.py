"""Railways: lines regauged (Sudden Storm 7A3), and lines changed in the phase (7A3.8)."""

from __future__ import annotations

from dataclasses import replace
from unittest.mock import patch

import pytest

from adjudicator.analysis.situation import Situation
from adjudicator.findings import Finding
from adjudicator.packs.europa.rules import regauging as chapter
from adjudicator.packs.europa.rules.rail import regauged_hex_unusable
from adjudicator.packs.europa.rules.regauging import (
    eligible_hex,
    four_hexes_in_a_row,
    regauge_rate,
    regauge_zone_limit,
)
from adjudicator.record.acts import Laid, Lifted, Movement
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from adjudicator.terms.where import Where
from tests.adjudicator.analysis.maps import blank, pack, position, theatre
from tests.packs.europa.small import breaches, counter, missing, network, phase_of, sure, with_blank

COLUMN = {f"00{r:02}-00{r + 1:02}": "rail_broad" for r in range(1, 7)}
GIVEN = theatre(
    blank(3, 9),
    sides={"0000-0001": "rail_standard", **COLUMN, "0200-0201": "rail_broad"},
    tags={f"{c:02}{r:02}": "zone_a" if r < 4 else "zone_b" for c in range(3) for r in range(9)},
)
MAP = network(GIVEN)
RULES = pack(movement="[mode.rail]\n", control="[[test]]\nby = 'occupation'\n[[test]]\nby = 'history'\n")
ALL = {f"{c:02}{r:02}": "red" for c in range(3) for r in range(9)}


def at(*units: str, weather: str = "clear", phase: str = "move", side: str = "red", **control: str) -> Position:
    owned = {**ALL, **{number.strip("h"): owner for number, owner in control.items()}}
    return position(MAP, RULES, *units, phase=phase, phasing=side, control=owned, weather=weather)


def laying(start: Position, *numbers: str, kind: str = "regauged") -> PhaseRecord:
    current, acts = start, []
    for n, number in enumerate(numbers):
        name = f"g{n}"
        after = current.with_marker(counter(name, kind, number))
        acts.append(Laid(before=current, after=after, where=number, marker_ids=(name,)))
        current = after
    return phase_of(start, *acts)


def eligible(record: PhaseRecord, supplied: Where | None = None) -> list[Finding]:
    """What is wrong with the hexes regauged, where those that are `supplied` have supply; all, if left out."""
    with patch.object(chapter, "IN_SUPPLY", Situation(where=supplied or Where())):
        return breaches(eligible_hex(record))


def regauging(*numbers: str, start: Position | None = None, supplied: Where | None = None) -> list[Finding]:
    return eligible(laying(start or at(), *numbers), supplied)


def test_a_line_is_regauged_from_where_its_gauge_begins() -> None:
    """7A3: next to the standard gauge, then hex after hex."""
    assert regauging("0001") == []
    assert regauging("0001", "0002", "0003") == []
    (skipped,) = regauging("0001", "0003")
    assert skipped.broken.is_yes
    assert "no line of the new gauge leads to it" in skipped.because
    assert sure(regauging("0201")) == 1


def test_other_markers_regauge_nothing() -> None:
    assert eligible(laying(at(), "0003", kind="break")) == []
    begun = at().with_marker(counter("x", "break", "0002"))
    assert sure(regauging("0003", start=begun)) == 1
    begun = at().with_marker(counter("x", "regauged", "0002"))
    assert regauging("0003", start=begun) == []


def test_without_a_broad_line_there_is_nothing_to_regauge() -> None:
    (none,) = regauging("0202")
    assert none.broken.is_yes
    assert "has no line to regauge" in none.because
    (none,) = regauging("0000")
    assert "has no line to regauge" in none.because


def test_the_hex_was_its_sides_when_the_phase_began() -> None:
    """7A3: whose it became in the phase is too late; whose it was may be open."""
    lost = at(h0001="blue")
    (breach,) = regauging("0001", start=lost)
    assert breach.broken.is_yes
    assert "was not its side's when the phase began" in breach.because
    taken = replace(lost, control=lost.control.set("0001", "red"))
    late = laying(taken, "0001")
    assert sure(eligible(replace(late, start=lost))) == 1
    assert sure(eligible(replace(laying(lost, "0001"), start=taken))) == 0
    assert missing(regauging("0001", start=at(h0001="?"))) == ("control of 0001",)


def test_the_hex_is_in_supply() -> None:
    supplied = Where(hexes=frozenset({"0001"}))
    assert regauging("0001", supplied=supplied) == []
    (breach,) = regauging("0001", "0002", supplied=supplied)
    assert breach.at == ("0002",)
    assert "is not in supply" in breach.because
    woods = Where(terrains=frozenset({"forest"}))
    drawn = replace(at(), network=network(with_blank(GIVEN, "0001")))
    assert missing(regauging("0001", start=drawn, supplied=woods)) == ("the terrain of 0001",)


def rate(*numbers: str, most: dict[str, int], start: Position | None = None, half: bool = False) -> list[Finding]:
    with patch.object(chapter, "RATE", most):
        return breaches((regauge_zone_limit if half else regauge_rate)(laying(start or at(), *numbers)))


FIVE = ("0001", "0002", "0003", "0004", "0005")


def test_so_many_hexes_are_regauged_in_a_phase() -> None:
    """7A3: by the weather; what is left over is lost."""
    assert rate(*FIVE, most={"clear": 5, "snow": 2}) == []
    (breach,) = rate(*FIVE, most={"clear": 4, "snow": 9})
    assert breach.broken.is_yes
    assert breach.at == FIVE
    assert "5 hexes regauged, and at most 4 may be" in breach.because
    assert rate(most={"clear": 0}) == []


def test_in_unknown_weather_the_most_is_open() -> None:
    for unknown in (at(weather=""), at(weather="fog")):
        assert missing(rate(*FIVE, most={"clear": 5, "snow": 2}, start=unknown)) == ("the weather in zone b",)
        assert rate(*FIVE[:2], most={"clear": 5, "snow": 2}, start=unknown) == []
        assert sure(rate(*FIVE, most={"clear": 4, "snow": 2}, start=unknown)) == 1


def test_the_weather_of_zone_b_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    most = {"clear": 5, "snow": 2}
    for zone, wrong in (("zone_b", 0), ("zone_a", 1)):
        start = at()
        told = (("weather", "snow"), (f"weather:{zone}", "clear"))
        assert (
            sure(rate(*FIVE, most=most, start=replace(start, moment=replace(start.moment, conditions=told)))) == wrong
        )
    monkeypatch.setattr(chapter, "ZONE_OF_THE_RATE", "nowhere")
    assert missing(rate(*FIVE, most=most)) == ("the weather in nowhere",)


def test_half_of_them_lie_in_one_zone() -> None:
    """7A3: at most half, rounded down: of seven three. 0001 to 0003 are in zone A, 0004 and on in zone B."""
    assert rate(*FIVE, most={"clear": 7}, half=True) == []
    (breach,) = rate(*FIVE, most={"clear": 5}, half=True)
    assert breach.at == ("0001", "0002", "0003")
    assert "3 hexes regauged in zone a, and at most 2 may be" in breach.because
    assert len(rate(*FIVE, most={"clear": 3}, half=True)) == 2
    unknown = at(weather="")
    assert missing(rate(*FIVE, most={"clear": 7, "snow": 5}, half=True, start=unknown)) == ("the weather in zone b",)


def test_no_more_than_four_in_a_row() -> None:
    """7A3, as the publisher ruled: four contiguous hexes. Others apart, or with no line between, make another row."""
    assert list(four_hexes_in_a_row(laying(at(), *FIVE[:4]))) == []
    (breach,) = four_hexes_in_a_row(laying(at(), "0003", "0001", "0002", "0005", "0004"))
    assert "5 hexes in a row" in breach.because
    assert sorted(breach.at) == sorted(FIVE)
    assert list(four_hexes_in_a_row(laying(at(), *FIVE[:4], "0006", "0007"))) == []
    assert list(four_hexes_in_a_row(laying(at(), *FIVE[:4], "0102", "0200", "0201"))) == []


def riding(
    mode: str, kind: str, where: str, lift: bool = False, way: tuple[str, ...] = ("0002", "0003")
) -> list[Finding]:
    marker = counter("g", kind, where)
    bare = at("red leg 0002")
    before, after = (bare.with_marker(marker), bare) if lift else (bare, bare.with_marker(marker))
    change = (Lifted if lift else Laid)(before=before, after=after, where=where, marker_ids=("g",))
    move = Movement(before=after, after=after.moved("red0", way[-1]), units=("red0",), way=way, mode=mode)
    return list(regauged_hex_unusable(phase_of(before, change, move)))


def test_no_train_runs_where_the_line_was_changed() -> None:
    """7A3.8: laid or lifted, in the hex where it sets out as in those it passes."""
    for where, count in (("0002", 1), ("0003", 1), ("0004", 0), ("0001", 0)):
        assert sure(riding("rail", "regauged", where)) == count
        assert sure(riding("rail", "regauged", where, lift=True)) == count
    assert riding("rail", "fort", "0003") == []
    assert riding("move", "regauged", "0003") == []
    (breach,) = riding("rail", "regauged", "0003")
    assert breach.at == ("0003",)
    assert breach.units == ("red0",)
    assert "through 0003, whose line was changed" in breach.because
