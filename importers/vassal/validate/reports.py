"""A linter's verdict for programs: as JSON, and as SARIF 2.1.0 for what shows findings beside the file."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.importers.vassal.validate.problems import ModuleProblems, Problem
from adjudicator.importers.vassal.validate.rules import BY_FLAW, RULES, Rule, chosen
from adjudicator.lean import replace

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
Values = dict[str, object]


def selected(verdict: ModuleProblems, select: Sequence[str], ignore: Sequence[str]) -> ModuleProblems:
    """The verdict with the findings of the rules that are wanted."""
    wanted = {rule.flaw for rule in chosen(tuple(select), tuple(ignore))}
    return replace(verdict, problems=tuple(each for each in verdict.problems if each.flaw in wanted))


def as_json(verdict: ModuleProblems) -> Values:
    """The verdict as plain JSON values."""
    return {
        "module": verdict.name,
        "version": verdict.version,
        "problems": [_problem(each) for each in verdict.problems],
        "images": {name: list(users) for name, users in verdict.images.items()},
    }


def _problem(each: Problem) -> Values:
    rule = BY_FLAW[each.flaw]
    return {
        "kind": rule.name,
        "rule": rule.number,
        "severity": rule.severity.value,
        "subject": each.subject,
        "text": each.text,
        "where": list(each.where),
        "file": each.source.file,
        "entry": each.source.entry,
        "offset": each.source.offset,
        "effect": rule.effect,
        "mend": rule.mend,
    }


def as_sarif(verdict: ModuleProblems, version: str) -> Values:
    """The verdict as a SARIF log."""
    driver = {"name": "adjudicator validate", "version": version, "rules": [_sarif_rule(rule) for rule in RULES]}
    results = [_result(each) for each in verdict.problems]
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [{"tool": {"driver": driver}, "results": results}]}


def _sarif_rule(rule: Rule) -> Values:
    return {
        "id": rule.number,
        "name": rule.name,
        "shortDescription": {"text": rule.title},
        "fullDescription": {"text": rule.effect},
        "help": {"text": rule.mend},
        "defaultConfiguration": {"level": rule.severity.value},
    }


def _result(each: Problem) -> Values:
    rule = BY_FLAW[each.flaw]
    place: Values = {
        "artifactLocation": {"uri": "!/".join(part for part in (each.source.file, each.source.entry) if part)}
    }
    if each.source.offset is not None:
        place["region"] = {"byteOffset": each.source.offset}
    location: Values = {"physicalLocation": place}
    if each.where:
        location["logicalLocations"] = [{"fullyQualifiedName": where} for where in each.where]
    return {
        "ruleId": rule.number,
        "ruleIndex": RULES.index(rule),
        "level": rule.severity.value,
        "message": {"text": f"{each.text}. {rule.effect} {rule.mend}"},
        "locations": [location],
    }
