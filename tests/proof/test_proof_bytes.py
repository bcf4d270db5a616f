"""No byte of a sample game changes unseen in the browser: random ones are changed, and found where `verify` finds them.

PBEM_PROOF_BYTES=1000 changes that many in each game.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from hashlib import sha256
from itertools import count as counting
from pathlib import Path

import pytest
from browser_kit import Page
from proof_kit import Node
from public_folder import MemoryFolder, first_fault, sample_files
from samples import place_of
from vectors_kit import VECTORS

from pbem.proof.proof_page import page as make_page
from pbem.trust.beacon.drand import DEMO_NETWORK
from pbem.trust.checks.findings import Memo
from pbem.trust.folder.read_folder import open_folder
from pbem.trust.verify import examine

pytestmark = pytest.mark.tools
#: 34 in each of three games: a hundred and two.
COUNT = int(os.environ.get("PBEM_PROOF_BYTES", "34"))
Change = tuple[str, int, int]
VERIFY_CHANGED = """async changes => {
    const found = [];
    for (const [name, offset, value] of changes) {
        const data = Uint8Array.from(SITTING.files.get(name));
        data[offset] = value;
        const files = new Map(SITTING.files).set(name, data);
        const {faults} = await verifyFolder(files, {memo: SITTING.memo, allowDemo: true});
        found.push(faults.length ? faults[0].file : "");
    }
    return found;
}"""


def stream(seed: str) -> Callable[[int], int]:
    """Numbers below whatever is asked for, the same in every run."""
    turns = counting()
    return lambda most: int.from_bytes(sha256(f"{seed} {next(turns)}".encode()).digest()[:8], "big") % most


def random_changes(files: dict[str, bytes], count: int, seed: str) -> list[Change]:
    """As many single bytes, each in a file drawn from all, set to another value."""
    below = stream(seed)
    names = sorted(name for name, data in files.items() if data)
    changes = []
    for _ in range(count):
        name = names[below(len(names))]
        offset = below(len(files[name]))
        changes.append((name, offset, files[name][offset] ^ 1 + below(255)))
    return changes


def changed(files: dict[str, bytes], change: Change) -> MemoryFolder:
    """The folder with that byte."""
    name, offset, value = change
    data = files[name]
    return MemoryFolder({**files, name: data[:offset] + bytes([value]) + data[offset + 1 :]})


@pytest.mark.parametrize("tier", ["moderated", "two-step", "beacon"])
def test_random_changes_of_a_sample_game_are_each_found(page: Page, tmp_path: Path, tier: str) -> None:
    folder = open_folder(place_of(f"jenkins/{tier}"))
    files = {name: folder.read(name) for name in folder.names}
    (tmp_path / "proof.html").write_bytes(make_page(folder))
    page.open(tmp_path / "proof.html")
    page.wait_for("document.body.dataset.checked")
    changes, memo = random_changes(files, COUNT, tier), Memo()
    found = page.call(VERIFY_CHANGED, changes)
    for change, named in zip(changes, found, strict=True):
        faults = examine(changed(files, change), networks=(DEMO_NETWORK,), memo=memo).faults
        assert named == faults[0].file, change


def test_random_changes_of_the_sample_phase_are_each_found(node: Node) -> None:
    files = sample_files(VECTORS["sample_phase"])
    node.keep("phase", files)
    memo = Memo()
    for change in random_changes(files, 5 * COUNT, "sample phase"):
        folder = changed(files, change)
        theirs = node.verify("phase", {change[0]: folder.files[change[0]]})["faults"]
        ours = first_fault(folder, memo)
        assert ours, change
        assert theirs[0]["file"] == ours.split(":", 1)[0], change
