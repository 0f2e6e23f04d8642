"""A report as one self-contained HTML page: no script, nothing fetched, everything from the input escaped."""

from __future__ import annotations

import base64
from functools import cache

from jinja2 import Environment, PackageLoader, StrictUndefined, Template

from adjudicator.findings import Report
from exporters.report.markdown import HEADINGS, place, summary, tally


def page(report: Report, picture: bytes | None = None) -> str:
    """The page, with a PNG of the map in it if there is one."""
    return _template().render(
        report=report,
        summary=summary(report),
        tally=tally(report.coverage),
        place=place,
        groups=[
            (heading, [finding for finding in report.findings if finding.severity is severity])
            for severity, heading in HEADINGS.items()
        ],
        picture=base64.b64encode(picture).decode("ascii") if picture else "",
    )


@cache
def _template() -> Template:
    environment = Environment(
        loader=PackageLoader("exporters.report", "."),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return environment.get_template("page.html.j2")
