"""What a random player of the campaign thinks of besides marching and fighting: cards, purchases, the sea, partisans.

Each idea is some lines of the notation of moves; the rules decide whether they stand. `WRONG` are deeds that the book forbids
whatever else is so (`LINES` and `SLIPS`), with the kinds of phase in which they are done.
"""

from __future__ import annotations

import random
import tempfile
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

from adjudicator.model.units import Unit
from adjudicator.packs.charts import charts_of
from adjudicator.record.acts import Movement
from adjudicator.record.position import Position
from tests.adjudicator.audit import air_play
from tests.adjudicator.audit.campaign_slips import SLIPS, Slip
from tests.adjudicator.audit.sample_games import Sample, rules

if TYPE_CHECKING:
    from tests.adjudicator.audit.random_play import Deed, Player

BUYING, MOVING, DECLARING, REACTING, AIR_COMBAT, HOMEWARD = (
    "order of battle",
    "movement",
    "declaration",
    "reaction",
    "air combat",
    "air return",
)
WANTED = {"axis": "german", "soviet": "ussr"}
CARD = """
[{chart}.{row}]
size = "small"
player_turn = "own"
step = "order of battle"
pile = "discard"
"""


@cache
def with_cards(sample: Sample) -> Sample:
    """The campaign with a sheet that says of every card when it is played, as its owner may fill it in: the book does not.

    A card of which nobody knows the text excuses anything, and so does the hand in which it lies.
    """
    charts = [each for each in charts_of((rules(sample)[0].folder,)) if each.id in ("axis_cards", "soviet_cards")]
    lines = [CARD.format(chart=chart.id, row=row) for chart in charts for row in chart.rows]
    path = Path(_KEPT.name) / "charts.toml"
    path.write_text((sample.charts.read_text() if sample.charts else "") + "".join(lines))
    return replace(sample, charts=path)


_KEPT = tempfile.TemporaryDirectory()


def ideas(player: Player) -> list[tuple[Callable[[], Deed | None], int]]:
    """What may be thought of in the phase, and how often."""
    kind = player.now.kind if player.now else ""
    if kind == BUYING:
        return [(idea, 6) for idea in (lambda: card(player), lambda: purchase(player), lambda: work(player))] + [
            (lambda: detachment(player), 6 * (player.side == "soviet"))
        ]
    if kind == MOVING and "special movement" in tags(player):
        return [(lambda: air_play.mission(player), 6), (lambda: embark(player), 2), (lambda: sail(player), 2)]
    return []


def duties(player: Player) -> list[Deed]:
    """What the phase demands: missions are carried out, and those who flew or sailed come home."""
    kind = player.now.kind if player.now else ""
    if kind == AIR_COMBAT:
        return list(air_play.combat(player))
    if kind == REACTING:
        return list(air_play.interceptions(player))
    if kind == HOMEWARD:
        return list(air_play.home(player))
    if "build up" in tags(player):
        return [deed for unit in player.position.of_side(player.side) if (deed := shed(player, unit))]
    if kind == MOVING and "regular movement" in tags(player):
        afloat = [unit for unit in player.position.of_side(player.side) if at_sea(player.position, unit)]
        return [deed for unit in afloat if (deed := land(player, unit))]
    return []


def buying(player: Player) -> bool:
    """Whether most of what is done in the phase is counted when it is over."""
    return player.now is not None and player.now.kind == BUYING


def tags(player: Player) -> tuple[str, ...]:
    return tuple(player.now.tags) if player.now else ()


def at_sea(position: Position, unit: Unit) -> bool:
    """Whether a unit is on its way over the sea."""
    at = position.network.index.get(unit.hex)
    return at is not None and position.network.hexes[at].terrain == "all_sea"


def ports(position: Position) -> set[str]:
    """The hexes out of which units go to sea."""
    return {place.hex for place in position.network.theatre.places if "anchorage" in place.kinds}


def under_way(position: Position) -> list[Unit]:
    """Who is at sea or in the air for now."""
    aloft = position.network.index
    return [
        unit
        for unit in position.units.values()
        if at_sea(position, unit) or (unit.type.flies and unit.location in aloft)
    ]


def card(player: Player) -> Deed | None:
    """A card is taken, or played into one of the piles."""
    side, chance = player.side, player.chance
    held = [marker for marker in player.position.markers.values() if marker.type.kind == "card"]
    deck = sorted(marker.type.id for marker in held if marker.location == f"{side} deck")
    hand = sorted(marker.type.id for marker in held if marker.location == f"{side} hand")
    if hand and chance.random() < 0.5:
        pile = chance.choice((f"{side} discards", f"{side} set aside", "removed"))
        return player.make((f"shift +{chance.choice(hand)} [{side} hand]-[{pile}]",), "card played")
    return player.make((f"shift +{chance.choice(deck)} [{side} deck]-[{side} hand]",), "card taken") if deck else None


def purchase(player: Player) -> Deed | None:
    """An Offensive Point, a step, or a unit out of the Force Pool, with the first payment that the rules accept."""
    side, chance, position = player.side, player.chance, player.position
    nation = WANTED[side]
    if chance.random() < 0.3:
        paid = (
            spent(position, f"EP.{side}", "1/2"),
            spent(position, f"FP.{side}", "1/2"),
            spent(position, f"OP.{side}", -1),
        )
        return player.make(paid, "offensive point")
    pool = [unit for unit in position.units.values() if unit.side == side and unit.location == "force_pool"]
    reduced = [unit for unit in position.of_side(side) if unit.face == 1 and unit.type.nation == nation]
    if pool and chance.random() < 0.5:
        unit = chance.choice(sorted(pool, key=lambda each: each.id))
        place = chance.choice([place.hex for place in position.network.theatre.places if "city" in place.kinds])
        face = f"/{unit.face + 1}" if unit.face else ""
        line, kind = f"{unit.id}{face} [force_pool]>{place}", "built"
    elif reduced:
        unit = chance.choice(sorted(reduced, key=lambda each: each.id))
        line, kind = f"flip {unit.id}/1", "improved"
    else:
        return None
    pp = f"PP.{nation}"
    for (pool_name, amount), fuel in product(
        ((pp, 1), (pp, "1/2"), (f"EP.{side}", 1), (f"EP.{side}", "1/2")), (0, "1/2", 1)
    ):
        lines = [spent(position, pool_name, amount), *([spent(position, f"FP.{side}", fuel)] if fuel else []), line]
        deed = player.make(tuple(lines), kind)
        if deed is not None and player.stands(deed):
            return deed
    return None


def spent(position: Position, pool: str, amount: str | int) -> str:
    """The line that takes so much out of a pool."""
    return f"value {pool} {Fraction(position.values[pool]) - Fraction(amount)}"


def work(player: Player) -> Deed | None:
    """The free Improved Defense marker."""
    hexes = sorted({unit.hex for unit in player.position.of_side(player.side) if unit.hex})
    return player.make((f"lay +improved.{player.side} {player.chance.choice(hexes)}",), "work") if hexes else None


def detachment(player: Player) -> Deed | None:
    """A Detachment out of the pool into some wood."""
    woods = [entry.number for entry in player.position.network.hexes if entry.terrain in ("forest", "swamp")]
    return player.make((f"shift +detachment [partisan_pool]-{player.chance.choice(woods)}",), "detachment")


def embark(player: Player) -> Deed | None:
    """A unit in a port goes to sea."""
    position, chance = player.position, player.chance
    waiting = [
        unit for unit in position.of_side(player.side) if unit.hex in ports(position) and unit.id not in player.marched
    ]
    if not waiting:
        return None
    unit = chance.choice(sorted(waiting, key=lambda each: each.id))
    sea = [entry.number for entry in position.network.hexes if entry.terrain == "all_sea"]
    return player.make((f"naval {unit.id} {unit.hex}-{chance.choice(sea)}",), "embark", (unit.id,))


def land(player: Player, unit: Unit) -> Deed | None:
    """Who is afloat lands where the rules allow it; where nowhere is room, the die sends him back to where he embarked."""
    die, near = player.chance.randint(2, 6), sorted(ports(player.position))
    ways = [(port, die) for port in player.chance.sample(near, len(near))]
    ways += [(port, 1) for port in set_out(player, unit)]
    for port, rolled in ways:
        line = f"naval {unit.id} {unit.hex}-{port} die={rolled}"
        deed = player.make((f"roll {rolled}", line), "land", (unit.id,))
        if deed is not None and not player.refusal(deed) and player.stands(deed):
            return deed
    return None


def set_out(player: Player, unit: Unit) -> list[str]:
    """The port in which a unit embarked this turn."""
    acts = (act for record in player.earlier for act in record.of(Movement))
    return [act.path[0] for act in acts if act.kind == "naval" and unit.id in act.units][-1:]


def shed(player: Player, unit: Unit) -> Deed | None:
    """The Interdiction marker comes off a unit."""
    return player.make((f"unmark {unit.id}+interdicted",), "shed") if "interdicted" in unit.marks else None


def sail(player: Player) -> Deed | None:
    """A Fleet goes to sea, for fuel."""
    position = player.position
    fleets = [marker for marker in position.markers.values() if marker.type.kind == "fleet" and marker.hex]
    if not fleets or player.side != "soviet":
        return None
    fleet = fleets[0]
    sea = [entry.number for entry in position.network.hexes if "gulf_of_finland" in entry.tags]
    goal = player.chance.choice(sea)
    fuel = spent(position, "FP.soviet", 1)
    return player.make((fuel, f"shift +{fleet.type.id} {fleet.hex}-{goal}"), "sail") if goal != fleet.hex else None


def wrong(player: Player, kind: str, chance: random.Random) -> str:
    """One thing that the book forbids, done on the table; what it was, "" if the phase is not one for it."""
    phases, side, slip = {**{name: (*row[:2], _lines(row[2])) for name, row in LINES.items()}, **SLIPS}[kind]
    if player.now is None or player.now.kind not in phases or (side and player.side != side):
        return ""
    made = slip(player, chance)
    deed = player.make(made, kind) if made else None
    if deed is None:
        return ""
    player.take(deed)
    return f"{kind}: {'; '.join(made)}"


def _lines(line: Callable[[Player, random.Random], str]) -> Slip:
    return lambda player, chance: tuple(filter(None, (line(player, chance),)))


def _unpaid(player: Player, chance: random.Random) -> str:
    pool = f"OP.{player.side}"
    return f"value {pool} {Fraction(player.position.values[pool]) + 1}"


def _overspent(player: Player, chance: random.Random) -> str:
    return spent(player.position, f"EP.{player.side}", 3)


def _late_card(player: Player, chance: random.Random) -> str:
    held = (marker for marker in player.position.markers.values() if marker.location == f"{player.side} deck")
    return (
        f"shift +{chance.choice(sorted(marker.type.id for marker in held))} [{player.side} deck]-[{player.side} hand]"
    )


def _detachment_beside(player: Player, chance: random.Random) -> str:
    enemies = [unit.hex for unit in player.position.of_side("axis") if unit.hex]
    return f"shift +detachment [partisan_pool]-{chance.choice(sorted(enemies))}"


def _far_mission(player: Player, chance: random.Random) -> str:
    ready = air_play.ready(player.position, player.side)
    target, base = {"axis": ("3912", "0521"), "soviet": ("0521", "3113")}[player.side]
    return f"fly airfields {target}: {chance.choice(ready).id} base={base}" if ready else ""


def _crowded_packet(player: Player, chance: random.Random) -> str:
    ready = air_play.ready(player.position, player.side)
    target, base = {"axis": ("2215", "1517"), "soviet": ("1517", "2215")}[player.side]
    return f"fly airfields {target}: {', '.join(unit.id for unit in ready[:3])} base={base}" if len(ready) > 2 else ""


def _weak_escort(player: Player, chance: random.Random) -> str:
    """A bomber that cannot fight goes along."""
    weak = [unit for unit in air_play.ready(player.position, player.side) if not unit.value("air")]
    target, base = {"axis": ("2215", "1517"), "soviet": ("1517", "2215")}[player.side]
    return f"fly escort {target}: {chance.choice(weak).id} base={base}" if weak else ""


def _early_interception(player: Player, chance: random.Random) -> str:
    """Interceptors fly before there is anything to intercept."""
    able = air_play.fighters(player.position, player.side)
    over = {"axis": "1517", "soviet": "2215"}[player.side]
    return f"fly intercept {over}: {chance.choice(able).id} base={over}" if able else ""


def _morale(player: Player, chance: random.Random) -> str:
    return f"value morale.ussr {Fraction(player.position.values['morale.ussr']) + chance.choice((-2, 1, 3))}"


def _works(player: Player, chance: random.Random) -> str:
    return f"value factory.Moscow {chance.choice(('integrated', 'restored', 'retooling'))}"


LINES: dict[str, tuple[tuple[str, ...], str, Callable[[Player, random.Random], str]]] = {
    "unpaid": ((BUYING,), "", _unpaid),
    "overspent": ((BUYING,), "", _overspent),
    "late card": ((MOVING,), "", _late_card),
    "detachment beside": ((BUYING,), "soviet", _detachment_beside),
    "far mission": ((MOVING,), "", _far_mission),
    "crowded packet": ((DECLARING,), "", _crowded_packet),
    "weak escort": ((MOVING,), "", _weak_escort),
    "early interception": ((MOVING,), "", _early_interception),
    "morale": ((MOVING,), "", _morale),
    "works": ((BUYING, MOVING), "", _works),
}
"""Kinds of phase, the side or any, and the line."""

WRONG = (*LINES, *SLIPS)
