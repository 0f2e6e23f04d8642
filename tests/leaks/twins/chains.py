"""What a counter may be made of: any stack of traits, those that conceal among them, and who may see through it."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from tests.leaks.twins.world import UMPIRE, World, word

Trait = tuple[str, str]
"""Type and state."""


@dataclass(frozen=True, slots=True)
class Cover:
    """A trait that conceals. `owner` is a person's token, a side's, "" or "null" (it is off); `access` as the file says it."""

    word: str
    owner: str
    access: str = "player:"
    back: str = "back.png"
    called: str = "Unknown unit"
    style: str = "B"

    @property
    def on(self) -> bool:
        return self.owner != "null"

    @property
    def trait(self) -> Trait:
        if self.word == "hide":
            return f"hide;73,130;Invisible;0,0,0;{self.access};", self.owner
        return f"obs;73,130;{self.back};Mask;{self.style};{self.called};{self.access};Peek;", f"{self.owner};"

    @property
    def label(self) -> str:
        """Who owns it, in words."""
        if not self.on:
            return "nobody"
        if self.owner == "":
            return "empty"
        if self.owner.startswith("⟦U"):
            return "unknown"
        return "person" if self.access == "player:" else "side"

    def conceals(self, world: World) -> bool:
        """Whether the viewer may not see through it."""
        if not self.on or world.viewer == UMPIRE:
            return False
        if self.owner == "":
            return True
        if self.access == "player:":
            return not world.knows(self.owner)
        return self.owner != world.viewer and world.viewer not in self.access.split(":")[1:]


def cover(rng: Random, world: World, kind: str = "") -> Cover:
    """A trait that conceals, on or off."""
    made = kind or rng.choice(("obs", "obs", "hide"))
    back, called = rng.choice((("back.png", "Unknown unit"), ("back2.png", ""), ("", "Something")))
    style = rng.choice(("B", "I", "2", "P", "Gback.png"))
    roll = rng.random()
    if roll < 0.2:
        return Cover(made, "null", "player:", back, called, style)
    if roll < 0.32:
        return Cover(made, "", rng.choice(("player:", "side:")), back, called, style)
    if roll < 0.45:
        return Cover(made, rng.choice(("⟦U0⟧", "⟦U1⟧")), "player:", back, called, style)
    if roll < 0.62:
        side = rng.choice(world.sides)
        safe = ":" not in "".join(world.names)
        access = rng.choice(("side:", f"sides:{side}")) if safe else "side:"
        return Cover(made, side, access, back, called, style)
    return Cover(made, rng.choice(world.people).token, "player:", back, called, style)


def alike(rng: Random, world: World, known: Cover) -> Cover:
    """Another cover that looks the same to the viewer: of another person of that side, or of another stranger."""
    if known.access != "player:" or known.word != "obs":
        return known
    sides = world.side_of(known.owner)
    same = [person.token for person in world.people if world.side_of(person.token) == sides]
    strangers = ["⟦U0⟧", "⟦U1⟧", ""]
    owner = rng.choice(strangers if not sides else same)
    return Cover(known.word, owner, known.access, known.back, known.called, rng.choice(("B", "I", "2")))


def secret_trait(rng: Random) -> tuple[str, Trait]:
    """A trait of a counter that nobody may know, with its name in words."""
    said = word(rng)
    number = str(rng.randrange(1, 90))
    made: dict[str, Trait] = {
        "marker": ("mark;PackUnit", rng.choice(("fr.guard", "au.1inf", "fr.1inf", said))),
        "markers": ("mark;Kind,Cost", f"{said},{number}"),
        "dynamic property": (
            f"PROP;{rng.choice(('Strength', 'Supply', said))};false,0,100,false;;",
            rng.choice((number, said)),
        ),
        "calculated property": (f"calcProp;Power;{{Strength+{number}}};", ""),
        "label": (
            "label;0,0;Label;12;255,255,255;0,0,0;t;0;c;0;b;c;$pieceName$ ($label$);Dialog;0;0;TextLabel;",
            f"Orders {said}",
        ),
        "layer": (
            f"emb2;Flip;2;A;;0;;;0;;;;1;false;0;0;{said}.png,b{said}.png;weak {said},;false;Steps;;;false;;1;1",
            rng.choice(("1", "2", "-1")),
        ),
        "rotation": ("rotate;6;93,130;91,130;Rotate CW;Rotate CCW;;;;;Facing;;;;", rng.choice("012345")),
        "sheet": ("propertysheet;0Leader~0Losses;Sheet;P;0;255;255;255;80,130;", f"{said}~{number}"),
        "trail": (
            "footprint;84,130;Trail;false;false;10;255,255,255;0,0,0;100;50;20;30;1.0;;;;",
            f"true;Main;2;{number},20;30,40;true",
        ),
        "moved": ("markmoved;moved.gif;0;0;Mark;77,130;;false;;;;", rng.choice(("true", "false"))),
        "unknown trait": (f"{rng.choice(('cloak', 'aura', said))};x", rng.choice((said, "⟦P0⟧", "⟦P1⟧"))),
        "report": (f"report;77,130;$PieceName$ {said};;;;false", "-1"),
        "restricted": ("restrict;⟦S0⟧;true;true;", rng.choice(("⟦P0⟧", "⟦P1⟧", ""))),
        "basic name": (f"basicName;{said.title()};", ""),
        "table": ("table;1;2;Table;84,130;", f"{said},{number}"),
        "area of effect": (f"AreaOfEffect;255,0,0;50;{rng.randrange(1, 4)};true;;;;true;;;A;;;;;true", "true"),
        "sends itself": ("sendto;Send;83,130;Main;;0;0;Back;66,130;0;0;0;0;;L;;;;", f"Main;{number};20"),
        "comment": (f"cmt;{said}", ""),
        "mat": (f"mat;{said};", "0"),
    }
    name = rng.choice(tuple(made))
    return name, made[name]


TRAITS = (
    "marker", "markers", "dynamic property", "calculated property", "label", "layer", "rotation", "sheet", "trail", "moved",
    "unknown trait", "report", "restricted", "basic name", "table", "area of effect", "sends itself", "comment", "mat",
)  # fmt: skip
