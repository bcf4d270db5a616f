"""What a seat is sent is a function of what it may know: letters, names of files and their lengths, twin by twin.

Two games alike to the byte part where red does something that only he and the adjudicator may know. Until orders are
opened, whatever blue is sent, and whatever lies in public, is the same in both but for hashes, keys and signatures.
"""

from __future__ import annotations

import re
from base64 import b64decode
from collections.abc import Callable, Iterator
from email import message_from_bytes
from email.policy import default
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest
from club import Club, know_the_duel
from club import duel_is_known as duel_is_known

PRESS = ("--press", "both", "--press-when", "with_report")
TIERS = ("moderated", "two-step", "beacon")
#: Hashes, values and ids: what nobody can read anything from.
OPAQUE = re.compile(r"\b[0-9a-f]{32,}\b|\b[A-Za-z0-9+/]{40,}={0,2}")

#: How a lock of tier beacon says when its orders open.
AT_A_ROUND = re.compile(rb"(?m)^opens: [0-9]+$")


def nothing(club: Club) -> None:
    """Red sends his orders and no more."""


def refused(club: Club) -> None:
    """A letter of red's that is refused, and answered to him."""
    letter = club.place / "nonsense.eml"
    head = f"pbem: orders/1\ngame: {club.status()['game']}\nseat: red\nphase: t01.duel\nbid: sideways\n"
    letter.write_text(f"From: red@example.org\nSubject: my orders\n\n{head}", encoding="utf-8")
    assert club.take(letter).exit_code == 1


def note_to_oneself(club: Club) -> None:
    words = club.place / "note.txt"
    words.write_text("Blue strikes high, always.\n", encoding="utf-8")
    club.do("moderator", "in", club.desk, written(club, "press", "--to", "self", words))


def long_note(club: Club) -> None:
    words = club.place / "note.txt"
    words.write_text("Blue strikes high, always. " * 60 + "\n", encoding="utf-8")
    club.do("moderator", "in", club.desk, written(club, "press", "--to", "self", words))


def letters_again(club: Club) -> None:
    club.do("moderator", "in", club.desk, written(club, "word", "again"))


def wants_to_move(club: Club) -> None:
    """An address that red has not confirmed."""
    club.do("moderator", "in", club.desk, written(club, "word", "address", "red@elsewhere.example"))


def written(club: Club, *words: object) -> Path:
    said = club.do("red", *words, "--dir", club.folder("red")).stdout.strip()
    return Path(said.splitlines()[-1])


SECRETS: dict[str, tuple[Callable[[Club], None], dict[str, str]]] = {
    "another bid": (nothing, {"bid": "high"}),
    "a standing order": (nothing, {"bid": "low", "standing": "yes"}),
    "a letter that was refused": (refused, {"bid": "low"}),
    "a note to oneself": (note_to_oneself, {"bid": "low"}),
    "a long note to oneself": (long_note, {"bid": "low"}),
    "letters asked for again": (letters_again, {"bid": "low"}),
    "an address to be confirmed": (wants_to_move, {"bid": "low"}),
}


@pytest.fixture(scope="module", params=TIERS)
def begun(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Club]:
    """A game whose first phase is open, in each tier; made once."""
    with pytest.MonkeyPatch.context() as patch:
        know_the_duel(patch)
        club = Club(tmp_path_factory.mktemp("begun"), request.param, *PRESS)
        club.begin()
        yield club


def test_until_orders_are_opened_blue_is_sent_the_same_whatever_red_does_in_secret(begun: Club, tmp_path: Path) -> None:
    plain = seen_by_blue(begun.copied(tmp_path / "plain"), nothing, {"bid": "low"})
    assert any("receipt" in letter for letter in plain)
    for number, (name, (act, orders)) in enumerate(SECRETS.items()):
        assert seen_by_blue(begun.copied(tmp_path / str(number)), act, orders) == plain, name


def seen_by_blue(club: Club, act: Callable[[Club], None], orders: dict[str, str]) -> list[str]:
    """All that a player is sent while orders come in, and all that lies in public when they are locked."""
    found: list[str] = []
    act(club)
    club.order("red", **orders)
    found += letters_to_blue(club)
    club.order("blue", bid="low")
    found += letters_to_blue(club)
    if club.tier != "moderated":  # there the orders that come last are opened at once
        club.later(48)
        assert club.run() == 3
        found += letters_to_blue(club)
    return [*found, *in_public(club)]


def letters_to_blue(club: Club) -> list[str]:
    return [outside(path) for path in club.deliver()["blue"]]


def outside(path: Path) -> str:
    """A letter as its reader's mailer shows it, with the length of each file."""
    message = message_from_bytes(path.read_bytes(), policy=default)
    shown = [f"{name}: {value}" for name, value in message.items() if name not in ("Message-ID", "Content-Type")]
    for part in message.walk():
        if part.is_multipart():
            continue
        data = part.get_payload(decode=True)
        assert isinstance(data, bytes)
        name = part.get_filename()
        shown.append(lengths(name, data) if name else data.decode())
    return OPAQUE.sub("-", "\n".join(shown))


def in_public(club: Club) -> list[str]:
    """Every file with the length of what is not sealed, and the ledger line by line."""
    private = ("private", "inbox", "outbox", "sent")
    paths = sorted(path for path in club.desk.rglob("*") if path.is_file())
    names = [path.relative_to(club.desk) for path in paths]
    files = [lengths(str(name), (club.desk / name).read_bytes()) for name in names if name.parts[0] not in private]
    return [*files, *OPAQUE.sub("-", (club.desk / "ledger.jsonl").read_text("utf-8")).splitlines()]


def lengths(name: str, data: bytes) -> str:
    """How long a file is. Of what is sealed, the length of the seal: its head has a stanza of any length, which tells
    nothing (the grease of age). Orders of tier beacon are sealed twice, and their inner head is of any length too. An
    archive is its files.
    """
    if name.endswith(".zip"):
        with ZipFile(BytesIO(data)) as archive:
            return "\n".join(lengths(each, archive.read(each)) for each in archive.namelist())
    plain, armour, sealed = data.partition(b"-----BEGIN AGE ENCRYPTED FILE-----\n")
    if armour:
        data = b64decode(sealed.partition(b"-----END")[0])
    _, head, body = data.partition(b"\n--- ")
    twice = AT_A_ROUND.search(plain)
    return f"{name}: {len(plain) if armour or not head else 0} bytes, sealed {0 if twice else len(body)}"
