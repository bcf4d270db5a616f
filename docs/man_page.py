"""Writes the manual page pbem.1 from the commands' own help, for `man pbem`."""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Iterator

import click

HEAD = '.\\" written by docs/generate.py; change the program, not this page'


def man_page(commands: Iterable[tuple[click.Command, tuple[str, ...]]]) -> str:
    """Make the page: name, use, each command with its options, exit codes."""
    lines = [HEAD, ".TH PBEM 1", ".SH NAME", "pbem \\- adjudicate wargames played by e-mail", ".SH SYNOPSIS",
             ".B pbem", ".I COMMAND [OPTIONS] [ARGUMENTS]", ".SH COMMANDS"]  # fmt: skip
    for command, names in commands:
        lines += section(command, names)
    lines += [".SH EXIT STATUS", *exit_codes(), ".SH SEE ALSO", "\\fBpbem docs\\fR lists the documentation."]
    return "\n".join(lines) + "\n"


def section(command: click.Command, names: tuple[str, ...]) -> Iterator[str]:
    """Write one command with its use, its help and its options."""
    use = " ".join([*names, *command.collect_usage_pieces(click.Context(command, info_name=names[-1]))])
    yield f".SS {escaped(use)}"
    for number, paragraph in enumerate(inspect.cleandoc(command.help or "").split("\n\n")):
        if number:
            yield ".PP"
        if paragraph.startswith("\b"):
            yield from [".nf", escaped(paragraph.removeprefix("\b\n")), ".fi"]
        else:
            yield escaped(" ".join(paragraph.split()))
    for param in command.params:
        if isinstance(param, click.Option) and not param.hidden:
            value = "" if param.is_flag else " " + param.make_metavar(click.Context(click.Command("pbem")))
            spelt = ", ".join([*param.opts, *param.secondary_opts]) + value
            yield from [".TP", f"\\fB{escaped(spelt)}\\fR", escaped(param.help or "")]


def exit_codes() -> Iterator[str]:
    """Write what each exit code means."""
    meanings = {
        0: "done", 1: "faults in what was given", 2: "wrong usage", 3: "waiting for answers", 4: "a check failed",
        5: "everything matches, but somebody had a choice that the report lists", 6: "a game needs its moderator",
        7: "another pbem is at work in the folder",
    }  # fmt: skip
    for code, meaning in meanings.items():
        yield from [".TP", f"\\fB{code}\\fR", meaning]


def escaped(text: str) -> str:
    """Guard what roff would read as its own: backslashes, hyphens, and dots or quotes at the start of a line."""
    guarded = text.replace("\\", "\\e").replace("-", "\\-")
    return "\n".join(f"\\&{line}" if line.startswith((".", "'")) else line for line in guarded.split("\n"))
