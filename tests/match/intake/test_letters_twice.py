"""Orders that come once more: the same receipt, and in its words what has become of them since."""

from __future__ import annotations

from pathlib import Path

import pytest
from acts_kit import agree, play_phase
from club import ADDRESSES, START, Club, playing
from club import duel_is_known as duel_is_known
from time_club import words

from pbem.base.clock import parse_time
from pbem.mail.compose import Attachment, Draft, compose


def come_again(club: Club, letter: Path) -> str:
    """The letter mailed anew, as another mailer would: what its writer is told."""
    again = letter.with_name("again.eml")
    again.write_bytes(letter.read_bytes().replace(b"Subject: ", b"Subject: Fwd: ", 1))
    before = len(club.ledger())
    club.do("moderator", "in", club.desk, again)
    assert len(club.ledger()) == before
    return words(club.deliver()["red"][-1])


@pytest.fixture
def club(tmp_path: Path) -> Club:
    found = Club(tmp_path)
    found.begin()
    return found


def test_orders_that_were_overtaken_are_said_to_count_no_more(club: Club) -> None:
    first, second = (club.sealed("red", bid=bid) for bid in ("low", "mid"))
    club.take(first, second)
    club.deliver()
    said = come_again(club, first)
    assert "taken in as number 1. It no longer counts: your letter no. 2 came after it, and counts instead." in said
    assert "Until the orders are locked, a newer letter of yours counts instead." in come_again(club, second)


def test_orders_of_a_phase_that_all_went_back_on_are_said_to_count_no_more(club: Club) -> None:
    first = club.sealed("red", bid="low")
    club.take(first)
    play_phase(club)
    club.do("moderator", "rollback", club.desk, "--to", "t01.duel", "--reason", "The chart was wrong.")
    agree(club)
    club.read()
    said = come_again(club, first)
    assert "It no longer counts: all players have agreed since to go back. Round 1 is open now, until" in said
    assert club.status()["waits_for"] == ["blue", "red"]


def test_orders_of_a_phase_that_was_played_keep_their_plain_receipt(club: Club) -> None:
    first = club.sealed("red", bid="low")
    club.take(first)
    play_phase(club)
    assert "taken in as number 1. The attached receipt" in come_again(club, first)


def mailed(club: Club, *parts: bytes, above: bytes = b"") -> str:
    """A letter of red's own with these envelopes among its words, and what it is told."""
    letter = club.home("red") / "by-hand.eml"
    head = b"From: red@example.org\nTo: club@example.org\nSubject: orders\n\n"
    letter.write_bytes(head + above + b"\n".join(parts))
    club.try_to("moderator", "in", club.desk, letter)
    return words(club.deliver()["red"][-1])


def test_of_two_envelopes_in_one_letter_the_newest_counts(club: Club) -> None:
    """An answer on top of the orders of yesterday brings both, and not every mailer marks what it copies."""
    first, second = (club.parts(club.sealed("red", bid=bid)) for bid in ("low", "mid"))
    (one,), (two,) = first.values(), second.values()
    assert "taken in as number 2." in mailed(club, one, two)
    assert [entry.number("seq") for entry in club.ledger().entries("lock")] == [2]


def test_orders_that_came_before_do_not_hide_what_is_wrong_with_others_in_the_same_letter(club: Club) -> None:
    first, second = (club.sealed("red", bid=bid) for bid in ("low", "mid"))
    club.take(first)
    (one,), (two,) = club.parts(first).values(), club.parts(second).values()
    said = mailed(club, two.replace(b"attempt: 1", b"attempt: 2"), one)
    assert "could not be used" in said
    assert "does not hold for these bytes" in said
    assert "mailers change what is pasted: attach the file to an ordinary letter" in " ".join(said.split())
    assert "Your orders no. 1 for" in said


def test_orders_that_came_before_do_not_keep_new_ones_in_the_same_letter_from_being_taken(tmp_path: Path) -> None:
    """Signed plain orders have no number: the old ones, copied above the new, were answered, and these left lying."""
    club = playing(tmp_path, "moderated", "--plain=red")
    old, new = (signed(club, bid) for bid in ("low", "high"))
    assert "taken in as number 1." in mailed(club, old)
    assert "taken in as number 2." in mailed(club, old, new)
    assert "taken in as number 2." in mailed(club, new)


def signed(club: Club, bid: str) -> bytes:
    """Plain orders of red's with their signature below."""
    path = club.write("red", bid=bid)
    below = path.with_name(f"{path.name}.sig")
    below.unlink(missing_ok=True)
    club.do("red", "sign", path)
    return path.read_bytes() + below.read_bytes()


def test_a_lock_that_came_before_does_not_keep_the_open_beside_it_from_being_taken(tmp_path: Path) -> None:
    """In tier two-step all that one's program has written went into one letter: the open was left lying."""
    club = playing(tmp_path, "two-step")
    locks = {seat: club.sealed(seat, bid="low") for seat in ("red", "blue")}
    club.take(*locks.values())
    club.run()
    club.read()
    opened = Path(club.do("red", "orders", "open", "--dir", club.folder("red")).stdout.strip())
    letter = tmp_path / "both.eml"
    letter.write_bytes(together(club.parts(locks["red"]) | club.parts(opened)))
    club.do("moderator", "in", club.desk, letter)
    assert club.status()["waits_for"] == ["blue"]


def together(parts: dict[str, bytes], what: str = "both") -> bytes:
    """All files in one letter of red's."""
    attachments = tuple(Attachment(name, data) for name, data in parts.items())
    return compose(Draft(
        sender=ADDRESSES["red"], to="club@example.org", subject="orders", text="All of them.", identity=what,
        date=parse_time(START), attachments=attachments, automatic=False,
    ))  # fmt: skip


def test_what_a_letter_brings_besides_the_document_that_was_taken_in_is_named(tmp_path: Path) -> None:
    """Press beside orders was left lying without a word, and so were faulty orders beside press."""
    club = playing(tmp_path, "moderated", "--press", "both")
    orders, text = club.sealed("red", bid="low"), tmp_path / "words.txt"
    text.write_text("Peace?\n", encoding="utf-8")
    press = Path(club.do("red", "press", text, "--to", "all", "--dir", club.folder("red")).stdout.strip())
    (envelope,), (outside, *_) = club.parts(orders), sorted(club.parts(press), key=lambda name: name.endswith(".age"))
    everything = club.parts(orders) | club.parts(press)
    spoilt = everything | {envelope: everything[envelope].replace(b"seq: 1", b"seq: 9")}
    for parts, what, left in ((everything, "receipt", outside), (spoilt, "press", envelope)):
        letter = tmp_path / f"{what}.eml"
        letter.write_bytes(together(parts, what))
        club.do("moderator", "in", club.desk, letter)
        answer = club.deliver()["red"][-1]
        assert f"-red-{what}-" in answer.name
        assert f"Your letter also brought '{left}', which has changed nothing" in words(answer)


def test_what_is_for_another_game_is_not_named_as_left_lying(club: Club) -> None:
    (envelope,) = club.parts(club.sealed("red", bid="low")).items()
    other = b"pbem: press/1\ngame: duel-2020-aaaaaa\nseat: red\nseq: 1\nsealed: x\n"
    letter = club.place / "two-games.eml"
    letter.write_bytes(together(dict([envelope, ("press.yaml", other)])))
    club.do("moderator", "in", club.desk, letter)
    assert "also brought" not in words(club.deliver()["red"][-1])
