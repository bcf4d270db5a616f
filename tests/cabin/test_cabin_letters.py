"""Letters dropped on the cabin: one by one, as attachments, as a mailbox export; hostile ones change nothing."""

from __future__ import annotations

import email
import email.policy
import io
import zipfile
from email.message import EmailMessage
from pathlib import Path

import pytest
from cabin_hand import Hand, MixedCompany, mixed
from mail_corpus import HERE

from pbem.afloat.acts.transaction import files_of
from pbem.base.errors import BadInput, hidden
from pbem.match.folder import zipped
from pbem.trust import locked

#: As the tests of the proof page have it.
EVIL = "<img src=x onerror=alert(1)><script>alert(2)</script>\"'><svg onload=alert(3)>"


@pytest.fixture(autouse=True)
def in_a_place_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each cabin works in its own folder; passphrases take no work here."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("os.fsync", lambda handle: None)
    monkeypatch.setattr(locked, "WORK", 4)


class Kept(MixedCompany):
    """Letters to the cabin stay in the post, for the test to bring them."""

    def read(self, seat: str, path: Path) -> None:
        """Only what asks for an answer is answered."""
        if seat != self.sits or "report" not in path.name:
            MixedCompany.read(self, seat, path)


@pytest.fixture
def begun(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Hand, Path]:
    """A cabin that has signed its charter, and the letter with its first report."""
    monkeypatch.setattr("cabin_hand.MixedCompany", Kept)
    hand = Hand(tmp_path / "sea")
    hand.aboard()
    mixed(tmp_path, hand, "guerra", "opening-guns", "royalist", "moderated")
    return hand, next(iter((tmp_path / "post").glob("*royalist-report*.eml")))


def reports(hand: Hand) -> list[str]:
    name = hand.act("games")[0]["folder"]
    return [each["name"] for each in hand.act("game", name=name)["reports"]]


def test_a_letter_is_opened_once_and_told_of_the_second_time(begun: tuple[Hand, Path]) -> None:
    hand, letter = begun
    assert [each["report"] for each in hand.take(("report.eml", letter.read_bytes()))] == ["start"]
    again = hand.drop(("again.eml", letter.read_bytes()))
    assert (again["letters"], again["told"][0]["said"]) == ([], "was opened here before; nothing is new")
    assert reports(hand) == ["start"]


def test_a_mailbox_export_brings_what_is_of_the_game(begun: tuple[Hand, Path]) -> None:
    hand, letter = begun
    line, ours = b"From a@b.example Mon Nov  2 20:00:00 2026\n", letter.read_bytes().replace(b"\r\n", b"\n")
    box = line + b"From: a@b.example\nTo: c@d.example\nSubject: tea\n\nAt five?\n\n" + line + ours + b"\n\n"
    assert [each["report"] for each in hand.take(("all.mbox", box))] == ["start"]


def attachments(letter: Path) -> dict[str, bytes]:
    """The attachments of a letter, as a mail program saves them."""
    message = email.message_from_bytes(letter.read_bytes(), policy=email.policy.default)
    assert isinstance(message, EmailMessage)
    parts = ((str(part.get_filename()), part.get_content()) for part in message.iter_attachments())
    return {name: data if isinstance(data, bytes) else data.encode() for name, data in parts}


def test_attachments_bring_what_their_letter_would(begun: tuple[Hand, Path]) -> None:
    hand, letter = begun
    opened = hand.take(*attachments(letter).items())
    assert [each["report"] for each in opened] == ["start"]


def test_a_record_with_one_byte_changed_anywhere_is_refused_and_nothing_is_lost(begun: tuple[Hand, Path]) -> None:
    """As a moderator would try it: the letter is theirs, and one file of the record in it is another."""
    hand, letter = begun
    parts = attachments(letter)
    public = zipped.unpack(parts["public.zip"])
    assert len(public) > 5
    before = files_of(hand.place / "games")
    for name, data in public.items():
        middle = len(data) // 2
        changed = data[:middle] + bytes([data[middle] ^ 1]) + data[middle + 1 :]
        for each in hand.drop(*{**parts, "public.zip": zipped.pack({**public, name: changed})}.items())["letters"]:
            with pytest.raises(BadInput) as caught:
                hand.act("open", name=each["id"])
            assert caught.value.faults[0].message, name
        assert files_of(hand.place / "games") == before, name
    assert [each["report"] for each in hand.take(*parts.items())] == ["start"]


def test_what_the_proof_page_refuses_is_refused_here_and_changes_nothing(begun: tuple[Hand, Path]) -> None:
    """Archives that are none, and records with names and words that would be markup, in a letter of the moderator's."""
    hand, letter = begun
    parts = attachments(letter)
    public, before = zipped.unpack(parts["public.zip"]), files_of(hand.place / "games")
    hostile = [*damaged(parts["public.zip"]), *(zip_with(public, more) for more in strays(public))]
    for data in hostile:
        dropped = hand.drop(*{**parts, "public.zip": data}.items())
        assert dropped["letters"] or dropped["told"]
        for each in dropped["letters"]:
            with pytest.raises(BadInput) as caught:
                hand.act("open", name=each["id"])
            assert not any(hidden(sign) for sign in caught.value.faults[0].message)
        assert files_of(hand.place / "games") == before
    assert [each["report"] for each in hand.take(*parts.items())] == ["start"]


def damaged(data: bytes) -> list[bytes]:
    """An archive that was cut, changed, misnamed, emptied, or is something else."""
    bit, name = bytearray(data), bytearray(data)
    bit[len(bit) // 3] ^= 1
    name[name.rindex(b"charter.yaml") - 46] ^= 1
    return [data[:-400], bytes(bit), bytes(name), b"", b"PK" + bytes(60), b"<script>alert(1)</script>" * 40]


def strays(public: dict[str, bytes]) -> list[dict[str, bytes]]:
    """Files that belong to no record, and lines of a record that somebody wrote."""
    charter, ledger = public["charter.yaml"], public["ledger.jsonl"]
    return [
        {f"public/{EVIL}.txt": EVIL.encode()}, {"amends/\u202e\u0001.txt": b"a"}, {"../../keys/secret.key": b"a"},
        {"/etc/passwd": b"a"}, {"C:\\x.txt": b"a"}, {"checkpoint": EVIL.encode()}, {"bomb.txt": bytes(80_000_000)},
        {"charter.yaml": charter.replace(b"tier: ", b'title: "<b onclick=alert(1)>"\ntier: ', 1)},
        {"ledger.jsonl": ledger.replace(b'"who":"', b'"who":"<img src=x onerror=alert(1)>', 1)},
        {"ledger.jsonl": ledger + ledger}, {"ledger.jsonl": b""}, {"charter.yaml": b""},
    ]  # fmt: skip


def zip_with(public: dict[str, bytes], more: dict[str, bytes]) -> bytes:
    """The archive with other files in it, under any names at all."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in {**public, **more}.items():
            archive.writestr(name, data)
    return made.getvalue()


def test_hostile_letters_change_nothing(begun: tuple[Hand, Path]) -> None:
    """Everything that the mail corpus has; each is told of or laid aside, and the game is as it was."""
    hand, _ = begun
    games = {path: data for path, data in files_of(hand.place).items() if "games" in path.parts}
    letters = sorted(HERE.glob("*.eml"))
    assert len(letters) > 100
    for path in letters:
        dropped = hand.drop((path.name, path.read_bytes()))
        for each in dropped["letters"]:
            with pytest.raises(BadInput):
                hand.act("answer" if each["answer"] else "open", name=each["id"])
    after = {path: data for path, data in files_of(hand.place).items() if "games" in path.parts}
    assert after == games
