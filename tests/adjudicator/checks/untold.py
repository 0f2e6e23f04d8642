"""A check asked of a small map of ours in clear weather, in snow, and while nobody tells the weather."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from adjudicator.checks.registry import find_check
from adjudicator.model.known import Known, Truth
from adjudicator.model.network import Network
from adjudicator.model.pack import Pack
from adjudicator.persistent import PersistentMap
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position, Unidentified
from tests.adjudicator.analysis.corridor import EDGE
from tests.adjudicator.analysis.maps import blank, pack, position, theatre, unit
from tests.packs.thunder.played import played, with_markers

PLAIN = Network.of(theatre(blank(6, 3), {}, (EDGE,)))
"""A clear map with a source of supply for red in 0000."""
IN_CLEAR, IN_SNOW = {"weather": ["clear"]}, {"weather": ["snow"]}
CLEAR_TIME, SNOW_TIME = {"conditions": IN_CLEAR}, {"conditions": IN_SNOW}
GROUND = "[terrain.clear]\nany = 1\n"
ZONE_IN_SNOW = "[[exert]]\nwhere = { weather = ['snow'] }\n"


@dataclass(frozen=True)
class Asked:
    """A check with its terms, or an article, and what is done on the map before it is asked."""

    check: str
    terms: Mapping[str, object] = field(default_factory=dict)
    deeds: tuple[str, ...] = ()
    units: tuple[str, ...] = ("red leg 0100", "blue leg 0200")
    markers: tuple[str, ...] = ()
    tables: Mapping[str, str] = field(default_factory=dict)
    values: Mapping[str, str] = field(default_factory=dict)
    strangers: tuple[str, ...] = ()
    """The hexes in which a counter lies that nobody can tell."""
    packages: tuple[str, ...] = ()

    def truths(self) -> list[list[Truth]]:
        """What is found in clear weather, in snow, and while nobody tells the weather."""
        return [[found.truth for found in self.found(weather)] for weather in ("clear", "snow", "")]

    def found(self, weather: str) -> list[Known]:
        """The findings, those that surely are none left out."""
        check = find_check(self.check, self.packages)
        kinds = {side: unit(f"{side} leg 0000").type for side in ("red", "blue")}
        rules = replace(pack(**self.tables), packages=self.packages, units=kinds)
        record = played(with_markers(self._start(rules, weather), *self.markers), *self.deeds)
        subjects = {Position: (record.end,), PhaseRecord: (record,)}.get(check.examines, record.acts)
        terms = check.figures if check.article_of else check.terms.model_validate(self.terms)
        breaches = (breach for subject in subjects for breach in check.judge(subject, terms))
        return [breach.broken for breach in breaches if breach.broken.possible]

    def _start(self, rules: Pack, weather: str) -> Position:
        at = position(PLAIN, rules, *self.units, phase="march", weather=weather)
        strangers = tuple(Unidentified(f"c{number}", "", number, number, "masked") for number in self.strangers)
        at = replace(at, values=PersistentMap(self.values), unidentified=strangers)
        return at if weather else replace(at, moment=replace(at.moment, conditions=()))
