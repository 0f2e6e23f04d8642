"""The real server: it binds this machine alone, lets one browser in, and lives through a thousand requests at once."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from adjudicator.cli.main import status
from adjudicator.desk import server
from tests.desk.conftest import apart
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


def test_a_folder_that_is_not_there_and_a_port_that_is_taken_are_told(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert status(["desk", str(tmp_path / "nowhere"), "--no-browser"]) == 2
    taken = server._bound(server.LOOPBACK, 0)
    assert status(["desk", "--port", str(taken.getsockname()[1]), "--no-browser"]) == 2
    taken.close()
    assert "--port" in capsys.readouterr().err
