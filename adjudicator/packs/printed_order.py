"""Reads an order of battle out of a rulebook's text, by a pack's grammar for it (`reading/order_of_battle.toml`).

What comes out are facts (counts, ratings, types, ids, formations, zones, turns) as units.toml and order_of_battle.toml, totals
to compare with the numbers the book prints, and the lines that could not be read. The text itself is no part of a pack.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import field
from pathlib import Path

from adjudicator.budget import bounded, text_of
from adjudicator.errors import CorruptFile, Source
from adjudicator.lean import dataclass
from adjudicator.packs.printed_grammar import Grammar, Heading, Tag, Zones
from adjudicator.patterns import fullmatch, matcher, search
from adjudicator.words import counted

LONGEST_LINE = 200
POOLED = " pool"
"""What ends the turn of an erratum whose units come into the replacement pool."""
AWAY = ("withdrawal", "release")
"""Events that speak of units which another line brought."""


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

    grammar: Grammar
    entries: list[Entry] = field(default_factory=list)
    places: dict[tuple[str, str], str] = field(default_factory=dict)
    read: int = 0
    other: int = 0
    unread: list[tuple[int, str]] = field(default_factory=list)
    odd: list[str] = field(default_factory=list)
    mended: set[tuple[str, str]] = field(default_factory=set)


@dataclass(frozen=True, slots=True)
class Total:
    """How many units were read for one nation, type or formation, and how many the lines say."""

    of: str
    name: str
    units: int
    printed: int


def load_text(path: Path) -> str:
    """A book's text; CorruptFile if it is not in UTF-8."""
    try:
        return text_of(path)
    except UnicodeDecodeError as error:
        raise CorruptFile(
            f"the text of a book in UTF-8 was expected, found another byte at {error.start}", Source(str(path))
        ) from error


@bounded
def read(text: str, grammar: Grammar) -> Reading:
    """Every list of the book; UnsafeFile if that takes too long."""
    found = Reading(grammar)
    state = {"side": "", "nation": "", "formation": "", "event": "start", "turn": "0", "district": "", "zone": ""}
    for number, line in _lines(text, grammar):
        if _heading(line, state, found):
            found.read += 1
        elif fullmatch(grammar.unit, line):
            found.read += 1
            _unit(found, state, number, line)
        elif any(fullmatch(pattern, line) for pattern in grammar.other):
            found.other += 1
        else:
            found.unread.append((number, line))
    for place, old, new in grammar.errata:
        if not old:
            _added(found, place, new)
        elif (place, old) not in found.mended:
            found.odd.append(f"erratum without a line: {place}: {old}")
    return found


def totals(found: Reading) -> tuple[Total, ...]:
    """Units per nation, type and formation, against the numbers printed at the head of each line."""
    told: list[Total] = []
    for of, key in (("nation", "nation"), ("type", "kind"), ("formation", "place")):
        printed: Counter[str] = Counter()
        named: Counter[str] = Counter()
        for entry in found.entries:
            if entry.event not in AWAY:
                printed[getattr(entry, key)] += entry.count
                named[getattr(entry, key)] += len(entry.names())
        told += [Total(of, name, named[name], printed[name]) for name in sorted(printed)]
    return tuple(told)


def units_toml(found: Reading) -> str:
    """units.toml: every type with its rating and how many there are."""
    counts: Counter[str] = Counter()
    first: dict[str, tuple[Entry, str]] = {}
    for entry in found.entries:
        for position, name in enumerate(entry.names()):
            first.setdefault(name, (entry, entry.ids[position] if entry.ids else ""))
            counts[name] += entry.event not in AWAY
    head = "# The counters of the orders of battle, with the errata; cadre sides are not in the book. Written by `packs order`.\n"
    return head + "\n".join(_type(found.grammar, name, *first[name], max(counts[name], 1)) for name in sorted(first))


def order_toml(found: Reading) -> str:
    """order_of_battle.toml: zones, then forces."""
    out = ["# Who starts where, who arrives, goes, turns into what, and when. Written by `packs order`.\n"]
    if found.grammar.turns:
        rows = (found.grammar.turns[i : i + 10] for i in range(0, len(found.grammar.turns), 10))
        out.append("turns = [\n" + "".join(f"    {_quoted(row)},\n" for row in rows) + "]\n")
    for (side, name), words in sorted(found.places.items()):
        for title, zone in _zones(found.grammar.zones, side, name, words):
            out.append(f'[[zone]]\nkey = "{side}.{_slug(name)}"\nname = "{title}"\nside = "{side}"\n{zone}')
    company = found.grammar.area.company
    mixed = {(entry.side, entry.district) for entry in found.entries if company and fullmatch(company, entry.formation)}
    for entry in found.entries:
        told = f'district = "{entry.district}"\n' if entry.district and (entry.side, entry.district) in mixed else ""
        told += "company = true\n" if told and fullmatch(company, entry.formation) else ""
        out.append(
            f'[[force]]\nevent = "{entry.event}"\nzone = "{entry.zone}"\nturn = {entry.turn}\nname = "{entry.formation}"\n'
            f"{told}{_units_and_line(entry)}"
        )
    return "\n".join(out)


def _units_and_line(entry: Entry) -> str:
    """The end of a force: its units in a line, or in a table of their own where the line would be long."""
    counts = [f'"{name}" = {count}' for name, count in Counter(entry.names()).items()]
    short = f"units = {{ {', '.join(counts)} }}"
    if len(short) <= LONGEST_LINE:
        return f"{short}\nline = {entry.line}\n"
    return f"line = {entry.line}\n\n[force.units]\n" + "\n".join(counts) + "\n"


def _lines(text: str, grammar: Grammar) -> Iterator[tuple[int, str]]:
    """The lines of the lists, one entry each: markup gone, glued entries parted, continued ones joined."""
    inside, kept, count = False, "", 0
    for number, raw in enumerate(text.splitlines(), 1):
        if matcher(grammar.begin).match(raw):
            inside = True
        if matcher(grammar.end).match(raw):
            inside = False
            if kept:
                yield count, kept
            kept = ""
        if not inside or fullmatch(grammar.blank, raw):
            continue
        plain = raw
        for pattern, into in grammar.clean:
            plain = matcher(pattern).sub(into, plain)
        for piece in plain.split("\n"):
            entry = re.sub(r"\s+", " ", piece).strip()
            if not entry:
                continue
            if kept and any(fullmatch(a, kept) and fullmatch(b, entry) for a, b in grammar.joins):
                kept = f"{kept} {entry}"
                continue
            if kept:
                yield count, kept
            kept, count = entry, number


def _heading(line: str, state: dict[str, str], found: Reading) -> bool:
    """Whether a line is a heading; what it says goes into the state."""
    bare = line.rstrip(":")
    for row in found.grammar.heading:
        match = fullmatch(row.line, line) if row.line else None
        named = row.turn == "named" and bare in found.grammar.turns
        if not (match or named) or not _applies(row, state):
            continue
        if row.turn:
            turn = found.grammar.turns.index(bare) + 1 if named else int(state["turn"]) + 1
            state["turn"] = str(turn)
            if not named:
                found.odd.append(f"a heading without text: taken for {found.grammar.turns[turn - 1]}")
        groups = {name: text.lower() for name, text in match.groupdict().items()} if match else {}
        said = {"words": bare.rstrip("."), "title": bare.title()} | groups
        state.update({key: value.format_map(said) for key, value in row.set.items()})
        if row.area:
            _area(line, state, found)
        return True
    return False


def _applies(row: Heading, state: Mapping[str, str]) -> bool:
    barred = bool(row.unless) and all(state[key] == value for key, value in row.unless.items())
    return not barred and all(state[key] == value for key, value in row.needs.items())


def _area(line: str, state: dict[str, str], found: Reading) -> None:
    area = found.grammar.area
    name, _, words = line.partition(". ")
    if name.split(" (")[0] in area.shared:
        name = f"{state['district']} {name.split(' (')[0].lower()}"
    if (state["side"], name) in found.places:
        district = state["district"].split()
        name = f"{name} ({district[0]})" if district else name
        if not district:
            found.odd.append(f"a list is printed twice, with no district to tell them apart: {name}")
    state.update(formation=name, zone=f"{state['side']}.{_slug(name)}")
    found.places[(state["side"], name)] = words
    for row in area.nations:
        match = fullmatch(row.name or ".*", name)
        if match and row.side in ("", state["side"]) and fullmatch(row.words or ".*", words):
            state["nation"] = row.nation.format(*(group.lower() for group in match.groups()))
            return


def _unit(found: Reading, state: Mapping[str, str], number: int, line: str) -> None:
    grammar = found.grammar
    turn = grammar.turns[int(state["turn"]) - 1] if state["turn"] != "0" else ""
    for place, old, new in grammar.errata:
        if number and old and place in (state["formation"].split(" (")[0], turn) and _speaks_of(grammar, line, old):
            found.mended.add((place, old))
            line = _without(grammar, line, old)
            if new:
                _unit(found, state, 0, new)
    match = fullmatch(grammar.unit, line)
    if match is None:
        return
    branch = re.search(r"\(([^)]+)\)$", match["ids"])
    ids = tuple(each.strip() for each in re.sub(r"\([^)]*\)$", "", match["ids"]).split(",") if each.strip())
    if ids and len(ids) != int(match["count"]):
        found.odd.append(f"line {number}: {counted(int(match['count']), 'unit')}, {counted(len(ids), 'id')}")
    kinds = (kind for pattern, kind in grammar.types if search(pattern, match["type"], re.IGNORECASE))
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
            size=grammar.sizes[match["size"]],
            ids=ids,
            branch=branch[1] if branch else "",
            zone=state["zone"] if state["event"] == "start" else "",
            district=state["district"] if state["event"] == "start" else "",
        )
    )


def _speaks_of(grammar: Grammar, line: str, old: str) -> bool:
    """Whether an erratum's old words are this line, or units in it."""
    a, b = fullmatch(grammar.unit, line), fullmatch(grammar.unit, old)
    same = a is not None and b is not None and a.group("rating", "type", "size") == b.group("rating", "type", "size")
    return same and a is not None and b is not None and set(_ids(b["ids"])) <= set(_ids(a["ids"]))


def _without(grammar: Grammar, line: str, old: str) -> str:
    """A line without the units of an erratum, "" if none is left."""
    a, b = fullmatch(grammar.unit, line), fullmatch(grammar.unit, old)
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
    added, turns = found.grammar.added, found.grammar.turns
    named = place.removesuffix(POOLED)
    turn = turns.index(named) + 1 if named in turns else 0
    district = next((entry.district for entry in found.entries if entry.formation == place), "")
    state = {"side": added.side, "nation": added.nation, "district": district, "turn": str(turn)}
    event = "arrival" if place == named else "pool"
    arrival = {"formation": added.arrivals, "event": event, "zone": ""}
    start = {"formation": place, "event": "start", "zone": f"{added.side}.{_slug(place)}"}
    _unit(found, state | (arrival if turn else start), 0, new)


def _slug(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")


def _type(grammar: Grammar, name: str, entry: Entry, number: str, count: int) -> str:
    attack, defense, movement = _rating(entry.rating)
    tags = {row.tag for row in grammar.tag if _has(row, entry)}
    classes = grammar.classes
    way = next((each for each in classes.order if each in tags or each == entry.kind), classes.else_)
    words = f"{entry.type} {entry.size}"
    title = f"{number}. {words}" if number[:1].isdigit() else f"{number} {words}".strip().capitalize()
    return (
        f'[[unit]]\nid = "{name}"\nname = "{title}"\nside = "{grammar.nations[entry.nation]}"\nnation = "{entry.nation}"\n'
        f'kind = "{entry.kind}"\nsize = "{entry.size}"\nmovement_class = "{way}"\n'
        f"stacking = {grammar.points.get(entry.size, '1')}\ncount = {count}\n"
        f'formation = "{entry.formation}"\nfaces = [{{ attack = {attack}, defense = {defense}, movement = {movement} }}]\n'
        f"tags = [{_quoted(sorted(tags))}]\n"
    )


def _rating(text: str) -> tuple[str, str, str]:
    parts = text.replace("R", "0").split("-")
    if len(parts) == 1:
        return "0", "0", parts[0]
    return (parts[0], parts[0], parts[1]) if len(parts) == 2 else (parts[0], parts[1], parts[2])


def _zones(zones: Zones, side: str, name: str, words: str) -> Iterator[tuple[str, str]]:
    """The zones of a place: a circle for a part of its units and a country for the rest are two."""
    rest = search(zones.rest, words) if zones.rest else None
    circle = search(zones.circle, words)
    if rest is None or circle is None:
        yield name, _zone(zones, side, name, words)
        return
    yield name, f"ground = [{_quoted([_slug(rest['country'])])}]\n"
    yield f"{name}, {circle['place'].strip()}", _zone(zones, side, name, words)


def _zone(zones: Zones, side: str, name: str, words: str) -> str:
    """What a zone's words fix: a strip along a border, a circle, nothing that a map could show."""
    rows = (row.tags for row in zones.ground if row.side in ("", side) and search(row.words, words))
    ground = f"ground = [{_quoted(next(rows, ()))}]\n"
    if strip := search(zones.strip, words):
        printed = zones.mended.get(strip["first"], strip["first"]), strip["last"]
        first, last = zones.ends.get(f"{side} {name}", printed)
        beyond = ", beyond = 1" if search(zones.beyond, words) else ""
        ends = f'first = "{first}", last = "{last}", within = {strip["within"]}{beyond}'
        return f"{ground}border = {{ features = [{_quoted(zones.features)}], {ends} }}\n"
    if circle := search(zones.circle, words):
        within = zones.numbers.get(circle["within"], circle["within"])
        return f'{ground}near = [{{ hex = "{circle["hex"]}", within = {within} }}]\n'
    return 'note = "described in the book by cities, rivers or regions"\n'


def _has(tag: Tag, entry: Entry) -> bool:
    """Whether a unit of a line has a tag."""
    return (
        (not tag.type or search(tag.type, entry.type, re.IGNORECASE) is not None)
        and (not tag.kinds or entry.kind in tag.kinds)
        and (not tag.sizes or entry.size in tag.sizes)
        and (not tag.branch or entry.branch == tag.branch)
        and (not tag.rating or search(tag.rating, entry.rating) is not None)
        and (not tag.mark or entry.supported)
    )


def _quoted(words: tuple[str, ...] | list[str]) -> str:
    return ", ".join(f'"{word}"' for word in words)
