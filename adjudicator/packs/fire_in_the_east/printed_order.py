"""Reads the orders of battle out of the text of the rulebook, for `adjudicator packs order`.

What comes out are facts (counts, ratings, types, ids, formations, zones, turns) as units.toml and order_of_battle.toml, totals
to compare with the numbers the book prints, and the lines that could not be read. The text itself is no part of a pack.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field
from typing import TYPE_CHECKING

from adjudicator.budget import bounded
from adjudicator.lean import dataclass
from adjudicator.packs.fire_in_the_east import printed_words as book
from adjudicator.packs.printed_order import Total
from adjudicator.patterns import fullmatch, matcher, search
from adjudicator.words import counted

if TYPE_CHECKING:
    from re import Match

HEAD = "# The counters of the orders of battle, with the errata; cadre sides are not in the book. Written by `packs order`.\n"
LONGEST_LINE = 200
POOLED = " pool"
"""What ends the turn of an erratum whose units come into the replacement pool."""
AWAY = ("withdrawal", "release")
"""Events that speak of units which another line brought."""
START = {"event": "start", "turn": "0", "zone": ""}
LAST_TURN = "19"
NATION = "(?P<nation>German|Finnish|Hungarian|Italian|Rumanian|Slovakian)"
COUNTRIES = {"RUMANIA": "rumanian", "HUNGARY": "hungarian", "FINLAND": "finnish"}
PLACE = r"[\w ]+(?: \([\w ]+\))?\. ?"
FORMATION = (
    r"(?!.*×)(From .*|.* MD|.*\(\d?\w/\d{4}\).*|One per city.*|Any Soviet port.*|Non-Div.*|In any hexes.*|.*Corps( \(-\))?|"
    r"[A-Z]\w+|\d[AB]/\d{4}.*):*"
)
GROUP = r"(no more than 5 of|The German player has|Units in the interior|[a-z]+ ).*|[\w ]+ Military District\."
SHARED = ("Reserves", "Non-Divisional Units")
"""Names of areas that several districts use."""
COMPANY = r"Non-Divisional Units\.?"
"""36: they stand with any other units of their district."""
STRIP = r"[Ww]ithin (?P<within>\d+) hexes of the [\w -]*border from (?P<first>\d\w/\d{3,4}) to (?P<last>\d\w/\d{4})"
CIRCLE = r"[Ww]ithin (?P<within>\d+|two|three) hexes of (?P<place>[\w ]*)\(?(?P<hex>\d\w/\d{4})\)?"
ROUND = r"within (?P<within>\d+) hexes of (?P<hex>[A-Z][a-z]+)\b(?! \()"
"""A circle round a place whose hex is not printed."""
OTHERS = r"(?P<army>\d+th Army) area"
"""A part that starts in the area of another army."""
SPOT = r"At [\w ]+ \((?P<hex>\d\w/\d{4})\)"
"""A part that starts in one hex: a zone of its own."""
REST = r"the rest anywhere in (?P<country>\w+)"
REGIONS = (
    ("In any hexes in Greater Germany", 'ground = ["greater_germany"]\n'),
    ("Anywhere in Hungary", 'ground = ["hungary"]\n'),
    ("in Finland", 'ground = ["finland"]\n'),
    ("Rumania on or west of the line", 'ground = ["rumania_west"]\n'),
    ("cities in (Latvia or )?Estonia", 'where = { places = ["city"] }\nground = ["baltic_states"]\n'),
)
"""Regions in which a force starts, by the words for them."""
NUMBERS = {"two": "2", "three": "3"}
MISPRINTED = {"1B/445": "1B/4425"}
ENDS = {
    "5th Army": ("1B/4424", "1B/4824"),
    "6th Army": ("1B/4925", "1B/5028"),
    "26th Army": ("1B/5129", "3B/0330"),
    "12th Army": ("3B/0429", "3B/1320"),
}
"""First and last hex of the zones of Soviet armies, as the errata have them."""
MOTORIZED = (
    *("assault_engineer", "assault_gun", "flammpanzer", "light_tank", "mechanized", "motorcycle", "motorized"),
    *("panzer", "panzergrenadier", "reconnaissance", "tank"),
)
BRANCHES = {"Gds": "guards", "Wnt": "winterized", "Mil": "militia", "NKVD": "nkvd_force", "SS": "ss", "LW": "luftwaffe"}


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of units as it stands in a list."""

    line: int
    side: str
    nation: str
    formation: str
    event: str
    turn: int
    turn_name: str
    count: int
    rating: str
    supported: bool
    type: str
    kind: str
    size: str
    ids: tuple[str, ...]
    branch: str
    zone: str
    district: str = ""

    @property
    def place(self) -> str:
        """The formation, told apart by side and turn."""
        return f"{self.side} {self.formation}" + (f", {self.turn_name}" if self.turn else "")

    def names(self) -> list[str]:
        """The id of each unit's type; unnamed units of one rating share theirs."""
        stem = f"{self.nation[:2]}.{self.kind}.{self.size}"
        branch = f".{_slug(self.branch)}" if self.branch and self.branch != "Wnt" else ""
        return [f"{stem}.{_slug(each)}{branch}" for each in self.ids] or [f"{stem}.{self.rating}{branch}"] * self.count


@dataclass(slots=True)
class Reading:
    """All that was read."""

    entries: list[Entry] = field(default_factory=list)
    places: dict[tuple[str, str], str] = field(default_factory=dict)
    read: int = 0
    other: int = 0
    unread: list[tuple[int, str]] = field(default_factory=list)
    odd: list[str] = field(default_factory=list)
    mended: set[tuple[str, str]] = field(default_factory=set)

    def totals(self) -> tuple[Total, ...]:
        """Units per nation, type and formation, against the numbers printed at the head of each line."""
        told: list[Total] = []
        for of, key in (("nation", "nation"), ("type", "kind"), ("formation", "place")):
            printed: Counter[str] = Counter()
            named: Counter[str] = Counter()
            for entry in self.entries:
                if entry.event not in AWAY:
                    printed[getattr(entry, key)] += entry.count
                    named[getattr(entry, key)] += len(entry.names())
            told += [Total(of, name, named[name], printed[name]) for name in sorted(printed)]
        return tuple(told)

    def units_toml(self) -> str:
        """units.toml: every type with its rating and how many there are."""
        counts: Counter[str] = Counter()
        first: dict[str, tuple[Entry, str]] = {}
        for entry in self.entries:
            for position, name in enumerate(entry.names()):
                first.setdefault(name, (entry, entry.ids[position] if entry.ids else ""))
                counts[name] += entry.event not in AWAY
        return HEAD + "\n".join(_type(name, *first[name], max(counts[name], 1)) for name in sorted(first))

    def order_toml(self) -> str:
        """order_of_battle.toml: zones, then forces."""
        out = ["# Who starts where, who arrives, goes, turns into what, and when. Written by `packs order`.\n"]
        rows = (book.TURNS[i : i + 10] for i in range(0, len(book.TURNS), 10))
        out.append("turns = [\n" + "".join(f"    {_quoted(row)},\n" for row in rows) + "]\n")
        for (side, name), words in sorted(self.places.items()):
            for title, zone in _zones(side, name, words, self.places):
                out.append(f'[[zone]]\nkey = "{side}.{_slug(name)}"\nname = "{title}"\nside = "{side}"\n{zone}')
        mixed = {(entry.side, entry.district) for entry in self.entries if fullmatch(COMPANY, entry.formation)}
        for entry in self.entries:
            told = (
                f'district = "{entry.district}"\n' if entry.district and (entry.side, entry.district) in mixed else ""
            )
            told += "company = true\n" if told and fullmatch(COMPANY, entry.formation) else ""
            out.append(
                f'[[force]]\nevent = "{entry.event}"\nzone = "{entry.zone}"\nturn = {entry.turn}\nname = "{entry.formation}"\n'
                f"{told}{_units_and_line(entry)}"
            )
        return "\n".join(out)


@bounded
def read(text: str) -> Reading:
    """Every list of the book; UnsafeFile if that takes too long."""
    found = Reading()
    state = {"side": "", "nation": "", "formation": "", "event": "start", "turn": "0", "district": "", "zone": ""}
    for number, line in _lines(text):
        if _heading(line, state, found):
            found.read += 1
        elif fullmatch(book.UNIT, line):
            found.read += 1
            _unit(found, state, number, line)
        elif any(fullmatch(pattern, line) for pattern in book.OTHER):
            found.other += 1
        else:
            found.unread.append((number, line))
    for place, old, new in book.ERRATA:
        if not old:
            _added(found, place, new)
        elif (place, old) not in found.mended:
            found.odd.append(f"erratum without a line: {place}: {old}")
    return found


def _units_and_line(entry: Entry) -> str:
    """The end of a force: its units in a line, or in a table of their own where the line would be long."""
    counts = [f'"{name}" = {count}' for name, count in Counter(entry.names()).items()]
    short = f"units = {{ {', '.join(counts)} }}"
    if len(short) <= LONGEST_LINE:
        return f"{short}\nline = {entry.line}\n"
    return f"line = {entry.line}\n\n[force.units]\n" + "\n".join(counts) + "\n"


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """The lines of the lists, one entry each: markup gone, glued entries parted, continued ones joined."""
    inside, kept, count = False, "", 0
    for number, raw in enumerate(text.splitlines(), 1):
        if matcher(book.BEGIN).match(raw):
            inside = True
        if matcher(book.END).match(raw):
            inside = False
            if kept:
                yield count, kept
            kept = ""
        if not inside or fullmatch(book.BLANK, raw):
            continue
        plain = raw
        for pattern, into in book.CLEAN:
            plain = matcher(pattern).sub(into, plain)
        for piece in plain.split("\n"):
            entry = re.sub(r"\s+", " ", piece).strip()
            if not entry:
                continue
            if kept and any(fullmatch(a, kept) and fullmatch(b, entry) for a, b in book.JOINS):
                kept = f"{kept} {entry}"
                continue
            if kept:
                yield count, kept
            kept, count = entry, number


def _heading(line: str, state: dict[str, str], found: Reading) -> bool:
    """Whether a line is a heading; what it says goes into the state."""
    bare = line.rstrip(":")
    words, title = {"formation": bare.rstrip(".")}, {"formation": bare.title(), "district": bare.title()}
    if fullmatch("INITIAL FORCES.*", line):
        side, nation = ("soviet", "soviet") if state["side"] else ("axis", "german")
        state.update(START, side=side, nation=nation, formation="", district="")
    elif bare in book.TURNS:
        state.update(turn=str(book.TURNS.index(bare) + 1), event="arrival", formation="")
    elif line == "@next turn":
        if state["side"] == "soviet" and state["turn"] != LAST_TURN:
            state.update(turn=str(int(state["turn"]) + 1), event="arrival", formation="")
            found.odd.append(f"a heading without text: taken for {book.TURNS[int(state['turn']) - 1]}")
    elif fullmatch("REINFORCEMENTS:*", line):
        state.update(event="arrival")
    elif match := fullmatch(rf"{NATION}(,.*| \(.*)?:+", line):
        released = fullmatch(rf"{NATION}(,.*released.*| \(.*released.*):+", line)
        state.update(words, nation=match["nation"].lower(), event="release" if released else "arrival")
    elif fullmatch("(Withdraw|Convert):*", line):
        state.update(event="withdrawal")
    elif fullmatch("To:*", line):
        state.update(event="conversion")
    elif fullmatch("To the replacement pool:*|Note: Place.*", line):
        state.update(event="pool")
    elif match := fullmatch("(RUMANIA|HUNGARY|FINLAND):*", line):
        state.update(title, nation=COUNTRIES[match[1]], event="start", zone="")
    elif fullmatch(r"[^a-z\d×]*[A-Z][^a-z\d×]*", line):
        state.update(title, event="start", zone="")
    elif fullmatch(rf"{PLACE}(Within|Up to|Anywhere|West|3 REs).*", line):
        _area(line, state, found)
    elif state["event"] == "start" and state["side"] == "soviet" and fullmatch(r"Non-Div[^:×]*\.:*", line):
        state.update(words, zone="")
    elif state["event"] == "start" and fullmatch(r"In any hexes in .*", line):
        found.places[(state["side"], state["district"])] = line
        state.update(words, zone=f"{state['side']}.{_slug(state['district'])}")
    elif fullmatch(FORMATION, line):
        state.update(words, event=state["event"] if state["event"] == "start" else "arrival")
    elif fullmatch(rf"(?!.*×){PLACE}(Within|Up to|Anywhere|Any |West|3 REs|One |In |Units|Cities).*", line):
        _area(line, state, found)
    elif fullmatch(GROUP, line):
        state.update(words, zone="")
    else:
        return False
    return True


def _area(line: str, state: dict[str, str], found: Reading) -> None:
    """A heading that names an area, "18th Army. Within 4 hexes of ..."; names that recur take their district's."""
    name, _, words = line.partition(". ")
    if name.split(" (")[0] in SHARED:
        name = f"{state['district']} {name.split(' (')[0].lower()}"
    if (state["side"], name) in found.places:
        district = state["district"].split()
        name = f"{name} ({district[0]})" if district else name
        if not district:
            found.odd.append(f"a list is printed twice, with no district to tell them apart: {name}")
    state.update(formation=name, zone=f"{state['side']}.{_slug(name)}")
    found.places[(state["side"], name)] = words
    if state["side"] == "axis" and (match := fullmatch(rf"{NATION}\b.*", name)):
        state["nation"] = match["nation"].lower()
    elif fullmatch(".*All units are German.*", words):
        state["nation"] = "german"


def _unit(found: Reading, state: Mapping[str, str], number: int, line: str) -> None:
    turn = book.TURNS[int(state["turn"]) - 1] if state["turn"] != "0" else ""
    for place, old, new in book.ERRATA:
        if number and old and place in (state["formation"].split(" (")[0], turn) and _speaks_of(line, old):
            found.mended.add((place, old))
            line = _without(line, old)
            if new:
                _unit(found, state, 0, new)
    match = fullmatch(book.UNIT, line)
    if match is None:
        return
    branch = re.search(r"\(([^)]+)\)$", match["ids"])
    ids = tuple(each.strip() for each in re.sub(r"\([^)]*\)$", "", match["ids"]).split(",") if each.strip())
    if ids and len(ids) != int(match["count"]):
        found.odd.append(f"line {number}: {counted(int(match['count']), 'unit')}, {counted(len(ids), 'id')}")
    kinds = (kind for pattern, kind in book.KINDS if search(pattern, match["type"], re.IGNORECASE))
    spot = fullmatch(SPOT, state["formation"]) is not None
    if spot:
        found.places[(state["side"], state["formation"])] = state["formation"]
    zone = f"{state['side']}.{_slug(state['formation'])}" if spot else state["zone"]
    found.entries.append(
        Entry(
            line=number,
            side=state["side"],
            nation=state["nation"],
            formation=state["formation"],
            event=state["event"],
            turn=int(state["turn"]),
            turn_name=turn,
            count=int(match["count"]),
            rating=match["rating"],
            supported=bool(match["mark"]),
            type=match["type"],
            kind=next(kinds, "unknown"),
            size=book.SIZES[match["size"]],
            ids=ids,
            branch=branch[1] if branch else "",
            zone=zone if state["event"] == "start" else "",
            district=state["district"] if state["event"] == "start" else "",
        )
    )


def _speaks_of(line: str, old: str) -> bool:
    """Whether an erratum's old words are this line, or units in it."""
    a, b = fullmatch(book.UNIT, line), fullmatch(book.UNIT, old)
    same = a is not None and b is not None and a.group("rating", "type", "size") == b.group("rating", "type", "size")
    return same and a is not None and b is not None and set(_ids(b["ids"])) <= set(_ids(a["ids"]))


def _without(line: str, old: str) -> str:
    """A line without the units of an erratum, "" if none is left."""
    a, b = fullmatch(book.UNIT, line), fullmatch(book.UNIT, old)
    if a is None or b is None:
        return line
    kept = [each for each in _ids(a["ids"]) if each not in _ids(b["ids"])]
    tail = re.search(r" ?\(.*\)$", a["ids"])
    words = f"{a['rating']}{a['mark']} {a['type']} {a['size']} {', '.join(kept)}"
    return f"{len(kept)}×{words}{tail[0] if tail else ''}" if kept else ""


def _ids(text: str) -> list[str]:
    return re.sub(r" ?\(.*\)$", "", text).split(", ")


def _added(found: Reading, place: str, new: str) -> None:
    """A unit that only the errata name: at a formation, in a turn, or in a turn for the replacement pool."""
    named = place.removesuffix(POOLED)
    turn = book.TURNS.index(named) + 1 if named in book.TURNS else 0
    district = next((entry.district for entry in found.entries if entry.formation == place), "")
    state = {"side": "soviet", "nation": "soviet", "district": district, "turn": str(turn)}
    event = "arrival" if place == named else "pool"
    arrival = {"formation": "From Eastern MDs", "event": event, "zone": ""}
    start = {"formation": place, "event": "start", "zone": f"soviet.{_slug(place)}"}
    _unit(found, state | (arrival if turn else start), 0, new)


def _slug(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")


def _type(name: str, entry: Entry, number: str, count: int) -> str:
    attack, defense, movement = _rating(entry.rating)
    tags = _tags(entry)
    ways = (each for each in ("cm", "ski", "mountain", "cavalry") if each in tags or each == entry.kind)
    words = f"{entry.type} {entry.size}"
    title = f"{number}. {words}" if number[:1].isdigit() else f"{number} {words}".strip().capitalize()
    side = "soviet" if entry.nation == "soviet" else "axis"
    return (
        f'[[unit]]\nid = "{name}"\nname = "{title}"\nside = "{side}"\nnation = "{entry.nation}"\n'
        f'kind = "{entry.kind}"\nsize = "{entry.size}"\nmovement_class = "{next(ways, "foot")}"\n'
        f"stacking = {book.POINTS.get(entry.size, '1')}\ncount = {count}\n"
        f'formation = "{entry.formation}"\nfaces = [{{ attack = {attack}, defense = {defense}, movement = {movement} }}]\n'
        f"tags = [{_quoted(sorted(tags))}]\n"
    )


def _rating(text: str) -> tuple[str, str, str]:
    parts = text.replace("R", "0").split("-")
    if len(parts) == 1:
        return "0", "0", parts[0]
    return (parts[0], parts[0], parts[1]) if len(parts) == 2 else (parts[0], parts[1], parts[2])


def _zones(side: str, name: str, words: str, places: Mapping[tuple[str, str], str]) -> Iterator[tuple[str, str]]:
    """The zones of a place: each strip, circle, country and area of another army in which a part of its units starts."""
    if spot := fullmatch(SPOT, name):
        yield name, f'near = [{{ hex = "{spot["hex"]}", within = 0 }}]\n'
        return
    ground, parts = f'ground = ["{_ground(side, words)}"]\n', list[tuple[str, str]]()
    if rest := search(REST, words):
        parts.append(("", f"ground = [{_quoted([_slug(rest['country'])])}]\n"))
    for strip in _each(STRIP, words):
        parts.append((strip["first"], f"{ground}{_strip(side, name, words, strip)}"))
    left = matcher(STRIP).sub("", words)
    cities = 'where = { places = ["city"] }\n' if search("in any cities within", words) else ""
    for circle in _each(CIRCLE, left):
        within = NUMBERS.get(circle["within"], circle["within"])
        near = f'near = [{{ hex = "{circle["hex"]}", within = {within} }}]\n'
        parts.append((circle["place"].strip(" ,(") or circle["hex"], f"{cities}{ground}{near}"))
    for circle in _each(ROUND, left):
        near = f'near = [{{ hex = "{circle["hex"]}", within = {circle["within"]} }}]\n'
        parts.append((circle["hex"], f"{ground}{near}"))
    if search("in each dot city", words):
        parts.append(("dot cities", f'where = {{ places = ["dot_city"] }}\n{ground}'))
    if other := search(OTHERS, words):
        parts += [(title, zone) for title, zone in _zones(side, other["army"], places[side, other["army"]], {})]
    parts = parts or [("", _region(words))]
    for number, (title, zone) in enumerate(parts):
        yield (f"{name}, {title}" if number else name), zone


def _each(pattern: str, text: str) -> Iterator[Match[str]]:
    while match := search(pattern, text):
        yield match
        text = text[match.end() :]


def _strip(side: str, name: str, words: str, strip: Match[str]) -> str:
    """A strip along a border."""
    first, last = MISPRINTED.get(strip["first"], strip["first"]), strip["last"]
    if side == "soviet":
        first, last = ENDS.get(name, (first, last))
    beyond = ", beyond = 1" if search("not adjacent", words) else ""
    ends = f'first = "{first}", last = "{last}", within = {strip["within"]}{beyond}'
    return f"border = {{ {ends} }}\n"


def _region(words: str) -> str:
    """A country or region in which a whole force starts, as far as a map shows it."""
    for pattern, region in REGIONS:
        if search(pattern, words):
            return region
    return 'note = "described in the book by cities, rivers or regions"\n'


def _ground(side: str, words: str) -> str:
    """The tag of the hexes that a zone's words speak of."""
    if side == "soviet":
        return "ussr"
    return "rumania" if search("Rumanian-", words) else "finland" if search("Rovaniemi", words) else "greater_germany"


def _tags(entry: Entry) -> set[str]:
    """The tags of a line's units."""
    kind, small = entry.kind, entry.size in ("battalion", "battery")
    told = {
        "supported": entry.supported,
        "artillery": search("art", entry.type, re.IGNORECASE) is not None,
        "cm": kind in MOTORIZED or search(r"(^|\s)mot(\s|$)", entry.type, re.IGNORECASE) is not None,
        "below_regiment": small,
        "small": small,
        "engineer": kind in ("engineer", "construction_engineer"),
        "railroad_engineer": kind == "railroad_engineer",
        "cavalry": kind in ("cavalry", "mountain_cavalry"),
        "anti": kind in ("antitank", "heavy_antiaircraft", "light_antiaircraft"),
        "mountain": kind in ("mountain", "ski", "mountain_cavalry"),
        "rail_only": "R" in entry.rating,
        "no_zone": entry.size == "headquarters",
        "cadre": entry.size == "cadre",
    }
    return {tag for tag, has in told.items() if has} | {
        tag for branch, tag in BRANCHES.items() if branch == entry.branch
    }


def _quoted(words: Iterable[str]) -> str:
    return ", ".join(f'"{word}"' for word in words)
