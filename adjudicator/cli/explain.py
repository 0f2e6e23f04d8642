"""`adjudicator explain`: one rule of a pack: what it says, why, where it stands in the book, how it is checked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import typer

from adjudicator.cli.options import JSON

if TYPE_CHECKING:
    from adjudicator.model.pack import Pack, RuleEntry


def explain(
    rule: str = typer.Argument(..., metavar="RULE", help="A rule as reports name it, such as two:3.1."),
    as_json: bool = JSON,
) -> None:
    """Say what a rule demands, why, and how it is checked."""
    from adjudicator.cli import printing  # noqa: PLC0415 - kept out of --help

    pack, entry = _find(rule)
    told = _told(pack, entry)
    if as_json:
        printing.print_json(told)
        return
    print(f"{told['rule']}  {told['title']}".rstrip())
    shown = ("says", "why", "citation", "severity", "when", "check", "demands", "covers", "retired")
    printing.print_facts((name, told[name]) for name in shown if told[name])
    for reading in told["readings"]:
        print(f"\nreading {reading['id']}: {reading['about']}")
        for choice, meaning in reading["choices"].items():
            print(f"  {'›' if choice == reading['chosen'] else ' '} {choice}: {meaning}")
    if told["example"]:
        print(f"\n{told['example']}")


def _find(name: str) -> tuple[Pack, RuleEntry]:
    """The rule of that name: a pack's short or full name, a colon, the article."""
    from adjudicator.packs.load import list_packs, load_pack  # noqa: PLC0415 - kept out of --help

    prefix, colon, article = name.partition(":")
    known = []
    for info in list_packs():
        pack = load_pack(info.folder)
        if prefix not in (pack.header.short, pack.id):
            known.append(pack.header.short)
            continue
        if not colon:
            first = f"{pack.header.short}:{next(iter(pack.rules), '1')}"
            raise typer.BadParameter(
                f"'{name}' is a pack; name one of its rules, such as {first} ('packs show {pack.id}' lists them)"
            )
        if article not in pack.rules:
            near = ", ".join(_near(article, pack)) or "see 'adjudicator packs show'"
            raise typer.BadParameter(f"the pack '{pack.id}' has no rule '{article}'; there are {near}")
        return pack, pack.rules[article]
    shorts = ", ".join(sorted(set(known)))
    if not colon:
        raise typer.BadParameter(f"'{name}' names no rule; write PACK:ARTICLE, such as two:3.1; packs are {shorts}")
    raise typer.BadParameter(f"no pack goes by '{prefix}'; there are {shorts}")


def _near(article: str, pack: Pack) -> list[str]:
    """Rules whose numbers begin alike."""
    chapter = article.split(".", maxsplit=1)[0]
    return [rule for rule in pack.rules if rule.split(".", maxsplit=1)[0] == chapter][:12] or [*pack.rules][:12]


def _told(pack: Pack, rule: RuleEntry) -> dict[str, Any]:
    from adjudicator.checks.registry import find_check  # noqa: PLC0415 - kept out of --help

    demands, example = _split_doc(find_check(rule.check, pack.packages).doc) if rule.check else ("", "")
    names = [name.partition("=")[0] for name in rule.readings]
    readings = [pack.readings[name] for name in dict.fromkeys(names)]
    return {
        "rule": f"{pack.header.short}:{rule.id}",
        "title": rule.title,
        "says": rule.says,
        "why": rule.why,
        "citation": str(pack.cite(rule.id)),
        "severity": rule.severity.value,
        "when": ", ".join(rule.when),
        "check": rule.check,
        "demands": demands,
        "terms": {name: str(value) for name, value in rule.terms.items()},
        "covers": ", ".join(rule.covers),
        "retired": rule.retired,
        "readings": [
            {"id": each.id, "about": each.about, "choices": dict(each.choices), "chosen": pack.chosen[each.id]}
            for each in readings
        ],
        "example": example,
    }


def _split_doc(doc: str) -> tuple[str, str]:
    """A check's docstring: what it demands, and its examples."""
    lines = doc.splitlines()
    at = next(
        (at for at, line in enumerate(lines) if line.strip().startswith(("Under:", "Legal:", "Illegal:"))), len(lines)
    )
    return " ".join(" ".join(lines[:at]).split()), "\n".join(lines[at:]).strip()
