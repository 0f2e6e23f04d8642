"""Supply that is flown out of a base to which none comes."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.air.sorties import SUPPLY, start_of
from adjudicator.analysis.situation import Situation, fits_any
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.amounts import exact
from adjudicator.model.prose import Prose
from adjudicator.model.theatre import Table
from adjudicator.record.acts import Act
from adjudicator.record.flights import Flight
from adjudicator.said import say


class Loaded(Table):
    """Supply is flown from some bases only."""

    kinds: frozenset[str]
    """Kinds of mission of air.toml. Example: `kinds = ["transport"]`"""
    origin: tuple[Situation, ...]
    """What a base must be like, one of them. Example: [{ connected = [{ lines = ["regular"], to = ["source"] }] }]."""
    why: Prose = ""
    """What is wrong with others, as the finding says it. Example: `why = "no supply line leads there"`"""


def _carries(act: Act, terms: Loaded) -> bool:
    return isinstance(act, Flight) and act.mission in terms.kinds and bool(exact(act.told.get(SUPPLY, "")))


@check("air.loaded", Loaded, unseen="may excuse", acts=("fly",), met=_carries)
def loads_supply_where_it_comes(act: Act, terms: Loaded) -> Iterator[Breach]:
    """Supply is loaded where a supply line ends.

    Under: fire_in_the_east
    Legal:    turn 5, German Air Phase; weather clear; [1B/2719]: ge.ju52; fly transport 1B/2719: ge.ju52
    Illegal:  turn 5, German Air Phase; weather clear; [1B/2719]: ge.ju52; 1B/2719: so.10rif;
              fly transport 1B/2915: ge.ju52 supply=2
    """
    if not isinstance(act, Flight) or not _carries(act, terms):
        return
    unit, base = act.after.units.get(act.units[0]), start_of(act)
    if unit is None or base not in act.before.network.index:
        return
    fits = fits_any(act.before, unit.side, base, terms.origin)
    if not fits.is_yes:
        because = say("{unit} flies supply out of {base}: {why}", unit, base, terms.why)
        yield Breach((base,), because, act.units, ~fits)
