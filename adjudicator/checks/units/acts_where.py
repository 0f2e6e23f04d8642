"""Units that do something where, or in a state in which, it may not be done."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.front import FrontTerms, enemies_beside
from adjudicator.analysis.ground import When
from adjudicator.analysis.position import Act
from adjudicator.analysis.situation import Situation, fits_any
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.theatre import Table
from adjudicator.model.units import EVERYONE, Selector


class ActsWhere(Table):
    """Acts of `kinds` by units that fit `who`: only where the hex they begin in fits one of `origin`, the last one of `to`.

    `faces` (from 1) restricts flips to those turned to these faces, `marks` marking to markers of these kinds. The unit, as it
    is before the act (as it is after, if it comes onto the map), must fit `needs`; `away_from`: no such enemy next to it.
    `never`: nobody does it while `when` holds.
    """

    kinds: frozenset[str]
    who: Selector = EVERYONE
    faces: frozenset[int] = frozenset()
    marks: frozenset[str] = frozenset()
    needs: Selector = EVERYONE
    origin: tuple[Situation, ...] = ()
    to: tuple[Situation, ...] = ()
    away_from: FrontTerms | None = None
    when: When = When()
    never: bool = False
    why: str = ""


@check("units.acts_where", ActsWhere, unseen="may excuse nearby")
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
        if unit is None or not terms.who.matches(unit) or terms.when.holds(act.before, unit.side) is False:
            continue
        if terms.faces and (new is None or new.face + 1 not in terms.faces):
            continue
        marked = (old.marks if old else frozenset()) ^ (new.marks if new else frozenset())
        if terms.marks and not terms.marks & marked:
            continue
        start = old.hex if old is not None else ""
        end = new.hex if new is not None else ""
        at = end or start
        here = (at,) if at else ()
        words = f"{act.kind} {unit}"
        said = f": {terms.why}" if terms.why else ""
        if terms.never:
            yield Breach(here, f"{words}{said or ': not allowed'}", (name,))
        elif not terms.needs.matches(unit):
            yield Breach(here, f"{words}{said or ': it may not in its state'}", (name,))
        elif terms.away_from is not None and (near := enemies_beside(act.before, unit.side, at, terms.away_from)):
            yield Breach(here, f"{words} next to {near[0]}{said}", (name,))
        else:
            for number, situations in ((start, terms.origin), (end, terms.to)):
                if not situations or not number:
                    continue
                answer = fits_any(act.before, unit.side, number, situations, frozenset({name}))
                if answer is not True:
                    missing = f"supply or control of {number}" if answer is None else ""
                    yield Breach((number,), f"{words} in {number}{said or ': not the place for it'}", (name,), missing)
                    break
