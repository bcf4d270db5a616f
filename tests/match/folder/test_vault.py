"""The moderator's folder: changes whole or not at all, of any size, private files compressed."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path

import pytest
from kills import killed_at

from pbem.base.errors import BadInput
from pbem.match.folder import zipped
from pbem.match.folder.vault import JOURNAL, SEALED_JOURNAL, Desk
from pbem.trust.seal import seal

MEBIBYTE = 1024 * 1024


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    (tmp_path / "private").mkdir()
    return Desk(tmp_path, seal.new_identity()[0])


def test_a_change_larger_than_any_sealed_letter_is_written(desk: Desk) -> None:
    letters = {f"outbox/{number:05d}-red-report.eml": bytes([number]) * 6 * MEBIBYTE for number in range(1, 5)}
    assert sum(map(len, letters.values())) > seal.MOST_PLAIN
    for name, data in letters.items():
        desk.put(name, data)
    desk.commit()
    assert {name: (desk.root / name).read_bytes() for name in letters} == letters
    assert [path.name for path in (desk.root / "private").iterdir()] == []


def test_a_large_letter_waits_on_the_disk_and_a_forgotten_one_leaves_nothing(desk: Desk) -> None:
    name, first, second = "outbox/00001-red-report.eml", b"a" * 2 * MEBIBYTE, b"b" * 2 * MEBIBYTE
    desk.put(name, first)
    assert [path.stat().st_size for path in (desk.root / "private").iterdir()] == [len(first)]
    desk.put(name, second)
    assert desk.read(name) == second
    assert len(list((desk.root / "private").iterdir())) == 1
    desk.forget()
    assert not desk.has(name)
    assert list((desk.root / "private").iterdir()) == []


def test_a_large_letter_of_a_killed_command_is_cleared_away(desk: Desk) -> None:
    desk.put("outbox/00001-red-report.eml", b"a" * 2 * MEBIBYTE)
    again = Desk(desk.root, desk.identity)
    again.recover()
    assert list((desk.root / "private").iterdir()) == []
    assert not again.has("outbox/00001-red-report.eml")


def test_a_private_file_is_compressed_and_may_be_of_any_size(desk: Desk) -> None:
    value = {"papers": ["the same line again"] * MEBIBYTE}
    desk.put_secret("phases/t01", value)
    desk.commit()
    assert desk.secret("phases/t01") == value
    assert (desk.root / "private/phases/t01.age").stat().st_size < MEBIBYTE


def test_a_private_file_that_is_put_again_is_read_at_once_and_forgotten_with_the_rest(desk: Desk) -> None:
    desk.put_secret("phases/t01", {"dice": 1})
    desk.put_secret("phases/t01", {"dice": 1, "reports": 2})
    assert desk.secret("phases/t01") == {"dice": 1, "reports": 2}
    assert desk.secret_names() == ["phases/t01"]
    desk.commit()
    desk.put_secret("phases/t01", {"dice": 3})
    desk.forget()
    assert Desk(desk.root, desk.identity).secret("phases/t01") == desk.secret("phases/t01") == {"dice": 1, "reports": 2}


def test_a_private_file_of_an_earlier_version_is_read(desk: Desk) -> None:
    own = [seal.public_of(desk.identity)]
    (desk.root / "private/book.age").write_bytes(seal.seal_binary(own, json.dumps({"stage": "over"}).encode()))
    assert desk.secret("book") == {"stage": "over"}


def test_a_journal_of_an_earlier_version_is_carried_out(desk: Desk) -> None:
    own = [seal.public_of(desk.identity)]
    journal = zipped.pack({"ledger.jsonl": b"one\n", "private/book.age": b"sealed"})
    (desk.root / SEALED_JOURNAL).write_bytes(seal.seal_binary(own, journal))
    desk.recover()
    assert (desk.root / "ledger.jsonl").read_bytes() == b"one\n"
    assert (desk.root / "private/book.age").read_bytes() == b"sealed"
    assert not (desk.root / SEALED_JOURNAL).exists()


@pytest.mark.parametrize("after", [False, True])
@pytest.mark.parametrize("number", range(1, 8))
def test_a_change_killed_anywhere_is_whole_or_has_not_begun(desk: Desk, number: int, after: bool) -> None:
    for name in ("ledger.jsonl", "public/a.txt", "private/book.age"):
        (desk.root / name).parent.mkdir(exist_ok=True)
        (desk.root / name).write_bytes(b"old")
        desk.put(name, b"new")
    assert killed_at(number, desk.commit, after=after)
    Desk(desk.root, desk.identity).recover()
    found = {path.read_bytes() for path in desk.root.rglob("*") if path.is_file()}
    journal_stands = number > 4 or (number == 4 and after)  # three drafts, the journal, three moves
    assert found == {b"new" if journal_stands else b"old"}


def test_a_journal_that_names_a_place_outside_the_folder_is_refused(desk: Desk) -> None:
    (desk.root / JOURNAL).write_text('{"../elsewhere": "private/.00001.new"}', encoding="utf-8")
    with pytest.raises(BadInput, match="no file of ours"):
        desk.recover()


def test_a_parcel_is_deflated_and_one_stored_plainly_is_read() -> None:
    contents = {"ledger.jsonl": b"the same line again\n" * 1000}
    assert len(zipped.pack(contents)) < 1000
    assert zipped.unpack(zipped.pack(contents)) == contents
    stored = io.BytesIO()
    with zipfile.ZipFile(stored, "w", zipfile.ZIP_STORED) as parcel:
        parcel.writestr("ledger.jsonl", contents["ledger.jsonl"])
    assert zipped.unpack(stored.getvalue()) == contents


def test_a_small_parcel_that_would_unpack_to_a_great_deal_is_refused() -> None:
    bomb = zipped.pack({"ledger.jsonl": bytes(100 * MEBIBYTE)})
    assert len(bomb) < MEBIBYTE
    with pytest.raises(BadInput, match="larger than any of ours"):
        zipped.unpack(bomb)


@pytest.mark.parametrize("length", [0, 1, 500, 8_000, 30_000])
def test_a_parcel_that_is_filled_up_tells_its_length_in_steps_alone(length: int) -> None:
    contents = {"report.html": bytes(range(256)) * length}
    made = zipped.filled(contents, "filling")
    assert len(made) % zipped.STEP == 0
    assert zipped.unpack(made)["report.html"] == contents["report.html"]
