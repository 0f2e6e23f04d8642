"""The door: a link's token buys the session's cookie."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from adjudicator.desk.pages import desk_of, go
from adjudicator.desk.qr import as_image
from adjudicator.desk.rendering import render


async def others(request: Request) -> Response:
    """A link for another device, with its QR code; each look at the page makes a new one."""
    link = desk_of(request).link_for_others()
    return render(request, "others.html.j2", link=link, code=as_image(link) if link else "")


async def enter(request: Request) -> Response:
    """Let a browser in. The page then leads on by itself: a redirect would come from the page with the link, and a cookie
    that is strictly of this site is not sent along with it.
    """
    doors, token = desk_of(request).doors, request.query_params.get("token", "")
    to = doors.leads_to(token)
    if doors.knows(request.cookies.get(doors.cookie, "")):
        return go(to)
    session = doors.enter(token)
    if not session:
        return render(request, "door.html.j2", 403, entered=False)
    answer = render(request, "door.html.j2", entered=True, to=to)
    answer.set_cookie(doors.cookie, session, httponly=True, samesite="strict", path="/")
    return answer
