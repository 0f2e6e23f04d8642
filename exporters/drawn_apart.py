"""SVG images of strangers drawn by a process of their own, since nothing stops a drawing but to end the process that makes it."""

from __future__ import annotations

import atexit
import json
import subprocess
import sys
import threading
import time
from pathlib import Path

from adjudicator.budget import budget
from adjudicator.errors import CorruptFile, UnsafeFile
from adjudicator.exporters import svg_process
from adjudicator.exporters.svg_process import ANSWER, HEAD
from adjudicator.said import say


class _Drawer:
    """One process, started when it is first wanted and again when it had to be ended."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._one_at_a_time = threading.Lock()
        self._watch = _Watch()
        atexit.register(self.end)

    def draw(self, markup: str, asked: dict[str, object]) -> bytes:
        with self._one_at_a_time:
            return self._drawn(markup.encode("utf-8", "replace"), json.dumps(asked).encode("ascii"))

    def _drawn(self, image: bytes, head: bytes) -> bytes:
        seconds = budget().seconds
        process = self._started()
        assert process.stdin is not None  # noqa: S101 - both are asked for
        assert process.stdout is not None  # noqa: S101
        self._watch.begin(process, seconds)
        try:
            process.stdin.write(b"".join((HEAD.pack(len(head)), head, HEAD.pack(len(image)), image)))
            process.stdin.flush()
            failed, length = ANSWER.unpack(process.stdout.read(ANSWER.size).ljust(ANSWER.size, b"\xff"))
            answer = process.stdout.read(length) if failed in (0, 1) else b""
        except OSError:
            failed, answer, length = 255, b"", 0
        finally:
            late = self._watch.end()
        if late or failed not in (0, 1) or len(answer) < length:
            self.end()
            if late:
                raise UnsafeFile(say("SVG image takes more than {seconds} seconds to draw", f"{seconds:g}"))
            raise UnsafeFile(say("SVG image ended the process that draws"))
        if failed:
            raise CorruptFile(f"SVG image cannot be drawn ({answer.decode('utf-8', 'replace')})")
        return answer

    def _started(self) -> subprocess.Popen[bytes]:
        if self._process is None or self._process.poll() is not None:
            self.end()
            command = (sys.executable, str(Path(svg_process.__file__)))
            self._process = subprocess.Popen(  # noqa: S603 - our own program
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
            )
        return self._process

    def end(self) -> None:
        """Let the process go, whatever it is doing."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()
            for pipe in (process.stdin, process.stdout):
                if pipe is not None:
                    pipe.close()


class _Watch:
    """A thread that ends the process if an image takes too long: one for all images, since a counter takes less time to draw
    than a thread to start.
    """

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._process: subprocess.Popen[bytes] | None = None
        self._until = self._wakes = 0.0
        self._thread: threading.Thread | None = None
        self._late = False

    def begin(self, process: subprocess.Popen[bytes], seconds: float) -> None:
        with self._changed:
            self._process, self._late = process, False
            self._until = time.monotonic() + seconds
            if self._thread is None:
                self._thread = threading.Thread(target=self._wait, daemon=True)
                self._thread.start()
            elif self._until < self._wakes:
                self._changed.notify()

    def end(self) -> bool:
        """Whether the process was ended."""
        with self._changed:
            self._process = None
            return self._late

    def _wait(self) -> None:
        """Sleep until the image in hand may take no longer; end with the first sleep after which there is none."""
        with self._changed:
            while self._process is not None:
                left = self._until - time.monotonic()
                if left <= 0:
                    self._late = True
                    self._process.kill()
                    self._process = None
                    break
                self._wakes = self._until
                self._changed.wait(left)
            self._thread = None


_DRAWER = _Drawer()


def draw(markup: str, asked: dict[str, object]) -> bytes:
    """The image as a PNG; UnsafeFile if it takes longer than reading a file may, CorruptFile if it cannot be drawn."""
    return _DRAWER.draw(markup, asked)
