"""What the weather decides stays open while nobody tells it: each check is asked in clear weather, in snow and untold.

Snow is what each rule forbids. Told, the verdict is plain; untold, it must be a doubt: an accusation would take "perhaps"
for "surely", and silence would take it for "surely not".
"""

from __future__ import annotations

import pytest

from adjudicator.model.known import Known, Truth
from tests.adjudicator.checks.untold import CLEAR_TIME, GROUND, IN_CLEAR, IN_SNOW, SNOW_TIME, ZONE_IN_SNOW, Asked

RETREAT = "[retreat]\nhexes = 1\naway = 1\n"
STACK = ("red leg 0100", "red leg 0100")
ONE_AT_MOST = "[[limit]]\nname = 'one'\nmost = 1\n"
IN_SNOW_ROW = "where = { weather = ['snow'] }\n"
WHEN_SNOW = "when = { conditions = { weather = ['snow'] } }\n"

CASES = {
    "a marker is laid at its time": Asked(
        "markers.timing", {"acts": ["lay"], "kinds": ["fort"], "when": [CLEAR_TIME]}, ("lay red fort 0100 7",)
    ),
    "a marker lies in its place": Asked(
        "placement.markers", {"kinds": ["fort"], "where": IN_CLEAR}, markers=("red fort 0100",)
    ),
    "a unit acts at its time": Asked("sequence.only_when", {"when": CLEAR_TIME}, ("move red0 0100-0000",)),
    "a unit sets out where it may": Asked(
        "units.acts_where", {"acts": {"kinds": ["move"]}, "origin": [{"where": IN_CLEAR}]}, ("move red0 0100-0000",)
    ),
    "a unit ends where it may": Asked(
        "units.acts_where", {"acts": {"kinds": ["move"]}, "to": [{"where": IN_CLEAR}]}, ("move red0 0100-0000",)
    ),
    "nobody attacks across a hexside": Asked(
        "combat.adjacent", {"closed": [{"inside": IN_SNOW}]}, ("attack 0200 red0",)
    ),
    "who is in an enemy zone attacks": Asked(
        "combat.mandatory_attack",
        {},
        ("attack 0200 red2",),
        ("red leg 0100", "blue leg 0200", "red leg 0101"),
        tables={"zoc": ZONE_IN_SNOW},
    ),
    "who stopped in a zone goes no further": Asked(
        "movement.whole_phase",
        {},
        ("move red0 0000-0100", "move red0 0100-0000"),
        ("red leg 0000", "blue leg 0200"),
        tables={"zoc": ZONE_IN_SNOW + "[[movement]]\nstop = true\n", "terrain": GROUND},
    ),
    "no more hexes in a phase than may be": Asked(
        "movement.whole_phase",
        {},
        ("move red0 0000-0001", "move red0 0001-0002"),
        ("red leg 0000",),
        tables={"terrain": GROUND, "movement": "[[allowance]]\nhexes = 1\n" + WHEN_SNOW},
    ),
    "no more points in a phase than there are": Asked(
        "movement.whole_phase",
        {},
        ("move red0 0000-0001", "move red0 0001-0002"),
        ("red leg 0000",),
        tables={"terrain": GROUND, "movement": "[[allowance]]\nset = 1\n" + WHEN_SNOW},
    ),
    "a stack is no larger than may be": Asked(
        "stacking.limit", units=STACK, tables={"stacking": ONE_AT_MOST + IN_SNOW_ROW}
    ),
    "a limit for some weather": Asked(
        "stacking.limit", {"when": SNOW_TIME}, units=STACK, tables={"stacking": ONE_AT_MOST}
    ),
    "a retreat that tires costs a step": Asked(
        "combat.retreat",
        {},
        ("retreat red0 0100-0000",),
        tables={"movement": RETREAT + "tired = [{ where = { weather = ['snow'] } }]\n", "terrain": GROUND},
    ),
    "a retreat goes where it may": Asked(
        "combat.retreat",
        {},
        ("retreat red0 0100-0000",),
        tables={"movement": RETREAT + "[[forbid]]\n" + IN_SNOW_ROW, "terrain": GROUND},
    ),
}


@pytest.mark.parametrize("asked", CASES.values(), ids=CASES)
def test_what_snow_forbids_is_a_doubt_while_nobody_tells_the_weather(asked: Asked) -> None:
    assert asked.truths() == [[], [Truth.YES], [Truth.OPEN]]
    (doubt,) = asked.found("")
    assert "weather" in doubt.missing


def test_a_stack_with_a_counter_that_nobody_can_tell_is_perhaps_too_large() -> None:
    for strangers, found in ((("0100",), [Known.open("what else is in 0100")]), (("0200",), [])):
        asked = Asked("stacking.limit", units=STACK[:1], tables={"stacking": ONE_AT_MOST}, strangers=strangers)
        assert asked.found("clear") == found
