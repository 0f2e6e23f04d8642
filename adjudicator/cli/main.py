"""The command's entry: its sub-commands, and the one place where an error becomes a line and an exit code.

0 nothing broken, 1 rules broken, 2 usage, 3 unreadable input, 70 the program's own fault; as everywhere 130 interrupted, 141
the reader of a pipe left.
A command is imported when it is named, all of them for the list that `--help` prints; they import the library when they run.
"""

from __future__ import annotations

import errno
import gc
import os
import sys
import traceback
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache
from importlib import import_module
from io import TextIOWrapper, UnsupportedOperation

import typer

from adjudicator.cli.command import UNREADABLE, USAGE, Command, CommandGroup
from adjudicator.cli.lines import remark, say
from adjudicator.errors import AdjudicatorError, NotationError, UnknownName, UsageError, WriteError

FAULT = 70
"""The program's own fault: EX_SOFTWARE of sysexits.h."""
INTERRUPTED = 130
NOTHING_LEFT = "the system gives no more memory or threads; close other programs and try again"
UNREAD = 141
"""Whoever read the output has seen enough; what is left unsaid may be the verdict."""

COMMANDS = (
    "desk",
    "trace",
    "init",
    "inspect",
    "check",
    "audit",
    "summary",
    "watch",
    "diff",
    "chain",
    "dice",
    "validate",
    "render",
    "log",
    "convert",
    "scrub",
    "explain",
    "batch",
    "module",
    "packs",
)
"""Each is the module of its name beside this one, in the order in which help lists them."""


def _main(
    context: typer.Context,
    version: bool = typer.Option(False, "--version", help="Print the version and exit."),
) -> None:
    if version:
        from importlib.metadata import version as installed  # noqa: PLC0415 - only here

        say(f"adjudicator {installed('wargame-adjudicator')}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        raise typer.Exit(USAGE)


def run(arguments: Sequence[str] | None = None) -> None:
    """Run the command and exit with its code."""
    # Nearly all that a command makes stays, its own code first: to look for cycles in it again and again takes a tenth of it.
    gc.set_threshold(200_000, 20, 50)
    _open_streams()
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")  # else it looks through every installed package
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # else NumPy starts threads that nothing here has work for
    try:
        code = status(sys.argv[1:] if arguments is None else arguments)
    except Exception:  # noqa: BLE001 - what nobody foresaw must not look like a verdict
        traceback.print_exc()
        code = _complain("a fault of the program, not of your files: please report it with the lines above", FAULT)
    gc.freeze()  # the interpreter looks for cycles once more as it ends, and its memory is given back anyway
    sys.exit(code)


def status(arguments: Sequence[str]) -> int:
    """Run the command; errors go to stderr, one line each."""
    for each in arguments:
        if not each.isprintable() and any("\ud800" <= letter <= "\udfff" for letter in each):
            return _complain(f"'{each}': this name is not text in your system's encoding; rename the file", USAGE)
    try:
        named = [each for each in arguments[:1] if each in COMMANDS]
        code = program(tuple(named) or COMMANDS)(list(arguments), prog_name="adjudicator", standalone_mode=False)
        sys.stdout.flush()
    except typer.TyperException as error:
        return _complain(_usage(error), USAGE)
    except AdjudicatorError as error:
        return _complain(str(error), exit_code(error))
    except typer.Abort:
        return _complain("interrupted", INTERRUPTED)
    except (BrokenPipeError, SystemExit) as left:
        if isinstance(left, SystemExit) and not left.code:  # a shell was told how a word may go on
            return 0
        # typer leaves so when the reader of a pipe is gone
        _forget_output()
        return UNREAD
    except MemoryError:
        return _complain(
            "there is not enough memory for this; close other programs, or take fewer files at once", UNREADABLE
        )
    except RuntimeError as error:
        if "can't start new thread" not in str(error):
            raise
        return _complain(NOTHING_LEFT, UNREADABLE)
    except OSError as error:
        if error.errno in (errno.EAGAIN, errno.ENOMEM):
            return _complain(NOTHING_LEFT, UNREADABLE)
        if error.filename is not None:
            return _complain(f"{error.filename}: {error.strerror}", UNREADABLE)
        _forget_output()
        return _complain(f"the output could not be written: {error.strerror or error}", USAGE)
    if code == INTERRUPTED:
        return _complain("interrupted", INTERRUPTED)
    return code if isinstance(code, int) else 0


@cache
def program(names: tuple[str, ...] = COMMANDS) -> Callable[..., object]:
    """Some commands put together, and kept: whoever calls this module as a library may ask for many."""
    app = typer.Typer(
        name="adjudicator",
        cls=CommandGroup,
        help="Checks turns of hex wargames played by e-mail with VASSAL, by the game's numbered rules.",
        no_args_is_help=True,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,  # plain text: to import rich for boxes took as long as all else that help needs
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback(invoke_without_command=True)(_main)
    for name in names:
        module = import_module(f"{__package__}.{name}")
        if hasattr(module, "app"):
            app.add_typer(module.app, name=name)
        else:
            app.command(name, cls=getattr(module, "KIND", Command))(getattr(module, name))
    whole: Callable[..., object] = typer.main.get_command(app)
    return whole


def _open_streams() -> None:
    """Let a closed output swallow what is said, and letters that a terminal lacks be spelled out."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_WRONLY), "w", encoding="utf-8"))
        elif isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _forget_output() -> None:
    """Keep Python from complaining again, at exit, of what cannot be written."""
    with suppress(UnsupportedOperation):  # what is no file of the system's, as of a caller within this process
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def exit_code(error: AdjudicatorError) -> int:
    """What an error means to the shell: a slip of the user's hand, or input that cannot be read."""
    return USAGE if isinstance(error, NotationError | UnknownName | UsageError | WriteError) else UNREADABLE


def _usage(error: typer.TyperException) -> str:
    context = getattr(error, "ctx", None)
    command = context.command_path if context is not None else "adjudicator"
    said = " ".join(error.format_message().split())
    return f"{said.rstrip('.')}. See '{command} --help'."


def _complain(line: str, code: int) -> int:
    flat = " ".join(line.split())
    remark(f"adjudicator: {flat}")
    return code
