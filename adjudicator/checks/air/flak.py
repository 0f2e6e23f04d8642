"""Fire from below: at which missions, how often, and what it does."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.air.sorties import FLAK, all_seen, borne
from adjudicator.analysis.economy import first_untold, told_number
from adjudicator.analysis.situation import Situation, fits_any
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.interval import Interval
from adjudicator.model.known import YES, Known
from adjudicator.model.theatre import Table
from adjudicator.record.flights import Dogfight, Strike
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say
from adjudicator.words import counted

FLAK_POOL = "air_defense"
"""The value "POOL.SIDE": how often it fires in a turn."""


class Flak(Table):
    """Flak that is told of a mission carried out (`flak=ax.ju88:D`)."""

    kinds: frozenset[str]
    """Kinds of mission of air.toml at which it fires. Example: `kinds = ["strategic"]`"""
    places: tuple[Situation, ...]
    """The hexes that it guards, as the side sees them that is attacked."""


def _fired(record: PhaseRecord) -> list[Strike]:
    return [act for act in record.of(Strike) if FLAK in act.told]


def _any_fired(record: PhaseRecord, _terms: Flak) -> bool:
    return bool(_fired(record))


def _untold(record: PhaseRecord, terms: Flak) -> str:
    """How often flak fires that fired, where nobody told it."""
    flown = {act.before.units[name].side for act in _fired(record) for name in act.units if name in act.before.units}
    names = {f"{FLAK_POOL}.{enemy}" for side in flown for enemy in record.start.pack.enemies(side)}
    return first_untold(sorted(names), record.start.values)


@check("air.flak", Flak, unseen="cannot excuse", met=_any_fired, untold=_untold)
def fires_as_it_may(record: PhaseRecord, terms: Flak) -> Iterator[Breach]:
    """Flak hits a ready unit, or drives off a damaged one.

    Under: thunder_in_the_east, campaign
    Legal:    turn 9, Axis Air Combat Step; weather clear; season summer; year 1942; month july; [3113]: ax.he111;
              strike strategic 3113: ax.he111 flak=ax.he111:D die=6 hits=0
    Illegal:  turn 9, Axis Air Combat Step; weather clear; season summer; year 1942; month july; [3113]: ax.he111;
              strike strategic 3113: ax.he111 flak=ax.he111:A
    """
    hurt: dict[str, str] = {}
    fired: dict[str, int] = {}
    for act in record.acts:
        if isinstance(act, Strike) and FLAK in act.told:
            yield from _fire(record, act, terms, hurt, fired)
        if isinstance(act, Dogfight | Strike):
            for name, letters in borne(act).items():
                hurt[name] = hurt.get(name, "") + letters


def _fire(
    record: PhaseRecord, act: Strike, terms: Flak, hurt: dict[str, str], fired: dict[str, int]
) -> Iterator[Breach]:
    units = [act.before.units[name] for name in act.units if name in act.before.units]
    if not units:
        return
    if act.mission not in terms.kinds:
        yield Breach(act.path, say("flak fires at a mission over {hex} at which it never fires", act.over), act.units)
    for enemy in act.before.pack.enemies(units[0].side):
        fits = fits_any(act.before, enemy, act.over, terms.places)
        because = say("flak fires over {hex}, which is nothing that it guards", act.over)
        yield Breach(act.path, because, act.units, ~fits)
        fired[enemy] = fired.get(enemy, 0) + 1
        name = f"{FLAK_POOL}.{enemy}"
        if name in record.start.values:
            enough = told_number(record.start, name).at_least(Interval.of(fired[enemy]))
            shots = counted(fired[enemy], "mission")
            because = say("flak fires at {missions}, and {name} is {value}", shots, name, record.start.values[name])
            yield Breach(act.path, because, act.units, ~enough)
    yield from _effect(record, act, hurt)


def _effect(record: PhaseRecord, act: Strike, hurt: dict[str, str]) -> Iterator[Breach]:
    for part in act.told[FLAK].split(","):
        name, _, letter = part.strip().partition(":")
        unit = act.before.units.get(name, name)
        if name not in act.units:
            yield Breach(act.path, say("flak hits {unit}, which does not fly this mission", unit), act.units)
            continue
        ready = [each for each in act.units if not hurt.get(each)]
        damaged = bool(hurt.get(name))
        if letter.upper() == "D" and damaged:
            yield Breach(act.path, say("flak damages {unit}, which is damaged; it hits a ready unit", unit), (name,))
        elif letter.upper() == "A" and ready:
            because = say("flak drives off {unit}, and does so only where no unit of the packet is ready", unit)
            yield Breach(
                act.path, because, (name,), YES if _sure(record) else Known.open(say("the losses of each dogfight"))
            )
        elif letter.upper() not in ("D", "A"):
            yield Breach(act.path, say("flak does {result}, and damages or drives off only", letter), (name,))


def _sure(record: PhaseRecord) -> bool:
    """Whether the losses of all dogfights are told."""
    return all_seen(record).is_yes and all(
        "losses" in act.told or not act.told.get("result", "").strip("-") for act in record.of(Dogfight)
    )
