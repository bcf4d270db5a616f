"""The command line: one module per command, loaded only when it is called. `main` turns errors into messages.

Each command module reads options, calls one function of the package and prints the result. It decides nothing.
"""

from __future__ import annotations

import errno
import os
import sys
from importlib import import_module
from typing import Any, NoReturn

import click

from pbem import __version__
from pbem.base.asking import ask_with
from pbem.base.errors import Fault, PbemError
from pbem.base.files import reading_once
from pbem.cli.passphrase import ask
from pbem.cli.telling import say

#: Error codes of systems when the disk, or the user's quota, is full.
NO_ROOM = {errno.ENOSPC, errno.EFBIG, getattr(errno, "EDQUOT", errno.ENOSPC)}
#: heading of the help -> its commands -> (module, one line of help shown without loading it)
GROUPS: dict[str, dict[str, tuple[str, str]]] = {
    "Start here": {
        "demo": ("pbem.cli.start.demo", "Watch the first turn of a game by mail, played by bots"),
        "games": ("pbem.cli.start.games", "List the games you can play"),
        "docs": ("pbem.cli.start.docs", "Read the documentation"),
        "key": ("pbem.cli.start.key", "Make or show your keys"),
        "join": ("pbem.cli.start.join", "Accept an invitation; later, sign the charter"),
    },
    "Play": {
        "sync": ("pbem.cli.play.sync", "Fetch and open your letters, send what is sealed"),
        "inbox": ("pbem.cli.play.inbox", "List what waits for you in all your games"),
        "open": ("pbem.cli.play.open", "Read a letter: check it and show your report"),
        "orders": ("pbem.cli.play.orders", "Write, check and seal your orders"),
        "desk": ("pbem.cli.play.desk", "Make a page on which you click your orders together"),
        "send": ("pbem.cli.play.send", "Mail your letters, or open them as drafts"),
        "word": ("pbem.cli.play.word", "Say: wait, I am away, send that again, new address"),
        "press": ("pbem.cli.play.press", "Write to other players through the moderator"),
        "diary": ("pbem.cli.play.diary", "Keep notes to yourself"),
        "map": ("pbem.cli.play.map", "Draw the map as SVG, PNG or PDF"),
        "agree": ("pbem.cli.play.agree", "Agree to go back to an earlier phase"),
        "hand-over": ("pbem.cli.play.hand_over", "Give or lend your seat to another player"),
    },
    "Moderate": {
        "new": ("pbem.cli.moderate.new", "Open a game and invite its players"),
        "tick": ("pbem.cli.moderate.tick", "Take letters in, play what is due, send results"),
        "watch": ("pbem.cli.moderate.watch", "Do what tick does whenever a letter comes"),
        "status": ("pbem.cli.moderate.status", "Show where a game stands and whom it waits for"),
        "in": ("pbem.cli.moderate.take_in", "Take letters in and answer them"),
        "run": ("pbem.cli.moderate.run", "Play as far as orders and deadlines allow"),
        "out": ("pbem.cli.moderate.out", "Send the letters in the outbox"),
        "replace": ("pbem.cli.moderate.replace", "Ask somebody else to play a seat"),
        "address": ("pbem.cli.moderate.address", "Change the address of a player or an observer"),
        "hand-over-game": ("pbem.cli.moderate.hand_over_game", "Give a game to another moderator"),
        "take-over": ("pbem.cli.moderate.take_over", "Run a game that another moderator gives you"),
        "escrow": ("pbem.cli.moderate.escrow", "Help to save a game as its guardian"),
    },
    "Rulings": {
        "pause": ("pbem.cli.rulings.pause", "Stop the clock of a game"),
        "resume": ("pbem.cli.rulings.resume", "Let a paused game go on"),
        "extend": ("pbem.cli.rulings.extend", "Give more time"),
        "rule": ("pbem.cli.rulings.rule", "Decide something in words, or correct the position"),
        "rollback": ("pbem.cli.rulings.rollback", "Ask all players to go back to an earlier phase"),
        "end": ("pbem.cli.rulings.end", "End a game"),
    },
    "Club": {
        "club": ("pbem.cli.club", "Run many games on one mailbox"),
    },
    "Check and tell": {
        "verify": ("pbem.cli.check.verify", "Check signatures, hashes and dice of a game"),
        "audit": ("pbem.cli.check.audit", "Play a finished game again and compare everything"),
        "roll": ("pbem.cli.check.roll", "Explain one roll and how to recompute it"),
        "proof": ("pbem.cli.check.proof", "Make a page that checks a game in any browser"),
        "chronicle": ("pbem.cli.check.chronicle", "Write the campaign book of a game"),
    },
    "Workshop": {
        "soak": ("pbem.cli.workshop.soak", "Play many games between bots and check them"),
        "lab": ("pbem.cli.workshop.lab", "Soak, audit and count balance on many cores"),
        "rules": ("pbem.cli.workshop.rules", "List which rules of a game are coded and tested"),
        "cases": ("pbem.cli.workshop.cases", "Test the rules with case files"),
        "data": ("pbem.cli.workshop.data", "List the figures of a game and their sources"),
        "edition": ("pbem.cli.workshop.edition", "Fill in the figures of your own printed game"),
        "sign": ("pbem.cli.workshop.sign", "Sign a plain file, as ssh-keygen -Y sign does"),
        "check-signature": ("pbem.cli.workshop.check_signature", "Say who signed a file, and check it"),
        "envelope": ("pbem.cli.workshop.envelope", "Seal orders without a game folder"),
    },
}
#: command -> (module, one line of help), in the order of the help
COMMANDS: dict[str, tuple[str, str]] = {name: row for group in GROUPS.values() for name, row in group.items()}


class LazyGroup(click.Group):
    """A group that knows its commands by name and help, and imports a command only when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command = import_module(COMMANDS[cmd_name][0]).command
        assert isinstance(command, click.Command)  # noqa: S101 - a slip of ours, never of a user
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        width = max(map(len, COMMANDS))
        for heading, commands in GROUPS.items():
            with formatter.section(heading):
                formatter.write_dl([(name.ljust(width), line) for name, (_, line) in commands.items()])

    def invoke(self, ctx: click.Context) -> Any:
        with reading_once():
            return super().invoke(ctx)

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        if args[0] not in COMMANDS and not args[0].startswith("-"):
            ctx.fail(f"no command '{args[0]}'{did_you_mean(args[0])}")
        return super().resolve_command(ctx, args)


def did_you_mean(word: str) -> str:
    """Names the most similar command, if there is one."""
    from difflib import get_close_matches

    near = get_close_matches(word, COMMANDS, n=1)
    return f"; did you mean {near[0]}?" if near else ""


@click.command(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110})
@click.version_option(__version__, prog_name="pbem")
def root() -> None:
    """Play age-of-sail wargames by e-mail: signed orders, dice that anybody can check, sealed secrets.

    `pbem COMMAND --help` explains a command. Exit codes: 0 done, 1 errors in the input, 2 wrong usage, 3 waiting for
    answers, 4 a check failed, 5 everything matches but somebody had a choice, 6 a game needs its moderator, 7 another
    pbem is at work in the folder.
    """
    ask_with(ask)


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
    from pbem.cli.failing import show_error, show_usage

    stand_in_for_closed()
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(encoding="utf-8", errors="backslashreplace")  # type: ignore[union-attr]
    try:
        ended = root(prog_name="pbem", standalone_mode=False)
        code = ended if isinstance(ended, int) else 0
    except click.ClickException as error:
        code = show_usage(error)
    except click.Abort:
        say("Aborted!", err=True)
        code = 1
    except PbemError as error:
        code = show_error(error.faults, error.word, error.exit_code)
    except OSError as error:
        code = show_error([of_system(error)], "error", 1)
    except UnicodeEncodeError:  # from a terminal with another charset; not quoted, it may be a passphrase
        hint = "set the terminal to UTF-8 and type it anew"
        code = show_error([Fault("holds bytes that are not UTF-8", file="input", hint=hint)], "error", 1)
    except RecursionError:
        code = show_error([Fault("is nested too deeply", file="input")], "error", 1)
    sys.exit(code)


def of_system(error: OSError) -> Fault:
    """An error of the system as a fault of ours."""
    full = error.errno in NO_ROOM
    name = str(error.filename or ("output" if full else "input"))
    hint = "make room there, and run the same again" if full else ""
    return Fault(f"cannot be {'written' if full else 'used'}: {error.strerror or error}", file=name, hint=hint)
