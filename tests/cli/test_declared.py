"""Commands read without the library: the same values as the library's, or left to it."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import click
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.cli import declared, ended
from pbem.cli.all_commands import root
from pbem.cli.declared import Command, Group, easy_call
from pbem.cli.front_page import COMMANDS

MODULES = {name: import_module(module).command for name, (module, _) in COMMANDS.items()}
DECLARED: dict[str, Command] = {
    name: one for name, found in MODULES.items() if isinstance(found, Command) for one in [found]
} | {f"{name} {below}": one for name, found in MODULES.items() if isinstance(found, Group)
     for below, one in found.commands.items()}  # fmt: skip
#: Words as people type them, easy and not.
ODD = ["a", "a folder", "x.yaml", "", "-", "--", "-h", "--json=1", "--js", "--dir", "--now", "-x", "--no-send"]


def by_library(command: click.Command, words: list[str]) -> dict[str, Any] | None:
    """The values that the library gives to a function; none where it refuses or shows something."""
    try:
        return command.make_context("pbem", list(words)).params
    except (click.ClickException, click.exceptions.Exit):
        return None


@pytest.mark.parametrize("name", DECLARED)
@settings(max_examples=150, deadline=None)
@given(data=st.data())
def test_easy_words_give_what_the_library_gives(name: str, data: st.DataObject) -> None:
    command = DECLARED[name]
    own = [word for one in command.takes if one.kind == "option" for word in one.words if word.startswith("-")]
    words = data.draw(st.lists(st.sampled_from([*own, *ODD]), max_size=5))
    values = command.values(words)
    if values is not None:
        assert values == by_library(command.built(), words)


@pytest.mark.parametrize(("line", "names"), [
    ("status game", "folder"), ("status game --json --now 2026-11-02T20:00:00Z", "folder as_json now"),
    ("inbox", ""), ("inbox a b --all", "folders everything"), ("orders check a.yaml --dir x", "file folder"),
    ("open letter.eml --dir x", "file folder"), ("run game --dry-run", "folder dry_run"),
])  # fmt: skip
def test_the_lines_that_people_type_are_easy(line: str, names: str) -> None:
    words = line.split()
    known = " ".join(words[:2]) if words[0] == "orders" else words[0]
    values = DECLARED[known].values(words[len(known.split()) :])
    assert values is not None
    assert {name for name, value in values.items() if value not in (None, False, (), "")} == set(names.split())


@pytest.mark.parametrize("line", [
    "status", "status a b", "status --json", "status a --jsn", "status a --now", "status a --now --json", "status -h",
    "status a --json --json", "status a --now=x", "status -- a", "orders", "orders chek a", "run a --beacon -",
    "orders seal a --send", "orders seal a --round 3", "nothing", "",
])  # fmt: skip
def test_all_else_is_left_to_the_library(line: str) -> None:
    assert easy_call(line.split()) is None


def test_completion_is_left_to_the_library(monkeypatch: pytest.MonkeyPatch) -> None:
    assert easy_call(["status", "game"]) is not None
    monkeypatch.setenv("_PBEM_COMPLETE", "bash_source")
    assert easy_call(["status", "game"]) is None


def test_on_windows_words_that_mean_more_are_left_to_the_library(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(declared, "MEANS_MORE", frozenset("*?[~$%"))
    assert easy_call(["status", "~/game"]) is None


@pytest.mark.parametrize("name", DECLARED)
def test_the_library_has_the_same_command(name: str) -> None:
    found: Any = root
    for word in name.split():
        found = found.get_command(click.Context(found), word)
    assert found.name == DECLARED[name].name
    assert {one.name for one in found.params} == {one.name for one in DECLARED[name].takes}
    assert found.help


@pytest.mark.parametrize(("error", "code", "said"), [(KeyboardInterrupt, 1, "Aborted!"), (EOFError, 1, "Aborted!")])
def test_an_interrupted_command_was_aborted(
    error: type[BaseException], code: int, said: str, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    def broken(*_: Any) -> None:
        raise error

    monkeypatch.setattr(sys, "argv", ["pbem", "status", "game"])
    monkeypatch.setattr("pbem.cli.declared.easy_call", lambda words: broken)
    assert ended() == code
    assert said in capsys.readouterr().err


def script(line: str, then: str = "") -> list[str]:
    """A process that runs a command line and then looks at itself."""
    words = ["pbem", *line.split()]
    return [sys.executable, "-c", f"import sys; sys.argv = {words}\nfrom pbem.cli import ended\nended()\n{then}"]


def test_a_quick_command_imports_neither_the_library_nor_pythons_parser(tmp_path: Path) -> None:
    look = "print([name for name in ('click', 'inspect', 'dataclasses', 'ast', 'jinja2') if name in sys.modules])"
    environment = {**os.environ, "PBEM_HOME": str(tmp_path)}
    for line in ("inbox", f"status {tmp_path}", f"orders check {tmp_path / 'x.yaml'}"):
        done = subprocess.run(script(line, look), check=True, capture_output=True, text=True, env=environment)
        assert done.stdout.splitlines()[-1] == "[]", line


@pytest.mark.skipif(os.name == "nt", reason="pipes end otherwise there")
def test_a_closed_pipe_ends_a_command_quietly(tmp_path: Path) -> None:
    code = ("import sys\nfrom pbem.cli.declared import carried_out\nfrom pbem.cli.telling import say\n"
            "carried_out(lambda: [say('line' * 99) for _ in range(9999)])")  # fmt: skip
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.read(10)
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 1
