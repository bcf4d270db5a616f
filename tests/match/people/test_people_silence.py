"""Seats that send nothing: what the charter has played for them, when the game stops waiting, and who looks on."""

from __future__ import annotations

import json
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import SMTP
from pathlib import Path
from typing import Any

import pytest
from acts_kit import act, agree
from club import Club
from club import duel_is_known as duel_is_known
from people_club import People, tiers
from time_club import speak

from pbem.base.errors import CheckFailed
from pbem.match.audit.replay import audit
from pbem.match.deadlines.silence import silences
from pbem.trust.record.checkpoint import LogKey
from pbem.trust.record.ledger import Ledger


def begun(place: Path, tier: str = "moderated", *more: str) -> People:
    club = People(place, tier, *more)
    club.begin()
    return club


def orders_file(place: Path, text: str) -> Path:
    path = place / "default.yaml"
    path.write_text(f"pbem: orders/1\nseat: red\n{text}", encoding="utf-8")
    return path


def bids(club: People, phase: str) -> dict[str, str]:
    """Who bid what, by the transcript that the end has disclosed."""
    lines = (club.desk / f"public/final/{phase}.transcript.jsonl").read_text(encoding="utf-8").splitlines()
    made = [json.loads(line) for line in lines]
    return {record["key"].partition(" ")[2]: record["answer"] for record in made
            if record.get("k") == "decide" and record["key"].startswith("bid")}  # fmt: skip


def silent_red(club: People) -> None:
    """Blue writes where he is waited for, red never; each phase ends with its deadline."""
    for _ in range(12):
        state = club.status()
        if state["stage"] == "over":
            return
        for seat in state["waits_for"]:
            if seat == "blue" and state["what"] == "orders":
                club.order("blue", bid="low", standing="no")
        club.later(50)
        club.run()
        for _ in range(4):
            if club.status().get("what") == "opens":
                club.open_all("blue")
                club.later(73)
                club.run()
        if club.tier == "beacon":
            club.later(60)
            club.run()
        club.read()
    raise AssertionError("the game does not end")


# ----------------------------------------------------------------------------------------------------- what is played
@pytest.mark.parametrize("tier", tiers("beacon"))
def test_default_orders_of_the_charter_are_played_for_a_silent_seat(tier: str, tmp_path: Path) -> None:
    file = orders_file(tmp_path, "bid: low\nstanding: \"no\"\n")
    club = begun(tmp_path, tier, "--silence", "default_orders", "--default-orders", f"red={file}")
    club.order("blue", bid="low", standing="no")
    silent_red(club)
    club.holds()
    assert bids(club, "t01.duel") == {"blue": "low", "red": "low"}


def test_standing_orders_go_on_where_the_charter_says_nothing(tmp_path: Path) -> None:
    club = begun(tmp_path)
    silent_red(club)
    club.holds()
    assert bids(club, "t01.duel") == {"blue": "low", "red": "mid"}


def test_a_phase_waits_for_the_moderator_where_the_charter_says_so(tmp_path: Path) -> None:
    club = begun(tmp_path, "moderated", "--silence", "wait")
    club.order("blue", bid="low", standing="no")
    club.later(100)
    assert club.run() == 3
    assert "a seat was silent at the deadline; the moderator decides" in club.why
    assert club.mail("moderator-silence")
    club.try_to("moderator", "run", club.desk, "--anyway")
    assert club.status()["phase"] == "t02.duel"


@pytest.mark.parametrize("tier", ["moderated", "two-step"])
def test_the_first_silence_of_a_seat_is_free(tier: str, tmp_path: Path) -> None:
    club = begun(tmp_path, tier, "--silence", "free_pass")
    club.order("blue", bid="low", standing="no")
    club.later(49)
    assert club.run() == 3
    ruling = club.ledger().entries("ruling")[0]
    assert (ruling.text("what"), ruling.text("until")) == ("extend", "2026-11-05T21:00:00Z")
    club.order("red", bid="low", standing="no")
    club.advance()
    assert club.status()["phase"] == "t02.duel"
    club.later(200)
    club.run()
    assert [entry.text("seat") for entry in club.ledger().entries("timeout")] == ["red"]
    assert len(club.ledger().entries("ruling")) == 1


@pytest.mark.parametrize(
    ("calendar", "due"),
    [("absence_days: 366\ndays: 2\n", "2027-11-05T20:00:00Z"), ("hours: 48\nquestion_hours: 0\n", None)],
    ids=["an absence without end", "no time for questions"],
)
def test_a_free_pass_stops_no_game_whatever_time_it_gives(calendar: str, due: str | None, tmp_path: Path) -> None:
    """An extension by hand reaches no further than a year, and not into the past; refused here, no run would get by."""
    file = tmp_path / "calendar.yaml"
    file.write_text(f"pbem: calendar/1\n{calendar}", encoding="utf-8")
    club = Club(tmp_path / "club", "moderated", "--silence", "free_pass", times=("--calendar", str(file)))
    club.begin()
    speak(club, "red", "away", "2026-11-05", "9999-12-31")
    club.order("blue", bid="low", standing="no")
    club.later(48)
    assert club.run() == 3
    assert [entry.text("until") for entry in club.ledger().entries("ruling")] == ([due] if due else [])
    assert (club.status()["phase"] == "t01.duel") is bool(due)
    club.do("moderator", "verify", club.desk)


def test_a_free_pass_of_a_phase_that_is_withdrawn_was_not_used(tmp_path: Path) -> None:
    club = begun(tmp_path, "moderated", "--silence", "free_pass")
    for _ in range(2):
        club.order("blue", bid="low", standing="no")
        club.later(49)
        assert club.run() == 3
        assert club.ledger().entries("ruling", what="extend")[-1].t == club.now
        club.order("red", bid="low", standing="no")
        club.advance()
        act(club, "rollback", "--to", "t01.duel")
        agree(club)
        club.read_all()


# -------------------------------------------------------------------------------------------------------- given up
@pytest.mark.parametrize("tier", tiers("two-step"))
@pytest.mark.parametrize("disorder", ["standing", "bot:random"])
def test_an_abandoned_seat_is_not_waited_for(
    tier: str, disorder: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    """Of two seats in tier two-step, grammar 2 waits for the part of both, and the moderator finds another player."""
    if tier == "two-step":
        request.getfixturevalue("of_before")
    club = begun(tmp_path, tier, "--abandoned-after", "1", "--disorder", disorder)
    club.order("blue", bid="low", standing="no")
    silent_red(club)
    club.holds()
    called = [entry.text("what") for entry in club.ledger().entries("timeout", seat="red")]
    called = [what for what in called if what != "open"]
    assert called[0] == "orders"
    assert set(called[1:]) <= {"abandoned", "orders"}


def test_with_one_abandoned_seat_the_phase_runs_when_the_other_has_written(tmp_path: Path) -> None:
    club = begun(tmp_path, "moderated", "--abandoned-after", "1")
    club.read_all()
    club.order("red", bid="low", standing="no")
    club.later(49)
    club.run()
    assert club.ledger().entries("timeout")[-1].text("what") == "orders"
    news = [club.mail(f"{who}-abandoned") for who in ("blue", "red", "moderator")]
    assert all("no longer waits for this seat" in " ".join(path.read_text().split()) for path in news)
    club.read_all()
    club.order("red", bid="low")
    club.advance()
    assert club.status()["phase"] == "t03.duel"
    club.holds()


def test_a_bot_plays_from_the_seats_own_lane_and_the_audit_plays_the_same(tmp_path: Path) -> None:
    chosen = []
    for number in range(4):
        place = tmp_path / str(number)
        place.mkdir()
        club = begun(place, "moderated", "--abandoned-after", "1", "--disorder", "bot:random")
        club.orders("blue")
        silent_red(club)
        club.holds()
        chosen += [bids(club, phase)["red"] for phase in ("t02.duel", "t03.duel")]
        if len(set(chosen)) > 1:
            return
    pytest.fail("eight bids of a random bot, all the same")


def test_a_letter_of_orders_ends_it(tmp_path: Path) -> None:
    club = begun(tmp_path, "moderated", "--abandoned-after", "1")
    club.order("blue", bid="low", standing="no")
    club.advance_by(49)
    assert silences(club.ledger(), "red") == 1
    club.order("red", bid="low")
    assert silences(club.ledger(), "red") == 0
    club.advance()
    assert club.status()["waits_for"] == ["red"]


def test_a_seat_called_abandoned_that_was_not_is_found_by_the_audit(tmp_path: Path) -> None:
    club = begun(tmp_path, "moderated", "--abandoned-after", "2")
    club.order("blue", bid="low", standing="no")
    silent_red(club)
    club.holds()
    resigned(club, lambda entry: entry | ({"what": "abandoned"} if entry.get("what") == "orders" else {}))
    with pytest.raises(CheckFailed, match="says that 'red' is abandoned, who was not silent for long enough"):
        audit(club.desk)


def resigned(club: People, change: Any) -> None:
    """Another ledger, signed by the game's own log key, as only its moderator could."""
    from pbem.base.clock import parse_time
    from pbem.match.folder.office import at_work
    from pbem.trust.keyring import Keyring
    with at_work(club.desk, Keyring.open(club.home("moderator")), parse_time(club.now)) as office:
        log: LogKey = office.keys.log
    ledger = Ledger()
    for entry in club.ledger():
        fields = dict(change(dict(entry.fields)))
        ledger.append(fields.pop("k"), fields.pop("t"), **{key: fields[key] for key in fields if key != "n"})
    note = log.sign_checkpoint(f"pbem.example/{club.status()['game']}", len(ledger), ledger.root)
    for path in (*(club.desk / "checkpoints").iterdir(), *(club.desk / "receipts").iterdir()):
        path.unlink()
    for path in (club.desk / "locks").glob("*.pbem"):
        assert path.name.startswith("blue")
    (club.desk / "ledger.jsonl").write_bytes(ledger.to_bytes())
    (club.desk / "checkpoint").write_bytes(note)


# -------------------------------------------------------------------------------------------------------- observers
WATCHED = ("--observer", "The club=club@example.org")


def test_an_observer_gets_the_public_reports_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    club = begun(tmp_path, "moderated", *WATCHED)
    seen: list[bytes] = []
    monkeypatch.setattr(club, "watch", lambda path: seen.append(path.read_bytes()))
    club.orders("blue", "red")
    message = next(each for each in map(message_from_bytes, reversed(seen)) if each["To"] == "club@example.org")
    assert not message.is_multipart()
    public = (club.desk / "public/t01.duel.txt").read_text(encoding="utf-8")
    words = message.get_payload(decode=True)
    assert isinstance(words, bytes)
    assert " ".join(words.decode().split()).startswith(" ".join(public.split()))
    club.play_on()
    club.holds()


def test_an_observer_reads_that_the_game_was_ended(tmp_path: Path) -> None:
    club = begun(tmp_path, "moderated", *WATCHED)
    club.orders("blue", "red")
    club.do("moderator", "end", club.desk, "--winner", "blue", "--reason", "Red has sailed home.")
    told = " ".join(club.mail("observer1-end").read_text(encoding="utf-8").split())
    assert "The moderator has ended the game. Winner: blue. Reason: Red has sailed home." in told
    assert "You get this letter because" in told


def test_an_observers_letter_is_answered_by_one_clear_fault(tmp_path: Path) -> None:
    club = begun(tmp_path, "moderated", *WATCHED)
    sealed = club.sealed("red", bid="low")
    theirs = EmailMessage(policy=SMTP)
    theirs["From"], theirs["To"], theirs["Subject"] = "club@example.org", "moderator@pbem.example", "How goes it?"
    theirs["Message-ID"], theirs["Date"] = "<1@example.org>", "Mon, 02 Nov 2026 20:00:00 +0000"
    theirs.set_content("Who is winning?\n")
    path = tmp_path / "theirs.eml"
    path.write_bytes(bytes(theirs))
    assert "observers read the public reports and send nothing" in club.take(path).output
    answer = club.mail("stranger-faults")
    assert message_from_bytes(answer.read_bytes())["To"] == "club@example.org"
    assert club.take(sealed).exit_code == 0


def test_a_seats_signed_orders_count_even_from_an_observers_address(tmp_path: Path) -> None:
    """Who sent a letter is decided by its signature alone."""
    club = begun(tmp_path, "moderated", *WATCHED)
    path = club.sealed("red", bid="low")
    path.write_bytes(path.read_bytes().replace(b"From: red@example.org", b"From: club@example.org"))
    assert club.take(path).exit_code == 0
    assert club.ledger().entries("lock")[-1].text("seat") == "red"


# ------------------------------------------------------------------------------------------------ what cannot be agreed
@pytest.mark.parametrize(("words", "message"), [
    (("--silence", "default_orders"), "there are no default orders"),
    (("--disorder", "bot:random"), "no seat is ever abandoned"),
    (("--abandoned-after", "2", "--disorder", "bot:clever"), "'bot:clever' is not how an abandoned seat can be played"),
    (("--tier", "beacon", "--beacon", "demo", "--silence", "free_pass"), "tier beacon has no free pass"),
    (("--observer", "One=a@example.org", "--observer", "Two=A@example.org"), "'A@example.org' observes twice"),
])  # fmt: skip
def test_what_cannot_be_kept_is_refused_when_the_game_is_opened(
    words: tuple[str, ...], message: str, tmp_path: Path
) -> None:
    with pytest.raises(AssertionError) as caught:
        People(tmp_path, "moderated", *words)
    assert message in str(caught.value)


def test_default_orders_that_are_none_are_refused(tmp_path: Path) -> None:
    file = orders_file(tmp_path, "sail: full\n")
    with pytest.raises(AssertionError, match="'sail' is no part of these orders"):
        People(tmp_path, "moderated", "--silence", "default_orders", "--default-orders", f"red={file}")


def test_a_phase_counts_once_however_many_questions_it_has() -> None:
    ledger = Ledger()
    ledger.append("charter", "2026-11-02T20:00:00Z", sha256="0" * 64)
    for phase in ("t01.duel", "t02.duel", "t02.duel.2", "t02.duel.3"):
        ledger.append("timeout", "2026-11-02T20:00:00Z", phase=phase, attempt=1, seat="red", what="orders")
    ledger.append("timeout", "2026-11-02T20:00:00Z", phase="t02.duel.3", attempt=1, seat="red", what="seal")
    assert silences(ledger, "red") == 2
    assert silences(ledger, "red", 2) == 1
    assert silences(ledger, "blue") == 0
