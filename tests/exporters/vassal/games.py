"""What of a game must come back from a file, in a form that compares."""

from __future__ import annotations

import zipfile

from adjudicator import importers
from adjudicator.importers.vassal.wire import commands, obfuscation
from adjudicator.model.chat import is_verdict
from adjudicator.writing import forced


def told(state):
    """A state without what only one program's memory of it is: orders, carried texts, a stack's id if it holds one counter."""
    counters = {
        each.id: (
            *(each.name, each.spot, each.slot, each.levels, each.angles, each.texts, dict(each.properties)),
            *(each.masked_by, each.hidden_by, each.moved, each.trail),
        )
        for each in state.counters.values()
    }
    stacks = {
        (each.id if len(each.members) > 1 or each.deck else each.members, each.spot, each.members, each.deck)
        for each in state.stacks.values()
    }
    alone = {((each.id,), each.spot, (each.id,), None) for each in state.counters.values() if lies_alone(each)}
    return {
        "counters": counters,
        "stacks": stacks | alone,
        "properties": {key: value for key, value in state.properties.items() if value},
        "trackers": [(each.name, each.values) for each in state.trackers],
        "seats": state.seats,
        "notes": (state.scenario_notes, state.public_notes),
        "boards": {name: placed for name, placed in state.boards.items() if placed},
    }


def lies_alone(counter):
    return not counter.stack and counter.design.stacks and counter.spot.map


def again(write, value, path, module=None, **options):
    """What a writer's file reads back as; a file of an earlier writing is replaced."""
    with forced(True):
        write(value, path, module=module, **options)
    return importers.read(path, module)


def tree_of(path):
    with zipfile.ZipFile(path) as archive:
        return commands.split_stream(obfuscation.reveal(archive.read("savedGame")))


def verdicts(path):
    """The lines of each step that are verdicts."""
    steps = [each for each in tree_of(path) if commands.leaves(each)[0].startswith("LOG\t")]
    said = {at: [t.removeprefix("LOG\tCHAT") for t in commands.leaves(each)] for at, each in enumerate(steps, 1)}
    return {at: found for at, lines in said.items() if (found := [line for line in lines if is_verdict(line)])}
