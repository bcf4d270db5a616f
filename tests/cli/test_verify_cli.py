"""The command verify, as an auditor meets it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from honest_game import honest
from ledger2 import Table
from public_folder import MemoryFolder, sample_folder
from vectors_kit import VECTORS

from pbem.base.errors import CheckFailed, PbemError
from pbem.cli import root

SAMPLE = sample_folder(VECTORS["sample_phase"])
ROLLS = "rolls/t03.axis-combat.rolls"


def write(folder: MemoryFolder, place: Path) -> Path:
    """The folder on disk."""
    for name, data in folder.files.items():
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        (place / name).write_bytes(data)
    return place


def snapshot(place: Path) -> dict[str, tuple[int, bytes]]:
    """Every file with its time of change and its bytes."""
    return {str(path): (path.stat().st_mtime_ns, path.read_bytes()) for path in place.rglob("*") if path.is_file()}


def verify(*arguments: object) -> Result:
    """The command, whatever comes of it."""
    return CliRunner().invoke(root, ["verify", *map(str, arguments)])


def process(*arguments: object) -> subprocess.CompletedProcess[str]:
    """The command as a user runs it."""
    return subprocess.run(
        [sys.executable, "-W", "error", "-m", "pbem", *map(str, arguments)], capture_output=True, text=True,
        encoding="utf-8", check=False, env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
    )  # fmt: skip


def test_a_good_folder_gives_a_short_table_and_exit_code_0(tmp_path: Path) -> None:
    table = Table("moderated")
    table.play("t01")
    table.confirm()
    done = process("verify", write(table.folder(), tmp_path))
    assert done.returncode == 0
    lines = done.stdout.splitlines()
    assert lines[0] == "lions-4f1c9a, tier moderated"
    assert "  public rolls                 1" in lines
    assert "everything matches: up to line 14, which every seat has confirmed" in done.stdout


def test_a_choice_is_listed_with_its_bits_and_gives_exit_code_5(tmp_path: Path) -> None:
    table = Table("moderated")
    table.play("t01", silent=["france"])
    folder = write(table.folder(), tmp_path)
    done = process("verify", folder)
    assert done.returncode == 5
    assert "everything matches, but somebody had a choice: 1 time, 1 bit at most" in done.stdout
    assert "  choice: t01: nothing of 'france' counted; the moderator could choose between two seeds" in done.stdout
    assert "  not confirmed yet by 'france': since line 0" in done.stdout
    told = json.loads(verify(folder, "--json").stdout)
    assert (told["verdict"], told["exit"], told["events"][0]["code"]) == ("choice", 5, "E1")


def test_a_letter_that_is_held_and_not_on_record_is_listed(tmp_path: Path) -> None:
    table = Table("beacon")
    table.phase("t01")
    table.lock("britain")
    swallowed = table.envelope("france")
    kept = table.lock("france").envelope
    table.wait(25)
    table.locked()
    table.finish()
    table.confirm()
    folder, held = write(table.folder(), tmp_path / "public"), tmp_path / "held"
    held.mkdir()
    (held / f"{kept.lock.sha256}.pbem").write_bytes(kept.to_bytes())
    (held / f"{swallowed.lock.sha256}.pbem").write_bytes(swallowed.to_bytes())
    (held / "notes.txt").write_bytes(b"nothing of the kind")
    assert verify(folder, "--demo-beacon", "--held", held).exit_code == 0, "a replaced lock is no loss"
    table = Table("beacon")
    table.phase("t01")
    table.wait(25)
    table.locked()
    result = verify(write(table.folder(), tmp_path / "other"), "--demo-beacon", "--held", held)
    assert result.exit_code == 5
    assert f"you hold the lock {kept.lock.sha256} of 'france', which is not on record" in result.stdout


def test_a_game_of_grammar_1_matches_and_its_moderator_had_a_choice(tmp_path: Path) -> None:
    done = process("verify", write(SAMPLE, tmp_path))
    assert done.returncode == 5
    lines = done.stdout.splitlines()
    assert lines[0] == "bulge-2023-09-4f1c9a, tier beacon"
    assert "  public rolls                 4" in lines
    assert "everything matches, but somebody had a choice: 1 time, without bound" in lines
    assert done.stderr.startswith("note: phase 't03.axis-combat': the moderator's values 1 to 16")


def test_the_first_mismatch_is_named_by_file_line_and_reason_with_exit_code_4(tmp_path: Path) -> None:
    folder = write(SAMPLE, tmp_path)
    (folder / ROLLS).write_bytes(SAMPLE.files[ROLLS].replace(b"1d10 4", b"1d10 5"))
    done = process("verify", folder)
    assert done.returncode == 4
    assert f"pbem: error: {ROLLS}:4:16: the log has '5' for 'morale/7a 1d10', the key gives '4'" in done.stderr
    assert "everything matches" not in done.stdout
    assert "Traceback" not in done.stderr


def test_json_holds_counts_notes_and_every_mismatch(tmp_path: Path) -> None:
    folder = write(SAMPLE, tmp_path)
    good = json.loads(verify(folder, "--json").stdout)
    assert (good["ok"], good["faults"], good["checked"]["public rolls"]) == (True, [], 4)
    (folder / ROLLS).write_bytes(b"")
    (folder / "stray").write_bytes(b"")
    result = verify(folder, "--json")
    bad = json.loads(result.stdout)
    assert isinstance(result.exception, CheckFailed)
    assert [(fault["kind"], fault["file"]) for fault in bad["faults"]] == [("mismatch", ROLLS), ("mismatch", "stray")]


def test_seen_takes_a_checkpoint_had_earlier(tmp_path: Path) -> None:
    folder = write(SAMPLE, tmp_path / "public")
    result = verify(folder, "--seen", folder / "checkpoints/5", "--seen", folder / "checkpoints/8")
    assert result.exit_code == 5
    assert "checkpoints seen earlier     2" in result.stdout
    (tmp_path / "forged").write_bytes(SAMPLE.files["checkpoint"].replace(b"\n13\n", b"\n12\n"))
    result = verify(folder, "--seen", tmp_path / "forged")
    assert isinstance(result.exception, CheckFailed)
    assert "bad signature of the log key" in result.exception.faults[0].message


def test_the_demonstration_beacon_has_to_be_allowed_and_is_said_aloud(tmp_path: Path) -> None:
    folder = write(honest("beacon"), tmp_path)
    refused = verify(folder)
    assert isinstance(refused.exception, CheckFailed)
    assert "--demo-beacon" in refused.exception.faults[0].hint
    allowed = verify(folder, "--demo-beacon")
    assert allowed.exit_code == 5
    assert "anybody can compute its rounds, so it proves nothing" in allowed.stderr
    assert json.loads(verify(folder, "--demo-beacon", "--json").stdout)["demo_beacon"] is True


def test_nothing_is_written_whatever_is_found(tmp_path: Path) -> None:
    folder = write(SAMPLE.but("stray", b"\0"), tmp_path)
    before = snapshot(folder)
    verify(folder)
    assert snapshot(folder) == before


SPOILT: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda data: b"",
    "cut off": lambda data: data[: len(data) // 2],
    "without its last byte": lambda data: data[:-1],
    "NUL at the end": lambda data: data + b"\0",
    "all NUL": lambda data: bytes(len(data)),
    "CRLF": lambda data: data.replace(b"\n", b"\r\n"),
    "UTF-16": lambda data: data.decode("utf-8").encode("utf-16"),
    "byte order mark": lambda data: b"\xef\xbb\xbf" + data,
    "no UTF-8": lambda data: b"\xff\xfe" + data,
    "quoted by mail": lambda data: b"".join(b"> " + line for line in data.splitlines(keepends=True)),
    "deep": lambda data: b"[" * 100_000,
    "a long number": lambda data: b'{"k":' + b"9" * 5000 + b"}\n",
}


@pytest.mark.parametrize("name", [
    "charter.yaml", "charter.axis.sig", "ledger.jsonl", "checkpoint", "log.vkey", "locks/axis-t03.axis-combat-1.pbem",
    "seeds/t03.axis-combat.seed", ROLLS, "receipts/axis-t03.axis-combat-1.proof", "lanes/side-allied.secret",
    "lanes/side-allied/t03.axis-combat.rolls", "revealed/orders/axis-t03.axis-combat-1-1",
])  # fmt: skip
@pytest.mark.parametrize("how", SPOILT)
def test_a_spoilt_file_in_a_folder_is_a_mismatch_and_never_a_traceback(how: str, name: str, tmp_path: Path) -> None:
    folder = write(SAMPLE, tmp_path)
    (folder / name).write_bytes(SPOILT[how](SAMPLE.files[name]))
    before = snapshot(folder)
    result = verify(folder)
    assert isinstance(result.exception, CheckFailed), (result.exit_code, result.exception)
    assert len(result.exception.faults) == 1
    assert result.exception.exit_code == 4
    assert snapshot(folder) == before


@pytest.mark.parametrize("name", [
    "charter.yaml", "ledger.jsonl", "checkpoint", "locks/axis-t03.axis-combat-1.pbem", "seeds/t03.axis-combat.seed",
    "receipts/axis-t03.axis-combat-1.proof",
])  # fmt: skip
@pytest.mark.parametrize("how", SPOILT)
def test_a_spoilt_file_by_itself_is_a_fault_and_never_a_traceback(how: str, name: str, tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(SPOILT[how](SAMPLE.files[name]))
    result = verify(path)
    if how == "CRLF":
        assert result.exit_code == 0, "mail does this to a file, and to a file alone it does no harm"
    else:
        assert isinstance(result.exception, PbemError), (result.exit_code, result.exception)


@pytest.mark.parametrize(("make", "message"), [
    (lambda path: None, "is not there"),
    (lambda path: path.mkdir(), "is no public folder"),
    (lambda path: path.write_bytes(b"hello"), "is no file of a game"),
])  # fmt: skip
def test_a_path_that_is_no_game_is_an_input_at_fault(make: object, message: str, tmp_path: Path) -> None:
    assert callable(make)
    make(tmp_path / "x")
    done = process("verify", tmp_path / "x")
    assert done.returncode == 1
    assert message in done.stderr
    assert done.stderr.count("pbem: error:") == 1


def test_a_name_that_no_screen_can_show_is_spelt_out(tmp_path: Path) -> None:
    folder = write(SAMPLE, tmp_path)
    (folder / "public").mkdir()
    (folder / "rolls/\x1b[2J\u202ex.rolls").write_bytes(b"")
    done = process("verify", folder)
    assert done.returncode == 4
    assert "\x1b" not in done.stderr
    assert "<U+001B>" in done.stderr
