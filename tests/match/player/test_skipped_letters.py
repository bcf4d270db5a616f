"""Letters skipped, opened late, twice or in another order: the report opens, and what is missing is named."""

from __future__ import annotations

from pathlib import Path

import pytest
from club import Club, know_the_duel

from pbem.match.own_folder.player import order_file
from pbem.match.own_folder.seat import Seat
from pbem.match.post import public_parcel
from pbem.trust.verify import verify_folder

STRUCK = {"bid": "low", "standing": "no"}


@pytest.fixture
def club(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Club:
    know_the_duel(monkeypatch)
    made = Club(tmp_path)
    made.begin()
    return made


def silent_phase(club: Club) -> Path:
    """A phase that nobody orders in, so that nobody confirms anything; red's letter."""
    club.later(60)
    for more in ((), ("--anyway",)):
        club.try_to("moderator", "run", club.desk, *more)
    (letter,) = [letter for letter in club.deliver()["red"] if "-report-" in letter.name]
    return letter


def test_a_letter_that_was_skipped_does_no_harm(club: Club) -> None:
    first, second = silent_phase(club), silent_phase(club)
    opened = club.do("red", "open", second, "--dir", club.folder("red"))
    noted = [line for line in opened.stderr.splitlines() if "note:" in line]
    assert all("somebody had a choice" in line for line in noted), "the silences are told, and nothing else"
    assert verify_folder(club.folder("red") / "game").ok
    assert (club.folder("red") / "game/ledger.jsonl").read_bytes() == (club.desk / "ledger.jsonl").read_bytes()
    late = club.do("red", "open", first, "--dir", club.folder("red"))
    assert late.exit_code == 0
    assert (club.folder("red") / "reports/t01.duel.txt").is_file()
    club.sealed("red", **STRUCK)


def test_a_letter_brings_what_its_own_reader_has_not_confirmed(club: Club) -> None:
    first = silent_phase(club)
    club.do("red", "open", first, "--dir", club.folder("red"))
    club.order("red", **STRUCK)  # sealed with the record up to there, and so confirmed
    club.later(60)
    club.run()
    letters = club.deliver()
    brought = {seat: public_of(club, letters[seat][-1]) for seat in ("red", "blue")}
    assert "public/t01.duel.txt" in brought["blue"]
    assert "public/t01.duel.txt" not in brought["red"]
    assert "public/t02.duel.txt" in brought["red"]
    assert "ledger.jsonl" in brought["blue"]
    assert "ledger.jsonl" not in brought["red"]
    for seat in ("red", "blue"):
        club.do(seat, "open", letters[seat][-1], "--dir", club.folder(seat))
        assert (club.folder(seat) / "game/ledger.jsonl").read_bytes() == (club.desk / "ledger.jsonl").read_bytes()


def public_of(club: Club, letter: Path) -> dict[str, bytes]:
    from pbem.match.folder import zipped

    return zipped.unpack(club.parts(letter)["public.zip"])


# --------------------------------------------------------------------------- too much to repeat: a letter is missing
def test_where_a_letter_is_missing_the_report_opens_and_names_it(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(public_parcel, "MOST_REPEATED", 0)
    first, second = silent_phase(club), silent_phase(club)
    ahead = club.do("red", "open", second, "--dir", club.folder("red"))
    assert "the letter about t01.duel has not been opened here" in " ".join(ahead.stderr.split())
    assert "Your report is genuine" in " ".join(ahead.stderr.split())
    assert (club.folder("red") / "reports/t02.duel.txt").read_text() in ahead.stdout
    assert (club.folder("red") / "reports/t02.duel.html").is_file()
    error = club.fail("red", "orders", "seal", club.write("red", **STRUCK), "--dir", club.folder("red"))
    assert "the letter about t01.duel" in error.faults[0].message
    club.do("red", "open", first, "--dir", club.folder("red"))
    assert (club.folder("red") / "game/ledger.jsonl").read_bytes() == (club.desk / "ledger.jsonl").read_bytes()
    assert (club.folder("red") / "reports/t01.duel.txt").is_file()
    assert order_file(Seat.at(club.folder("red"))).is_file()
    assert not list((club.folder("red") / "waiting").iterdir())
    club.sealed("red", **STRUCK)


def test_two_missing_letters_may_come_in_any_order(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(public_parcel, "MOST_REPEATED", 0)
    letters = [silent_phase(club) for _ in range(2)]
    for letter in (letters[1], letters[1], letters[0], letters[0], letters[1]):
        club.do("red", "open", letter, "--dir", club.folder("red"))
    assert (club.folder("red") / "game/ledger.jsonl").read_bytes() == (club.desk / "ledger.jsonl").read_bytes()


def test_a_letter_whose_lines_are_not_of_the_signed_ledger_is_refused(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    from pbem.match.folder import zipped
    from pbem.match.own_folder.skipped_letters import set_aside

    monkeypatch.setattr(public_parcel, "MOST_REPEATED", 0)
    silent_phase(club)
    parcel = public_of(club, silent_phase(club))
    parcel["ledger.tail"] = parcel["ledger.tail"].replace(b"t02.duel", b"t09.duel")
    with pytest.raises(Exception, match="signed checkpoint does not"):
        set_aside(Seat.at(club.folder("red")), zipped.unpack(zipped.pack(parcel)))


# ------------------------------------------------------------------------------------ attachments saved by themselves
def test_a_report_saved_out_of_webmail_is_shown_as_text(club: Club) -> None:
    letter = silent_phase(club)
    saved = club.place / "red-t01.duel.age"
    saved.write_bytes(club.parts(letter)["red-t01.duel.age"])
    shown = club.do("red", "open", saved).stdout
    club.do("red", "open", letter, "--dir", club.folder("red"))
    assert shown == (club.folder("red") / "reports/t01.duel.txt").read_text()
    (entry,) = club.ledger().entries("report", phase="t01.duel", seat="red")
    club.do("red", "open", saved, "--commitment", entry.text("commit"))
    assert "opens to the commitment" in club.fail("red", "open", saved, "--commitment", "0" * 64).faults[0].message


def test_a_parcel_of_pages_alone_is_named_and_not_printed(club: Club) -> None:
    from pbem.match.folder import zipped
    from pbem.trust.seal import seal

    saved = club.place / "red-t01.duel.pages.age"
    pages = zipped.pack({"report.html": b"<html></html>"})
    saved.write_bytes(seal.seal_binary([club.recipient("red")], pages))
    assert "is a parcel of report.html" in club.fail("red", "open", saved).faults[0].message


# ----------------------------------------------------------------------------------- the reader's own sealed orders
@pytest.mark.parametrize("has_sent", [True, False])
def test_a_letter_repeats_the_orders_of_others_but_not_its_readers_own(club: Club, has_sent: bool) -> None:
    """Blue has skipped the letter that brought its orders back: what it sent stands in, else the letter waits."""
    club.order("red", **STRUCK)
    club.order("blue", **STRUCK)
    club.run()
    first = club.deliver()["blue"][-1]
    second = letter_after_silence(club)
    red, blue = ("locks/red-t01.duel-1.pbem", "locks/blue-t01.duel-1.pbem")
    assert {red, blue} <= public_of(club, first).keys()
    assert red in public_of(club, second)
    assert blue not in public_of(club, second)
    (sent,) = (club.folder("blue") / "sent").glob("blue-t01.duel-1.pbem")
    elsewhere = sent.rename(club.folder("blue") / "elsewhere.pbem")
    ahead = club.do("blue", "open", second, "--dir", club.folder("blue"))
    assert "an earlier letter has not been opened here" in " ".join(ahead.stderr.split())
    if has_sent:
        elsewhere.rename(sent)
    club.do("blue", "open", second if has_sent else first, "--dir", club.folder("blue"))
    assert verify_folder(club.folder("blue") / "game").ok
    assert (club.folder("blue") / "game/ledger.jsonl").read_bytes() == (club.desk / "ledger.jsonl").read_bytes()


def letter_after_silence(club: Club) -> Path:
    """A phase that nobody orders in; blue's letter."""
    club.later(60)
    for more in ((), ("--anyway",)):
        club.try_to("moderator", "run", club.desk, *more)
    return next(letter for letter in club.deliver()["blue"] if "-report-" in letter.name)
