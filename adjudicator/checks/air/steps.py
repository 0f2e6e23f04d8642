"""What is done in the air after what must follow it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from adjudicator.analysis.air.terms import air_table
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.theatre import Table
from adjudicator.record.acts import Act
from adjudicator.record.flights import Dogfight, Flight, Strike
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say
from adjudicator.words import deed

DOGFIGHT = 3
"""The step of fights in the air; 0: any."""
STRIKE = 4
"""The step in which missions are carried out; 0: any."""


class Steps(Table):
    """The steps of an air phase: what flies, fights and strikes, one after another."""

    flights: Mapping[str, int] = {}
    """The step of a flight, by what its packets do. Example: `flights = { mission = 1, escort = 1, intercept = 2 }`"""
    trials: Mapping[str, int] = {}
    """The steps of trials. Example: `trials = { patrol = 1 }`"""


def _step(act: Act, terms: Steps) -> int:
    if isinstance(act, Dogfight):
        return DOGFIGHT
    if not isinstance(act, Flight | Strike):
        return 0
    role = air_table(act.before).role_of(act.mission)
    if role in {"trial", "said"}:
        return terms.trials.get(act.mission, 0)
    return terms.flights.get(role, 0) if isinstance(act, Flight) else STRIKE


def _any(record: PhaseRecord, terms: Steps) -> bool:
    return any(_step(act, terms) for act in record.acts)


@check("air.steps", Steps, unseen="cannot excuse", met=_any)
def step_by_step(record: PhaseRecord, terms: Steps) -> Iterator[Breach]:
    """Missions fly before interceptors, and all fly before they fight.

    Under: fire_in_the_east
    Legal:    turn 5, German Air Phase; weather clear; [1B/2719]: ge.he111h; [1B/2915]: so.mig3; 1B/2914: so.10rif;
              fly ground_support 1B/2914: ge.he111h; fly intercept 1B/2914: so.mig3
    Illegal:  turn 5, German Air Phase; weather clear; [1B/2719]: ge.he111h, ge.me109e; [1B/2915]: so.mig3;
              1B/2914: so.10rif; fly ground_support 1B/2914: ge.he111h; fly intercept 1B/2914: so.mig3;
              fly escort 1B/2914: ge.me109e
    """
    latest, before = 0, None
    for act in record.acts:
        step = _step(act, terms)
        if step and step < latest and before is not None:
            because = say(
                "{units} {deed} in step {step} of the phase, after step {latest}",
                _names(act),
                deed(act.kind),
                step,
                latest,
            )
            yield Breach(act.path, because, act.units)
        elif step >= latest:
            latest, before = step, act


def _names(act: Act) -> str:
    return ", ".join(str(act.after.units.get(name) or name) for name in act.units)
