"""What the pages of reports have in common: style and scripts inside them, their language, what they may load."""

from __future__ import annotations

import base64
import hashlib
from functools import cache, lru_cache
from importlib.resources import files

from jinja2 import Environment, PackageLoader, StrictUndefined, Template
from markupsafe import Markup

from adjudicator.audit.dice import Series
from adjudicator.languages import Language
from adjudicator.said import Said


def policy(scripts: tuple[str, ...], css: str, beside: bool) -> str:
    """Nothing but our own script and style, by their hashes, and images inside the page."""
    hashes = " ".join(dict.fromkeys(_hash(text) for text in scripts if text))
    images = "data: 'self' file:" if beside else "data:"
    return (
        f"default-src 'none'; script-src {hashes}; style-src {_hash(css)}; img-src {images}; "
        "base-uri 'none'; form-action 'none'"
    )


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode('ascii')}'"


def bars(series: Series) -> Markup:
    """How often each face came up, as a small picture with the counts in words."""
    outcomes = series.outcomes or tuple(enumerate(series.faces, 1))
    counts = [count for _, count in outcomes]
    most = max((*counts, 1))
    said = ", ".join(f"{face}: {count}" for face, count in outcomes)
    bars = Markup("").join(
        Markup('<rect x="{}" y="{}" width="8" height="{}"/>').format(10 * face, 30 - bar, bar)
        for face, count in enumerate(counts)
        for bar in (round(28 * count / most, 1),)
    )
    level = round(30 - 28 * min(1.0, series.count / max(1, series.sides) / most), 1) if series.faces else 30
    return Markup(
        '<svg class="bars" role="img" aria-label="{}" width="{w}" height="30" viewBox="0 0 {w} 30">{}'
        '<line x1="0" x2="{w}" y1="{y}" y2="{y}"/></svg>'
    ).format(said, bars, w=10 * series.sides, y=level)


@cache
def file_text(name: str) -> str:
    """A file of this folder: a style or a script."""
    return files("adjudicator.exporters.report").joinpath(name).read_text(encoding="utf-8")


@lru_cache(maxsize=64)
def template(name: str, language: Language) -> Template:
    """A template of this folder that says its own texts, and sentences given to it, in a language."""
    environment = Environment(
        loader=PackageLoader("adjudicator.exporters.report", "."),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=["jinja2.ext.i18n"],
        finalize=lambda value: language.told(value) if isinstance(value, Said) else value,
    )
    # the extension adds this method when it is loaded
    environment.install_gettext_callables(language.text, language.texts.ngettext, newstyle=True)  # type: ignore[attr-defined]
    return environment.get_template(name)
