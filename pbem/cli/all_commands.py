"""The root of the command line: it knows all commands by their names, and imports one only when it is called."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import click

from pbem import __version__
from pbem.base.asking import ask_with
from pbem.base.files import reading_once
from pbem.cli.declared import Command, Group
from pbem.cli.front_page import ABOUT, COMMANDS, GROUPS, WIDEST
from pbem.cli.passphrase import ask


class LazyGroup(click.Group):
    """A group that knows its commands by name and help, and imports a command only when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command = import_module(COMMANDS[cmd_name][0]).command
        if isinstance(command, Command | Group):
            command = command.built()
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


NAMES = {"help_option_names": ["-h", "--help"], "max_content_width": WIDEST}


@click.command(cls=LazyGroup, help="\n\n".join(ABOUT), context_settings=NAMES)
@click.version_option(__version__, prog_name="pbem")
def root() -> None:
    """Asks for a passphrase, if a command needs one, on the terminal."""
    ask_with(ask)
