"""Pairs of other tabletops' files: what lies in hands, face down, in decks, bags, hidden zones and trays."""

from __future__ import annotations

import json
import struct
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

from tests.importers.cyberboard import builder
from tests.importers.tabletop_simulator.saves import save, thing
from tests.importers.zuntzu.boxes import BOX, box
from tests.leaks.twins.world import EVERYBODY, word

Things = tuple[dict[str, Any], ...]


@dataclass(frozen=True, slots=True)
class Part:
    """One thing with its two tellings: objects of a save, or pieces of XML by the place they go to."""

    kind: str
    told: tuple[Things, Things]


@dataclass(frozen=True, slots=True)
class Tabletop:
    """A pair of files of another program."""

    program: str
    viewer: str
    parts: tuple[Part, ...]
    count: int = 0

    @property
    def labels(self) -> frozenset[str]:
        """What is secret in it."""
        return frozenset(f"{self.program}: {part.kind}" for part in self.parts if part.told[0] != part.told[1])

    @property
    def kind(self) -> str:
        return " + ".join(sorted(self.labels)) or "nothing"

    def eyes(self) -> str:
        return self.viewer

    def simpler(self) -> Iterator[Tabletop]:
        """The same with less."""
        for at in range(len(self.parts)):
            if len(self.parts) > 1:
                yield replace(self, parts=(*self.parts[:at], *self.parts[at + 1 :]))
        for at, part in enumerate(self.parts):
            for side in range(2):
                for index in range(len(part.told[side])):
                    less = (*part.told[side][:index], *part.told[side][index + 1 :])
                    if less and len(part.told[0]) != len(part.told[1]):
                        told = (less, part.told[1]) if side == 0 else (part.told[0], less)
                        yield replace(self, parts=(*self.parts[:at], replace(part, told=told), *self.parts[at + 1 :]))

    def write(self, folder: Path, telling: int, *, healed: bool = False) -> None:
        """The files of one telling."""
        del healed
        folder.mkdir(parents=True, exist_ok=True)
        things = [each for part in self.parts for each in part.told[telling]]
        WRITERS[self.program](folder, things)


def tabletop(rng: Random) -> Tabletop:
    """A pair at random."""
    program = rng.choice(("Tabletop Simulator", "Tabletop Simulator", "Tabletop Simulator", "ZunTzu", "CyberBoard"))
    if program == "CyberBoard":
        return Tabletop(program, rng.choice((EVERYBODY, "Red")), (_tray(rng), _seed(rng)))
    if program == "ZunTzu":
        parts = (_zuntzu(rng, "hand"), _zuntzu(rng, "owned board"))
        return Tabletop(program, EVERYBODY, parts)
    viewer = rng.choice((EVERYBODY, "Red", "Blue"))
    makers = [rng.choice(SIMULATED) for _ in range(rng.randrange(1, 5))]
    return Tabletop(program, viewer, (*(make(rng, viewer) for make in makers), _seen(rng)))


def _guid(rng: Random) -> str:
    return f"{rng.randrange(16**6):06x}"


def _card(rng: Random, at: tuple[float, float, float], **more: Any) -> dict[str, Any]:
    """A card that nobody may know."""
    sheet = {
        "1": {
            "FaceURL": f"http://example.com/{word(rng)}.jpg",
            "BackURL": "http://example.com/b.jpg",
            "NumWidth": 5,
            "NumHeight": 2,
        }
    }
    return thing(
        "Card", _guid(rng), f"Order {word(rng).title()}", at, CardID=100 + rng.randrange(10), CustomDeck=sheet,
        **{"Description": f"It is {word(rng)}", **more},
    )  # fmt: skip


def _tile(rng: Random, at: tuple[float, float, float], back: str, **more: Any) -> dict[str, Any]:
    image = {"ImageURL": f"http://example.com/{word(rng)}.png", "ImageSecondaryURL": back}
    return thing("Custom_Tile", _guid(rng), f"Guards {word(rng).title()}", at, CustomImage=image, Hands=True, **more)


HANDS = {"Red": -20.0, "Blue": 20.0}


def _of_other(rng: Random, viewer: str) -> str:
    return rng.choice([colour for colour in HANDS if colour != viewer])


def _in_hand(rng: Random, viewer: str) -> Part:
    """Cards, tiles and decks in another's hand, at any angle and height."""
    colour = _of_other(rng, viewer)

    def within() -> tuple[float, float, float]:
        return rng.uniform(-4, 4), rng.uniform(1, 4), HANDS[colour] + rng.uniform(-1.5, 1.5)

    tellings = []
    for _ in range(2):
        things: list[dict[str, Any]] = []
        for _ in range(rng.randrange(4)):
            turned = {"rotZ": rng.choice((0.0, 180.0, 5.0, 90.0)), "rotY": rng.uniform(0, 360)}
            roll = rng.random()
            if roll < 0.6:
                things.append(_card(rng, within(), **turned))
            elif roll < 0.8:
                things.append(_tile(rng, within(), f"http://example.com/{word(rng)}.png", **turned))
            else:
                things.append(_deck(rng, within(), rng.randrange(2, 5), **turned))
        tellings.append(tuple(things))
    return Part("hand", (tellings[0], tellings[1]))


def _deck(rng: Random, at: tuple[float, float, float], count: int, **more: Any) -> dict[str, Any]:
    cards = [_card(rng, at, rotZ=180.0) for _ in range(count)]
    made = thing("Deck", _guid(rng), "Orders", at, DeckIDs=[card["CardID"] for card in cards], **more)
    made["CustomDeck"] = cards[0]["CustomDeck"]
    made["ContainedObjects"] = cards
    return made


def _face_down(rng: Random, viewer: str) -> Part:
    """A card or tile that lies face down on the table: its place and back are known."""
    del viewer
    at = (rng.uniform(-8, 8), 1.0, rng.uniform(-8, 8))
    turned = {"rotZ": rng.choice((180.0, 178.0, 183.0)), "rotY": rng.choice((0.0, 180.0))}
    if rng.random() < 0.5:
        return Part("face-down card", ((_card(rng, at, **turned),), (_card(rng, at, **turned),)))
    back = "http://example.com/back.png"
    return Part("face-down tile", ((_tile(rng, at, back, **turned),), (_tile(rng, at, back, **turned),)))


def _face_down_deck(rng: Random, viewer: str) -> Part:
    """A deck of which everybody knows how many cards it has."""
    del viewer
    at, count, guid = (rng.uniform(-8, 8), 1.0, rng.uniform(-8, 8)), rng.randrange(2, 5), _guid(rng)
    one, two = ({**_deck(rng, at, count, rotZ=180.0), "GUID": guid} for _ in range(2))
    return Part("face-down deck", ((one,), (two,)))


def _bag(rng: Random, viewer: str) -> Part:
    """What lies in a bag; how many things, everybody knows."""
    del viewer
    at, count, guid = (rng.uniform(-8, 8), 1.0, rng.uniform(-8, 8)), rng.randrange(1, 4), _guid(rng)
    tellings = []
    for _ in range(2):
        inside = [_tile(rng, at, "http://example.com/back.png") for _ in range(count)]
        tellings.append((thing("Bag", guid, "Pool", at, ContainedObjects=inside),))
    return Part("bag", (tellings[0], tellings[1]))


def _notes_of_the_master(rng: Random, viewer: str) -> Part:
    """Notes for the game master on a tile that everybody sees."""
    del viewer
    at, guid = (rng.uniform(-8, 8), 1.0, rng.uniform(-8, 8)), _guid(rng)
    image = {"ImageURL": "http://example.com/t.png", "ImageSecondaryURL": ""}
    one, two = (
        thing("Custom_Tile", guid, "Fort", at, CustomImage=image, GMNotes=f"Trap {word(rng)}") for _ in range(2)
    )
    return Part("notes of the game master", ((one,), (two,)))


def _hidden_zone(rng: Random, viewer: str) -> Part:
    """What stands in a hidden zone of another colour."""
    colour = _of_other(rng, viewer)
    side = rng.choice((-30.0, 30.0))
    zone = thing(
        "FogOfWarTrigger", _guid(rng), "", (side, 3.0, 0.0), Locked=True, FogColor=colour, FogHidePointers=False
    )
    zone["Transform"] |= {"scaleX": 8.0, "scaleY": 6.0, "scaleZ": 8.0}
    tellings = []
    for _ in range(2):
        inside = [
            _tile(
                rng, (side + rng.uniform(-3, 3), rng.uniform(1, 3), rng.uniform(-3, 3)), "http://example.com/back.png"
            )
            for _ in range(rng.randrange(4))
        ]
        tellings.append((zone, *inside))
    return Part("hidden zone", (tellings[0], tellings[1]))


def _seen(rng: Random) -> Part:
    """Something in plain sight."""
    told = (_tile(rng, (rng.uniform(-8, 8), 1.0, rng.uniform(-8, 8)), "http://example.com/back.png"),)
    return Part("in sight", (told, told))


SIMULATED: tuple[Callable[[Random, str], Part], ...] = (
    _in_hand, _in_hand, _face_down, _face_down, _face_down_deck, _bag, _notes_of_the_master, _hidden_zone,
)  # fmt: skip


def _zuntzu(rng: Random, kind: str) -> Part:
    """Counters in somebody's hand, or on a board that somebody owns."""
    owner = f"{rng.randrange(16**8):08x}-1234-1234-1234-1234567890ab"
    start = {"hand": 0, "owned board": 4}[kind]
    tellings = []
    for _ in range(2):
        pieces = rng.sample(range(start, start + 4), rng.randrange(4))
        inside = "".join(
            f'<counter id="{piece}" side="{rng.choice(("Front", "Back"))}" />' if kind == "hand"
            else f'<counter id="{piece}" x="{rng.randrange(10, 90)}.00" y="{rng.randrange(10, 60)}.00" />'
            for piece in pieces
        )  # fmt: skip
        head = f'<hand owner="{owner}">' if kind == "hand" else f'<layout board="Detail" tab="Mine" owner="{owner}">'
        tellings.append(({"xml": f"{head}{inside}{'</hand>' if kind == 'hand' else '</layout>'}", "kind": kind},))
    return Part(kind, (tellings[0], tellings[1]))


def _tray(rng: Random) -> Part:
    """What lies in a tray of which one sees only that there is one."""
    orders = [tuple(rng.sample((1, 2), 2)) for _ in range(2)]
    return Part("tray", (({"tray": orders[0]},), ({"tray": orders[1]},)))


def _seed(rng: Random) -> Part:
    """The seed from which the game draws its next random numbers."""
    one, two = ({"seed": rng.randrange(1, 10**6)} for _ in range(2))
    return Part("seed", ((one,), (two,)))


def _write_simulated(folder: Path, things: list[dict[str, Any]]) -> None:
    hands = {
        "Enable": True,
        "HandTransforms": [
            {
                "Color": colour,
                "Transform": {"posX": 0, "posY": 2, "posZ": z, "rotY": 0, "scaleX": 10, "scaleY": 5, "scaleZ": 4},
            }
            for colour, z in HANDS.items()
        ],
    }
    table = thing("Custom_Board", "f00000", "Map", Locked=True, CustomImage={"ImageURL": "http://example.com/map.jpg"})
    made = save(ObjectStates=[table, *things], Hands=hands)
    (folder / "table.json").write_text(json.dumps(made, ensure_ascii=False), encoding="utf-8")


def _write_zuntzu(folder: Path, things: list[dict[str, Any]]) -> None:
    inside = "".join(each["xml"] for each in things)
    game = (
        '<?xml version="1.0" encoding="windows-1252"?><game game-box="Steppe" hash="" scenario-name="First clash" '
        'scenario-description="Six turns" stacking="disabled"><layout board="Steppe" left="1.00" top="2.00" right="900.00" '
        'bottom="800.00" visible="true"><counter id="8" x="402.50" y="200.00" /></layout>' + inside + "</game>"
    )
    box(folder / "table.ztb", BOX, start_zts=game)


def _write_cyberboard(folder: Path, things: list[dict[str, Any]]) -> None:
    said = {key: value for each in things for key, value in each.items()}
    plain = builder.table.__defaults__
    try:
        builder.table.__defaults__ = (*plain[:2], said.get("tray", (1, 2)))  # type: ignore[index]
        data = builder.game(builder.V4)
    finally:
        builder.table.__defaults__ = plain
    old = b"seed" + struct.pack("<I", 7)
    (folder / "table.gam").write_bytes(data.replace(old, b"seed" + struct.pack("<I", said.get("seed", 7))))
    (folder / "steppe.gbx").write_bytes(builder.box(builder.V4))


WRITERS: dict[str, Callable[[Path, list[dict[str, Any]]], None]] = {
    "Tabletop Simulator": _write_simulated,
    "ZunTzu": _write_zuntzu,
    "CyberBoard": _write_cyberboard,
}
