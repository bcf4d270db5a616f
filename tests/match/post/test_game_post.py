"""The post of a game: letters however they are dressed, robots that are not answered, what was sent and came back."""

from __future__ import annotations

import base64
import email
import shutil
from collections.abc import Callable
from email.message import EmailMessage
from pathlib import Path

import pytest
from click.testing import CliRunner
from club import ADDRESSES, Club, playing
from club import duel_is_known as duel_is_known
from kills import Killed
from mail_kit import bounce_report
from mail_servers import ImapServer, SmtpServer, running

from pbem import strict_yaml
from pbem.cli import root
from pbem.mail import delivery, journal, senders
from pbem.mail.letter import read_letter
from pbem.match.post.send_outbox import deliver
from pbem.trust.verify import verify_folder


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
@pytest.mark.parametrize("line", ['seat: "red"', "seat: red # mine", "seat: 'red'", "seat:   red"])
def test_what_is_wrong_with_a_seats_orders_is_told_to_it_alone_however_it_spells_its_name(
    line: str, club: Club
) -> None:
    path = club.write("red", bid="low", sabre="mine")
    path.write_text(path.read_text(encoding="utf-8").replace("seat: red", line), encoding="utf-8")
    path.with_name(f"{path.name}.sig").unlink(missing_ok=True)
    club.do("red", "sign", path)
    signed = path.read_bytes() + path.with_name(f"{path.name}.sig").read_bytes()
    assert club.take(mailed(club, head(sender="spy@example.org") + b"\n" + signed)).exit_code == 1
    answers = [email.message_from_bytes(path.read_bytes()) for path in (club.desk / "outbox").glob("*.eml")]
    texts = {each["To"]: str(each) for each in answers}
    assert "sabre" in texts[ADDRESSES["red"]]
    assert "sabre" not in texts["spy@example.org"]


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


def test_plain_orders_sent_twice_are_one_letter_of_orders(tmp_path: Path) -> None:
    club = playing(tmp_path, "moderated", "--plain=red")
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
    club = playing(tmp_path, "moderated", "--address", "club@example.org")
    club.order("red", bid="high")
    assert waiting(club) == {ADDRESSES["red"]: ["receipt-t01.duel-1"]}


def test_orders_through_a_mailing_list_count_and_are_not_answered(club: Club) -> None:
    name, data = envelope(club)
    club.do("moderator", "in", club.desk, mailed(club, b"List-Id: <duel.example.org>\n" + inline(name, data)))
    assert (locks(club), waiting(club)) == (1, {})


JUNK = b"pbem: orders/1\nseat: red\n"


def flood(club: Club, count: int = 40, body: bytes = JUNK) -> Path:
    """A folder of letters in a player's name."""
    box = club.place / "box"
    box.mkdir()
    for number in range(count):
        (box / f"{number:02d}.eml").write_bytes(head(f"X-Number: {number}") + b"\n" + body)
    return box


def test_words_are_answered_a_few_times_a_day_and_then_met_with_silence(club: Club) -> None:
    told = club.take(flood(club, body=b"Hello?\n")).stdout
    assert told.count("passed over: more than") == 28
    assert len(waiting(club)[ADDRESSES["red"]]) == 12
    club.later(25)
    club.take(mailed(club, head() + b"\nHello again.\n"))
    assert len(waiting(club)[ADDRESSES["red"]]) == 13


def test_a_flood_is_answered_up_to_the_cap_and_again_after_an_hour(club: Club) -> None:
    told = club.take(flood(club)).stdout  # two letters of his, acceptance and charter, have come within the hour
    assert told.count("more than 30 letters") == 12
    assert len(waiting(club)[ADDRESSES["red"]]) == 28
    club.later(2)
    club.take(mailed(club, head() + b"\n" + JUNK))
    assert len(waiting(club)[ADDRESSES["red"]]) == 29


def test_a_flood_in_a_players_name_keeps_no_receipt_from_him(club: Club) -> None:
    """Whoever forges his address fills his cap; what he signs is answered all the same, and a copy of it is not."""
    club.take(flood(club))
    name, data = envelope(club)
    assert "passed over" not in club.do("moderator", "in", club.desk, mailed(club, inline(name, data))).stdout
    assert waiting(club)[ADDRESSES["red"]].count("receipt-t01.duel-1") == 1
    again = club.do("moderator", "in", club.desk, mailed(club, attached(name, data), "again.eml"))
    assert "passed over" in again.stdout
    assert waiting(club)[ADDRESSES["red"]].count("receipt-t01.duel-1") == 1


def test_what_is_wrong_with_signed_orders_is_told_once_in_the_midst_of_a_flood(club: Club) -> None:
    club.take(flood(club))
    path = club.write("red", bid="high")
    path.write_text(path.read_text().replace("t01.duel", "t07.duel"))
    letter = Path(club.do("red", "orders", "seal", path, "--dir", club.folder("red"), "--anyway").stdout.split()[-1])
    before = len(waiting(club)[ADDRESSES["red"]])
    for number in range(3):
        club.take(mailed(club, f"X-Number: {number}\n".encode() + letter.read_bytes(), f"{number}.eml"))
    assert len(waiting(club)[ADDRESSES["red"]]) == before + 1


def test_a_flood_leaves_nothing_in_the_inbox_and_in_the_book(club: Club) -> None:
    club.take(flood(club))
    assert len(list((club.desk / "inbox").glob("*.eml"))) == 32


# --------------------------------------------------------------------------------------------- what strangers may learn
def answers_to(club: Club, address: str) -> list[str]:
    """What a stranger is told, as his mailer shows it."""
    found = (path.read_bytes() for path in sorted((club.desk / "outbox").glob("*.eml")))
    return [text for data in found if f"To: {address}".encode() in data for text in [read_letter(data).text]]


@pytest.mark.parametrize("body", [b"Who plays?\n", b"pbem: nonsense/1\nkey: word\n"], ids=["words", "a document"])
def test_nobody_learns_whether_an_address_has_a_seat_by_writing_in_its_name(body: bytes, club: Club) -> None:
    for number, sender in enumerate(("red@example.org", "nobody@example.org")):
        raw = head(f"Reply-To: spy{number}@example.net", sender=sender) + b"\n" + body
        club.take(mailed(club, raw, f"spy{number}.eml"))
    assert answers_to(club, "spy0@example.net") == answers_to(club, "spy1@example.net")


def test_faults_of_somebody_elses_orders_are_not_had_by_adding_a_document_of_ones_own(club: Club) -> None:
    path = club.write("red", bid="high")
    path.write_text(path.read_text().replace("t01.duel", "t07.duel"))
    letter = Path(club.do("red", "orders", "seal", path, "--dir", club.folder("red"), "--anyway").stdout.split()[-1])
    (part,) = read_letter(letter.read_bytes()).parts
    both = b"pbem: nonsense/1\nseat: blue\n-- \n\n" + part.data
    club.take(mailed(club, head(sender="blue@example.org") + b"\n" + both))
    assert not any("t07.duel" in text for text in answers_to(club, ADDRESSES["blue"]))
    assert any("t07.duel" in text for text in answers_to(club, ADDRESSES["red"]))


# ------------------------------------------------------------------------------------------------------ sent, and back
def boxed(place: Path) -> Path:
    """An empty Maildir."""
    for name in ("new", "cur", "tmp"):
        (place / name).mkdir(parents=True)
    return place


def settle(club: Club, **ways: dict[str, str]) -> None:
    """private/post.yaml."""
    (club.desk / "private" / "post.yaml").write_text(strict_yaml.write({"pbem": "post/1", **ways}))


def carried(club: Club, out: Path) -> dict[str, list[Path]]:
    """The moderator's Maildir emptied by the postman, into the players' hands, oldest number first."""
    found: dict[str, list[Path]] = {seat: [] for seat in ADDRESSES}
    for path in (out / "new").iterdir():
        letter = email.message_from_bytes(path.read_bytes())
        seat = next(seat for seat, address in ADDRESSES.items() if address == letter["To"])
        found[seat].append(path.rename(club.place / f"{path.stem}.eml"))
    for letters in found.values():
        letters.sort(key=lambda path: path.read_bytes().count(b"public.zip"))
    return found


def test_a_whole_game_by_maildirs_and_a_timer(tmp_path: Path) -> None:
    club = Club(tmp_path)
    box, out = boxed(tmp_path / "in"), boxed(tmp_path / "out")
    settle(club, out={"to": f"maildir:{out}"}, **{"in": {"from": f"maildir:{box}"}})
    for round_ in range(40):
        club.do("moderator", "tick", club.desk)
        if club.status()["stage"] == "over":
            break
        for seat, letters in carried(club, out).items():
            for letter in letters:
                verb = "join" if round_ < 2 else "open"
                told = club.do(seat, verb, letter, "--dir", club.folder(seat)).stdout
                if verb == "join":
                    Path(told.strip()).rename(box / "new" / f"{seat}{round_}")
        if round_ >= 2:
            state = club.status()
            body = {"parry": "yes"} if state["what"] == "answers" else {"bid": "high"}
            for seat in state["waits_for"]:
                club.sealed(seat, **body).rename(box / "new" / f"{seat}{round_}")
    assert club.kinds()[-1] == "final"
    assert verify_folder(club.desk).faults == ()
    assert list((box / "new").iterdir()) == []
    post = club.status()["post"]
    assert set(post) == {"handed over", "acknowledged"}
    assert post["acknowledged"] >= 4


def test_a_bounce_is_noted_and_told_by_status_and_the_letter_can_be_sent_again(club: Club) -> None:
    club.order("red", bid="high")
    (letter,) = club.deliver()["red"]
    report = mailed(club, bounce_report("failed", "5.1.1", letter.read_bytes()))
    told = club.do("moderator", "in", club.desk, report)
    assert "did not reach red@example.org" in told.stderr
    assert waiting(club) == {"moderator@pbem.example": ["unreached-red"]}
    state = club.status()
    assert state["post"]["bounced"] == 1
    assert "no such user" in state["undelivered"][0]
    name = "00007-red-receipt-t01.duel-1"
    assert club.do("moderator", "out", club.desk, "--to", club.place / "post", "--resend", name).exit_code == 0
    again = read_letter((club.place / "post" / f"{name}.eml").read_bytes())
    assert again.subject.startswith("[again] ")
    assert club.status()["undelivered"] == []


def test_a_server_that_is_down_leaves_the_letters_waiting_and_says_so(club: Club) -> None:
    club.order("red", bid="high")
    result = club.try_to("moderator", "out", club.desk, "--to", "smtp://club@localhost:1")
    assert result.exit_code == 3
    assert "deferred" in result.stderr
    assert club.status()["post"]["deferred"] == 1
    club.later(1)
    assert "receipt" in club.do("moderator", "out", club.desk, "--to", club.place / "post").stdout


def test_standard_input_brings_one_letter_and_its_faults_are_no_bounce(club: Club) -> None:
    environment = {"PBEM_HOME": str(club.home("moderator")), "PBEM_NOW": club.now}
    for raw, word in ((inline(*envelope(club)), "taken in"), (head() + b"\nHello.\n", "faults")):
        result = CliRunner().invoke(root, ["in", str(club.desk), "-"], input=raw, env=environment)
        assert (result.exit_code, result.stdout) == (0, f"standard input: {word}\n")
    assert locks(club) == 1


def test_in_without_letters_and_without_a_box_says_where_to_name_one(club: Club) -> None:
    assert "private/post.yaml" in club.fail("moderator", "in", club.desk).faults[0].hint


@pytest.mark.parametrize(
    ("out", "says"),
    [
        ({"to": "smtp://club:hunter2@mail.example.org"}, "a password is not written into an address"),
        ({"to": "smtps://club@mail.example.org", "secret": "hunter2"}, "env:NAME"),
        ({"to": "smtp://club@mail.example.org", "security": "none"}, "in clear"),
        ({"to": "pigeon:post"}, "not a way to send letters"),
        ({"to": "smtp://"}, "names no server"),
    ],
)
def test_settings_with_a_password_or_without_protection_are_refused(out: dict[str, str], says: str, club: Club) -> None:
    club.order("red", bid="high")
    settle(club, out=out)
    error = club.fail("moderator", "out", club.desk)
    told = " ".join(f"{fault.message} {fault.hint}" for fault in error.faults)
    assert says in told
    assert "hunter2" not in told


def killed_at(number: int, folder: Path, target: Path) -> bool:
    """`pbem out`, killed before its n-th write to a disk; whether there were so many."""
    count = 0

    def counted(real: Callable[..., object]) -> Callable[..., object]:
        def write(*given: object, **how: object) -> object:
            nonlocal count
            count += 1
            if count == number:
                raise Killed
            return real(*given, **how)

        return write

    with pytest.MonkeyPatch.context() as patch:
        for module, name in ((delivery, "write_atomic"), (senders, "write_atomic"), (journal, "write_all")):
            patch.setattr(module, name, counted(getattr(module, name)))
        try:
            deliver(folder, target)
        except Killed:
            return True
    return False


def test_out_outlives_a_kill_at_any_write_and_says_so_where_a_letter_may_come_twice(club: Club) -> None:
    for seat in ADDRESSES:
        club.order(seat, bid="low", standing="no")
    club.run()
    due = sorted(path.stem for path in (club.desk / "outbox").glob("*.eml"))
    number = 1
    while True:
        desk, post = club.place / f"desk-{number}", club.place / f"post-{number}"
        shutil.copytree(club.desk, desk)
        hurt = killed_at(number, desk, post)
        deliver(desk, post)
        found = sorted(post.glob("*.eml"))
        assert sorted({path.stem.removesuffix(".again") for path in found}) == due
        subjects = [read_letter(path.read_bytes()).subject for path in found]
        assert sum(subject.startswith("[again] ") for subject in subjects) <= 1
        plain = [path.stem for path in found if not path.stem.endswith(".again")]
        assert plain == due
        assert list((desk / "outbox").glob("*.eml")) == []
        if not hurt:
            break
        number += 1
    assert number > 4 * len(due)


def test_letters_come_by_imap_and_go_by_smtp_each_once(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLUB_PASSWORD", "hardtack")
    came, went = ImapServer(letters={3: inline(*envelope(club))}), SmtpServer()
    with running(came), running(went):
        box = {"from": f"imap://club@localhost:{came.port}", "secret": "env:CLUB_PASSWORD", "security": "none"}
        settle(club, out={"to": f"smtp://localhost:{went.port}"}, **{"in": box})
        for _ in range(2):
            club.do("moderator", "tick", club.desk)
    assert locks(club) == 1
    assert [recipients for recipients, _ in went.letters] == [[ADDRESSES["red"]]]
    told = club.do("moderator", "tick", club.desk).stdout
    assert "mailbox of club@localhost" in told
    assert b"hardtack" not in (club.desk / "private" / "post.yaml").read_bytes() + told.encode()
