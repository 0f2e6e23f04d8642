"""The traits our counters are made of, each as its type and its first state, encoded by the one trait table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from adjudicator.importers.vassal.wire import sequences
from adjudicator.importers.vassal.wire.trait_table import TRAITS
from adjudicator.importers.vassal.wire.traits import Trait, encode

Chain = tuple[tuple[str, str], ...]

FLIP = "70,130"
RECOVER = "82,130"
MOVED_ICON = "moved.png"


def trait(prefix: str, tokens: Sequence[str], stored: Sequence[str] = ("",)) -> tuple[str, str]:
    """A trait's type and state texts."""
    return encode(Trait(prefix, TRAITS[prefix], tuple(tokens), tuple(stored)))


def prototype(name: str) -> tuple[str, str]:
    """Use of a prototype (kept as raw text by the engine)."""
    return f"prototype;{name}", ""


def piece(image: str, name: str, gpid: str) -> tuple[str, str]:
    """The innermost piece, on no map."""
    return trait("piece;", ("", "", image, name), ("null", "0", "0", gpid, "0"))


def marks(values: Mapping[str, str]) -> tuple[str, str]:
    """Fixed properties."""
    return trait("mark;", tuple(values), tuple(values.values()))


def step_layer(images: Sequence[str]) -> tuple[str, str]:
    """The faces as a layer that follows the property Face."""
    names = ["", *(["+ (reduced)"] * (len(images) - 1))]
    tokens = (
        *("", "0", "", "", "0", "", "", "0", "", "", "", "1", "false", "0", "0"),
        sequences.join(images, ","),
        sequences.join(names, ","),
        *("true", "Step", "", "", "true", "Face", "1", "1", "true", "", "", "", "", "1.0", "", "true"),
    )
    return trait("emb2;", tokens, ("1",))


def face(count: int) -> tuple[str, str]:
    """The face that is up, from 1; Ctrl-F turns to the next, Ctrl-R (with three or more) to the one before."""
    flip = _change("Flip" if count == 2 else "Step loss", FLIP, "1")
    commands = [flip] if count == 2 else [flip, _change("Recover a step", RECOVER, "-1")]
    wraps = "true" if count == 2 else "false"
    return trait("PROP;", ("Face", f"true,1,{count},{wraps}", sequences.join(commands, ","), ""), ("1",))


def off_grid() -> tuple[str, str]:
    """The counter joins no stack and is not drawn to the middle of a hex: it lies where it is put, as on a hexside."""
    return trait("immob;", ("g", "N", "R", ""))


def mask(image: str) -> tuple[str, str]:
    """Ctrl-K hides the counter's face from the other players."""
    tokens = ("75,130", image, "Mask", "I", "?", "player:", "Peek", "", "false", "", "")
    return trait("obs;", tokens, ("null", ""))


def rotator(turns: int) -> tuple[str, str]:
    """Ctrl-] turns the counter clockwise by one of so many turns to the full circle, Ctrl-[ the other way."""
    tokens = (str(turns), "93,130", "91,130", "Turn clockwise", "Turn back", "", "", "Rotate", "", "", "", "", "true")
    return trait("rotate;", tokens, ("0",))


def clone() -> tuple[str, str]:
    return trait("clone;", ("Clone", "67,130", ""))


def delete() -> tuple[str, str]:
    return trait("delete;", ("Delete", "68,130", ""))


def report(keys: Sequence[str], text: str) -> tuple[str, str]:
    """A line in the chat when one of the keys is pressed."""
    return trait("report;", (sequences.join(keys, ","), text, "", "", "", "false"), ("-1",))


def counter_traits(size: int) -> Chain:
    """What every unit's counter can do: be moved, leave a trail, be cloned and deleted."""
    edge = str(round(size * 0.5))
    trail = (
        *("84,130", "Movement trail", "false", "false", "8", "255,255,255", "60,60,60", "100", "50", "20", "30", "2.0"),
        *("", "", "", ""),
    )
    moved = (MOVED_ICON, edge, f"-{edge}", "Mark moved", "77,130", "", "true", "", "", "", "")
    return (
        report((FLIP,), "$location$: $oldPieceName$ turns over"),
        trait("footprint;", trail, ("false", "", "0", "false", "0")),
        trait("markmoved;", moved, ("false",)),
        clone(),
        delete(),
    )


def _change(text: str, key: str, by: str) -> str:
    """One key command of a dynamic property: its menu text, its key, and by how much it changes the value."""
    return sequences.join((text, key, sequences.join(("I", by), ",")), ":")
