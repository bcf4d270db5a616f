"""The proof page beside a player's reports: it is written with each report, and the dice of reports lead to it."""

from __future__ import annotations

import os
import re
from base64 import b64decode
from collections.abc import Callable
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from shutil import copy, copytree
from zipfile import ZipFile

import pytest
from browser_kit import Page
from samples import place_of

from pbem.proof.beside_reports import lay_proof
from pbem.proof.laid_page import NOTE
from pbem.proof.proof_page import page_with, program_mark
from pbem.trust.checks.kept_check import marks_in
from pbem.trust.folder import parcels
from pbem.trust.folder.read_folder import DiskFolder, open_folder

DIE = '<a class="proof" data-proof="roll=storm/n1&amp;phase=t03.english">storm/n1</a>'
LINK = '<a class="proof" href="proof.html#roll=storm/n1&amp;phase=t03.english">storm/n1</a>'


def test_the_first_time_every_report_is_linked_and_later_the_new_one(tmp_path: Path) -> None:
    for name in ("t01.english", "t01.spanish"):
        (tmp_path / f"{name}.html").write_text(DIE)
    made = lay_proof(place_of("jenkins/moderated"), tmp_path, "t01.spanish")
    assert made == tmp_path / "proof.html"
    assert b'class="packed-folder"' in made.read_bytes()
    assert (tmp_path / "t01.english.html").read_text() == (tmp_path / "t01.spanish.html").read_text() == LINK
    (tmp_path / "t02.english.html").write_text(DIE)
    lay_proof(place_of("jenkins/moderated"), tmp_path, "t02.english")
    assert (tmp_path / "t02.english.html").read_text() == LINK


def test_a_report_without_a_record_beside_it_keeps_its_dice_as_names(tmp_path: Path) -> None:
    (tmp_path / "t01.english.html").write_text(DIE)
    assert lay_proof(tmp_path / "nothing", tmp_path, "t01.english") is None
    assert (tmp_path / "t01.english.html").read_text() == DIE


# ------------------------------------------------------------------------------------------- the page grows by parts
def held_in(page: Path) -> dict[str, bytes]:
    """The files of a page, as its program joins them."""
    found: dict[str, bytes] = {}
    for packed in re.findall(rb'class="packed-folder">([^<]*)</script>', page.read_bytes()):
        with ZipFile(BytesIO(b64decode(packed))) as part:
            for name in part.namelist():
                found[name] = found.get(name, b"") * (name == "ledger.jsonl") + part.read(name)
    return found


def files_of(public: Path) -> dict[str, bytes]:
    folder = open_folder(public)
    return {name: folder.read(name) for name in folder.names}


@pytest.fixture
def packed(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The lengths of all files that are packed."""
    seen: list[int] = []

    def noted(data: bytes, *, effort: int) -> parcels.Stored:
        seen.append(len(data))
        return parcels.stored(data, effort=effort)

    monkeypatch.setattr("pbem.proof.packed_files.stored", noted)
    return seen


@pytest.fixture
def laid(tmp_path: Path) -> Laid:
    """A player's folder with the first lines of a game, and its page; the rest is to come."""
    copytree(place_of("jenkins/moderated"), tmp_path / "whole")
    later = sorted((tmp_path / "whole").glob("*/*"))[::3]
    (tmp_path / "red" / "reports").mkdir(parents=True)
    copytree(tmp_path / "whole", tmp_path / "red" / "game", ignore=lambda at, names: [
        name for name in names if Path(at, name) in later])  # fmt: skip
    made = Laid(tmp_path / "whole", tmp_path / "red")
    lines = made.ledger.read_bytes().splitlines(keepends=True)
    made.ledger.write_bytes(b"".join(lines[:100]))
    made.lay()
    return made


@dataclass(frozen=True)
class Laid:
    """The whole record, and a player's folder that gets there."""

    whole: Path
    folder: Path

    @property
    def public(self) -> Path:
        return self.folder / "game"

    @property
    def ledger(self) -> Path:
        return self.public / "ledger.jsonl"

    @property
    def page(self) -> Path:
        return self.folder / "reports" / "proof.html"

    def lay(self) -> Path | None:
        return lay_proof(self.public, self.folder / "reports", "")

    def more(self, lines: int, every: int) -> None:
        """More lines, a new checkpoint, and some of the files that are missing."""
        self.ledger.write_bytes(b"".join((self.whole / "ledger.jsonl").read_bytes().splitlines(keepends=True)[:lines]))
        (self.public / "checkpoint").write_bytes(f"of {lines} lines".encode())
        names = sorted(path.relative_to(self.whole) for path in self.whole.rglob("*") if path.is_file())
        for name in [name for name in names if not (self.public / name).exists()][::every]:
            (self.public / name).parent.mkdir(parents=True, exist_ok=True)
            copy(self.whole / name, self.public / name)

    def goes_on(self) -> bool:
        """Tells if the next page only adds to the file that is there."""
        before, number = self.page.read_bytes(), self.page.stat().st_ino
        self.lay()
        return self.page.read_bytes().startswith(before) and self.page.stat().st_ino == number


def test_a_page_grows_by_what_is_new_and_holds_all(laid: Laid, packed: list[int]) -> None:
    assert held_in(laid.page) == files_of(laid.public)
    for lines in (150, 151, 220):
        before = files_of(laid.public).keys() - {"ledger.jsonl", "checkpoint"}
        length = len(laid.ledger.read_bytes())
        laid.more(lines, every=3)
        del packed[:]
        assert laid.goes_on()
        now = files_of(laid.public)
        assert held_in(laid.page) == now
        assert len(packed) == len(now) - len(before)
        assert len(now["ledger.jsonl"]) - length in packed
    del packed[:]
    assert laid.goes_on()  # nothing is new
    assert not packed
    assert (laid.folder / NOTE).stat().st_mode & 0o077 == 0


def test_marks_of_before_the_last_letter_do_not_count(laid: Laid) -> None:
    marks = marks_in(laid.public, DiskFolder(laid.public).names)
    laid.more(150, every=1)
    lay_proof(laid.public, laid.folder / "reports", "", marks)
    assert held_in(laid.page) == files_of(laid.public)


def rolled_back(laid: Laid) -> None:
    laid.ledger.write_bytes(laid.ledger.read_bytes().splitlines(keepends=True)[0])


def line_altered(laid: Laid) -> None:
    laid.ledger.write_bytes(laid.ledger.read_bytes().replace(b"english", b"engliSh", 1))


def same_size_same_time(laid: Laid) -> None:
    path = next((laid.public / "seeds").iterdir())
    data, stamp = path.read_bytes(), path.stat()
    path.write_bytes(data[:-2] + bytes([data[-2] ^ 1]) + data[-1:])
    os.utime(path, ns=(stamp.st_atime_ns, stamp.st_mtime_ns))


def taken_away(laid: Laid) -> None:
    next((laid.public / "seeds").iterdir()).unlink()


def page_altered(laid: Laid) -> None:
    data = laid.page.read_bytes()
    laid.page.write_bytes(data[:-40] + bytes([data[-40] ^ 1]) + data[-39:])


def page_cut_off(laid: Laid) -> None:
    os.truncate(laid.page, laid.page.stat().st_size - 9)


def page_elsewhere(laid: Laid) -> None:
    laid.page.rename(laid.folder / "kept.html")
    laid.page.symlink_to(laid.folder / "kept.html")


def page_of_another_game(laid: Laid) -> None:
    laid.page.write_bytes(page_with(b""))


def note_gone(laid: Laid) -> None:
    (laid.folder / NOTE).unlink()


def note_cut_off(laid: Laid) -> None:
    os.truncate(laid.folder / NOTE, 30)


def note_of_nothing(laid: Laid) -> None:
    (laid.folder / NOTE).write_bytes(b"\xff[1]\n")


def note_of_before(laid: Laid) -> None:
    note = (laid.folder / NOTE).read_bytes()
    laid.more(150, every=3)
    laid.lay()
    (laid.folder / NOTE).write_bytes(note)


def note_of_another_program(laid: Laid) -> None:
    note = laid.folder / NOTE
    note.write_bytes(note.read_bytes().replace(program_mark().encode(), b"0" * 64))


HARMS = [
    rolled_back, line_altered, same_size_same_time, taken_away, page_altered, page_cut_off, page_elsewhere,
    page_of_another_game, note_gone, note_cut_off, note_of_nothing, note_of_before, note_of_another_program,
]  # fmt: skip


@pytest.mark.parametrize("harm", HARMS, ids=lambda harm: harm.__name__)
def test_a_page_of_which_anything_has_changed_is_made_whole(laid: Laid, harm: Callable[[Laid], None]) -> None:
    """Whatever became of the folder, the page or the note: the page has the folder's files, and nothing else."""
    harm(laid)
    assert not laid.goes_on()
    assert held_in(laid.page) == files_of(laid.public)
    assert laid.page.read_bytes().count(b'class="packed-folder"') == 1
    assert not laid.page.is_symlink()


@pytest.mark.tools
def test_the_browser_checks_a_page_of_parts_and_says_where_it_is_cut_off(laid: Laid, page: Page) -> None:
    laid.more(200, every=2)
    laid.lay()
    laid.more(1_000_000, every=1)
    copy(laid.whole / "checkpoint", laid.public / "checkpoint")
    assert laid.goes_on()
    checked(page, laid.page)
    assert "Everything matches" in page.text("#verdict-words")
    assert page.complaints == []
    os.truncate(laid.page, laid.page.stat().st_size - 100)
    checked(page, laid.page)
    assert "cut off" in page.text("#verdict-words")
    assert "Nothing could be checked" in page.text("#progress")


def checked(page: Page, file: Path) -> None:
    page.open(file)
    page.wait_for("document.body.dataset.checked")
