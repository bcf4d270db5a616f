"""Writes what is taken from the program: commands.md, formats.md, order pages, order schemas, the trees of the house.

    python docs/generate.py

A test compares each with what this makes, so a command or an order cannot change behind their back.
"""

from __future__ import annotations

import ast
import inspect
import json
import sys
import textwrap
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import click

from pbem.adjudicator.orders.grammar import OrderTable
from pbem.adjudicator.titles import GAMES, load_game
from pbem.base.files import write_atomic
from pbem.base.resources import shipped
from pbem.cli import root
from pbem.schema import document, load

DOCS = Path(__file__).parent
SCHEMAS = DOCS.parent / "schemas"
PACKAGE = DOCS.parent / "pbem"
WIDTH = 118
TREES_BEGIN = "<!-- the trees are written by docs/generate.py -->\n"
TREES_END = "<!-- end of the trees -->\n"
EXIT_CODES = """Exit codes: 0 done, 1 errors in the input, 2 wrong usage, 3 waiting for answers, 4 a check failed,
5 everything matches but somebody had a choice, 6 a game needs its moderator, 7 another pbem is at work in the folder.
"""
NOTICE = "<!-- written by docs/generate.py; change the program, not this page -->\n"


def commands_page() -> str:
    """Every command with its usage, its help and its options."""
    head = [
        "# Commands", NOTICE,
        "Results go to stdout, messages to stderr. Most query commands accept `--json`.\n",
        EXIT_CODES,
    ]  # fmt: skip
    chapters = [chapter(names, command) for names, command in walk(root, ("pbem",)) if len(names) > 1]
    return "\n".join([*head, *chapters])


def walk(command: click.Command, names: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """The command and, in the order of its help, all below it."""
    yield names, command
    if isinstance(command, click.Group):
        context = click.Context(command, info_name=names[-1])
        for name in command.list_commands(context):
            below = command.get_command(context, name)
            if below is not None and not below.hidden:
                yield from walk(below, (*names, name))


def chapter(names: tuple[str, ...], command: click.Command) -> str:
    """One command; a command of a group stands one heading deeper."""
    title = " ".join(names)
    pieces = command.collect_usage_pieces(click.Context(command, info_name=names[-1]))
    lines = [f"{'#' * len(names)} {title}\n", f"`{' '.join([title, *pieces])}`\n", prose(command.help or "")]
    rows = [option_row(option) for option in options(command)]
    if rows:
        lines.append("| option | what for |\n| --- | --- |\n" + "".join(rows))
    return "\n".join(lines)


def prose(text: str) -> str:
    """Help as a page has it: what is laid out by hand stays so, the rest is one line a paragraph."""
    paragraphs = inspect.cleandoc(text).split("\n\n")
    filled = [laid_out(part) if part.startswith("\b") else " ".join(part.split()) for part in paragraphs]
    return "\n\n".join(filled) + "\n"


def laid_out(paragraph: str) -> str:
    """A paragraph that click was told not to fill."""
    return "```text\n" + paragraph.removeprefix("\b\n").rstrip("\n") + "\n```"


def options(command: click.Command) -> list[click.Option]:
    """The options a user may give."""
    return [param for param in command.params if isinstance(param, click.Option) and not param.hidden]


def option_row(option: click.Option) -> str:
    """One line of the table: spellings, value, meaning, default."""
    spelt = ", ".join([*option.opts, *option.secondary_opts])
    value = "" if option.is_flag else " " + option.make_metavar(click.Context(click.Command("pbem")))
    value = value.replace("|", "\\|")  # a bar would end the table's cell
    notes = ["may be repeated"] * option.multiple + ["required"] * option.required
    if isinstance(option.default, str | int) and option.default != "" and not option.is_flag:
        notes.append(f"default {option.default}")
    meaning = (option.help or "").rstrip(".") + (f" ({', '.join(notes)})" if notes else "")
    return f"| `{spelt}{value}` | {meaning} |\n"


def formats_page() -> str:
    """Every schema as a chapter, in the order of their names."""
    names = sorted(path.name.removesuffix(".schema.json") for path in shipped("schemas").glob("*.schema.json"))
    head = [
        "# File formats", NOTICE,
        "This page lists every file, field by field. Files that people write are",
        "[strict YAML](protocol.md#21-strict-yaml): every value is text unless the field says otherwise.\n",
    ]  # fmt: skip
    return "\n".join([*head, *(format_chapter(name) for name in names)])


def format_chapter(name: str) -> str:
    """One schema, its headings a step deeper than on a page of its own."""
    title, _, body = document(load(name)).partition("\n")
    deeper, fenced = [], False
    for line in body.split("\n"):
        fenced ^= line.startswith("```")
        deeper.append(f"#{line}" if line.startswith("#") and not fenced else line)
    return "\n".join([f"## {name}: {title.removeprefix('# ')}", *deeper])


def orders_page(game: str) -> str:
    """The order file of a title, section by section."""
    title, _, body = load_game(game).orders_guide().partition("\n")
    return f"{title}\n{NOTICE}{body}"


def manual_page() -> str:
    """The page for `man pbem`."""
    sys.path.insert(0, str(DOCS))
    from man_page import man_page

    return man_page((command, names) for names, command in walk(root, ("pbem",)) if len(names) > 1)


def order_schema(table: OrderTable[Any, Any, Any]) -> str:
    """The JSON Schema of a title's order files, from the title's table."""
    return json.dumps(table.schema(), ensure_ascii=False, indent=1) + "\n"


def architecture_page() -> str:
    """The page as it is, with the trees of the house drawn anew."""
    page = (DOCS / "architecture.md").read_text(encoding="utf-8")
    before, _, rest = page.partition(TREES_BEGIN)
    return f"{before}{TREES_BEGIN}{trees()}{TREES_END}{rest.partition(TREES_END)[2]}"


def trees() -> str:
    """A tree for each large package and for each title: its folders, what each is for, and its modules."""
    roots = ["match", "trust", "adjudicator", *(f"adjudicator/{game}" for game in GAMES)]
    return "".join(f"\n```text\n{tree(PACKAGE / root)}\n```\n" for root in roots) + "\n"


def tree(folder: Path) -> str:
    """A folder's modules, then each folder in it with its purpose and its modules; titles have trees of their own."""
    below = sorted(path for path in folder.iterdir() if (path / "__init__.py").is_file() and path.name not in GAMES)
    lines = [f"pbem/{folder.relative_to(PACKAGE).as_posix()}: {purpose(folder)}", *filled(modules(folder), "  ")]
    for each in below:
        lines += [f"  {each.name}/: {purpose(each)}", *filled(modules(each), "    ")]
        lines += [f"    {inner.name}/: {purpose(inner)}" for inner in sorted(each.iterdir())
                  if (inner / "__init__.py").is_file()]  # fmt: skip
    return "\n".join(lines)


def modules(folder: Path) -> str:
    """The names of a folder's modules."""
    return ", ".join(sorted(path.stem for path in folder.glob("*.py") if path.stem != "__init__"))


def filled(names: str, indent: str) -> list[str]:
    """A list of names as lines of the page."""
    return textwrap.wrap(names, WIDTH, initial_indent=indent, subsequent_indent=indent) if names else []


def purpose(folder: Path) -> str:
    """The first line of a package's docstring, as lines of the page where it is long."""
    text = ast.get_docstring(ast.parse((folder / "__init__.py").read_text(encoding="utf-8"))) or ""
    return text.split("\n")[0].removesuffix(".")


#: page -> what writes it
PAGES: dict[str, Callable[[], str]] = {
    "architecture.md": architecture_page, "commands.md": commands_page, "formats.md": formats_page,
    "pbem.1": manual_page,
    **{f"orders-{game}.md": partial(orders_page, game) for game in GAMES},
}  # fmt: skip


def main() -> None:
    """Write every schema and every page."""
    for table in (load_game(game).order_table() for game in GAMES):
        write_atomic(SCHEMAS / f"{table.schema_name}.schema.json", order_schema(table).encode("utf-8"), shared=True)
    for name, make in PAGES.items():
        write_atomic(DOCS / name, make().encode("utf-8"), shared=True)


if __name__ == "__main__":
    main()
