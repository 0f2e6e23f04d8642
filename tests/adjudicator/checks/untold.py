"""A check asked of a small map of ours in clear weather, in snow, and while nobody tells the weather."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from adjudicator.checks.registry import find_check
from adjudicator.model.known import Known
from adjudicator.model.network import Network
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from tests.adjudicator.analysis.maps import blank, pack, position, theatre
from tests.packs.thunder.played import played, with_markers

PLAIN = Network.of(theatre(blank(6, 3)))
IN_CLEAR, IN_SNOW = {"weather": ["clear"]}, {"weather": ["snow"]}
CLEAR_TIME, SNOW_TIME = {"conditions": IN_CLEAR}, {"conditions": IN_SNOW}
GROUND = "[terrain.clear]\nany = 1\n"
ZONE_IN_SNOW = "[[exert]]\nwhere = { weather = ['snow'] }\n"


@dataclass(frozen=True)
class Asked:
    """A check with its terms, and what is done on the map before it is asked."""

    check: str
    terms: Mapping[str, object] = field(default_factory=dict)
    deeds: tuple[str, ...] = ()
    units: tuple[str, ...] = ("red leg 0100", "blue leg 0200")
    markers: tuple[str, ...] = ()
    tables: Mapping[str, str] = field(default_factory=dict)
    map: Network = PLAIN
    packages: tuple[str, ...] = ()

    def found(self, weather: str) -> list[Known]:
        """The findings, those that surely are none left out."""
        check = find_check(self.check, self.packages)
        rules = replace(pack(**self.tables), packages=self.packages)
        record = played(with_markers(start(self.map, rules, self.units, weather), *self.markers), *self.deeds)
        subjects = {Position: (record.end,), PhaseRecord: (record,)}.get(check.examines, record.acts)
        terms = check.terms.model_validate(self.terms)
        breaches = (breach for subject in subjects for breach in check.judge(subject, terms))
        return [breach.broken for breach in breaches if breach.broken.possible]


def start(where: Network, rules: object, units: Iterable[str], weather: str) -> Position:
    at = position(where, rules, *units, phase="march", weather=weather)
    return at if weather else replace(at, moment=replace(at.moment, conditions=()))
