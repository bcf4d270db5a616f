"""The project's pages as the tests read them: fenced blocks, and what stands beside each.

A block marked `sh` is run as it stands; the `text` block that follows it directly is what it prints (decision 0008).
"""

from __future__ import annotations

import re
import subprocess
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path

TOP = Path(__file__).parents[2]
FENCE = re.compile(r"^```([a-z]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class Block:
    """One shell block of a page, with its line and the output the page promises (None where it promises none)."""

    page: str
    line: int
    text: str
    output: str | None

    @property
    def name(self) -> str:
        """The place of the block, for the list of tests."""
        return f"{self.page}:{self.line}"


def pages() -> list[Path]:
    """Every page a reader may follow: the README and all of docs."""
    return [TOP / "README.md", *sorted((TOP / "docs").rglob("*.md"))]


def shell_blocks(page: Path) -> list[Block]:
    """The page's blocks marked `sh`, in order, each with the `text` block that follows it at once."""
    source = page.read_text(encoding="utf-8")
    blocks = list(FENCE.finditer(source))
    return [
        Block(page.name, source.count("\n", 0, match.start()) + 1, match[2], promised(source, match, after))
        for match, after in zip_longest(blocks, blocks[1:])
        if match[1] == "sh"
    ]


def promised(source: str, block: re.Match[str], after: re.Match[str] | None) -> str | None:
    """The text of the block that follows directly, if it is an output."""
    if after is None or after[1] != "text" or source[block.end() : after.start()].strip():
        return None
    return after[2]


def run_block(block: Block, folder: Path, env: dict[str, str] | None = None) -> str:
    """Runs the block and returns its output; an error of any of its commands is an AssertionError that shows it."""
    script = "set -euo pipefail\n" + block.text
    done = subprocess.run(
        ["bash", "-c", script], cwd=folder, env=env, stdin=subprocess.DEVNULL,
        capture_output=True, text=True, encoding="utf-8", timeout=120, check=False,
    )  # fmt: skip
    assert done.returncode == 0, f"{block.name} ended with {done.returncode}\n{done.stdout}{done.stderr}"
    return done.stdout
