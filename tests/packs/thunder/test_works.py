"""Works that a fight costs, that a phase has only begun, or that nobody mans: judged on a strip of our own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from adjudicator.findings import Finding
from adjudicator.model.known import Known
from adjudicator.model.network import Network
from adjudicator.packs.thunder_in_the_east.rules.relocation import passed_through
from adjudicator.packs.thunder_in_the_east.rules.works import (
    FORTIFIED,
    IMPROVED,
    abandoned_far_from_owner,
    abandoned_far_from_remover,
    not_fortified_at_once,
    works_fall,
)
from adjudicator.record.acts import Act
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from tests.adjudicator.analysis.maps import pack, position, theatre
from tests.packs.thunder.played import YES, played, with_faces

STRIP = Network.of(theatre(".........", {"0500-0600": "lake"}))
HQ = "operational_hq_attack"
Article = Callable[[Act], Iterator[Finding]]


def fight(work: str, *deeds: str, kinds: tuple[str, ...] = (IMPROVED, FORTIFIED)) -> list[str]:
    """What is said of a work in 0300 after an attack on its two defenders, which reduces works."""
    at = position(STRIP, pack(), "red leg 0200", "blue leg 0300", "blue leg 0300", markers=(work,))
    record = played(with_faces(at, blue1=(2, 1), blue2=(2, 1)), "attack 0300 red0 DR", *deeds)
    return [each.because for each in works_fall(record, kinds)]


@pytest.mark.parametrize(
    ("work", "deeds", "said"),
    [
        ("blue improved_defense 0300", (), ""),
        ("blue improved_defense 0300", ("flip blue1 2",), "it goes"),
        ("- improved_defense 0300", ("flip blue2 2",), "it goes"),
        ("red improved_defense 0300", ("flip blue1 2",), ""),
        ("blue improved_defense 0400", ("flip blue1 2",), ""),
        ("blue hut 0300", ("flip blue1 2",), ""),
        ("blue improved_defense 0300", ("retreat blue1 0300-0400",), "it goes"),
        ("blue improved_defense 0300", ("remove blue1",), "it goes"),
        ("blue improved_defense 0300", ("remove blue1", "remove blue2"), "it goes"),
        ("blue improved_defense 0300", ("flip blue1 2", "lift improved_defense0"), ""),
        ("blue fortified_defense 0300", ("remove blue1", "remove blue2"), "it goes"),
        ("blue fortified_defense 0300", ("remove blue1", "remove blue2", "lift fortified_defense0"), ""),
        ("blue fortified_defense 0300", ("remove blue1",), "becomes"),
        ("blue fortified_defense 0300", ("flip blue1 2",), "becomes"),
        ("blue fortified_defense 0300", ("flip blue1 2", "swap fortified_defense0 blue improved_defense 0300 5"), ""),
        ("blue fortified_defense 0300", ("flip blue1 2", "lift fortified_defense0"), "is gone"),
        ("blue fortified_defense 0300", ("retreat blue1 0300-0400",), "becomes"),
        ("blue fortified_defense 0300", ("remove blue1", "retreat blue2 0300-0400"), ""),
        ("blue fortified_defense 0300", ("retreat blue1,blue2 0300-0400",), ""),
    ],
)
def test_works_fall_with_their_defenders(work: str, deeds: tuple[str, ...], said: str) -> None:
    """27.2.1: Improved Defense goes with any loss or retreat; Fortified is reduced, and goes with its last defender."""
    found = fight(work, *deeds)
    assert len(found) == bool(said)
    assert all(said in each for each in found)


def test_after_other_results_fortifications_stay_and_an_untold_one_leaves_it_open() -> None:
    """27.2.1: DP, DR and DL reduce Fortified Defense."""
    at = position(STRIP, pack(), "red leg 0200", "blue leg 0300", markers=("blue fortified_defense 0300",))
    at = with_faces(at, blue1=(2, 1))
    for told, found in (("EX", []), ("DR", [Known(YES)]), ("", [Known.open("the result of the attack on 0300")])):
        record = played(at, f"attack 0300 red0 {told}", "flip blue1 2")
        assert [each.broken for each in works_fall(record, (IMPROVED, FORTIFIED))] == found
        assert list(works_fall(record, (IMPROVED,))) == []


def test_where_nobody_defends_nothing_is_lost() -> None:
    assert fight("blue improved_defense 0400", "attack 0400 red0") == []


@pytest.mark.parametrize(
    ("deeds", "count"),
    [
        (("lay red improved_defense 0200 5", "swap improved_defense5 red fortified_defense 0200 6"), 1),
        (("lay red improved_defense 0200 5", "swap improved_defense0 red fortified_defense 0100 6"), 0),
        (("swap improved_defense0 red fortified_defense 0100 6",), 0),
        (("lay red improved_defense 0200 5", "swap improved_defense5 red hut 0200 6"), 0),
        (("lay red hut 0200 5", "swap hut5 red fortified_defense 0200 6"), 0),
        (("swap improved_defense0 red fortified_defense 0100 6", "lay red improved_defense 0100 5"), 0),
        (
            (
                "lay red improved_defense 0200 5",
                "lay red improved_defense 0300 6",
                "swap improved_defense5 red fortified_defense 0200 7",
                "swap improved_defense6 red fortified_defense 0300 8",
            ),
            2,
        ),
    ],
)
def test_what_was_begun_in_a_step_is_not_fortified_in_it(deeds: tuple[str, ...], count: int) -> None:
    """9.3.3: a Defense marker is not fortified in the step it was placed in."""
    at = position(STRIP, pack(), markers=("red improved_defense 0100",))
    found = list(not_fortified_at_once(played(at, *deeds)))
    assert [each.at for each in found] == [("0200",), ("0300",)][:count]


def through(*deeds: str, units: tuple[str, ...] = (), hq: str = f"blue {HQ} 0300") -> list[tuple[str, ...]]:
    at = position(STRIP, pack(), "red leg 0200", "red leg 0200", *units, markers=(hq,))
    return [each.units for each in passed_through(played(at, *deeds))]


@pytest.mark.parametrize(
    ("deeds", "units", "hq", "found"),
    [
        (("move red0 0200-0300-0400",), (), f"blue {HQ} 0300", [("red0",)]),
        (("move red0,red1 0200-0300-0400",), (), f"blue {HQ} 0300", [("red0", "red1")]),
        (("advance red0 0200-0300-0400",), (), f"blue {HQ} 0300", [("red0",)]),
        (("overrun red0 0200-0300-0400",), (), f"blue {HQ} 0300", [("red0",)]),
        (("retreat red0 0200-0300-0400",), (), f"blue {HQ} 0300", [("red0",)]),
        (("move red0 0200-0400",), (), f"blue {HQ} 0300", []),  # the record does not show the way
        (
            ("move red0 0200-0300",),
            (),
            f"blue {HQ} 0300",
            [],
        ),  # another rule speaks of those who share a hex
        (("move red0 0200-0300", "move red0 0300-0400"), (), f"blue {HQ} 0300", [("red0",)]),
        (("move red0 0200-0300-0400", f"lift {HQ}0"), (), f"blue {HQ} 0300", []),
        (
            ("move red0 0200-0300-0400", f"shift {HQ}0 0300-0700"),
            (),
            f"blue {HQ} 0300",
            [],
        ),
        (
            (
                "move red0 0200-0300-0400",
                f"shift {HQ}0 0300-0700",
                f"shift {HQ}0 0700-0300",
            ),
            (),
            f"blue {HQ} 0300",
            [],
        ),
        (
            (f"shift {HQ}0 0700-0300", "move red0 0200-0300-0400"),
            (),
            f"blue {HQ} 0700",
            [("red0",)],
        ),
        (("move red0 0200-0300-0400",), ("blue leg 0300",), f"blue {HQ} 0300", []),
        (("move red0 0200-0300-0400",), ("red leg 0300",), f"blue {HQ} 0300", []),
        (("move red0 0200-0300-0400",), (), f"red {HQ} 0300", []),
        (("move red0 0200-0300-0400",), (), f"- {HQ} 0300", []),
        (("move red0 0200-0300-0400",), (), "blue hut 0300", []),
        (("move red0 0200-0300-0400",), (), f"blue {HQ} 0200", []),
        (("move red0 0200-0100",), (), f"blue {HQ} 0300", []),
    ],
)
def test_an_hq_alone_goes_when_an_enemy_comes_through(
    deeds: tuple[str, ...], units: tuple[str, ...], hq: str, found: list[tuple[str, ...]]
) -> None:
    """10.2.2c: an HQ alone in a hex dissolves at once when an enemy ground unit enters it, though that goes on."""
    assert through(*deeds, units=units, hq=hq) == found


ZONE = "[[exert]]\nwho = { kinds = ['tank'] }\n"
SNOW = "[[exert]]\nwho = { kinds = ['tank'] }\nwhen = { conditions = { weather = ['snow'] } }\n"
REMOVER, OWNER = abandoned_far_from_remover, abandoned_far_from_owner


def lifted(at: Position, name: str = "improved_defense0", article: Article = REMOVER) -> list[Known]:
    act = played(at, f"lift {name}").acts[0]
    return [each.broken for each in article(act) if each.broken.possible]


def works(
    *units: str,
    markers: tuple[str, ...] = ("blue improved_defense 0400",),
    zoc: str = ZONE,
    phasing: str = "red",
    weather: str = "clear",
) -> Position:
    return position(STRIP, pack(zoc=zoc), *units, markers=markers, phase="supply", phasing=phasing, weather=weather)


@pytest.mark.parametrize(
    ("units", "markers", "article", "broken"),
    [
        (("red leg 0100",), ("blue W 0800",), REMOVER, False),
        (("red leg 0200",), ("blue W 0800",), REMOVER, True),
        (("red leg 0000", "red leg 0200"), ("blue W 0800",), REMOVER, True),
        ((), ("blue W 0400",), REMOVER, False),
        (("red tank 0300",), ("blue W 0400",), REMOVER, False),
        (("red leg 0300",), ("blue W 0400",), REMOVER, True),
        (("blue leg 0200",), ("blue W 0400",), REMOVER, False),
        (("blue leg 0200",), ("blue W 0400",), OWNER, True),
        (("blue leg 0100",), ("blue W 0800",), OWNER, False),
        (("red leg 0300",), ("blue W 0400",), OWNER, False),
        (("blue leg 0400",), ("blue W 0400",), REMOVER, True),
        (("red tank 0300", "blue leg 0400"), ("blue W 0400",), REMOVER, True),
        (("blue leg 0500",), ("blue W 0400",), REMOVER, False),
        (("blue leg 0500",), ("blue W 0700", "blue F 0600"), REMOVER, False),
        (("blue leg 0500",), ("blue W 0700", "blue F 0600", "blue F 0500"), REMOVER, False),  # a lake parts them
        (("blue leg 0600",), ("blue W 0700", "blue F 0600"), REMOVER, True),
        (("blue leg 0500",), ("blue W 0400", "blue hut 0500"), REMOVER, False),
        (("red leg 0400",), ("red W 0400",), REMOVER, False),
        (("red leg 0300",), ("- W 0400",), REMOVER, False),
    ],
)
def test_works_that_are_not_abandoned(
    units: tuple[str, ...], markers: tuple[str, ...], article: Article, broken: bool
) -> None:
    """7.6: abandoned is a work whose chain is empty, in an enemy ZOC or too far from every unit; a lake parts a chain."""
    there = tuple(each.replace(" W ", f" {IMPROVED} ").replace(" F ", f" {FORTIFIED} ") for each in markers)
    assert lifted(works(*units, markers=there), article=article) == ([Known(YES)] if broken else [])


def test_only_works_of_the_enemy_on_the_map_are_asked_about() -> None:
    near = works("red leg 0300", markers=("blue hut 0400",))
    assert lifted(near, "hut0") == []
    assert lifted(works("red leg 0300", phasing="blue")) == []
    nobody = replace(near, moment=replace(near.moment, phase=None))
    assert lifted(nobody.with_marker(works().markers["improved_defense0"])) == []
    boxed = works("red leg 0300")
    away = boxed.with_marker(replace(boxed.markers["improved_defense0"], hex="9999"))
    assert lifted(away) == []


def test_a_zone_that_hangs_on_the_weather_leaves_a_doubt_and_a_sure_guard_does_not() -> None:
    untold = {"zoc": SNOW, "weather": ""}
    at = works("red tank 0300", **untold)  # type: ignore[arg-type]
    untold_at = replace(at, moment=replace(at.moment, conditions=()))
    assert lifted(untold_at) == [Known.open("weather")]
    manned = untold_at.with_unit(works("blue leg 0400").units["blue0"])
    assert lifted(manned) == [Known(YES)]


def test_a_phase_without_deeds_says_nothing() -> None:
    at = works("red leg 0300")
    empty = PhaseRecord(at, at, ())
    assert [*works_fall(empty, (IMPROVED,)), *not_fortified_at_once(empty), *passed_through(empty)] == []
