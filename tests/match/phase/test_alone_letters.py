"""A seat that acts alone in tier two-step: one letter in place of two, and nothing for anybody to gain by it."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest
from acts_kit import act, agree, sound
from club import Club, know_the_duel, playing, so_far

from pbem.base.clock import parse_time
from pbem.base.errors import Kind
from pbem.match.folder.office import Office
from pbem.match.own_folder.player import charter_of
from pbem.match.own_folder.seat import Seat
from pbem.match.phase import opening
from pbem.match.phase.acting_alone import acting_alone
from pbem.match.post.game_letter import Letter, read_letter, write_letter
from pbem.trust.beacon.drand import DEMO_NETWORK
from pbem.trust.dice.seed import parse_seed
from pbem.trust.keyring import Keyring
from pbem.trust.orders.envelope import Draft, Envelope, make_envelope, parse_envelope
from pbem.trust.orders.second_letter import seal_key
from pbem.trust.record.ledger import Entry
from pbem.trust.seal import seal

SECOND = "t02.duel"


@pytest.fixture(autouse=True)
def duel_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    know_the_duel(monkeypatch)


@pytest.fixture
def club(tmp_path: Path) -> Club:
    """A game whose second phase is open: red alone bids in it, and nobody is asked whether he parries."""
    return second_round(tmp_path, "two-step")


def second_round(place: Path, *given: str, **options: Hashable) -> Club:
    """A game whose first phase is played."""
    return so_far(first_round, Club, place, *given, **options)


def first_round(club: Club) -> None:
    """The first phase, played."""
    club.begin()
    for seat in ("blue", "red"):
        club.order(seat, bid="low", standing="no")
    club.later(72 if club.tier == "beacon" else 0)
    club.advance()
    assert club.status()["phase"] == SECOND


def entries(club: Club, kind: str, phase: str = SECOND) -> tuple[Entry, ...]:
    """What the ledger has of a phase."""
    return club.ledger().entries(kind, phase=phase)


def envelope(club: Club, number: int = 1, seat: str = "red", phase: str = SECOND) -> Envelope:
    """An envelope as it was published."""
    return parse_envelope((club.desk / f"locks/{seat}-{phase}-{number}.pbem").read_bytes())


def posted(club: Club, seat: str, parts: dict[str, bytes], name: str = "other") -> Path:
    """A letter that somebody has put together himself."""
    letter = Letter("moderator@pbem.example", "orders", "Orders.\n", parts)
    path = club.folder(seat) / "outbox" / f"{name}.eml"
    path.write_bytes(write_letter(letter, f"{seat}@example.org", name, parse_time(club.now), automatic=False))
    return path


def refused(club: Club, letter: Path) -> str:
    """Why a letter is; it has changed nothing."""
    before = club.kinds()
    result = club.take(letter)
    assert result.exit_code in (1, 4), (result.output, result.exception)
    assert club.kinds() == before
    return result.stderr


# ------------------------------------------------------------------------------------------------------ one letter less
def test_16_a_seat_that_acts_alone_opens_with_its_lock_and_only_the_others_are_asked(club: Club) -> None:
    assert entries(club, "phase")[0]["alone"] == "red"
    club.order("red", bid="mid")
    value = envelope(club).lock.value
    assert club.run() == 3
    assert (club.status()["what"], club.status()["waits_for"]) == ("opens", ["blue"])
    club.open_all()
    club.run()
    assert [entry["seat"] for entry in entries(club, "open")] == ["blue"]
    assert dict(parse_seed((club.desk / f"seeds/{SECOND}.seed").read_bytes()).seats)["red"] == value
    sound(club)


def test_16_whoever_has_opened_with_his_lock_is_told_that_nothing_is_left_to_do(club: Club) -> None:
    club.order("red", bid="mid")
    club.run()
    letters = {seat: " ".join(read_letter(found[-1]).letter.text.split()) for seat, found in club.read().items()}
    assert "you need not do anything more" in letters["red"]
    assert "pbem orders open" in letters["blue"]
    assert "pbem orders open" not in letters["red"]
    fault = club.fail("red", "orders", "open", "--dir", club.folder("red")).faults[0]
    assert fault.message == f"your part of the dice for {SECOND} is open already"
    assert '"todo"' not in club.do("red", "inbox", club.folder("red"), "--json").stdout


def test_16_a_whole_game_takes_fewer_letters_and_replays(tmp_path: Path) -> None:
    club = Club(tmp_path, "two-step")
    club.play(red="no", blue="no")
    sound(club)
    sent = [entry["seat"] for kind in ("lock", "open") for entry in club.ledger().entries(kind)]
    assert (sent.count("blue"), sent.count("red")) == (
        4,
        4,
    )  # two each in the first round, then one each


@pytest.mark.parametrize("tier", ["moderated", "two-step", "beacon"])
def test_16_a_report_says_whose_orders_are_next_as_its_letter_does(tier: str, tmp_path: Path) -> None:
    club = second_round(tmp_path, tier)
    said = {seat: (club.folder(seat) / "reports/t01.duel.txt").read_text("utf-8") for seat in ("blue", "red")}
    assert ["orders of red are next" in said[seat] for seat in ("blue", "red")] == [True, False]
    club.finish()
    club.do("moderator", "audit", club.desk)


def test_16_in_tier_beacon_nothing_tells_whose_orders_are_next_where_all_send_envelopes(tmp_path: Path) -> None:
    club = second_round(tmp_path, "beacon", "--no-alone")
    assert "are next" not in (club.folder("blue") / "reports/t01.duel.txt").read_text("utf-8")


@pytest.mark.usefixtures("of_before")
def test_16_without_the_charters_word_both_send_two_letters_and_others_may_write(tmp_path: Path) -> None:
    club = second_round(tmp_path, "two-step", "--no-alone")
    assert "alone" not in entries(club, "phase")[0].fields
    club.order("red", bid="mid")
    club.order("blue", standing="yes")
    assert envelope(club).lock.value is None
    club.run()
    assert club.status()["waits_for"] == ["blue", "red"]
    club.open_all()
    club.run()
    sound(club)


def test_16_an_answer_in_a_game_of_two_is_a_letter_of_one_who_acts_alone(tmp_path: Path) -> None:
    club = playing(tmp_path, "two-step")
    for seat in ("blue", "red"):
        club.order(seat, bid="low", parry="no")
    club.advance()
    club.order("red", bid="high", parry="no")  # which always lands, and blue has said nothing on parrying
    club.advance()
    state = club.status()
    assert (state["what"], state["waits_for"]) == ("answers", ["blue"])
    assert entries(club, "phase", f"{SECOND}.2")[0]["alone"] == "blue"
    club.order("blue", parry="yes")
    club.run()
    assert club.status()["waits_for"] == ["red"]
    club.open_all()
    club.run()
    sound(club)


# ------------------------------------------------------------------------------------------------ nobody gains anything
def test_16_a_newer_letter_shows_the_same_value_and_counts_until_orders_are_locked(club: Club) -> None:
    club.order("red", bid="high")
    club.order("red", bid="low")
    assert envelope(club, 1).lock.value == envelope(club, 2).lock.value
    late = club.sealed("red", bid="mid")
    club.run()
    assert entries(club, "locked")[0]["locks"] == [envelope(club, 2).lock.sha256]
    assert "locked already" in refused(club, late)
    club.open_all()
    club.run()
    sound(club)


@pytest.mark.usefixtures("of_before")
def test_16_no_other_seat_sends_orders_while_one_acts_alone(club: Club) -> None:
    path = club.write("blue", bid="high")
    fault = club.fail("blue", "orders", "seal", path, "--dir", club.folder("blue")).faults[0]
    assert (fault.message, fault.kind) == (f"red acts alone in {SECOND}", Kind.ILLEGAL)
    made = bare(club, "blue", path.read_bytes())
    letter = posted(club, "blue", {made.name: made.to_bytes()})
    assert f"'red' acts alone in phase '{SECOND}'" in refused(club, letter)


@pytest.mark.usefixtures("of_before")
def test_whoever_has_no_orders_in_the_phase_loses_none_and_all_are_told_why_to_open_once_more(club: Club) -> None:
    club.order("red", bid="high")
    assert club.run() == 3
    assert club.status()["why"].endswith("after that they are made anew")
    club.read()
    club.later(73)
    told = club.try_to("moderator", "run", club.desk, "--dry-run").stdout.splitlines()
    assert told[-1] == f"{SECOND}: the dice would then be made anew, and all asked to open once more"
    run = club.try_to("moderator", "run", club.desk)
    assert f"{SECOND}+2: the dice are made anew, because blue did not open in time" in run.stdout + run.stderr
    for letters in club.deliver().values():
        said = " ".join(letters[-1].read_text(encoding="ascii").split())
        assert "is over, and nothing has come from blue. The dice are made again, so everybody opens once more" in said
        assert "do not count" not in said


def test_where_nobody_has_sent_orders_no_envelopes_are_said_to_be_attached(club: Club) -> None:
    club.later(49)
    assert club.run() == 3
    for letters in club.deliver().values():
        said = " ".join(letters[-1].read_text(encoding="ascii").split())
        assert f"No orders count for {SECOND}, and none are taken in any more." in said
        assert "0 seats" not in said
        assert "attached" not in said


def test_whoever_has_opened_with_his_orders_is_shown_until_when_the_others_do(club: Club) -> None:
    before = club.do("red", "inbox", club.folder("red"), "--json").stdout
    club.order("red", bid="high")
    club.run()
    club.read()
    told = club.do("red", "inbox", club.folder("red"), "--json").stdout
    assert f'"until": "{club.status()["until"]}"' in told
    assert f'"until": "{club.status()["until"]}"' not in before


def bare(club: Club, seat: str, content: bytes) -> Envelope:
    """An envelope made without the tool's advice."""
    charter = charter_of(Seat.at(club.folder(seat)))
    draft = Draft(seat=seat, phase=SECOND, content=content, one_time=seal.new_identity()[1])
    return make_envelope(charter, draft, Keyring.open(club.home(seat)).signer())


def test_16_a_lock_without_the_key_or_with_another_is_refused(club: Club) -> None:
    letter = club.sealed("red", bid="high")
    parts = club.parts(letter)
    (key,) = [name for name in parts if name.endswith(".key.age")]
    without = {name: data for name, data in parts.items() if name != key}
    assert "brings no key to the orders" in refused(club, posted(club, "red", without, "none"))
    another = seal_key(charter_of(Seat.at(club.folder("red"))), seal.new_identity()[0]).encode()
    assert "does not open with this key" in refused(club, posted(club, "red", {**parts, key: another}, "another"))
    assert club.take(letter).exit_code == 0


def test_16_faulty_orders_are_refused_while_they_can_still_be_mended(club: Club) -> None:
    path = club.write("red", bid="high")
    path.write_text(path.read_text().replace("seat: red", "seat: blue"), encoding="utf-8")
    result = club.do("red", "orders", "seal", path, "--anyway", "--dir", club.folder("red"))
    assert "orders are for seat 'blue'" in refused(club, Path(result.stdout.splitlines()[-1]))


@pytest.mark.usefixtures("of_before")
def test_16_a_lock_without_its_value_is_refused(club: Club) -> None:
    made = bare(club, "red", club.write("red", bid="high").read_bytes())
    letter = posted(club, "red", {**club.parts(club.sealed("red", bid="low")), made.name: made.to_bytes()})
    assert "opens no chain value, though 'red' acts alone" in refused(club, letter)


@pytest.mark.usefixtures("of_before")
def test_16_the_audit_holds_who_acts_alone_against_the_rules(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    play_on(club)
    monkeypatch.setattr(opening, "acting_alone", lambda office, waits, number: "blue")
    act(club, "rollback", "--to", SECOND)
    agree(club)
    play_on(club)
    club.do("moderator", "verify", club.desk)
    fault = club.fail("moderator", "audit", club.desk).faults[0]
    assert fault.message == "says that 'blue' acts alone, where the rules ask red"


def play_on(club: Club) -> None:
    """A phase in which nobody sends orders."""
    club.later(49)
    club.run()
    club.open_all()
    club.run()
    club.read()


# ---------------------------------------------------------------------------------------------------- what goes amiss
@pytest.mark.usefixtures("of_before")
def test_3_11_where_another_does_not_open_everybody_opens_a_further_value(club: Club) -> None:
    club.order("red", bid="mid")
    club.run()
    club.later(73)
    assert club.run() == 3
    assert club.status()["waits_for"] == ["blue", "red"]
    club.open_all()
    club.run()
    value = envelope(club).lock.value
    assert value is not None
    seats = dict(parse_seed((club.desk / f"seeds/{SECOND}+2.seed").read_bytes()).seats)
    assert seats["red"].index == value.index + 1
    club.read()
    assert club.status()["closed"] == ["t01.duel", SECOND]
    sound(club)


def test_16_a_lone_seat_that_is_silent_opens_like_everybody(club: Club) -> None:
    club.later(49)
    club.run()
    assert club.status()["waits_for"] == ["blue", "red"]
    club.open_all()
    club.run()
    assert club.status()["closed"] == ["t01.duel", SECOND]
    sound(club)


def test_18_a_value_shown_before_play_goes_back_is_not_shown_again(club: Club) -> None:
    club.order("red", bid="mid")
    first = envelope(club).lock.value
    act(club, "rollback", "--to", "t01.duel")
    agree(club)
    club.run()
    club.read()
    for seat in ("blue", "red"):
        club.order(seat, bid="low", standing="no")
    club.advance()
    opened = club.ledger().entries("open", seat="red")[-1]
    assert first is not None
    name = f"opens/red-t01.duel-{opened.number('attempt')}.open"
    assert f"value: {first.index + 1} " in (club.desk / name).read_text()
    club.order("red", bid="mid")
    club.advance()
    sound(club)


def test_16_a_team_that_has_to_agree_never_acts_alone(tmp_path: Path) -> None:
    club = playing(tmp_path, "two-step")
    charter = charter_of(Seat.at(club.folder("red")))
    for needs, due in ((1, "red"), (2, "")):
        seats = tuple(replace(seat, needs=needs) for seat in charter.seats)
        office = SimpleNamespace(charter=replace(charter, seats=seats), book=SimpleNamespace(guests={}))
        assert acting_alone(cast(Office, office), ["red"], 1) == due


# -------------------------------------------------------------------------------------------------------------- beacon
def test_16_in_tier_beacon_only_the_seat_that_acts_alone_sends_an_envelope(tmp_path: Path) -> None:
    club = second_round(tmp_path, "beacon")
    assert entries(club, "phase")[0]["alone"] == "red"
    assert club.status()["waits_for"] == ["red"]
    path = club.write("blue", bid="high")
    assert club.fail("blue", "orders", "seal", path, "--dir", club.folder("blue")).faults[0].kind is Kind.ILLEGAL
    club.order("red", bid="mid")
    club.later(72)
    club.advance()
    assert club.status()["closed"] == ["t01.duel", SECOND]
    assert [entry["seat"] for entry in entries(club, "lock")] == ["red"]
    sound(club)


def test_16_its_round_is_fixed_beforehand_and_follows_the_deadline_sooner(tmp_path: Path) -> None:
    club = second_round(tmp_path, "beacon", "--margin-hours", "12")
    shared, alone = (entries(club, "phase", name)[0] for name in ("t01.duel", SECOND))
    for entry, hours in ((shared, 12), (alone, 2)):
        due = DEMO_NETWORK.time_of(entry.number("round"))
        assert timedelta(hours=hours) <= due - parse_time(entry.text("deadline")) < timedelta(hours=hours, seconds=60)


def test_16_grace_and_pause_find_room_before_the_round_of_who_acts_alone(tmp_path: Path) -> None:
    times = ("--zone", "UTC", "--days", "2", "--grace-hours", "5", "--hold-minutes", "30")
    club = second_round(tmp_path, "beacon", "--margin-hours", "12", times=times)
    entry = entries(club, "phase")[0]
    due = DEMO_NETWORK.time_of(entry.number("round"))
    assert due - parse_time(entry.text("deadline")) >= timedelta(hours=6)
