"""Commands that people wait for, declared without the library of the command line.

The library takes a sixth of the time of such a command, and all that it brings with it. A command declared here names
what it takes in the own words of the library. Easy words, options and operands exactly as declared, are read here.
Everything else is left to it: help, completion, mistakes, joined options, values that have to be converted.
"""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pbem.base.asking import ask_with
from pbem.base.files import reading_once
from pbem.base.records import dataclass, field
from pbem.cli.front_page import COMMANDS
from pbem.cli.passphrase import ask
from pbem.cli.telling import say

if TYPE_CHECKING:
    import click

Function = Callable[..., Any]
#: The type of an operand or option that names a file or folder.
PATH = Path
#: Attributes of what is easy to read: a word as it stands, a path, or that it was named at all.
EASY = frozenset({"metavar", "help", "type", "is_flag", "default", "nargs", "required"})
#: In a word on Windows the library makes more of these: names of files, a home, a variable.
MEANS_MORE = frozenset("*?[~$%") if os.name == "nt" else frozenset()
#: A shell that asks for completions sets this.
COMPLETING = "_PBEM_COMPLETE"


@dataclass(frozen=True, slots=True)
class Taken:
    """An operand or an option: its words and attributes as the library takes them."""

    kind: str
    words: tuple[str, ...]
    attributes: dict[str, Any]

    @property
    def name(self) -> str:
        """The parameter of the function that gets it."""
        plain = [word for word in self.words if not word.startswith("-")]
        long = (word for word in self.words if word.startswith("--"))
        return plain[0] if plain else next(long).partition("/")[0][2:].replace("-", "_")

    @property
    def is_easy(self) -> bool:
        """Tells if its value is a word as it stands, or a path, or that it was named."""
        return self.attributes.get("type") in (None, PATH) and self.attributes.keys() <= EASY

    @property
    def default(self) -> Any:
        """The value where it is not given."""
        many = self.attributes.get("nargs") == -1
        return self.attributes.get("default", () if many else False if self.attributes.get("is_flag") else None)

    def value(self, word: str) -> Any:
        """The value of a word."""
        return Path(word) if self.attributes.get("type") is PATH else word

    def for_library(self) -> Function:
        """The library's decorator."""
        import click

        is_path = self.attributes.get("type") is PATH
        given = {**self.attributes, "type": click.Path(path_type=Path)} if is_path else self.attributes
        decorate: Function = getattr(click, self.kind)(*self.words, **given)
        return decorate


@dataclass(slots=True)
class Command:
    """A command of a name, with its function and what it takes."""

    name: str
    function: Function
    takes: list[Taken] = field(default_factory=list)

    def easily(self, words: Sequence[str]) -> Callable[[], Any] | None:
        """The call that these words ask for, if they are easy."""
        values = self.values(words)
        return None if values is None else lambda: self.function(**values)

    def values(self, words: Sequence[str]) -> dict[str, Any] | None:
        """The values that easy words give to the function."""
        options = {word: one for one in self.takes if one.kind == "option" for word in one.words if word[0] == "-"}
        found: dict[str, Any] = {}
        operands: list[str] = []
        left = iter(words)
        for word in left:
            if not word.startswith("-"):
                operands.append(word)
                continue
            one = options.get(word)
            if one is None or not one.is_easy or one.name in found:
                return None
            if one.attributes.get("is_flag"):
                found[one.name] = True
                continue
            value = next(left, "")
            if value.startswith("-") or not value:
                return None
            found[one.name] = one.value(value)
        if MEANS_MORE & set("".join(words)) or not self.allotted(operands, found):
            return None
        return {one.name: found.get(one.name, one.default) for one in self.takes}

    def allotted(self, words: list[str], found: dict[str, Any]) -> bool:
        """Gives each operand its word, and the last all others if it takes any number; tells if that works out."""
        operands = [one for one in self.takes if one.kind == "argument"]
        many = bool(operands) and operands[-1].attributes.get("nargs") == -1
        single = operands[:-1] if many else operands
        right = len(words) >= len(single) if many else len(words) == len(single)
        if not right or not all(words) or not all(one.is_easy for one in operands):
            return False
        found |= {one.name: one.value(word) for one, word in zip(single, words, strict=False)}
        if many:
            found[operands[-1].name] = tuple(map(operands[-1].value, words[len(single) :]))
        return not any(one.attributes.get("required") and one.name not in found for one in self.takes)

    def built(self) -> click.Command:
        """The library's command."""
        import click

        made = self.function
        for one in reversed(self.takes):
            made = one.for_library()(made)
        return click.command(name=self.name)(made)


class Group:
    """A command with commands of its own."""

    def __init__(self, name: str, about: str) -> None:
        self.name, self.about = name, about
        self.commands: dict[str, Command] = {}

    def command(self, name: str) -> Callable[[Function], Command]:
        """Makes a function a command of this group."""

        def declared(function: Function) -> Command:
            self.commands[name] = command(name)(function)
            return self.commands[name]

        return declared

    def easily(self, words: Sequence[str]) -> Callable[[], Any] | None:
        """The call that these words ask for, if they are easy."""
        return self.commands[words[0]].easily(words[1:]) if words and words[0] in self.commands else None

    def built(self) -> click.Command:
        """The library's group."""
        from pbem.cli.groups import WholeHelp

        return WholeHelp(self.name, {name: one.built() for name, one in self.commands.items()}, help=self.about)


def command(name: str) -> Callable[[Function], Command]:
    """Makes a function a command; what it takes stands between this and the function."""

    def declared(function: Function) -> Command:
        return Command(name, function, list(function.__dict__.pop("takes", ())))

    return declared


def argument(*words: str, **attributes: Any) -> Callable[[Function], Function]:
    """Declares an operand of the function below."""
    return taking(Taken("argument", words, attributes))


def option(*words: str, **attributes: Any) -> Callable[[Function], Function]:
    """Declares an option of the function below."""
    return taking(Taken("option", words, attributes))


def taking(one: Taken) -> Callable[[Function], Function]:
    """Notes down what a function takes, the uppermost first."""

    def noted(function: Function) -> Function:
        function.__dict__["takes"] = [one, *function.__dict__.get("takes", ())]
        return function

    return noted


def easy_call(words: Sequence[str]) -> Callable[[], Any] | None:
    """The call that a command line asks for, if the command is declared here and its words are easy."""
    if not words or words[0] not in COMMANDS or COMPLETING in os.environ:
        return None
    found = import_module(COMMANDS[words[0]][0]).command
    return found.easily(words[1:]) if isinstance(found, Command | Group) else None


def carried_out(call: Callable[[], Any]) -> Any:
    """Makes the call as the library does: an interrupted command was aborted, a closed pipe ends it quietly."""
    ask_with(ask)
    try:
        with reading_once():
            return call()
    except (EOFError, KeyboardInterrupt) as error:
        import click

        say(err=True)
        raise click.Abort from error
    except OSError as error:
        if error.errno != errno.EPIPE:
            raise
        nothing = os.open(os.devnull, os.O_WRONLY)
        for stream in (sys.stdout, sys.stderr):  # what is still to be written goes nowhere
            os.dup2(nothing, stream.fileno())
        sys.exit(1)
