"""`adjudicator packs rules`: the rules of a pack by answering questions."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from adjudicator.cli.lines import remark, say
from adjudicator.cli.options import FORCE, JSON

if TYPE_CHECKING:
    from adjudicator.game.interview.answering import Interview
    from adjudicator.game.interview.question import Field, Question

NO, SKIP, END = "no", "-", "."


def rules(
    pack: str = typer.Argument(..., metavar="PACK", help="The folder of your pack."),
    *,
    answers: Path | None = typer.Option(
        None, "--answers", metavar="FILE", help="Take the answers from a TOML file and ask nothing."
    ),
    only: list[str] = typer.Option([], "--only", metavar="QUESTION", help="Ask only this; may be given several times."),
    show: bool = typer.Option(False, "--list", help="List the questions and what was answered; write nothing."),
    save: Path | None = typer.Option(
        None,
        "--save",
        metavar="FILE",
        help="The position that answers are tried on; by default the newest save in the pack's folder or beside it.",
    ),
    module: Path | None = typer.Option(None, "--module", metavar="FILE", help="The module (.vmod) of that save."),
    overwrite: bool = typer.Option(False, "--overwrite", help="Write over what was edited by hand, too."),
    force: bool = FORCE,
    as_json: bool = JSON,
) -> None:
    """Fill in the rules of your pack by answering questions; asked again, only what you answer anew is changed."""
    from adjudicator.cli import printing  # noqa: PLC0415 - kept out of --help
    from adjudicator.game.interview import door  # noqa: PLC0415

    if answers is None and (show or as_json):
        _list(door.open_interview(pack), only, as_json)
        return
    told = door.read_answers(answers) if answers else {}
    if answers is not None:
        told = {name: each for name, each in told.items() if not only or name in only}
        done = door.answer_all(pack, told, overwrite=overwrite, save=save, module=module, force=force)
        if as_json:
            printing.print_json(done.as_json())
            return
        for line in done.lines:
            say(line)
        return
    if not sys.stdin.isatty() and not only:
        raise typer.BadParameter("nobody can be asked here: give --answers FILE, or --list to see the questions")
    _ask_all(pack, only, overwrite=overwrite, save=save, module=module, force=force)


def _list(interview: Interview, only: list[str], as_json: bool) -> None:
    from adjudicator.cli import printing  # noqa: PLC0415 - kept out of --help
    from adjudicator.game.interview import door  # noqa: PLC0415

    told = door.as_json(interview, only)
    if as_json:
        printing.print_json(told)
        return
    rows = [(each["id"], each["ask"], _shown(each["answer"])) for each in told["questions"]]
    printing.print_table(("question", "what is asked", "answered"), rows)


def _shown(answer: dict[str, Any] | None) -> str:
    if answer is None:
        return ""
    if answer.get(NO):
        return "not in this game"
    return ", ".join(f"{name} {value}" for name, value in answer.items() if value not in ("", [], False))


def _ask_all(
    pack: str, only: list[str], *, overwrite: bool, save: Path | None, module: Path | None, force: bool
) -> None:
    """Ask question by question; each answer is written, and says at once what it means for the table."""
    from adjudicator.errors import AdjudicatorError  # noqa: PLC0415 - kept out of --help
    from adjudicator.game.interview import door  # noqa: PLC0415
    from adjudicator.game.interview.answering import asked  # noqa: PLC0415

    interview = door.open_interview(pack)
    say(
        f"An empty answer takes what stands in brackets; '{NO}' says that your game has no such rule, '{SKIP}' asks later."
    )
    for each in asked(only):
        while True:
            told = _ask(interview, each)
            if told is None:
                break
            try:
                done = door.answer_all(
                    pack, {each.id: told}, overwrite=overwrite, save=save, module=module, force=force
                )
            except AdjudicatorError as error:
                remark(str(error))
                continue
            interview = done.interview
            for line in done.lines:
                say(line)
            break


def _ask(interview: Interview, each: Question) -> dict[str, object] | None:
    """What is answered to one question; None to leave it as it is."""
    before = interview.answer_of(each)
    say(f"\n{each.ask}")
    say("\n".join(part for part in (each.help, f"Example: {each.example}" if each.example else "") if part))
    start = NO if before and before.no else SKIP if before else "yes"
    answer = str(typer.prompt(f"Answer it? (yes, {NO}: not in this game, {SKIP}: leave it)", default=start, err=True))
    if answer == SKIP:
        return None
    if answer == NO:
        return {NO: True}
    told: dict[str, object] = {}
    for field in each.fields:
        told[field.name] = _field(interview, field, before.values.get(field.name) if before else None)
    article = before.article if before else ""
    told["article"] = str(typer.prompt("Which number has this rule in your book?", default=article, err=True))
    return told


def _field(interview: Interview, field: Field, before: object) -> str:
    """What is typed into one field; of lines, several until an empty one."""
    from adjudicator.game.interview.answer import as_text, proposed  # noqa: PLC0415 - kept out of --help

    default = as_text(field, before if before is not None else proposed(field, interview.facts))
    hint = (
        f" ({' / '.join(field.choices)})" if field.choices else f" (such as {field.example})" if field.example else ""
    )
    if field.kind != "lines":
        return str(typer.prompt(f"{field.ask}{hint}", default=default, err=True))
    for line in default.splitlines():
        say(f"  {line}")
    typed: list[str] = []
    while line := str(typer.prompt(f"{field.ask}{hint}", default="", show_default=False, err=True)):
        typed.append(line)
    return "\n".join(typed) or default
