"""Templates, and their texts in the reader's language: English where nobody has translated them."""

from __future__ import annotations

import gettext
import time
from collections.abc import Sequence
from functools import cache
from importlib.resources import as_file, files
from typing import Any, TypeVar

from jinja2 import Environment, PackageLoader, StrictUndefined
from starlette.requests import Request
from starlette.responses import HTMLResponse

from adjudicator.harmless import harmless_line
from adjudicator.languages import LANGUAGES, language
from adjudicator.plain_words import plainly

DOMAIN = "desk"
SENTENCES = frozenset(("error", "why", "doing"))
"""What of a job or a file is a sentence."""
T = TypeVar("T")


def render(request: Request, template: str, status: int = 200, **values: Any) -> HTMLResponse:
    """A page in the language that the browser asks for."""
    spoken = language_for(request)
    told = {"language": spoken, "path": request.url.path, "lan": request.app.state.desk.lan, **values}
    return HTMLResponse(_environment(spoken).get_template(template).render(told), status)


def language_for(request: Request) -> str:
    """The language in which the browser's owner reads."""
    return language_of(request.headers.get("accept-language", ""))


def in_words_of(request: Request, value: T) -> T:
    """A sentence, or a record or event with its sentences, in the reader's language and without words of commands."""
    told: T = _plain(language(language_for(request)).all_told(value))
    return told


def _plain(value: Any) -> Any:
    match value:
        case str():
            return plainly(str(value))
        case dict():
            return {key: _plain(each) if key in SENTENCES else each for key, each in value.items()}
        case (kind, dict() as told):
            return kind, _plain(told)
    return value


def language_of(wanted: str) -> str:
    """The language that a browser would rather read, out of those there are."""
    weighed = []
    for at, entry in enumerate(wanted.lower().split(",")[:20]):
        name, _, weight = entry.strip().partition(";q=")
        weighed.append((-_weight(weight), at, name.partition("-")[0]))
    return next((name for _, _, name in sorted(weighed) if name in LANGUAGES), LANGUAGES[0])


def texts(spoken: str) -> gettext.NullTranslations:
    """The catalogue of a language; that of English says everything as it stands in the program."""
    with as_file(files("adjudicator") / "locale") as folder:
        return gettext.translation(DOMAIN, folder, [spoken], fallback=True)


def _weight(text: str) -> float:
    try:
        return float(text) if text else 1.0
    except ValueError:
        return 0.0


@cache
def _environment(spoken: str) -> Environment:
    made = Environment(
        loader=PackageLoader("adjudicator.desk"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=["jinja2.ext.i18n"],
        finalize=lambda value: harmless_line(value) if type(value) is str else value,
    )
    # the extension adds this method when it is loaded
    made.install_gettext_translations(texts(spoken), newstyle=True)  # type: ignore[attr-defined]
    made.filters["ago"] = _day
    made.filters["told"] = lambda sentence: plainly(str(language(spoken).told(sentence)))
    made.filters["listed"] = lambda names: ", ".join(_strings(names))
    return made


def _strings(names: Sequence[object]) -> list[str]:
    return [str(each) for each in names]


def _day(then: float) -> str:
    """A moment as people write it, in the time of this machine."""
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(then))
