"""Victory points and replacement limits a second time, from the digests of both books alone."""

from __future__ import annotations

import os
import random
from collections import Counter
from fractions import Fraction

from adjudicator.analysis.victory import standing_of
from adjudicator.model.network import Network
from adjudicator.packs.europa.rules.replacement_limits import Limit, axis_limits
from adjudicator.packs.load import load_pack, load_theatre_for
from adjudicator.play.setting_up import position_from
from adjudicator.play.written import play_moves
from adjudicator.record.phase import PhaseRecord
from adjudicator.terms.who import Selector
from tests.helpers import FIXTURES

MAP = FIXTURES / "theatres" / "military_districts"
FIRE, STORM = load_pack("fire_in_the_east"), load_pack("sudden_storm")
ON_FIRE = Network.of(load_theatre_for(FIRE, MAP))
WORTH = {"2A/3003": 5, "2A/3008": 2, "2A/3306": 1}
"""Moskva, Kiev and Sevastopol; the map has none of the other objectives."""
SCALE = (
    (19, "German decisive victory"),
    (16, "German substantial victory"),
    (14, "German marginal victory"),
    (10, "Stalemate"),
)
LOWER = ((8, "Soviet marginal victory"), (6, "Soviet substantial victory"))
GUNS = ("ge.1art", "ge.2art", "ge.3art", "ge.1inf", "ge.1eng", "ge.22al1", "ge.1stug")
MANY = int(os.environ.get("RANDOM_POSITIONS", "520"))
"""How many random positions of each kind."""
ON_STORM = Network.of(load_theatre_for(STORM, MAP))
OWNED = {"2A/3008": 3, "2A/3003": 3, "2A/2908": 1, "2A/3207": 1, "2A/2904": 1, "2A/3104": 1, "2A/3306": 1, "4A/0903": 1}
"""Full cities, dot cities and the fortress of the map by what Sudden Storm pays for them; it has no partial city."""
LEVELS = (
    (75, "German decisive victory"), (68, "German substantial victory"), (61, "German marginal victory"), (54, "Draw"),
    (47, "Soviet marginal victory"), (40, "Soviet substantial victory"),
)  # fmt: skip
POOLS = tuple(STORM.tables["spending"]["pool"])


def level(points: int) -> str:
    return next((name for least, name in (*SCALE, *LOWER) if points >= least), "Soviet decisive victory")


def test_objectives_and_events_make_the_score() -> None:
    dice = random.Random(36)
    for _ in range(MANY):
        held = {number: dice.choice((0, *range(12, 20))) for number in WORTH}
        lublin = dice.choice((0, 15, 17, 18))
        moved, taken, lost = (dice.randint(0, 4) for _ in range(3))
        lines = ["turn 19, Soviet Exploitation Phase", "weather clear", "history whole"]
        for number, turn in held.items():
            lines += [f"control {number} axis", f"remember taken axis {number} {turn}"] if turn else []
        lines += ["control 2A/3012 soviet", f"remember taken soviet 2A/3012 {lublin}"] if lublin else []
        lines += [
            f"value capital.moved {moved}",
            f"value capital.captured {taken}",
            f"value factories.destroyed {lost}",
        ]
        wanted = sum(WORTH[number] for number, turn in held.items() if turn and turn <= 17) + moved + 2 * taken + lost
        wanted -= 1 if lublin and lublin <= 17 else 0
        found = standing_of(position_from(lines, FIRE, ON_FIRE))
        assert found.points("axis").certain
        assert found.points("axis").low == wanted
        assert [each.name for each, _ in found.levels] == [level(wanted)]


def test_a_month_brings_one_regiment_of_guns() -> None:
    dice = random.Random(500)
    limit = Limit((Selector(kinds=frozenset({"artillery"})),), "replaced.artillery")
    for _ in range(MANY):
        turn, told = dice.randint(2, 19), dice.choice((None, 0, 1))
        names = dice.sample(GUNS, dice.randint(1, 5))
        lines = [f"turn {turn}, German Initial Phase", "weather clear", f"[eliminated]: {', '.join(names)}"]
        lines += [f"value replaced.artillery.german {told}"] if told is not None else []
        log = play_moves([f"{name} [eliminated]>2A/2914" for name in names], position_from(lines, FIRE, ON_FIRE))
        acts = tuple(log.acts)
        found = list(axis_limits(PhaseRecord(acts[0].before, acts[-1].after, acts), limit))
        guns = sum(name.endswith("art") for name in names)
        before = 0 if turn % 2 == 0 else told
        sure = guns > 1 or (before is not None and guns and guns + before > 1)
        open_ = not sure and guns == 1 and before is None
        assert [each.broken.is_yes for each in found] == ([True] if sure else [False] if open_ else [])


def test_cities_events_and_strength_make_the_score_of_sudden_storm() -> None:
    dice = random.Random(37)
    for number in range(MANY):
        taken = [each for each in OWNED if dice.random() < 0.6]
        moved, captured, missing = (dice.randint(0, 9) for _ in range(3))
        ours, theirs = (
            dice.sample(("ge.1inf", "ge.1pz", "ge.1reg", "ru.1cav"), 3),
            dice.sample(("so.10rif", "so.2tnk", "so.1rbr"), 2),
        )
        points = {name: Fraction(dice.choice((0, 0, 0, 1, 7))) for name in POOLS}
        lines = ["turn 19, Soviet Exploitation Phase", "weather clear", "history whole"]
        lines += [f"control {each} axis" for each in taken]
        lines += [f"2A/2914: {', '.join(ours)}", f"2A/3001: {', '.join(theirs)}"]
        lines += [f"value {name} {value}" for name, value in points.items()]
        lines += [f"value capital.moved {moved}", f"value captured {captured}", f"value garrisons.missing {missing}"]
        at = position_from(lines, STORM, ON_STORM)
        strengths = [
            sum((Fraction(at.unit(each).shown.attack or 0) for each in names), Fraction(0)) for names in (ours, theirs)
        ]
        german = strengths[0] + sum(
            value for name, value in points.items() if STORM.tables["spending"]["pool"][name]["side"] == "axis"
        )
        soviet = strengths[1] + sum(
            value for name, value in points.items() if STORM.tables["spending"]["pool"][name]["side"] == "soviet"
        )
        lead = 3 * ((german - soviet) * 10 // soviet) if german > soviet else 0
        cut_off = Fraction(1, 2) if "4A/0903" not in taken else 0
        wanted = sum(OWNED[each] for each in taken) + cut_off + moved + 2 * captured - missing + lead
        found = standing_of(at)
        assert found.points("axis").certain, f"{number}: {lines}"
        assert found.points("axis").low == wanted, f"{number}: {lines}"
        level = next((name for least, name in LEVELS if wanted // 1 >= least), "Soviet decisive victory")
        assert [each.name for each, _ in found.levels] == [level]


def test_the_books_score_one_position_differently() -> None:
    """A pair: Fire in the East counts objectives held for two turns, Sudden Storm every hex owned at the end."""
    lines = ["turn 19, Soviet Exploitation Phase", "weather clear", "history whole", "control 2A/3003 axis"]
    lines += ["remember taken axis 2A/3003 19", "control 2A/2904 axis"]
    counts: Counter[str] = Counter()
    for pack, name in ((FIRE, "fire"), (STORM, "storm")):
        found = standing_of(position_from(lines, pack, Network.of(load_theatre_for(pack, MAP))))
        counts[name] = int(
            sum((each.number.low for each in found.scored if each.row.by in ("city", "held")), Fraction(0))
        )
    assert counts == {"fire": 0, "storm": 3 + 1}
