"""The post of a game: letters however they are dressed, robots that are not answered, what was sent and came back."""

from __future__ import annotations

import base64
from email.message import EmailMessage
from pathlib import Path

import pytest
from club import ADDRESSES, Club, know_the_duel

from pbem.mail.letter import read_letter


@pytest.fixture(autouse=True)
def duel_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    know_the_duel(monkeypatch)


@pytest.fixture
def club(tmp_path: Path) -> Club:
    """A moderated game whose first phase is open and whose first letters are read."""
    found = Club(tmp_path)
    found.begin()
    return found


def envelope(club: Club, seat: str = "red") -> tuple[str, bytes]:
    """Sealed orders: the name of the file and its bytes."""
    ((name, data),) = club.parts(club.sealed(seat, bid="high", standing="no")).items()
    return name, data


def mailed(club: Club, raw: bytes, name: str = "came.eml") -> Path:
    """A letter as a file."""
    path = club.place / name
    path.write_bytes(raw)
    return path


def head(*lines: str, sender: str = ADDRESSES["red"]) -> bytes:
    """The head of a letter to the moderator."""
    return "\n".join([f"From: {sender}", "To: moderator@pbem.example", "Subject: duel", *lines]).encode() + b"\n"


def waiting(club: Club) -> dict[str, list[str]]:
    """What lies in the outbox: address -> kinds of letters."""
    found: dict[str, list[str]] = {}
    for path in sorted((club.desk / "outbox").glob("*.eml")):
        to = str(next(line for line in path.read_text().splitlines() if line.startswith("To: "))).removeprefix("To: ")
        found.setdefault(to, []).append(path.stem.split("-", 2)[2])
    return found


def locks(club: Club) -> int:
    return len(club.ledger().entries("lock"))


# ---------------------------------------------------------------------------------------------------- however dressed
def inline(name: str, data: bytes) -> bytes:
    return head() + b"\nMy orders:\n\n" + data + b"\n-- \nRed\n"


def in_base64(name: str, data: bytes) -> bytes:
    crlf = base64.encodebytes(data.replace(b"\n", b"\r\n"))
    return head("Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: base64") + b"\n" + crlf


def attached(name: str, data: bytes) -> bytes:
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = ADDRESSES["red"], "moderator@pbem.example", "orders"
    message.set_content("Here they are.\n")
    message.add_alternative("<p>Here they are.</p>", subtype="html")
    message.add_attachment(data, maintype="application", subtype="octet-stream", filename=name)
    return message.as_bytes()


def forwarded(name: str, data: bytes) -> bytes:
    outer = head('Content-Type: multipart/mixed; boundary="x"') + b"\n--x\nContent-Type: text/plain\n\nSee below.\n"
    return outer + b"--x\nContent-Type: message/rfc822\n\n" + attached(name, data) + b"\n--x--\n"


def above_a_quotation(name: str, data: bytes) -> bytes:
    return inline(name, data).replace(b"-- \nRed\n", b"On Monday the moderator wrote:\n> pbem: orders/1\n> bid: low\n")


@pytest.mark.parametrize("dress", [inline, in_base64, attached, forwarded, above_a_quotation])
def test_orders_are_taken_however_a_mailer_dresses_them(dress: object, club: Club) -> None:
    assert callable(dress)
    result = club.take(mailed(club, dress(*envelope(club))))
    assert (result.exit_code, locks(club)) == (0, 1), result.output
    assert waiting(club) == {ADDRESSES["red"]: ["receipt-t01.duel-1"]}


def test_html_alone_is_refused_with_an_answer_that_says_how(club: Club) -> None:
    _, data = envelope(club)
    body = b"<pre>" + data.replace(b"\n", b"<br>\n") + b"</pre>"
    assert club.take(mailed(club, head("Content-Type: text/html") + b"\n" + body)).exit_code == 1
    assert locks(club) == 0
    (answer,) = club.deliver()["red"]
    told = read_letter(answer.read_bytes()).text
    assert "HTML only" in told
    assert "send the letter as plain text" in told


# ----------------------------------------------------------------------------------------------- whom an answer goes to
def test_an_answer_about_a_seat_goes_to_the_address_on_file_as_well(club: Club) -> None:
    name, data = envelope(club)
    club.do("moderator", "in", club.desk, mailed(club, inline(name, data).replace(b"red@", b"elsewhere@")))
    kind = "receipt-t01.duel-1"
    assert waiting(club) == {"elsewhere@example.org": [f"{kind}-copy"], ADDRESSES["red"]: [kind]}
    texts = {path.name: read_letter(path.read_bytes()).text for path in (club.desk / "outbox").glob("*.eml")}
    whole, copy = (text for _, text in sorted(texts.items()))
    assert "told to the address on file" in copy
    assert "told to the address on file" not in whole


def test_what_is_wrong_with_sealed_orders_is_told_to_their_seat_alone(club: Club) -> None:
    path = club.write("red", bid="high")
    path.write_text(path.read_text().replace("t01.duel", "t07.duel"))
    letter = Path(club.do("red", "orders", "seal", path, "--dir", club.folder("red"), "--anyway").stdout.split()[-1])
    moved = mailed(club, letter.read_bytes().replace(b"From: red@", b"From: spy@"))
    assert club.take(moved).exit_code == 1
    told = {}
    for each in (club.desk / "outbox").glob("*.eml"):
        answer = read_letter(each.read_bytes())
        told[each.stem.endswith("-copy")] = answer.text
    assert "t07.duel" in told[False]
    assert "t07.duel" not in told[True]


def test_a_stranger_whose_letter_is_not_about_the_game_is_met_with_silence(club: Club) -> None:
    raw = head(sender="spam@example.net").replace(b"duel", b"You won") + b"\nClick.\n"
    club.take(mailed(club, raw))
    assert waiting(club) == {}


# -------------------------------------------------------------------------------------------------- once, and no more
def test_the_same_bytes_twice_change_nothing_and_are_not_answered_twice(club: Club) -> None:
    letter = mailed(club, inline(*envelope(club)))
    club.take(letter)
    before = (waiting(club), (club.desk / "ledger.jsonl").read_bytes())
    assert "taken before" in club.take(letter).stdout
    assert (waiting(club), (club.desk / "ledger.jsonl").read_bytes()) == before


def test_a_duplicate_in_another_letter_is_answered_with_the_same_receipt(club: Club) -> None:
    name, data = envelope(club)
    for number, dress in enumerate([inline, attached]):
        club.do("moderator", "in", club.desk, mailed(club, dress(name, data), f"{number}.eml"))
    assert locks(club) == 1
    first, second = (read_letter(path.read_bytes()) for path in sorted((club.desk / "outbox").glob("*.eml")))
    assert (first.text, first.files) == (second.text, second.files)
    assert first.files[0].name == "red-t01.duel-1.proof"


def test_plain_orders_sent_twice_are_one_letter_of_orders(club: Club) -> None:
    path = club.write("red", bid="high", standing="no")
    club.do("red", "sign", path)
    both = path.read_bytes() + path.with_name(f"{path.name}.sig").read_bytes()
    for number in range(2):
        club.do("moderator", "in", club.desk, mailed(club, head(f"X-Number: {number}") + b"\n" + both, f"{number}.eml"))
    assert locks(club) == 1
    assert waiting(club) == {ADDRESSES["red"]: ["receipt-t01.duel-1"] * 2}


# ------------------------------------------------------------------------------------------------------------- robots
ROBOTS = {
    "loop": "X-Loop: moderator@pbem.example",
    "automatic": "Auto-Submitted: auto-replied",
    "list": "Precedence: bulk",
    "null sender": "Return-Path: <>",
    "ours": "From: moderator@pbem.example",
}


@pytest.mark.parametrize("line", ROBOTS.values(), ids=ROBOTS)
def test_a_robot_is_never_answered(line: str, club: Club) -> None:
    result = club.do("moderator", "in", club.desk, mailed(club, line.encode() + b"\n" + head() + b"\nHello.\n"))
    assert "passed over: " in result.stdout
    assert waiting(club) == {}


def test_a_letter_of_ours_that_comes_back_is_known_and_not_answered(club: Club) -> None:
    club.order("red", bid="high")
    (letter,) = club.deliver()["red"]
    assert "passed over" in club.do("moderator", "in", club.desk, letter).stdout
    assert waiting(club) == {}


def test_a_player_of_the_clubs_own_domain_is_no_loop(tmp_path: Path) -> None:
    club = Club(tmp_path, "moderated", "--address", "club@example.org")
    club.begin()
    club.order("red", bid="high")
    assert waiting(club) == {ADDRESSES["red"]: ["receipt-t01.duel-1"]}


def test_orders_through_a_mailing_list_count_and_are_not_answered(club: Club) -> None:
    name, data = envelope(club)
    club.do("moderator", "in", club.desk, mailed(club, b"List-Id: <duel.example.org>\n" + inline(name, data)))
    assert (locks(club), waiting(club)) == (1, {})


def test_a_flood_is_answered_up_to_the_cap_and_again_after_an_hour(club: Club) -> None:
    box = club.place / "box"
    box.mkdir()  # two letters of his, acceptance and charter, have come within the hour
    for number in range(40):
        (box / f"{number:02d}.eml").write_bytes(head(f"X-Number: {number}") + b"\nHello?\n")
    told = club.take(box).stdout
    assert told.count("passed over: more than 30 letters") == 12
    assert len(waiting(club)[ADDRESSES["red"]]) == 28
    club.later(2)
    club.take(mailed(club, head() + b"\nHello again.\n"))
    assert len(waiting(club)[ADDRESSES["red"]]) == 29
