"""Terms as people read them: the places, hexsides and times that a rule asks for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from adjudicator.model.pack import Pack
from adjudicator.record.position import Position
from adjudicator.said import Said, quoted, say, say_number, strung
from adjudicator.terms.edges import Edges
from adjudicator.terms.when import Turns, When, options_in_play
from adjudicator.terms.where import Where
from adjudicator.words import condition, either, listed, one_of, plain, word

WHOSE = {"own": say("in its side's own phase"), "enemy": say("in the enemy's phase")}


def where_words(where: Where) -> str:
    """Hexes: "city or port (coast), outside ice"."""
    kinds = {*where.terrains, *where.places, *where.features}
    named = kinds or where.tags
    parts: list[str] = [one_of(plain(named))] if named else []
    if kinds and where.tags:
        parts = [say("{kinds} ({regions})", one_of(plain(kinds)), one_of(plain(where.tags)))]
    parts += [listed(plain(where.all_tags))] if where.all_tags else []
    parts += [say("hex {hexes}", one_of(sorted(where.hexes)))] if where.hexes else []
    parts += [say("with {markers}", either(where.markers))] if where.markers else []
    parts += [say("with {markers}", either(where.afloat))] if where.afloat else []
    parts += [say("in {weather} weather", either(where.weather))] if where.weather else []
    barred = {*where.without_places, *where.without_markers}
    if where.without and not barred:
        regions = either(where.without)
        parts.append(say("outside {regions}", regions) if parts else say("any hex outside {regions}", regions))
    elif barred := barred | where.without:
        without = say("without {barred}", either(barred)) if parts else say("any hex without {barred}", either(barred))
        parts.append(without)
    return strung(parts, ", ") or say("any hex")


def edges_words(edges: Iterable[Edges]) -> str:
    """Hexsides: "lake or peak"."""
    return either({name for each in edges for name in (*each.features, *each.all_features)})


def phases_words(pack: Pack, phases: Iterable[str]) -> Said:
    """Phases by id, kind or tag: one that is told by its id has its name, "Gain Morale Step and initial"."""
    named = {name: pack.header.sequence.phase(name) for name in phases}
    return listed(sorted(quoted(phase.name) if phase is not None else word(name) for name, phase in named.items()))


def when_words(times: Iterable[When]) -> str:
    """Times, one of which it must be: "in movement, with week 1; or in combat"."""
    return strung((_when(when) for when in times), say("; or "))


def nearest_when_words(times: Iterable[When], position: Position, side: str) -> str:
    """Of several times, none of which is now, what the nearest asks for that is not so, and how many others there are."""
    unmet = [[part for part in _parts(when) if not part.holds(position, side).is_yes] or [when] for when in times]
    fewest = min(unmet, key=len)
    nearest, others = strung((_when(part) for part in fewest), ", "), len(unmet) - 1
    if not others:
        return nearest
    return say_number("{when}; or at {number} other time", "{when}; or at {number} other times", others, nearest)


def _parts(when: When) -> Iterator[When]:
    """The conditions of a time one by one; a phase and whose it is are one."""
    yield When(phases=when.phases, without_phases=when.without_phases, phasing=when.phasing)
    for name, wanted in sorted(when.conditions.items()):
        yield When(conditions={name: wanted})
    for name, barred in sorted(when.without_conditions.items()):
        yield When(without_conditions={name: barred})
    yield When(turns=when.turns, without_turns=when.without_turns, first_turn=when.first_turn, last_turn=when.last_turn)
    yield When(options=when.options, without_options=when.without_options)


def _when(when: When) -> str:
    parts = [say("in {phases}", either(when.phases))] if when.phases else []
    parts += [say("not in {phases}", either(when.without_phases))] if when.without_phases else []
    parts += [WHOSE[when.phasing]] if when.phasing else []
    parts += [
        say("while {what} is {values}", word(name), either(values)) for name, values in sorted(when.conditions.items())
    ]
    parts += [
        say("while {what} is not {values}", word(name), either(values))
        for name, values in sorted(when.without_conditions.items())
    ]
    parts += [say("in turn {turns}", _spans(when.turns))] if when.turns else []
    parts += [say("not in turn {turns}", _spans(when.without_turns))] if when.without_turns else []
    parts += [say("from turn {first_turn} on", when.first_turn)] if when.first_turn else []
    parts += [say("up to turn {last_turn}", when.last_turn)] if when.last_turn else []
    parts += [say("with the optional rule {options}", listed(plain(when.options)))] if when.options else []
    parts += [say("without the optional rule {options}", either(when.without_options))] if when.without_options else []
    return strung(parts, ", ") or say("at any time")


def unmet_words(when: When, position: Position, side: str) -> list[str]:
    """What keeps a time from being now, beside the phase: "weather is clear, not snow", "the optional rule ice is in play"."""
    moment = position.moment
    found: list[str] = []
    for name, wanted in sorted(when.conditions.items()):
        if not When(conditions={name: wanted}).holds(position, side).is_yes:
            found.append(_condition_unmet(condition(name), moment.condition(name), wanted))
    for name, barred in sorted(when.without_conditions.items()):
        if not When(without_conditions={name: barred}).holds(position, side).is_yes:
            found.append(_condition_barred(condition(name), moment.condition(name), barred))
    if not When(first_turn=when.first_turn, last_turn=when.last_turn).holds(position, side).is_yes:
        found.append(_turn_unmet(when, moment.turn))
    elif not When(turns=when.turns, without_turns=when.without_turns).holds(position, side).is_yes:
        found.append(_turn_unlisted(when, moment.turn))
    in_play, chosen = options_in_play(position), position.pack.chosen
    found += [say("the optional rule {option} is not in play", word(each)) for each in sorted(when.options - in_play)]
    found += [
        say("the optional rule {option} is in play", word(each)) for each in sorted(when.without_options & in_play)
    ]
    found += [
        say("the reading {reading} is {chosen}, not {wanted}", name, chosen.get(name, ""), wanted)
        for name, wanted in sorted(when.readings.items())
        if chosen.get(name) != wanted
    ]
    return found


def _condition_unmet(name: str, value: str | None, wanted: frozenset[str]) -> str:
    if value is None:
        return say("nobody says whether {what} is {values}", name, either(wanted))
    return say("{what} is {value}, not {values}", name, word(value), either(wanted))


def _condition_barred(name: str, value: str | None, barred: frozenset[str]) -> str:
    if value is None:
        return say("nobody says whether {what} is {values}", name, either(barred))
    return say("{what} is {value}", name, word(value))


def _turn_unlisted(when: When, turn: int) -> str:
    if not turn:
        return say("nobody says which turn it is")
    if when.turns and not When(turns=when.turns).at_turn(turn):
        return say("it is turn {turn}, not {turns}", turn, _spans(when.turns))
    return say("it is turn {turn}, and that is left out", turn)


def _spans(turns: tuple[Turns, ...]) -> str:
    """Turns in words: "1-3 or 7"."""
    return listed([quoted(str(each)) for each in turns], "or")


def _turn_unmet(when: When, turn: int) -> str:
    if not turn:
        return say("nobody says which turn it is")
    if turn < when.first_turn:
        return say("it is turn {turn}, and that is before turn {first}", turn, when.first_turn)
    return say("it is turn {turn}, and that is after turn {last}", turn, when.last_turn)
