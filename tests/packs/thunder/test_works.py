"""Works that a fight costs, that a phase has only begun, or that nobody mans: judged on a strip of our own."""

from __future__ import annotations

from dataclasses import replace

import pytest

from adjudicator.model.known import Known
from adjudicator.model.network import Network
from adjudicator.packs.thunder_in_the_east.checks.markers.abandoned import Abandoned, really_abandoned
from adjudicator.packs.thunder_in_the_east.checks.markers.lost import LostWorks, works_are_lost
from adjudicator.packs.thunder_in_the_east.checks.markers.passed import Passed, gone_when_entered
from adjudicator.packs.thunder_in_the_east.checks.markers.settled import Settled, not_at_once
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from adjudicator.terms.act import ActKinds
from tests.adjudicator.analysis.maps import pack, position, theatre
from tests.packs.thunder.played import YES, played, with_faces

STRIP = Network.of(theatre("........."))
LONG = Network.of(theatre("." * 15, {"0900-1000": "lake"}))
WORKS = LostWorks.model_validate(
    {
        "losses": [
            {"kind": "trench", "after": "loss"},
            {"kind": "fort", "after": "destruction"},
            {"kind": "fort", "after": "reduction", "becomes": "trench"},
        ],
        "acts": ["attack"],
    }
)
OVERRUN = LostWorks(losses=WORKS.losses, acts=ActKinds({"overrun"}))


def fight(work: str, *deeds: str, terms: LostWorks = WORKS) -> list[str]:
    """What is said of a work in 0300 after an attack on its two defenders."""
    at = position(STRIP, pack(), "red leg 0200", "blue leg 0300", "blue leg 0300", markers=(work,))
    at = with_faces(at, blue1=(2, 1), blue2=(2, 1))
    first = () if terms is OVERRUN else ("attack 0300 red0",)
    return [each.because for each in works_are_lost(played(at, *first, *deeds), terms)]


@pytest.mark.parametrize(
    ("work", "deeds", "said"),
    [
        ("blue trench 0300", (), ""),
        ("blue trench 0300", ("flip blue1 2",), "it goes"),
        ("- trench 0300", ("flip blue2 2",), "it goes"),
        ("red trench 0300", ("flip blue1 2",), ""),
        ("blue trench 0400", ("flip blue1 2",), ""),
        ("blue hut 0300", ("flip blue1 2",), ""),
        ("blue trench 0300", ("retreat blue1 0300-0400",), "it goes"),
        ("blue trench 0300", ("remove blue1",), "it goes"),
        ("blue trench 0300", ("remove blue1", "remove blue2"), "it goes"),
        ("blue trench 0300", ("flip blue1 2", "lift trench0"), ""),
        ("blue fort 0300", ("remove blue1", "remove blue2"), "it goes"),
        ("blue fort 0300", ("remove blue1", "remove blue2", "lift fort0"), ""),
        ("blue fort 0300", ("remove blue1",), "becomes"),
        ("blue fort 0300", ("flip blue1 2",), "becomes"),
        ("blue fort 0300", ("flip blue1 2", "swap fort0 blue trench 0300 5"), ""),
        ("blue fort 0300", ("flip blue1 2", "lift fort0"), "is gone"),
        ("blue fort 0300", ("retreat blue1 0300-0400",), "becomes"),
        ("blue fort 0300", ("remove blue1", "retreat blue2 0300-0400"), ""),
        ("blue fort 0300", ("retreat blue1,blue2 0300-0400",), ""),
    ],
)
def test_works_fall_with_their_defenders(work: str, deeds: tuple[str, ...], said: str) -> None:
    """27.2.1: Improved Defense goes with any loss or retreat; Fortified is reduced, and goes with its last defender."""
    found = fight(work, *deeds)
    assert len(found) == bool(said)
    assert all(said in each for each in found)


@pytest.mark.parametrize(
    ("deeds", "count"),
    [
        (("overrun red0 0200-0300", "remove blue1", "remove blue2"), 1),
        (("overrun red0 0200-0300",), 0),
        (("attack 0300 red0", "remove blue1", "remove blue2"), 0),
        (("overrun red0 0300-0200", "remove blue1", "remove blue2"), 0),
    ],
)
def test_after_an_overrun_it_is_the_hex_overrun_that_counts(deeds: tuple[str, ...], count: int) -> None:
    assert len(fight("blue trench 0300", *deeds, terms=OVERRUN)) == count


def test_where_nobody_defends_nothing_is_lost() -> None:
    assert fight("blue trench 0400", "attack 0400 red0") == []


FORTS = Settled(kinds=frozenset({"trench"}), into=frozenset({"fort"}))


@pytest.mark.parametrize(
    ("deeds", "count"),
    [
        (("lay red trench 0200 5", "swap trench5 red fort 0200 6"), 1),
        (("lay red trench 0200 5", "swap trench0 red fort 0100 6"), 0),
        (("swap trench0 red fort 0100 6",), 0),
        (("lay red trench 0200 5", "swap trench5 red hut 0200 6"), 0),
        (("lay red hut 0200 5", "swap hut5 red fort 0200 6"), 0),
        (("swap trench0 red fort 0100 6", "lay red trench 0100 5"), 0),
        (
            (
                "lay red trench 0200 5",
                "lay red trench 0300 6",
                "swap trench5 red fort 0200 7",
                "swap trench6 red fort 0300 8",
            ),
            2,
        ),
    ],
)
def test_what_was_begun_in_a_step_is_not_fortified_in_it(deeds: tuple[str, ...], count: int) -> None:
    """9.3.3: a Defense marker is not fortified in the step it was placed in."""
    at = position(STRIP, pack(), markers=("red trench 0100",))
    found = list(not_at_once(played(at, *deeds), FORTS))
    assert [each.at for each in found] == [("0200",), ("0300",)][:count]


HQ = Passed(kinds=frozenset({"hq"}))


def through(*deeds: str, units: tuple[str, ...] = (), hq: str = "blue hq 0300") -> list[tuple[str, ...]]:
    at = position(STRIP, pack(), "red leg 0200", "red leg 0200", *units, markers=(hq,))
    return [each.units for each in gone_when_entered(played(at, *deeds), HQ)]


@pytest.mark.parametrize(
    ("deeds", "units", "hq", "found"),
    [
        (("move red0 0200-0300-0400",), (), "blue hq 0300", [("red0",)]),
        (("move red0,red1 0200-0300-0400",), (), "blue hq 0300", [("red0", "red1")]),
        (("advance red0 0200-0300-0400",), (), "blue hq 0300", [("red0",)]),
        (("overrun red0 0200-0300-0400",), (), "blue hq 0300", [("red0",)]),
        (("retreat red0 0200-0300-0400",), (), "blue hq 0300", [("red0",)]),
        (("move red0 0200-0400",), (), "blue hq 0300", []),  # the record does not show the way
        (("move red0 0200-0300",), (), "blue hq 0300", []),  # another rule speaks of those who share a hex
        (("move red0 0200-0300", "move red0 0300-0400"), (), "blue hq 0300", [("red0",)]),
        (("move red0 0200-0300-0400", "lift hq0"), (), "blue hq 0300", []),
        (("move red0 0200-0300-0400", "shift hq0 0300-0700"), (), "blue hq 0300", []),
        (("move red0 0200-0300-0400", "shift hq0 0300-0700", "shift hq0 0700-0300"), (), "blue hq 0300", []),
        (("shift hq0 0700-0300", "move red0 0200-0300-0400"), (), "blue hq 0700", [("red0",)]),
        (("move red0 0200-0300-0400",), ("blue leg 0300",), "blue hq 0300", []),
        (("move red0 0200-0300-0400",), ("red leg 0300",), "blue hq 0300", []),
        (("move red0 0200-0300-0400",), (), "red hq 0300", []),
        (("move red0 0200-0300-0400",), (), "- hq 0300", []),
        (("move red0 0200-0300-0400",), (), "blue hut 0300", []),
        (("move red0 0200-0300-0400",), (), "blue hq 0200", []),
        (("move red0 0200-0100",), (), "blue hq 0300", []),
    ],
)
def test_an_hq_alone_goes_when_an_enemy_comes_through(
    deeds: tuple[str, ...], units: tuple[str, ...], hq: str, found: list[tuple[str, ...]]
) -> None:
    """10.2.2c: an HQ alone in a hex dissolves at once when an enemy ground unit enters it, though that goes on."""
    assert through(*deeds, units=units, hq=hq) == found


ZONE = "[[exert]]\nwho = { kinds = ['tank'] }\n"
SNOW = "[[exert]]\nwho = { kinds = ['tank'] }\nwhen = { conditions = { weather = ['snow'] } }\n"
EMPTY = Abandoned.model_validate({"kinds": ["trench", "fort"], "closed": [{"features": ["lake"]}]})
OWNER = EMPTY.model_copy(update={"far_from": "owner"})


def lifted(at: Position, name: str = "trench0", terms: Abandoned = EMPTY) -> list[Known]:
    act = played(at, f"lift {name}").acts[0]
    return [each.broken for each in really_abandoned(act, terms)]


def works(
    *units: str,
    markers: tuple[str, ...] = ("blue trench 0800",),
    zoc: str = ZONE,
    phasing: str = "red",
    weather: str = "clear",
) -> Position:
    return position(LONG, pack(zoc=zoc), *units, markers=markers, phase="supply", phasing=phasing, weather=weather)


@pytest.mark.parametrize(
    ("units", "markers", "terms", "broken"),
    [
        (("red leg 0100",), ("blue trench 0800",), EMPTY, False),
        (("red leg 0200",), ("blue trench 0800",), EMPTY, True),
        (("red leg 0000", "red leg 0200"), ("blue trench 0800",), EMPTY, True),
        (("red leg 1400",), ("blue trench 0800",), EMPTY, True),
        ((), ("blue trench 0800",), EMPTY, False),
        (("red tank 0700",), ("blue trench 0800",), EMPTY, False),
        (("red leg 0700",), ("blue trench 0800",), EMPTY, True),
        (("blue leg 0200",), ("blue trench 0800",), EMPTY, False),
        (("blue leg 0200",), ("blue trench 0800",), OWNER, True),
        (("blue leg 0100",), ("blue trench 0800",), OWNER, False),
        (("red leg 0700",), ("blue trench 0800",), OWNER, False),
        (("blue leg 0800",), ("blue trench 0800",), EMPTY, True),
        (("red tank 0700", "blue leg 0800"), ("blue trench 0800",), EMPTY, True),
        (("blue leg 0900",), ("blue trench 0800",), EMPTY, False),
        (("blue leg 0900",), ("blue trench 0800", "blue fort 0900"), EMPTY, True),
        (("red leg 0900",), ("blue trench 1100", "blue fort 1000"), OWNER, False),
        (("blue leg 0900",), ("blue trench 1100", "blue fort 1000", "blue fort 0900"), EMPTY, False),
        (("blue leg 1000",), ("blue trench 1100", "blue fort 1000"), EMPTY, True),
        (("blue leg 0900",), ("blue trench 0800", "blue hut 0900"), EMPTY, False),
        (("red leg 0800",), ("red trench 0800",), EMPTY, False),
        (("red leg 0700",), ("- trench 0800",), EMPTY, False),
    ],
)
def test_works_that_are_not_abandoned(
    units: tuple[str, ...], markers: tuple[str, ...], terms: Abandoned, broken: bool
) -> None:
    """7.6: abandoned is a work whose chain is empty, in an enemy ZOC or too far from every unit; a lake parts a chain."""
    found = [each for each in lifted(works(*units, markers=markers), terms=terms) if each.possible]
    assert found == ([Known(YES)] if broken else [])


def test_only_works_of_the_enemy_on_the_map_are_asked_about() -> None:
    near = works("red leg 0700", markers=("blue hut 0800",))
    assert lifted(near, "hut0") == []
    assert lifted(works("red leg 0700", phasing="blue")) == []
    nobody = replace(near, moment=replace(near.moment, phase=None))
    assert lifted(nobody.with_marker(works().markers["trench0"])) == []
    boxed = works("red leg 0700")
    away = boxed.with_marker(replace(boxed.markers["trench0"], hex="9999"))
    assert lifted(away) == []


def test_a_zone_that_hangs_on_the_weather_leaves_a_doubt_and_a_sure_guard_does_not() -> None:
    untold = {"zoc": SNOW, "weather": ""}
    at = works("red tank 0700", **untold)  # type: ignore[arg-type]
    untold_at = replace(at, moment=replace(at.moment, conditions=()))
    assert lifted(untold_at) == [Known.open("weather")]
    manned = untold_at.with_unit(works("blue leg 0800").units["blue0"])
    assert lifted(manned) == [Known(YES)]
    far = untold_at.moved("red0", "0000")
    assert [each for each in lifted(far) if each.possible] == []


def test_a_chain_over_a_hexside_that_only_weather_closes_may_be_manned() -> None:
    frozen = Abandoned.model_validate(
        {
            "kinds": ["trench"],
            "closed": [{"features": ["lake"], "weather": ["clear"]}],
        }
    )
    at = works("blue leg 0900", markers=("blue trench 1000", "blue trench 0900"))
    untold = replace(at, moment=replace(at.moment, conditions=()))
    assert lifted(untold, terms=frozen) == [Known.open("the ground along the chain of 1000")]
    assert [each for each in lifted(at, terms=frozen) if each.possible] == []
    snow = replace(at, moment=replace(at.moment, conditions=(("weather", "snow"),)))
    assert lifted(snow, terms=frozen) == [Known(YES)]


def test_a_phase_without_deeds_says_nothing() -> None:
    at = works("red leg 0700")
    empty = PhaseRecord(at, at, ())
    assert [*works_are_lost(empty, WORKS), *not_at_once(empty, FORTS), *gone_when_entered(empty, HQ)] == []
