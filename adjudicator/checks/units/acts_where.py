"""Units that do something where, or in a state in which, it may not be done."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from adjudicator.analysis.front import FrontTerms, enemies_beside
from adjudicator.analysis.ground import standing
from adjudicator.analysis.situation import Situation, fits_any
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.known import unless_missing
from adjudicator.model.theatre import Table
from adjudicator.model.units import Unit
from adjudicator.record.acts import Act, Attack
from adjudicator.record.position import Position
from adjudicator.terms.when import When
from adjudicator.terms.where import Where
from adjudicator.terms.who import EVERYONE, Selector


class ActsWhere(Table):
    """Acts of `kinds` by units that fit `who`: only where the hex they begin in fits one of `origin`, the last one of `to`.

    (Of an attack the last is its target.) `faces` (from 1) restricts flips to those turned to these faces, `marks` marking to
    markers of these kinds, `unmarks` to those that are taken off, `boxes` transfers to those from these boxes. The unit, as
    it is before the act (as it is after, if it comes onto the map), must fit `needs`; `away_from`: no such enemy next to it;
    `home`: by nation, the kinds of place one of which the last hex must have. `never`: nobody does it while `when` holds;
    `lacking`: what would decide it and is missing in the book's text. `standing`: only who begins in such a hex is bound.
    """

    kinds: frozenset[str]
    who: Selector = EVERYONE
    faces: frozenset[int] = frozenset()
    marks: frozenset[str] = frozenset()
    unmarks: frozenset[str] = frozenset()
    needs: Selector = EVERYONE
    origin: tuple[Situation, ...] = ()
    to: tuple[Situation, ...] = ()
    away_from: FrontTerms | None = None
    when: When = When()
    never: bool = False
    boxes: frozenset[str] = frozenset()
    home: Mapping[str, frozenset[str]] = {}
    lacking: str = ""
    standing: Where | None = None
    why: str = ""


def _comes_up(act: Act, terms: ActsWhere) -> bool:
    """Where it is never allowed, whatever else is done keeps the rule."""
    units = (act.before.units.get(name) or act.after.units.get(name) for name in act.units)
    done = act.kind in terms.kinds and any(unit is not None and terms.who.matches(unit) for unit in units)
    return terms.never or done


@check("units.acts_where", ActsWhere, unseen="may excuse nearby", units_in="", met=_comes_up)
def acts_where_it_may(act: Act, terms: ActsWhere) -> Iterator[Breach]:
    """Grenadiers are restored in a city of their own only.

    Legal:    Austrian supply; 1905: au.gren/2; flip au.gren/1 order=7
    Illegal:  Austrian supply; 1304: au.gren/2; flip au.gren/1 order=7
    """
    if act.kind not in terms.kinds:
        return
    for name in act.units:
        old, new = act.before.units.get(name), act.after.units.get(name)
        unit = old if old is not None and old.hex else new or old
        if unit is None or not terms.who.matches(unit) or terms.when.holds(act.before, unit.side).is_no:
            continue
        if terms.boxes and (old is None or old.hex or old.location not in terms.boxes):
            continue
        if terms.faces and (new is None or new.face + 1 not in terms.faces):
            continue
        marked = (old.marks if old else frozenset()) ^ (new.marks if new else frozenset())
        if terms.marks and not terms.marks & marked:
            continue
        lifted = (old.marks if old else frozenset()) - (new.marks if new else frozenset())
        if terms.unmarks and not terms.unmarks & lifted:
            continue
        start = old.hex if old is not None else ""
        if terms.standing is not None and not _stands(act.before, start, terms.standing):
            continue
        end = act.path[-1] if isinstance(act, Attack) and act.path else new.hex if new is not None else ""
        at = end or start
        here = (at,) if at else ()
        words = f"{act.kind} {unit}"
        said = f": {terms.why}" if terms.why else ""
        if terms.never:
            yield Breach(here, f"{words}{said or ': not allowed'}", (name,), unless_missing(terms.lacking))
        elif not terms.needs.matches(unit):
            yield Breach(here, f"{words}{said or ': it may not in its state'}", (name,))
        elif terms.away_from is not None and (near := enemies_beside(act.before, unit.side, at, terms.away_from)):
            yield Breach(here, f"{words} next to {near[0]}{said}", (name,))
        elif not _at_home(act, unit, end, terms):
            yield Breach(here, f"{words} in {end}, not in its home country{said}", (name,))
        else:
            for number, situations in ((start, terms.origin), (end, terms.to)):
                if not situations or not number:
                    continue
                answer = fits_any(act.before, unit.side, number, situations, frozenset({name}))
                if not answer.is_yes:
                    because = f"{words} in {number}{said or ': not the place for it'}"
                    broken = unless_missing(terms.lacking) if answer.is_no else ~answer
                    yield Breach((number,), because, (name,), broken)
                    break


def _stands(position: Position, number: str, where: Where) -> bool:
    i = position.network.index.get(number)
    return i is not None and where.fits(standing(position), i).is_yes


def _at_home(act: Act, unit: Unit, number: str, terms: ActsWhere) -> bool:
    """Whether the hex lies where units of that nation are at home, as far as the rule says."""
    kinds = terms.home.get(unit.type.nation)
    network = act.before.network
    if kinds is None or number not in network.index:
        return True
    return any(kinds & place.kinds for place in network.places_at.get(network.index[number], ()))
