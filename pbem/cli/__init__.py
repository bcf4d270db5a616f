"""The command line: one module a command, loaded only when it is called. `main` is where errors become words.

Each command module reads options, calls one function of the package, prints what it returns. Nothing is decided here.
"""

from __future__ import annotations

import errno
import os
import sys
from importlib import import_module
from typing import Any, NoReturn

import click

from pbem import __version__
from pbem.base.errors import PbemError

#: What systems answer where nothing more can be written: the disk is full, or one's share of it.
NO_ROOM = {errno.ENOSPC, errno.EFBIG, getattr(errno, "EDQUOT", errno.ENOSPC)}
#: command -> (module, one line of help shown without loading it)
COMMANDS: dict[str, tuple[str, str]] = {
    "key": ("pbem.cli.start.key", "your keys: one that signs, one that opens, a chain for each game"),
    "sign": ("pbem.cli.workshop.sign", "sign a plain file, as ssh-keygen -Y sign does"),
    "check-signature": ("pbem.cli.workshop.check_signature", "who signed a file, and whether it holds"),
    "orders": ("pbem.cli.play.orders", "an order file: sealed into the envelope you mail"),
    "desk": ("pbem.cli.play.desk", "a page on which to click your orders together, on your map"),
    "word": ("pbem.cli.play.word", "a word to the adjudicator: wait, away, again, a new address"),
    "press": ("pbem.cli.play.press", "a letter to other players, through the adjudicator"),
    "diary": ("pbem.cli.play.diary", "notes to yourself"),
    "open": ("pbem.cli.play.open", "what is in a sealed report or envelope"),
    "verify": ("pbem.cli.check.verify", "check a public folder: signatures, hashes, chains, beacons, every die"),
    "proof": ("pbem.cli.check.proof", "a page that checks a game by itself, in anybody's browser"),
    "chronicle": (
        "pbem.cli.check.chronicle", "the campaign book: a game's whole story, with maps, dice and what was sealed",
    ),
    "map": ("pbem.cli.play.map", "the map as you may know it, as SVG, PNG or PDF"),
    "roll": ("pbem.cli.check.roll", "one roll, its proof, and the shell commands that recompute it"),
    "demo": ("pbem.cli.start.demo", "watch the first turn of a game by mail, played by bots"),
    "soak": ("pbem.cli.workshop.soak", "complete games between bots, checked after every phase"),
    "games": ("pbem.cli.start.games", "the games there are: seats, scenarios, rule cases covered, sources of the data"),
    "docs": ("pbem.cli.start.docs", "read the documentation"),
    "new": ("pbem.cli.moderate.new", "open a game and invite its players"),
    "join": ("pbem.cli.start.join", "accept an invitation; later, sign the charter"),
    "inbox": ("pbem.cli.play.inbox", "what waits for you, over all your games"),
    "send": ("pbem.cli.play.send", "mail your letters, or open them as drafts"),
    "in": ("pbem.cli.moderate.take_in", "take letters in, as the moderator; each is answered"),
    "run": ("pbem.cli.moderate.run", "adjudicate as far as answers and deadlines allow"),
    "pause": ("pbem.cli.moderate.pause", "nothing runs until the game goes on"),
    "resume": ("pbem.cli.moderate.resume", "a paused game goes on"),
    "extend": ("pbem.cli.moderate.extend", "more time for what is open"),
    "rule": ("pbem.cli.rulings.rule", "a reasoned decision, in words or on the position"),
    "rollback": ("pbem.cli.rulings.rollback", "ask all to go back to a phase that was played"),
    "agree": ("pbem.cli.play.agree", "sign that play goes back, as a player"),
    "end": ("pbem.cli.rulings.end", "end a game by ruling"),
    "out": ("pbem.cli.moderate.out", "send what waits in the outbox; send a letter again"),
    "tick": ("pbem.cli.moderate.tick", "in, run and out, for a timer"),
    "watch": ("pbem.cli.moderate.watch", "a tick whenever a letter comes, until told to end"),
    "club": ("pbem.cli.club", "many games on one mailbox: new, tick, status, index, rebuild"),
    "status": ("pbem.cli.moderate.status", "where a game stands, and whom it waits for"),
    "hand-over": ("pbem.cli.play.hand_over", "give your seat to another player, or lend it"),
    "replace": ("pbem.cli.moderate.replace", "ask somebody to play a seat whose player is silent"),
    "address": ("pbem.cli.moderate.address", "write to a player or an observer at another address"),
    "hand-over-game": ("pbem.cli.moderate.hand_over_game", "give a game to another moderator, in one sealed file"),
    "take-over": ("pbem.cli.moderate.take_over", "run a game from here on that another moderator has handed over"),
    "escrow": ("pbem.cli.moderate.escrow", "guardians: prove that you can help, pass a share on, save a game"),
    "audit": ("pbem.cli.check.audit", "the whole game again, to equal hashes"),
    "rules": ("pbem.cli.workshop.rules", "which case of the rulebook is code, where, and which tests hold it"),
    "cases": ("pbem.cli.workshop.cases", "run neutral case files against the rules"),
    "data": ("pbem.cli.workshop.data", "a game's figures, each with its source; what an edition file replaces"),
}


class LazyGroup(click.Group):
    """A group that knows its commands by name and help, and imports one when it is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command = import_module(COMMANDS[cmd_name][0]).command
        assert isinstance(command, click.Command)  # noqa: S101 - a slip of ours, never of a user
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, help_line) for name, (_, help_line) in COMMANDS.items()])

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        if args[0] not in COMMANDS and not args[0].startswith("-"):
            ctx.fail(f"no command '{args[0]}'{did_you_mean(args[0])}")
        return super().resolve_command(ctx, args)


def did_you_mean(word: str) -> str:
    """The nearest command, if one is near."""
    from difflib import get_close_matches

    near = get_close_matches(word, COMMANDS, n=1)
    return f"; did you mean {near[0]}?" if near else ""


@click.command(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110})
@click.version_option(__version__, prog_name="pbem")
def root() -> None:
    """Play-by-email adjudicator for age-of-sail wargames: signed orders, verifiable dice, sealed secrets.

    Exit codes: 0 done, 1 faults in what was given, 2 usage, 3 waiting for answers, 4 a check failed.
    """


def stand_in_for_closed() -> None:
    """A stream that whoever started us has closed is an empty one; a file opened later would get its number."""
    for number, name, mode in ((0, "stdin", "r"), (1, "stdout", "w"), (2, "stderr", "w")):
        if getattr(sys, name) is None:
            stream = open(os.devnull, mode, encoding="utf-8")  # noqa: PTH123, SIM115 - it stays open as long as we run
            if stream.fileno() != number:
                os.dup2(stream.fileno(), number)
            setattr(sys, name, stream)


def main() -> NoReturn:
    """Run a command; every fault is shown at once, and no traceback reaches a player."""
    stand_in_for_closed()
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(encoding="utf-8", errors="backslashreplace")  # type: ignore[union-attr]
    try:
        root(prog_name="pbem")
    except PbemError as error:
        for line in error.rendered():
            click.echo(line, err=True)
        sys.exit(error.exit_code)
    except OSError as error:
        full = error.errno in NO_ROOM
        name = error.filename or ("output" if full else "input")
        done = "written" if full else "used"
        click.echo(f"pbem: error: {name}: cannot be {done}: {error.strerror or error}", err=True)
        if full:
            click.echo("pbem: hint: make room there, and run the same again", err=True)
        sys.exit(1)
    except UnicodeEncodeError:  # a terminal of another charset hands them on; it may be a passphrase, so none is quoted
        click.echo("pbem: error: input: holds bytes that are not UTF-8", err=True)
        click.echo("pbem: hint: set the terminal to UTF-8 and type it anew", err=True)
        sys.exit(1)
    except RecursionError:
        click.echo("pbem: error: input: is nested too deeply", err=True)
        sys.exit(1)
    sys.exit(0)
