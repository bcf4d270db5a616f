"""The command line: one module per command, loaded only when it is called. `main` turns errors into messages.

Each command module reads options, calls one function of the package and prints the result. It decides nothing.
"""

from __future__ import annotations

import gc
import os
import sys
from typing import TYPE_CHECKING, Any, NoReturn

from pbem.cli.front_page import COMMANDS as COMMANDS
from pbem.cli.front_page import GROUPS as GROUPS
from pbem.cli.front_page import plain_help
from pbem.cli.telling import all_written, say_page

if TYPE_CHECKING:
    from pbem.cli.all_commands import root as root

#: So many objects may be made before loose ones are looked for: most commands are over by then.
MOST_LOOSE = 250_000


def __getattr__(name: str) -> Any:
    """The root of all commands, which is imported when it is asked for."""
    if name != "root":
        raise AttributeError(f"module 'pbem.cli' has no attribute '{name}'")
    from pbem.cli.all_commands import root

    return root


def stand_in_for_closed() -> None:
    """Replaces closed standard streams by empty ones, because a file opened later would get their numbers."""
    for number, name, mode in ((0, "stdin", "r"), (1, "stdout", "w"), (2, "stderr", "w")):
        if getattr(sys, name) is None:
            stream = open(os.devnull, mode, encoding="utf-8")  # noqa: PTH123, SIM115 - it stays open as long as we run
            if stream.fileno() != number:
                os.dup2(stream.fileno(), number)
            setattr(sys, name, stream)


def main() -> NoReturn:
    """Runs a command and shows all its errors; no traceback reaches a player."""
    stand_in_for_closed()
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(encoding="utf-8", errors="backslashreplace")  # type: ignore[union-attr]
    code = 0 if say_page(plain_help(sys.argv[1:])) else ended()
    gc.freeze()  # what is left at the end of a process need not be searched for loose objects
    sys.exit(code)


def program() -> NoReturn:
    """Runs a command as the whole of a process, which ends without taking its memory apart.

    What is registered first for the end of a process is called last. Where the module for that is in use already,
    somebody may have been quicker, and the process ends as usual.
    """
    code: list[object] = []
    if "atexit" not in sys.modules:
        import atexit

        atexit.register(leave, code)
    try:
        main()
    except SystemExit as end:
        code.append(end.code)
        raise


def leave(code: list[object]) -> None:
    """Ends the process at once, if a command has ended. Returns if somebody watches it: they write what they saw."""
    watched = sys.getprofile() or sys.gettrace()
    if not watched and code and isinstance(code[0], int) and all_written():  # else the usual end says what was not
        os._exit(code[0])


def ended() -> int:
    """Runs the command of the command line; its exit code."""
    from pbem.base.errors import Fault, PbemError
    from pbem.cli.declared import carried_out, easy_call
    from pbem.cli.failing import of_library, of_system, show_error

    gc.set_threshold(MOST_LOOSE)
    try:
        call = easy_call(sys.argv[1:])
        result = carried_out(call) if call else by_library()
        return result if isinstance(result, int) else 0
    except PbemError as error:
        return show_error(error.faults, error.word, error.exit_code)
    except OSError as error:
        return show_error([of_system(error)], "error", 1)
    except UnicodeEncodeError:  # from a terminal with another charset; not quoted, it may be a passphrase
        hint = "set the terminal to UTF-8 and type it anew"
        return show_error([Fault("holds bytes that are not UTF-8", file="input", hint=hint)], "error", 1)
    except RecursionError:
        return show_error([Fault("is nested too deeply", file="input")], "error", 1)
    except Exception as error:  # the library's own, or raised again
        return of_library(error)


def by_library() -> Any:
    """Runs the command line as the library reads it."""
    from pbem.cli.all_commands import root

    return root(prog_name="pbem", standalone_mode=False)
