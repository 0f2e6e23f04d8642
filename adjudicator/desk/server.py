"""The sockets, the link that is opened, and the browser that opens it."""

from __future__ import annotations

import os
import socket
import threading
import webbrowser
from collections.abc import Callable, Sequence
from pathlib import Path

import uvicorn

from adjudicator.desk.app import make_app
from adjudicator.desk.desk import Desk
from adjudicator.desk.jobs import END
from adjudicator.desk.maps import MapToTrace
from adjudicator.desk.qr import as_text
from adjudicator.desk.security import Doors
from adjudicator.desk.shelf import Shelf
from adjudicator.desk.tasks import do
from adjudicator.errors import UsageError

LOOPBACK = "127.0.0.1"
NOWHERE = "192.0.2.1"
"""An address that is nobody's: asked for the way there, the system tells by which of its own it would go."""
MOST_AT_ONCE = 2000
"""Requests that are answered at the same time; whoever comes then is told to come again."""
LAN_WARNING = (
    "--lan: every device in your network that has the link can read your games and change them, and what is sent is not "
    "encrypted. Use it at home only."
)


def serve(
    folders: Sequence[Path],
    say: Callable[[str], None],
    *,
    port: int = 0,
    lan: bool = False,
    browser: bool = True,
    show: Callable[[str], None] = lambda code: None,
    trace: MapToTrace | None = None,
) -> None:
    """Answer until interrupted. `show` shows the QR code of the link for other devices, drawn of block signs.

    `trace` names a map that the link leads to, to be traced; AdjudicatorError if it cannot be opened.
    """
    for folder in folders:
        if not folder.is_dir():
            raise UsageError("there is no such folder", "folder", str(folder))
    sockets = [_bound(LOOPBACK, port)]
    number = sockets[0].getsockname()[1]
    outside = lan_address() if lan else ""
    if outside:
        sockets.append(_bound(outside, number))
    doors = Doors(number, names(number, outside))
    desk = Desk(Shelf(folders), doors, do, outside=outside)
    first = f"/map/{desk.maps.open(trace)}" if trace else "/"
    if outside:
        _announce_outside(doors.link(outside), say, show)
    _announce(doors, say, browser, first)
    config = uvicorn.Config(
        make_app(desk),
        log_level="error",
        access_log=False,
        server_header=False,
        lifespan="on",
        limit_concurrency=MOST_AT_ONCE,
        timeout_graceful_shutdown=1,
        proxy_headers=False,
    )
    Server(config, desk).run(sockets)


class Server(uvicorn.Server):
    """A server that tells those who listen for news that there will be no more: else it would wait for them."""

    def __init__(self, config: uvicorn.Config, desk: Desk) -> None:
        super().__init__(config)
        self._desk = desk

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        threading.Thread(target=self._desk.jobs.warm, daemon=True).start()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._desk.jobs.announce(END, {})
        await super().shutdown(sockets)


def names(port: int, outside: str = "") -> frozenset[str]:
    """What the desk may be called by: this machine, and its address in the network if it is open to that."""
    hosts = [LOOPBACK, "localhost", *([outside] if outside else [])]
    return frozenset(f"{host}:{port}" for host in hosts)


def lan_address() -> str:
    """This machine's address in its network; UsageError if it is in none. Nothing is sent to find out."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        try:
            asked.connect((NOWHERE, 9))
            found = str(asked.getsockname()[0])
        except OSError:
            found = LOOPBACK
    if found.startswith(("127.", "0.")):
        raise UsageError("this machine is in no network", "lan")
    return found


def _bound(host: str, port: int) -> socket.socket:
    made = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    if os.name == "posix":
        # what a desk before it left behind does not count; elsewhere the same word would let two programs share a port
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        made.bind((host, port))
        made.listen()  # from now on: whoever follows the link before the server runs waits a moment
    except OSError as error:
        made.close()
        raise UsageError(f"{host} cannot be listened on there: {error.strerror}", "port", str(port)) from error
    made.set_inheritable(False)
    return made


def _announce_outside(link: str, say: Callable[[str], None], show: Callable[[str], None]) -> None:
    say(LAN_WARNING)
    say(f"For another device, once: {link}")
    show(as_text(link))


def _announce(doors: Doors, say: Callable[[str], None], browser: bool, to: str) -> None:
    if browser:
        threading.Timer(0.5, webbrowser.open, [doors.link(LOOPBACK, to)]).start()
        say(f"The desk is opened in your browser. If it is not, this link works once: {doors.link(LOOPBACK, to)}")
    else:
        say(f"Open this link; it works once: {doors.link(LOOPBACK, to)}")
    say("Ctrl+C ends the desk.")
