"""What the weather decides stays open while nobody tells it: the checks of Thunder in the East and of Europa."""

from __future__ import annotations

import pytest

from adjudicator.model.known import Known, Truth
from tests.adjudicator.analysis.corridor import line
from tests.adjudicator.checks.untold import CLEAR_TIME, GROUND, SNOW_TIME, ZONE_IN_SNOW, Asked

THUNDER = ("adjudicator.packs.thunder_in_the_east",)
EUROPA = ("adjudicator.packs.europa",)
WEATHER = Known.open("weather")
STACK = ("red leg 0100", "red leg 0100", "blue leg 0200")
ONE_AT_MOST = "[[limit]]\nname = 'one'\nmost = 1\n"
ONE_IN_SNOW = ONE_AT_MOST + "where = { weather = ['snow'] }\n"
FED_IN_SNOW_ALONE = line("lengths = [{ within = { weather = ['snow'] }, most = 4 }, { most = 0 }]")
NEVER_FED = line("lengths = [{ most = 0 }]")
SHUT_IN_SNOW = line("lengths = [{ within = { weather = ['clear'] }, most = 8 }, { most = 0 }]")
REFORM = "kinds = ['hq']\nreform = [{ lines = ['all'], to = ['town'] }]\nreform_statuses = ['town']\n"

THREE_POINTS_IN_SNOW = "[[allowance]]\nset = 3\nwhen = { conditions = { weather = ['snow'] } }\n"
HEADQUARTERS = "kinds = ['hq']\nfull = 'strategic'\n"
CASES = {
    "a unit that comes finds room": Asked(
        "stacking.at_placement",
        {"when": SNOW_TIME},
        ("place red leg 0100 7",),
        tables={"stacking": ONE_AT_MOST},
        packages=THUNDER,
    ),
    "the state of supply is kept till its time": Asked(
        "supply.kept", {"kinds": ["isolated"], "when": [CLEAR_TIME]}, ("mark red0 isolated",), packages=THUNDER
    ),
    "zones reach the enemy's edge of the front": Asked(
        "placement.front_zones",
        units=("red leg 0100",),
        values={"front.red": "0100", "front.blue": "0200"},
        tables={"zoc": ZONE_IN_SNOW.replace("snow", "clear")},
        packages=THUNDER,
    ),
    "partisans keep away from those in that state": Asked(
        "stacking.company",
        {"who": {"kinds": ["guard"]}, "other": {"kinds": ["leg"]}, "states": ["in"]},
        units=("red leg 0100", "red guard 0100"),
        tables={"supply": FED_IN_SNOW_ALONE},
        packages=THUNDER,
    ),
    "a person travels at his time": Asked(
        "movement.marker",
        {"kinds": ["leader"], "modes": ["rail"], "when": CLEAR_TIME},
        ("shift leader0 0100-0000",),
        markers=("red leader 0100",),
        packages=THUNDER,
    ),
    "no more attack out of a hex than fit into the hex attacked": Asked(
        "europa:8B.3",
        {},
        ("attack 0200 red0 red1",),
        units=STACK,
        tables={"stacking": ONE_IN_SNOW},
        packages=EUROPA,
    ),
}


@pytest.mark.parametrize("asked", CASES.values(), ids=CASES)
def test_what_snow_forbids_is_a_doubt_while_nobody_tells_the_weather(asked: Asked) -> None:
    assert asked.truths() == [[], [Truth.YES], [Truth.OPEN]]
    assert asked.found("") == [WEATHER]


def test_a_unit_that_comes_beside_a_counter_nobody_can_tell_finds_room_perhaps() -> None:
    for strangers, found in ((("0100",), [Known.open("what else is in 0100")]), (("0200",), [])):
        asked = Asked(
            "stacking.at_placement",
            {},
            ("place red leg 0100 7",),
            ("blue leg 0500",),
            tables={"stacking": ONE_AT_MOST},
            strangers=strangers,
            packages=THUNDER,
        )
        assert asked.found("clear") == found


@pytest.mark.parametrize(("blue", "markers"), [("leg", ()), ("guard", ("blue hq 0200",))])
def test_how_many_dice_of_attrition_are_due_hangs_on_the_weather(blue: str, markers: tuple[str, ...]) -> None:
    """7.5.3f: those roll who are isolated in an enemy zone, units or headquarters; there is one in snow alone."""
    asked = Asked(
        "units.attrition",
        {
            "who": {"kinds": ["leg"]},
            "states": ["out"],
            "markers": ["hq"],
            "situations": [{"controlled": "enemy"}],
        },
        ("roll 5",),
        units=("red leg 0100", f"blue {blue} 0200"),
        markers=markers,
        tables={"zoc": ZONE_IN_SNOW, "supply": NEVER_FED},
        packages=THUNDER,
    )
    assert asked.truths() == [[], [], [Truth.OPEN]]
    assert asked.found("") == [WEATHER]


@pytest.mark.parametrize(
    ("job", "deeds", "tables"),
    [
        ("points = 8\nworkers = [{ where = { weather = ['clear'] } }]", ("lay red fort 0100 7",), {}),
        ("points = 2", ("lay red fort 0100 7", "lay red fort 0100 8"), {"movement": THREE_POINTS_IN_SNOW}),
    ],
    ids=["whom workers perhaps help", "who perhaps has the points for two"],
)
def test_a_work_of_a_unit(job: str, deeds: tuple[str, ...], tables: dict[str, str]) -> None:
    """14A: works take movement points, and half as many where workers help."""
    work = f"[[job]]\narticle = '14A'\nact = 'lay'\nkinds = ['fort']\nphases = ['march']\n{job}\n"
    ground = {"terrain": GROUND, "works": work, **tables}
    asked = Asked("works.labour", {"article": "14A"}, deeds, tables=ground, packages=EUROPA)
    assert asked.truths() == [[], [Truth.YES], [Truth.OPEN]]


def test_a_headquarters_that_perhaps_can_reform_nowhere_goes_perhaps() -> None:
    """10.2.2b: one that is cut off goes, unless it can reform nowhere; in snow no line leads to a place of its side."""
    asked = Asked(
        "markers.cut_off",
        {"kinds": ["hq"], "situations": [{"where": {"hexes": ["0500"]}}], "spares_trapped": True},
        units=("blue leg 0000",),
        markers=("blue hq 0400",),
        tables={
            "supply": SHUT_IN_SNOW + "[[status]]\nname = 'town'\nspots = { kinds = ['edge'] }\n",
            "headquarters": REFORM,
            "control": "[[test]]\nby = 'occupation'\n",
        },
        packages=THUNDER,
    )
    assert asked.truths() == [[Truth.YES], [], [Truth.OPEN]]


def test_a_headquarters_that_is_driven_out_goes_where_a_line_perhaps_leads() -> None:
    """10.2.2: it reforms where a line leads from its hex; in snow none does."""
    asked = Asked(
        "markers.travel",
        {
            "kinds": ["hq"],
            "to": [{"where": {"hexes": ["0000"]}}],
            "origin": [{"where": {"hexes": ["0100"]}}],
            "lines": ["all"],
        },
        ("shift hq0 0400-0000",),
        units=("blue leg 0400",),
        markers=("red hq 0400",),
        tables={"supply": SHUT_IN_SNOW, "headquarters": REFORM},
        packages=THUNDER,
    )
    assert asked.truths() == [[], [Truth.YES], [Truth.OPEN]]
