"""The weather that is printed, and waters that freeze: 29B of Fire in the East, 28D2 and 35 of Sudden Storm."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product

from adjudicator.analysis.weather import Effect, Effects, Freezing, Freezings, Ice, ice
from adjudicator.checks.articles import Chapter, has_figures, printed
from adjudicator.findings import Finding
from adjudicator.lean import dataclass
from adjudicator.model.known import NO, Known, whatever
from adjudicator.model.pack import Pack
from adjudicator.record.acts import ConditionsTold
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from adjudicator.said import Said, say
from adjudicator.terms.climate import SEVERE, WEATHER, Between
from adjudicator.terms.ice import Frozen, FrozenWaters
from adjudicator.terms.when import When
from adjudicator.terms.where import Where
from adjudicator.words import condition, word

CHAPTER = Chapter(unseen="cannot excuse")

CLEAR = "clear"
FIRST_TURN = When(first_turn=1, last_turn=1)
NEVER_FREEZES = "zone_d"
COLD, FOUL = frozenset({"frost", "snow"}), frozenset({"mud", "snow"})


def _effects(winter: When, *more: Effect) -> Effects:
    """29D1, 28D1: the first winter runs from Oct II 41 on; bombing is halved, and axis air repair harder."""
    first_winter = (
        Where(weather=SNOW, tags=frozenset({"zone_a", "zone_b"})),
        Where(weather=SNOW, all_tags=frozenset({"zone_c", "ussr"})),
    )
    halved = Effect("bombing", Where(weather=FOUL))
    repair = Effect("axis air repair", Where(weather=COLD | {"mud"}))
    return Effects((*(Effect("first winter", where, winter) for where in first_winter), halved, repair, *more))


SNOW = frozenset({"snow"})
SEA_ICE = Effect("sea ice", Where(tags=frozenset({"freezing_coast"}), weather=COLD, severe="yes"))
"""28D3; which coasts those are is for the theatre to say."""
IN_SNOW = Frozen(Where(weather=SNOW, tags=frozenset({"zone_a", "zone_b", "zone_c"})))
IN_TWO_TURNS = Frozen(Where(weather=COLD, severe="yes"), When(options=frozenset({"river_freezing"})))
"""39F1: in cold weather, from the turn after they froze; players tell it."""
IN_THE_SECOND = Frozen(Where(weather=COLD, severe="yes", tags=frozenset({"zone_a", "zone_b", "zone_c", "zone_g"})))
"""28D2: from the second cold turn to the first that is not; never in zone D."""
GRADUAL = Freezing(
    COLD,
    options=frozenset({"river_freezing"}),
    gradual=True,
    mild=frozenset({"clear", "mud"}),
    hard=SNOW,
    thaw=frozenset({"mud"}),
)
MORE_NORTHERN = Between(zones=("zone_a", "zone_b", "zone_c", "zone_d"))  # 29C1
WORSE = Between(order=("clear", "mud", "frost", "snow"))  # 28C1

has_figures(__name__, "europa", FrozenWaters((IN_SNOW,)))
has_figures(
    __name__,
    "fire_in_the_east",
    _effects(When(first_turn=9)),
    FrozenWaters((IN_TWO_TURNS, IN_SNOW)),
    Freezings((GRADUAL, Freezing(SNOW))),
    MORE_NORTHERN,
)
has_figures(
    __name__,
    "sudden_storm",
    _effects(When(first_turn=9, last_turn=19), SEA_ICE),
    FrozenWaters((IN_THE_SECOND,)),
    Freezings((Freezing(COLD, turns=2),)),
    WORSE,
)


def _told_weather(position: Position) -> list[tuple[str, str]]:
    """The weather that was told, as conditions with their values."""
    return [(name, value) for name, value in position.moment.conditions if name.partition(":")[0] == WEATHER]


@CHAPTER.article(
    printed(
        "fire_in_the_east",
        "29B.c",
        covers=("29B",),
        title="Clear on the first turn",
        area="weather",
        says="On Jun II 41 the weather is clear everywhere.",
    ),
    printed("sudden_storm", "35.e", title="Start", area="special", says="The game begins in clear weather."),
    met=_told_weather,
)
def clear_at_first(position: Position) -> Iterator[Finding]:
    """On the first turn it is clear.

    Under:    own, border_lands
    Legal:    turn 1, Weather; weather clear; 3B/0608: so.10rif
    Illegal:  turn 1, Weather; weather mud; 3B/0608: so.10rif
    """
    now = FIRST_TURN.holds(position, position.moment.phasing)
    for name, value in _told_weather(position) if now.possible else ():
        if value != CLEAR:
            because = say(
                "the {condition} is said to be {value}, and by the rule it is {due} at this time",
                condition(name), value, CLEAR,
            )  # fmt: skip
            yield Finding((), because, broken=now)


@CHAPTER.article("Freezing", "sudden_storm:28D2.a", when=("weather",), area="weather", acts=("now",))
def waters_freeze(record: PhaseRecord) -> Iterator[Finding]:
    """Rivers and lakes freeze in the second cold turn running and thaw in the first that is not cold; in zone D never.

    Legal:    turn 10, Weather; value weather_die.10 5; weather:zone_b frost; severe:zone_b no;
              now weather:zone_b snow; now severe:zone_b yes
    Illegal:  turn 10, Weather; value weather_die.10 5; weather:zone_b mud; severe:zone_b no; now weather:zone_b snow;
              now severe:zone_b yes
    """
    before, after = dict(record.start.moment.conditions), dict(record.end.moment.conditions)
    for act in record.of(ConditionsTold):
        after |= act.conditions
    for name in sorted(after):
        if name.partition(":")[0] == SEVERE:
            turns = _Turns.of(name, before, after)
            frozen = turns.frozen(record.start.pack)
            wrong = ~frozen if after[name] == "yes" else frozen
            if wrong.possible:
                yield Finding((), turns.words(frozen, condition(name), after[name]), broken=wrong)


@dataclass(frozen=True, slots=True)
class _Turns:
    """The weather of a region in the turn before and now, and whether its waters were frozen: "" where nobody told it."""

    region: str
    then: str
    now: str
    severe: str

    @classmethod
    def of(cls, name: str, before: Mapping[str, str], after: Mapping[str, str]) -> _Turns:
        """What conditions tell of the region of the condition `name`; what is told of no region is told of all."""
        region = name.partition(":")[2]
        suffix = f":{region}" if region else ""
        then, now = (told.get(WEATHER + suffix, told.get(WEATHER, "")) for told in (before, after))
        return cls(region, then, now, before.get(name, before.get(SEVERE, "")))

    def frozen(self, pack: Pack) -> Known:
        """Whether the waters are frozen now."""
        if self.region == NEVER_FREEZES:
            return NO
        where = say(" of {region}", word(self.region)) if self.region else ""
        told = (
            (self.then, pack.values_of(WEATHER), say("the weather{where} before", where)),
            (self.now, pack.values_of(WEATHER), say("the weather{where}", where)),
            (self.severe, ("yes", "no"), say("whether waters{where} were frozen before", where)),
        )
        possible = product(*((value,) if value else values for value, values, _ in told))
        untold = (name for value, _, name in told if not value)
        return whatever(possible, lambda each: Known.of(_are_frozen(pack, *each)), *untold)

    def words(self, frozen: Known, named: str, said: str) -> Said:
        """What is so now, and after what; and what is said of the condition that is `named`."""
        then, now = self.then or say("unknown"), self.now or say("unknown")
        where = say(" in {region}", word(self.region)) if self.region else ""
        if self.severe == "yes":
            words = say("after {then} and {now} weather, with waters frozen before,", then, now)
        elif self.severe == "no":
            words = say("after {then} and {now} weather, with waters open before,", then, now)
        else:
            words = say("after {then} and {now} weather, with waters frozen or open before,", then, now)
        about = (words, where, named, said)
        if frozen.is_yes:
            return say("{words} they are frozen{where} now; the {condition} is said to be {after}", *about)
        if frozen.is_no:
            return say("{words} they are open{where} now; the {condition} is said to be {after}", *about)
        return say("{words} they may be frozen{where} now; the {condition} is said to be {after}", *about)


def _are_frozen(pack: Pack, then: str, now: str, was: str) -> bool:
    """Whether waters are frozen now: as after these two turns, or still, where they were and it stays cold."""
    alone = ice(pack, (then, now)) == Ice.FROZEN
    return alone or (was == "yes" and ice(pack, (now, now, now)) == Ice.FROZEN)
