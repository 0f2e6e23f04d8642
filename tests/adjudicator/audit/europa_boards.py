"""Where the random player of the Europa games begins: a front with airfields, a coast with ships, districts with what is due."""

from __future__ import annotations

from dataclasses import dataclass

from adjudicator.model.pack import Pack
from adjudicator.packs.folders import BUNDLED
from tests.helpers import FIXTURES

FRONT, COAST, DISTRICTS = "front", "coast", "districts"


@dataclass(frozen=True, slots=True)
class Board:
    """A theatre's folder and what lies on it at the start; `turns` are played."""

    folder: str
    lines: tuple[str, ...]
    turns: int = 1


def lines_of(pack: Pack, board: str) -> tuple[str, ...]:
    """The opening of a board under a pack; only Fire in the East has an order of battle by which somebody is due."""
    lines = BOARDS[board].lines
    if board != DISTRICTS:
        return tuple(line for line in lines if not line.startswith(("[Axis due]", "[Soviet due]")))
    return (*lines, *_due(pack, turns=(4, 5)))


def _due(pack: Pack, turns: tuple[int, ...]) -> tuple[str, ...]:
    """The boxes of those who arrive in these turns."""
    forces = pack.tables.get("order_of_battle", {}).get("force", ())
    named: dict[str, list[str]] = {"Axis": [], "Soviet": []}
    for force in forces if isinstance(forces, list) else ():
        for name, count in force["units"].items() if force["event"] == "arrival" and force["turn"] in turns else ():
            side = pack.units[name].side.capitalize()
            named[side] += [name, *(f"{name}#{more}" for more in range(2, count + 1))][: 4 - named[side].count(name)]
    return tuple(f"[{side} due]: {', '.join(dict.fromkeys(units))}" for side, units in named.items() if units)


_START = tuple(
    line
    for line in (BUNDLED / "europa/theatres/dvina_line/setups/start.txt").read_text(encoding="utf-8").splitlines()
    if line and not line.startswith("#")
)

BOARDS = {
    FRONT: Board(
        str(BUNDLED / "europa/theatres/dvina_line"),
        (
            *_START,
            "value infantry.german 12",
            "value infantry.finnish 4",
            "value armor.german 9",
            "value armor.soviet 9",
            "value infantry.western 9",
            "value infantry.baltic 9",
            "value infantry.leningrad 9",
            "value rail_bought.axis 0",
            "value rail_bought.soviet 0",
            "[1B/2719]: ge.me109e, ge.me109e#2, ge.ju87b, ge.he111h, ge.ju52, ge.dfs230, ge.dfs230#2",
            "[1B/3118]: ge.ju87b#2, ge.ju52#2, ge.me109e#3",
            "[1B/2220]: ge.he111h#2, ge.me110n, ge.he111h#3/2",
            "[1B/2717]: ge.ju87b#3, ge.me109e#4",
            "[1B/1821]: fi.fokker, fi.fokker#2/2",
            "[1B/2712]: so.mig3, so.lagg3, so.sb2",
            "[1B/2506]: so.mig3#2, so.sb2#2, so.sb2#3/2",
            "[1B/2002]: so.lagg3#2, so.lagg3g",
            "[1B/2013]: so.mig3#3, so.po2",
            "[2A/2713]: so.sb2#4, so.tb3t, so.lagg3#3",
            "1B/2719: ge.22al1",
            "1B/3118: ge.22al2, ge.1aa",
            "1B/2717: +airfield, ge.1rreng",
            "1B/2720: +hit.airbase",
            "1B/3113: ge.gdmot",
            "1B/2219: +rp.ax10",
            "1B/2605: +rp.so5",
            "1B/2103: +rp.so2, so.2art",
            "1B/2412: +fort",
            "1B/2815: +break",
            "2A/2707: so.nkvd",
            "[Axis eliminated]: ge.2reg, ge.3reg, ge.2mtn/2, ge.4art, ge.truck2, ge.pzreg",
            "[Soviet eliminated]: so.1cdr, so.1tkb#2, so.2mg, so.2gds, so.3art",
        ),
    ),
    COAST: Board(
        str(FIXTURES / "theatres/supplied_sea"),
        (
            "turn 4, Weather",
            "weather clear",
            "value repair_points.soviet 3",
            "2A/0709: so.bb1, so.ca1/2, so.1nvl, so.10rif, so.1rbr",
            "2A/0706: so.cl1, so.90rif, so.ca2/2",
            "2A/0410: so.dd1/2, so.23rif",
            "2A/0408: so.1mg",
            "2A/0205: so.ca1#2/2+ship_hits.1, so.33rif, so.1gds",
            "2A/0306: so.bb1#2/2, so.67rif",
            "2A/0202: so.dd1#2/2, so.1rbr#2",
            "2A/0608: so.flot1, so.2mg",
            "2A/0508: so.flot2+ship_hits.1",
            "2A/0604: so.125rif",
            "2A/0412: ge.1inf, ge.1reg",
            "2A/0511: ge.11inf, ge.1pz",
            "2A/0611: ge.21inf, ge.1art",
            "2A/0711: ru.1cav, ge.2reg",
            "2A/0510: so.48rif",
            "2A/0610: so.2tnk",
            "2A/0710: so.188rif",
        ),
    ),
    DISTRICTS: Board(
        str(FIXTURES / "theatres/military_districts"),
        (
            "turn 4, Weather",
            "weather clear",
            "value infantry.german 14",
            "value infantry.rumanian 6",
            "value infantry.finnish 6",
            "value armor.german 12",
            "value armor.soviet 14",
            "value infantry.kiev 12",
            "value infantry.moskva 12",
            "value infantry.kharkov 12",
            "value infantry.north_caucasus 8",
            "value capital.moved 0",
            "value capital.captured 0",
            "value rail_bought.soviet 0",
            "value rail_bought.axis 0",
            "2A/2912: ge.1inf/2, ge.1cav, +rp.ax10",
            "2A/3012: ge.6pz/2, ge.1eng",
            "2A/3212: ge.2reg",
            "2A/2809: fi.1jag",
            "2A/3003: so.2tnk/2, +capital, +factory, +rp.so10, so.1eng",
            "2A/3008: so.10rif, +factory, so.202mot",
            "2A/3207: so.28tnk/2",
            "2A/2908: so.5tnk",
            "2A/3005: so.23rif",
            "2A/3006: so.33rif",
            "2A/3010: so.48rif",
            "2A/3011: ge.21inf",
            "[Axis eliminated]: ge.11inf, ge.30inf/2, ge.1reg, ge.1art, ge.2art",
            "[Axis eliminated]: ge.1ceng, ge.1pz/2, ge.truck, ru.1cav, fi.2inf, hu.1mot",
            "[Soviet eliminated]: so.1gds, so.67rif, so.90rif, so.1cdr, so.1tkb",
            "[Soviet eliminated]: so.46lt, so.1art, so.6cav, so.1mg, so.nkvd, so.1rbr",
            "[Axis due]: ge.36mot, ge.61inf",
        ),
    ),
}
