"""The proof page beside a player's reports: it is written with each report, and the dice of reports lead to it."""

from __future__ import annotations

import os
from pathlib import Path
from shutil import copytree

import pytest
from samples import place_of

from pbem.proof.beside_reports import lay_proof
from pbem.proof.packed_files import PACKED, QUICKLY, parcel, parcel_again
from pbem.trust.folder import parcels
from pbem.trust.folder.read_folder import open_folder

DIE = '<a class="proof" data-proof="roll=storm/n1&amp;phase=t03.english">storm/n1</a>'
LINK = '<a class="proof" href="proof.html#roll=storm/n1&amp;phase=t03.english">storm/n1</a>'


def test_the_first_time_every_report_is_linked_and_later_the_new_one(tmp_path: Path) -> None:
    for name in ("t01.english", "t01.spanish"):
        (tmp_path / f"{name}.html").write_text(DIE)
    made = lay_proof(place_of("jenkins/moderated"), tmp_path, "t01.spanish")
    assert made == tmp_path / "proof.html"
    assert b'id="packed-folder"' in made.read_bytes()
    assert (tmp_path / "t01.english.html").read_text() == (tmp_path / "t01.spanish.html").read_text() == LINK
    (tmp_path / "t02.english.html").write_text(DIE)
    lay_proof(place_of("jenkins/moderated"), tmp_path, "t02.english")
    assert (tmp_path / "t02.english.html").read_text() == LINK


def test_a_report_without_a_record_beside_it_keeps_its_dice_as_names(tmp_path: Path) -> None:
    (tmp_path / "t01.english.html").write_text(DIE)
    assert lay_proof(tmp_path / "nothing", tmp_path, "t01.english") is None
    assert (tmp_path / "t01.english.html").read_text() == DIE


@pytest.fixture
def public(tmp_path: Path) -> Path:
    copytree(place_of("jenkins/moderated"), tmp_path / "game")
    return tmp_path / "game"


def whole(public: Path) -> bytes:
    return parcel(open_folder(public), QUICKLY)


def test_what_was_packed_before_is_used_again_and_what_has_changed_is_not(
    public: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fresh: list[int] = []

    def noted(data: bytes, *, effort: int) -> parcels.Stored:
        fresh.append(len(data))
        return parcels.stored(data, effort=effort)

    monkeypatch.setattr("pbem.proof.packed_files.stored", noted)
    assert parcel_again(public, tmp_path / PACKED) == whole(public)
    del fresh[:]
    again = parcel_again(public, tmp_path / PACKED)
    assert not fresh
    assert again == whole(public)
    line, ledger = b"one more line\n", public / "ledger.jsonl"
    ledger.write_bytes(ledger.read_bytes() + line)
    (public / "news.txt").write_text("new\n")
    (public / "charter.yaml").unlink()
    os.utime(public / "checkpoint", ns=(1, 1))
    del fresh[:]
    again = parcel_again(public, tmp_path / PACKED)
    assert len(fresh) == 3
    assert again == whole(public)
    assert (tmp_path / PACKED).stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("harm", ["cut", "bent", "emptied", "bare", "gone"])
def test_packed_files_that_were_touched_are_packed_anew(harm: str, public: Path, tmp_path: Path) -> None:
    kept = tmp_path / PACKED
    made = parcel_again(public, kept)
    data = kept.read_bytes()
    if harm == "gone":
        kept.unlink()
    else:
        kept.write_bytes({"cut": data[:-5], "bent": data[:-9] + bytes([data[-9] ^ 1]) + data[-8:], "emptied": b"",
                          "bare": b"[0,[[1,2]]]\n"}[harm])  # fmt: skip
    assert parcel_again(public, kept) == made
    assert kept.read_bytes() == data
