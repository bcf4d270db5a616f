"""The generated pages are up to date, and every command, option and dependency has its words."""

from __future__ import annotations

import importlib.util
import re
import tomllib
from types import ModuleType

import click
import pytest
from pages import TOP


def generator() -> ModuleType:
    """docs/generate.py, which stands outside the package."""
    spec = importlib.util.spec_from_file_location("docs_generate", TOP / "docs" / "generate.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


GENERATOR = generator()
COMMANDS: dict[str, click.Command] = {
    " ".join(names): command for names, command in GENERATOR.walk(GENERATOR.root, ("pbem",))
}


@pytest.mark.parametrize("name", ["architecture.md", "commands.md", "formats.md", "pbem.1"])
def test_the_generated_page_is_up_to_date(name: str) -> None:
    page = (TOP / "docs" / name).read_text(encoding="utf-8")
    assert page == GENERATOR.PAGES[name](), "run `python docs/generate.py`"


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_has_help_and_stands_in_the_reference(name: str) -> None:
    assert (COMMANDS[name].help or "").strip()
    if name != "pbem":
        assert f" {name}\n" in (TOP / "docs" / "commands.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_of_a_command_has_help(name: str) -> None:
    assert [option.name for option in GENERATOR.options(COMMANDS[name]) if not option.help] == []


def test_the_line_of_help_in_the_list_is_there_without_loading_the_command() -> None:
    from pbem import cli

    assert [name for name, (_, line) in cli.COMMANDS.items() if not line or line.endswith(".")] == []


def test_help_names_every_schema() -> None:
    page = (TOP / "docs" / "formats.md").read_text(encoding="utf-8")
    schemas = [path.name.removesuffix(".schema.json") for path in (TOP / "schemas").glob("*.schema.json")]
    assert schemas
    assert [name for name in schemas if not re.search(rf"^## .*\b{name}\b", page, re.MULTILINE)] == []


def test_every_dependency_is_argued_and_no_other() -> None:
    project = tomllib.loads((TOP / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    wanted = [*project["dependencies"], *(line for group in extras.values() for line in group)]
    declared = {re.split(r"[<>=~!]", line)[0] for line in wanted if not line.startswith("pbem[")}
    page = (TOP / "docs" / "decisions" / "dependencies.md").read_text(encoding="utf-8")
    argued = re.findall(r"^\| (\S+) \| .+\. \|$|^\| (\S+) \| .+ \|$", page, re.MULTILINE)
    names = {first or second for first, second in argued} - {"package", "---"}
    assert names - {"atheris"} == declared
