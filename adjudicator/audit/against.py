"""Two audits of one game compared: findings by id, and steps by digest, which tells whether a file was edited since."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

import orjson

from adjudicator.audit.record import FORMAT, Audit, Comparison, StepEntry
from adjudicator.budget import bounded, bytes_of, spend_json
from adjudicator.errors import NotationError, ReadError, Source, reading
from adjudicator.model.chat import plain
from adjudicator.said import say
from adjudicator.words import listed
from adjudicator.writing import this_run

MOST_NAMED = 20


@bounded
def read_earlier(path: Path, viewer: str) -> dict[str, Any]:
    """The record of an earlier audit; it must be one for the same eyes, since a digest holds only what those may see."""
    here = Source(str(path))
    this_run().note(path)
    try:
        with reading(file=str(path)):
            text = bytes_of(path)
            spend_json(text)
        found = orjson.loads(text)
    except OSError as error:
        raise ReadError(f"cannot be read: {error.strerror}", here) from error
    except orjson.JSONDecodeError as error:
        raise ReadError(f"this is no JSON: {error}", here) from error
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        raise ReadError(f"an earlier audit says 'format': '{FORMAT}'; this file does not", here)
    for place, step in enumerate(_listed(found, "steps"), 1):
        if not isinstance(step.get("file_step"), int):
            raise ReadError(
                f"entry {place} of 'steps' has no whole number 'file_step'; make the earlier audit again", here
            )
    if found.get("viewer") != viewer:
        raise NotationError(f"the earlier audit is for {found.get('viewer')}, this one for {viewer}", here)
    return found


def compared(audit: Audit, earlier: dict[str, Any], name: str) -> Comparison:
    """Which findings are new, gone and the same."""
    past = {str(each.get("id", "")): each for each in _listed(earlier, "findings")}
    before, now = list(past), [finding.id for finding in audit.findings]
    words = {name: plain(f"{each.get('title', '')}: {each.get('because', '')}") for name, each in past.items()}
    words |= {finding.id: say("{title}: {because}", finding.title, finding.because) for finding in audit.findings}
    changed = [name for name in words if (name in past) != (name in now)]
    return Comparison(
        name,
        new=tuple(each for each in now if each not in before),
        gone=tuple(each for each in before if each not in now),
        same=tuple(each for each in now if each in before),
        words=tuple((name, words[name]) for name in changed),
    )


def changed_since(audit: Audit, earlier: dict[str, Any]) -> Iterator[str]:
    """Every step that was audited before and is other now, and files that are shorter.

    Files are known by name, or by their steps if they have another name now. Of a file that was read by another module, or
    without one, only what no module tells is compared: the dice of each step.
    """
    names = [str(each.get("name", "")) for each in _listed(earlier, "files")]
    then: dict[str, dict[int, str]] = {name: {} for name in names}
    for step in _listed(earlier, "steps"):
        at = step.get("file")
        if isinstance(at, int) and 0 <= at < len(names):
            then[names[at]][step["file_step"]] = str(step.get("digest", ""))
    now: dict[str, dict[int, StepEntry]] = {file.name: {} for file in audit.files}
    for entry in audit.steps:
        now[audit.files[entry.file].name][entry.file_step] = entry
    otherwise = _read_otherwise(audit, earlier)
    renamed = {name: steps for name, steps in now.items() if name not in then}
    for name, steps in then.items():
        called = name if name in now else _called_now(steps, renamed)
        if called:
            alike = _same_dice(called, name, audit, earlier) if called in otherwise else frozenset()
            yield from _other(called, steps, now[called], alike)
        elif steps:
            yield say("{name} was audited before and is not among the files", name)


def read_otherwise(audit: Audit, earlier: dict[str, Any]) -> Iterator[str]:
    """That files are read by another module than before, so that what their counters did is told otherwise."""
    if found := _read_otherwise(audit, earlier):
        text = "read by another module than when it was audited before: only the dice of {files} were compared with it"
        yield say(text, listed(found))


def _read_otherwise(audit: Audit, earlier: dict[str, Any]) -> list[str]:
    """The files that were read by another module, or without one; an audit that does not say by which is believed."""
    told = {str(each.get("name", "")): each.get("read_by") for each in _listed(earlier, "files")}
    return [file.name for file in audit.files if isinstance(by := told.get(file.name), str) and by != file.read_by]


def _same_dice(called: str, name: str, audit: Audit, earlier: dict[str, Any]) -> frozenset[int]:
    """The steps of a file in which no other dice fell than before, as far as both audits tell any."""
    then: dict[int, list[list[int]]] = {}
    for roll in _listed(earlier, "rolls"):
        if roll.get("file") == name and isinstance(at := roll.get("file_step"), int):
            then.setdefault(at, []).append(list(roll.get("dice") or ()))
    now: dict[int, list[list[int]]] = {}
    for each in audit.rolls:
        if each.file == called:
            now.setdefault(each.file_step, []).append(list(each.dice))
    steps = {entry.file_step for entry in audit.steps if audit.files[entry.file].name == called}
    return frozenset(at for at in steps if at not in then or at not in now or then[at] == now[at])


def _called_now(steps: dict[int, str], now: dict[str, dict[int, StepEntry]]) -> str:
    """The file that has most of these steps, "" if none has half of them."""

    def alike(name: str) -> int:
        return sum(at in now[name] and now[name][at].digest == digest for at, digest in steps.items())

    found = max(now, key=alike, default="")
    return found if found and alike(found) * 2 >= len(steps) > 0 else ""


def _other(name: str, steps: dict[int, str], now: dict[int, StepEntry], alike: Collection[int]) -> Iterator[str]:
    other = [at for at in sorted(steps) if at in now and now[at].digest != steps[at] and at not in alike]
    for at in other[:MOST_NAMED]:
        yield say("step {at} of {name} is not what it was when it was audited before", at, name)
    if len(other) > MOST_NAMED:
        yield say("so are {count} more steps of {name}", len(other) - MOST_NAMED, name)
    missing = sorted(steps.keys() - now.keys())
    if missing:
        yield say(
            "{name} had {count} steps when it was audited before; {missing} of them are missing",
            name,
            len(steps),
            len(missing),
        )


def _listed(document: dict[str, Any], key: str) -> list[dict[str, Any]]:
    found = document.get(key)
    return [each for each in found if isinstance(each, dict)] if isinstance(found, list) else []
