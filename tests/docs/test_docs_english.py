"""Plain English: riddles in docstrings, comments, guides, help and letters are counted, and may only become fewer.

A riddle is a docstring that begins with What, Whether, Who, How or Where; whose first sentence is longer than 20 words;
or text that says "he" of a person, "whoever" or "is told". docs/glossary.md explains the words of our own.
"""

from __future__ import annotations

import ast
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from pages import TOP

MOST_WORDS = 20
OPENS_AS_RIDDLE = re.compile(r"(What|Whether|Who|Whose|Whom|How|Where|Why|Until when|By which)\b")
RIDDLE = re.compile(r"\b(he|his|him|himself|whoever|is told)\b", re.IGNORECASE)
#: On pages and in letters "everybody is told" is plain enough.
NOT_YOU = re.compile(r"\b(he|his|him|himself|whoever)\b", re.IGNORECASE)
#: Package -> most riddles. Lower a bound when you have rewritten texts; never raise one.
BOUNDS = {
    "pbem/adjudicator": 0,
    "pbem/afloat": 0,
    "pbem/base": 0,
    "pbem/cabin": 0,
    "pbem/chart": 0,
    "pbem/chronicle": 0,
    "pbem/cli": 0,
    "pbem/club": 0,
    "pbem/geometry": 0,
    "pbem/lab": 0,
    "pbem/mail": 0,
    "pbem/match": 0,
    "pbem/page": 0,
    "pbem/proof": 0,
    "pbem/schema": 0,
    "pbem/strict_yaml": 0,
    "pbem/trial": 0,
    "pbem/trust": 0,
    "tests/kits": 0,
}
#: Code, commands and quotations.
QUOTED = re.compile(r"`[^`]*`|\"[^\"\n]*\"|```.*?```", re.DOTALL)


def python_files(part: str) -> list[Path]:
    return sorted((TOP / part).rglob("*.py"))


def docstrings(path: Path) -> Iterator[tuple[int, str]]:
    """Line and text of every docstring of a module."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            text = ast.get_docstring(node)
            if text:
                yield node.body[0].lineno, text


def comments(path: Path) -> Iterator[tuple[int, str]]:
    """Line and text of every comment of a module that has the words of a riddle somewhere; most have none."""
    if not RIDDLE.search(path.read_text(encoding="utf-8")):
        return
    with path.open("rb") as file:
        for token in tokenize.tokenize(file.readline):
            if token.type == tokenize.COMMENT:
                yield token.start[0], token.string


def first_sentence(text: str) -> str:
    """The first sentence of a docstring; a semicolon or a colon ends it as well."""
    return re.split(r"(?<=[.;:])\s", " ".join(text.partition("\n\n")[0].split()))[0]


def is_riddle(text: str) -> bool:
    """Tells whether a docstring is one of the kinds above."""
    long = len(first_sentence(text).split()) > MOST_WORDS
    return long or OPENS_AS_RIDDLE.match(text) is not None or RIDDLE.search(text) is not None


def riddles(part: str) -> list[str]:
    """The riddles of a package, each with its place."""
    found = []
    for path in python_files(part):
        name = path.relative_to(TOP)
        found += [f"{name}:{line}: {first_sentence(text)}" for line, text in docstrings(path) if is_riddle(text)]
        found += [f"{name}:{line}: {text}" for line, text in comments(path) if RIDDLE.search(text)]
    return found


@pytest.mark.parametrize("part", BOUNDS)
def test_a_package_has_no_more_riddles_than_its_bound(part: str) -> None:
    found = riddles(part)
    assert len(found) <= BOUNDS[part], "\n".join(found[-20:])


def test_every_package_has_a_bound() -> None:
    parts = [path.parent for path in (TOP / "pbem").glob("*/__init__.py")]
    bounded = sorted(part for part in BOUNDS if part.startswith("pbem/"))
    assert sorted(part.relative_to(TOP).as_posix() for part in parts) == bounded


def prose(path: Path) -> str:
    """A page without its code, commands and quotations."""
    return QUOTED.sub("", path.read_text(encoding="utf-8"))


PAGES = [TOP / "README.md", TOP / "sample_games/README.md", *sorted((TOP / "docs").rglob("*.md"))]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(TOP).as_posix())
def test_a_page_speaks_of_you_and_they(page: Path) -> None:
    assert [match[0] for match in NOT_YOU.finditer(prose(page))] == []


def test_letters_speak_of_you_and_they() -> None:
    from pbem.match import wording

    texts = [text for name, value in vars(wording).items() if name.isupper() for text in strings(value)]
    assert len(texts) > 80
    assert [text for text in texts if NOT_YOU.search(text) and "A moderator who helps a player" not in text] == []


def strings(value: object) -> Iterator[str]:
    """Every text in a value of the wording."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for each in value.values():
            yield from strings(each)
    elif isinstance(value, tuple):
        for each in value:
            yield from strings(each)


def test_help_speaks_of_you_and_they() -> None:
    from pbem.cli import root

    found = [f"{name}: {text}" for name, text in help_texts(root, "pbem") if NOT_YOU.search(text)]
    assert found == []


def help_texts(command: click.Command, name: str) -> Iterator[tuple[str, str]]:
    """The help of a command and of its options, and of all commands below it."""
    yield name, command.help or ""
    for param in command.params:
        if isinstance(param, click.Option):
            yield f"{name} {param.opts[0]}", param.help or ""
    if isinstance(command, click.Group):
        context = click.Context(command)
        for below in command.list_commands(context):
            found = command.get_command(context, below)
            if found is not None:
                yield from help_texts(found, f"{name} {below}")


def test_a_riddle_is_recognised() -> None:
    assert is_riddle("Whether the wind is fair.")
    assert is_riddle("Returns the letter that he wrote.")
    assert is_riddle("A word " + "very " * MOST_WORDS + "long.")
    assert not is_riddle("Returns the wind. Where it blows from is another matter.")


def test_the_glossary_explains_the_words_of_our_own() -> None:
    page = (TOP / "docs" / "glossary.md").read_text(encoding="utf-8")
    terms = {term.strip() for row in re.findall(r"^\| ([^|]+) \|", page, re.MULTILINE) for term in row.split(",")}
    needed = {"lane", "word", "open (noun)", "seal", "lock", "chain", "step", "tier", "book", "label", "seed", "round"}
    assert needed <= terms, needed - terms
    assert "(docs/glossary.md)" in (TOP / "README.md").read_text(encoding="utf-8")
