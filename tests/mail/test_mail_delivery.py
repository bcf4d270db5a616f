"""The delivery ledger: every letter is somewhere, an outage is outlived, and nothing goes twice without saying so."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import textwrap
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from mail_kit import ANNE, CLUB, HOME, bounce_report

from pbem.base.errors import BadInput
from pbem.mail import journal
from pbem.mail.bounce import Bounce
from pbem.mail.compose import Draft, compose
from pbem.mail.delivery import PATIENCE, Deliveries, Delivery, State, summary
from pbem.mail.guards import judge
from pbem.mail.letter import read_letter
from pbem.mail.senders import FolderOut, Outcome, Receipt

NOON = datetime(2026, 11, 18, 12, tzinfo=UTC)
GAME = "jenkins-2026-4f1c9a"


def made(name: str, to: str = ANNE) -> bytes:
    """A letter of ours."""
    return compose(Draft(sender=CLUB, to=to, subject=f"Result {name}", text="All lost.\n", date=NOON, identity=name))


class Post:
    """An outlet with a script; the last word of it goes on."""

    def __init__(self, *script: Receipt) -> None:
        self.script, self.sent = list(script), list[tuple[str, bytes]]()

    def send(self, message: bytes, recipients: Sequence[str]) -> Receipt:
        receipt = self.script.pop(0) if len(self.script) > 1 else self.script[0]
        if receipt.outcome is Outcome.HANDED_OVER or receipt.unsure:
            self.sent.append((recipients[0], message))
        return receipt


TAKEN = Receipt(Outcome.HANDED_OVER, "250 taken")
DOWN = Receipt(Outcome.NOT_NOW, "connection refused", down=True)
GREY = Receipt(Outcome.NOT_NOW, "450 greylisted")
NEVER = Receipt(Outcome.NEVER, "550 no such user")
BROKEN = Receipt(Outcome.NOT_NOW, "connection lost", down=True, unsure=True)


def at(moment: datetime) -> Callable[[], datetime]:
    """A clock that stands."""
    return lambda: moment


def queue(ledger: Deliveries, name: str, kind: str = "result", seat: str = "english", reaches: int = 0) -> Delivery:
    """Put a letter in."""
    return ledger.queue(name, made(name), NOON, game=GAME, seat=seat, kind=kind, reaches=reaches)


def states(folder: Path) -> dict[str, str]:
    """What a fresh look at the disk says."""
    return {name: delivery.state.value for name, delivery in Deliveries(folder).all.items()}


def test_a_letter_goes_once_and_is_remembered(tmp_path: Path) -> None:
    ledger, post = Deliveries(tmp_path), Post(TAKEN)
    queue(ledger, "t03")
    assert [each.state for each in ledger.send_waiting(post, at(NOON))] == [State.HANDED_OVER]
    assert Deliveries(tmp_path).send_waiting(post, at(NOON + timedelta(days=9))) == []
    assert post.sent == [(ANNE, made("t03"))]
    assert states(tmp_path) == {"t03": "handed over"}


def test_the_same_name_again_is_the_same_letter(tmp_path: Path) -> None:
    ledger = Deliveries(tmp_path)
    assert queue(ledger, "t03") == queue(ledger, "t03")
    assert len((tmp_path / "deliveries.jsonl").read_bytes().splitlines()) == 1


def test_a_newer_result_cancels_the_unsent_older_one_and_nothing_else(tmp_path: Path) -> None:
    ledger, post = Deliveries(tmp_path), Post(TAKEN)
    queue(ledger, "gone")
    ledger.send_waiting(post, at(NOON))
    for name, kind, seat in [("t03", "result", "english"), ("r1", "receipt", "english"), ("s", "result", "spanish")]:
        queue(ledger, name, kind, seat)
    queue(ledger, "t04")
    assert states(tmp_path) == {
        "gone": "handed over", "t03": "superseded", "r1": "queued", "s": "queued", "t04": "queued",
    }  # fmt: skip
    ledger.send_waiting(post, at(NOON))
    assert len(post.sent) == 4


def test_an_outage_of_two_days_is_outlived(tmp_path: Path) -> None:
    queue(Deliveries(tmp_path), "t03")
    queue(Deliveries(tmp_path), "t03-s", seat="spanish")
    post, tries, moment = Post(DOWN), 0, NOON
    while moment < NOON + timedelta(days=2):
        tries += len(Deliveries(tmp_path).send_waiting(post, at(moment)))
        moment += timedelta(minutes=5)
    assert 10 < tries < 40
    post.script = [TAKEN]
    Deliveries(tmp_path).send_waiting(post, at(moment + timedelta(hours=6)))
    assert states(tmp_path) == {"t03": "handed over", "t03-s": "handed over"}
    assert [message for _, message in post.sent] == [made("t03"), made("t03-s")]


def test_an_outlet_that_is_down_ends_the_round_but_greylisting_does_not(tmp_path: Path) -> None:
    ledger = Deliveries(tmp_path)
    for seat in ("english", "spanish"):
        queue(ledger, seat, seat=seat)
    assert len(ledger.send_waiting(Post(DOWN), at(NOON))) == 1
    assert len(ledger.send_waiting(Post(GREY), at(NOON + timedelta(hours=7)))) == 2


def test_no_letter_overtakes_an_older_one_of_its_seat_that_waits(tmp_path: Path) -> None:
    ledger = Deliveries(tmp_path)
    for name, seat in (("e1", "english"), ("e2", "english"), ("s1", "spanish")):
        queue(ledger, name, kind=name, seat=seat)
    post = Post(GREY, TAKEN)
    assert [each.name for each in ledger.send_waiting(post, at(NOON))] == ["e1", "s1"]
    assert ledger.send_waiting(post, at(NOON + timedelta(minutes=1))) == []
    ledger.send_waiting(post, at(NOON + timedelta(minutes=9)))
    assert [message for _, message in post.sent] == [made(name) for name in ("s1", "e1", "e2")]


def test_a_letter_replaces_those_it_names_before_it_is_queued_itself(tmp_path: Path) -> None:
    ledger = Deliveries(tmp_path)
    queue(ledger, "old", kind="t03")
    ledger.queue("new", made("new"), NOON, replaces=["old", "none"], game=GAME, seat="english", kind="t04")
    assert states(tmp_path) == {"old": "superseded", "new": "queued"}
    events = [json.loads(line)["event"] for line in (tmp_path / "deliveries.jsonl").read_bytes().splitlines()]
    assert events == ["queued", "superseded", "queued"]


def test_a_letter_that_nobody_takes_for_days_is_given_up_in_words(tmp_path: Path) -> None:
    ledger = Deliveries(tmp_path)
    queue(ledger, "t03")
    ledger.send_waiting(Post(GREY), at(NOON))
    ledger.send_waiting(Post(GREY), at(NOON + PATIENCE + timedelta(hours=1)))
    assert (ledger.all["t03"].state, ledger.all["t03"].text) == (State.REFUSED, "450 greylisted")


def test_a_letter_that_could_not_be_tried_for_days_is_not_given_up_at_the_first_try(tmp_path: Path) -> None:
    """Nobody had named a way out, or another letter knocked at a server that was down."""
    queue(Deliveries(tmp_path), "t03")
    late = NOON + 2 * PATIENCE
    assert [each.state for each in Deliveries(tmp_path).send_waiting(Post(GREY), at(late))] == [State.DEFERRED]
    Deliveries(tmp_path).send_waiting(Post(GREY), at(late + timedelta(days=1)))
    assert states(tmp_path) == {"t03": "deferred"}
    Deliveries(tmp_path).send_waiting(Post(GREY), at(late + PATIENCE + timedelta(hours=1)))
    assert states(tmp_path) == {"t03": "refused"}


def test_a_refusal_is_final_until_somebody_says_resend(tmp_path: Path) -> None:
    ledger, post = Deliveries(tmp_path), Post(NEVER, TAKEN)
    queue(ledger, "t03")
    ledger.send_waiting(post, at(NOON))
    assert (ledger.all["t03"].state, ledger.waiting(NOON + timedelta(days=3))) == (State.REFUSED, [])
    ledger.resend("t03", NOON)
    ledger.send_waiting(post, at(NOON))
    assert post.sent == [(ANNE, made("t03"))]


def test_what_is_sent_again_has_the_same_id_and_says_so(tmp_path: Path) -> None:
    ledger, post = Deliveries(tmp_path), Post(TAKEN)
    queue(ledger, "t03")
    ledger.send_waiting(post, at(NOON))
    ledger.resend("t03", NOON)
    ledger.send_waiting(post, at(NOON))
    first, second = (read_letter(message) for _, message in post.sent)
    assert (first.subject, second.subject) == ("Result t03", "[again] Result t03")
    assert first.message_id == second.message_id
    assert first.text == second.text
    with pytest.raises(BadInput, match="there is no letter 't99'"):
        ledger.resend("t99", NOON)


def test_what_is_sent_again_is_tried_for_as_long_as_any_letter(tmp_path: Path) -> None:
    ledger, post = Deliveries(tmp_path), Post(TAKEN, GREY, TAKEN)
    queue(ledger, "t03")
    ledger.send_waiting(post, at(NOON))
    later = NOON + 3 * PATIENCE
    ledger.resend("t03", later)
    assert ledger.all["t03"].next_try == later
    assert [each.state for each in ledger.send_waiting(post, at(later))] == [State.DEFERRED]
    Deliveries(tmp_path).send_waiting(post, at(later + timedelta(hours=1)))
    assert states(tmp_path) == {"t03": "handed over"}


@pytest.mark.parametrize("sent", [True, False])
def test_what_is_sent_again_may_go_to_where_its_reader_is_now(sent: bool, tmp_path: Path) -> None:
    ledger, post = Deliveries(tmp_path), Post(TAKEN)
    queue(ledger, "t03")
    if sent:
        ledger.send_waiting(post, at(NOON))
    moved = f"{'a' * 60}@{'elsewhere.' * 12}example"
    ledger.resend("t03", NOON, moved)
    Deliveries(tmp_path).send_waiting(post, at(NOON))
    to, message = post.sent[-1]
    assert to == moved
    assert message.replace(f"To: {moved}".encode(), f"To: {ANNE}".encode()) == (
        made("t03").replace(b"Subject: ", b"Subject: [again] ", 1) if sent else made("t03")
    )
    assert Deliveries(tmp_path).all["t03"].to == moved


def test_a_letter_to_a_long_address_goes_as_it_was_written_and_finds_its_reader_elsewhere(tmp_path: Path) -> None:
    long = f"{'a' * 60}@{'elsewhere.' * 12}example"
    ledger, post = Deliveries(tmp_path), Post(TAKEN)
    ledger.queue("t03", made("t03", long), NOON, game=GAME, seat="english", kind="result")
    ledger.send_waiting(post, at(NOON))
    ledger.resend("t03", NOON, ANNE)
    ledger.send_waiting(post, at(NOON))
    assert post.sent[0] == (long, made("t03", long))
    assert post.sent[1] == (ANNE, made("t03").replace(b"Subject: ", b"Subject: [again] ", 1))


def test_a_line_that_breaks_under_a_letter_leaves_a_doubt_and_the_next_one_says_so(tmp_path: Path) -> None:
    ledger, post = Deliveries(tmp_path), Post(BROKEN, TAKEN)
    queue(ledger, "t03")
    ledger.send_waiting(post, at(NOON))
    Deliveries(tmp_path).send_waiting(post, at(NOON + timedelta(hours=1)))
    assert [read_letter(message).subject for _, message in post.sent] == ["Result t03", "[again] Result t03"]


def test_a_clock_that_is_set_back_delays_nothing_for_long(tmp_path: Path) -> None:
    ledger = Deliveries(tmp_path)
    queue(ledger, "t03")
    ledger.send_waiting(Post(GREY), at(NOON))
    assert len(ledger.waiting(NOON - timedelta(days=400))) == 1


def test_a_report_of_a_server_marks_the_letter_it_names(tmp_path: Path) -> None:
    ledger = Deliveries(tmp_path)
    queue(ledger, "t03")
    ledger.send_waiting(Post(TAKEN), at(NOON))
    for action, status, state in [("delayed", "4.4.1", State.HANDED_OVER), ("failed", "5.1.1", State.BOUNCED)]:
        (bounce,) = judge(read_letter(bounce_report(action, status, made("t03"))), HOME).bounces
        ledger.bounced(bounce, NOON)
        assert ledger.all["t03"].state is state
    assert "no such user" in ledger.all["t03"].text
    assert ledger.bounced(Bounce("<other@example.org>", "", True, "", ""), NOON) is None


def test_a_report_that_names_no_letter_is_about_none(tmp_path: Path) -> None:
    ledger = Deliveries(tmp_path)
    ledger.queue("by-hand", b"From: club@example.org\r\nTo: anne@example.net\r\nSubject: x\r\n\r\nx\r\n", NOON)
    ledger.send_waiting(Post(TAKEN), at(NOON))
    assert ledger.bounced(Bounce("", ANNE, True, "5.1.1", "of a stranger's letter"), NOON) is None


def test_a_late_report_from_an_address_that_was_left_says_nothing_of_the_new_one(tmp_path: Path) -> None:
    ledger = Deliveries(tmp_path)
    queue(ledger, "t03")
    ledger.send_waiting(Post(TAKEN), at(NOON))
    ledger.resend("t03", NOON, "anne@new.example")
    ledger.send_waiting(Post(TAKEN), at(NOON))
    told = [Bounce(ledger.all["t03"].message_id, to, True, "4.4.7", "gone") for to in (ANNE, "anne@new.example")]
    assert Deliveries(tmp_path).bounced(told[0], NOON) is None
    assert ledger.bounced(told[1], NOON) is not None


@pytest.mark.parametrize(
    ("lines", "state"),
    [
        (b"Final-Recipient: rfc822; <anne@example.net>", State.HANDED_OVER),
        (
            b"Original-Recipient: rfc822;anne@example.net\nFinal-Recipient: rfc822; anne.smith@host.example",
            State.HANDED_OVER,
        ),
        (
            b"Original-Recipient: rfc822;anne@new.example\nFinal-Recipient: rfc822; anne@example.net",
            State.BOUNCED,
        ),
    ],
)
def test_an_address_that_was_left_is_known_in_brackets_and_where_it_led_elsewhere(
    tmp_path: Path, lines: bytes, state: State
) -> None:
    ledger = Deliveries(tmp_path)
    queue(ledger, "t03")
    ledger.send_waiting(Post(TAKEN), at(NOON))
    ledger.resend("t03", NOON, "anne@new.example")
    ledger.send_waiting(Post(TAKEN), at(NOON))
    report, found = re.subn(rb"Final-Recipient:[^\n]*", lines, bounce_report("failed", "4.4.7", made("t03")))
    assert found == 1
    (bounce,) = judge(read_letter(report), HOME).bounces
    ledger.bounced(bounce, NOON)
    assert ledger.all["t03"].state is state


def test_a_seat_that_has_seen_so_far_has_acknowledged_so_far(tmp_path: Path) -> None:
    ledger = Deliveries(tmp_path)
    for number in (3, 5, 9):
        queue(ledger, f"t{number}", kind=f"k{number}", reaches=number)
    queue(ledger, "other", seat="spanish", reaches=1)
    queue(ledger, "chat", kind="press")
    ledger.send_waiting(Post(TAKEN), at(NOON))
    ledger.acknowledge(GAME, "english", 5, NOON)
    assert [name for name, state in states(tmp_path).items() if state == "acknowledged"] == ["t3", "t5"]
    assert ledger.bounced(Bounce(ledger.all["t3"].message_id, ANNE, True, "5.1.1", "forged"), NOON) is None
    assert summary(ledger.all.values())["acknowledged"] == 2


def test_half_a_line_at_the_end_is_taken_off_and_the_rest_stands(tmp_path: Path) -> None:
    queue(Deliveries(tmp_path), "t03")
    path = tmp_path / "deliveries.jsonl"
    whole = path.read_bytes()
    for cut in range(1, 40):
        path.write_bytes(whole + whole[:cut])
        assert list(Deliveries(tmp_path).all) == ["t03"]
        assert path.read_bytes() == whole


def test_a_line_that_is_none_is_told_by_its_number(tmp_path: Path) -> None:
    (tmp_path / "deliveries.jsonl").write_bytes(b'{"event":"queued"}\n')
    with pytest.raises(BadInput) as caught:
        Deliveries(tmp_path)
    assert caught.value.faults[0].line == 1


@pytest.mark.parametrize("broken", ["", "{}", "[1]", '{"event": "trying", "name": "t03"}', "{", "{},{}"])
def test_a_line_that_is_none_is_told_by_its_number_among_others(broken: str, tmp_path: Path) -> None:
    queue(Deliveries(tmp_path), "t03")
    path = tmp_path / "deliveries.jsonl"
    whole = path.read_text(encoding="ascii")
    path.write_text(f"{whole}{broken}\n{whole}", encoding="ascii")
    with pytest.raises(BadInput) as caught:
        Deliveries(tmp_path)
    assert caught.value.faults[0].line == 2


def test_the_ledger_read_at_once_is_the_one_that_was_written_line_by_line(tmp_path: Path) -> None:
    ledger = Deliveries(tmp_path)
    events = ["trying", "deferred", "refused", "handed over", "bounced", "acknowledged", "queued again"]
    added: list[dict[str, Any]] = [{}, {"text": "x"}, {"unsure": True}, {"to": "admiral@example.org"}, {"text": ""}]
    for number in range(12):
        queue(ledger, f"t{number:02d}", seat=f"s{number % 3}", reaches=number)
    for count in range(500):  # of two of the names nothing was queued
        event, name, more = events[count % 7], f"t{count // 7 % 14:02d}", added[count % 5]
        ledger.note(event, name, NOON + timedelta(minutes=count), **more)
    again = Deliveries(tmp_path)
    assert (list(again.all), again.all) == (list(ledger.all), ledger.all)


def test_a_full_disk_leaves_no_half_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ledger = Deliveries(tmp_path)
    queue(ledger, "t03")
    path = tmp_path / "deliveries.jsonl"
    before = path.read_bytes()
    real = journal.write_all

    def full(handle: int, data: bytes) -> None:
        real(handle, data[:7])
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(journal, "write_all", full)
    post = Post(TAKEN)
    with pytest.raises(BadInput, match="No space left"):
        ledger.send_waiting(post, at(NOON))
    assert (path.read_bytes(), post.sent) == (before, [])


@pytest.mark.parametrize("name", ["../t03", "", "a b", "x" * 101, ".t03"])
def test_a_name_that_leads_elsewhere_is_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="no name of a letter"):
        queue_as(tmp_path, name)


def queue_as(folder: Path, name: str) -> None:
    """Queue a sound letter under a name."""
    Deliveries(folder).queue(name, made("x"), NOON, game=GAME, seat="english", kind="result")


#: Sends one letter to a folder and is killed at the named point: at a write to the ledger, or right after the sending.
VICTIM = textwrap.dedent(
    """
    import os, sys
    from datetime import UTC, datetime
    from pathlib import Path
    from pbem.mail import journal
    from pbem.mail.delivery import Deliveries
    from pbem.mail.senders import FolderOut
    folder, point = Path(sys.argv[1]), int(sys.argv[2])
    steps = 0
    def die_at(step):
        global steps
        steps += 1
        if steps == point:
            os._exit(9)
    real, send = journal.write_all, FolderOut.send
    def write(handle, data):
        die_at("before a line")
        real(handle, data[:len(data) // 2])
        die_at("within a line")
        real(handle, data[len(data) // 2:])
        die_at("after a line")
    def sending(self, message, recipients):
        die_at("before sending")
        receipt = send(self, message, recipients)
        die_at("after sending")
        return receipt
    journal.write_all, FolderOut.send = write, sending
    now = lambda: datetime(2026, 11, 18, 12, tzinfo=UTC)
    ledger = Deliveries(folder / "ledger")
    ledger.queue("t03", (folder / "letter").read_bytes(), now(), game="g", seat="english", kind="result")
    ledger.send_waiting(FolderOut(folder / "out"), now)
    """
)
PLAIN, AGAIN = "Result t03", "[again] Result t03"
#: Up to the whole line 'trying' nothing was sent; up to the sending there is a doubt; after it there are two letters
#: until the line 'handed over' is whole. The last point is beyond the end.
ENDS = {point: [PLAIN] for point in (1, 2, 3, 4, 5, 11, 12)}
ENDS |= {point: [AGAIN] for point in (6, 7)} | {point: [PLAIN, AGAIN] for point in (8, 9, 10)}


@pytest.mark.parametrize("point", ENDS)
def test_killed_anywhere_a_letter_goes_and_a_second_one_says_so(point: int, tmp_path: Path) -> None:
    (tmp_path / "letter").write_bytes(made("t03"))
    script = [sys.executable, "-c", VICTIM, str(tmp_path), str(point)]
    done = subprocess.run(script, check=False, timeout=60)
    assert done.returncode == (0 if point == max(ENDS) else 9)
    ledger = Deliveries(tmp_path / "ledger")
    ledger.queue("t03", made("t03"), NOON, game="g", seat="english", kind="result")
    ledger.send_waiting(FolderOut(tmp_path / "out"), at(NOON))
    assert states(tmp_path / "ledger") == {"t03": "handed over"}
    sent = [read_letter(path.read_bytes()) for path in (tmp_path / "out").iterdir()]
    assert sorted(each.subject for each in sent) == ENDS[point]
    assert {each.message_id for each in sent} == {read_letter(made("t03")).message_id}
    for line in (tmp_path / "ledger" / "deliveries.jsonl").read_bytes().splitlines():
        json.loads(line)
