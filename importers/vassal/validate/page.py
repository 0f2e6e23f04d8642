"""The page of the linter's rules, made from them."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.importers.vassal.validate.rules import RULES

LINT_PAGE = "lint.md"
INTRODUCTION = """# Rules for modules

`adjudicator validate MODULE` looks for these; an extension (`.vmdx`) is looked through by itself. `--select` and `--ignore` take
numbers, beginnings of numbers (`M3`) or names, with commas between them. The exit code is 1 if anything is found, 0 if nothing
is or `--exit-zero` is given, 2 for an option that is wrong, 3 for a file that cannot be read.

Where a name is put together while the game runs, or a class of the module's own could do something, nothing is found: these rules
accuse of nothing that they cannot see."""


def lint_page() -> Iterator[str]:
    """The lines of the page."""
    yield INTRODUCTION
    yield ""
    yield "| number | name | severity | what is found |"
    yield "|---|---|---|---|"
    for rule in RULES:
        yield f"| [{rule.number}](#{rule.number.lower()}-{rule.name}) | `{rule.name}` | {rule.severity.value} | {rule.title} |"
    for rule in RULES:
        yield ""
        yield f"## {rule.number} {rule.name}"
        yield ""
        yield f"{rule.title}."
        yield ""
        yield f"**What VASSAL does.** {rule.effect}"
        yield ""
        yield f"**How to mend it.** {rule.mend}"
