"""A check kept between commands: plain data under a code, and nothing for those who can write into the folder."""

from __future__ import annotations

import ast
import shutil
from pathlib import Path

import pytest
from pages import TOP

from pbem.trust.beacon.drand import DEMO_NETWORK
from pbem.trust.checks import kept_check
from pbem.trust.checks.kept_check import KeptCheck, kept_at, mark_of, of_record, save
from pbem.trust.checks.settled import Settled, Told
from pbem.trust.dice.seed import Link
from pbem.trust.folder.read_folder import DiskFolder, ZipFolder
from pbem.trust.orders.account import Account
from pbem.trust.verify import examine_further

SAMPLES = TOP / "sample_games" / "jenkins"
KEY = bytes(range(32))
ROOT = "A" * 43 + "="
LETTERS = {
    3: Told(Link(1, "ab" * 32), Account(3, ROOT, "2026-11-02T20:00:00Z", ("cd" * 32,), ((2, "2026-11-02T20:00:00Z"),))),
    5: Told(), 7: Told(Link(2, "ab" * 32)),
}  # fmt: skip
EDGE = (b"\x01" * 32, b"\x02" * 32)
SOME = Settled(9, EDGE, frozenset({"a.yaml"}), {"locks": 2}, ["a note"], LETTERS, {"ab": "opens"}, {"ab": ["00ff"]},
               {"public/a.txt": "cd" * 32})  # fmt: skip
MARKS = {"a.yaml": "1 2 3 4"}
LEDGER = b"one\ntwo\n"


def test_what_was_settled_comes_back_whole_for_the_same_ledger_and_folder(tmp_path: Path) -> None:
    save(tmp_path / "kept", KEY, of_record(SOME, LEDGER, MARKS))
    assert kept_at(tmp_path / "kept", KEY).for_record(LEDGER + b"three\n", MARKS) == SOME


@pytest.mark.parametrize(
    ("ledger", "marks"),
    [(b"one\nTwo\n", MARKS), (b"one\n", MARKS), (LEDGER, {"a.yaml": "1 2 3 5"}), (LEDGER, {}),
     (LEDGER, {**MARKS, "b.yaml": ""}), (LEDGER, {"b.yaml": "1 2 3 4"})],
)  # fmt: skip
def test_for_another_ledger_or_folder_nothing_is_settled(ledger: bytes, marks: dict[str, str]) -> None:
    assert of_record(SOME, LEDGER, MARKS).for_record(ledger, marks) == Settled()


def test_no_byte_can_be_changed_and_no_other_key_has_made_it(tmp_path: Path) -> None:
    path = tmp_path / "kept"
    save(path, KEY, of_record(SOME, LEDGER, MARKS))
    data = path.read_bytes()
    assert kept_at(path, KEY) != KeptCheck()
    for at in range(len(data)):
        path.write_bytes(data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :])
        assert kept_at(path, KEY) == KeptCheck()
    for cut in (b"", data[:31], data[:64], data[:65], data[:80]):
        path.write_bytes(cut)
        assert kept_at(path, KEY) == KeptCheck()
    path.write_bytes(data)
    assert kept_at(path, bytes(32)) == KeptCheck()


def test_what_is_kept_is_plain_data_and_nothing_that_is_loaded_can_act() -> None:
    """Only the JSON reader reads it."""
    named = {alias.name for node in ast.walk(ast.parse(Path(kept_check.__file__).read_text(encoding="utf-8")))
             if isinstance(node, ast.Import) for alias in node.names}  # fmt: skip
    assert "json" in named
    assert not named & {"pickle", "marshal", "shelve", "copyreg"}


def test_a_note_of_another_program_settles_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    save(tmp_path / "kept", KEY, of_record(SOME, LEDGER, MARKS))
    monkeypatch.setattr(kept_check, "program", lambda: "another")
    assert kept_at(tmp_path / "kept", KEY) == KeptCheck()


def test_the_mark_of_a_program_changes_with_each_of_its_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(kept_check.PACKAGE / "trust", tmp_path / "trust", ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(kept_check, "PACKAGE", tmp_path)
    before = list(kept_check.marks_of_program())
    (tmp_path / "trust" / "checks" / "record.py").write_text("", encoding="ascii")
    assert len(before) > 80
    assert list(kept_check.marks_of_program()) != before


def test_a_mark_changes_with_whatever_is_written(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"one")
    before = mark_of(path.stat())
    shutil.copy2(path, tmp_path / "b")
    (tmp_path / "b").replace(path)  # another file with the same bytes and the same time
    assert mark_of(path.stat()) != before


@pytest.mark.parametrize("tier", ["moderated", "two-step", "beacon"])
def test_a_whole_game_that_is_settled_has_the_same_report(tier: str) -> None:
    folder = DiskFolder(SAMPLES / tier) if tier == "moderated" else ZipFolder(SAMPLES / f"{tier}.zip")
    whole = examine_further(folder, Settled(), "game", (DEMO_NETWORK,))
    assert not whole.report.faults
    assert whole.settled.lines
    again = examine_further(folder, whole.settled, "game", (DEMO_NETWORK,))
    assert dict(again.report.checked) == dict(whole.report.checked)
    assert again.report.events == whole.report.events
    assert again.report.confirmed == whole.report.confirmed


def test_where_anything_is_at_fault_everything_is_checked(tmp_path: Path) -> None:
    """The faults are those of a whole check, and nothing is settled."""
    folder = tmp_path / "game"
    shutil.copytree(SAMPLES / "moderated", folder)
    settled = examine_further(DiskFolder(folder), Settled(), "game").settled
    (folder / "checkpoint").write_bytes((folder / "checkpoint").read_bytes().replace(b"\n", b"\n1", 1))
    for lock in list((folder / "locks").iterdir())[:1]:
        lock.write_bytes(b"no lock\n")
    found, whole = (examine_further(DiskFolder(folder), given, "game") for given in (settled, Settled()))
    assert len(whole.report.faults) >= 2
    assert found == whole
    assert found.settled == Settled()
