"""Command groups that show the whole first sentence of each command's help."""

from __future__ import annotations

import inspect

import click


class WholeHelp(click.Group):
    """A group whose list of commands is not cut off at the width of the terminal."""

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        commands = [(name, self.get_command(ctx, name)) for name in self.list_commands(ctx)]
        rows = [(name, first_sentence(command)) for name, command in commands if command and not command.hidden]
        with formatter.section("Commands"):
            formatter.write_dl(rows)


def first_sentence(command: click.Command) -> str:
    """Returns the first sentence of a command's help, without its full stop."""
    paragraph = " ".join(inspect.cleandoc(command.help or "").partition("\n\n")[0].split())
    return paragraph.partition(". ")[0].rstrip(".")
