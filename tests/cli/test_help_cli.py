"""`pbem --help` lists every command once, in short groups, and group helps are not cut off."""

from __future__ import annotations

from importlib import import_module

import click
import pytest
from click.testing import CliRunner

from pbem.cli import COMMANDS, GROUPS, root

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
        assert isinstance(import_module(module).command, click.Command)


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
