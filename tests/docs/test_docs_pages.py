"""README and docs are true: their blocks run, their links lead somewhere, their commands exist."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import click
import pytest
from pages import FENCE, TOP, Block, pages, run_block, shell_blocks
from tools import need

from pbem.base.errors import BadInput
from pbem.schema import read_as

#: Pages whose blocks need files of their own, or a club around them; their tests lay those out.
ELSEWHERE = {"protocol.md", "play.md", "moderate.md"}
BLOCKS = [block for page in pages() if page.name not in ELSEWHERE for block in shell_blocks(page)]
#: Needs a network and minutes: `.ci/run` takes these lines from the page and runs them in an empty folder.
SET_UP = [block for block in BLOCKS if block.text.startswith("python3 -m venv")]
LINK = re.compile(r"\]\(([^)#\s]+)(#[^)\s]*)?\)")


def test_the_readme_sets_everything_up_in_two_lines() -> None:
    assert [block.page for block in SET_UP] == ["README.md", "README.md"]
    runs, tests = (block.text for block in SET_UP)
    assert runs.count("\n") == tests.count("\n") == 1
    assert runs.rstrip().endswith("pbem demo jenkins")
    assert "-m pytest" in tests


@pytest.mark.tools
@pytest.mark.parametrize("block", [b for b in BLOCKS if b not in SET_UP], ids=lambda block: block.name)
def test_the_block_prints_what_stands_under_it(block: Block, tmp_path: Path) -> None:
    for tool in ("bash", "openssl"):
        need(tool)
    printed = run_block(block, tmp_path)
    assert block.output is None or printed == block.output


@pytest.mark.parametrize("page", pages(), ids=lambda page: page.relative_to(TOP).as_posix())
def test_links_lead_to_files_that_exist(page: Path) -> None:
    targets = [link for link, _ in LINK.findall(page.read_text(encoding="utf-8")) if not link.startswith("http")]
    assert [target for target in targets if not (page.parent / target).exists()] == []


@pytest.mark.parametrize("page", pages(), ids=lambda page: page.relative_to(TOP).as_posix())
def test_links_into_a_page_lead_to_a_heading(page: Path) -> None:
    for target, place in LINK.findall(page.read_text(encoding="utf-8")):
        if place and not target.startswith("http"):
            assert place[1:] in anchors(page.parent / target), f"{target}{place}"


def anchors(page: Path) -> list[str]:
    """The names a web host gives a page's headings."""
    headings = re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return [re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings]


@pytest.mark.parametrize("page", pages(), ids=lambda page: page.relative_to(TOP).as_posix())
def test_commands_a_page_names_exist(page: Path) -> None:
    from pbem.cli import root

    text = page.read_text(encoding="utf-8")
    named = re.findall(r"`pbem ([a-z][a-z-]*)", text) + re.findall(r"bin/pbem ([a-z][a-z-]*)", text)
    context = click.Context(root)
    assert [name for name in named if root.get_command(context, name) is None] == []


def session_lines() -> list[str]:
    """The commands of the README's blocks that are for reading, without the words beside them."""
    blocks = [text for kind, text in FENCE.findall((TOP / "README.md").read_text(encoding="utf-8")) if kind == "text"]
    return re.findall(r"^(pbem [a-z].*?)(?: {2,}.*)?$", "\n".join(blocks), re.MULTILINE)


@pytest.mark.parametrize("line", session_lines())
def test_a_line_of_a_session_is_understood_by_its_command(line: str) -> None:
    from pbem.cli import root

    command: click.Command = root
    words = shlex.split(line)[1:]
    while isinstance(command, click.Group):
        inner = command.get_command(click.Context(command), words.pop(0))
        assert inner is not None, line
        command = inner
    _, left_over, _ = command.make_parser(click.Context(command)).parse_args(words)
    assert left_over == [], line


def test_the_faults_the_readme_shows_are_those_the_program_tells() -> None:
    head = b"pbem: orders/1\nseat: britain\nphase: t03.battle\norders:\n"
    orders = head + b"  - ship: ajax\n    fire: ~\n    course: 0117\n    fire: rake\n"
    with pytest.raises(BadInput) as told:
        read_as("orders", orders, "ajax-t03.yaml")
    shown = "\n".join(fault.render() for fault in told.value.faults)
    assert f"```text\n{shown}\n```\n" in (TOP / "README.md").read_text(encoding="utf-8")


def test_every_decision_is_listed_once() -> None:
    folder = TOP / "docs" / "decisions"
    listed = re.findall(r"^\| \[(\d{4})\]\((\S+)\)", (folder / "README.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert [number for number, _ in listed] == [f"{n:04d}" for n in range(1, len(listed) + 1)]
    assert sorted(name for _, name in listed) == sorted(path.name for path in folder.glob("[0-9]*.md"))
