"""Shows the errors that end a command: to people as sentences, under --json to programs as one object."""

from __future__ import annotations

import errno
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from pbem.base.errors import Fault, PbemError
from pbem.cli import telling
from pbem.cli.telling import say, say_json

if TYPE_CHECKING:
    import click

JSON = "--json"
#: Error codes of systems when the disk, or the user's quota, is full.
NO_ROOM = {errno.ENOSPC, errno.EFBIG, getattr(errno, "EDQUOT", errno.ENOSPC)}


def wants_json(words: Sequence[str]) -> bool:
    """Tells if a command line asks for JSON; what follows `--` are names, no options."""
    return JSON in words[: words.index("--") if "--" in words else len(words)]


def as_object(faults: Sequence[Fault], word: str, code: int) -> dict[str, Any]:
    """An error as a program reads it: what sort it is, the exit code of the command, and each fault."""
    return {"error": word, "exit_code": code, "faults": [fault.as_json() for fault in faults]}


def show_lines(text: str) -> None:
    """Says a fault on standard error; a terminal breaks its sentences between words, not the file's lines."""
    for line in text.split("\n"):
        say(telling.fitted(line) if line.startswith("pbem: ") and sys.stderr.isatty() else line, err=True)


def error_object(error: PbemError) -> dict[str, Any]:
    """The same of an error of ours."""
    return as_object(error.faults, error.word, error.exit_code)


def show_error(faults: Sequence[Fault], word: str, code: int) -> int:
    """Shows what ends a command, and returns its exit code. A command that has printed its JSON already, as `verify`
    does, says there what is wrong; sentences then go to standard error."""
    if wants_json(sys.argv[1:]) and not telling.HAS_SAID_JSON:
        say_json(as_object(faults, word, code))
    else:
        for fault in faults:
            show_lines(fault.render(word))
    return code


def of_library(error: Exception) -> int:
    """Shows an error of the library of the command line; any other is raised again."""
    import click

    if isinstance(error, click.ClickException):
        return show_usage(error)
    if isinstance(error, click.Abort):
        say("Aborted!", err=True)
        return 1
    raise error


def show_usage(error: click.ClickException) -> int:
    """Says what click finds wrong with a command line, which may hold the name of a file from elsewhere."""
    if wants_json(sys.argv[1:]):
        return show_error([Fault(error.format_message())], "usage", error.exit_code)
    from io import StringIO

    words = StringIO()
    error.show(words)
    say(words.getvalue(), err=True, nl=False)
    return error.exit_code


def of_system(error: OSError) -> Fault:
    """An error of the system as a fault of ours."""
    full = error.errno in NO_ROOM
    name = str(error.filename or ("output" if full else "input"))
    hint = "make room there, and run the same again" if full else ""
    return Fault(f"cannot be {'written' if full else 'used'}: {error.strerror or error}", file=name, hint=hint)
