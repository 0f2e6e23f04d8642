"""Missions and dogfights in words: who flies what against which hex, from where and how far."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.analysis.air.reach import distance, range_within
from adjudicator.analysis.air.terms import air_table
from adjudicator.model.units import Unit
from adjudicator.record.flights import AirAct, Dogfight, Flight, Strike
from adjudicator.record.position import Position
from adjudicator.said import Said, say, say_number
from adjudicator.words import counted, listed


def air_words(act: AirAct) -> Said:
    """An act of what flies as people tell it: "Ju 87 flies Close Air Support against 2207 from 2010, 4 of 6 hexes"."""
    if isinstance(act, Flight):
        return _flight(act)
    if isinstance(act, Strike):
        return _strike(act)
    return (
        _dogfight(act) if isinstance(act, Dogfight) else say("{units} are over {hex}", _names(act, act.units), act.over)
    )


def _flight(act: Flight) -> Said:
    kind, units = air_table(act.before).called(act.mission), _names(act, act.units)
    words = say_number(
        "{units} flies {kind} against {hex}", "{units} fly {kind} against {hex}", len(act.units), units, kind, act.over
    )
    target = _unit(act.before, act.told.get("target", ""))
    if target is not None:
        words += say(" on {unit}", target)
    base = act.told.get("base", "")
    if base:
        words += say(" from {base}", base)
        words += _how_far(act, base)
    return words + say(" by night") if act.told.get("night") == "yes" else words


def _how_far(act: Flight, base: str) -> Said:
    """ ", 4 of 6 hexes"; without a limit the distance alone."""
    position, index = act.before, act.before.network.index
    if base not in index or act.over not in index:
        return say("")
    away = distance(position, base, act.over)
    kind = air_table(position).mission.get(act.mission)
    units = [unit for name in act.units if (unit := position.units.get(name) or act.after.units.get(name))]
    limits = [
        range_within(position, unit, base, act.over, kind.reach if kind is not None else "full") for unit in units
    ]
    least = min((each for each in limits if each is not None), default=None)
    if least is None:
        return say(", {hexes}", counted(away, "hex"))
    return say(", {away} of {most}", away, counted(least, "hex"))


def _strike(act: Strike) -> Said:
    kind, units = air_table(act.before).called(act.mission), _names(act, act.units)
    words = say_number(
        "{units} carries out {kind} in {hex}",
        "{units} carry out {kind} in {hex}",
        len(act.units),
        units,
        kind,
        act.over,
    )
    if act.told.get("die"):
        words += say(": die {die}", act.told["die"])
    if act.told.get("hits", "").isdigit():
        words += say(", {hits}", counted(int(act.told["hits"]), "hit"))
    return words


def _dogfight(act: Dogfight) -> Said:
    words = say_number(
        "{units} attacks {others} in the air over {hex}",
        "{units} attack {others} in the air over {hex}",
        len(act.units),
        _names(act, act.units),
        _names(act, act.against),
        act.over,
    )
    if act.told.get("die"):
        words += say(": die {die}", act.told["die"])
    result = act.told.get("result", "")
    if result:
        words += say(", {result}", result) if result.strip("-") else say(", no effect")
    return words


def _names(act: AirAct, names: Iterable[str]) -> Said:
    return listed([_unit(act.before, name) or _unit(act.after, name) or name for name in names])


def _unit(position: Position, name: str) -> Unit | None:
    return position.units.get(name)
