"""Rolls as the engine makes them (`DiceButton.DR`, `formatResult`), from a definition and a source of chance."""

from __future__ import annotations

import random
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Definition:
    """A dice button: its format as the editor shows it, and what it throws; `loaded` weighs the faces."""

    form: str
    dice: int = 3
    sides: int = 6
    option: str = ""
    keep: int = 1
    total: bool = False
    sort: bool = False
    plus: int = 0
    add: int = 0
    loaded: tuple[int, ...] = field(default=())

    def element(self, name="D"):
        """The button in a build file."""
        attributes = {
            "nDice": self.dice,
            "nSides": self.sides,
            "keepDice": str(bool(self.option)).lower(),
            "keepOption": self.option or ">",
            "keepCount": self.keep,
            "reportTotal": str(self.total).lower(),
            "sortDice": str(self.sort).lower(),
            "plus": self.plus,
            "addToTotal": self.add,
            "reportFormat": self.form,
        }
        told = " ".join(f'{key}="{_attribute(str(value))}"' for key, value in attributes.items())
        return f'<VASSAL.build.module.DiceButton name="{name}" {told}/>'

    def report(self, chance: random.Random, player="Anna", name="D"):
        """One roll as it stands in the chat."""
        values = self._values(chance)
        values |= {"name": name, "PlayerName": player}
        said, at = "", 0
        pieces = self.form.split("$")
        for at, piece in enumerate(pieces):
            said += str(values.get(piece, "")) if at % 2 and at < len(pieces) - 1 else piece
        return ("*" if said.startswith("*") else "* ") + said

    def _values(self, chance):
        faces = range(1, self.sides + 1)
        raw = chance.choices(faces, weights=self.loaded or None, k=self.dice)
        fell = [face + self.plus for face in raw]
        kept = [value for value in fell if self._keeps(value)]
        counts = [face for face, value in zip(raw, fell, strict=True) if self._keeps(value)]
        if self.option in ("l", "s"):
            number = min(self.keep, self.dice)
            kept = sorted(fell)[-number:] if self.option == "l" else sorted(fell)[:number]
        if self.sort:
            kept.sort()
        total = sum(kept) + self.add
        singly = {f"result{at}": value for at, value in enumerate(kept, 1)}
        counted = {f"count{face}": counts.count(face) for face in faces}
        return {
            "result": total if self.total else ",".join(map(str, kept)),
            "numericalTotal": total,
            "summary": ", ".join(f"{value} x{kept.count(value)}" for value in sorted(set(kept))),
            "rawRolls": ", ".join(map(str, raw)),
            "keepCount": len(kept),
            "keepDice": self.keep,
            "nDice": self.dice,
            "nSides": self.sides,
            "plus": self.plus,
            "addToTotal": self.add,
            **singly,
            **counted,
            **{f"rawCount{face}": raw.count(face) for face in faces},
        }

    def _keeps(self, value):
        return {">": value >= self.keep, "<": value <= self.keep, "=": value == self.keep}.get(self.option, True)


def _attribute(text):
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


FORMATS = (
    "** $name$ = $result$ *** <$PlayerName$>",
    "$name$: $result$ ($PlayerName$)",
    "<b>** $name$</b> $result$",
    '$name$ <img src="d6_$result1$_g.png"> <img src="d6_$result2$_g.png"> <img src="d6_$result3$_g.png">',
    '$name$ <img src="d6_$result1$.png"> <$PlayerName$>',
    "$name$: second die $result2$",
    "$name$: $summary$ ($PlayerName$)",
    "$name$ rolls $rawRolls$: $keepCount$ hits",
    "$name$ rolls $rawRolls$ and keeps $result$ = $numericalTotal$",
    "$name$ = $numericalTotal$ ($nDice$d$nSides$+$plus$+$addToTotal$)",
    "$name$: $keepCount$ of $nDice$ dice hit at $keepDice$",
    "$name$ ones: $rawCount1$ twos: $rawCount2$ 3: $rawCount3$ 4: $rawCount4$ 5: $rawCount5$ 6: $rawCount6$",
    "$name$ 1: $count1$ 2: $count2$ 3: $count3$ 4: $count4$ 5: $count5$ 6: $count6$",
    "$name$: $rawCount6$ sixes",
    "$name$: $count5$ fives, by $PlayerName$",
    "<span style='color:red'>$name$</span> <i>$result$</i> ($result1$, $result2$, $result3$)",
    "$PlayerName$ ($PlayerSide$) $name$ -> $result$.",
    "Attack! $result$ / $numericalTotal$ by <$PlayerName$>",
    '{"** " + name + " = " + result + " ***"}',
    "$name$ total $numericalTotal$, dice $result1$ and $result2$",
)
"""Twenty report formats; the one in braces strings the same variables together."""
KEEPS = (("", 1), ("l", 2), ("s", 2), (">", 4), ("<", 3), ("=", 5))
