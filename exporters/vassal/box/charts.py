"""The pack's numbers as help pages: sequence of play, rules in our words, tables, units. Plain HTML 3.2, as Swing reads it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from html import escape

from adjudicator.exporters.theatre_map.style import pretty
from adjudicator.exporters.vassal.box.artwork import ratings
from adjudicator.exporters.vassal.box.plan import PlannedModule
from adjudicator.model.pack import Pack
from adjudicator.toml import read_text

DEEPEST = 6
NO_PAGE = ("vocabulary",)
"""Tables that only whoever draws a map needs."""
TITLES = {"zoc": "Zones of control"}


def pages(box: PlannedModule) -> dict[str, tuple[str, bytes]]:
    """Title and content of each page by file name."""
    pack = box.pack
    made = {"sequence": ("Sequence of play", _sequence(pack)), "rules": ("Rules", _rules(pack))}
    for name, table in sorted(pack.tables.items()):
        if table and name not in NO_PAGE:
            made[f"table-{name}"] = (TITLES.get(name) or pretty(name), _value(table, 0))
    made["units"] = ("Units", _units(box))
    book = pack.folder / "RULEBOOK.md"
    if book.is_file():
        made["rulebook"] = ("Rulebook", "".join(_markdown(read_text(book))))
    return {f"charts/{name}.html": (title, _page(title, body)) for name, (title, body) in made.items()}


def _page(title: str, body: str) -> bytes:
    return f"<html><body><h2>{escape(title)}</h2>{body}</body></html>".encode()


def _sequence(pack: Pack) -> str:
    rows = (
        f"<tr><td>{index}</td><td><b>{escape(phase.name)}</b></td><td>{escape(phase.kind)}</td></tr>"
        for index, phase in enumerate(pack.header.sequence.phases, 1)
    )
    sequence = pack.header.sequence
    turns = f"<p>Turns {sequence.first_turn} to {sequence.last_turn}.</p>" if sequence.last_turn else ""
    return f'{turns}<table border="1" cellpadding="4">{"".join(rows)}</table>'


def _rules(pack: Pack) -> str:
    rows = (
        f"<tr><td>{escape(rule.id)}</td><td><b>{escape(rule.title)}</b></td><td>{escape(rule.says)}</td></tr>"
        for rule in pack.rules.values()
        if rule.says and not rule.retired
    )
    return f'<table border="1" cellpadding="4">{"".join(rows)}</table>'


def _units(box: PlannedModule) -> str:
    rows = []
    for unit in box.pack.units.values():
        faces = " / ".join("-".join(ratings(face)) for face in unit.faces)
        cells = (unit.id, unit.name, box.sides.get(unit.side, unit.side), pretty(unit.kind), unit.size, faces)
        rows.append("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in cells) + "</tr>")
    head = "".join(f"<th>{name}</th>" for name in ("Id", "Name", "Side", "Kind", "Size", "Strength"))
    return f'<table border="1" cellpadding="3"><tr>{head}</tr>{"".join(rows)}</table>'


def _value(value: object, depth: int) -> str:
    """Any TOML value as a nested table."""
    if isinstance(value, Mapping) and depth < DEEPEST:
        rows = (
            f"<tr><td><b>{escape(pretty(str(key)))}</b></td><td>{_value(inner, depth + 1)}</td></tr>"
            for key, inner in value.items()
        )
        return f'<table border="1" cellpadding="3">{"".join(rows)}</table>'
    if isinstance(value, list | tuple | frozenset | set) and depth < DEEPEST:
        items = sorted(value, key=str) if isinstance(value, frozenset | set) else value
        if any(isinstance(item, Mapping | list | tuple) for item in items):
            return "".join(f"<p>{_value(item, depth + 1)}</p>" for item in items)
        return escape(", ".join(str(item) for item in items))
    return escape(str(value))


def _markdown(text: str) -> Iterator[str]:
    """Headings, lists, tables and paragraphs of a rulebook."""
    for block in re.split(r"\n\s*\n", text):
        lines = block.strip().splitlines()
        if not lines:
            continue
        heading = re.match(r"(#+) +(.*)", lines[0])
        if heading:
            level = min(4, len(heading[1]) + 1)
            yield f"<h{level}>{_inline(heading[2])}</h{level}>"
            lines = lines[1:]
        if lines and all(line.lstrip().startswith("|") for line in lines):
            yield _table(lines)
        elif lines and re.match(r"\s*([-*]|\d+\.) ", lines[0]):
            items = re.split(r"\n\s*(?:[-*]|\d+\.) ", "\n" + "\n".join(lines))
            yield "<ul>" + "".join(f"<li>{_inline(item)}</li>" for item in items if item.strip()) + "</ul>"
        elif lines:
            yield f"<p>{_inline(' '.join(lines))}</p>"


def _table(lines: list[str]) -> str:
    rows = [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in lines]
    kept = [row for row in rows if not all(re.fullmatch(r":?-+:?", cell) for cell in row)]
    shown = "".join("<tr>" + "".join(f"<td>{_inline(cell)}</td>" for cell in row) + "</tr>" for row in kept)
    return f'<table border="1" cellpadding="3">{shown}</table>'


def _inline(text: str) -> str:
    said = escape(text.strip())
    said = re.sub(r"\*\*(.+?)\*\*", r"<b>\1</b>", said)
    said = re.sub(r"(?<!\w)[*_](\S.*?)[*_](?!\w)", r"<i>\1</i>", said)
    return re.sub(r"`(.+?)`", r"<code>\1</code>", said)
