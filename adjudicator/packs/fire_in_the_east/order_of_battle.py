"""Reads the orders of battle out of the rulebook's text: `python -m` this module `TEXT [FOLDER]`.

It writes units.toml and order_of_battle.toml (facts: counts, ratings, types, ids, formations, zones, turns) into the pack's
folder, or FOLDER, and answers with totals and the lines it could not read. The text itself is not part of the pack.
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

TURNS = [f"{m} {h} {y}" for y, ms in ((41, "Jun Jul Aug Sep Oct Nov Dec"), (42, "Jan Feb Mar")) for m in ms.split()
         for h in ("I", "II")][1:]  # fmt: skip
SIZES = {"XX": "division", "X": "brigade", "III": "regiment", "II": "battalion", "I": "battery",
         "Cdr": "cadre", "XX HQ": "headquarters"}  # fmt: skip
POINTS = {"division": "3", "battalion": '"1/2"', "battery": '"1/2"'}
NATIONS = ("German", "Finnish", "Hungarian", "Italian", "Rumanian", "Slovakian")
COUNTRIES = {"RUMANIA": "rumanian", "HUNGARY": "hungarian", "FINLAND": "finnish"}
ARTILLERY = re.compile(r"art", re.IGNORECASE)
RULES = tomllib.loads((Path(__file__).parent / "reading" / "order_of_battle.toml").read_text(encoding="utf-8"))
UNIT = re.compile(r"(\d{1,2})×([\dR-]+)(\*?) (.+?) (XX HQ|XX|X|III|II|I|Cdr)\b ?(.*)")
OTHER = re.compile(
    r"(\d{1,2}×)?(truck|fort|forts|river flotilla)\b.*|\d+ points? .*|\d+ resource p.*|\d{1,2}×[A-Z][^,]*( any|,).*|"
    r"(BB|CA|CL|\(CA\)) .*|DD-Flot\.|(Air Unit|Available Air|Remnants|Group Allow|RAF Group|Permanent Air|"
    r"LW Position|Lend-Lease|Navy|"
    r"Airfields|Position AA|Note|Stalin Line|Factories|Capital|Resource Points|Railheads|"
    r"Hex |Convert: two|2\) Repl|\w+ Air Force).*|8|1 repair point"
)
PLACE = re.compile(
    r"(From |.* MD$|.*\(\d?\w/\d{4}\)|One per city|Any Soviet port|"
    r"Non-Div|In any hexes|.*Corps( \(-\))?$|[A-Z]\w+$|\d[AB]/\d{4})"
)
AIR = re.compile(r"\d{1,2}×[A-Z][\w./ -]*(, ?(\d{1,2}×[A-Z][\w./ -]*)?)*|87[BD].*|52, .*")


@dataclass
class Entry:
    """One line of units as it stands in a list."""

    line: int
    side: str
    nation: str
    formation: str
    event: str
    turn: int
    count: int
    rating: str
    supported: bool
    type: str
    size: str
    ids: tuple[str, ...]
    branch: str = ""
    zone: str = ""

    @property
    def kind(self) -> str:
        return next(
            (kind for pattern, kind in RULES["types"] if re.search(pattern, self.type, re.IGNORECASE)), "unknown"
        )

    @property
    def place(self) -> str:
        """The formation, told apart by side and turn."""
        return f"{self.side} {self.formation}" + (f", {TURNS[self.turn - 1]}" if self.turn else "")

    def names(self) -> list[str]:
        """The id of each unit's type; unnamed units of one rating share theirs."""
        stem = f"{self.nation[:2]}.{self.kind}.{self.size}"
        wnt = f".{_slug(self.branch)}" if self.branch and self.branch != "Wnt" else ""
        return [f"{stem}.{_slug(each)}{wnt}" for each in self.ids] or [f"{stem}.{self.rating}{wnt}"] * self.count


@dataclass
class Reading:
    """All that was read."""

    entries: list[Entry] = field(default_factory=list)
    places: dict[tuple[str, str], str] = field(default_factory=dict)
    read: int = 0
    other: int = 0
    unread: list[tuple[int, str]] = field(default_factory=list)
    odd: list[str] = field(default_factory=list)
    mended: set[tuple[str, str]] = field(default_factory=set)


def read(text: str) -> Reading:
    """Every list of both orders of battle."""
    found = Reading()
    state = {"side": "", "nation": "", "formation": "", "event": "start", "turn": "0", "district": "", "zone": ""}
    for number, line in _lines(text):
        if _heading(line, state, found):
            found.read += 1
            continue
        match = UNIT.fullmatch(line)
        if match:
            found.read += 1
            _unit(found, state, number, line)
        elif OTHER.fullmatch(line) or AIR.fullmatch(line):
            found.other += 1
        else:
            found.unread.append((number, line))
    for place, old, new in RULES["errata"]:
        if not old:
            _added(found, place, new)
        elif (place, old) not in found.mended:
            found.odd.append(f"erratum without a line: {place}: {old}")
    return found


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """The lines of the lists, one entry each: markup gone, glued entries parted, continued ones joined."""
    inside, kept, count = False, "", 0
    for number, raw in enumerate(text.splitlines(), 1):
        if raw.startswith("INITIAL FORCES"):
            inside = True
        if raw.startswith("ABBREVIATIONS"):
            inside = False
            if kept:
                yield count, kept
            kept = ""
        if not inside or set(raw) <= set("-|\t "):
            continue
        plain = re.sub(
            r"</?i>|\*(?=[A-Z])|(?<=[:\d])\*+|\*\*",
            "\n",
            re.sub(r"(?<=-\d)\*|(?<=-\d\d)\*", "†", raw.replace("\t", " ")),
        )
        plain = plain.replace("†", "*") + (
            "\n@next turn" if raw.startswith("Lend-Lease") and raw.rstrip().endswith("**") else ""
        )
        plain = re.sub(r"(?<=[^\d\s,(:])(\d{1,2}×)", r"\n\1", plain)
        for piece in re.sub(r"(\d{2,3})(\d×)", r"\1\n\2", plain).split("\n"):
            entry = re.sub(r"\s+", " ", piece).strip().replace("1×1-8 It AA", "1×1-8 Lt AA")
            if not entry:
                continue
            if kept and _continues(kept, entry):
                kept = f"{kept} {entry}"
                continue
            if kept:
                yield count, kept
            kept, count = entry, number


def _continues(before: str, line: str) -> bool:
    if before.endswith(",") and not re.match(r"\d{1,2}×", line):
        return True
    prose = re.match(r"\w.*\. .*", before) and before.endswith(("the Soviet", "placed", "Soviet"))
    alone = re.fullmatch(r"\d+ \(\w+\)", line) and UNIT.fullmatch(before) and re.search(r"(X|II)$", before)
    return bool(alone or prose or (re.fullmatch(r"\d×.*(XX,|or)", before) and not line.startswith("To")))


def _heading(line: str, state: dict[str, str], found: Reading) -> bool:
    """Whether a line is a heading; what it says goes into the state."""
    bare = line.rstrip(":")
    if line.startswith("INITIAL FORCES"):
        side = "soviet" if state["side"] else "axis"
        state.update(
            side=side,
            nation="german" if side == "axis" else "soviet",
            event="start",
            turn="0",
            formation="",
            district="",
            zone="",
        )
    elif bare in TURNS:
        state.update(turn=str(TURNS.index(bare) + 1), event="arrival", formation="")
    elif line == "@next turn":
        if int(state["turn"]) < len(TURNS) and state["side"] == "soviet":
            state.update(turn=str(int(state["turn"]) + 1), event="arrival", formation="")
            found.odd.append(f"a heading without text: taken for {TURNS[int(state['turn']) - 1]}")
    elif bare == "REINFORCEMENTS":
        state["event"] = "arrival"
    elif bare.split(",")[0].split(" (")[0] in NATIONS and line.endswith(":"):
        state.update(
            nation=bare.split(",")[0].split(" (")[0].lower(),
            formation=bare,
            event="release" if "released" in bare else "arrival",
        )
    elif bare in ("Withdraw", "Convert", "To", "To the replacement pool") or line.startswith("Note: Place"):
        state["event"] = {"Withdraw": "withdrawal", "Convert": "withdrawal", "To": "conversion"}.get(bare, "pool")
    elif bare.isupper() and not re.search(r"\d|×", bare):
        state.update(
            district=bare.title(),
            nation=COUNTRIES.get(bare, state["nation"]),
            formation=bare.title(),
            event="start",
            zone="",
        )
    elif re.match(r"[\w ]+(?: \([\w ]+\))?\. ?(Within|Up to|Anywhere|West|3 REs)", line):
        _army(line, state, found)
    elif PLACE.match(bare) and "×" not in bare:
        state["formation"] = bare.rstrip(".")
        if state["event"] != "start":
            state["event"] = "arrival"
    elif (
        re.match(r"[\w ]+(?: \([\w ]+\))?\. ?(Within|Up to|Anywhere|Any |West|3 REs|One |In |Units|Cities)", line)
        and "×" not in line
    ):
        _army(line, state, found)
    elif re.match(r"(no more than 5 of|The German player has|Units in the interior|[a-z]+ )", line) or re.fullmatch(
        r"[\w ]+ Military District\.", line
    ):
        state.update(formation=bare.rstrip("."), zone="")
    else:
        return False
    return True


def _army(line: str, state: dict[str, str], found: Reading) -> None:
    name, _, rest = line.partition(". ")
    if name.split(" (")[0] in ("Reserves", "Non-Divisional Units"):
        name = f"{state['district']} {name.split(' (')[0].lower()}"
    if (state["side"], name) in found.places:
        name = f"{name} ({state['district'].split()[0]})"
    state.update(formation=name, zone=f"{state['side']}.{_slug(name)}")
    found.places[(state["side"], name)] = rest
    if state["side"] == "axis" and name.split()[0] in NATIONS:
        state["nation"] = name.split()[0].lower()
    elif "All units are German" in rest:
        state["nation"] = "german"


def _unit(found: Reading, state: dict[str, str], number: int, line: str) -> None:
    turn = TURNS[int(state["turn"]) - 1] if state["turn"] != "0" else ""
    for place, old, new in RULES["errata"]:
        if number and old and place in (state["formation"].split(" (")[0], turn) and _speaks_of(line, old):
            found.mended.add((place, old))
            line = _without(line, old)
            if new:
                _unit(found, state, 0, new)
    match = UNIT.fullmatch(line)
    if match is None:
        return
    branch = re.search(r"\(([^)]+)\)$", match[6])
    ids = tuple(each.strip() for each in re.sub(r"\([^)]*\)$", "", match[6]).split(",") if each.strip())
    count = int(match[1])
    if ids and len(ids) != count:
        found.odd.append(f"line {number}: {count} units, {len(ids)} ids")
    found.entries.append(
        Entry(number, state["side"], state["nation"], state["formation"], state["event"], int(state["turn"]), count, match[2],
              bool(match[3]), match[4], SIZES[match[5]], ids, branch[1] if branch else "",
              state["zone"] if state["event"] == "start" else "")
    )  # fmt: skip


def _speaks_of(line: str, old: str) -> bool:
    """Whether an erratum's old words are this line, or units in it."""
    a, b = UNIT.fullmatch(line), UNIT.fullmatch(old)
    return a is not None and b is not None and a.group(2, 4, 5) == b.group(2, 4, 5) and _ids(b[6]) <= _ids(a[6])


def _without(line: str, old: str) -> str:
    """A line without the units of an erratum, "" if none is left."""
    a, b = UNIT.fullmatch(line), UNIT.fullmatch(old)
    if a is None or b is None:
        return line
    kept = [each for each in re.sub(r" ?\(.*\)$", "", a[6]).split(", ") if each not in _ids(b[6])]
    tail = re.search(r" ?\(.*\)$", a[6])
    return f"{len(kept)}×{a[2]}{a[3]} {a[4]} {a[5]} {', '.join(kept)}{tail[0] if tail else ''}" if kept else ""


def _ids(text: str) -> set[str]:
    return set(re.sub(r" ?\(.*\)$", "", text).split(", "))


def _added(found: Reading, place: str, new: str) -> None:
    turn = TURNS.index(place) + 1 if place in TURNS else 0
    state = {"side": "soviet", "nation": "soviet", "formation": "From Eastern MDs" if turn else place, "district": "",
             "event": "arrival" if turn else "start", "turn": str(turn),
             "zone": "" if turn else f"soviet.{_slug(place)}"}  # fmt: skip
    _unit(found, state, 0, new)


def _slug(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")


def totals(found: Reading) -> str:
    """Units per nation, type and formation, against the numbers printed at the head of each line."""
    lines = [
        f"{found.read + found.other} lines read ({found.other} of aircraft, ships, points and notes), {len(found.unread)} not"
    ]
    for title, key in (("nation", "nation"), ("type", "kind"), ("formation", "place")):
        printed: Counter[str] = Counter()
        named: Counter[str] = Counter()
        for entry in found.entries:
            if entry.event not in ("withdrawal", "release"):
                printed[getattr(entry, key)] += entry.count
                named[getattr(entry, key)] += len(entry.names())
        lines += [f"{title} {name}: {named[name]} units, printed {printed[name]}" for name in sorted(printed)]
    return (
        "\n".join([*lines, *found.odd, *(f"not read, line {number}: {line}" for number, line in found.unread)]) + "\n"
    )


def units_toml(found: Reading) -> str:
    """units.toml: every type with its rating and how many there are."""
    counts: Counter[str] = Counter()
    first: dict[str, tuple[Entry, str]] = {}
    for entry in found.entries:
        for position, name in enumerate(entry.names()):
            first.setdefault(name, (entry, entry.ids[position] if entry.ids else ""))
            counts[name] += entry.event not in ("withdrawal", "release")
    head = "# The counters of the orders of battle, with the errata; cadre sides are not in the book (order_of_battle.py).\n"
    return head + "\n".join(_type(name, *first[name], max(counts[name], 1)) for name in sorted(first))


def _type(name: str, entry: Entry, number: str, count: int) -> str:
    attack, defense, movement = _rating(entry.rating)
    tags = {"supported"} if entry.supported else set()
    tags |= {"artillery"} if ARTILLERY.search(entry.type) else set()
    tags |= {"cm"} if "mot" in entry.type.lower().split() or entry.kind in RULES["mobile"] else set()
    tags |= {"below_regiment", "small"} if entry.size in ("battalion", "battery") else set()
    tags |= {"engineer"} if entry.kind in ("engineer", "construction_engineer") else set()
    tags |= {"cavalry"} if "cavalry" in entry.kind else set()
    tags |= {"anti"} if entry.kind in ("antitank", "heavy_antiaircraft", "light_antiaircraft") else set()
    tags |= {"mountain"} if entry.kind in ("mountain", "ski", "mountain_cavalry") else set()
    tags |= {
        {
            "Gds": "guards",
            "Wnt": "winterized",
            "Mil": "militia",
            "NKVD": "nkvd_force",
            "SS": "ss",
            "LW": "luftwaffe",
        }.get(entry.branch, "")
    }
    tags |= {"rail_only"} if "R" in entry.rating else {"no_zone"} if entry.size == "headquarters" else set()
    tags |= {"cadre"} if entry.size == "cadre" else set()
    group = {"ski": "ski", "mountain": "mountain", "cavalry": "cavalry"}
    way = "cm" if "cm" in tags else next((group[each] for each in group if each in tags or each == entry.kind), "foot")
    title = (
        f"{number} {entry.type} {entry.size}".strip().capitalize()
        if not number[:1].isdigit()
        else f"{number}. {entry.type} {entry.size}"
    )
    side = "soviet" if entry.nation == "soviet" else "axis"
    return (
        f'[[unit]]\nid = "{name}"\nname = "{title}"\nside = "{side}"\nnation = "{entry.nation}"\nkind = "{entry.kind}"\n'
        f'size = "{entry.size}"\nmovement_class = "{way}"\nstacking = {POINTS.get(entry.size, "1")}\ncount = {count}\n'
        f'formation = "{entry.formation}"\nfaces = [{{ attack = {attack}, defense = {defense}, movement = {movement} }}]\n'
        f"tags = [{', '.join(f'{chr(34)}{tag}{chr(34)}' for tag in sorted(tags - {''}))}]\n"
    )


def _rating(text: str) -> tuple[str, str, str]:
    parts = text.replace("R", "0").split("-")
    return {1: ("0", "0", parts[-1]), 2: (parts[0], parts[0], parts[-1])}.get(len(parts)) or (
        parts[0],
        parts[1],
        parts[2],
    )


def order_toml(found: Reading) -> str:
    """order_of_battle.toml: zones, then forces."""
    out = ["# Who starts where, who arrives, goes, turns into what, and when. Written by order_of_battle.py.\n"]
    for (side, name), words in sorted(found.places.items()):
        out.append(
            f'[[zone]]\nkey = "{side}.{_slug(name)}"\nname = "{name}"\nside = "{side}"\n{_zone(side, name, words)}'
        )
    for entry in found.entries:
        units = Counter(entry.names())
        out.append(
            f'[[force]]\nevent = "{entry.event}"\nzone = "{entry.zone}"\nturn = {entry.turn}\nname = "{entry.formation}"\n'
            f"units = {{ {', '.join(_count(*each) for each in units.items())} }}\nline = {entry.line}\n"
        )
    return "\n".join(out)


def _count(name: str, count: int) -> str:
    return f'"{name}" = {count}'


def _zone(side: str, name: str, words: str) -> str:
    """What a zone's words fix: a strip along a border, a circle, nothing that a map could show."""
    ground = '["ussr"]' if side == "soviet" else '["rumania"]' if "Rumanian-" in words else '["greater_germany"]'
    strip = re.search(r"[Ww]ithin (\d+) hexes of the [\w -]*border from (\d\w/\d{3,4}) to (\d\w/\d{4})", words)
    if strip:
        first, last = RULES["borders"].get(
            f"{side} {name}", (strip[2].replace("1B/445", "1B/4425") if strip[2] == "1B/445" else strip[2], strip[3])
        )
        beyond = ", beyond = 1" if "not adjacent" in words else ""
        ends = f'first = "{first}", last = "{last}", within = {strip[1]}{beyond}'
        return f'ground = {ground}\nborder = {{ features = ["border"], {ends} }}\n'
    circle = re.search(r"[Ww]ithin (\d+|two|three) hexes of [\w ]*\(?(\d\w/\d{4})\)?", words)
    if circle:
        within = {"two": "2", "three": "3"}.get(circle[1], circle[1])
        return f'ground = {ground}\nnear = [{{ hex = "{circle[2]}", within = {within} }}]\n'
    return 'note = "described in the book by cities, rivers or regions"\n'


def main(arguments: list[str]) -> int:
    """Write both files and say what was read."""
    folder = Path(arguments[1]) if len(arguments) > 1 else Path(__file__).parent
    found = read(Path(arguments[0]).read_text(encoding="utf-8"))
    (folder / "units.toml").write_text(units_toml(found), encoding="utf-8")
    (folder / "order_of_battle.toml").write_text(order_toml(found), encoding="utf-8")
    sys.stdout.write(totals(found))
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
