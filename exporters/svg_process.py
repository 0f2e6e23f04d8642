"""The process that draws SVG images of strangers: run as a program, it reads one order after another and answers each.

An order is the length of its head, the head (what `resvg_py.svg_to_bytes` is asked, as JSON), the length of the image and the
image; an answer is 0 and the length of a PNG and the PNG, or 1 and the length of a complaint and the complaint.
"""

import json
import struct
import sys

import resvg_py

HEAD = struct.Struct(">I")
ANSWER = struct.Struct(">BI")


def serve() -> None:
    """Draw until nobody asks any more."""
    orders, answers = sys.stdin.buffer, sys.stdout.buffer
    while asked := orders.read(HEAD.size):
        head = json.loads(orders.read(HEAD.unpack(asked)[0]))
        markup = orders.read(HEAD.unpack(orders.read(HEAD.size))[0]).decode("utf-8")
        try:
            failed, answer = 0, bytes(resvg_py.svg_to_bytes(svg_string=markup, **head))
        except (ValueError, RuntimeError) as error:
            failed, answer = 1, str(error).encode("utf-8")
        answers.write(ANSWER.pack(failed, len(answer)) + answer)
        answers.flush()


if __name__ == "__main__":
    serve()
