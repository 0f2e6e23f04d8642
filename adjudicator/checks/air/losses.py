"""Losses of a dogfight that do not follow from its result."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from adjudicator.analysis.air.battle import NOTHING, VULNERABLE, fought
from adjudicator.analysis.air.sorties import hidden_above, unread_fight
from adjudicator.analysis.air.terms import air_table
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.known import YES, Known
from adjudicator.model.theatre import Table
from adjudicator.model.units import Unit
from adjudicator.record.acts import Act
from adjudicator.record.flights import Dogfight
from adjudicator.said import say
from adjudicator.words import counted, listed

ANY = "P"
"""A result of which the attacker chooses what it is."""


class Losses(Table):
    """The losses that are told of a dogfight (`losses=ax.ju87:D,ax.bf109:A`) are those of its result, on those who bear them."""

    mission_first: bool = False
    """Whether a unit on a mission bears a result before its escort does. Example: `mission_first = true`"""
    vulnerable_first: bool = False
    """Whether a vulnerable unit bears a result before another does, where there is a choice. Example: `vulnerable_first =
    true`"""
    pressed: tuple[str, ...] = ()
    """The results among which an attacker who presses chooses, the worst first: one of his own units bears the next one.
    Example: `pressed = ["K", "A", "D"]`"""


@check("air.losses", Losses, unseen="cannot excuse", acts=("dogfight",), untold=hidden_above)
def losses_as_the_result_has_them(act: Act, terms: Losses) -> Iterator[Breach]:
    """Whoever is attacked in the air bears the result, each unit no more than one part of it.

    Under: thunder_in_the_east
    Legal:    turn 9, Axis Air Combat Step; weather clear; season summer; [2215]: ax.bf109, sov.sb2;
              dogfight 2215: ax.bf109 against=sov.sb2 die=2 result=P losses=sov.sb2:D
    Illegal:  turn 9, Axis Air Combat Step; weather clear; season summer; [2215]: ax.bf109, sov.sb2, sov.sb2#2;
              dogfight 2215: ax.bf109 against=sov.sb2,sov.sb2#2 die=6 result=KA losses=sov.sb2:K
    """
    if not isinstance(act, Dogfight) or "losses" not in act.told or "result" not in act.told:
        return
    if not act.aims:
        return
    pairs = [part.partition(":") for part in act.told["losses"].split(",")]
    borne = {name: letter.upper() for name, _, letter in pairs if name in act.against}
    defenders = fought(act, act.against)
    if len(defenders) < len(act.against):
        yield from unread_fight(act)
        return
    told = act.told["result"].upper().strip(NOTHING)
    due = told[: len(defenders)] if len(defenders) > 1 else told[:1]
    if not _agree(Counter(borne.values()), due):
        units = counted(len(defenders), "unit")
        because = say("{result} was rolled against {units}, and {borne} was applied", told, units, _row(act, borne))
        yield Breach(act.path, because, tuple(borne))
        return
    if borne:
        yield from _priorities(act, terms, defenders, borne)
    if terms.pressed and ANY in due:
        yield from _pressed(act, terms, borne, {name: letter.upper() for name, _, letter in pairs if name in act.units})


def _agree(borne: Counter[str], due: str) -> bool:
    """Whether the letters borne are those due; a P stands for any one of them."""
    wanted = Counter(due.replace(ANY, ""))
    left = borne - wanted
    return not wanted - borne and left.total() == due.count(ANY)


def _priorities(act: Dogfight, terms: Losses, defenders: list[Unit], borne: dict[str, str]) -> Iterator[Breach]:
    flown, table = act.before.memory.flown, air_table(act.before)
    roles = {unit.id: table.role_of(flown[unit.id].mission) if unit.id in flown else "" for unit in defenders}
    on_mission = [name for name, role in roles.items() if role == "mission"]
    if terms.mission_first and on_mission and not any(name in borne for name in on_mission):
        escort = next(iter(borne))
        broken = YES if roles[escort] else Known.open(say("the mission of {unit}", escort))
        yield Breach(act.path, say("an escort bears the loss before the mission it escorts"), tuple(borne), broken)
    able = [unit for unit in defenders if not on_mission or len(borne) > 1 or unit.id in on_mission]
    weak = [unit.id for unit in able if unit.has(VULNERABLE)]
    if terms.vulnerable_first and weak and not any(name in borne for name in weak):
        because = say("{unit} is vulnerable, and another unit bears the loss", act.before.unit(weak[0]))
        yield Breach(act.path, because, tuple(borne))


def _pressed(act: Dogfight, terms: Losses, borne: dict[str, str], own: dict[str, str]) -> Iterator[Breach]:
    """Who presses home chooses a result, and bears the next lesser one; of what is not told nothing is asked."""
    chosen = [letter for letter in borne.values() if letter in terms.pressed]
    if len(chosen) != 1 or not own:
        return
    place = terms.pressed.index(chosen[0]) + 1
    lesser = terms.pressed[place] if place < len(terms.pressed) else ""
    paid = [letter.strip(NOTHING) for letter in own.values() if letter.strip(NOTHING)]
    if paid != [lesser] * bool(lesser):
        because = say(
            "a press that gives {result} costs the attacker {lesser}, and {borne} was applied",
            chosen[0],
            lesser or say("nothing"),
            _row(act, own),
        )
        yield Breach(act.path, because, tuple(own))


def _row(act: Dogfight, borne: dict[str, str]) -> str:
    each = [say("{unit} {result}", act.before.unit(name), letter) for name, letter in borne.items()]
    return listed(each) if each else say("nothing")
