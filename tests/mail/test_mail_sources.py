"""Boxes of letters: each letter comes until it is acknowledged, and nobody else's mail is touched."""

from __future__ import annotations

import io
import os
import sys
import threading
from pathlib import Path

import pytest
from mail_kit import letter

from pbem.base.errors import BadInput, Waiting, bad
from pbem.mail import sources
from pbem.mail.letter import read_letter
from pbem.mail.sources import INFO, Folder, Inbox, Maildir, Mbox, Pipe, split_mbox

ONE, TWO = letter(b"one\n"), letter(b"two\n\nFrom the sea\n")


def maildir(path: Path) -> Maildir:
    """A Maildir with two new letters."""
    for name in ("new", "cur", "tmp"):
        (path / name).mkdir()
    (path / "new" / "100.a").write_bytes(ONE)
    (path / "new" / "200.b").write_bytes(TWO)
    return Maildir(path)


def waiting(box: Inbox) -> list[bytes]:
    """What the box gives now."""
    return [data for _, data in box.letters()]


def test_a_maildir_letter_moves_only_when_it_is_acknowledged(tmp_path: Path) -> None:
    box = maildir(tmp_path)
    (first, second) = list(box.letters())
    assert (first[1], second[1]) == (ONE, TWO)
    assert waiting(box) == [ONE, TWO]
    box.done(first[0])
    box.done(first[0])
    assert waiting(box) == [TWO]
    assert [path.name for path in (tmp_path / "cur").iterdir()] == [f"100.a{INFO}S"]


def test_a_maildir_letter_that_another_program_moved_is_not_lost(tmp_path: Path) -> None:
    box = maildir(tmp_path)
    (tmp_path / "new" / "100.a").rename(tmp_path / "cur" / f"100.a{INFO}F")
    assert waiting(box) == [TWO, ONE]
    for handle, _ in box.letters():
        box.done(handle)
    assert waiting(box) == []
    assert {path.name for path in (tmp_path / "cur").iterdir()} == {f"100.a{INFO}FS", f"200.b{INFO}S"}


def test_what_is_no_maildir_is_told(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="no Maildir"):
        Maildir(tmp_path)


def test_a_maildir_letter_that_goes_while_we_read_is_passed_over(tmp_path: Path) -> None:
    box = maildir(tmp_path)
    given = box.letters()
    next(given)
    (tmp_path / "new" / "200.b").unlink()
    assert list(given) == []


def test_a_maildir_letter_that_was_moved_without_flags_is_unread_whatever_its_server_is_called(tmp_path: Path) -> None:
    box = maildir(tmp_path)
    (tmp_path / "new" / "100.a").rename(tmp_path / "cur" / "100.SERVER")
    assert waiting(box) == [TWO, ONE]
    box.done("100.SERVER")
    assert waiting(box) == [TWO]


def test_a_maildir_letter_that_goes_before_it_is_acknowledged_is_no_fault(tmp_path: Path) -> None:
    box = maildir(tmp_path)
    (first, _) = list(box.letters())
    (tmp_path / "new" / "100.a").unlink()
    box.done(first[0])
    assert waiting(box) == [TWO]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="links and pipes in a Maildir are a thing of Unix")
def test_what_is_no_plain_file_in_a_maildir_is_left_alone(tmp_path: Path) -> None:
    box = maildir(tmp_path)
    new = tmp_path / "new"
    (new / "000.loop").symlink_to(new / "000.loop")
    (new / "001.nowhere").symlink_to(tmp_path / "nowhere")
    (new / "002.folder").symlink_to(tmp_path)
    (new / "003.endless").symlink_to("/dev/zero")
    os.mkfifo(new / "004.pipe")
    assert waiting(box) == [ONE, TWO]


def test_a_letter_that_cannot_be_read_keeps_no_other_from_coming(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    box, real = maildir(tmp_path), sources.read_letter_file

    def read(path: Path) -> bytes | None:
        if path.name == "100.a":
            raise bad("cannot be read: Input/output error", file=str(path))
        return real(path)

    monkeypatch.setattr(sources, "read_letter_file", read)
    given = box.letters()
    assert next(given)[1] == TWO
    with pytest.raises(BadInput, match="Input/output error"):
        next(given)


def test_a_folder_gives_letters_by_name_and_puts_them_aside(tmp_path: Path) -> None:
    for name, data in (("b.eml", TWO), ("a.EML", ONE), ("notes.txt", b"x"), (".hidden.eml", b"x")):
        (tmp_path / name).write_bytes(data)
    box = Folder(tmp_path)
    assert waiting(box) == [ONE, TWO]
    box.done("b.eml")
    (tmp_path / "b.eml").write_bytes(ONE)
    box.done("b.eml")
    box.done("b.eml")
    assert waiting(box) == [ONE]
    assert (tmp_path / "taken" / "b.eml").read_bytes() == TWO
    assert (tmp_path / "taken" / "b.2.eml").read_bytes() == ONE


def test_a_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="cannot be read"):
        waiting(Folder(tmp_path / "nowhere"))


def test_a_huge_file_is_read_no_further_than_the_refusal_needs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sources, "MOST_READ", 100)
    (tmp_path / "a.eml").write_bytes(ONE + b"x" * 1000)
    assert [len(data) for data in waiting(Folder(tmp_path))] == [100]
    assert [len(data) for _, data in Pipe(io.BytesIO(ONE * 9)).letters()] == [100]


def test_standard_input_gives_one_letter_or_none() -> None:
    box = Pipe(io.BytesIO(b"From anne Mon Nov  2\n" + ONE))
    ((handle, data),) = box.letters()
    box.done(handle)
    assert read_letter(data).subject == "my orders"
    assert list(Pipe(io.BytesIO(b"\n")).letters()) == []


def mbox_of(*letters: bytes) -> bytes:
    """An mbox as a delivery agent writes it (mboxrd)."""
    escaped = [each.replace(b"\n>From ", b"\n>>From ").replace(b"\nFrom ", b"\n>From ") for each in letters]
    return b"".join(b"From anne Mon Nov  2 10:00:00 2026\n" + each + b"\n" for each in escaped)


def test_an_mbox_is_only_read_and_remembers_what_was_taken(tmp_path: Path) -> None:
    path, memory = tmp_path / "inbox", tmp_path / "game" / "taken"
    path.write_bytes(mbox_of(ONE, TWO))
    before = path.read_bytes()
    (first, second) = list(Mbox(path, memory).letters())
    assert (first[1], second[1]) == (ONE, TWO)
    Mbox(path, memory).done(first[0])
    assert waiting(Mbox(path, memory)) == [TWO]
    path.write_bytes(mbox_of(TWO, ONE, letter(b"three\n")))
    assert waiting(Mbox(path, memory)) == [TWO, letter(b"three\n")]
    path.write_bytes(before)
    assert path.read_bytes() == before


@pytest.mark.parametrize("ends", [b"\n", b"\r\n"])
def test_an_mbox_that_somebody_has_read_holds_the_same_letters(ends: bytes, tmp_path: Path) -> None:
    """mutt, Thunderbird and Dovecot note in the head what was read; each letter was taken in and answered again."""
    noted = b"Status: RO\nX-Status: A\nContent-Length: 4\nLines: 1\nX-UID: 7\nX-Keywords:\n  \nX-Mozilla-Status: 0001\n"
    body = letter(b"one\n\nStatus: quoted in the text\n")
    path, memory = tmp_path / "inbox", tmp_path / "taken"
    path.write_bytes(mbox_of(body, TWO).replace(b"\n", ends))
    came = list(Mbox(path, memory).letters())
    Mbox(path, memory).done(came[0][0])
    head, _, text = body.partition(b"\n\n")
    read = [head + b"\n" + noted + b"\n" + text, b"Status: O\n" + TWO]
    path.write_bytes(mbox_of(*read).replace(b"\n", ends))
    assert list(Mbox(path, memory).letters()) == came[1:]


def test_half_a_line_in_the_memory_of_an_mbox_hides_no_letter(tmp_path: Path) -> None:
    path, memory = tmp_path / "inbox", tmp_path / "taken"
    path.write_bytes(mbox_of(ONE, TWO))
    (first, second) = [handle for handle, _ in Mbox(path, memory).letters()]
    memory.write_bytes(first.encode()[:30])
    assert waiting(Mbox(path, memory)) == [ONE, TWO]
    Mbox(path, memory).done(second)
    assert waiting(Mbox(path, memory)) == [ONE]


def test_an_mbox_that_is_not_there_is_empty(tmp_path: Path) -> None:
    assert waiting(Mbox(tmp_path / "inbox", tmp_path / "taken")) == []


@pytest.mark.parametrize("data", [b"", b"x", b"From ", b"From a\n", b"\n\nFrom a\n", ONE, b"From a\nFrom b\n\nFrom c"])
def test_any_bytes_are_some_mbox(data: bytes) -> None:
    assert all(isinstance(each, bytes) for each in split_mbox(data))


def test_an_mbox_with_windows_line_ends_is_split_as_well() -> None:
    data = mbox_of(ONE, TWO).replace(b"\n", b"\r\n")
    assert [read_letter(each).text for each in split_mbox(data)] == ["one", "two\n\nFrom the sea"]


def test_an_mbox_being_written_is_left_for_the_next_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sources, "SECONDS", 0.2)
    monkeypatch.setattr(sources, "PAUSE", 0.02)
    path = tmp_path / "inbox"
    path.write_bytes(mbox_of(ONE))
    lock = tmp_path / "inbox.lock"
    lock.write_bytes(b"")
    with pytest.raises(Waiting, match="is locked"):
        waiting(Mbox(path, tmp_path / "taken"))
    lock.unlink()
    assert waiting(Mbox(path, tmp_path / "taken")) == [ONE]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows locks an open file by itself")
def test_an_mbox_waits_for_the_lock_of_a_delivery_agent(tmp_path: Path) -> None:
    import fcntl

    path = tmp_path / "inbox"
    path.write_bytes(mbox_of(ONE))
    writer = path.open("ab")
    fcntl.flock(writer, fcntl.LOCK_EX)
    timer = threading.Timer(0.3, writer.close)
    writer.write(mbox_of(TWO))
    timer.start()
    assert waiting(Mbox(path, tmp_path / "taken")) == [ONE, TWO]
    timer.join()
