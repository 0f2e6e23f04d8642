"""The real server: it binds this machine alone, lets one browser in, and lives through a thousand requests at once."""

from __future__ import annotations

import asyncio
import re
import time
from collections import Counter
from html import unescape
from pathlib import Path
from urllib.parse import urlsplit

import pytest
import segno

from adjudicator.cli.main import status
from adjudicator.desk import server
from adjudicator.desk.qr import as_image, as_text
from tests.desk.conftest import Opened, apart, new_desk, stranger
from tests.desk.serving import served

MANY = 1000


async def asked(port: int, method: str, path: str, cookie: str, body: bytes = b"") -> tuple[int, bytes]:
    """One request over a connection of its own; status 0 if the connection was closed."""
    here = f"127.0.0.1:{port}"
    lines = [f"{method} {path} HTTP/1.1", f"Host: {here}", f"Origin: http://{here}", "Sec-Fetch-Site: same-origin"]
    lines += [f"Cookie: {cookie}", f"Content-Length: {len(body)}", "Connection: close", "", ""]
    try:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write("\r\n".join(lines).encode() + body)
        answer = await reader.read()
        writer.close()
    except OSError:
        return 0, b""
    head = answer.split(b" ", 2)
    return (int(head[1]) if len(head) > 1 else 0), answer


async def flooded(link: str) -> tuple[Counter[int], float]:
    """What a thousand requests at once are answered, and how long a page takes after them."""
    parts = urlsplit(link)
    port = parts.port or 0
    _, entered = await asked(port, "GET", f"{parts.path}?{parts.query}", "")
    cookie = entered.split(b"set-cookie: ")[1].split(b";")[0].decode()
    _, page = await asked(port, "GET", "/", cookie)
    key = page.split(b'href="/g/')[1][:12].decode()
    posts = [asked(port, "POST", f"/g/{key}/make/{('picture', 'pages', 'log')[at % 3]}", cookie) for at in range(MANY)]
    codes = Counter(code for code, _ in await asyncio.gather(*posts))
    began = time.monotonic()
    code, page = await asked(port, "GET", "/", cookie)
    assert code == 200 and b"my game" in page
    return codes, time.monotonic() - began


def test_a_thousand_requests_at_once_leave_the_page_alive(folder: Path, home: Path) -> None:
    with served(home, folder) as link:
        codes, seconds = apart(flooded(link))
    assert sum(codes.values()) == MANY
    assert set(codes) <= {200, 503}, codes
    print(f"a thousand requests at once: {dict(codes)}; a page right after them took {seconds:.2f} s")
    assert codes[200] and seconds < 2


def test_it_listens_on_this_machine_alone() -> None:
    bound = server._bound(server.LOOPBACK, 0)
    assert bound.getsockname()[0] == "127.0.0.1"
    bound.close()
    assert server.names(80) == {"127.0.0.1:80", "localhost:80"}


def test_lan_is_off_and_says_what_it_means(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    ran: list[list[str]] = []

    def run(self: object, sockets: list[object]) -> None:
        ran.append([each.getsockname()[0] for each in sockets])  # type: ignore[attr-defined]
        for each in sockets:
            each.close()  # type: ignore[attr-defined]

    monkeypatch.setattr("uvicorn.Server.run", run)
    monkeypatch.setattr(server, "lan_address", lambda: "127.0.0.2")
    assert status(["desk", "--no-browser"]) == 0
    quiet = capsys.readouterr().out
    assert "127.0.0.2" not in quiet and "network" not in quiet
    assert status(["desk", "--no-browser", "--lan"]) == 0
    loud = capsys.readouterr().out
    assert "not encrypted" in loud and "http://127.0.0.2:" in loud
    assert ran == [["127.0.0.1"], ["127.0.0.1", "127.0.0.2"]]


def test_another_device_comes_in_by_a_code_on_the_page(folder: Path, opened: Opened) -> None:
    desk = new_desk(folder)
    client = opened(desk)
    assert "--lan" in client.get("/others").text and "data:image/svg" not in client.get("/others").text
    desk.outside = "192.168.1.9"
    pages = [unescape(client.get("/others").text) for _ in range(2)]
    links = [re.findall(r"http://192\.168\.1\.9:8000/enter\?token=[\w-]{43}", page) for page in pages]
    assert len({link for found in links for link in found}) == 2
    for page, (link,) in zip(pages, links, strict=True):
        assert as_image(link) in page
        token = link.partition("token=")[2]
        assert stranger(desk).get("/enter", params={"token": token}).status_code == 200
        assert stranger(desk).get("/enter", params={"token": token}).status_code == 403
    assert "/others" in client.get("/").text
    assert stranger(desk).get("/others").status_code == 401


def test_a_code_in_the_terminal_is_the_link_s() -> None:
    """Its block signs, two rows in each, are the modules of the code."""
    link = "http://192.168.1.9:41234/enter?token=" + "x" * 43
    light = {" ": (False, False), "▀": (True, False), "▄": (False, True), "█": (True, True)}
    drawn = [[light[sign] for sign in line] for line in as_text(link).splitlines()]
    rows = [[pair[half] for pair in line] for line in drawn for half in (0, 1)]
    wanted = [[not dark for dark in row] for row in segno.make_qr(link).matrix_iter(border=2)]
    assert rows[: len(wanted)] == wanted


def test_a_folder_that_is_not_there_and_a_port_that_is_taken_are_told(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert status(["desk", str(tmp_path / "nowhere"), "--no-browser"]) == 2
    taken = server._bound(server.LOOPBACK, 0)
    assert status(["desk", "--port", str(taken.getsockname()[1]), "--no-browser"]) == 2
    taken.close()
    assert "--port" in capsys.readouterr().err
