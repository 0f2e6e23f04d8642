"""Who may come in: the link that is opened works once and buys a session; nobody else gets an answer.

Other pages in the same browser can send requests here too, and a foreign name can be made to lead to this machine. So every
request must name this machine as its host and carry the session's cookie, and whatever changes something must come from a
page of ours.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from dataclasses import field
from http.cookies import CookieError, SimpleCookie

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from adjudicator.desk.headers import HEADERS
from adjudicator.lean import dataclass

SAFE = ("GET", "HEAD")
OPEN = ("/enter", "/static/")
"""What is answered without a session: the door itself, and the looks of the page that says it is shut."""
LONGEST_FORM = 1 << 20
LARGEST_FILE = 2 << 30
UPLOADS = "/files"
"""How the addresses end to which files are sent."""


class TooLarge(HTTPException):
    """More was sent than is taken."""

    def __init__(self, most: int) -> None:
        super().__init__(413, f"this is more than {most >> 20} MB, the most that is taken")


@dataclass(slots=True)
class Doors:
    """The names under which the desk may be called, the links not yet used and the sessions that they bought."""

    port: int
    hosts: frozenset[str]
    _links: dict[str, str] = field(default_factory=dict)
    _sessions: set[str] = field(default_factory=set)

    @property
    def cookie(self) -> str:
        """The session's cookie: cookies know no ports, so two desks on one machine need two names."""
        return f"adjudicator-{self.port}"

    def new_link(self, to: str = "/") -> str:
        """A token that lets one browser in, once, and leads it to a page."""
        token = secrets.token_urlsafe(32)
        self._links[token] = to
        return token

    def link(self, host: str, to: str = "/") -> str:
        """The same as an address, by one of the names of this machine."""
        return f"http://{host}:{self.port}/enter?token={self.new_link(to)}"

    def leads_to(self, token: str) -> str:
        """The page behind a link that was not used yet, else the list of games."""
        return self._links.get(token, "/") if _among(token, self._links) else "/"

    def enter(self, token: str) -> str:
        """The session that a token buys, "" if there is no such token or it was used."""
        if not _among(token, self._links):
            return ""
        self._links.pop(token, None)
        session = secrets.token_urlsafe(32)
        self._sessions.add(session)
        return session

    def knows(self, session: str) -> bool:
        """Whether a session was bought here."""
        return _among(session, self._sessions)

    def refusal(self, scope: Scope) -> tuple[int, str] | None:
        """Why a request is not answered, with its status; None if it is."""
        headers = Headers(scope=scope)
        if headers.get("host", "").lower() not in self.hosts:
            return 421, "this desk does not answer under that name"
        if scope["method"] not in SAFE and not self._from_here(headers):
            return 403, "only the desk's own pages may change something"
        if not _is_open(scope["path"]) and not self.knows(_cookie(headers, self.cookie)):
            return 401, "open the desk with the link that it printed; a link works once"
        return None

    def _from_here(self, headers: Headers) -> bool:
        """Whether the browser says that a page of ours sent this; a request that says nothing of its origin does not."""
        site, origin = headers.get("sec-fetch-site"), headers.get("origin")
        if site is not None and site != "same-origin":
            return False
        if origin is not None:
            return origin.lower() == f"http://{headers.get('host', '').lower()}"
        return site is not None


class Gate:
    """Around the whole application: refuses, bounds what is sent, and puts the headers on every answer."""

    def __init__(self, app: ASGIApp, doors: Doors) -> None:
        self.app = app
        self.doors = doors

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
        elif scope["type"] == "http":
            await self._answer(scope, receive, _with_headers(send))

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        most = LARGEST_FILE if scope["path"].endswith(UPLOADS) else LONGEST_FORM
        refusal = self.doors.refusal(scope)
        if refusal is None and _declared(Headers(scope=scope)) > most:
            refusal = 413, TooLarge(most).detail
        if refusal is not None:
            status, why = refusal
            await PlainTextResponse(f"{why}\n", status)(scope, receive, send)
            return
        await self.app(scope, _bounded(receive, most), send)


def _among(given: str, known: Iterable[str]) -> bool:
    """Whether a secret is one of these, in a time that tells nothing of how much of it was right."""
    return sum(secrets.compare_digest(given.encode(), each.encode()) for each in known) > 0


def _is_open(path: str) -> bool:
    return path.startswith(OPEN)


def _cookie(headers: Headers, name: str) -> str:
    try:
        found = SimpleCookie(headers.get("cookie", "")).get(name)
    except CookieError:
        return ""
    return found.value if found else ""


def _declared(headers: Headers) -> int:
    told = headers.get("content-length", "0")
    return int(told[:19]) if told.isascii() and told.isdecimal() else 0


def _bounded(receive: Receive, most: int) -> Receive:
    """The same body, given up as soon as it is longer than was allowed, whatever it declared."""
    got = 0

    async def counted() -> Message:
        nonlocal got
        message = await receive()
        got += len(message.get("body", b""))
        if got > most:
            raise TooLarge(most)
        return message

    return counted


def _with_headers(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return sending
