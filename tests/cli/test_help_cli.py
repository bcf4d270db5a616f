"""`pbem --help` lists every command once, in short groups, and group helps are not cut off."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib import import_module

import click
import pytest
from click.testing import CliRunner

from pbem.cli import COMMANDS, GROUPS, front_page, root
from pbem.cli.declared import Command, Group

MOST_LINES = 12
FOLDERS = {"Start here": "start", "Play": "play", "Moderate": "moderate", "Rulings": "rulings", "Club": "club",
           "Check and tell": "check", "Workshop": "workshop"}  # fmt: skip


def help_of(*words: str, columns: int = 80) -> str:
    return CliRunner().invoke(root, [*words, "--help"], terminal_width=columns).output


def test_the_groups_have_their_headings_and_at_most_a_dozen_lines_each() -> None:
    assert list(GROUPS) == list(FOLDERS)
    assert {heading: len(commands) for heading, commands in GROUPS.items() if len(commands) > MOST_LINES} == {}
    assert sum(map(len, GROUPS.values())) == len(COMMANDS)


def test_the_help_prints_each_command_on_one_line_of_80_columns_below_its_heading() -> None:
    shown = help_of()
    places = [shown.index(f"\n{heading}:\n") for heading in GROUPS]
    assert places == sorted(places)
    lines = shown.splitlines()
    assert [name for name, (_, line) in COMMANDS.items() if f"  {name.ljust(15)}  {line}" not in lines] == []
    assert max(map(len, lines)) <= 80


@pytest.mark.parametrize("heading", GROUPS)
def test_a_command_lies_in_the_folder_of_its_group(heading: str) -> None:
    for module, _ in GROUPS[heading].values():
        assert module.split(".")[2] == FOLDERS[heading]
        assert isinstance(import_module(module).command, click.Command | Command | Group)


@pytest.mark.parametrize("group", ["key", "orders", "word", "club", "escrow"])
def test_the_help_of_a_group_is_not_cut_off(group: str) -> None:
    command = root.get_command(click.Context(root), group)
    assert isinstance(command, click.Group)
    shown = " ".join(help_of(group).split())
    assert "..." not in shown.partition("Commands:")[2].replace("DIR/games/NAME ...", "")
    for name, below in command.commands.items():
        sentence = " ".join((below.help or "").partition("\n\n")[0].split()).partition(". ")[0].rstrip(".")
        assert f"{name} {sentence}" in shown


def test_seal_shows_a_players_options_and_keeps_the_moved_ones_working() -> None:
    shown = help_of("orders", "seal")
    assert "--anyway" in shown
    assert "--one-time" not in shown
    assert "--one-time" in help_of("envelope")


@pytest.mark.parametrize("columns", range(80, 125))
def test_the_quick_page_is_the_librarys_own_to_the_byte(columns: int) -> None:
    told = root.make_context("pbem", [], resilient_parsing=True, terminal_width=None, max_content_width=110)
    told.terminal_width = min(columns, 110) - 2
    assert front_page.page(columns) == root.get_help(told) + "\n"


@pytest.mark.parametrize("words", [["--help"], ["-h"]])
def test_the_quick_page_is_shown_without_the_library_and_a_narrow_one_with_it(words: list[str]) -> None:
    script = ("import sys; sys.argv[:1] = ['pbem']\nfrom pbem.cli import main\ntry: main()\n"
              "except SystemExit: sys.exit('click' in sys.modules)")  # fmt: skip
    for columns, by_library in (("100", 0), ("60", 1)):
        environment = {**os.environ, "COLUMNS": columns}
        done = subprocess.run([sys.executable, "-c", script, *words], env=environment, capture_output=True, check=False)
        assert (done.returncode, done.stdout[:12]) == (by_library, b"Usage: pbem ")


def test_other_words_beside_help_are_the_librarys() -> None:
    assert front_page.plain_help(["--help"])
    others: tuple[list[str], ...] = ([], ["open", "--help"], ["--version"], ["--help", "x"])
    assert [front_page.plain_help(words) for words in others] == [""] * 4
