"""What the weather decides stays open while nobody tells it: the checks of Thunder in the East and of Europa."""

from __future__ import annotations

import pytest

from adjudicator.model.known import Known, Truth
from tests.adjudicator.analysis.corridor import line
from tests.adjudicator.checks.untold import GROUND, ZONE_IN_SNOW, Asked

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
    "zones reach the enemy's edge of the front": Asked(
        "thunder_in_the_east:3.2a",
        units=("red leg 0100",),
        values={"front.red": "0100", "front.blue": "0200"},
        tables={"zoc": ZONE_IN_SNOW.replace("snow", "clear")},
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
    work = f"[[job]]\narticle = '14A1.10'\nact = 'lay'\nkinds = ['fort']\nphases = ['march']\n{job}\n"
    ground = {"terrain": GROUND, "works": work, **tables}
    asked = Asked("fire_in_the_east:14A1.10", {}, deeds, tables=ground, packages=EUROPA)
    assert asked.truths() == [[], [Truth.YES], [Truth.OPEN]]
