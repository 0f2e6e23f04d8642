"""Pictures of a module: counters of both faces, markers with icons, the back that masks show, the board of boxes."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterable
from fractions import Fraction
from html import escape

import resvg_py

from adjudicator.exporters import counter_names, lettering, symbols
from adjudicator.exporters.liveries import Livery, livery
from adjudicator.exporters.symbols import CounterSpec
from adjudicator.exporters.vassal.box.plan import Offmap, PlannedModule
from adjudicator.model.units import Face, MarkerType, UnitType

BANDS = ("#b5543f", "#4f7a4a", "#3f6aa0", "#b08a2e", "#7b5496", "#3f8a86", "#8a5a3a", "#6a6f78", "#a04a72", "#5f7f2e")
_PARTS = {Fraction(1, 2): "½", Fraction(1, 3): "⅓", Fraction(2, 3): "⅔", Fraction(1, 4): "¼", Fraction(3, 4): "¾"}


def png_of(markup: str, width: int, height: int) -> bytes:
    """SVG of ours as PNG bytes, in our own fonts."""
    return resvg_py.svg_to_bytes(
        svg_string=markup,
        width=width,
        height=height,
        skip_system_fonts=True,
        font_files=[str(lettering.REGULAR), str(lettering.BOLD)],
        font_family=lettering.FAMILY,
        sans_serif_family=lettering.FAMILY,
    )


def unit_svg(unit: UnitType, face: int, size: int, colours: dict[str, str], *, split: bool = True) -> str:
    """A face of a unit; `colours` are the sides' own, for units of no nation. Without `split` there is one strength."""
    kind = unit.kind.replace("_", " ")
    shown = unit.faces[face]
    most = max(each.steps for each in unit.faces)
    spec = CounterSpec(
        kind=kind if kind in symbols.UNIT_KINDS else _kind(unit),
        size=_size(unit),
        livery=livery_of(unit.nation, colours.get(unit.side, "")),
        ratings=(*_secret(unit, shown), *ratings(shown, split=split)),
        left=designation(unit),
        name=unit.name,
        steps=shown.steps if most > 2 else 0,
        of_steps=most if most > 2 else 0,
        reduced=face > 0,
        band=BANDS[zlib.crc32(unit.formation.encode()) % len(BANDS)] if unit.formation else "",
    )
    return symbols.counter_svg(spec, size)


def _size(unit: UnitType) -> str:
    """The mark over the unit box: as the pack has it, or what its size, kind or name speaks of."""
    if unit.size in symbols.SIZES:
        return unit.size
    words = (unit.size, unit.kind.replace("_", " "), unit.name)
    return next((mark for word in words if (mark := counter_names.size_in(word))), "")


def _secret(unit: UnitType, shown: Face) -> tuple[str, ...]:
    """A question mark for strengths that only another face tells."""
    return ("?",) if shown.attack is None and any(face.attack is not None for face in unit.faces) else ()


def splits(units: Iterable[UnitType]) -> bool:
    """Whether a game's counters tell attack from defence at all."""
    return any(face.attack != face.defense for unit in units for face in unit.faces)


def ratings(face: Face, *, split: bool = True) -> tuple[str, ...]:
    """Attack, defence and movement as printed; a single strength in games that know but one."""
    strengths = (face.attack, face.defense) if split else (face.attack,)
    return tuple(amount(value) for value in (*strengths, face.movement) if value is not None)


def amount(value: Fraction | int) -> str:
    """A number that may be a half, as a printer would set it."""
    whole, part = divmod(Fraction(value), 1)
    if not part:
        return str(whole)
    return (str(whole) if whole else "") + _PARTS.get(part, f"+{part}")


def designation(unit: UnitType) -> str:
    """What stands beside the unit box: the unit's number, or a short form of its name."""
    told = unit.values.get("designation")
    if told is not None:
        return str(told)
    found = re.match(r"(\d+|[IVXL]+\b)", unit.name)
    if found:
        return found[1]
    tail = re.split(r"[.:/]", unit.id)[-1]
    return "" if tail.casefold() in unit.kind.casefold() else tail[:6]


def livery_of(nation: str, colour: str) -> Livery:
    """The nation's colours, or for a nation nobody knows the side's own."""
    if nation or not colour:
        return livery(nation)
    return Livery(mixed(colour, 0.55), box=mixed(colour, 0.2), accent=mixed(colour, 1.0, 0.7))


def marker_svg(marker: MarkerType, size: int, colours: dict[str, str]) -> str:
    """A marker: an icon where its kind has one, else its name."""
    kind = marker.kind.lower()
    if {"hq", "headquarters"} & set(re.split(r"[^a-z]+", f"{kind} {marker.id.lower()}")):
        return _staff_svg(marker, size, colours)
    skies = f"{marker.id} {' '.join(marker.tags)}".lower() if "weather" in kind else ""
    signs = (*_SKIES, *_ICONS) if skies else _ICONS
    ground, icon = next(
        ((ground, icon) for words, ground, icon in signs if any(word in f"{kind} {skies}" for word in words)), ("", "")
    )
    if not icon:
        return symbols.marker_svg(marker.name or marker.id.replace("_", " "), size)
    if marker.side and "control" in kind:
        ground = mixed(colours.get(marker.side, ground), 0.6)
    figure = str(marker.value) if marker.value else ""
    caption = _caption(marker.name or marker.id.replace("_", " "))
    icon = f"{icon if not figure else _faded(icon)}{_words(50, 58, figure, 34) if figure else ''}"
    if len(caption) > 1:
        icon = f'<g transform="translate(12 0) scale(.76)">{icon}</g>'
    edge = mixed(ground, 1.0, 0.6)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{size}" height="{size}" viewBox="0 0 100 100">'
        f'<rect x="2" y="2" width="96" height="96" rx="9" fill="{ground}" stroke="{edge}" stroke-width="4"/>'
        f"{icon}{''.join(caption)}</svg>"
    )


def _staff_svg(marker: MarkerType, size: int, colours: dict[str, str]) -> str:
    """A headquarters that the game counts among its markers."""
    name, _, mode = (marker.name or marker.id.replace("_", " ")).partition(",")
    spec = CounterSpec(
        kind="headquarters",
        livery=livery_of("", colours.get(marker.side, "#b9b2a2")),
        name=re.sub(r"\s*\bHQ\b", "", name) or name,
        left=mode.replace("mode", "").strip()[:9],
        corner=str(marker.value) if marker.value else "",
        reduced="attack" in f"{marker.kind} {marker.id}".lower(),
    )
    return symbols.counter_svg(spec, size)


def _caption(label: str) -> list[str]:
    """A marker's name along its bottom, in two lines if one would be too small to read."""
    letter = lettering.fitted(label, 17, 86, bold=True)
    lines = (label,) if letter >= 11 else lettering.wrapped(label, 13, 88, bold=True)[:2]
    letter = letter if len(lines) == 1 else 13
    first = 91 - (len(lines) - 1) * letter
    return [_words(50, first + nth * letter, line, letter) for nth, line in enumerate(lines)]


def mask_svg(side: str, size: int, colours: dict[str, str]) -> str:
    """The back of a side's counters."""
    look = livery_of("", colours.get(side, ""))
    return symbols.unknown_svg(size, Livery(mixed(look.accent, 0.75), ink="#ffffff", box="#ffffff"))


def moved_svg(size: int) -> str:
    """The flag of a counter that has moved."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{size}" height="{size}" viewBox="0 0 100 100">'
        '<circle cx="50" cy="50" r="44" fill="#1f7a4d" stroke="#ffffff" stroke-width="9"/>'
        '<path d="M28 52l16 17 30-36" fill="none" stroke="#ffffff" stroke-width="13" stroke-linecap="round" '
        'stroke-linejoin="round"/></svg>'
    )


def boxes_svg(box: PlannedModule) -> str:
    """The board of places off the map."""
    width, height = box.box_size
    unit = box.counter_size
    title = lettering.fitted(box.name, unit * 0.5, width - unit, bold=True)
    shapes = "".join(_box(place, box, unit) for place in box.boxes)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
        f'font-family="{escape(lettering.FAMILY)}">'
        f'<rect width="{width}" height="{height}" fill="#efe9d8"/>'
        f'<text x="{unit * 0.3:.1f}" y="{unit * 0.75:.1f}" font-size="{title:.1f}" font-weight="bold" '
        f'fill="#2b2822">{escape(symbols.clean(box.name))}</text>{shapes}</svg>'
    )


def side_colours(box: PlannedModule) -> dict[str, str]:
    """The colour of each side."""
    return {faction.id: faction.colour for faction in box.pack.header.factions}


def _box(place: Offmap, box: PlannedModule, unit: int) -> str:
    left, top, right, bottom = place.box
    owner = next((side for side, name in box.sides.items() if place.name.startswith(name)), "")
    colour = side_colours(box).get(owner, "#8a8272")
    size = lettering.fitted(place.name, unit * 0.26, right - left - unit * 0.2, bold=True)
    band = unit * 0.42
    # The upper cards of a deck stand over the middle of the band.
    x, anchor = (left + unit * 0.2, "start") if box.holders.deck(place.name) else ((left + right) / 2, "middle")
    return (
        f'<rect x="{left}" y="{top}" width="{right - left}" height="{bottom - top}" rx="6" fill="#faf7ee" '
        f'stroke="{mixed(colour, 1.0, 0.75)}" stroke-width="2"/>'
        f'<path d="M{left} {top + band:.1f}v{6 - band:.1f}a6 6 0 0 1 6 -6h{right - left - 12}a6 6 0 0 1 6 6v{band - 6:.1f}z" '
        f'fill="{mixed(colour, 0.45)}"/>'
        f'<text x="{x:.1f}" y="{top + band * 0.5 + size * 0.36:.1f}" font-size="{size:.1f}" '
        f'font-weight="bold" text-anchor="{anchor}" fill="#2b2822">{escape(symbols.clean(place.name))}</text>'
    )


def _kind(unit: UnitType) -> str:
    found = counter_names.kind_in(unit.kind.replace("_", " "))
    return found if found != "generic" else counter_names.kind_in(unit.name)


def mixed(colour: str, share: float, darker: float = 1.0) -> str:
    """The colour mixed with white, then darkened."""
    parts = (int(colour[index : index + 2], 16) for index in (1, 3, 5))
    return "#" + "".join(f"{round((part * share + 255 * (1 - share)) * darker):02x}" for part in parts)


def _words(x: float, y: float, text: str, size: float) -> str:
    return (
        f'<text x="{x}" y="{y}" font-family="{lettering.FAMILY}" font-size="{size:.3g}" font-weight="bold" '
        f'text-anchor="middle" fill="#1d1d1b">{escape(symbols.clean(text))}</text>'
    )


def _faded(icon: str) -> str:
    return f'<g opacity="0.35">{icon}</g>'


def _drawn(data: str, width: float = 6.0, fill: str = "none", colour: str = "#1d1d1b") -> str:
    return (
        f'<path d="{data}" fill="{fill}" stroke="{colour}" stroke-width="{width}" stroke-linejoin="round" '
        'stroke-linecap="round"/>'
    )


_CRATE = _drawn("M28 30H72V66H28ZM28 30L50 42L72 30M50 42V66", 4.5, "#f4efdf")
_SLASH = _drawn("M20 70L80 20", 9, colour="#c22f22")
_RING = '<circle cx="50" cy="45" r="26" fill="none" stroke="#c22f22" stroke-width="8" stroke-dasharray="13 7"/>'
_CLOUD = "M32 56a13 13 0 0 1 2 -26a18 18 0 0 1 34 4a12 12 0 0 1 0 22Z"
_FLAKES = "M34 66v10M30 68l8 6M38 68l-8 6M50 66v10M46 68l8 6M54 68l-8 6M66 66v10M62 68l8 6M70 68l-8 6"
_FLAKE = "M50 14V76M23 29L77 61M77 29L23 61M42 18L50 26L58 18M42 72L50 64L58 72"
_SUN = "M50 12V20M50 68V76M18 44H26M74 44H82M27 21L33 27M67 61L73 67M73 21L67 27M33 61L27 67"
_RUTS = "M16 70q10 -8 20 0t20 0t20 0t10 -4M38 64L46 24M62 64L54 24M41 50H59M43 36H57"
_SKIES: tuple[tuple[tuple[str, ...], str, str], ...] = (
    (
        ("clear", "fair", "sunny"),
        "#f3e3a1",
        '<circle cx="50" cy="44" r="16" fill="#f2b632" stroke="#1d1d1b" stroke-width="4"/>' + _drawn(_SUN, 5),
    ),
    (("overcast", "cloud"), "#cfd6dc", _drawn(_CLOUD, 5, "#ffffff")),
    (("mud", "thaw", "frost_thaw"), "#d2bd99", _drawn(_RUTS, 5, colour="#5f4322")),
    (("snow",), "#e8f0f4", _drawn(_CLOUD, 5, "#ffffff") + _drawn(_FLAKES, 3, colour="#3c6d8c")),
    (("cold", "freez", "frost"), "#d3e6f2", _drawn(_FLAKE, 5, colour="#2b5f86")),
    (
        ("severe", "storm", "gale"),
        "#b7c4d1",
        _drawn(_CLOUD, 5, "#ffffff") + _drawn("M54 58L44 72H54L46 84", 5, colour="#c22f22"),
    ),
)
_ICONS: tuple[tuple[tuple[str, ...], str, str], ...] = (
    (("out_of_supply", "unsupplied", "oos", "no_supply"), "#f0c63f", _CRATE + _SLASH),
    (("isolat", "pocket", "surround"), "#ee9a4d", _RING + '<circle cx="50" cy="45" r="9" fill="#1d1d1b"/>'),
    (("communication",), "#e7dd8a", _drawn("M18 58q16 -26 32 0t32 0", 6) + _SLASH),
    (("disrupt", "disorgani", "suppress", "shaken"), "#f2a0a0", _drawn("M56 14L34 48H52L42 74L70 38H51Z", 4, "#c22f22")),
    (("countdown", "delay", "timer"), "#d8d3e6", '<circle cx="50" cy="45" r="28" fill="#ffffff" stroke="#1d1d1b" '
     'stroke-width="5"/>' + _drawn("M50 45V27M50 45L62 52", 5)),
    (("control", "held", "owner"), "#c9c4b4", _drawn("M34 74V16M34 18H72L62 31L72 44H34", 5, "#ffffff")),
    (("fort", "defense", "defence", "fieldwork", "entrench", "dug", "trench"), "#c9b48c", _drawn(
        "M18 70V40H28V48H38V40H48V48H54V40H64V48H74V40H82V70Z", 5, "#8d7a58")),
    (("rail", "break", "track"), "#d9d2c4", _drawn("M16 36H42M58 36H84M16 56H40M60 56H84M26 28V64M74 28V64M46 24L54 68", 5)),
    (("moved", "activated", "used", "done"), "#bcd8b4", _drawn("M26 46L43 64L76 24", 9, colour="#1f7a4d")),
    (("attack", "assault", "battle"), "#f0b7a4", _drawn("M24 68L70 20M30 20L76 68M22 56L36 70M78 56L64 70", 6)),
    (("bridge",), "#cfd8dc", _drawn("M16 60Q50 20 84 60M16 60H84M33 48V60M50 41V60M67 48V60", 5)),
    (("interdict", "bomb", "air"), "#c3d4e6", _drawn("M50 16V70M20 44L50 34L80 44M38 68H62", 7)),
    (("supply", "depot", "dump", "source"), "#cfe0b4", _CRATE),
    (("weather", "rain", "mud", "snow", "storm"), "#c6d6df", _drawn(
        "M32 52a13 13 0 0 1 2 -26a18 18 0 0 1 34 4a12 12 0 0 1 0 22ZM38 62L34 70M52 62L48 70M66 62L62 70", 5, "#ffffff")),
)  # fmt: skip
