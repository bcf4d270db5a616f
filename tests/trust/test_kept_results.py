"""Results of checks kept between commands: the same verdicts, and nothing for those who can write into the folder."""

from __future__ import annotations

import os
import pickle
import shutil
from pathlib import Path

import pytest
from pages import TOP

from pbem.base.errors import BadInput, bad
from pbem.trust.beacon.drand import DEMO_NETWORK
from pbem.trust.checks import kept_results
from pbem.trust.checks.findings import Memo
from pbem.trust.checks.kept_results import KeptMemo, kept_at
from pbem.trust.folder.read_folder import open_folder
from pbem.trust.verify import Report, examine

SAMPLE = TOP / "sample_games" / "jenkins" / "moderated"
KEY = bytes(range(32))
CALLS: list[bytes] = []


def checked(data: bytes, name: str) -> int:
    """A check that tells of each call."""
    CALLS.append(data)
    if data == b"bad":
        raise bad("is bad", file=name)
    return len(data)


@pytest.fixture(autouse=True)
def no_calls() -> None:
    CALLS.clear()


def kept(path: Path, *given: bytes) -> None:
    """A command that makes these checks and keeps them."""
    memo = kept_at(path, KEY)
    for data in given:
        memo.of(checked, data, "a.yaml")
    memo.save(path, KEY)


def test_a_check_that_was_kept_is_not_made_again(tmp_path: Path) -> None:
    kept(tmp_path / "kept", b"one", b"two")
    assert CALLS == [b"one", b"two"]
    memo = kept_at(tmp_path / "kept", KEY)
    assert [memo.of(checked, data, "a.yaml") for data in (b"one", b"two", b"three")] == [3, 3, 5]
    assert CALLS == [b"one", b"two", b"three"]


def test_other_bytes_another_name_or_another_check_is_another_result(tmp_path: Path) -> None:
    kept(tmp_path / "kept", b"one")
    memo = kept_at(tmp_path / "kept", KEY)
    memo.of(checked, b"eno", "a.yaml")
    memo.of(checked, b"one", "b.yaml")
    assert CALLS == [b"one", b"eno", b"one"]


def test_what_a_command_does_not_use_is_forgotten(tmp_path: Path) -> None:
    kept(tmp_path / "kept", b"one", b"two")
    kept(tmp_path / "kept", b"two")
    kept(tmp_path / "kept", b"one")
    assert CALLS == [b"one", b"two", b"one"]


def test_a_refusal_is_not_kept(tmp_path: Path) -> None:
    for _ in range(2):
        memo = kept_at(tmp_path / "kept", KEY)
        for _ in range(2):
            with pytest.raises(BadInput, match="is bad"):
                memo.of(checked, b"bad", "a.yaml")
        memo.of(checked, b"good", "a.yaml")
        memo.save(tmp_path / "kept", KEY)
    assert CALLS == [b"bad", b"good", b"bad"]


def test_no_byte_can_be_changed_and_no_other_key_has_made_it(tmp_path: Path) -> None:
    path = tmp_path / "kept"
    kept(path, b"one")
    data = path.read_bytes()
    for at in range(len(data)):
        path.write_bytes(data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :])
        kept_at(path, KEY).of(checked, b"one", "a.yaml")
    assert len(CALLS) == 1 + len(data)
    path.write_bytes(data)
    kept_at(path, bytes(32)).of(checked, b"one", "a.yaml")
    for cut in (b"", data[:31], data[:40]):
        path.write_bytes(cut)
        kept_at(path, KEY).of(checked, b"one", "a.yaml")
    assert len(CALLS) == 5 + len(data)


class Planted:
    """An object that does something as soon as somebody loads it."""

    def __init__(self, mark: Path) -> None:
        self.mark = mark

    def __reduce__(self) -> tuple[object, tuple[Path]]:
        return os.mkdir, (self.mark,)


def test_what_somebody_without_the_key_has_written_is_not_even_loaded(tmp_path: Path) -> None:
    path, mark = tmp_path / "kept", tmp_path / "mark"
    planted = pickle.dumps({b"": Planted(mark)})
    for data in (planted, bytes(32) + planted, kept_results.code_of(planted, b"another key") + planted):
        path.write_bytes(data)
        kept_at(path, KEY)
        assert not mark.exists()
    path.write_bytes(kept_results.code_of(planted, KEY) + planted)
    kept_at(path, KEY)
    assert mark.exists()  # so that the others had a chance


def test_results_of_another_program_count_for_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept(tmp_path / "kept", b"one")
    monkeypatch.setattr(kept_results, "program", lambda: "another")
    kept_at(tmp_path / "kept", KEY).of(checked, b"one", "a.yaml")
    assert CALLS == [b"one", b"one"]


def verdict(folder: Path, memo: Memo) -> Report:
    return examine(open_folder(folder), "game", (DEMO_NETWORK,), memo=memo)


def test_a_whole_game_has_the_same_report_and_a_changed_file_the_same_faults(tmp_path: Path) -> None:
    folder, path = tmp_path / "game", tmp_path / "kept"
    shutil.copytree(SAMPLE, folder)
    first = kept_at(path, KEY)
    whole = verdict(folder, first)
    first.save(path, KEY)
    assert whole.ok
    assert verdict(folder, kept_at(path, KEY)) == verdict(folder, Memo(keep=False)) == whole
    for part in ("locks", "seeds", "rolls", "checkpoints", "revealed"):
        files = [file for file in (folder / part).rglob("*") if file.is_file()]
        changed = max(files, key=lambda file: (file.stat().st_size, file.name))
        data = changed.read_bytes()
        middle = len(data) // 2
        changed.write_bytes(data[:middle] + bytes([data[middle] ^ 1]) + data[middle + 1 :])
        found = verdict(folder, kept_at(path, KEY))
        assert found.faults, part
        assert found == verdict(folder, Memo(keep=False))
        changed.write_bytes(data)


def test_much_of_a_game_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Signatures and dice, which take the longest, are among it."""
    first = kept_at(tmp_path / "kept", KEY)
    verdict(SAMPLE, first)
    first.save(tmp_path / "kept", KEY)
    again = kept_at(tmp_path / "kept", KEY)
    assert isinstance(again, KeptMemo)
    made: list[str] = []
    real = Memo.of

    def noted(memo: Memo, work: object, *given: object) -> object:
        made.append(work.__qualname__)  # type: ignore[attr-defined]
        return real(memo, work, *given)  # type: ignore[arg-type]

    monkeypatch.setattr(Memo, "of", noted)
    verdict(SAMPLE, again)
    assert set(made) <= set(kept_results.NOT_KEPT)
