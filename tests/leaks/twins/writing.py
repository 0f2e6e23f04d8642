"""From a telling to files in VASSAL's words: a module, a save, a log that follows it and a save from later."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from PIL import Image

from adjudicator.importers.vassal.wire import obfuscation, sequences
from tests.importers.vassal.games import TAB, deck, log, save, stack
from tests.leaks.twins.shapes import MAIN, OPEN_NAMES, SLOTS, Look, Place, Told
from tests.leaks.twins.world import DEN, DESK, HAND, STEPS, TWICE, World

ABOUT = "<data version='1'><version>1</version><VassalVersion>3.7.26</VassalVersion><name>Twins</name></data>"
BUILD, PART = "VASSAL.build.", "VASSAL.build.module."
FILES = ("start.vsav", "turn.vlog", "later.vsav")


def write(folder: Path, world: World, told: Sequence[Told], telling: int, *, healed: bool = False) -> None:
    """The files of one telling; `healed` leaves out what is broken."""
    text = Text(world, tuple(told), telling, healed)
    (folder / "box").mkdir(parents=True, exist_ok=True)
    (folder / "box" / "twins.vmod").write_bytes(module(world.names, world.twice))
    for name, written in zip(FILES, (text.start(), text.log(), text.later()), strict=True):
        (folder / name).write_bytes(game(written, world.key[telling]))


def game(text: str, key: int) -> bytes:
    """A save or log as a file."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        archive.writestr(zipfile.ZipInfo("savedGame"), obfuscation.obfuscate(text, key))
        archive.writestr(zipfile.ZipInfo("moduledata"), ABOUT)
        archive.writestr(zipfile.ZipInfo("savedata"), ABOUT)
    return out.getvalue()


@dataclass(frozen=True, slots=True)
class Lying:
    """A counter of a moment: its look, place, states of its traits, and places in stack and drawing order."""

    look: Look
    at: Place
    states: tuple[str, ...]

    @property
    def add(self) -> str:
        look, (map_, x, y) = self.look, self.at
        kind = f"piece;;;{look.image};{look.name}"
        state = f"{map_};{x};{y};{look.gpid};{look.more}"
        for (own, _), said in reversed(list(zip(look.traits, self.states, strict=True))):
            kind, state = sequences.join((own, kind), TAB), sequences.join((said, state), TAB)
        return "+/" + sequences.join((look.id, kind, state), "/")

    @property
    def state(self) -> str:
        """Its whole state as a change names it."""
        return sequences.split(self.add[2:], "/")[2]


@dataclass(frozen=True, slots=True)
class Text:
    """The texts of one telling."""

    world: World
    told: tuple[Told, ...]
    telling: int
    healed: bool

    def start(self) -> str:
        return self._named(save(*self._pieces(self._first()), *self._spoilt(0), more=self._more("side")))

    def log(self) -> str:
        lying, steps = self._first(), []
        for number in range(1, STEPS + 1):
            done = [text for _, text in sorted(self._step(number, lying), key=lambda each: each[0])]
            done += self._spoilt(number)
            steps.append(done[0] if len(done) == 1 else ["", *done] if done else "")
        return self._named(log(save(*self._pieces(self._first()), *self._spoilt(0), more=self._more("side")), *steps))

    def later(self) -> str:
        if self.world.resent:
            lying = self._first()
        else:
            lying = self._first()
            for number in range(1, STEPS + 1):
                list(self._step(number, lying))
        for told in self.told:
            for look in told.looks:
                if look.late == ():
                    lying.pop(look.id, None)
                elif look.late:
                    known = lying.get(look.id, Lying(look, look.at, tuple(state for _, state in look.traits)))
                    lying[look.id] = replace(known, at=look.late)
        return self._named(save(*self._pieces(lying, later=True), *self._spoilt(0), more=self._more("later")))

    def _first(self) -> dict[str, Lying]:
        looks = (look for told in self.told for look in told.looks if not look.born)
        return {look.id: Lying(look, look.at, tuple(state for _, state in look.traits)) for look in looks}

    def _spoilt(self, step: int) -> list[str]:
        if self.healed:
            return []
        return [text for told in self.told for at, text in told.broken if at == step]

    def _pieces(self, lying: Mapping[str, Lying], *, later: bool = False) -> list[str]:
        """All pieces, then the stacks and decks, each in the order of what is in them."""
        decked = {name for told in self.told for *_, cards in told.decks for name in cards}
        counters = sorted(lying.values(), key=lambda each: each.look.rank)
        piles: dict[Place, list[Lying]] = {}
        for each in counters:
            dealt = each.look.id in decked and each.at == each.look.at
            if not each.look.lone and not dealt:
                piles.setdefault(each.at, []).append(each)
        made = []
        for place, members in piles.items():
            members.sort(key=lambda each: each.look.height)
            anchored = any(each.look.anchored for each in members)
            name = f"5{place[1]:04}{place[2]:04}" if anchored else f"{members[0].look.id}0"
            counting = [each.look for each in members if _counts(each.look) and not (later and each.look.fades)]
            rank = min((look.rank for look in counting), default=members[0].look.rank)
            where = ";".join(map(str, place))
            made.append((rank, stack(name, *(each.look.id for each in members), where=where)))
        made.sort()
        decks = [
            deck(
                number,
                *(card for card in cards if card in lying and lying[card].at == place),
                name=name,
                where=";".join(map(str, place)),
            )
            for told in self.told
            for number, name, place, cards in told.decks
        ]
        return [each.add for each in counters] + decks + [text for _, text in made]

    def _more(self, when: str) -> list[str]:
        seats = [f"PLAYER\t{person.token}\t{person.name}\t{getattr(person, when)}" for person in self.world.people]
        return [*seats, *(text for told in self.told for text in told.more)]

    def _step(self, number: int, lying: dict[str, Lying]) -> Iterator[tuple[tuple[float, int], str]]:
        """What happens in a step, each with what orders it; `lying` follows."""
        if number == 2:
            for at, person in enumerate(self.world.people):
                if person.then != person.side:
                    yield (-1.0, at), f"PLAYER\t{person.token}\t{person.name}\t{person.then}"
        for told in self.told:
            for step, key, text in told.steps:
                if step == number:
                    yield (key, 0), text
            for look in told.looks:
                yield from _deeds(look, number, lying)

    def _named(self, text: str) -> str:
        return self.world.named(text, self.telling)


def _counts(look: Look) -> bool:
    """Whether it is in sight, and so has a place in the drawing order that both tellings know."""
    return look.rank == int(look.rank)


def _deeds(look: Look, number: int, lying: dict[str, Lying]) -> Iterator[tuple[tuple[float, int], str]]:
    if look.born == number:
        lying[look.id] = Lying(look, look.at, tuple(state for _, state in look.traits))
        yield (-1000.0, 1), lying[look.id].add
    for step, key, (map_, x, y) in look.moves:
        known = lying.get(look.id)
        if step != number or known is None:
            continue
        old = "/".join(map(str, (*known.at, "null")))
        new = "/".join(map(str, (map_, x, y, "null")))
        yield (key, 2), f"M/{look.id}/{new}/{old}/{look.mover}"
        if look.undone:
            yield (key, 3), "UNDO\ttrue"
            yield (key, 4), f"M/{look.id}/{old}/{new}/{look.mover}"
            yield (key, 5), "UNDO\tfalse"
        else:
            lying[look.id] = replace(known, at=(map_, x, y))
    for step, key, at, state in look.changes:
        known = lying.get(look.id)
        if step != number or known is None:
            continue
        after = replace(known, states=(*known.states[:at], state, *known.states[at + 1 :]))
        lying[look.id] = after
        yield (key, 6), "D/" + sequences.join((look.id, after.state, known.state), "/")
    if look.gone == number and look.id in lying:
        del lying[look.id]
        yield (1000.0, 7), f"-/{look.id}"


@cache
def module(sides: tuple[str, ...], twice: str) -> bytes:
    """The module of a world."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr(zipfile.ZipInfo("moduledata"), ABOUT)
        archive.writestr(zipfile.ZipInfo("buildFile.xml"), _build(sides, twice))
        for number, name in enumerate(("back.png", "back2.png", *_images())):
            shade = (40 + number * 25 % 200, 90 + number * 40 % 150, 60 + number * 15 % 180)
            archive.writestr(zipfile.ZipInfo(f"images/{name}"), _picture(shade))
    return out.getvalue()


def _images() -> Iterator[str]:
    yield from (f"{name}.png" for name in OPEN_NAMES)
    yield from (f"{name}.png" for name, _ in SLOTS)


def _build(sides: tuple[str, ...], twice: str) -> str:
    numbering = _tag("map.boardPicker.board.mapgrid.HexGridNumbering", sep="")
    grid = _tag("map.boardPicker.board.HexGrid", numbering, dx="86", dy="100")
    field = _tag("map.BoardPicker", _tag("map.boardPicker.Board", grid, name="Field", width="1000", height="800"))
    desk = _tag("map.BoardPicker", _tag("map.boardPicker.Board", name="Desk", width="400", height="300"))
    slots = [
        _tag("PieceSlot", _slot(name, gpid), at=f"{BUILD}widget.", entryName=name, gpid=gpid)
        for name, gpid in (*zip(OPEN_NAMES, ("11", "12", "13", "14"), strict=True), *SLOTS)
    ]
    two = {
        "public": _tag("Map", desk, mapName=TWICE),
        "private": _tag("PrivateMap", desk, mapName=TWICE, side=sides[1]),
    }
    properties = (("Weather", "dry"), ("LastPicked", ""))
    kept = _tag("properties.GlobalProperties", _tag("properties.GlobalProperty", name="Kept", initialValue="1"))
    return _tag(
        "GameModule",
        _tag("PlayerRoster", *(f"<entry>{_escaped(side)}</entry>" for side in sides)),
        _tag("Map", field, mapName=MAIN),
        _tag("PlayerHand", desk, mapName=HAND, side=sides[0]),
        _tag("PrivateMap", desk, mapName=DESK, side=sides[1]),
        _tag("PrivateMap", _den(), kept, mapName=DEN, side=sides[1]),
        two[twice],
        *(text for name, text in two.items() if name != twice),
        _tag("DiceButton", name="2d6", nDice="2", nSides="6"),
        _tag(
            "properties.GlobalProperties",
            *(_tag("properties.GlobalProperty", name=key, initialValue=value) for key, value in properties),
        ),
        _tag("PieceWindow", _tag("ListWidget", *slots, at=f"{BUILD}widget.", entryName="Units"), entryName="Units"),
        at=BUILD,
        name="Twins",
        version="1",
    )


def _den() -> str:
    """Two boards, on the first of them a zone that keeps a property."""
    grids = "map.boardPicker.board."
    zone = _tag(
        f"{grids}mapgrid.Zone",
        _tag(f"{grids}mapgrid.ZoneProperty", name="Target", initialValue="0"),
        name="Plans",
        path="0,0;300,0;300,200;0,200",
    )
    east = _tag("map.boardPicker.Board", _tag(f"{grids}ZonedGrid", zone), name="Plan East", width="400", height="300")
    return _tag("map.BoardPicker", east, _tag("map.boardPicker.Board", name="Plan West", width="500", height="300"))


def _slot(name: str, gpid: str) -> str:
    return _escaped(f"+/null/piece;;;{name}.png;{name}/null;0;0;{gpid};0")


def _tag(kind: str, *inside: str, at: str = PART, **attributes: str) -> str:
    said = "".join(f' {key}="{_escaped(value)}"' for key, value in attributes.items())
    return f"<{at}{kind}{said}>{''.join(inside)}</{at}{kind}>"


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace('"', "&quot;")


@cache
def _picture(colour: tuple[int, int, int]) -> bytes:
    out = io.BytesIO()
    Image.new("RGB", (48, 48), colour).save(out, "PNG")
    return out.getvalue()
