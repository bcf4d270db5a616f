"""docs/protocol.md is true: every command in it runs on the sample phase and prints what stands under it."""

from __future__ import annotations

import re
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from pages import TOP, Block, run_block, shell_blocks
from sample_phase import lay_out
from tools import need

from pbem.trust.beacon.drand import DEMO_NETWORK, QUICKNET

PAGE = TOP / "docs" / "protocol.md"
BLOCKS = shell_blocks(PAGE)
TOOLS = ("bash", "openssl", "ssh-keygen", "sha256sum", "awk", "base64", "xxd")


@pytest.fixture
def public(tmp_path: Path, vectors: Any) -> Path:
    """The sample phase as a public folder."""
    return lay_out(tmp_path / "public", vectors["sample_phase"])


def test_the_page_shows_every_check_a_shell_can_make() -> None:
    assert len(BLOCKS) >= 14
    assert all(block.output for block in BLOCKS), "each block says what it prints"


@pytest.mark.tools
@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: block.name)
def test_the_block_prints_what_stands_under_it(block: Block, public: Path) -> None:
    for tool in TOOLS:
        need(tool)
    assert run_block(block, public) == block.output


@pytest.mark.tools
@pytest.mark.parametrize(("name", "change"), [
    ("rolls/t03.axis-combat.rolls", (b"2d6 5,5", b"2d6 6,5")),
    ("seeds/t03.axis-combat.seed", (b"attempt 1", b"attempt 2")),
    ("ledger.jsonl", (b'"n":6', b'"n":9')),
    ("charter.yaml", (b"Club Moderator", b"Club moderator")),
    ("axis.orders", (b"kg-peiper", b"kg-hansen")),
    ("locks/axis-t03.axis-combat-1.pbem", (b"seq: 1", b"seq: 2")),
    ("checkpoint", (b"\n13\n", b"\n14\n")),
])  # fmt: skip
def test_a_changed_file_is_found_by_one_of_the_blocks(name: str, change: tuple[bytes, bytes], public: Path) -> None:
    for tool in TOOLS:
        need(tool)
    path = public / name
    assert change[0] in path.read_bytes()
    path.write_bytes(path.read_bytes().replace(*change, 1))
    assert any(disagrees(block, public) for block in BLOCKS if Path(name).name.split("-1")[0] in block.text)


def disagrees(block: Block, folder: Path) -> bool:
    """True if the block fails or prints something else than the page says."""
    try:
        return run_block(block, folder) != block.output
    except AssertionError:
        return True


def test_every_long_number_on_the_page_is_one_of_the_vectors(vectors: Any) -> None:
    known = repr(vectors) + (TOP / "tests" / "vectors" / "keys.json").read_text(encoding="utf-8")
    known += repr((QUICKNET, DEMO_NETWORK))
    known += sha256((PAGE.parent / "words.txt").read_bytes()).hexdigest()
    page = PAGE.read_text(encoding="utf-8")
    numbers = set(re.findall(r"\b[0-9a-f]{64,}\b", page))
    assert len(numbers) > 10
    assert sorted(number for number in numbers if number not in known) == []


def test_the_contents_lead_to_headings() -> None:
    page = PAGE.read_text(encoding="utf-8")
    headings = {anchor(line.lstrip("# ")) for line in page.splitlines() if line.startswith(("## ", "### "))}
    links = re.findall(r"\]\(#([^)]*)\)", page)
    assert links
    assert [link for link in links if link not in headings] == []


def anchor(heading: str) -> str:
    """The name a web host gives a heading."""
    return re.sub(r"[^a-z0-9 -]", "", heading.lower()).replace(" ", "-")


def test_the_threat_table_names_every_attack_once_and_says_what_is_not_stopped() -> None:
    _, _, threats = PAGE.read_text(encoding="utf-8").partition("\n## 23 ")
    assert re.findall(r"^\| (\d+) \|", threats, re.MULTILINE) == [str(n) for n in range(1, 37)]
    assert threats.count("**not stopped") == 3
